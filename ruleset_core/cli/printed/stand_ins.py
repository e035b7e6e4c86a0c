"""What stands for characters that a terminal does not have: one table for everything that is printed.

Streams ask it for each character they cannot encode (`errors=STAND_INS`). A sign of a drawing has a sign of the same width that
no other sign has, so that pictures stay in shape and can be read; an accent is left out.
"""

from __future__ import annotations

import codecs
from typing import Final
from unicodedata import combining, normalize

__all__ = ["ASCII", "STAND_INS", "in_ascii"]

STAND_INS: Final = "ruleset-stand-ins"
"""The name under which streams find this table."""

SIGNS: Final = {
    "■": "#", "□": "_", "✗": "X", "✓": "v", "◆": "&", "◇": "^", "●": "*", "○": "o", "×": "x", "·": ".",
    "▸": ">", "…": "~", "°": "`", "░": ":", "−": "-", "÷": "/",
    "⚄": "D", "♟": "i", "♜": "T", "⌂": "h", "♛": "P", "▬": "M", "¤": "$", "▼": "V", "▯": "n", "▒": "%", "★": "+", "⚑": "p",
    "♥": "H", "♣": "l", "♦": "'", "ψ": "Y", "‖": '"', "▤": "b", "▲": "A",
}  # fmt: skip
"""Signs of drawings; each has its own."""

ASCII: Final = {
    **SIGNS,
    "→": "->", "←": "<-", "±": "+-", "≠": "!=", "≤": "<=", "≥": ">=",
    "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "¿": "", "¡": "",
    "─": "-", "│": "|", "═": "=", "║": "!",
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝", "+"),
}  # fmt: skip
"""All stand-ins; other letters lose their accents, and what is left is a question mark."""


def in_ascii(text: str) -> str:
    """The text as a terminal shows it that has ASCII alone."""
    return "".join(char if char.isascii() else _stand_in(char) for char in text)


def _stand_in(char: str) -> str:
    if char in ASCII:
        return ASCII[char]
    bare = "".join(part for part in normalize("NFKD", char) if not combining(part))
    return bare if bare.isascii() and bare else "?"


def _encoded(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return in_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(STAND_INS, _encoded)
