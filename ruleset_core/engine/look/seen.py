"""A position as an observation tells it: values and lists of pieces, with None wherever the seat does not know.

It has the shape of a state, so that the reference interpreter can work expressions out on it. Nothing of a state gets in
here: whoever looks at it can tell no more than the observation does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang.numbered import may_see
from ruleset_core.lang.words import there, values_of

if TYPE_CHECKING:
    from ruleset_core.engine.look.remembered import Notes
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

Observation = Mapping[str, Any]


class Unseen(Exception):
    """Something is not known to who looks."""


class _Numbers(dict[Any, int]):
    """Values as a state keeps them, by how observations tell them: by name, or as what they are."""

    def __missing__(self, told: int) -> int:
        return int(told)


def _numbers(v: Vocabulary, kind: Type, players: int) -> _Numbers:
    found = _Numbers({None: -1, True: 1, False: 0})
    if kind.kind != "int":
        found.update(values_of(v, kind, players))
    return found


_NOTHING: Final[Mapping[str, Any]] = {}
Axes = list[tuple[int, list[tuple[int, str]]]]
"""For each index of a field how far its values lie apart, and its values with their places."""


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
        made: what definitions came to, while the position is looked at as it is.
        notes: where it is noted what is looked at; None where nobody asks.
    """

    def __init__(self, v: Vocabulary, observation: Observation) -> None:
        self.vocabulary = v
        self.seat: int = observation["seat"]
        self.n: int = observation["players"]
        self.v: list[int | None] = [None] * v.fields_of(self.n)
        self.z: list[list[int | None]] = [[] for _ in range(v.zones_of(self.n))]
        chosen = observation.get("options", {})
        self.settings = tuple(
            _numbers(v, each.type, self.n)[chosen[name]] if name in chosen else each.default
            for name, each in v.options.items()
        )
        self.steps = 0
        self.notes: Notes | None = None
        self.made: dict[tuple[str | int, ...], int] = {}
        self.loose: set[int] = set()
        self.backs: dict[int, Sequence[Mapping[str, Any]]] = {}
        self.hints: dict[tuple[int, int], Mapping[str, Any]] = {}
        self._shared(observation)
        for seat, shown in enumerate(observation["seats"]):
            self._of_a_seat(seat, shown)

    @property
    def lists(self) -> list[Any]:
        """Lists of pieces with all that is known of them."""
        lists: list[Any] = [*self.z]
        for slot in {*self.loose, *self.backs, *(slot for slot, _ in self.hints)}:
            hints = [self.hints.get((slot, place)) for place in range(len(self.z[slot]))]
            lists[slot] = self.z[slot], slot in self.loose, self.backs.get(slot), hints
        return lists

    def _shared(self, observation: Observation) -> None:
        v = self.vocabulary
        for field in v.fields.values():
            kind, _, short = field.name.partition(".")
            if field.hidden or field.per_seat:
                continue
            if short:
                axes, number = self._plan(field)
                told = observation["pieces"].get(kind, {})
                for place, piece in axes[0][1]:
                    value = told.get(piece, _NOTHING).get(short)
                    if value is not None:
                        self.v[field.offset + place] = number(value)
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
        axes, number = self._plan(field)
        if not axes:
            self.v[start] = number(told)
            return

        def below(axis: int, place: int, told: Any) -> None:
            stride, names = axes[axis]
            if axis + 1 < len(axes):
                for distance, name in names:
                    below(axis + 1, place + distance * stride, told[name])
                return
            for distance, name in names:
                self.v[place + distance * stride] = number(told[name])

        below(0, start, told)

    def _plan(self, field: Field) -> tuple[Axes, Callable[[Any], int]]:
        """How a field is told in games of so many players: worked out once, since boards have hundreds of values."""
        v, key = self.vocabulary, (f"{field.name} as seen", self.n)
        if key not in v.plans:
            axes = [(stride, there(v, kind, self.n)) for stride, kind in zip(field.strides, field.index, strict=True)]
            v.plans[key] = axes, _numbers(v, field.type, self.n).__getitem__
        found: tuple[Axes, Callable[[Any], int]] = v.plans[key]
        return found

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
