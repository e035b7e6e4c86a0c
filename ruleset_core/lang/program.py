"""Programs: procedures cut into blocks at every place where a player may be asked.

A frame of a suspended game is a tuple of ints: the number of a block, then the values of that block's locals. Both the
interpreter and the generated code run these blocks, so a state may go from one to the other at any decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import Decision, Field, Vocabulary

if TYPE_CHECKING:
    from ruleset_core.lang.lower.steps import Steps
    from ruleset_core.model.composing.change import Change


@dataclass(slots=True)
class Procedure:
    """A named effect; `params` without `me`, which every procedure receives first. `kinds`: their types, where checked."""

    name: str
    params: tuple[str, ...]
    body: t.Block
    suspends: bool = False
    entry: int = -1
    kinds: tuple[Type, ...] = ()


@dataclass(slots=True)
class Ending:
    """What ends a block; it became of the statement that stands at its `origin`."""

    origin: Origin | None = field(default=None, kw_only=True, repr=False)


@dataclass(slots=True)
class Jump(Ending):
    """Go on at a block. Blocks are numbered so that only the way back of a loop leads to a lower number."""

    target: int


@dataclass(slots=True)
class Split(Ending):
    """Go on at one of two blocks."""

    condition: t.Expr
    then: int
    otherwise: int


@dataclass(slots=True)
class Ask(Ending):
    """Put a question to `me`; the answer goes into `var`. No option: `empty`.

    `item` goes through the candidates; what they show (`key`) is the answer, by default they themselves. `done` is
    offered as well where it holds; None: never.

    While `veil` holds, not everybody knows how many candidates there are: then even one option is asked for, and `done` alone as
    well. Everybody knows whether it holds. Else one option is taken by itself.
    """

    decision: Decision
    var: str
    item: str
    selection: t.Selection
    where: t.Expr | None
    key: t.Expr
    then: int
    empty: int
    done: t.Expr | None = None
    veil: t.Expr | None = None
    sure: bool = False
    again: Again | None = None


@dataclass(slots=True)
class Again:
    """How a pending question is put again in a world where hidden things lie otherwise, or a call waited for (see `lower.again`).

    Attributes:
        hidden: from whom what it goes by is hidden: for any other viewer the question is as it was put (`secrets.OTHERS`, `secrets.ASKER`).
        lets: locals that are worked out again first.
        condition: what held when it was put, so it must hold in the world.
        least: fewer answers are not asked for.
        block: the block that does it; its frame is that of the block behind the question or call.
    """

    hidden: int
    lets: tuple[t.Let, ...] = ()
    condition: t.Expr | None = None
    least: int = 2
    block: int = -1


@dataclass(slots=True)
class Call(Ending):
    """Run a procedure, then go on. `sure`: the arguments are of the types it asks for."""

    procedure: str
    args: tuple[t.Expr, ...]
    then: int
    sure: bool = False
    again: Again | None = None


@dataclass(slots=True)
class CallCard(Ending):
    """Run the effect of a piece, then go on."""

    of: t.Expr
    procedures: tuple[str, ...]
    then: int
    again: Again | None = None


@dataclass(slots=True)
class Empty(Ending):
    """Run what is queued; when nothing is left, go on. Nothing follows if the game was ended."""

    then: int


@dataclass(slots=True)
class Stop(Ending):
    """Nothing follows if the game was ended; else go on."""

    then: int


@dataclass(slots=True)
class End(Ending):
    """The procedure is over."""


Terminator = Jump | Split | Ask | Call | CallCard | Empty | Stop | End


@dataclass(slots=True)
class Node:
    """A block: statements that never suspend, then a terminator. `locals` are those its frame holds, sorted, `kinds` their
    types (of a list that of its values).

    A block that follows a question gets the answer besides (`answers`). One that `repeats` puts a pending question again, or works out
    what a frame that waits holds. `again` says which one does it for a frame of this block. `restart`: of a frame of a phase in which all choose at
    the same time, the block that goes back from it to where the next seat is asked (-1: it is of no such phase).
    """

    number: int
    statements: list[t.Statement] = field(default_factory=list)
    end: Terminator = field(default_factory=End)
    locals: tuple[str, ...] = ()
    kinds: tuple[Type, ...] = ()
    entry_of: str = ""
    answers: Ask | None = None
    loop: bool = False
    repeats: bool = False
    again: Again | None = None
    restart: int = -1

    @property
    def origin(self) -> Origin | None:
        """Where what it does first comes from."""
        return self.statements[0].origin if self.statements else self.end.origin


@dataclass(slots=True)
class Program:
    """Everything that can run: procedures, blocks, and where the phases begin.

    `clauses` are what cards and rules do, to be put into words; `given` the words that the data has for them instead, by card
    (or `rule ID`) and side.
    `choosing`: of each phase in which all choose at the same time the block where the next seat is asked, and the first block behind it.
    `amounts`: those that the data gives to views. `lasts`: by field that a phase counts with, the number at which it ends.
    """

    vocabulary: Vocabulary
    procedures: dict[str, Procedure] = field(default_factory=dict)
    blocks: list[Node] = field(default_factory=list)
    phase_entry: dict[int, int] = field(default_factory=dict)
    phase_names: list[str] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    tie_breaks: list[t.Expr] = field(default_factory=list)
    tie_break_origins: list[Origin] = field(default_factory=list)
    outcome: Outcome = field(default_factory=lambda: Outcome())  # noqa: PLW0108 - it is declared further down
    achievements: list[Achievement] = field(default_factory=list)
    ranks: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    streams: list[str] = field(default_factory=list)
    cards: dict[str, CardEntry] = field(default_factory=dict)
    clauses: list[Clause] = field(default_factory=list)
    given: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    phase_after: dict[int, int] = field(default_factory=dict)
    columns: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    amounts: list[str] = field(default_factory=list)
    choosing: list[tuple[int, int]] = field(default_factory=list)
    lasts: dict[str, t.Expr] = field(default_factory=dict)
    top_phases: list[int] = field(default_factory=list)
    changes: Sequence[Change] = ()
    """What expansions have put in the place of something, in the order in which they were laid on."""
    _steps: Steps | None = field(default=None, repr=False)
    _recursive: frozenset[str] | None = field(default=None, repr=False)

    @property
    def claims(self) -> list[tuple[t.Expr, Origin | None]]:
        """What is asked of every seat besides its score, to know who wins: tie-breaks, then what holds of winners, then the team."""
        who = self.outcome
        more = ((who.wins, who.wins_origin), (who.team, who.team_origin))
        ties = zip(self.tie_breaks, self.tie_break_origins, strict=True)
        return [*ties, *((tree, origin) for tree, origin in more if tree is not None)]

    def callers(self, block: int) -> list[Origin]:
        """Where the calls and questions that lead on to a block come from.

        A frame below the top of a stack waits for what one of them began: so the frames of a state tell who caused what.
        """
        ends = (
            node.end
            for node in self.blocks
            if isinstance(node.end, (Call, CallCard, Ask)) and node.end.then == block and not node.repeats
        )
        return [end.origin for end in ends if end.origin is not None]

    @property
    def steps(self) -> Steps:
        """What blocks, loops and calls are charged for; known once the program is lowered."""
        from ruleset_core.lang.lower.steps import Steps

        if self._steps is None:
            self._steps = Steps(self)
        return self._steps

    @property
    def weights(self) -> list[int]:
        """What entering each block costs, by its number."""
        return [self.steps.block(number) for number in range(len(self.blocks))]

    @property
    def recursive(self) -> frozenset[str]:
        """Procedures that may ask and lead back to themselves; known once the program is lowered."""
        from ruleset_core.lang.lower.capacities import recursive

        if self._recursive is None:
            self._recursive = recursive(self)
        return self._recursive


@dataclass(frozen=True, slots=True)
class Start:
    """What a field begins with where that is worked out, in the order of the declarations."""

    field: Field
    value: t.Expr
    origin: Origin | None


@dataclass(slots=True)
class Score:
    """A category of the final score: one amount per item, or one in all (`items` is None).

    Items for which `where` does not hold are not listed. `condition_origin` and `origin`: where `where` and `amount` come from.
    """

    name: str
    title: dict[str, str]
    items: t.Selection | None
    amount: t.Expr
    where: t.Expr | None = None
    origin: Origin | None = None
    condition_origin: Origin | None = None

    @property
    def resource(self) -> int | None:
        """The number of the resource of which this is just what a seat has; None where it is worked out otherwise."""
        amount = self.amount
        if self.items is not None or not isinstance(amount, t.Load) or amount.field.name != "held":
            return None
        (which,) = amount.index
        return which.value if isinstance(which, t.Const) and amount.seat == t.Local(SEAT, "me") else None


@dataclass(slots=True)
class Outcome:
    """Who wins: whether the lowest score does, the condition without which a seat cannot, and the number of its team."""

    lowest: bool = False
    wins: t.Expr | None = None
    team: t.Expr | None = None
    wins_origin: Origin | None = None
    team_origin: Origin | None = None


@dataclass(slots=True)
class Achievement:
    """Something to tick at the end of a game."""

    name: str
    title: dict[str, str]
    when: t.Expr
    players: str
    boxes: int
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card as the data has it."""

    kind: str
    names: dict[str, str]
    provenance: str
    copies: int
    facts: dict[str, object]
    origin: str
    house: tuple[str, ...] = ()
    inferred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing a card or rule says, as written, for showing it in words (`this` is left open).

    `kind` is effect, when, instead, modify, score or requires; `name` the event or the define; `how` is set or add.
    """

    owner: str
    side: str
    kind: str
    name: str
    how: str
    where: t.Expr | None
    body: t.Block | None
    value: t.Expr | None
