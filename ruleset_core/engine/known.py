"""What is known of states, for `lang.search.known`: its tables for a game and number of players, and states to look into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.observe import lists_of
from ruleset_core.lang.knowledge import column, hints, is_hand, keeps, seen_field
from ruleset_core.lang.search import known
from ruleset_core.lang.search.room import Room
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.worlds import HEAD

if TYPE_CHECKING:
    from ruleset_core.engine.state import State

__all__ = ["Seen", "Tables", "tables_of"]

SIGHTS = {"all": known.ALL, "owner": known.OWN, "others": known.OTHERS, "top": known.TOP}


class Tables:
    """The tables, of which `Room` has those of the same names.

    Attributes:
        hidden: the kinds of pieces that may be hidden, in the order of `kinds`.
        words: most numbers of a plan.
        pieces, backs, noted: most pieces of a kind, backs of a kind, words of a kind about who knows it.
    """

    def __init__(self, state: State) -> None:
        v, self._n = state.game.program.vocabulary, state.n
        self.hidden = list(dict.fromkeys(zone.kind for zone in v.zones.values() if zone.visible != "all"))
        self.kinds, self.spots, self.facts = list[int](), list[int](), list[int]()
        self.words, self.pieces, self.backs, self.noted = 3, 0, 0, 0
        for kind in self.hidden:
            self._kind(state, kind)
        self.homes = [
            number
            for kind in dict.fromkeys(zone.kind for zone in v.zones.values() if zone.per_seat)
            for _, slot, _ in lists_of(state, kind)
            for number in (slot, v.fields[f"{kind}.at"].offset)
        ]
        self.values_of, self.amounts_of = self._values(state), self._amounts(state)
        self.veiled, self.homed = len(self.hidden), len(self.homes) // 2
        self.valued, self.held = len(self.values_of) // known.VALUE, len(self.amounts_of) // known.AMOUNT
        self.words += 3 * self.valued + 5 * self.held

    def lay(self, room: Room) -> None:
        """Put them into a room, with room for a plan."""
        for name in (
            "kinds",
            "spots",
            "facts",
            "homes",
            "values_of",
            "amounts_of",
            "veiled",
            "homed",
            "valued",
            "held",
        ):
            setattr(room, name, getattr(self, name))
        for name, length in self.lengths().items():
            setattr(room, name, [0] * length)

    def lengths(self) -> dict[str, int]:
        """How long the lists of a room are that are written to."""
        return {
            "plan": self.words, "among": self.pieces, "spare": self.noted, "starts": self.backs, "instead": len(self.hidden)
        }  # fmt: skip

    def _kind(self, state: State, kind: str) -> None:
        v = state.game.program.vocabulary
        size, ranks = v.domains[kind].size, state.game.glossary.back_ranks(kind)
        side, seen, lists = v.fields.get(f"{kind}.side"), seen_field(v, kind), lists_of(state, kind)
        sides = (-1, 0, 0) if side is None else (side.offset, v.members(side.type)[0], len(v.members(side.type)))
        sorts, ways = self._sorts(state, kind)
        width, backs, apart = 1 if seen is None else seen.strides[0], len(set(ranks)), len(hints(v, kind))
        first = len(self.facts)
        self.kinds += [
            v.fields[f"{kind}.at"].offset, *sides, -1 if seen is None else seen.offset, width, size,
            len(self.spots) // known.SPOT, len(lists), first, backs, len(ways), first + size + len(sorts), apart,
        ]  # fmt: skip
        self.facts += [*ranks, *sorts, *(word for way in ways for word in way)]
        for zone, slot, seat in lists:
            owner = known.SHARED if seat is None else seat
            self.spots += [slot, owner, SIGHTS.get(zone.visible, known.NOBODY), int(keeps(v, zone)), int(is_hand(zone))]
        # Each piece may lie twice, while all choose at the same time: where it lies now, and where others saw it before.
        most = 2 * size
        self.words += (
            HEAD + size + 2 * backs + most + 2 + size + most * (len(ways) + width + 1) + 3 * len(lists) + 2 * most
        )
        self.words += 1 + most
        self.pieces, self.backs = max(self.pieces, size), max(self.backs, backs)
        self.noted = max(self.noted, size * width)

    @staticmethod
    def _sorts(state: State, kind: str) -> tuple[list[int], list[tuple[int, ...]]]:
        """The sort of each piece, of those that hints tell apart, and the words of each sort."""
        v = state.game.program.vocabulary
        facts = hints(v, kind)
        if not facts:
            return [], []
        starts = [column(v, kind, fact.name) for fact in facts]
        rows = zip(*(fact.values for fact in facts), strict=True)
        ways = [tuple(start + int(value) for start, value in zip(starts, row, strict=True)) for row in rows]
        sorts = sorted(set(ways))
        return [sorts.index(way) for way in ways], sorts

    def _values(self, state: State) -> list[int]:
        """Fields that may be hidden: the place of each value, the least it can be, how many it can be, and who sees it all the same."""
        v, found = state.game.program.vocabulary, list[int]()
        for field in v.fields.values():
            if field.visible == "all" or field.hidden or field.derived or not v.finite(field.type):
                continue
            owners = range(state.n) if field.per_seat else (known.SHARED,)
            values = v.members(field.type)
            if field.type.domain == SEAT.domain:
                values = values[: state.n]  # seats that are not in the game are none
            for owner in owners:
                base = v.fields_of(owner) if field.per_seat else 0
                sees = owner if field.per_seat and field.visible == "owner" else known.SHARED
                for place in range(field.size):
                    found += (base + field.offset + place, values[0], len(values), sees)
        return found

    def _amounts(self, state: State) -> list[int]:
        """Amounts that may be hidden: who sees them and whose they are, what a plan has of them (the most being -1 where it depends on the
        own ones), and where the own ones lie: of seat 0, and how much further on for each seat.
        """
        v, found = state.game.program.vocabulary, list[int]()
        held, filled = v.fields["held"].offset, v.fields["filled"].offset
        for place, bounds in enumerate(v.resources):
            sight = SIGHTS.get(bounds.visible, known.NOBODY)
            most, reached = bounds.maximum, (0, 0)
            if bounds.spaces >= 0:  # so far the track is filled
                most = bounds.spaces if bounds.maximum < 0 else min(bounds.spaces, bounds.maximum)
                reached = (bounds.start, bounds.spaces - bounds.start + 1)
            for other in range(state.n if bounds.visible != "all" else 0):
                base = v.fields_of(other) + place
                own = v.fields_of(0) + held + place
                found += (sight, other, base + held, base + filled, *reached, most, own, v.seat_size)
        return found


def tables_of(state: State) -> Tables:
    """The tables of the game of a state, for as many players."""
    plans = state.game.program.vocabulary.plans
    key = "known", state.n
    if key not in plans:
        plans[key] = Tables(state)
    found: Tables = plans[key]
    return found


class Seen(Room):
    """A room with states of Python to look into.

    Attributes:
        states: by number.
    """

    def __init__(self) -> None:
        self.states: dict[int, State] = {}

    def number(self, s: int, place: int) -> int:
        """A value of a state."""
        return self.states[s].v[place]

    def set_number(self, s: int, place: int, number: int) -> None:
        """Change a value of a state."""
        self.states[s].v[place] = number

    def length(self, s: int, where: int) -> int:
        """How many pieces lie in a list."""
        return len(self.states[s].z[where])

    def piece(self, s: int, where: int, place: int) -> int:
        """One of them."""
        return self.states[s].z[where][place]

    def set_piece(self, s: int, where: int, place: int, piece: int) -> None:
        """Put another piece there."""
        self.states[s].z[where][place] = piece

    def together(self, s: int) -> int:
        """Whether all choose at the same time."""
        return int(self.states[s].sim is not None)

    def old_number(self, s: int, place: int) -> int:
        """A value of a state as it was when all began to choose."""
        return self._old(s)[0][place]

    def old_length(self, s: int, where: int) -> int:
        """How many pieces lay in a list then."""
        return len(self._old(s)[1][where])

    def old_piece(self, s: int, where: int, place: int) -> int:
        """One of them."""
        return self._old(s)[1][where][place]

    def rewind(self, s: int, seat: int) -> None:
        """What a seat has becomes what it had then."""
        state, (values, lists), v = self.states[s], self._old(s), self.states[s].game.program.vocabulary
        start, first = v.fields_of(seat), v.zones_of(seat)
        own, mine = slice(start, start + v.seat_size), slice(first, first + v.seat_zones)
        state.v[own], state.z[mine] = values[own], [pieces[:] for pieces in lists[mine]]

    def _old(self, s: int) -> tuple[list[int], list[list[int]]]:
        found = self.states[s].sim
        assert found is not None
        return found
