"""W540: cards that are still as `ruleset new --card` made them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.vocabulary import Fact, Vocabulary
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.source import Document
from ruleset_core.model.source_files import TABLE

ACTS = {
    "effect": "what it does",
    "when": "what it does after an event",
    "instead": "what happens in the place of an event",
    "while_in_play": "what it changes while it is in play",
    "score": "what it is worth",
    "requires": "what must hold to use it",
    "cost": "what is paid for it",
}
"""The keys under which cards act, with the remarks that `ruleset new --card` writes beside them."""
_REMARK = re.compile(rf"^\s*# ({'|'.join(ACTS)}):   # ", re.MULTILINE)
_HEADER = frozenset({"name", "provenance"})


def cards_as_made(linker: Linker) -> Iterator[Diagnostic]:
    """W540: a card whose name is the same in both languages, whose facts are the first ones there are, and that does nothing
    although cards of its kind do something.
    """
    for name in sorted(as_made(linker)):
        cards, kind, _ = linker.cards[name]
        advice = "write its name in Spanish, look at its facts, and say what it does"
        message = f"this `{kind}` is still as `ruleset new --card` made it"
        yield Diagnostic("W540", "warning", message, cards.document.key_span(("cards", name)), help=advice)


def as_made(linker: Linker) -> frozenset[str]:
    """The names of these cards."""
    acting = {kind for _, kind, card in linker.cards.values() if any(getattr(card, key) for key in ACTS)}
    found = set[str]()
    for name, (cards, kind, _) in linker.cards.items():
        data = _entry(cards.document, name)
        if kind in linker.v.domains and data is not None and _plain(linker.v, kind, data):
            table = cards.document.file.endswith(TABLE)
            if kind in acting if table else _REMARK.search(_text(cards.document, name)):
                found.add(name)
    return frozenset(found)


def _entry(document: Document, name: str) -> Mapping[str, Any] | None:
    cards = document.data.get("cards") if isinstance(document.data, dict) else None
    found = cards.get(name) if isinstance(cards, dict) else None
    return found if isinstance(found, dict) else None


def _plain(v: Vocabulary, kind: str, card: Mapping[str, Any]) -> bool:
    """Whether a card says nothing but what a new one says."""
    name, facts = card.get("name"), v.domains[kind].facts.values()
    if not isinstance(name, dict) or name.get("en") != name.get("es") or card.get("provenance") != "house":
        return False
    own = {key: value for key, value in card.items() if key not in _HEADER and key != "sides"}
    sides = card.get("sides", {})
    faces = [each if isinstance(each, dict) else {} for each in sides.values()] if isinstance(sides, dict) else []
    return _first(v, [fact for fact in facts if not fact.sides], own) and all(
        _first(v, [fact for fact in facts if fact.sides], face) for face in faces
    )


def _first(v: Vocabulary, facts: list[Fact], given: Mapping[str, Any]) -> bool:
    """Whether every fact that is needed has its first value, and nothing else is said."""
    needed = {fact.name: fact for fact in facts if not fact.made and not fact.type.optional}
    return set(given) == set(needed) and all(_is_first(v, fact, given[name]) for name, fact in needed.items())


def _is_first(v: Vocabulary, fact: Fact, value: Any) -> bool:
    kind = fact.type.element or fact.type
    first = v.spellings(kind.sure())[0] if v.finite(kind) else "1"
    values = value if isinstance(value, list) else [value]
    return all((str(each).lower() if isinstance(each, bool) else str(each)) == first for each in values)


def _text(document: Document, name: str) -> str:
    """What stands in the file from the key of a card to the next line that is not indented further."""
    first, *rest = document.source.text.split("\n")[document.key_span(("cards", name)).line - 1 :]
    indent = len(first) - len(first.lstrip())
    inside: list[str] = []
    for line in rest:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        inside.append(line)
    return "\n".join(inside)
