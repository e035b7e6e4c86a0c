"""What is known of a piece without knowing it, in words: `red`, `not blue and value 1 or 2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.lang.text.effects import LANGUAGES

if TYPE_CHECKING:
    from ruleset_core.engine.glossary import Glossary

NOT = {"en": "not {}", "es": "no {}"}
NEITHER = {"en": ("neither ", " nor "), "es": ("ni ", " ni ")}


def hinted(glossary: Glossary, kind: str, left: Mapping[str, Sequence[Any]], lang: str) -> str:
    """The values that are left, by fact; where fewer are excluded, those that are not.

    Args:
        glossary: of the game.
        kind: of the piece.
        left: by fact the values that it may still have, as observations hold them.
        lang: `en` or `es`.
    """
    language = LANGUAGES[lang]
    return language.listed([_fact(glossary, kind, fact, values, lang) for fact, values in left.items()], "and")


def _fact(glossary: Glossary, kind: str, fact: str, left: Sequence[Any], lang: str) -> str:
    title, every = glossary.fact_title(kind, fact, lang), glossary.fact_values(kind, fact)
    if every == [False, True]:
        return title if left == [True] else NOT[lang].format(title)
    numbers = isinstance(every[0], int)
    excluded = [value for value in every if value not in left]
    few = len(excluded) < len(left)
    said = [glossary.fact_value(kind, fact, value, lang) for value in (excluded if few else left)]
    if few and len(said) == 1:
        return NOT[lang].format(f"{title} {said[0]}" if numbers else said[0])
    text = _none_of(said, lang) if few else LANGUAGES[lang].listed(said, "or")
    return f"{title} {text}" if numbers else text


def _none_of(values: Sequence[str], lang: str) -> str:
    """`neither red nor blue`, `ni rojo ni azul`."""
    first, between = NEITHER[lang]
    return first + between.join(values)
