"""The vocabulary: all that a game declares, with its place in memory, and texts with placeholders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ruleset_core.lang.domains import (
    MAX_VALUES,
    AnswerPartType,
    CombinedNames,
    ComputedNames,
    Domain,
    SetNames,
    Text,
    things_of_set,
)
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang import typed_tree as t
    from ruleset_core.lang.origins import Origin
    from ruleset_core.lang.program import Definition
    from ruleset_core.lang.syntax.syntax_tree import SyntaxNode


# What a game declares: its domains, facts, fields, zones, events, decisions and defines, with their places in memory.
#
# A state is one flat list of ints: the shared block, then one block per seat. Every field knows its offset in its
# block. Zones are lists of piece numbers beside it, shared ones first, then a block per seat.

REMEMBERS: Final = "position "
"""With this begin the names of fields that keep positions; no name of the data has a blank in it."""
SAID = ("score", "requires")
"""What a card says of itself as a value: its worth, and what must hold for it."""


def card_value_name(key: str, kind: str) -> str:
    """The define of what cards of a kind say under a key (see `SAID`); no name of a game has a space."""
    return f"{key} of {kind}"


@dataclass(slots=True)
class Field:
    """A part of the state: one int per combination of its indices (the seat, if any, is not among them).

    `named`: whether data gives it a name for players; else its title is its id. `counted`: the phase that counts with it, if one does, and `counted_to` how far, as it is written. `note`: whether players are told when it changes; None: what is usual.
    `tell`: what they are told when it becomes something. `derived`: nobody is shown it, and everybody could work it out (`compile.lowering.forced_choices`).
    `shown`: whether screens show it where no look names it.
    """

    name: str
    index: tuple[Type, ...]
    per_seat: bool
    type: Type
    start: tuple[int, ...]
    visible: str = "all"
    title: Text = field(default_factory=dict)
    named: bool = False
    offset: int = 0
    strides: tuple[int, ...] = ()
    size: int = 1
    hidden: bool = False
    used: bool = False
    counted: str = ""
    counted_to: SyntaxNode | None = None
    note: bool | None = None
    tell: dict[str, Template] = field(default_factory=dict)
    derived: bool = False
    shown: bool = True

    @property
    def remembers(self) -> bool:
        """Whether it keeps positions: they are made of what all see, so that all may know what is remembered."""
        return self.hidden and self.name.startswith(REMEMBERS)


@dataclass(slots=True)
class Zone:
    """An ordered list of pieces of one kind, or several such lists (by seat and other indices).

    A zone is `fixed` if nothing ever moves its pieces, so that it always holds all of its kind. `note`: whether players are
    told of moves into it and out of it. `tell`: what they are told of a piece that comes there.
    """

    name: str
    kind: str
    index: tuple[Type, ...]
    per_seat: bool
    start: str
    visible: str
    title: Text
    slot: int = 0
    strides: tuple[int, ...] = ()
    size: int = 1
    used: bool = False
    fixed: bool = False
    note: bool = True
    tell: dict[str, Template] = field(default_factory=dict)


@dataclass(slots=True)
class Event:
    """Something that happens, with its fields; `queued` listeners wait until the effect in progress is over.

    `tell`: a sentence that players read then, over its fields.
    """

    name: str
    fields: dict[str, Type]
    queued: bool = False
    title: Text = field(default_factory=dict)
    emitted: bool = False
    heard: bool = False
    order: ReactionOrder | None = None
    origin: Origin | None = None
    tell: dict[str, Template] = field(default_factory=dict)

    def orders(self, listener: Listener) -> bool:
        """Whether the acting seat says when a listener of this event has its turn."""
        return self.order is not None and listener.kind == self.order.kind and not listener.instead


@dataclass(slots=True)
class ReactionOrder:
    """How reactions are put in order: by a question about pieces of a kind, as long as `in_play` holds for `this`."""

    decision: DecisionDeclaration
    kind: str
    in_play: t.Expr


@dataclass(slots=True)
class RefusalReason:
    """Why an option is not offered: said when the condition does not hold for it."""

    unless: t.Expr
    say: dict[str, Template]
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class DecisionBranch:
    """A further branch of the choices of a decision: its member, when it is offered, and the procedure it runs."""

    value: int
    where: t.Expr
    procedure: str
    member: str
    origin: Origin | None = None


DONE: Final = "done"
"""What leaves a question that is asked again and again."""


@dataclass(slots=True)
class DecisionDeclaration:
    """A question put to a seat. Its options are numbered `base`, `base + 1`...; the last one is `out` if it `stops`.

    `out` is `done`, or the name of what may be done instead of picking a value.

    `kinds`: the decisions whose answers are those of this one, which has none of its own; each has this among its `kind_of`, and perhaps a
    `title`, what such answers are called. `incomplete`: some of them have mistakes, and are left out.

    An option is a value of the type; with `keys`, pieces are told apart by what these amounts over `it` show, and an
    option is one combination of them. `pattern` is its notation: words, and the places of keys, or of the parts of an answer, in order. `plain` is the same for
    labels that show nothing but the keys, or without keys the value, by language. `told`: what others read that was done;
    `label_of` and `told_of`: labels and what is read of single values. `note`: whether the log tells the answer. `default`: which option is the usual
    one; nothing is played with it.
    """

    name: str
    type: Type
    word: str
    low: int
    size: int
    ask: dict[str, Template] = field(default_factory=dict)
    label: dict[str, Template] = field(default_factory=dict)
    label_of: dict[int, dict[str, Template]] = field(default_factory=dict)
    done: dict[str, Template] = field(default_factory=dict)
    told: dict[str, Template] = field(default_factory=dict)
    told_of: dict[int, dict[str, Template]] = field(default_factory=dict)
    note: bool = True
    pattern: tuple[str | int, ...] = ()
    keys: tuple[t.Expr, ...] = ()
    plain: dict[str, tuple[str | int, ...]] = field(default_factory=dict)
    secret: bool = False
    kinds: tuple[str, ...] = ()
    incomplete: bool = False
    kind_of: tuple[str, ...] = ()
    title: Text = field(default_factory=dict)
    why: list[RefusalReason] = field(default_factory=list)
    default: t.Expr | None = None
    stops: bool = False
    out: str = DONE
    base: int = 0
    used: bool = False
    branches: list[DecisionBranch] = field(default_factory=list)
    branched: bool = False
    own_branches: set[int] = field(default_factory=set)
    origin: Origin | None = None

    @property
    def number_bounds(self) -> str:
        """Which numbers it takes; empty where it takes something else."""
        if self.type.kind != "int" or self.keys or self.kinds:
            return ""
        return f"`{self.word}` goes from {self.low} to {self.low + self.size - 1}"

    def option_texts(self) -> Iterator[Template]:
        """All texts about single options."""
        for texts in (self.label, *self.label_of.values(), self.done, self.told, *self.told_of.values()):
            yield from texts.values()


def words_around(pattern: Sequence[str | int]) -> list[str]:
    """What stands before the first part of a notation and behind each; nothing of one that is the usual."""
    found = [""] if pattern else []
    for each in pattern:
        if isinstance(each, str):
            found[-1] += each
        else:
            found.append("")
    return found


@dataclass(slots=True)
class Listener:
    """What happens when (or instead of what happens when) an event matches. A piece has a `kind`, perhaps a `side`.

    `origin`: where its condition comes from; what it does is a procedure, whose statements have origins of their own.
    """

    event: str
    condition: t.Expr
    procedure: str
    queued: bool
    instead: bool
    source: str
    piece: int = -1
    kind: str = ""
    side: int = -1
    origin: Origin | None = None


@dataclass(slots=True)
class Hook:
    """A typed function of a game's plugin that data may call."""

    name: str
    params: tuple[Type, ...]
    result: Type | None
    used: bool = False


@dataclass(slots=True)
class GameOption:
    """A choice made before the game begins."""

    name: str
    type: Type
    default: int
    title: Text
    place: int = 0
    used: bool = False


@dataclass(slots=True)
class NamedRange:
    """A range of numbers that stands by its name wherever a type may."""

    name: str
    type: Type
    used: bool = False


@dataclass(slots=True)
class Resource:
    """Bounds of a resource. `spaces`: how many may ever be gained; `maximum`: how many may be held (-1: no bound).

    `note`: whether players are told when a seat has more or less of it.
    """

    name: str
    start: int
    maximum: int
    spaces: int
    overflow: str
    visible: str = "all"
    origin: Origin | None = None
    note: bool = True
    used: bool = False


@dataclass(slots=True)
class Vocabulary:
    """All a game declares, by name.

    `seats_named`: effects name seats below this number. `because`: what accounts call rules and definitions, by section and name.
    """

    players: tuple[int, int]
    ranges: dict[str, NamedRange] = field(default_factory=dict)
    domains: dict[str, Domain] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    decisions: dict[str, DecisionDeclaration] = field(default_factory=dict)
    defines: dict[str, Definition] = field(default_factory=dict)
    positions: dict[str, int] = field(default_factory=dict)
    """How many are remembered of each (see `analysis.generated_definitions`)."""
    hooks: dict[str, Hook] = field(default_factory=dict)
    options: dict[str, GameOption] = field(default_factory=dict)
    resources: list[Resource] = field(default_factory=list)
    listeners: dict[str, list[Listener]] = field(default_factory=dict)
    phases: dict[str, Text] = field(default_factory=dict)
    because: dict[tuple[str, str], Text] = field(default_factory=dict)
    board: BoardShape | None = None
    out: Field | None = None
    """Which seats are out of the game: they get no turns and are asked nothing."""
    shared_size: int = 0
    seat_size: int = 0
    shared_zones: int = 0
    seat_zones: int = 0
    queued_listeners: bool = False
    ends: bool = False
    seats_named: int = 0
    _spellings: dict[Type, list[str]] = field(default_factory=dict, repr=False)
    read: dict[tuple[Type, int], dict[str, int]] = field(default_factory=dict, repr=False)
    """The values of types by how data writes them, in games of so many players (see `words.values_of`)."""
    plans: dict[tuple[str, int], Any] = field(default_factory=dict, repr=False)
    """How fields are told in games of so many players (see `engine.observation`)."""

    def fields_of(self, seat: int) -> int:
        """Where the values of a seat begin in a state; those of a field stand its offset further on."""
        return self.shared_size + seat * self.seat_size

    def zones_of(self, seat: int) -> int:
        """Where the lists of pieces of a seat begin in a state; those of a zone stand its slot further on."""
        return self.shared_zones + seat * self.seat_zones

    def members(self, kind: Type) -> range:
        """All values of a finite type, in declared order (without `none`)."""
        if kind.kind == "bool":
            return range(2)
        if kind.kind == "int":
            if kind.low is None or kind.high is None:
                raise ValueError(f"{kind} is not finite")
            return range(kind.low, kind.high + 1)
        return range(self.domains[kind.domain].size)

    def formatted_values(self, kind: Type) -> Sequence[str]:
        """All values of a finite type as data writes them, in declared order."""
        if self.parts(kind):
            return self._combined(kind, "")
        if kind not in self._spellings:
            self._spellings[kind] = [self.format_value(kind, value) for value in self.members(kind)]
        return self._spellings[kind]

    def _combined(self, kind: Type, first: str, pattern: Sequence[str | int] = ()) -> ComputedNames:
        """The names of the answers of several parts, or of sets, with words before each; `pattern`: what stands around the parts."""
        rows = [self.formatted_values(part.type) for part in self.parts(kind)]
        if self.is_set(kind):
            return SetNames(rows[0], len(rows), first)
        before, *behind = words_around(pattern) or ("",)
        return CombinedNames(rows, first + before, behind)

    def beginning(self, decision: DecisionDeclaration, parts: Sequence[str]) -> str:
        """How an answer begins of which the first parts are these, as they are written."""
        words = words_around(decision.pattern) or ("", *(" " for _ in parts))
        written = (f"{before}{part}" for before, part in zip(words, parts, strict=False))
        return f"{decision.word} {''.join(written)}".strip()

    def answer_values(self, kind: Type, value: int) -> Sequence[tuple[Type, int]]:
        """What a value stands for: the types and values of the parts of an answer, or of the things of a set; else the value itself."""
        parts = self.parts(kind)
        if not parts:
            return [(kind, value)]
        if self.is_set(kind):
            return [(parts[0].type, parts[0].low + each) for each in things_of_set(parts[0].size, value)]
        found: list[tuple[Type, int]] = []
        for part in reversed(parts):
            value, place = divmod(value, part.size)
            found.append((part.type, part.low + place))
        return found[::-1]

    def parts(self, kind: Type) -> tuple[AnswerPartType, ...]:
        """The parts of the answers of a type; none where each is one thing."""
        return self.domains[kind.domain].parts if kind.kind == "member" else ()

    def is_set(self, kind: Type) -> bool:
        """Whether values of a type are sets of things."""
        return kind.kind == "member" and self.domains[kind.domain].sets

    def finite(self, kind: Type) -> bool:
        """Whether a type has a known, small number of values."""
        if kind.kind == "int":
            return kind.low is not None and kind.high is not None and kind.high - kind.low < MAX_VALUES
        return kind.kind in {"bool", "member"}

    def home(self, option: int) -> DecisionDeclaration | None:
        """The decision that an option belongs to; None if it is no option of this game."""
        for decision in self.decisions.values():
            first = decision.base + decision.size if decision.kinds else decision.base
            if first <= option < decision.base + decision.size + int(decision.stops):
                return decision
        return None

    def notations(self, decision: DecisionDeclaration) -> Sequence[str]:
        """The notation of every option of a decision but `done`, in the order of their numbers."""
        if self.parts(decision.type) and not decision.keys:
            return self._combined(decision.type, f"{decision.word} ", decision.pattern)
        if not decision.keys:
            return [f"{decision.word} {each}" for each in self.formatted_values(decision.type)]
        shown = product(*(self.formatted_values(key.type.sure()) for key in decision.keys))
        return [
            f"{decision.word} " + "".join(part if isinstance(part, str) else values[part] for part in decision.pattern)
            for values in shown
        ]

    def combination(self, decision: DecisionDeclaration, shown: Iterable[int | None]) -> int | None:
        """Which option of a question it is when its keys show these values, counted from 0; None if they show none of them."""
        number = 0
        for key, value in zip(decision.keys, shown, strict=True):
            values = self.members(key.type)
            if value is None or value not in values:
                return None
            number = number * len(values) + value - values[0]
        return number

    def format_unfit(self, kind: Type, value: int) -> str:
        """A value that a type does not have: -1 is a number where numbers are asked for, else `none`."""
        return self.format_value(kind if kind.kind == "int" else kind.maybe(), value)

    def format_value(self, kind: Type, value: int) -> str:
        """A value as data and notation write it: `red`, `3`, `none`, `true`."""
        if value == -1 and kind.optional:
            return "none"
        if kind.kind == "bool":
            return "true" if value else "false"
        if self.parts(kind):
            return " ".join(self.format_value(part, each) for part, each in self.answer_values(kind, value))
        if kind.kind == "member":
            ids = self.domains[kind.domain].ids
            return ids[value] if 0 <= value < len(ids) else str(value)
        return str(value)

    def written_value(self, kind: Type, value: int) -> int | bool | str:
        """A value as a file has it: as `format_value`, but numbers, seats and truth values as themselves."""
        if value == -1 and kind.optional:
            return "none"
        if kind.kind == "bool":
            return bool(value)
        return value if kind.kind == "int" or kind.domain == "seat" else self.format_value(kind, value)


# Texts with places for values, and with words that depend on a condition.


@dataclass(frozen=True, slots=True)
class Cases:
    """Words of which those are said whose condition is the first that holds, or else `otherwise`."""

    cases: tuple[tuple[t.Expr, Template], ...]
    otherwise: Template


Template: TypeAlias = "list[str | t.Expr | Cases]"
"""A text with values to be put in."""


def text_parts(template: Template, holds: Callable[[t.Expr], bool]) -> Iterator[str | t.Expr]:
    """The words and values that are said, whatever the conditions are."""
    for part in template:
        if isinstance(part, Cases):
            yield from text_parts(next((said for when, said in part.cases if holds(when)), part.otherwise), holds)
        else:
            yield part


def template_expressions(template: Sequence[str | t.Expr | Cases]) -> Iterator[t.Expr]:
    """All that a text looks at: values and conditions."""
    for part in template:
        if isinstance(part, Cases):
            for when, said in part.cases:
                yield when
                yield from template_expressions(said)
            yield from template_expressions(part.otherwise)
        elif not isinstance(part, str):
            yield part


# How the parts of a planar board lie together.


@dataclass(frozen=True, slots=True)
class BoardShape:
    """How the parts of a planar board lie together, by number; -1 is outside.

    Attributes:
        ends: the two crossings of every line.
        sides: the two spaces beside every line.
        around: the lines of every space.
        meeting: the lines of every crossing.
        corners: the crossings of every space, in order.
        points: where every crossing lies, (x, y).
    """

    ends: tuple[tuple[int, int], ...]
    sides: tuple[tuple[int, int], ...]
    around: tuple[tuple[int, ...], ...]
    meeting: tuple[tuple[int, ...], ...]
    corners: tuple[tuple[int, ...], ...]
    points: tuple[tuple[int, int], ...]
