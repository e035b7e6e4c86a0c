"""Lints over words that the data has for cards and rules: what they say must be what is done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.text import card_text
from ruleset_core.model.diagnostic import Diagnostic, friendly_list

_LANGS = ("en", "es")


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


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))
