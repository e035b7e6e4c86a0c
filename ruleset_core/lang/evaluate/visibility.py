"""Who may be told what of a change, in bits: one for each seat, and one above them for those who only look on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ruleset_core.lang.knowledge import ALL, SEEN, TOP, open_to, seen_field, sights
from ruleset_core.lang.origin import Owner
from ruleset_core.lang.program import Program
from ruleset_core.lang.runtime import Memory
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Field

NOBODY = 0


def everybody(seats: int) -> int:
    """All seats, and those who look on."""
    return (1 << seats + 1) - 1


class Eyes:
    """What a game hides, looked up by place in a state."""

    def __init__(self, program: Program) -> None:
        self.v = program.vocabulary

    @cached_property
    def sights(self) -> tuple[int, ...]:
        """How every list of pieces is seen; see `knowledge.sights`."""
        return sights(self.v)

    @cached_property
    def fields(self) -> list[tuple[Field, int] | None]:
        """The field that every value of a state belongs to, and its seat (-1: all share it)."""
        v = self.v
        found: list[tuple[Field, int] | None] = [None] * v.fields_of(v.players[1])
        for field in v.fields.values():
            for seat in range(v.players[1]) if field.per_seat else (-1,):
                start = field.offset + (v.fields_of(seat) if field.per_seat else 0)
                found[start : start + field.size] = [(field, seat)] * field.size
        return found

    def place(self, address: int) -> tuple[Field, int, int]:
        """The field of a value, its seat, and how far from the beginning of the field it lies."""
        home = self.fields[address]
        if home is None:
            raise LookupError(f"nothing lies at {address}")
        field, seat = home
        return field, seat, address - field.offset - (self.v.fields_of(seat) if seat >= 0 else 0)

    def of_value(self, s: Memory, address: int) -> int:
        """Who sees a value."""
        field, seat, place = self.place(address)
        kind, _, short = field.name.partition(".")
        if field.hidden:
            return NOBODY
        if short and kind in self.v.domains and not field.per_seat and self.v.domains[kind].kind == "piece":
            return self.of_piece(s, kind, place // (field.strides[0] if field.strides else 1))
        visible = self.v.resources[place].visible if field.name in {"held", "filled"} else field.visible
        if visible == "all":
            return everybody(s.n)
        return 1 << seat if visible == "owner" and seat >= 0 else NOBODY

    def of_reading(self, s: Memory, address: int) -> int:
        """Who knows a value when a rule looks at it: nobody is shown what the flow keeps for itself, yet it is no secret."""
        field, _, place = self.place(address)
        kind, _, short = field.name.partition(".")
        if field.hidden and kind == "turn":
            return everybody(s.n)
        if field.hidden and short == "at":
            return self.of_piece(s, kind, place)
        if field.hidden and field.name == "filled":
            return everybody(s.n) if self.v.resources[place].visible == "all" else NOBODY
        return self.of_value(s, address)

    def of_piece(self, s: Memory, kind: str, piece: int) -> int:
        """Who sees a piece where it lies; what lies nowhere is no secret."""
        at = self.v.fields.get(f"{kind}.at")
        slot = -1 if at is None else s.v[at.offset + piece]
        if slot < 0:
            return everybody(s.n)
        sight = self.sights[slot]
        if sight == ALL or (sight == TOP and s.z[slot][-1] == piece):
            return everybody(s.n)
        if sight == SEEN or self.v.domains[kind].remembered:
            field = seen_field(self.v, kind)
            return open_to(sight, s.n) | (NOBODY if field is None else s.v[field.offset + piece * field.strides[0]])
        return open_to(sight, s.n)

    def of_touched(self, s: Memory, kind: str, piece: int) -> int:
        """Who sees which piece it is that something happens to: of a hand with more in it only those who see the hand.

        Who knows all of a hand, but not what lies where in it, would else be told more than it knows.
        """
        at = self.v.fields.get(f"{kind}.at")
        slot = -1 if at is None else s.v[at.offset + piece]
        if slot < 0 or self.sights[slot] <= 0 or len(s.z[slot]) == 1:
            return self.of_piece(s, kind, piece)
        return self.sights[slot]

    def of_owner(self, s: Memory, owner: Owner) -> int:
        """Who may be told whose text it was: of a card, those who see one of its copies."""
        home = self.cards.get(owner.name) if owner.section == "cards" else None
        if home is None:
            return everybody(s.n)
        kind, pieces = home
        found = NOBODY
        for piece in pieces:
            found |= self.of_touched(s, kind, piece)
        return found

    @cached_property
    def cards(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        """By card its kind and its copies, if they may lie hidden somewhere."""
        hidden = {zone.kind for zone in self.v.zones.values() if zone.visible != "all"}
        found: dict[str, tuple[str, tuple[int, ...]]] = {}
        for kind in sorted(hidden):
            domain = self.v.domains[kind]
            for piece in range(domain.size):
                first = piece if domain.card is None else domain.card.values[piece]
                if isinstance(first, int):
                    home = found.get(domain.ids[first], (kind, ()))
                    found[domain.ids[first]] = (kind, (*home[1], piece))
        return found

    def of_list(self, s: Memory, slot: int) -> int:
        """Who sees the order of a list of pieces."""
        sight = self.sights[slot]
        return everybody(s.n) if sight == ALL else open_to(sight, s.n)

    def owner_of_list(self, slot: int) -> int:
        """Whose list of pieces it is; -1 for a shared one."""
        own = slot - self.v.shared_zones
        return -1 if own < 0 or not self.v.seat_zones else own // self.v.seat_zones

    def of_values(self, s: Memory, kinds: Iterable[Type], values: Iterable[int]) -> int:
        """Who may know values of these types: pieces that lie hidden are told to those who see them."""
        found = everybody(s.n)
        for kind, value in zip(kinds, values, strict=True):
            if kind.kind == "member" and value >= 0 and self.v.domains[kind.domain].kind == "piece":
                found &= self.of_touched(s, kind.domain, value)
        return found
