"""What a game declares: its domains, facts, fields, zones, events, decisions and defines, with their places in memory.

A state is one flat list of ints: the shared block, then one block per seat. Every field knows its offset in its block.
Zones are lists of piece numbers beside it, shared ones first, then a block per seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang import tree as t
    from ruleset_core.lang.board_shape import BoardShape
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.syntax.nodes import Node
    from ruleset_core.lang.templates import Template

Text = dict[str, str]
"""A text in the languages spoken: `{"en": ..., "es": ...}`."""


MAX_VALUES = 10_000
"""Most values of a type that is gone through, indexed by or offered; also most spaces of a track, most pieces of a kind."""
MAX_PLACES = 100_000
"""Most places of a field, all its indices together."""
MAX_PARTS = 20_000
"""Most crossings, lines, spaces and regions of a planar board, of each."""


REMEMBERS: Final = "position "
"""With this begin the names of fields that keep positions; no name of the data has a blank in it."""
SAID = ("score", "requires")
"""What a card says of itself as a value: its worth, and what must hold for it."""


def said_of(key: str, kind: str) -> str:
    """The define of what cards of a kind say under a key (see `SAID`); no name of a game has a space."""
    return f"{key} of {kind}"


@dataclass(slots=True)
class Fact:
    """A fixed property of the members of a domain; `values` by member, or by member and side.

    `length`: the least and the most values of a list, where that is declared. `by`: what its places are called, where a list
    has one for each member of a set. `made`: it is worked out, so that nobody writes its values.
    """

    name: str
    domain: str
    type: Type
    values: list[int | tuple[int, ...]]
    sides: int = 0
    title: Text = field(default_factory=dict)
    used: bool = False
    length: tuple[int, int] | None = None
    none: Text = field(default_factory=dict)
    by: Type | None = None
    made: bool = False


@dataclass(slots=True)
class Domain:
    """A closed family of names: a set, the resources, the seats, or the pieces of a kind (copies included).

    `said` and `plural`: what members are called in a sentence, and several of them, by place, where it is not usual.
    `adjectives`: whether they describe a noun (`red dice`).
    `back`: the facts of a piece that show where it lies face down.
    `remembered`: whether a seat that saw a piece goes on knowing it as it moves.
    `hints`: the facts of a piece that a seat may get to know without the piece.
    `card` gives, for pieces that are cards, the first of all copies.
    `pair`: the types of both things that a member stands for, where it is a pair; each is a fact of it.
    """

    name: str
    kind: str
    ids: list[str]
    names: list[Text]
    title: Text
    facts: dict[str, Fact] = field(default_factory=dict)
    card: Fact | None = None
    sides: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    used: bool = False
    seats: bool = False
    said: dict[int, Text] = field(default_factory=dict)
    plural: dict[int, Text] = field(default_factory=dict)
    adjectives: bool = False
    remembered: bool = False
    hints: list[str] = field(default_factory=list)
    pair: tuple[Type, ...] = ()

    @property
    def type(self) -> Type:
        """The type of its members."""
        return Type("member", self.name, seats=self.seats)

    @property
    def size(self) -> int:
        """Number of members."""
        return len(self.ids)

    @property
    def said_as(self) -> dict[str, str]:
        """Ids of members by the names players read, written as ids are."""
        pairs = ((text, name) for name, texts in zip(self.ids, self.names, strict=False) for text in texts.values())
        return {text.lower().replace(" ", "_").replace("-", "_"): name for text, name in pairs}

    def back_of(self, piece: int) -> tuple[int | tuple[int, ...], ...]:
        """What shows of a piece that lies face down; pieces with the same back cannot be told apart there."""
        return tuple(self.facts[name].values[piece] for name in self.back)


@dataclass(slots=True)
class Field:
    """A part of the state: one int per combination of its indices (the seat, if any, is not among them).

    `counted`: the phase that counts with it, if one does, and `counted_to` how far, as it is written. `note`: whether players are told when it changes; None: what is usual.
    `tell`: what they are told when it becomes something. `derived`: nobody is shown it, and everybody could work it out (`lower.derived`).
    """

    name: str
    index: tuple[Type, ...]
    per_seat: bool
    type: Type
    start: tuple[int, ...]
    visible: str = "all"
    title: Text = field(default_factory=dict)
    offset: int = 0
    strides: tuple[int, ...] = ()
    size: int = 1
    hidden: bool = False
    used: bool = False
    counted: str = ""
    counted_to: Node | None = None
    note: bool | None = None
    tell: dict[str, Template] = field(default_factory=dict)
    derived: bool = False

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
    order: Order | None = None
    origin: Origin | None = None
    tell: dict[str, Template] = field(default_factory=dict)

    def orders(self, listener: Listener) -> bool:
        """Whether the acting seat says when a listener of this event has its turn."""
        return self.order is not None and listener.kind == self.order.kind and not listener.instead


@dataclass(slots=True)
class Order:
    """How reactions are put in order: by a question about pieces of a kind, as long as `in_play` holds for `this`."""

    decision: Decision
    kind: str
    in_play: t.Expr


@dataclass(slots=True)
class Reason:
    """Why an option is not offered: said when the condition does not hold for it."""

    unless: t.Expr
    say: dict[str, Template]
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """A further branch of the choices of a decision: its member, when it is offered, and the procedure it runs."""

    value: int
    where: t.Expr
    procedure: str
    member: str
    origin: Origin | None = None


DONE: Final = "done"
"""What leaves a question that is asked again and again."""


@dataclass(slots=True)
class Decision:
    """A question put to a seat. Its options are numbered `base`, `base + 1`...; the last one is `out` if it `stops`.

    `out` is `done`, or the name of what may be done instead of picking a value.

    An option is a value of the type; with `keys`, pieces are told apart by what these amounts over `it` show, and an
    option is one combination of them. `pattern` is its notation: words, and the places of keys. `plain` is the same for
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
    why: list[Reason] = field(default_factory=list)
    default: t.Expr | None = None
    stops: bool = False
    out: str = DONE
    base: int = 0
    used: bool = False
    branches: list[Branch] = field(default_factory=list)
    branched: bool = False
    own_branches: set[int] = field(default_factory=set)
    origin: Origin | None = None

    def said_of_options(self) -> Iterator[Template]:
        """All texts about single options."""
        for texts in (self.label, *self.label_of.values(), self.done, self.told, *self.told_of.values()):
            yield from texts.values()


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
    domains: dict[str, Domain] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    defines: dict[str, Define] = field(default_factory=dict)
    positions: dict[str, int] = field(default_factory=dict)
    """How many are remembered of each (see `link.positions`)."""
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
    has_queue: bool = False
    queued_listeners: bool = False
    ends: bool = False
    seats_named: int = 0
    _spellings: dict[Type, list[str]] = field(default_factory=dict, repr=False)
    read: dict[tuple[Type, int], dict[str, int]] = field(default_factory=dict, repr=False)
    """The values of types by how data writes them, in games of so many players (see `words.values_of`)."""
    plans: dict[tuple[str, int], Any] = field(default_factory=dict, repr=False)
    """How fields are told in games of so many players (see `engine.observe`)."""

    def fields_of(self, seat: int) -> int:
        """Where the values of a seat begin in a state; those of a field stand its offset further on."""
        return self.shared_size + seat * self.seat_size

    def zones_of(self, seat: int) -> int:
        """Where the lists of pieces of a seat begin in a state; those of a zone stand its slot further on."""
        return self.shared_zones + seat * self.seat_zones

    def members(self, kind: Type) -> list[int]:
        """All values of a finite type, in declared order (without `none`)."""
        if kind.kind == "bool":
            return [0, 1]
        if kind.kind == "int":
            if kind.low is None or kind.high is None:
                raise ValueError(f"{kind} is not finite")
            return list(range(kind.low, kind.high + 1))
        return list(range(self.domains[kind.domain].size))

    def spellings(self, kind: Type) -> list[str]:
        """All values of a finite type as data writes them, in declared order."""
        if kind not in self._spellings:
            self._spellings[kind] = [self.spell(kind, value) for value in self.members(kind)]
        return self._spellings[kind]

    def parted(self, kind: Type, value: int) -> tuple[int, ...]:
        """What a value stands for: both values of a pair, in order; else the value itself."""
        pair = self.domains[kind.domain].pair if kind.kind == "member" else ()
        if not pair:
            return (value,)
        first, second = map(self.members, pair)
        return first[value // len(second)], second[value % len(second)]

    def finite(self, kind: Type) -> bool:
        """Whether a type has a known, small number of values."""
        if kind.kind == "int":
            return kind.low is not None and kind.high is not None and kind.high - kind.low < MAX_VALUES
        return kind.kind in {"bool", "member"}

    def home(self, option: int) -> Decision | None:
        """The decision that an option belongs to; None if it is no option of this game."""
        for decision in self.decisions.values():
            if decision.base <= option < decision.base + decision.size + int(decision.stops):
                return decision
        return None

    def notations(self, decision: Decision) -> list[str]:
        """The notation of every option of a decision but `done`, in the order of their numbers."""
        if not decision.keys:
            return [f"{decision.word} {each}" for each in self.spellings(decision.type)]
        shown = product(*(self.spellings(key.type.sure()) for key in decision.keys))
        return [
            f"{decision.word} " + "".join(part if isinstance(part, str) else values[part] for part in decision.pattern)
            for values in shown
        ]

    def combination(self, decision: Decision, shown: Iterable[int | None]) -> int | None:
        """Which option of a question it is when its keys show these values, counted from 0; None if they show none of them."""
        number = 0
        for key, value in zip(decision.keys, shown, strict=True):
            values = self.members(key.type)
            if value is None or value not in values:
                return None
            number = number * len(values) + value - values[0]
        return number

    def spell(self, kind: Type, value: int) -> str:
        """A value as data and notation write it: `red`, `3`, `none`, `true`."""
        if value == -1 and kind.optional:
            return "none"
        if kind.kind == "bool":
            return "true" if value else "false"
        if kind.kind == "member":
            ids = self.domains[kind.domain].ids
            return ids[value] if 0 <= value < len(ids) else str(value)
        return str(value)
