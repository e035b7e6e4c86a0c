"""What the data of a game is made of, entry by entry: a short hash of every card, phase, question and rule.

Two versions of a game are compared by them, so that a person can be told which card is another one now. Only what is
played with counts: names and texts in two languages, provenance, reasons, comments and blanks do not. Records hold these
hashes, so how they are made stays as it is: otherwise everything would seem to have changed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, TypeAlias

from ruleset_core.model.source import Document

__all__ = ["Entries", "entries_of"]

Entries: TypeAlias = Mapping[str, Mapping[str, str]]
"""Hashes by kind (`card`, `phase`...) and id."""

_SECTIONS: Final = {
    "options": "option", "sets": "set", "pieces": "piece", "boards": "board", "state": "field", "zones": "zone", "positions": "position",
    "events": "event", "decisions": "decision", "define": "rule", "score": "score", "achievements": "achievement",
}  # fmt: skip
"""Sections whose entries are named, and what one of them is called."""
_WHOLE: Final = ("players", "tie_breaks", "outcome", "ranks", "requires")
"""Keys that count as one entry."""
_SAID: Final = frozenset(
    {"provenance", "house", "inferred", "why", "default", "label", "told", "tell", "note", "because", "about"}
)
"""Keys of an entry that nothing is played with."""
_LANGUAGES: Final = {"en", "es"}


def entries_of(documents: Iterable[Document]) -> Entries:
    """The entries of a game and its expansions. What stands in several files counts as one entry."""
    texts: dict[str, dict[str, list[str]]] = {}
    for document in documents:
        for kind, name, value in _entries(document.data if isinstance(document.data, dict) else {}):
            text = json.dumps(_played(value, top=True), separators=(",", ":"))
            texts.setdefault(kind, {}).setdefault(name, []).append(text)
    return {kind: {name: _hash(found) for name, found in named.items()} for kind, named in texts.items()}


def _hash(texts: list[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:8]


def _entries(data: Mapping[Any, Any]) -> Iterator[tuple[str, str, object]]:
    if "cards" in data and "kind" in data:
        for name, card in _named(data["cards"]):
            yield "card", name, {"kind": data["kind"], "card": _played(card, top=True)}
        return
    if "board" in data:
        yield "board", str(data["board"]), data
        return
    for section, kind in _SECTIONS.items():
        for name, value in _named(data.get(section)):
            yield kind, name, value
    resources = data.get("resources")
    for name, value in _named(resources.get("members", resources) if isinstance(resources, dict) else None):
        yield "resource", name, value
    for name, value in [*_phases(data.get("flow")), *_listed(data.get("rules"))]:
        yield ("phase" if isinstance(value, dict) and "phase" in value else "rule"), name, value
    for key in _WHOLE:
        if key in data:
            yield key, key, data[key]


def _named(section: object) -> Iterator[tuple[str, object]]:
    """The entries of a section, by name; a set may be written as a list of names."""
    if isinstance(section, dict):
        for name, value in section.items():
            yield str(name), value


def _listed(rules: object) -> Iterator[tuple[str, object]]:
    for number, rule in enumerate(rules if isinstance(rules, list) else [rules] if rules else [], start=1):
        yield str(rule.get("id", number) if isinstance(rule, dict) else number), rule


def _phases(steps: object) -> Iterator[tuple[str, object]]:
    """All phases, nested ones by themselves: a phase is what it says besides its steps, and which they are."""
    for phase in steps if isinstance(steps, list) else [steps]:
        if isinstance(phase, dict) and "phase" in phase:
            inner = phase.get("steps")
            names = [each.get("phase") for each in inner if isinstance(each, dict)] if isinstance(inner, list) else []
            yield str(phase["phase"]), {**phase, "steps": names}
            yield from _phases(inner)


def _played(value: object, *, top: bool = False) -> object:
    """A value without what is only said or shown; effects without comments and blanks."""
    if isinstance(value, dict):
        kept = {key: _played(each) for key, each in value.items() if not (top and key in _SAID) and not _is_text(each)}
        return list(kept.items())  # the order of a set's members counts
    if isinstance(value, list):
        return [_played(each) for each in value]
    return re.sub(r"#[^\n]*|\s+", "", value) if isinstance(value, str) else value


def _is_text(value: object) -> bool:
    """Whether a value is a text in languages."""
    return isinstance(value, dict) and bool(value) and value.keys() <= _LANGUAGES
