"""Situations in the words of a game, as scenarios describe them: plain data in, places and numbers of a state out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ruleset_core.diagnostics import counted, unknown_name_help
from ruleset_core.errors import OptionError
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.runtime import GREATEST, LEAST
from ruleset_core.lang.types import INT, SEAT, Type, with_article
from ruleset_core.lang.visibility import hint_column, hint_facts_of, knowledge_field
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

# Values as data writes them, outside of effects: in scenarios.

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ValueMistake:
    """Something that cannot be: where in what was written; `key` if the name is wrong rather than the value."""

    path: Path
    message: str
    advice: str = ""
    key: bool = False
    word: str = ""
    known: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None
    """What is written, and what could stand there: words, or numbers from one to another."""

    def __str__(self) -> str:
        """All of it in a line."""
        return f"{self.message}; {self.advice}" if self.advice else self.message


class NotAmongError(OptionError):
    """A value that is none of those that could stand there."""

    def __init__(
        self, message: str, word: str, known: Iterable[str] = (), bounds: tuple[int, int] | None = None
    ) -> None:
        """`message` for people; `word`, `known` and `bounds` as a `ValueMistake` has them."""
        super().__init__(message)
        self.word, self.known, self.bounds = word, tuple(known), bounds


def mistake_of(path: Path, problem: OptionError, *, key: bool = False) -> ValueMistake:
    """A value that cannot be read as a mistake at its place."""
    if isinstance(problem, NotAmongError):
        return ValueMistake(path, str(problem), "", key, problem.word, problem.known, problem.bounds)
    return ValueMistake(path, str(problem), key=key)


def read_value(v: Vocabulary, players: int, kind: Type, given: Any, where: str) -> int:
    """The number of a value as data writes it, in a game of so many players; `where` is what it is a value of.

    Raises:
        OptionError: it is none of the type.
    """
    if given is None or given == "none":
        if kind.optional:
            return -1
        raise OptionError(f"`{where}` cannot be none")
    text = str(given).lower() if isinstance(given, bool) else str(given)
    if kind.kind == "int" and kind.low is None:
        if not isinstance(given, int) or isinstance(given, bool):
            raise OptionError(f"`{where}` needs a number, not `{given}`")
        if not LEAST <= given <= GREATEST:
            raise OptionError(f"`{where}` cannot be `{given}`; it goes from {LEAST} to {GREATEST}")
        return given
    seats = kind.kind == "member" and (kind.seats or kind.domain == SEAT.domain)
    if seats and text.isdigit() and int(text) < players:
        return int(text)
    known = values_of(v, kind, players)
    if text not in known and kind.kind == "int":
        ends = (kind.low or 0, kind.high or 0)
        raise NotAmongError(f"`{where}` cannot be `{given}`; it goes from {kind.low} to {kind.high}", text, bounds=ends)
    if text not in known:
        said = unknown_name_help(text, list(known), "it is one of")
        raise NotAmongError(f"`{where}` cannot be `{given}`" + f"; {said}" * bool(said), text, known)
    return known[text]


def mapping(given: Any, where: str) -> Mapping[Any, Any]:
    """What is described under a key, by names. Raises OptionError."""
    if not isinstance(given, Mapping):
        raise OptionError(f"`{where}` needs names with values, not `{given}`")
    return given


def values_of(v: Vocabulary, kind: Type, players: int) -> Mapping[str, int]:
    """The values of a finite type by how data writes them, without `none` and without seats that do not play.

    Scenarios ask for the same types thousands of times: what is answered is kept with the vocabulary.
    """
    found = v.read.get((kind, players))
    if found is None:
        members = v.members(kind)
        found = {name: members[place] for place, name in members_in_play(v, kind.sure(), players)}
        v.read[kind, players] = found
    return found


def members_in_play(v: Vocabulary, kind: Type, players: int) -> list[tuple[int, str]]:
    """The values of a finite type with their places; seats that are not in the game are not among them."""
    names = list(enumerate(v.formatted_values(kind)))
    return names[:players] + names[v.players[1] :] if kind.seats or kind == SEAT else names


# Who knows what in a situation that is described: pieces that lie hidden, and what is known of them.

KNOWN = "known"


@dataclass(frozen=True, slots=True)
class SituationKnowledge:
    """A seat knows a piece, or what it is not: the bit of the seat at a place of a state."""

    place: int
    seat: int


def read_known_pieces(
    v: Vocabulary, players: int, given: Any, path: Path
) -> Iterator[SituationKnowledge | ValueMistake]:
    """By seat and kind the pieces that are known, or by piece `known` or what is left of its facts."""
    try:
        seats = dict(enumerate(given)) if isinstance(given, list) else mapping(given, str(path[-1]))
    except OptionError as problem:
        yield mistake_of(path, problem)
        return
    for seat, kinds in seats.items():
        number = int(seat) if str(seat).isdecimal() else -1
        if not 0 <= number < players:
            message = f"there is no seat {seat}; the scenario has {counted(players, 'player')}"
            yield ValueMistake((*path, seat), message, key=not isinstance(given, list))
            continue
        try:
            entries = mapping(kinds or {}, f"seat {seat}")
        except OptionError as problem:
            yield mistake_of((*path, seat), problem)
            continue
        for kind, pieces in entries.items():
            yield from _kind(v, number, str(kind), pieces, (*path, seat, kind))


def _kind(v: Vocabulary, seat: int, kind: str, given: Any, path: Path) -> Iterator[SituationKnowledge | ValueMistake]:
    field = knowledge_field(v, kind)
    if field is None:
        kinds = [each.name for each in v.domains.values() if knowledge_field(v, each.name) is not None]
        advice = unknown_name_help(kind, kinds, "kinds that are remembered")
        yield ValueMistake(path, f"nobody goes on knowing pieces of `{kind}`", advice, key=True)
        return
    if not isinstance(given, list | dict):
        yield ValueMistake(path, f"`{kind}` needs a list of pieces, or what is known by piece, not `{given}`")
        return
    ids, pieces = v.domains[kind].ids, given if isinstance(given, dict) else dict.fromkeys(given, KNOWN)
    for place, (piece, what) in enumerate(pieces.items()):
        at = (*path, piece if isinstance(given, dict) else place)
        if piece not in ids:
            advice = unknown_name_help(str(piece), ids, f"{kind}s")
            yield ValueMistake(at, f"unknown {kind} `{piece}`", advice, key=isinstance(given, dict), word=str(piece))
            continue
        start = field.offset + ids.index(piece) * field.strides[0]
        if what == KNOWN:
            yield SituationKnowledge(start, seat)
        elif isinstance(what, dict):
            for name, left in what.items():
                yield from _fact(v, kind, str(name), left, start, seat, (*at, name))
        else:
            yield ValueMistake(at, f"of `{piece}` is known `known`, or what is left of its facts, not `{what}`")


def _fact(
    v: Vocabulary, kind: str, name: str, left: Any, start: int, seat: int, path: Path
) -> Iterator[SituationKnowledge | ValueMistake]:
    facts: dict[str, Fact] = {fact.name: fact for fact in hint_facts_of(v, kind)}
    if name not in facts:
        yield ValueMistake(
            path,
            f"{with_article(kind)} has no hints about `{name}`",
            unknown_name_help(name, list(facts), "hints"),
            key=True,
        )
        return
    of, values = facts[name].type, []
    for each in left if isinstance(left, list) else [left]:
        try:
            values.append(read_value(v, v.players[1], of, each, name))
        except OptionError as problem:
            yield mistake_of(path, problem)
            return
    for value in v.members(of):
        if value not in values:
            yield SituationKnowledge(start + hint_column(v, kind, name) + value, seat)


# A situation described in the game's words, as scenarios give it: what it puts where, and what is wrong with it.

PARTS: Final = ("seats", "zones", "pieces", "knows")
"""What stands beside the shared fields."""
OTHERS: Final = "others"
"""As a name: every place, seat or piece that is not named beside it."""


@dataclass(frozen=True, slots=True)
class SituationValue:
    """A value at a place of a state; the track of a resource is filled at least as far (`filled`)."""

    place: int
    value: int
    filled: int = -1


@dataclass(frozen=True, slots=True)
class SituationPieces:
    """The pieces of a list, from first to last; they leave where they lay before."""

    zone: Zone
    slot: int
    pieces: tuple[int, ...]


Read = Iterator[SituationValue | SituationPieces | SituationKnowledge | ValueMistake]


class SituationReader:
    """Reads a situation of a game of so many players."""

    def __init__(self, v: Vocabulary, players: int) -> None:
        self.v = v
        self.players = players
        self._laid: dict[tuple[str, int], tuple[str, int]] = {}

    def read(self, given: Any) -> Read:
        """Shared fields at the top, then `seats`, `zones`, `pieces`, `knows`; what is known comes last.

        `{c1: white, others: none}` gives every place a value; what is wrong behind `others` is one mistake.
        """
        told: set[Path] = set()
        for each in self._read(given):
            if isinstance(each, ValueMistake) and OTHERS in each.path:
                if each.path in told:
                    continue
                told.add(each.path)
            yield each

    def _read(self, given: Any) -> Read:
        shared = {each.name: each for each in self.v.fields.values() if not each.per_seat and not each.hidden}
        of_seats = [each.name for each in self.v.fields.values() if each.per_seat and not each.hidden]
        for name, value in given.items():
            path = (name,)
            if name == "seats":
                yield from self._seats(value, path)
            elif name == "zones":
                for zone, pieces in self._entries(value, name, path):
                    yield from (
                        [pieces] if isinstance(pieces, ValueMistake) else self._zone(zone, pieces, -1, (*path, zone))
                    )
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
            yield from read_known_pieces(self.v, self.players, given["knows"], ("knows",))

    def _entries(self, given: Any, where: str, path: Path) -> Iterator[tuple[Any, Any]]:
        """What is described by names; the mistake where it is not."""
        try:
            yield from mapping(given, where).items()
        except OptionError as problem:
            yield "", mistake_of(path, problem)

    def _value(self, kind: Type, given: Any, where: str, path: Path, *, key: bool = False) -> int | ValueMistake:
        try:
            return read_value(self.v, self.players, kind, given, where)
        except OptionError as problem:
            return mistake_of(path, problem, key=key)

    def _seats(self, given: Any, path: Path) -> Read:
        for found in self._numbered(given, "seats", path):
            if isinstance(found, ValueMistake):
                yield found
                continue
            seat, values, at = found
            for name, value in self._entries(values or {}, f"seat {seat}", at):
                yield from (
                    [value] if isinstance(value, ValueMistake) else self._of_seat(seat, name, value, (*at, name))
                )

    def _by_seat(self, name: str, given: Any, path: Path) -> Read:
        """A field by seat under its own name."""
        for found in self._numbered(given, name, path):
            yield from [found] if isinstance(found, ValueMistake) else self._of_seat(found[0], name, found[1], found[2])

    def _numbered(self, given: Any, where: str, path: Path) -> Iterator[tuple[int, Any, Path] | ValueMistake]:
        """What is given by seat: a list from seat 0, or a mapping by seat number."""
        left = dict.fromkeys(range(self.players))
        for seat, value in enumerate(given) if isinstance(given, list) else self._entries(given, where, path):
            number = int(seat) if str(seat).isdecimal() else -1
            at = (*path, seat)
            left.pop(number, None)
            if isinstance(value, ValueMistake):
                yield value
            elif 0 <= number < self.players:
                yield number, value, at
            elif seat == OTHERS:
                continue
            else:
                message = f"there is no seat {seat}; the scenario has {counted(self.players, 'player')}"
                yield ValueMistake(at, message, key=not isinstance(given, list))
        if isinstance(given, Mapping) and OTHERS in given:
            yield from ((number, given[OTHERS], (*path, OTHERS)) for number in left)

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

    def _resource(self, base: int, place: int, value: Any, name: str, path: Path) -> SituationValue | ValueMistake:
        """What is held; a track behind it is filled at least as far."""
        if not isinstance(value, int) or isinstance(value, bool):
            return ValueMistake(path, f"`{name}` needs a number, not `{value}`")
        if value < 0:
            return ValueMistake(path, f"`{name}` cannot be {value}: it never goes below 0")
        bounds = self.v.resources[place]
        most = min((each for each in (bounds.maximum, bounds.spaces) if each >= 0), default=GREATEST)
        if value > most:
            return ValueMistake(path, f"`{name}` cannot be {value}: a seat has {most} at most")
        held, filled = (self.v.fields[each].offset + base + place for each in ("held", "filled"))
        return SituationValue(held, value, filled if bounds.spaces >= 0 else -1)

    def _nested(self, field: Field, axis: int, value: Any, place: int, where: str, path: Path) -> Read:
        if axis == len(field.index):
            number = self._value(field.type, value, where, path)
            yield number if isinstance(number, ValueMistake) else SituationValue(place, number)
            return
        kind = field.index[axis]
        names = list(values_of(self.v, kind, self.players))
        if isinstance(value, list) and len(value) > len(names):
            yield ValueMistake((*path, len(names)), f"`{where}` has {len(names)} places, and this is one more")
            return
        if isinstance(value, list):
            entries = [(number, name, inner) for number, (name, inner) in enumerate(zip(names, value, strict=False))]
        elif isinstance(value, dict):
            entries = [(key, key, inner) for key, inner in value.items()]
        else:
            yield ValueMistake(path, f"`{where}` is by {kind}: write {{{names[0]}: ...}}")
            return
        for found in self._placed(kind, entries, where, path):
            if isinstance(found, ValueMistake):
                yield found
                continue
            number, key, inner, at = found
            further = place + (number - (kind.low or 0)) * field.strides[axis]
            yield from self._nested(field, axis + 1, inner, further, f"{where}[{key}]", at)

    def _placed(
        self, kind: Type, entries: Iterable[tuple[str | int, Any, Any]], where: str, path: Path
    ) -> Iterator[tuple[int, Any, Any, Path] | ValueMistake]:
        """What is given by the values of an index, then what `others` gives each value that is not named."""
        left = dict(values_of(self.v, kind, self.players))
        rest: list[Any] = []
        for step, key, inner in entries:
            if key == OTHERS:
                rest = [inner]
                continue
            number = self._value(kind, key, where, (*path, step), key=True)
            if isinstance(number, ValueMistake):
                yield number
                continue
            left = {name: each for name, each in left.items() if each != number}
            yield number, key, inner, (*path, step)
        for inner in rest:
            yield from ((number, name, inner, (*path, OTHERS)) for name, number in left.items())

    def _zone(self, name: str, pieces: Any, seat: int, path: Path) -> Read:
        zone = self.v.zones.get(name)
        if zone is None or zone.per_seat != (seat >= 0):
            zones = [each.name for each in self.v.zones.values() if each.per_seat == (seat >= 0)]
            if zone is not None and seat < 0:
                yield ValueMistake(
                    path, f"every seat has a zone `{name}` of its own: it stands under `seats`", key=True
                )
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
        entries = list(self._entries(given, where, path))
        yield from (wrong for _, wrong in entries if isinstance(wrong, ValueMistake))
        named = [(key, key, inner) for key, inner in entries if not isinstance(inner, ValueMistake)]
        for found in self._placed(zone.index[axis], named, where, path):
            if isinstance(found, ValueMistake):
                yield found
                continue
            number, key, inner, at = found
            further = slot + (number - (zone.index[axis].low or 0)) * zone.strides[axis]
            yield from self._lists(zone, axis + 1, inner, further, f"{where}[{key}]", at)

    def _pieces(self, zone: Zone, pieces: Any, slot: int, where: str, path: Path) -> SituationPieces | ValueMistake:
        if not isinstance(pieces, list | tuple):
            return ValueMistake(path, f"`{where}` needs a list of pieces, not `{pieces}`")
        ids = self.v.domains[zone.kind].ids
        wanted: list[int] = []
        for place, piece in enumerate(pieces):
            at = (*path, place)
            if piece not in ids:
                return ValueMistake(
                    at,
                    f"unknown {zone.kind} `{piece}`",
                    unknown_name_help(str(piece), ids, zone.kind),
                    word=str(piece),
                    known=tuple(ids),
                )
            number = ids.index(piece)
            if number in wanted:
                return ValueMistake(at, f"{with_article(zone.kind)} stands twice in `{where}`")
            before, there = self._laid.setdefault((zone.kind, number), (where, slot))
            if there != slot:
                whose = " of another seat" if before == where else ""
                return ValueMistake(at, f"`{piece}` lies in `{before}`{whose} already")
            wanted.append(number)
        if zone.fixed and len(wanted) != len(ids):
            return ValueMistake(path, f"the pieces of `{where}` never leave it; list all {len(ids)}, each once")
        return SituationPieces(zone, slot, tuple(wanted))

    def _kinds(self, given: Any, path: Path) -> Read:
        kinds = [each.name for each in self.v.domains.values() if each.kind == "piece"]
        for kind, pieces in self._entries(given, "pieces", path):
            if isinstance(pieces, ValueMistake):
                yield pieces
                continue
            if kind not in kinds:
                yield _unknown("kind of pieces", kind, kinds, (*path, kind))
                continue
            for piece, values in self._entries(pieces, kind, (*path, kind)):
                if isinstance(values, ValueMistake):
                    yield values
                    continue
                named = [each for each in self.v.domains[kind].ids if each not in pieces]
                for each in named if piece == OTHERS else [piece]:
                    yield from self._piece(kind, each, values, (*path, kind, piece))

    def _piece(self, kind: str, piece: str, values: Any, at: Path) -> Read:
        """Fields of pieces are named `side`, or are shared fields by a kind alone."""
        domain = self.v.domains[kind]
        if piece not in domain.ids:
            message = f"unknown piece `{piece}` of kind `{kind}`"
            advice = unknown_name_help(str(piece), domain.ids, f"{kind}s")
            yield ValueMistake(at, message, advice, key=True, word=str(piece), known=tuple(domain.ids))
            return
        known = {
            each.name.removeprefix(f"{kind}."): each
            for each in self.v.fields.values()
            if not each.hidden and not each.per_seat and [kinds.domain for kinds in each.index] == [kind]
        }
        for name, value in self._entries(values, piece, at):
            if isinstance(value, ValueMistake):
                yield value
            elif name not in known:
                message = f"{with_article(kind)} has no field `{name}`"
                advice = unknown_name_help(str(name), list(known), "fields")
                yield ValueMistake((*at, name), message, advice, key=True, word=str(name), known=tuple(known))
            else:
                number = self._value(known[name].type, value, name, (*at, name))
                place = known[name].offset + domain.ids.index(piece)
                yield number if isinstance(number, ValueMistake) else SituationValue(place, number)


def scripted_draws(v: Vocabulary, players: int, name: str, outcomes: Any) -> Iterator[int | ValueMistake]:
    """What a random stream is to give, in order: numbers of values; the places of pieces for a zone."""
    if not isinstance(outcomes, list | tuple):
        yield ValueMistake((name,), f"the outcomes of `{name}` are a list, not `{outcomes}`")
        return
    field = v.fields.get(name)
    for place, each in enumerate(outcomes):
        try:
            value = read_value(v, players, INT if field is None else field.type, each, name)
        except OptionError as problem:
            yield mistake_of((name, place), problem)
        else:
            yield value if field is None else v.members(field.type).index(value)


def _unknown(what: str, name: Any, known: Sequence[str], path: Path) -> ValueMistake:
    advice = unknown_name_help(str(name), list(known), f"{what}s")
    return ValueMistake(path, f"unknown {what} `{name}`", advice, key=True, word=str(name), known=tuple(known))
