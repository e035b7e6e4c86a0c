"""Lints over texts for players: what they say must be what is done, and each language must have its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ruleset_core.check.lints_cards import as_made
from ruleset_core.check.lints_entries import EntryAt, entries_of
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.resolve.templates import PLACE
from ruleset_core.lang.text import card_text
from ruleset_core.model.diagnostic import Diagnostic, friendly_list
from ruleset_core.model.source import Document, Path

_LANGS = ("en", "es")
_ENGLISH = re.compile(
    r"(?i:the|of|to|you|yours?|what|which|who|whom|whose|where|when|why|how|does|is|are|was|and|with|from|for|in|at|by|its?|this|"
    r"that|these|those|they|them|their|his|her|all|each|every|any|not|if|then|else|than|or|an|another|other|one|two|three|four|"
    r"five|takes?|pays?|gains?|loses?|chooses?|puts?|plays?|draws?)"
)
"""Words of English texts that no Spanish text has."""
_HEADERS = ("game", "expansion")
_ALIKE = 4
"""The fewest entries of a kind that show together in which language their names are."""
_FOREIGN = re.compile(r"w|k|th|sh|ck|ph|gh|ee|oo|([bdfgjmpqstvxz])\1|[^\Waeiouáéíóúynsrldzjx]\b")
"""Spellings that no Spanish word has."""


def lint_texts(linker: Linker) -> Iterator[Diagnostic]:
    """W524: a number in a text that nothing done by the card or rule has."""
    for (owner, side), site in _given(linker):
        text = linker.program.given.get((owner, side))
        if text is None:
            continue
        done = set().union(*(_numbers(card_text(linker.program, owner, lang, generated=True)) for lang in _LANGS))
        for lang in _LANGS:
            if alien := sorted(_numbers(text[lang]) - done, key=int):
                what = "rule" if owner.startswith("rule ") else "card"
                yield Diagnostic(
                    "W524",
                    "warning",
                    f"the text says {friendly_list(alien)}, and what the {what} does has no such number",
                    site.document.span((*site.path, lang)),
                    help=f"made from what it does: {card_text(linker.program, owner, lang, generated=True)}".replace(
                        "\n", " "
                    ),
                )


def _given(linker: Linker) -> Iterator[tuple[tuple[str, str], Site]]:
    """Where cards, their sides and rules have texts, by owner and side."""
    for name, (cards, _kind, card) in linker.cards.items():
        if card.text is not None:
            yield (name, ""), Site(cards.document, ("cards", name, "text"))
        for side, face in card.sides.items():
            if face.text is not None:
                yield (name, side), Site(cards.document, ("cards", name, "sides", side, "text"))
    for part in linker.gathered.parts:
        for place, rule in enumerate(part.sections.rules):
            if rule.text is not None:
                yield (f"rule {rule.id}", ""), Site(part.document, ("rules", place, "text"))


def untranslated(linker: Linker) -> Iterator[Diagnostic]:
    """W529: a Spanish text that is the English one. Names and words that both languages share are left alone."""
    for document in linker.gathered.documents:
        for path, text in _twice(document.data, ()):
            if _is_english(text) and not (path == ("name",) and any(key in document.data for key in _HEADERS)):
                yield _left(document, path, "this text is the same in both languages")
    groups: dict[tuple[Any, ...], list[EntryAt]] = {}
    for entry in entries_of(linker.gathered):
        if isinstance(entry.value, dict) and isinstance(entry.value.get("name"), dict):
            groups.setdefault(entry.group, []).append(entry)
    made = as_made(linker)  # W540 tells of those
    for entries in groups.values():
        left = [entry for entry in entries if entry.id not in made and list(_twice(entry.value["name"], ()))]
        if len(left) == 1 and len(entries) >= _ALIKE:
            (entry,) = left
            text = entry.value["name"]["en"]
            if _FOREIGN.search(text.lower()) and not _is_english(text):
                message = f"the only one of {len(entries)} like it whose name is the same in both languages"
                yield _left(entry.document, (*entry.path, "name"), message)


def _left(document: Document, path: Path, message: str) -> Diagnostic:
    advice = "write it in Spanish, or say why not: `# ruleset: ignore[W529] the reason`"
    return Diagnostic("W529", "warning", message, document.span((*path, "es")), help=advice)


def _twice(data: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Texts that are the same in both languages."""
    if isinstance(data, dict):
        english = data.get("en")
        if isinstance(english, str) and english == data.get("es"):
            yield path, english
            return
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if isinstance(value, dict | list):
            yield from _twice(value, (*path, key))


def _is_english(text: str) -> bool:
    """Whether a text has a word that only English has, and is no name such as `Lord of the Isles`."""
    words = re.findall(r"[^\W\d_]+", PLACE.sub(" ", text))
    content = [word for word in words if not _ENGLISH.fullmatch(word)]
    name = len(content) > 1 and all(word[0].isupper() for word in content) and not text.rstrip().endswith(("?", "."))
    return len(words) > 1 and len(content) < len(words) and not name


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))
