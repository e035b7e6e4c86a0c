"""A position as an observation tells it: values and lists of pieces, with None wherever the seat does not know.

It has the shape of a state, so that the reference interpreter can work expressions out on it. Nothing of a state gets in
here: whoever looks at it can tell no more than the observation does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.observe import may_see
from ruleset_core.lang.words import there, values_of

if TYPE_CHECKING:
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

Observation = Mapping[str, Any]


class Seen:
    """What is known of a position, in the places where a state keeps it.

    Attributes:
        seat: the seat that looks; -1 for somebody beside the table.
        n: number of players.
        v: values, None where hidden.
        z: lists of pieces, None for a piece that is not known. Of a hand those that are known come first.
        loose: lists in which what is known has no place: hands of which some cards are known.
        backs: by list, what shows of its pieces, in no order of theirs.
        hints: by list and place, what is known of a piece that is not known itself.
    """

    def __init__(self, v: Vocabulary, observation: Observation) -> None:
        self.vocabulary = v
        self.seat: int = observation["seat"]
        self.n: int = observation["players"]
        self.v: list[int | None] = [None] * v.fields_of(self.n)
        self.z: list[list[int | None]] = [[] for _ in range(v.zones_of(self.n))]
        chosen = observation.get("options", {})
        self.settings = tuple(
            self._number(each.type, chosen[name]) if name in chosen else each.default
            for name, each in v.options.items()
        )
        self.steps = 0
        self.loose: set[int] = set()
        self.backs: dict[int, Sequence[Mapping[str, Any]]] = {}
        self.hints: dict[tuple[int, int], Mapping[str, Any]] = {}
        self._shared(observation)
        for seat, shown in enumerate(observation["seats"]):
            self._of_a_seat(seat, shown)

    def _shared(self, observation: Observation) -> None:
        v = self.vocabulary
        for field in v.fields.values():
            kind, _, short = field.name.partition(".")
            if field.hidden or field.per_seat:
                continue
            if short:
                for piece, told in observation["pieces"].get(kind, {}).items():
                    if told.get(short) is not None:
                        place = values_of(v, field.index[0], self.n)[piece]
                        self.v[field.offset + place] = self._number(field.type, told[short])
            elif field.visible == "all":
                self._values(field, observation["fields"][field.name], field.offset)
        for zone in v.zones.values():
            if not zone.per_seat:
                self._lists(zone, observation["zones"][zone.name], zone.slot)

    def _of_a_seat(self, seat: int, shown: Mapping[str, Any]) -> None:
        v, base = self.vocabulary, self.vocabulary.fields_of(seat)
        for place, resource in enumerate(v.resources):
            if may_see(resource.visible, self.seat, seat):
                self.v[base + v.fields["held"].offset + place] = shown[resource.name]
                if "filled" in shown:
                    self.v[base + v.fields["filled"].offset + place] = shown["filled"][resource.name]
        for field in v.fields.values():
            own = field.per_seat and not field.hidden and field.name not in {"held", "filled"}
            if own and may_see(field.visible, self.seat, seat):
                self._values(field, shown[field.name], base + field.offset)
        for zone in v.zones.values():
            if zone.per_seat:
                self._lists(zone, shown[zone.name], v.zones_of(seat) + zone.slot)

    def _values(self, field: Field, told: Any, start: int) -> None:
        """The values of a field, by its indices in turn."""

        def below(axis: int, place: int, told: Any) -> None:
            if axis == len(field.index):
                self.v[place] = self._number(field.type, told)
                return
            for number, name in there(self.vocabulary, field.index[axis], self.n):
                below(axis + 1, place + number * field.strides[axis], told[name])

        below(0, start, told)

    def _number(self, kind: Type, told: Any) -> int:
        """A value as a state keeps it."""
        if told is None:
            return -1
        if isinstance(told, int) and not isinstance(told, bool):
            return told
        return values_of(self.vocabulary, kind, self.n)[str(told).lower() if isinstance(told, bool) else told]

    def _lists(self, zone: Zone, told: Any, start: int) -> None:
        """The lists of a zone, by its indices in turn."""

        def below(axis: int, place: int, told: Any) -> None:
            if axis == len(zone.index):
                self._pieces(zone, told, place)
                return
            for number, name in there(self.vocabulary, zone.index[axis], self.n):
                below(axis + 1, place + number * zone.strides[axis], told[name])

        below(0, start, told)

    def _pieces(self, zone: Zone, told: Sequence[str] | Mapping[str, Any], slot: int) -> None:
        ids = values_of(self.vocabulary, self.vocabulary.domains[zone.kind].type, self.n)
        if not isinstance(told, Mapping):
            self.z[slot] = [ids[each] for each in told]
            return
        self.backs[slot] = told.get("backs", ())
        known = told.get("known", ())
        seen = told.get("seen") or [*known, *[None] * (told["count"] - len(known))]
        for place, left in enumerate(told.get("hints", ()), start=len(known)):
            if left:
                self.hints[slot, place] = left
        pieces: list[int | None] = [None if each is None else ids[each] for each in seen]
        if "top" in told:
            pieces[-1] = ids[told["top"]]
        if known:
            self.loose.add(slot)
        self.z[slot] = pieces
