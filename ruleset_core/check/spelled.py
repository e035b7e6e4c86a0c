"""Suggestions as a cell of a table spells them: quotes within quotes are doubled, and a cell gets quotes where it needs them.

Who finds a mistake knows what a value says, not how its file is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ruleset_core.model.diagnostic import Diagnostic, Suggestion
from ruleset_core.model.source import SourceText
from ruleset_core.model.source_files import TABLE
from ruleset_core.model.tables.cells import Cell, CellsError, rows_of, written

__all__ = ["spelled"]


def spelled(found: Iterable[Diagnostic], texts: Mapping[str, str]) -> list[Diagnostic]:
    """Findings with their suggestions as files have to write them; `texts` are the files by name."""
    tables: dict[str, _Table] = {}
    return [_one(item, texts, tables) for item in found]


class _Table:
    """The cells of a table, by where they begin."""

    def __init__(self, file: str, text: str) -> None:
        self.source = SourceText(file, text)
        self.cells: list[Cell] = []
        try:
            for row in rows_of(text):
                self.cells += row
        except CellsError:  # what was read until then can be mended
            pass

    def spelled(self, change: Suggestion) -> Suggestion:
        """A change of the characters of a cell, as its quotes ask for."""
        span = change.span
        start = self.source.offset(span.line, span.column)
        end = self.source.offset(span.end_line, span.end_column)
        cell = next((each for each in self.cells if each.outer[0] <= start and end <= each.outer[1]), None)
        if cell is None:
            return change
        text = change.replacement
        if cell.quoted and cell.start <= start and end <= cell.end:
            return replace(change, replacement=text.replace('"', '""'))
        whole = self.source.text[cell.start : start] + text + self.source.text[end : cell.end]
        if not cell.quoted and written(whole) != whole:
            return replace(change, span=self.source.span(cell.start, cell.end), replacement=written(whole))
        return change


def _one(item: Diagnostic, texts: Mapping[str, str], tables: dict[str, _Table]) -> Diagnostic:
    change = item.suggestion
    if change is None or not change.span.file.endswith(TABLE) or change.span.file not in texts:
        return item
    file = change.span.file
    if file not in tables:
        tables[file] = _Table(file, texts[file])
    return replace(item, suggestion=tables[file].spelled(change))
