"""What a seat may know of a state as numbers in a row, with what each of them means: for who learns from them.

The same as `observe` tells, without names: seats are counted from the one that looks, so that what is learned on one seat holds
on all. What is hidden from a seat at all times has no number.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from ruleset_core.engine.observe import may_see
from ruleset_core.lang.knowledge import is_hand, keeps, seen_field
from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.seeing import PIECE, see
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.words import there

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

AMOUNTS = ("held", "filled")
"""What is kept of each resource."""


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


class Numbers(Told):
    """The numbers of games of so many players.

    Attributes:
        meanings: of each number, in order; the same for all seats.
        plans: by viewer, what `seeing.see` needs.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state.game.program.vocabulary, state.n)
        self.plans = [self._plan(viewer) for viewer in range(state.n)]
        values = (value.meaning for value in self.values(0))
        pieces = (meaning for kind in self._kinds for meaning in self._named(kind))
        self.meanings = [*self._head(state), *values, *pieces]

    def __len__(self) -> int:
        return len(self.meanings)

    def of(self, state: State, viewer: int) -> array[int]:
        """The numbers of a state, 32 bits each."""
        acts = state.seat if not state.simultaneous or state.seat == viewer else -1
        decides = (acts - viewer) % state.n if acts >= 0 else -1
        head = [decides, state.point if acts >= 0 else -1, state.stage, *state.settings]
        rest: list[int] = [0] * (len(self) - len(head))
        before_v, before_z = state.sim or (state.v, state.z)
        see(state.v, state.z, before_v, before_z, self.plans[viewer], viewer, rest)
        return array("i", [*head, *rest])

    def _head(self, state: State) -> Iterator[Meaning]:
        yield Meaning("decides", -1, self.players - 1)
        yield Meaning("question", -1, len(self._v.decisions) - 1)
        yield Meaning("phase", 0, len(state.game.phase_names) - 1)
        for option in self._v.options.values():
            yield Meaning(f"option {option.name}", *self._bounds(option.type))

    def _named(self, kind: str) -> Iterator[Meaning]:
        domain, lists = self._v.domains[kind], self._lists(kind, 0)
        for each in lists:
            yield Meaning(f"{each.name}.count", 0, domain.size)
        told = [("list", len(lists) - 1), ("place", domain.size - 1), ("side", len(domain.sides) - 1)]
        width = PIECE + (f"{kind}.side" in self._v.fields)
        for piece in domain.ids:
            yield from (Meaning(f"{kind}.{piece}.{what}", -1, most) for what, most in told[:width])


def _names_seats(kind: Type) -> bool:
    return kind.domain == SEAT.domain or kind.seats
