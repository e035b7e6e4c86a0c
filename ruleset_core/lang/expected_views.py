"""What a scenario expects a seat to see: plain data in, paths and values of an observation out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleset_core.diagnostics import unknown_name_help
from ruleset_core.errors import OptionError
from ruleset_core.lang.situations import OTHERS, Path, ValueMistake, mapping, members_in_play, mistake_of, read_value
from ruleset_core.lang.types import INT, SEAT, Type, with_article
from ruleset_core.lang.vocabulary import Vocabulary, Zone

HIDDEN: Final = "hidden"
KNOWN: Final = "known"
OF_A_ZONE: Final = ("count", "top", "hints")
"""What may be expected of a zone beside its pieces."""
PARTS: Final = ("seats", "zones", "pieces", "to_act")
"""What stands beside the shared fields."""


@dataclass(frozen=True, slots=True)
class ExpectedValue:
    """One expectation.

    Attributes:
        path: where it stands in what was written.
        where: the keys that lead to it in an observation.
        said: what it is about, in words.
        kind: the type of the value, or the zone.
        given: what is expected, as it was written.
    """

    path: Path
    where: Path
    said: str
    kind: Type | Zone
    given: Any


Read = Iterator[ExpectedValue | ValueMistake]


class ExpectedViewReader:
    """Reads what a seat is expected to see, in a game of so many players."""

    def __init__(self, v: Vocabulary, players: int) -> None:
        self.v = v
        self.players = players

    def read(self, given: Any, path: Path = ()) -> Read:
        """Fields at the top, those by seat for each of them, then `seats`, `zones`, `pieces`, and `to_act`."""
        fields = [each for each in self.v.fields.values() if not each.hidden]
        for name, inner in self._named(
            given, [*(each.name for each in fields), *PARTS], "field", path, self._elsewhere()
        ):
            if isinstance(inner, ValueMistake):
                yield inner
            elif name == "seats":
                yield from self._seats(inner, (*path, name))
            elif name == "zones":
                yield from self._zones(inner, (*path, name))
            elif name == "pieces":
                yield from self._kinds(inner, (*path, name))
            elif name == "to_act":
                yield self._leaf(ExpectedValue((*path, name), ("to_act",), "who is asked", SEAT.maybe(), inner))
            elif self.v.fields[name].per_seat:
                yield from self._by_seat(name, inner, (*path, name))
            else:
                yield from self._field(name, inner, (*path, name), ("fields",), "")

    def _by_seat(self, name: str, given: Any, path: Path) -> Read:
        """A field by seat under its own name, as in a situation; one word stands for all seats."""
        seats = range(self.players)
        entries = dict.fromkeys(seats, given) if given in (HIDDEN, KNOWN) else given
        entries = dict(enumerate(entries)) if isinstance(entries, list | tuple) else entries
        for seat, inner, place in self._placed(entries, seats, "seat", path):
            at = path if given in (HIDDEN, KNOWN) else place
            of_seat = self._field(name, inner, at, ("seats", seat), f" of seat {seat}")
            yield from [inner] if isinstance(inner, ValueMistake) else of_seat

    def _elsewhere(self) -> dict[str, str]:
        """Names that do not stand at the top, and the part that they stand in."""
        own = [*self.v.domains["resource"].ids, *(each.name for each in self.v.zones.values() if each.per_seat)]
        shared = [each.name for each in self.v.zones.values() if not each.per_seat]
        return {**dict.fromkeys(shared, "zones"), **dict.fromkeys(own, "seats")}

    def _named(
        self, given: Any, known: Sequence[str | int], what: str, path: Path, elsewhere: Mapping[str, str] | None = None
    ) -> Iterator[tuple[Any, Any]]:  # fmt: skip
        """The entries of a mapping by names; in place of what is wrong with one, the mistake."""
        try:
            entries = mapping(given, str(path[-1]) if path else "sees")
        except OptionError as problem:
            yield "", mistake_of(path, problem)
            return
        for name, inner in entries.items():
            if name in known:
                yield name, inner
            elif part := (elsewhere or {}).get(str(name), ""):
                advice = (
                    f"write `seats: {{0: {{{name}: ...}}}}`" if part == "seats" else f"write `{part}: {{{name}: ...}}`"
                )
                yield "", ValueMistake((*path, name), f"`{part}:` is missing around `{name}`", advice, key=True)
            else:
                advice = unknown_name_help(str(name), list(map(str, known)), f"{what}s")
                yield "", ValueMistake((*path, name), f"unknown {what} `{name}`", advice, key=True)

    def _placed(self, given: Any, known: Sequence[str | int], what: str, path: Path) -> Iterator[tuple[Any, Any, Path]]:
        """The entries of a mapping by seats or pieces, each with its place; `others` stands for all that are not named."""
        for name, inner in self._named(given, [*known, OTHERS], what, path):
            for each in [each for each in known if each not in given] if name == OTHERS else [name]:
                yield each, inner, (*path, name)

    def _seats(self, given: Any, path: Path) -> Read:
        entries = dict(enumerate(given)) if isinstance(given, list | tuple) else given
        resources = self.v.domains["resource"].ids
        fields = [each.name for each in self.v.fields.values() if each.per_seat and not each.hidden]
        zones = [each.name for each in self.v.zones.values() if each.per_seat]
        for key, values, at in self._placed(entries, range(self.players), "seat", path):
            if isinstance(values, ValueMistake):
                yield values
                continue
            where, whose = ("seats", key), f" of seat {key}"
            for name, inner in self._named(values or {}, [*resources, *fields, *zones], "field of a seat", at):
                if isinstance(inner, ValueMistake):
                    yield inner
                elif name in resources:
                    yield self._leaf(ExpectedValue((*at, name), (*where, name), f"`{name}`{whose}", INT, inner))
                elif name in fields:
                    yield from self._field(name, inner, (*at, name), where, whose)
                else:
                    yield from self._zone(self.v.zones[name], inner, (*at, name), where, whose)

    def _zones(self, given: Any, path: Path) -> Read:
        zones = [each.name for each in self.v.zones.values() if not each.per_seat]
        for name, inner in self._named(given, zones, "zone", path):
            if isinstance(inner, ValueMistake):
                yield inner
            else:
                yield from self._zone(self.v.zones[name], inner, (*path, name), ("zones",), "")

    def _kinds(self, given: Any, path: Path) -> Read:
        kinds = [each.name for each in self.v.domains.values() if each.name + ".at" in self.v.fields]
        for kind, pieces in self._named(given, kinds, "kind of pieces", path):
            if isinstance(pieces, ValueMistake):
                yield pieces
                continue
            for piece, values, at in self._placed(pieces, self.v.domains[kind].ids, kind, (*path, kind)):
                yield from [values] if isinstance(values, ValueMistake) else self._piece(kind, piece, values, at)

    def _piece(self, kind: str, piece: str, given: Any, path: Path) -> Read:
        """Fields of pieces are named `side`, or are shared fields by a kind alone."""
        known = {}
        for field in self.v.fields.values():
            if not field.hidden and not field.per_seat and [each.domain for each in field.index] == [kind]:
                short = field.name.removeprefix(f"{kind}.")
                where = ("fields", short, piece) if short == field.name else ("pieces", kind, piece, short)
                known[short] = (where, field.type)
        for name, inner in self._named(given, list(known), f"field of {with_article(kind)}", path):
            if isinstance(inner, ValueMistake):
                yield inner
            else:
                where, of = known[name]
                yield self._leaf(ExpectedValue((*path, name), where, f"`{name}` of `{piece}`", of, inner))

    def _field(self, name: str, given: Any, path: Path, where: Path, whose: str) -> Read:
        field = self.v.fields[name]
        for each in self._below(ExpectedValue(path, (*where, name), name, field.type, given), field.index):
            yield self._leaf(replace(each, said=f"`{each.said}`{whose}")) if isinstance(each, ExpectedValue) else each

    def _zone(self, zone: Zone, given: Any, path: Path, where: Path, whose: str) -> Read:
        for each in self._below(ExpectedValue(path, (*where, zone.name), zone.name, zone, given), zone.index):
            yield (
                self._list(replace(each, said=f"`{each.said}`{whose}"), zone)
                if isinstance(each, ExpectedValue)
                else each
            )

    def _below(self, wish: ExpectedValue, index: tuple[Type, ...]) -> Read:
        """What is expected of the places of something with indices; one word stands for all of them."""
        if not index:
            yield wish
            return
        given, places = wish.given, members_in_play(self.v, index[0], self.players)
        entries: Iterable[tuple[str | int, Any, Any]]
        if given in (HIDDEN, KNOWN):
            for _, name in places:
                yield from self._below(_at(wish, name, wish.path, given), index[1:])
            return
        if isinstance(given, list | tuple):
            entries = [
                (number, name, inner) for number, ((_, name), inner) in enumerate(zip(places, given, strict=False))
            ]
        elif isinstance(given, dict):
            entries = [(key, key, inner) for key, inner in given.items()]
        else:
            yield ValueMistake(wish.path, f"`{wish.said}` is by {index[0]}: write {{{places[0][1]}: ...}}")
            return
        left = [name for _, name in places]
        for step, key, inner in sorted(entries, key=lambda entry: entry[1] == OTHERS):
            try:
                names = left if key == OTHERS else [self._name(index[0], key, wish.said)]
            except OptionError as problem:
                yield mistake_of((*wish.path, step), problem, key=True)
                continue
            left = [name for name in left if name not in names]
            for name in names:
                yield from self._below(_at(wish, name, (*wish.path, step), inner), index[1:])

    def _name(self, kind: Type, given: Any, where: str) -> str:
        """A value of an index as observations name it. Raises OptionError."""
        return self.v.format_value(kind, read_value(self.v, self.players, kind, given, where))

    def _leaf(self, wish: ExpectedValue) -> ExpectedValue | ValueMistake:
        """A value, or whether it is known."""
        assert isinstance(wish.kind, Type)
        if wish.given in (HIDDEN, KNOWN):
            return wish
        try:
            read_value(self.v, self.players, wish.kind, wish.given, wish.said.replace("`", ""))
        except OptionError as problem:
            return mistake_of(wish.path, problem)
        return wish

    def _list(self, wish: ExpectedValue, zone: Zone) -> ExpectedValue | ValueMistake:
        """How many pieces lie there, which ones, what is on top, or whether they are known."""
        given, pieces = wish.given, [*self.v.domains[zone.kind].ids, HIDDEN, KNOWN]
        if given in (HIDDEN, KNOWN) or _is_count(given):
            return wish
        if isinstance(given, list | tuple):
            wrong = next((place for place, piece in enumerate(given) if piece not in pieces), None)
            if wrong is None:
                return wish
            advice = unknown_name_help(str(given[wrong]), pieces, f"{zone.kind}s")
            return ValueMistake((*wish.path, wrong), f"unknown {zone.kind} `{given[wrong]}`", advice)
        if not isinstance(given, dict):
            return ValueMistake(
                wish.path, f"{wish.said} is a list of pieces, how many there are, `hidden` or `known`, not `{given}`"
            )
        for key, inner in given.items():
            if key not in OF_A_ZONE:
                return ValueMistake(
                    (*wish.path, key),
                    f"unknown key `{key}`",
                    unknown_name_help(str(key), list(OF_A_ZONE), "keys"),
                    key=True,
                )
            fine = _is_count(inner) if key == "count" else _are_hints(inner) if key == "hints" else inner in pieces
            if not fine:
                what = {"count": "a number", "hints": "a list of what is left of the facts, by place"}.get(
                    key, with_article(zone.kind)
                )
                return ValueMistake((*wish.path, key), f"`{key}` of {wish.said} is {what}, not `{inner}`")
        return wish


def _at(wish: ExpectedValue, name: str, path: Path, given: Any) -> ExpectedValue:
    """The same for one place of an index."""
    return replace(wish, path=path, where=(*wish.where, name), said=f"{wish.said}[{name}]", given=given)


def _are_hints(given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(each, dict) for each in given)


def _is_count(given: Any) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and given >= 0
