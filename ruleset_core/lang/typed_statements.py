"""Statement nodes of typed trees: verbs, phases and turns, and what only lowering makes."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ruleset_core.lang.node_traits import Traits, node
from ruleset_core.lang.types import Type
from ruleset_core.values import frozen

if TYPE_CHECKING:
    from ruleset_core.lang.origins import Origin
    from ruleset_core.lang.typed_tree import Block, Expr, Load, Selection, ZoneRef


# What all statements of typed trees have in common: where they come from.


@frozen
class StatementNode:
    """A statement: what it does stands at its `origin`, or follows from what stands there. No part of its meaning."""

    origin: Origin | None = field(default=None, kw_only=True, repr=False)


# The parts of typed trees that verbs are: what is gained and lost, rolled and moved.


@node(Traits(acts=True, decides=("amount", "resource")))
class Gain(StatementNode):
    """Resources, unit by unit where a track, an overflow or a listener can tell.

    `plain`: listeners are seen to. `replacing`: it stands for another gain, and is not replaced itself.
    """

    amount: Expr
    resource: Expr
    plain: bool = False
    replacing: bool = False


@node(Traits(acts=True, decides=("amount", "resource")))
class Lose(StatementNode):
    """Resources, as far as there are any. `plain` and `replacing` as for `Gain`."""

    amount: Expr
    resource: Expr
    plain: bool = False
    replacing: bool = False


@node(Traits(writes=("target",), draws=True))
class Roll(StatementNode):
    """A random value for a field, each of its values equally likely."""

    target: Load


@node(Traits(writes=("zone",), draws=True))
class Shuffle(StatementNode):
    """A zone in random order."""

    zone: ZoneRef


@node(Traits(gives={"it": ("key",)}, writes=("zone",)))
class Sort(StatementNode):
    """A zone in ascending order of a key over `it`; equal keys keep their order."""

    zone: ZoneRef
    key: Expr


@node(Traits(writes=("zone",)))
class Move(StatementNode):
    """A piece to the end of a zone."""

    piece: Expr
    zone: ZoneRef


@node()
class Rotate(StatementNode):
    """All zones of this kind go on to the seat beside (`way`: left or right): what that is in other statements, is its `body`.

    `zone`: that of seat 0.
    """

    zone: ZoneRef
    way: str
    body: Block


@node(Traits(writes=("side",)))
class Flip(StatementNode):
    """A piece to its next side."""

    side: Load
    sides: int


@node()
class Show(StatementNode):
    """A seat gets to know a piece of a kind; with a `column` only that it is not of one value of a fact (`lang.visibility.hint_column`)."""

    piece: Expr
    seat: Expr
    kind: str
    column: Expr | None = None


@node()
class Give(StatementNode):
    """What a trial comes to (`typed_tree.Would`): the last of its statements."""

    value: Expr


@node(Traits(suspends=True))
class Return(StatementNode):
    """The procedure ends, and this is its result. Lowering makes a jump of it."""

    value: Expr


@node()
class EndGame(StatementNode):
    """The game ends when the effect in progress is over; nothing else is resolved."""


@node()
class Again(StatementNode):
    """The seat takes another turn at once."""


@node(Traits(acts=True))
class PassTurn(StatementNode):
    """The seat leaves the round in progress (turns: until_all_pass)."""


# The parts of typed trees that a game's course is made of: phases, turns, and what was queued on the way.


@node(Traits(suspends=True))
class Phase(StatementNode):
    """A phase of the flow: begin event, body, queued triggers, end event."""

    name: str
    number: int
    body: Block


@node(Traits(writes=("target",), suspends=True, decides=("going",)))
class ForField(StatementNode):
    """A body for each value of a selection, held in a field; as long as `going` holds before it, if it is given."""

    target: Load
    selection: Selection
    body: Block
    going: Expr | None = None
    otherwise: Block | None = None


@node(Traits(writes=("count",), suspends=True, decides=("going",)))
class Rounds(StatementNode):
    """A body again and again, as long as a condition holds before it; at most `most` times, counted by `count`.

    If it holds still after these, `otherwise` is done, here and in `ForField`.
    """

    going: Expr
    body: Block
    count: Load | None = None
    most: Expr | None = None
    otherwise: Block | None = None


@node(Traits(gives={"me": ("until", "body", "skip", "following", "by")}, suspends=True))
class Turns(StatementNode):
    """A body for each seat as `me`: once, simultaneous, snake, forever, until_all_pass.

    Seats for which `skip` holds are left out; `following` is the seat that follows `me`, none ends it. `by` orders them, the
    least first, as it is for each when it begins; without it they play as they sit.
    """

    how: str
    first: Expr
    until: Expr | None
    body: Block
    skip: Expr | None = None
    following: Expr | None = None
    by: Expr | None = None


@node(Traits(suspends=True))
class Drain(StatementNode):
    """Queued triggers, first in first out, until none is left."""


# The parts of typed trees that no text says: lowering makes them where a loop, a cost or a phase is cut into blocks.


@node(Traits(suspends=True))
class Halt(StatementNode):
    """An effect is over: if it ended the game, nothing follows (made by lowering)."""


@node(Traits(passes=True, leads=lambda each: (each.procedure,), later=True))
class Enqueue(StatementNode):
    """A procedure that will run when the effect in progress is over (made by the linker from queued listeners)."""

    procedure: str
    args: tuple[Expr, ...]


@node(Traits(acts=True))
class Take(StatementNode):
    """Costs that are known to be payable leave the acting seat (made by lowering)."""

    costs: tuple[tuple[Expr, Expr], ...]


@node()
class EnterPhase(StatementNode):
    """The phase that is named to players from now on."""

    number: int


@node()
class Refuse(StatementNode):
    """Whoever comes here has broken a rule: the reason, a name of the data, and how many."""

    reason: str
    what: str
    number: Expr


@node()
class Simultaneous(StatementNode):
    """From here (`on`) until it is switched off, seats see each other's sheets as they are now."""

    on: bool


@node(Traits(reads=True))
class Gather:
    """A selection as a list held in a local (made by lowering, for loops that may be interrupted)."""

    type: Type
    selection: Selection


@node(Traits(lists="held", reads=lambda each: each.held != ""))
class Pick:
    """An element of a gathered or fixed list."""

    type: Type
    values: tuple[int, ...]
    held: str
    place: Expr


@node(Traits(lists="held", reads=True))
class Size:
    """The length of a gathered list."""

    type: Type
    held: str
