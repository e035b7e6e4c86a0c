"""Lines of text broken between words, so that a terminal does not break them within."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["wrapped"]

_COLUMN: Final = re.compile(r"(?<=\S)  +(?=\S)")
"""What stands before a column of a line."""
_WORD: Final = re.compile(r"\bruleset (?:play|replay|show|check|list|schema) .*|`[^`]*`\S*|\S+")
"""What is never broken: a word, a command to copy (it ends its line), what stands between backticks."""


def wrapped(text: str, width: int) -> Iterator[str]:
    """The lines of a text in rows of at most `width` columns; what goes on stands below the last column within the left half.

    A word, a name of a file or a command that is wider has a row of its own, whole, to be copied.
    """
    for line in text.split("\n"):
        yield from _rows(line, width)


def _rows(line: str, width: int) -> Iterator[str]:
    from rich.cells import cell_len

    if cell_len(line) <= width:
        yield line
        return
    head, indent = _head(line, width)
    row, empty = head, True
    for word in _WORD.findall(line[len(head) :]):
        if row.strip() and cell_len(row) + (not empty) + cell_len(word) > width:
            yield row.rstrip()
            row, empty = indent if cell_len(indent) + cell_len(word) <= width else "", True
        row, empty = (row if empty else f"{row} ") + word, False
    yield row


def _head(line: str, width: int) -> tuple[str, str]:
    """What stands before the part that is broken, and the indent of what goes on."""
    columns = [found.end() for found in _COLUMN.finditer(line) if found.end() <= width // 2]
    if columns:
        return line[: columns[-1]], " " * columns[-1]
    blanks = line[: len(line) - len(line.lstrip(" "))]
    return blanks, blanks + "  "
