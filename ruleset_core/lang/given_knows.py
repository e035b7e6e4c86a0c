"""Who knows what in a situation that is described: pieces that lie hidden, and what is known of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ruleset_core.errors import OptionError
from ruleset_core.lang.knowledge import column, hints, seen_field
from ruleset_core.lang.types import a
from ruleset_core.lang.vocabulary import Fact, Vocabulary
from ruleset_core.lang.words import Mistake, Path, mapping, read_value, refused
from ruleset_core.model.diagnostic import hint

KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Know:
    """A seat knows a piece, or what it is not: the bit of the seat at a place of a state."""

    place: int
    seat: int


def known(v: Vocabulary, players: int, given: Any, path: Path) -> Iterator[Know | Mistake]:
    """By seat and kind the pieces that are known, or by piece `known` or what is left of its facts."""
    try:
        seats = dict(enumerate(given)) if isinstance(given, list) else mapping(given, str(path[-1]))
    except OptionError as problem:
        yield refused(path, problem)
        return
    for seat, kinds in seats.items():
        number = int(seat) if str(seat).isdecimal() else -1
        if not 0 <= number < players:
            message = f"there is no seat {seat}; the scenario has {players} player(s)"
            yield Mistake((*path, seat), message, key=not isinstance(given, list))
            continue
        try:
            entries = mapping(kinds or {}, f"seat {seat}")
        except OptionError as problem:
            yield refused((*path, seat), problem)
            continue
        for kind, pieces in entries.items():
            yield from _kind(v, number, str(kind), pieces, (*path, seat, kind))


def _kind(v: Vocabulary, seat: int, kind: str, given: Any, path: Path) -> Iterator[Know | Mistake]:
    field = seen_field(v, kind)
    if field is None:
        kinds = [each.name for each in v.domains.values() if seen_field(v, each.name) is not None]
        advice = hint(kind, kinds, "kinds that are remembered")
        yield Mistake(path, f"nobody goes on knowing pieces of `{kind}`", advice, key=True)
        return
    if not isinstance(given, list | dict):
        yield Mistake(path, f"`{kind}` needs a list of pieces, or what is known by piece, not `{given}`")
        return
    ids, pieces = v.domains[kind].ids, given if isinstance(given, dict) else dict.fromkeys(given, KNOWN)
    for place, (piece, what) in enumerate(pieces.items()):
        at = (*path, piece if isinstance(given, dict) else place)
        if piece not in ids:
            advice = hint(str(piece), ids, f"{kind}s")
            yield Mistake(at, f"unknown {kind} `{piece}`", advice, key=isinstance(given, dict), word=str(piece))
            continue
        start = field.offset + ids.index(piece) * field.strides[0]
        if what == KNOWN:
            yield Know(start, seat)
        elif isinstance(what, dict):
            for name, left in what.items():
                yield from _fact(v, kind, str(name), left, start, seat, (*at, name))
        else:
            yield Mistake(at, f"of `{piece}` is known `known`, or what is left of its facts, not `{what}`")


def _fact(
    v: Vocabulary, kind: str, name: str, left: Any, start: int, seat: int, path: Path
) -> Iterator[Know | Mistake]:
    facts: dict[str, Fact] = {fact.name: fact for fact in hints(v, kind)}
    if name not in facts:
        yield Mistake(path, f"{a(kind)} has no hints about `{name}`", hint(name, list(facts), "hints"), key=True)
        return
    of, values = facts[name].type, []
    for each in left if isinstance(left, list) else [left]:
        try:
            values.append(read_value(v, v.players[1], of, each, name))
        except OptionError as problem:
            yield refused(path, problem)
            return
    for value in v.members(of):
        if value not in values:
            yield Know(start + column(v, kind, name) + value, seat)
