"""Places in files as editors count them: lines and columns from 0, columns in units of UTF-16.

A die takes two units, so what stands behind it is one further right than in characters:

    >>> lines = TextLines("name: 🎲 die")
    >>> lines.position(1, 9)
    Position(line=0, character=9)
    >>> lines.offset(Position(line=0, character=9))
    8
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final, NamedTuple

from ruleset_core.diagnostics import Span

_LINE_END: Final = re.compile(r"\r\n|\n|\r")


class Position(NamedTuple):
    """A place between two characters: line and column from 0, the column in units of UTF-16."""

    line: int
    character: int


class Range(NamedTuple):
    """From one place to another, which is exclusive."""

    start: Position
    end: Position


class TextLines:
    """A text with the offsets at which its lines begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def line(self, number: int) -> str:
        """A line, counted from 0, without its end; empty where there is none."""
        if not 0 <= number < len(self._starts):
            return ""
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.text)
        return self.text[self._starts[number] : end].rstrip("\r\n")

    def position(self, line: int, column: int) -> Position:
        """The place of a line and column that count from 1, in characters."""
        before = self.line(line - 1)[: column - 1]
        return Position(line - 1, _units(before))

    def range(self, span: Span) -> Range:
        """The range of a span. One without characters stays so."""
        return Range(self.position(span.line, span.column), self.position(span.end_line, span.end_column))

    def offset(self, at: Position) -> int:
        """The character offset of a place; places beyond the end of a line or text are at that end."""
        if at.line >= len(self._starts):
            return len(self.text)
        if at.line < 0:
            return 0
        line, left, column = self.line(at.line), at.character, 0
        while column < len(line) and left > 0:
            left -= _units(line[column])
            column += 1
        return self._starts[at.line] + column

    def position_at(self, offset: int) -> Position:
        """The place of a character offset."""
        number = bisect_right(self._starts, max(0, min(offset, len(self.text)))) - 1
        return Position(number, _units(self.text[self._starts[number] : offset]))

    @property
    def everything(self) -> Range:
        """The whole text."""
        return Range(Position(0, 0), self.position_at(len(self.text)))


def _units(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)
