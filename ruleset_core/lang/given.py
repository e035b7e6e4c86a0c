"""A situation described in the game's words, as scenarios give it: what it puts where, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ruleset_core.errors import OptionError
from ruleset_core.lang.given_knows import Know, known
from ruleset_core.lang.runtime import GREATEST
from ruleset_core.lang.types import INT, Type, a
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone
from ruleset_core.lang.words import Mistake, Path, mapping, read_value, refused, values_of
from ruleset_core.model.diagnostic import hint

PARTS: Final = ("seats", "zones", "pieces", "knows")
"""What stands beside the shared fields."""


@dataclass(frozen=True, slots=True)
class Write:
    """A value at a place of a state; the track of a resource is filled at least as far (`filled`)."""

    place: int
    value: int
    filled: int = -1


@dataclass(frozen=True, slots=True)
class Lay:
    """The pieces of a list, from first to last; they leave where they lay before."""

    zone: Zone
    slot: int
    pieces: tuple[int, ...]


Read = Iterator[Write | Lay | Know | Mistake]


class Given:
    """Reads a situation of a game of so many players."""

    def __init__(self, v: Vocabulary, players: int) -> None:
        self.v = v
        self.players = players
        self._laid: dict[tuple[str, int], tuple[str, int]] = {}

    def read(self, given: Any) -> Read:
        """Shared fields at the top, then `seats`, `zones`, `pieces`, `knows`; what is known comes last."""
        shared = {each.name: each for each in self.v.fields.values() if not each.per_seat and not each.hidden}
        of_seats = [each.name for each in self.v.fields.values() if each.per_seat and not each.hidden]
        for name, value in given.items():
            path = (name,)
            if name == "seats":
                yield from self._seats(value, path)
            elif name == "zones":
                for zone, pieces in self._entries(value, name, path):
                    yield from [pieces] if isinstance(pieces, Mistake) else self._zone(zone, pieces, -1, (*path, zone))
            elif name == "pieces":
                yield from self._kinds(value, path)
            elif name == "knows" and name not in shared:
                continue
            elif name in shared:
                yield from self._nested(shared[name], 0, value, shared[name].offset, name, path)
            elif name in of_seats:
                yield from self._by_seat(name, value, path)
            else:
                yield _unknown("field", name, [*shared, *of_seats, *PARTS], path)
        if "knows" in given and "knows" not in shared:
            yield from known(self.v, self.players, given["knows"], ("knows",))

    def _entries(self, given: Any, where: str, path: Path) -> Iterator[tuple[Any, Any]]:
        """What is described by names; the mistake where it is not."""
        try:
            yield from mapping(given, where).items()
        except OptionError as problem:
            yield "", refused(path, problem)

    def _value(self, kind: Type, given: Any, where: str, path: Path, *, key: bool = False) -> int | Mistake:
        try:
            return read_value(self.v, self.players, kind, given, where)
        except OptionError as problem:
            return refused(path, problem, key=key)

    def _seats(self, given: Any, path: Path) -> Read:
        for found in self._numbered(given, "seats", path):
            if isinstance(found, Mistake):
                yield found
                continue
            seat, values, at = found
            for name, value in self._entries(values or {}, f"seat {seat}", at):
                yield from ([value] if isinstance(value, Mistake) else self._of_seat(seat, name, value, (*at, name)))

    def _by_seat(self, name: str, given: Any, path: Path) -> Read:
        """A field by seat under its own name."""
        for found in self._numbered(given, name, path):
            yield from [found] if isinstance(found, Mistake) else self._of_seat(found[0], name, found[1], found[2])

    def _numbered(self, given: Any, where: str, path: Path) -> Iterator[tuple[int, Any, Path] | Mistake]:
        """What is given by seat: a list from seat 0, or a mapping by seat number."""
        for seat, value in enumerate(given) if isinstance(given, list) else self._entries(given, where, path):
            number = int(seat) if str(seat).isdecimal() else -1
            at = (*path, seat)
            if isinstance(value, Mistake):
                yield value
            elif 0 <= number < self.players:
                yield number, value, at
            else:
                message = f"there is no seat {seat}; the scenario has {self.players} player(s)"
                yield Mistake(at, message, key=not isinstance(given, list))

    def _of_seat(self, seat: int, name: str, value: Any, path: Path) -> Read:
        base = self.v.fields_of(seat)
        resources = self.v.domains["resource"].ids
        field = self.v.fields.get(name)
        zone = self.v.zones.get(name)
        if name in resources:
            yield self._resource(base, resources.index(name), value, name, path)
        elif field is not None and field.per_seat and not field.hidden:
            yield from self._nested(field, 0, value, base + field.offset, name, path)
        elif zone is not None and zone.per_seat:
            yield from self._zone(name, value, seat, path)
        else:
            fields = [each.name for each in self.v.fields.values() if each.per_seat and not each.hidden]
            zones = [each.name for each in self.v.zones.values() if each.per_seat]
            yield _unknown("field of a seat", name, [*resources, *fields, *zones], path)

    def _resource(self, base: int, place: int, value: Any, name: str, path: Path) -> Write | Mistake:
        """What is held; the track behind it is filled at least as far."""
        if not isinstance(value, int) or isinstance(value, bool):
            return Mistake(path, f"`{name}` needs a number, not `{value}`")
        if value < 0:
            return Mistake(path, f"`{name}` cannot be {value}: it never goes below 0")
        bounds = self.v.resources[place]
        most = min((each for each in (bounds.maximum, bounds.spaces) if each >= 0), default=GREATEST)
        if value > most:
            return Mistake(path, f"`{name}` cannot be {value}: a seat has {most} at most")
        held, filled = (self.v.fields[each].offset for each in ("held", "filled"))
        return Write(base + held + place, value, base + filled + place)

    def _nested(self, field: Field, axis: int, value: Any, place: int, where: str, path: Path) -> Read:
        if axis == len(field.index):
            number = self._value(field.type, value, where, path)
            yield number if isinstance(number, Mistake) else Write(place, number)
            return
        kind = field.index[axis]
        names = list(values_of(self.v, kind, self.players))
        low = kind.low or 0
        if isinstance(value, list) and len(value) > len(names):
            yield Mistake((*path, len(names)), f"`{where}` has {len(names)} places, and this is one more")
            return
        if isinstance(value, list):
            entries = [(number, name, inner) for number, (name, inner) in enumerate(zip(names, value, strict=False))]
        elif isinstance(value, dict):
            entries = [(key, key, inner) for key, inner in value.items()]
        else:
            yield Mistake(path, f"`{where}` is by {kind}: write {{{names[0]}: ...}}")
            return
        for step, key, inner in entries:
            number = self._value(kind, key, where, (*path, step), key=True)
            if isinstance(number, Mistake):
                yield number
                continue
            further = place + (number - low) * field.strides[axis]
            yield from self._nested(field, axis + 1, inner, further, f"{where}[{key}]", (*path, step))

    def _zone(self, name: str, pieces: Any, seat: int, path: Path) -> Read:
        zone = self.v.zones.get(name)
        if zone is None or zone.per_seat != (seat >= 0):
            zones = [each.name for each in self.v.zones.values() if each.per_seat == (seat >= 0)]
            if zone is not None and seat < 0:
                yield Mistake(path, f"every seat has a zone `{name}` of its own: it stands under `seats`", key=True)
                return
            yield _unknown("zone", name, zones, path)
            return
        slot = zone.slot if seat < 0 else self.v.zones_of(seat) + zone.slot
        yield from self._lists(zone, 0, pieces, slot, name, path)

    def _lists(self, zone: Zone, axis: int, given: Any, slot: int, where: str, path: Path) -> Read:
        """The lists of a zone, one for each combination of its indices."""
        if axis == len(zone.index):
            yield self._pieces(zone, given, slot, where, path)
            return
        kind = zone.index[axis]
        for key, inner in self._entries(given, where, path):
            if isinstance(inner, Mistake):
                yield inner
                continue
            number = self._value(kind, key, where, (*path, key), key=True)
            if isinstance(number, Mistake):
                yield number
                continue
            further = slot + (number - (kind.low or 0)) * zone.strides[axis]
            yield from self._lists(zone, axis + 1, inner, further, f"{where}[{key}]", (*path, key))

    def _pieces(self, zone: Zone, pieces: Any, slot: int, where: str, path: Path) -> Lay | Mistake:
        if not isinstance(pieces, list | tuple):
            return Mistake(path, f"`{where}` needs a list of pieces, not `{pieces}`")
        ids = self.v.domains[zone.kind].ids
        wanted: list[int] = []
        for place, piece in enumerate(pieces):
            at = (*path, place)
            if piece not in ids:
                return Mistake(
                    at,
                    f"unknown {zone.kind} `{piece}`",
                    hint(str(piece), ids, zone.kind),
                    word=str(piece),
                    known=tuple(ids),
                )
            number = ids.index(piece)
            if number in wanted:
                return Mistake(at, f"{a(zone.kind)} stands twice in `{where}`")
            before, there = self._laid.setdefault((zone.kind, number), (where, slot))
            if there != slot:
                whose = " of another seat" if before == where else ""
                return Mistake(at, f"`{piece}` lies in `{before}`{whose} already")
            wanted.append(number)
        if zone.fixed and len(wanted) != len(ids):
            return Mistake(path, f"the pieces of `{where}` never leave it; list all {len(ids)}, each once")
        return Lay(zone, slot, tuple(wanted))

    def _kinds(self, given: Any, path: Path) -> Read:
        kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
        for kind, pieces in self._entries(given, "pieces", path):
            if isinstance(pieces, Mistake):
                yield pieces
                continue
            if kind not in kinds:
                yield _unknown("kind of pieces", kind, kinds, (*path, kind))
                continue
            for piece, values in self._entries(pieces, kind, (*path, kind)):
                yield from [values] if isinstance(values, Mistake) else self._piece(kind, piece, values, path)

    def _piece(self, kind: str, piece: str, values: Any, path: Path) -> Read:
        """Fields of pieces are named `side`, or are shared fields by a kind alone."""
        domain, at = self.v.domains[kind], (*path, kind, piece)
        if piece not in domain.ids:
            message = f"unknown piece `{piece}` of kind `{kind}`"
            advice = hint(str(piece), domain.ids, f"{kind}s")
            yield Mistake(at, message, advice, key=True, word=str(piece), known=tuple(domain.ids))
            return
        known = {
            each.name.removeprefix(f"{kind}."): each
            for each in self.v.fields.values()
            if not each.hidden and not each.per_seat and [kinds.domain for kinds in each.index] == [kind]
        }
        for name, value in self._entries(values, piece, at):
            if isinstance(value, Mistake):
                yield value
            elif name not in known:
                message = f"{a(kind)} has no field `{name}`"
                advice = hint(str(name), list(known), "fields")
                yield Mistake((*at, name), message, advice, key=True, word=str(name), known=tuple(known))
            else:
                number = self._value(known[name].type, value, name, (*at, name))
                place = known[name].offset + domain.ids.index(piece)
                yield number if isinstance(number, Mistake) else Write(place, number)


def rolled(v: Vocabulary, players: int, name: str, outcomes: Any) -> Iterator[int | Mistake]:
    """What a random stream is to give, in order: numbers of values; the places of pieces for a zone."""
    if not isinstance(outcomes, list | tuple):
        yield Mistake((name,), f"the outcomes of `{name}` are a list, not `{outcomes}`")
        return
    field = v.fields.get(name)
    for place, each in enumerate(outcomes):
        try:
            value = read_value(v, players, INT if field is None else field.type, each, name)
        except OptionError as problem:
            yield refused((name, place), problem)
        else:
            yield value if field is None else v.members(field.type).index(value)


def _unknown(what: str, name: Any, known: Sequence[str], path: Path) -> Mistake:
    advice = hint(str(name), list(known), f"{what}s")
    return Mistake(path, f"unknown {what} `{name}`", advice, key=True, word=str(name), known=tuple(known))
