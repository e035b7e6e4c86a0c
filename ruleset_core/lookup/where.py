"""What a seat sees of a thing at its table: where a card lies now, and what the fields say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .names import Names
from .said import say

__all__ = ["lines_about"]

Observation = Mapping[str, Any]


def lines_about(names: Names, seen: Observation, family: str, member: str) -> Iterator[str]:
    """Where the copies of a card lie, as far as the asker may know, and the fields of the table that are about it.

    Args:
        names: what things and players are called.
        seen: the observation of the asker.
        family: the kind of a card, or a set.
        member: its id, whichever of its copies.
    """
    lying = Counter(_lists(names, seen, family, member))
    if lying:
        yield say("lies", names.lang, where="; ".join(f"{at} ({n})" if n > 1 else at for at, n in lying.items()))
    elif any(names.kind(zone) == family for zone in _zones_of(names, seen)):
        yield say("lies_hidden", names.lang)
    yield from _fields(names, seen, family, member)


def _zones_of(names: Names, seen: Observation) -> Iterator[str]:
    yield from seen["zones"]
    yield from (name for seat in seen["seats"][:1] for name in seat if names.is_zone(name))


def _lists(names: Names, seen: Observation, family: str, member: str) -> Iterator[str]:
    """The list that each copy lies in, of those that can be seen."""
    owned = [(None, seen["zones"]), *enumerate(seen["seats"])]
    for seat, found in owned:
        for zone, pieces in found.items():
            if names.is_zone(zone) and names.kind(zone) == family:
                title = names.title("zones", zone)
                whose = title if seat is None else say("of_whom", names.lang, what=title, name=names.player(seat))
                yield from _within(names, pieces, member, whose, names.zone_indices(zone))


def _within(names: Names, pieces: Any, member: str, at: str, indices: Sequence[str]) -> Iterator[str]:
    if isinstance(pieces, Mapping) and not isinstance(pieces.get("count"), int):
        for key, inner in pieces.items():
            inside = f"{at}, {names.of(indices[0], str(key))}" if indices else at
            yield from _within(names, inner, member, inside, indices[1:])
        return
    known: Sequence[str | None] = (
        pieces or () if not isinstance(pieces, Mapping) else pieces.get("seen", pieces.get("known", ()))
    )
    if isinstance(pieces, Mapping) and pieces.get("top"):
        known = [pieces["top"]]
        at = say("on_top", names.lang, where=at)
    yield from (at for each in known if each is not None and each.partition("#")[0] == member)


def _fields(names: Names, seen: Observation, family: str, member: str) -> Iterator[str]:
    """What the fields with one value for each member of the family say of this one; not what says nothing."""
    for seat, found in [(None, seen["fields"]), *enumerate(seen["seats"])]:
        for field, values in found.items():
            shape = names.shape(field)
            if shape.indices != (family,) or not isinstance(values, Mapping):
                continue
            told = [
                each for key, each in values.items() if key.partition("#")[0] == member and each not in (None, False, 0)
            ]
            title = names.title("fields", field)
            whose = title if seat is None else say("of_whom", names.lang, what=title, name=names.player(seat))
            for value in told:
                yield whose if value is True else f"{whose}: {names.value(shape.value, value)}"
