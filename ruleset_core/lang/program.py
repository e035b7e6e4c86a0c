"""Programs: definitions, procedures cut into blocks, scores. The output of lowering, the input of the evaluator and of code generation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import Traits, declare
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import DecisionDeclaration, Field, Template, Vocabulary

if TYPE_CHECKING:
    from ruleset_core.lang.domains import Text
    from ruleset_core.model.drafts import OverlayChange


# Programs: procedures cut into blocks at every place where a player may be asked.
#
# A frame of a suspended game is a tuple of ints: the number of a block, then the values of that block's locals. Both
# the interpreter and the core run these blocks, so a state may go from one to the other at any decision.


@dataclass(slots=True)
class Procedure:
    """A named effect; `params` without `me`, which every procedure receives first. `kinds`: their types, where checked.

    `result`: the type of what it returns. Such a procedure is written out wherever it is done.
    """

    name: str
    params: tuple[str, ...]
    body: t.Block
    suspends: bool = False
    entry: int = -1
    kinds: tuple[Type, ...] = ()
    result: Type | None = None


@dataclass(slots=True)
class Ending:
    """What ends a block; it became of the statement that stands at its `origin`."""

    origin: Origin | None = field(default=None, kw_only=True, repr=False)


@declare(Traits(targets=("target",)))
@dataclass(slots=True)
class Jump(Ending):
    """Go on at a block. Blocks are numbered so that only the way back of a loop leads to a lower number."""

    target: int


@declare(Traits(targets=("then", "otherwise")))
@dataclass(slots=True)
class Split(Ending):
    """Go on at one of two blocks."""

    condition: t.Expr
    then: int
    otherwise: int


@declare(Traits(binds={"item": ("where", "key")}, acts=True, targets=("then", "empty")))
@dataclass(slots=True)
class Ask(Ending):
    """Put a question to `me`; the answer goes into `var`. No option: `empty`.

    `item` goes through the candidates; what they show (`key`) is the answer, by default they themselves. `done` is
    offered as well where it holds; None: never.

    While `veil` holds, not everybody knows how many candidates there are: then even one option is asked for, and `done` alone as
    well. Everybody knows whether it holds. Else one option is taken by itself.
    """

    decision: DecisionDeclaration
    var: str
    item: str
    selection: t.Selection
    where: t.Expr | None
    key: t.Expr
    then: int
    empty: int
    done: t.Expr | None = None
    veil: t.Expr | None = None
    again: ReaskPlan | None = None


@dataclass(slots=True)
class ReaskPlan:
    """How a pending question is put again in a world where hidden things lie otherwise, or a call waited for (see `compile.lowering.question_replay`).

    Attributes:
        hidden: from whom what it goes by is hidden: for any other viewer the question is as it was put (`analysis.secrecy.OTHERS`, `analysis.secrecy.ASKER`).
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


@declare(Traits(passes=True, leads=lambda each: (each.procedure,), targets=("then",)))
@dataclass(slots=True)
class Call(Ending):
    """Run a procedure, then go on."""

    procedure: str
    args: tuple[t.Expr, ...]
    then: int
    again: ReaskPlan | None = None


@declare(Traits(passes=True, leads=lambda each: tuple(filter(None, each.procedures)), targets=("then",)))
@dataclass(slots=True)
class CallCard(Ending):
    """Run the effect of a piece, then go on."""

    of: t.Expr
    procedures: tuple[str, ...]
    then: int
    again: ReaskPlan | None = None


@declare(Traits(targets=("then",)))
@dataclass(slots=True)
class Empty(Ending):
    """Run what is queued; when nothing is left, go on. Nothing follows if the game was ended."""

    then: int


@declare(Traits(targets=("then",)))
@dataclass(slots=True)
class Stop(Ending):
    """Nothing follows if the game was ended; else go on."""

    then: int


@declare()
@dataclass(slots=True)
class ProcedureEnd(Ending):
    """The procedure is over."""


Terminator = Jump | Split | Ask | Call | CallCard | Empty | Stop | ProcedureEnd


@dataclass(slots=True)
class BasicBlock:
    """A block: statements that never suspend, then a terminator. `locals` are those its frame holds, sorted, `kinds` their
    types (of a list that of its values).

    A block that follows a question gets the answer besides (`answers`). One that `repeats` puts a pending question again, or works out
    what a frame that waits holds. `again` says which one does it for a frame of this block. `restart`: of a frame of a phase in which all choose at
    the same time, the block that goes back from it to where the next seat is asked (-1: it is of no such phase).
    """

    number: int
    statements: list[t.Statement] = field(default_factory=list)
    end: Terminator = field(default_factory=ProcedureEnd)
    locals: tuple[str, ...] = ()
    kinds: tuple[Type, ...] = ()
    entry_of: str = ""
    answers: Ask | None = None
    loop: bool = False
    repeats: bool = False
    again: ReaskPlan | None = None
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
    `invariants`: conditions on every seat, which imagined worlds agree with.
    `amounts`: those that the data gives to views. `lasts`: by field that a phase counts with, the number at which it ends.
    """

    vocabulary: Vocabulary
    procedures: dict[str, Procedure] = field(default_factory=dict)
    blocks: list[BasicBlock] = field(default_factory=list)
    phase_entry: dict[int, int] = field(default_factory=dict)
    phase_names: list[str] = field(default_factory=list)
    starts: list[InitialValue] = field(default_factory=list)
    scores: list[ScoreCategory] = field(default_factory=list)
    tie_breaks: list[t.Expr] = field(default_factory=list)
    tie_break_origins: list[Origin] = field(default_factory=list)
    outcome: OutcomeRule = field(default_factory=lambda: OutcomeRule())  # noqa: PLW0108 - it is declared further down
    invariants: list[tuple[t.Expr, Origin | None]] = field(default_factory=list)
    achievements: list[AchievementRule] = field(default_factory=list)
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
    changes: Sequence[OverlayChange] = ()
    """What expansions have put in the place of something, in the order in which they were laid on."""
    results: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """What is worked out of a lowered program once, by the name of what does it: `analysis.step_costs.steps_of`, `analysis.control_flow.recursive_of`."""

    @property
    def claims(self) -> list[tuple[t.Expr, Origin | None]]:
        """What is asked of every seat besides its score, to know who wins: tie-breaks, then what holds of winners, then the team."""
        who = self.outcome
        more = ((who.wins, who.wins_origin), (who.team, who.team_origin))
        ties = zip(self.tie_breaks, self.tie_break_origins, strict=True)
        return [*ties, *((tree, origin) for tree, origin in more if tree is not None)]

    def under(self, name: str) -> list[t.Expr | t.Statement]:
        """The trees that run under a name: of a procedure, a definition (`value NAME`), or those who hear of an event (`event NAME`)."""
        kind, _, plain = name.partition(" ")
        if kind == "value":
            return [*self.vocabulary.defines[plain].trees]
        if name in self.procedures:
            return [self.procedures[name].body]
        heard = self.vocabulary.listeners.get(plain, []) if kind == "event" else []
        return [part for each in heard for part in (each.condition, self.procedures[each.procedure].body)]

    def reports(self, field: Field) -> bool:
        """Whether players are told when a field changes: what the data says, else single values that all share."""
        if field.note is not None:
            return field.note
        if field.tell:
            return True
        told = self.told
        return not field.per_seat and not field.index and "." not in field.name and (not told or field.name in told)

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


@dataclass(frozen=True, slots=True)
class InitialValue:
    """What a field begins with where that is worked out, in the order of the declarations."""

    field: Field
    value: t.Expr
    origin: Origin | None


@dataclass(slots=True)
class ScoreCategory:
    """A category of the final score: one amount per item, or one in all (`items` is None).

    Items for which `where` does not hold are not listed. `condition_origin` and `origin`: where `where` and `amount` come from.
    `text`: what the data says of it, by language; else its text is made of the amount.
    """

    name: str
    title: dict[str, str]
    items: t.Selection | None
    amount: t.Expr
    where: t.Expr | None = None
    origin: Origin | None = None
    condition_origin: Origin | None = None
    text: dict[str, Template] = field(default_factory=dict)

    @property
    def resource(self) -> int | None:
        """The number of the resource of which this is just what a seat has; None where it is worked out otherwise."""
        amount = self.amount
        if self.items is not None or not isinstance(amount, t.Load) or amount.field.name != "held":
            return None
        (which,) = amount.index
        return which.value if isinstance(which, t.Const) and amount.seat == t.Local(SEAT, "me") else None


@dataclass(slots=True)
class OutcomeRule:
    """Who wins: whether the lowest score does, the condition without which a seat cannot, and the number of its team."""

    lowest: bool = False
    wins: t.Expr | None = None
    team: t.Expr | None = None
    wins_origin: Origin | None = None
    team_origin: Origin | None = None


@dataclass(slots=True)
class AchievementRule:
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


# Amounts, conditions and effects that have a name, and what changes them while a piece is in play.


@dataclass(slots=True)
class DefinitionModifier:
    """A change to a define while a piece is in play (or always, for a rule).

    `condition_origin` and `origin`: where `where` and `value` come from.
    """

    how: str
    where: t.Expr
    value: t.Expr
    source: str
    origin: Origin | None = None
    condition_origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class EffectPatch:
    """What is done `before`, `after` or `instead` of an effect that has a name, while a piece is in play (or always, for a rule).

    `procedure` takes the parameters of the effect. `origin`: where the condition comes from.
    """

    how: str
    condition: t.Expr
    procedure: str
    source: str
    origin: Origin | None = None


@dataclass(slots=True)
class Definition:
    """A named amount, condition, value of any other type, or effect, with parameters.

    `one`: what one of what it counts is called; `changed`: sentences about changes of it, by the keys of `changed:` in the data.
    `modifiers` change an amount, a condition or a value, `steps` an effect. What a `value` comes to with all its changes must be
    of its type.
    `origin`: where its value or body comes from. Of what cards say of themselves (see `SAID`) each card has its own text:
    `origins`, by piece.
    """

    name: str
    kind: str
    params: dict[str, Type]
    type: Type
    title: Text = field(default_factory=dict)
    one: Text = field(default_factory=dict)
    changed: dict[str, Text] = field(default_factory=dict)
    value: t.Expr | None = None
    body: t.Block | None = None
    modifiers: list[DefinitionModifier] = field(default_factory=list)
    steps: list[EffectPatch] = field(default_factory=list)
    used: bool = False
    unread: set[str] = field(default_factory=set)
    origin: Origin | None = None
    origins: dict[int, Origin] = field(default_factory=dict)

    @property
    def result(self) -> Type | None:
        """The type of what it returns, if it is an effect that returns something."""
        return self.type if self.kind == "effect" and self.type.kind != "bad" else None

    @property
    def trees(self) -> list[t.Expr]:
        """Its value, and the conditions and values of all that changes it."""
        own = [] if self.value is None else [self.value]
        return [*own, *(part for change in self.modifiers for part in (change.where, change.value))]
