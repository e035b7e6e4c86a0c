"""What of a state is told in numbers, by name, and where each of them lies: values, and lists of pieces. It is worked out from what a game has, without a state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core.lang.knowledge import is_hand, keeps, seen_field
from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.words import there
from ruleset_core.model.thinking import MOMENTS

if TYPE_CHECKING:
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

AMOUNTS = ("held", "filled")
"""What is kept of each resource."""


ME: Final = "[me]"
"""By this, names of numbers tell that they are of the seat that looks."""
ASKED: Final = "decides"
"""What it is called whether a seat is to decide."""
COUNT: Final = "count"
"""What is said of a list of pieces as a whole: how many there are."""


def may_see(visible: str, viewer: int, seat: int | None) -> bool:
    """Whether a viewer (-1: somebody beside the table) sees something of a seat."""
    if visible == "others":
        return viewer >= 0 and seat != viewer
    return visible == "all" or (visible == "owner" and seat == viewer)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a number says, and between which two it lies.

    Attributes:
        name: as data calls it, with seats counted from the one that looks: `held[deniers][me]`, `held[deniers][+1]`, `round`.
        low, high: the least and the greatest it can be.
    """

    name: str
    low: int
    high: int


class _Value(NamedTuple):
    """A value that a viewer sees: whose (None: nobody's), where it lies in `v`, how many seats there are if it names one."""

    seat: int | None
    place: int
    seats: int
    meaning: Meaning


class _List(NamedTuple):
    """A list of pieces: its zone, whose it is, its place in `z`, and what it is called."""

    zone: Zone
    seat: int | None
    slot: int
    name: str


class Told:
    """What is told in numbers in games of so many players: values, and lists of pieces.

    Attributes:
        players: how many play.
    """

    def __init__(self, vocabulary: Vocabulary, players: int) -> None:
        self._v, self.players = vocabulary, players
        self._kinds = list(dict.fromkeys(zone.kind for zone in vocabulary.zones.values()))

    def _plan(self, viewer: int) -> list[int]:
        values = [*self.values(viewer)]
        now = [part for each in values if each.seat in {None, viewer} for part in (each.place, each.seats)]
        before = [part for each in values if each.seat not in {None, viewer} for part in (each.place, each.seats)]
        kinds = [part for kind in self._kinds for part in self._kind(kind, viewer)]
        return [len(now) // 2, *now, len(before) // 2, *before, len(self._kinds), *kinds]

    def _kind(self, kind: str, viewer: int) -> Iterator[int]:
        v, known = self._v, seen_field(self._v, kind)
        side = v.fields.get(f"{kind}.side")
        lists = self._lists(kind, viewer)
        yield from (v.domains[kind].size, -1 if side is None else side.offset, len(lists))
        for zone, seat, slot, _ in lists:
            open_ = may_see(zone.visible, viewer, seat)
            yield from (int(seat not in {None, viewer}), slot, 1 if open_ else 2 if zone.visible == "top" else 0)
            noted = known is not None and keeps(v, zone) and not open_
            yield from (known.offset, known.strides[0]) if known is not None and noted else (-1, 0)
            yield int(open_ or not is_hand(zone))

    def _lists(self, kind: str, viewer: int) -> list[_List]:
        """The lists of a kind: shared ones, then those of each seat from the viewer on."""
        zones = [zone for zone in self._v.zones.values() if zone.kind == kind]
        own = ((zone, seat) for seat in self._around(viewer) for zone in zones if zone.per_seat)
        return [
            _List(zone, seat, self._start(zone, seat) + step, name + self._whose(seat, viewer))
            for zone, seat in (*((zone, None) for zone in zones if not zone.per_seat), *own)
            for step, name in self._steps(zone, viewer)
        ]

    def in_hand(self) -> Iterator[_List]:
        """The lists of the seat that looks whose pieces it sees."""
        for kind in self._kinds:
            for each in self._lists(kind, 0):
                if each.seat == 0 and each.zone.visible != "top" and may_see(each.zone.visible, 0, 0):
                    yield each

    def named(self, kind: str) -> tuple[str, ...]:
        """By piece of a kind, the card or piece that it is a copy of."""
        return tuple(piece.partition("#")[0] for piece in self._v.domains[kind].ids)

    def _start(self, zone: Zone, seat: int | None) -> int:
        return zone.slot + (0 if seat is None else self._v.zones_of(seat))

    def _steps(self, of: Field | Zone, viewer: int) -> Iterator[tuple[int, str]]:
        """The places of a field or zone, each with its name."""
        axes = [
            [(stride * number, f"[{name}]") for number, name in self._index(kind, viewer)]
            for stride, kind in zip(of.strides, of.index, strict=True)
        ]
        for steps in product(*axes):
            yield sum(step for step, _ in steps), of.name + "".join(name for _, name in steps)

    # -- in which order, and what it means ------------------------------------------------------------------------------

    def values(self, viewer: int) -> Iterator[_Value]:
        """Shared values and own ones, then those of the others, by how many seats after the viewer they come."""
        fields = [each for each in self._v.fields.values() if not each.hidden and "." not in each.name]
        for field in fields:
            if not field.per_seat and field.visible == "all":
                yield from self._of_field(field, viewer, None)
        for seat in self._around(viewer):
            for field in fields:
                if field.per_seat and may_see(field.visible, viewer, seat):
                    yield from self._of_field(field, viewer, seat)

    def _of_field(self, field: Field, viewer: int, seat: int | None) -> Iterator[_Value]:
        base = field.offset + (0 if seat is None else self._v.fields_of(seat))
        seats = self.players if _names_seats(field.type) else 0
        low, high = self._bounds(field.type)
        for place, name in self._steps(field, viewer):
            if field.name in AMOUNTS:
                resource = self._v.resources[place]
                if not may_see(resource.visible, viewer, seat):
                    continue
                most = resource.maximum if field.name == "held" else resource.spaces
                low, high = 0, most if most >= 0 else GREATEST
            yield _Value(seat, base + place, seats, Meaning(name + self._whose(seat, viewer), low, high))

    def _index(self, kind: Type, viewer: int) -> list[tuple[int, str]]:
        """The values of an index with what they are called, seats from the viewer on."""
        found = there(self._v, kind, self.players)
        if not _names_seats(kind):
            return found
        own = [((viewer + after) % self.players, self._called(viewer + after, viewer)) for after in range(self.players)]
        return own + found[self.players :]

    def _around(self, viewer: int) -> list[int]:
        return [(viewer + after) % self.players for after in range(self.players)]

    def _called(self, seat: int, viewer: int) -> str:
        after = (seat - viewer) % self.players
        return f"+{after}" if after else "me"

    def _whose(self, seat: int | None, viewer: int) -> str:
        return "" if seat is None else f"[{self._called(seat, viewer)}]"

    def _bounds(self, kind: Type) -> tuple[int, int]:
        """The least and the greatest value of a type."""
        if not self._v.finite(kind):
            low, high = kind.low, kind.high
            return LEAST if low is None else low, GREATEST if high is None else high
        members = self._v.members(kind)
        low, high = members[0], members[-1]
        if kind.domain == SEAT.domain:
            high = self.players - 1
        return -1 if kind.optional else low, high


def _names_seats(kind: Type) -> bool:
    return kind.domain == SEAT.domain or kind.seats


class Heap(NamedTuple):
    """A list of pieces of a seat, which sees them: where it lies among its lists, and by piece the card that it is a copy of."""

    slot: int
    cards: tuple[str, ...]


class Places(NamedTuple):
    """What prospects may name: numbers of a seat, by where they lie; lists of a seat; shared values, by where they lie, their least and how many there are.

    Attributes:
        names: what may be worth something: all of these, whether the seat is to decide (`decides`), how many pieces lie in a list (`hand.count`),
            and how many of them are of a card (`hand.militia`).
    """

    own: dict[str, int]
    lists: dict[str, Heap]
    shared: dict[str, tuple[int, int, int]]
    names: frozenset[str]


def places(v: Vocabulary) -> Places:
    """What prospects of a game may name."""
    numbers = Told(v, v.players[0])
    own, shared = dict[str, int](), dict[str, tuple[int, int, int]]()
    for each in numbers.values(0):
        low, high = each.meaning.low, each.meaning.high
        if each.seat == 0:
            own[each.meaning.name.replace(ME, "")] = each.place - v.fields_of(0)
        elif each.seat is None:
            shared[each.meaning.name] = (each.place, low, min(high - low + 1, MOMENTS[1]))
    lists = {
        each.name.replace(ME, ""): Heap(each.slot - v.zones_of(0), numbers.named(each.zone.kind))
        for each in numbers.in_hand()
    }
    pieces = {f"{name}.{what}" for name, each in lists.items() for what in (COUNT, *each.cards)}
    return Places(own, lists, shared, frozenset({*own, *shared, ASKED, *pieces}))
