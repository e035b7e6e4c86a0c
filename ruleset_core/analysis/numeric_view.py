"""The numeric view of a state for programs that learn: what each number means, and writing what a seat may know.

Programs that learn take rows of numbers. A plan, made once for a number of players and a viewer, says which numbers of a
state go where; `see` only follows it, so it runs in the core as well. Pig with two players, seen by seat 0:

>>> from ruleset_core import load
>>> view = NumericView(load("pig").program.vocabulary, players=2)
>>> [(value.meaning.name, value.place) for value in view.values(0)]    # places in `State.v`
[('face', 0), ('pot', 1), ('held[points][me]', 3), ('held[points][+1]', 6)]
>>> [(value.meaning.name, value.place) for value in view.values(1)]    # seat 1 finds its own points at the same index
[('face', 0), ('pot', 1), ('held[points][me]', 6), ('held[points][+1]', 3)]

`see` is also compiled to WebAssembly from this source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.situations import members_in_play
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.visibility import AMOUNTS, TOP, MaskedList, PieceValues, mask_of, shows
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone
from ruleset_core.values import MOMENT_COUNT_LIMITS

# What a seat may know of a state, as numbers in a row: told by a plan, a list of whole numbers.
#
# A plan is made by `engine.observation` for one number of players and one viewer. `before` is the state as it was when
# all began to choose at the same time, for what is seen of the others meanwhile; else it is the state itself.
#
#     how many values are read from the state, then for each: its place in `v`; how many seats there are if it names one, else 0
#     the same for those that are read from `before`
#     how many kinds of pieces, then for each
#         pieces of the kind; how many fields are seen with a piece, such as its side; how many lists they may lie in
#         for each of these fields: where in `v` it begins, whether only who sees the list sees it, how many seats if it names one
#         for each list
#             1 if it is read from `before`; its place in `z`
#             who is shown its pieces, and whose it is (see `lang.visibility.shows`)
#             where in `v` it stands who knows a piece (-1: nobody is noted), how far these words lie apart
#             1 if its order is told, else 0
#
# What comes out: the values in order; then for each kind how many pieces lie in each list, and for each piece the
# list it lies in as far as the viewer knows (-1: it does not), its place there from 0 (-1 where that is not told)
# and what is seen with it, such as its side (-1).

PIECE = 2
"""Numbers told of a piece, apart from what is seen with it."""


def see(
    v: list[int],
    z: list[list[int]],
    before_v: list[int],
    before_z: list[list[int]],
    plan: list[int],
    viewer: int,
    out: list[int],
) -> None:
    """Write what a viewer may know into `out`, which has room for all of it."""
    count = plan[0]
    for one in range(count):
        value = v[plan[1 + 2 * one]]
        seats = plan[2 + 2 * one]
        if seats:
            value = _seat(value, seats, viewer)
        out[one] = value
    at = 1 + 2 * count
    more = plan[at]
    for one in range(more):
        value = before_v[plan[at + 1 + 2 * one]]
        seats = plan[at + 2 + 2 * one]
        if seats:
            value = _seat(value, seats, viewer)
        out[count + one] = value
    at += 1 + 2 * more
    to = count + more
    kinds = plan[at]
    at += 1
    for _ in range(kinds):
        size, fields, lists = plan[at], plan[at + 1], plan[at + 2]
        told = PIECE + fields
        first = to + lists
        for one in range(first, first + told * size):
            out[one] = -1
        at += 3
        seen = at
        at += 3 * fields
        for number in range(lists):
            if plan[at]:
                out[to + number] = _list(before_v, before_z, plan, at, viewer, out, first, told, number, seen, fields)
            else:
                out[to + number] = _list(v, z, plan, at, viewer, out, first, told, number, seen, fields)
            at += 7
        to = first + told * size


def _seat(value: int, seats: int, viewer: int) -> int:
    """A value; a seat as how many seats after the viewer it comes."""
    if value >= 0 and value < seats and viewer >= 0:
        return value - viewer if value >= viewer else value - viewer + seats
    return value


def _list(
    v: list[int],
    z: list[list[int]],
    plan: list[int],
    at: int,
    viewer: int,
    out: list[int],
    first: int,
    told: int,
    number: int,
    seen: int,
    fields: int,
) -> int:
    """What is known of the pieces of a list, and how many there are."""
    slot, sight, owner = plan[at + 1], plan[at + 2], plan[at + 3]
    known, apart, order = plan[at + 4], plan[at + 5], plan[at + 6]
    count = len(z[slot])
    whole = shows(sight, owner, viewer, 0, 0)
    if whole == 0 and known < 0 and sight != TOP:
        return count
    for place in range(count):
        piece = z[slot][place]
        sure = whole
        lying = whole
        if sure == 0:
            knowing = 0
            if known >= 0:
                knowing = v[known + apart * piece]
            sure = shows(sight, owner, viewer, place == count - 1, knowing)
            lying = shows(sight, owner, viewer, place == count - 1, 0)
        if sure != 0:
            to = first + told * piece
            out[to] = number
            if order:
                out[to + 1] = place
            for one in range(fields):
                if lying != 0 or plan[seen + 3 * one + 1] == 0:
                    out[to + PIECE + one] = _seat(v[plan[seen + 3 * one] + piece], plan[seen + 3 * one + 2], viewer)
    return count


# What of a state is told in numbers, by name, and where each of them lies: values, and lists of pieces. It is worked
# out from what a game has, without a state.

ME: Final = "[me]"
"""By this, names of numbers tell that they are of the seat that looks."""
ASKED: Final = "decides"
"""What it is called whether a seat is to decide."""
COUNT: Final = "count"
"""What is said of a list of pieces as a whole: how many there are."""


@dataclass(frozen=True, slots=True)
class NumberMeaning:
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
    meaning: NumberMeaning


class _List(NamedTuple):
    """A list of pieces, and what it is called."""

    part: MaskedList
    name: str


class NumericView:
    """What is told in numbers in games of so many players: values, and lists of pieces.

    Attributes:
        players: how many play.
    """

    def __init__(self, vocabulary: Vocabulary, players: int) -> None:
        self._v, self._mask, self.players = vocabulary, mask_of(vocabulary), players
        self._kinds = list(dict.fromkeys(zone.kind for zone in vocabulary.zones.values()))

    def _plan(self, viewer: int) -> list[int]:
        values = [*self.values(viewer)]
        now = [part for each in values if each.seat in {None, viewer} for part in (each.place, each.seats)]
        before = [part for each in values if each.seat not in {None, viewer} for part in (each.place, each.seats)]
        kinds = [part for kind in self._kinds for part in self._kind(kind, viewer)]
        return [len(now) // 2, *now, len(before) // 2, *before, len(self._kinds), *kinds]

    def _kind(self, kind: str, viewer: int) -> Iterator[int]:
        lists, seen = self._lists(kind, viewer), self._seen_with(kind)
        yield from (self._v.domains[kind].size, len(seen), len(lists))
        for each in seen:
            yield from (each.start, int(each.lying), self.players if _names_seats(each.field.type) else 0)
        for part, _ in lists:
            yield from (int(part.seat not in {None, viewer}), part.slot, *part.whole[:2], part.notes, part.apart)
            yield int(part.whole.to(viewer) or not part.hand)

    def _lists(self, kind: str, viewer: int) -> list[_List]:
        """The lists of a kind: shared ones, then those of each seat from the viewer on."""
        zones = [zone for zone in self._v.zones.values() if zone.kind == kind]
        own = ((zone, seat) for seat in self._around(viewer) for zone in zones if zone.per_seat)
        return [
            _List(self._mask.lists[self._start(zone, seat) + step], name + self._whose(seat, viewer))
            for zone, seat in (*((zone, None) for zone in zones if not zone.per_seat), *own)
            for step, name in self._steps(zone, viewer)
        ]

    def _seen_with(self, kind: str) -> list[PieceValues]:
        """The fields whose values are seen with a piece of a kind."""
        return [each for each in self._mask.of_pieces if each.kind == kind]

    def in_hand(self) -> Iterator[_List]:
        """The lists of the seat that looks whose pieces it sees."""
        for kind in self._kinds:
            for each in self._lists(kind, 0):
                if each.part.seat == 0 and each.part.whole.to(0):
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
        fields = [each for each in self._v.fields.values() if "." not in each.name]
        for seat in (None, *self._around(viewer)):
            for field in fields:
                if field.per_seat == (seat is not None):
                    yield from self._of_field(field, viewer, seat)

    def _of_field(self, field: Field, viewer: int, seat: int | None) -> Iterator[_Value]:
        base = field.offset + (0 if seat is None else self._v.fields_of(seat))
        seats = self.players if _names_seats(field.type) else 0
        low, high = self._bounds(field.type)
        for place, name in self._steps(field, viewer):
            if not self._mask.values[base + place].to(viewer):
                continue
            if field.name in AMOUNTS:
                resource = self._v.resources[place]
                most = resource.maximum if field.name == "held" else resource.spaces
                low, high = 0, most if most >= 0 else GREATEST
            yield _Value(seat, base + place, seats, NumberMeaning(name + self._whose(seat, viewer), low, high))

    def _index(self, kind: Type, viewer: int) -> list[tuple[int, str]]:
        """The values of an index with what they are called, seats from the viewer on."""
        found = members_in_play(self._v, kind, self.players)
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


class OwnedList(NamedTuple):
    """A list of pieces of a seat, which sees them: where it lies among its lists, and by piece the card that it is a copy of."""

    slot: int
    cards: tuple[str, ...]


class FeaturePlaces(NamedTuple):
    """What prospects may name: numbers of a seat, by where they lie; lists of a seat; shared values, by where they lie, their least and how many there are.

    Attributes:
        names: what may be worth something: all of these, whether the seat is to decide (`decides`), how many pieces lie in a list (`hand.count`),
            and how many of them are of a card (`hand.militia`).
    """

    own: dict[str, int]
    lists: dict[str, OwnedList]
    shared: dict[str, tuple[int, int, int]]
    names: frozenset[str]


def feature_places(v: Vocabulary) -> FeaturePlaces:
    """What prospects of a game may name."""
    numbers = NumericView(v, v.players[0])
    own, shared = dict[str, int](), dict[str, tuple[int, int, int]]()
    for each in numbers.values(0):
        low, high = each.meaning.low, each.meaning.high
        if each.seat == 0:
            own[each.meaning.name.replace(ME, "")] = each.place - v.fields_of(0)
        elif each.seat is None:
            shared[each.meaning.name] = (each.place, low, min(high - low + 1, MOMENT_COUNT_LIMITS[1]))
    lists = {
        each.name.replace(ME, ""): OwnedList(each.part.slot - v.zones_of(0), numbers.named(each.part.zone.kind))
        for each in numbers.in_hand()
    }
    pieces = {f"{name}.{what}" for name, each in lists.items() for what in (COUNT, *each.cards)}
    return FeaturePlaces(own, lists, shared, frozenset({*own, *shared, ASKED, *pieces}))
