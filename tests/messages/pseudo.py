"""A pseudo-language: the English catalogue in letters that nothing else uses, so that what is hard-coded stands out.

`Waiting for {names}` becomes `𝖶𝖺𝗂𝗍𝗂𝗇𝗀 𝖿𝗈𝗋 {names}`; a word in plain letters on a screen comes from the data of a game or is
hard-coded.
"""

from __future__ import annotations

import re
from gettext import GNUTranslations, NullTranslations
from typing import Final

_LETTERS: Final = str.maketrans(
    {
        chr(ord(first) + number): chr(start + number)
        for first, start in (("A", 0x1D5A0), ("a", 0x1D5BA))
        for number in range(26)
    }
)
_PLACE: Final = re.compile(r"({\w*})")


def in_pseudo(text: str) -> str:
    """A text with its letters replaced; what stands in braces is kept."""
    parts = _PLACE.split(text)
    return "".join(part if number % 2 else part.translate(_LETTERS) for number, part in enumerate(parts))


class PseudoCatalogue(NullTranslations):
    """A catalogue in the pseudo-language."""

    def __init__(self, english: GNUTranslations) -> None:
        super().__init__()
        self._english = english

    def gettext(self, message: str) -> str:
        """A message; the key, as it is, where there is none."""
        return _unless_missing(message, self._english.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """A message with plural forms; the key, as it is, where there is none."""
        return _unless_missing(msgid1, self._english.ngettext(msgid1, msgid2, n))


def _unless_missing(key: str, found: str) -> str:
    return key if found == key else in_pseudo(found)


def plain_words(text: str) -> set[str]:
    """The words of a screen in plain letters, without capitals: of the data of a game, or hard-coded."""
    return set(re.findall(r"[a-záéíóúñü][a-záéíóúñü'’-]*", text.lower()))
