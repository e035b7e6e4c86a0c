"""Typed trees: what an effect means, every name looked up. The interpreter runs them; the deciding step makes code of them.

`sure` on a node says that what the node itself may refuse cannot happen there (its parts have flags of their own). It is
set before lowering, by `lang/prove`; without it the check is made while the game runs. What is refused, by node:

- `Load`, `ZoneRef`: a seat that is none or not in the game, an index outside;
- `FactOf`: a fact of none;
- `Put`, `ForField`: a value outside the type of its field;
- `Apply`, `Do`, `Emit`, `Op("given")`: an argument outside the type of its parameter;
- `Selection` of items that is gone through: an item outside its type; an `enclosed` one: no line. `others`: nobody acts;
- `As`, `Turns`, `Op("acting")`: a seat that is none or not in the game;
- `Gain`, `Lose`, `Pay`, `Take`, `CanPay`, `Op("fits")`: an amount of no resource, or of nobody;
- `Choose`, `ChooseUpTo`, `PassTurn`: nobody acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang import tree_flow as flow
from ruleset_core.lang import tree_lowered as low
from ruleset_core.lang import tree_verbs as verbs
from ruleset_core.lang.tree_placed import Placed
from ruleset_core.lang.types import BOOL, INT, Type
from ruleset_core.model.unchanging import comparable, unchanging

if TYPE_CHECKING:
    from ruleset_core.lang.vocabulary import Decision, Event, Fact, Field, Zone


@comparable
class Const:
    """A value known when the game is loaded."""

    type: Type
    value: int


@comparable
class Local:
    """A local name: a parameter, a loop variable, a `let`, `me`, `this`, `it`."""

    type: Type
    name: str


@unchanging
class Load:
    """A value of the state; `seat` is None for shared fields."""

    type: Type
    field: Field
    seat: Expr | None
    index: tuple[Expr, ...]
    sure: bool = False


@unchanging
class FactOf:
    """A fact of a member; `side` is given for facts that differ by side. List facts appear only in selections."""

    type: Type
    fact: Fact
    of: Expr
    side: Expr | None = None
    sure: bool = False


@unchanging
class ZoneRef:
    """One list of pieces."""

    zone: Zone
    seat: Expr | None
    index: tuple[Expr, ...]
    sure: bool = False


@unchanging
class ZoneAt:
    """The piece at a place of a zone, counted from 0; none beyond its ends."""

    type: Type
    zone: ZoneRef
    place: Expr


@unchanging
class Nth:
    """The value at a place of a list of facts, counted from 0; none, or 0, beyond its ends."""

    type: Type
    of: Expr
    place: Expr


@unchanging
class Op:
    """`+ - * per mod == != < <= > >= and or not neg min max abs if`, of seats and members `number`, of a seat and the
    number of players `left` and `right`; and what lowering adds.

    `given`: a value that must be of the type it is handed on as, and `owner` is the definition or event that asks for it; `acting`: a seat that is to act: one that plays; `fits`:
    whether so many (first) of a resource (second) can be gained without looking at each.
    """

    type: Type
    name: str
    args: tuple[Expr, ...]
    sure: bool = False
    owner: str = ""


@unchanging
class Selection:
    """What is gone through. `kind`: values, range, zone, fact, items, others, after and before (all other seats, from
    a seat to its left, or right; none where there is no such seat), seats (the seats, then the values), enclosed (the
    spaces of the area that a line closes, walled lines being those of `field`), reached (what `search` finds), union
    (the members that are in any of `among`, in their order, each once; none is left out), or paired (those of `pairs`; only
    a question goes through them).
    """

    type: Type
    kind: str
    values: tuple[int, ...] = ()
    parts: tuple[Expr, ...] = ()
    zone: ZoneRef | None = None
    field: Field | None = None
    search: Search | None = None
    among: tuple[Selection, ...] = ()
    pairs: Pairs | None = None
    sure: bool = False

    @property
    def zones(self) -> tuple[ZoneRef, ...]:
        """The zones whose pieces these are, if they are nothing else."""
        if self.zone is not None:
            return (self.zone,)
        found = [each.zones for each in self.among]
        return tuple(zone for zones in found for zone in zones) if all(found) else ()


@unchanging
class Search:
    """What one comes to step by step, nearest first, each once.

    It begins with the values of `start` for which `first` holds. From each that was found, `var`, one goes on to the values
    of `step`, `to`, that were not found yet and for which `where` holds; with a `limit` at most so many steps from the start.
    What is no member (none) leads nowhere, wherever it stands.

    `longest`: instead the way is found that comes to the most (`worth` of each, else 1; the first of several; none where it is not
    above 0), uses nothing twice, and at most `limit` things. Without `then` the places that one goes through are used; with it the
    values of `step` are, and lead on to the values of `then`, `onward`, for which `further` holds; the way may end with one of which
    none does. `worth` is worked out with `var` and `to`, which are both the place where a way of places begins.
    """

    var: str
    start: Selection
    first: Expr | None
    limit: Expr | None
    to: str
    step: Selection
    where: Expr | None
    longest: bool = False
    onward: str = ""
    then: Selection | None = None
    further: Expr | None = None
    worth: Expr | None = None


@unchanging
class Pairs:
    """Ordered pairs, as numbers: of each value of `first` for which `where` holds, each of `second` for which `also` does.

    `spans`: the least value and the number of values of both types; what lies outside is left out. The number of a pair is
    that of its first value times the number of second ones, plus that of its second value, both counted from 0.
    """

    one: str
    first: Selection
    where: Expr | None
    two: str
    second: Selection
    also: Expr | None
    spans: tuple[tuple[int, int], tuple[int, int]]

    def names(self) -> tuple[str, str]:
        """What both values are called."""
        return self.one, self.two


@unchanging
class Contains:
    """`x in selection`."""

    type: Type
    of: Expr
    selection: Selection


@unchanging
class Quantity:
    """A question over a selection."""

    type: Type
    kind: str
    var: str
    selection: Selection
    where: Expr | None
    body: Expr | None
    ties: str


@unchanging
class Apply:
    """An amount or condition defined in data, with the changes of pieces in play. `me` is passed on."""

    type: Type
    define: str
    args: tuple[Expr, ...]
    sure: bool = False


@unchanging
class HookCall:
    """A query of the game's plugin."""

    type: Type
    hook: str
    args: tuple[Expr, ...]


@unchanging
class CanPay:
    """Whether all costs together can be paid by the acting seat: (amount, resource) pairs."""

    type: Type
    costs: tuple[tuple[Expr, Expr], ...]
    sure: bool = False


@unchanging
class Players:
    """Number of players."""

    type: Type = INT


@unchanging
class OptionValue:
    """A choice made before the game."""

    type: Type
    place: int


TRUE = Const(BOOL, 1)
FALSE = Const(BOOL, 0)


@unchanging
class Block(Placed):
    """Statements in order."""

    items: tuple[Statement, ...]


@unchanging
class Let(Placed):
    """A local name for a value. `turn`: with it the flow gives that seat a turn, which only those who listen look at.

    `hidden`: from whom the value is hidden (`secrets.OTHERS`, `secrets.ASKER`); filled in before lowering, as in `If`, `For` and questions.
    """

    var: str
    value: Expr
    turn: bool = False
    hidden: int = 0


@unchanging
class Put(Placed):
    """`set`: a value into the state."""

    target: Load
    value: Expr
    sure: bool = False


@unchanging
class If(Placed):
    """One of two ways. `hidden`: from whom it is hidden which."""

    condition: Expr
    then: Block
    otherwise: Block | None
    hidden: int = 0


@unchanging
class For(Placed):
    """Once for each value of a selection that satisfies `where` when its turn comes. `hidden`: from whom it is hidden which do."""

    var: str
    selection: Selection
    where: Expr | None
    body: Block
    hidden: int = 0


@unchanging
class Repeat(Placed):
    """A number of times, fixed when it begins."""

    times: Expr
    body: Block


@unchanging
class Choose(Placed):
    """The acting seat picks a value. One option is taken by itself; none runs `otherwise`.

    `instead`: what it may do in place of that, where there is a value to pick and `done` holds.
    `veil`: see `Ask`; filled in before lowering, as in `ChooseUpTo`. `hidden`: from whom the answers are hidden.
    """

    decision: Decision
    var: str
    selection: Selection
    where: Expr | None
    body: Block
    otherwise: Block | None
    instead: Block | None = None
    done: Expr | None = None
    veil: Expr | None = None
    sure: bool = False
    hidden: int = 0


@unchanging
class ChooseUpTo(Placed):
    """The acting seat picks again and again, at most `times`, until done (where `done` holds) or nothing is left."""

    decision: Decision
    times: Expr
    var: str
    selection: Selection
    where: Expr | None
    body: Block
    done: Expr | None = None
    veil: Expr | None = None
    sure: bool = False
    hidden: int = 0


@unchanging
class As(Placed):
    """Another seat acts."""

    seat: Expr
    body: Block
    sure: bool = False


@unchanging
class Pay(Placed):
    """Costs, checked whole before anything is paid, then an effect."""

    costs: tuple[tuple[Expr, Expr], ...]
    body: Block
    otherwise: Block | None
    sure: bool = False


@unchanging
class Do(Placed):
    """A procedure of the data. `hidden`: from whom a value that it is given is."""

    procedure: str
    args: tuple[Expr, ...]
    sure: bool = False
    hidden: int = 0


@unchanging
class DoCard(Placed):
    """The effect of a card that is known only when it happens: procedures by piece (empty: nothing)."""

    of: Expr
    procedures: tuple[str, ...]


@unchanging
class Emit(Placed):
    """An event: replacements, then listeners."""

    event: Event
    args: tuple[Expr, ...]
    sure: bool = False


@unchanging
class Hooked(Placed):
    """A procedure of the game's plugin."""

    hook: str
    args: tuple[Expr, ...]


Again = verbs.Again
Drain = flow.Drain
EndGame = verbs.EndGame
Enqueue = low.Enqueue
EnterPhase = low.EnterPhase
Flip = verbs.Flip
ForField = flow.ForField
Gain = verbs.Gain
Gather = low.Gather
Halt = low.Halt
Lose = verbs.Lose
Move = verbs.Move
PassTurn = verbs.PassTurn
Phase = flow.Phase
Pick = low.Pick
Refuse = low.Refuse
Roll = verbs.Roll
Rounds = flow.Rounds
Show = verbs.Show
Shuffle = verbs.Shuffle
Simultaneous = low.Simultaneous
Size = low.Size
Sort = verbs.Sort
Take = low.Take
Turns = flow.Turns

Expr = (
    Const | Local | Load | FactOf | ZoneAt | Nth | Op | Contains | Quantity | Apply | HookCall | CanPay | Players | OptionValue
    | Gather | Pick | Size
)  # fmt: skip
Verb = Gain | Lose | Roll | Shuffle | Sort | Move | Flip | Show | EndGame | Again | PassTurn
Statement = (
    Block | Let | Put | If | For | Repeat | Choose | ChooseUpTo | As | Pay | Do | DoCard | Emit | Hooked
    | Verb | Phase | ForField | Rounds | Turns | Drain | Halt | Enqueue | Take | EnterPhase | Refuse | Simultaneous
)  # fmt: skip
