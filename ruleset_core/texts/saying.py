"""Texts in English and Spanish, by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from ruleset_core.shown import clean

__all__ = ["LANGS", "Both", "Texts"]

LANGS: Final = ("en", "es")
"""The languages there are."""

Both: TypeAlias = Mapping[str, tuple[str, str]]
"""By key a text in English and in Spanish. `{name}` stands for a value; both name the same."""


class Texts:
    """Tables of texts. `one`: what is said instead where the `count` is 1."""

    def __init__(self, texts: Both, one: Both) -> None:
        self.texts = texts
        self.one = one

    def say(self, key: str, lang: str, **values: object) -> str:
        """The text of `key` in a language, with its values; names of files may hold anything, and stay on the line."""
        shown = {name: value if isinstance(value, int) else clean(str(value)) for name, value in values.items()}
        texts = self.one if values.get("count") == 1 and key in self.one else self.texts
        return texts[key][1 if lang == "es" else 0].format(**shown)
