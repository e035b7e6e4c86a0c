"""Zones and pieces: lists of names, or how many there are where the names are hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.text import Text

from ruleset_core.cli.views.kit import UNKNOWN, labelled, places, say
from ruleset_core.cli.views.names import Names

_SHOWN: Final = 24


def zone_lines(names: Names, title: str, name: str, zone: Any) -> list[Text]:
    """One zone under its title, a line for each of its lists."""
    if isinstance(zone, Mapping) and isinstance(zone.get("count"), int):
        top = f", {say('top', names.lang).format(names.of(names.kind(name), zone['top']))}" if zone.get("top") else ""
        told = any(zone.get("seen", zone.get("known", ()))) or any(zone.get("hints", ()))
        known = f": {_listed(names, name, places(zone), _hints(zone))}" if told else ""
        return [labelled(title, f"{zone['count']}{_backs(names, name, zone)}{top}{known}")]
    if isinstance(zone, Mapping):
        return _lists(names, title, name, zone, names.zone_indices(name)) or zone_lines(names, title, name, [])
    if zone is None:
        return []
    return [labelled(f"{title} ({len(zone)})", _listed(names, name, zone) or say("none", names.lang))]


def _lists(names: Names, title: str, name: str, zone: Mapping[str, Any], families: Sequence[str]) -> list[Text]:
    """The lists of a zone with an index, each under what it is told apart by; those in which nothing lies are left out."""
    family, *further = families or ("",)
    parts: list[Text] = []
    for item, inner in zone.items():
        under = f"{title} {names.of(family, item)}"
        if isinstance(inner, Mapping) and not isinstance(inner.get("count"), int):
            parts += _lists(names, under, name, inner, further)
        elif inner:
            parts += zone_lines(names, under, name, inner)
    return parts


def _hints(zone: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What is known of the pieces by the places in which they are listed: in a hand behind those that are known."""
    return [*({} for _ in zone.get("known", ())), *zone.get("hints", ())]


def _listed(names: Names, name: str, pieces: Sequence[str | None], hints: Sequence[Mapping[str, Any]] = ()) -> str:
    kind = names.kind(name)
    listed = []
    for place, piece in enumerate(pieces[:_SHOWN]):
        left = hints[place] if not piece and place < len(hints) else {}
        of_owner = names.owner_knows(kind, piece) if piece else ""
        listed.append(names.of(kind, piece) if piece else UNKNOWN)
        if left:
            listed[-1] += f" ({names.hint(kind, left)})"
        elif of_owner:
            listed[-1] += f" ({say('knows', names.lang).format(of_owner)})"
    return ", ".join(listed) + (f" +{len(pieces) - _SHOWN}" if len(pieces) > _SHOWN else "")


def _backs(names: Names, name: str, zone: Mapping[str, Any]) -> str:
    """How many pieces of each back lie there: `(2 red, 1 yellow)`."""
    count = Counter(names.back(names.kind(name), back) for back in zone.get("backs", ()))
    return f" ({', '.join(f'{number} {back}' for back, number in count.items())})" if count else ""
