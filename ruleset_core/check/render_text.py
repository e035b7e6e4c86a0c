"""Small tools for showing text of data files on a terminal: safe characters, widths, paths."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from ruleset_core.shown import clean

TAB = 4


def cells(text: str) -> list[str]:
    """Each character of a source line as it is shown: tabs as spaces, unsafe characters replaced."""
    return [" " * TAB if char == "\t" else clean(char) for char in text]


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.combining(char) or char == "\N{VARIATION SELECTOR-16}":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def shown_path(file: str, *, posix: bool = False) -> str:
    """The name of a file as shown: relative when it lies below the current directory."""
    path = Path(file)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except (ValueError, OSError):
            return path.as_posix() if posix else file
    return path.as_posix() if posix else str(path)
