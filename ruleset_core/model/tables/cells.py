"""The cells of a CSV file and where they stand: like Python's `csv`, but every cell knows its place, and nothing is guessed.

A cell may be in quotes; then separators and line breaks are text, and a quote is written twice. Cells are separated by `,`,
`;` or a tab, whichever stands first in the headings, or by what a line `sep=;` says that some programs put on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["REMARK", "SEPARATORS", "Cell", "CellsError", "Row", "quoted", "rows_of", "separator_of", "written"]

SEPARATORS = ",;\t"
REMARK = "#"
"""How a row begins that is only read by people, and a heading of such a column."""

_SEP = re.compile(r'"?sep=([^\r\n"]?)"?[,;\t ]*(?:\r\n|[\r\n]|\Z)', re.IGNORECASE)
_LINE = re.compile(r"\r\n|[\r\n]")
_REMARK_LINE = re.compile(r'[ \t]*"?[ \t]*#[^\r\n]*|[ \t,;]*(?=[\r\n])')
_BEFORE_SEPARATOR = re.compile(r'(?:"(?:[^"]|"")*+"|[^",;\t\r\n]|(?<=[^,;\t\r\n])")*+')
_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
_BLANKS = re.compile("[ \t]*+")
_RISKY = re.compile(r"'*[=+\-@\t\r]")
"""How a text begins that a spreadsheet may take for a formula, or that has our mark before such a beginning."""
_NUMBER = re.compile(r"-?[0-9]+\Z")


class Cell(NamedTuple):
    """The characters of a cell, and their offsets in the file; quotes around them left out, doubled ones within undone."""

    text: str
    start: int
    end: int
    quoted: bool = False

    @property
    def said(self) -> str:
        """What it says: without blanks around it, and without the mark that keeps a spreadsheet from running it."""
        text = self.text
        if not text:
            return text
        if "\r" in text:
            text = _LINE.sub("\n", text)
        text = text.strip()
        return text[1:] if text[:1] == "'" and self._marked else text

    @property
    def _marked(self) -> bool:
        text = self.text.strip()
        return text[:1] == "'" and _RISKY.match(text) is not None

    @property
    def inner(self) -> tuple[int, int]:
        """The offsets of what it says."""
        text = self.text
        if not text:
            return self.start, self.end
        stripped = text.strip()
        before = len(text) - len(text.lstrip()) if stripped else 0
        return self.start + before + self._marked, self.end - (len(text) - before - len(stripped))

    @property
    def outer(self) -> tuple[int, int]:
        """Its offsets with the quotes."""
        return (self.start - 1, self.end + 1) if self.quoted else (self.start, self.end)


Row = list[Cell]


class CellsError(Exception):
    """The rest of a file cannot be read. Offsets are those of what is wrong."""

    def __init__(
        self, message: str, start: int, end: int, advice: str, related: Sequence[tuple[tuple[int, int], str]] = ()
    ) -> None:
        super().__init__(message)
        self.start, self.end, self.advice, self.related = start, end, advice, related


def quoted(text: str) -> str:
    """A text as a cell in quotes."""
    return '"' + text.replace('"', '""') + '"'


def written(text: str) -> str:
    """A text as a cell: in quotes where it needs them, and with a `'` before it where a spreadsheet might run it."""
    safe = f"'{text}" if _RISKY.match(text) and not _NUMBER.match(text) else text
    plain = not re.search(f'["\r\n{SEPARATORS}]', safe) and safe == safe.strip()
    return safe if plain else quoted(safe)


def rows_of(text: str) -> Iterator[Row]:
    """The rows of a text; empty lines are rows of one empty cell.

    Raises:
        CellsError: while rows are read.
    """
    separator, at = separator_of(text)
    yield from _rows(text, at, separator)


def separator_of(text: str) -> tuple[str, int]:
    """What separates the cells of a text, and the offset at which its rows begin.

    Raises:
        CellsError: a line `sep=` on top names something else.
    """
    said = _SEP.match(text)
    if said is None:
        return _separator(text), 0
    if not said[1] or said[1] not in SEPARATORS:
        shown = f"`{said[1]}`" if said[1] else "nothing"
        message = f"cells cannot be separated by {shown}"
        raise CellsError(message, 0, len(said[0].rstrip()), "save the table with `,` or `;` between its cells")
    return said[1], said.end()


def _separator(text: str) -> str:
    """What stands behind the first heading."""
    at = 0
    while (remark := _REMARK_LINE.match(text, at)) and (end := _LINE.match(text, remark.end())):
        at = end.end()
    found = _BEFORE_SEPARATOR.match(text, at)
    behind = text[found.end() : found.end() + 1] if found else ""
    return behind if behind and behind in SEPARATORS else ","


def _rows(text: str, at: int, separator: str) -> Iterator[Row]:
    blanks = re.compile("[ ]*+") if separator == "\t" else _BLANKS
    plain = re.compile(f"[^{re.escape(separator)}\r\n]*+")
    row: Row = []
    while True:
        opening = blanks.match(text, at)
        start = opening.end() if opening else at
        if text.startswith('"', start):
            cell, at = _in_quotes(text, start, separator, blanks)
        else:
            found = plain.match(text, at)
            end = found.end() if found else at
            cell, at = Cell(text[at:end], at, end), end
        row.append(cell)
        if text.startswith(separator, at):
            at += 1
            continue
        yield row
        row = []
        line = _LINE.match(text, at)
        if line is None or line.end() == len(text):
            return
        at = line.end()


def _in_quotes(text: str, start: int, separator: str, blanks: re.Pattern[str]) -> tuple[Cell, int]:
    """A cell in quotes, and where the next one is separated from it."""
    found = _QUOTED.match(text, start)
    if found is None:
        raise CellsError("the quote that opens here is not closed", start, _line_end(text, start), _ADVICE)
    behind = blanks.match(text, found.end())
    at = behind.end() if behind else found.end()
    if at < len(text) and text[at] not in f"{separator}\r\n":
        if _LINE.search(found[0]):
            # it is likelier that this cell was never closed than that another one, lines below, is wrong
            raise CellsError("the quote that opens here is not closed in its cell", start, _line_end(text, start),
                             _ADVICE, [((found.end() - 1, found.end()), "closed here")])  # fmt: skip
        message = "this text stands behind the quote that closes its cell"
        end = re.compile(f"[^{re.escape(separator)}\r\n]*+").match(text, at)
        raise CellsError(message, at, end.end() if end else at + 1, _ADVICE)
    inner = found[1].replace('""', '"')
    return Cell(inner, found.start(1), found.end(1), quoted=True), at


_ADVICE = 'a cell in quotes ends with a quote; a quote within it is written twice: `""`'


def _line_end(text: str, start: int) -> int:
    found = _LINE.search(text, start)
    return found.start() if found else len(text)
