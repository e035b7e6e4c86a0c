"""Cards from a CSV file: the same `Document` as of a YAML file of cards, so that later passes know no difference.

A row is a card, a column one of its keys (`model/tables/columns`). What is wrong with the table itself is told here, at its cell;
whether values are right is for those to say who look at all files of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from typing import Any, Final

from ruleset_core.model.diagnostic import Diagnostic, Span, at_most, error, shorten
from ruleset_core.model.reading.reader import MAX_NODES, TooMuchError
from ruleset_core.model.reading.yamlpos import hidden_in, source_of
from ruleset_core.model.source import Document, Place, SourceText
from ruleset_core.model.source_files import raw_of
from ruleset_core.model.tables.cells import REMARK, Cell, CellsError, Row, rows_of
from ruleset_core.model.tables.columns import Headings, headings_of
from ruleset_core.model.tables.rows import Filled, filled

__all__ = ["load_table", "load_table_text", "says_something"]

_ARCHIVE: Final = b"PK\x03\x04"
_UTF8: Final = "in a spreadsheet, save it as `CSV UTF-8`"


def load_table(path: FilePath, raw: bytes | Diagnostic | None = None) -> tuple[Document | None, list[Diagnostic]]:
    """Read a CSV file of cards, or its bytes that were read before. The document is None when nothing useful could be read; it never raises for bad files."""
    raw = raw_of(path) if raw is None else raw
    return (None, [raw]) if isinstance(raw, Diagnostic) else load_table_text(raw, str(path))


def load_table_text(text: str | bytes, file: str) -> tuple[Document | None, list[Diagnostic]]:
    """Read a table of cards from a string; `file` is the name that diagnostics show."""
    if isinstance(text, bytes) and text.startswith(_ARCHIVE):
        return None, [error("E002", "this file is a spreadsheet, and no CSV file", Span.whole(file), help=_UTF8)]
    source = source_of(text, file, _UTF8)
    if isinstance(source, Diagnostic):
        return None, [source]
    hidden = hidden_in(source)
    if hidden is not None:
        return None, [hidden]
    found: list[Diagnostic] = []
    try:
        document = _document(source, rows_of(source.text), found)
    except TooMuchError:
        document = None
    except CellsError as problem:
        related = tuple((source.span(*at), label) for at, label in problem.related)
        span = source.span(problem.start, problem.end)
        found.append(error("E017", str(problem), span, help=problem.advice, related=related))
        document = None
    return document, at_most(found)


def _document(source: SourceText, rows: Iterable[Row], found: list[Diagnostic]) -> Document | None:
    """The document of a table, or None (reported) when there is none.

    Raises:
        CellsError, TooMuchError: the rest of the file is not read.
    """
    said = [row for row in _counted(rows, source, found) if says_something(row)]
    if not said:
        found.append(
            error("E010", "this file is empty", source.span(0, 0), help="give it headings and cards, or delete it")
        )
        return None
    table = _Table(source, headings_of(said[0], source, found), found)
    for row in said[1:]:
        table.row(row)
    return table.document(said)


def _counted(rows: Iterable[Row], source: SourceText, found: list[Diagnostic]) -> Iterator[Row]:
    """The rows, as long as there are not too many cells."""
    cells = 0
    for row in rows:
        cells += len(row)
        if cells > MAX_NODES:
            message = f"this table has more than {MAX_NODES:,} cells"
            span = source.span(*row[-1].inner)
            found.append(error("E013", message, span, help="split the table; empty cells count, too"))
            raise TooMuchError
        yield row


def says_something(row: Row) -> bool:
    """Whether a row is neither empty nor a remark."""
    return any(cell.said for cell in row) and not row[0].said.startswith(REMARK)


class _Table:
    """The cards of a table, and where all of it stands."""

    def __init__(self, source: SourceText, headings: Headings, found: list[Diagnostic]) -> None:
        self.source = source
        self.headings = headings
        self.found = found
        self.cards: dict[str, Any] = {}
        self.names: dict[str, Cell] = {}
        self.filled = Filled({}, {}, set(headings.faulty))

    def row(self, row: Row) -> None:
        """Take in a card."""
        name = row[0].said
        for number, cell in enumerate(row):
            if cell.said and number not in self.headings.covered:
                self._report("E018", "this cell has no heading above it", cell, self._astray(row))
                if number >= self.headings.width:  # then all of the row may stand under other headings than it should
                    self.filled.faulty.add(("cards", name))
        if not name:
            advice = "the first cell of a row is the name of its card; a row that begins with `#` is a remark"
            self._report("E018", "this card has no name", row[0], advice)
        elif name in self.cards:
            message = f"the card `{shorten(name)}` is given twice"
            related = ((self.source.span(*self.names[name].inner), "first given here"),)
            self._report("E005", message, row[0], "rename or delete one of them", related=related)
        else:
            self.names[name] = row[0]
            self.cards[name] = filled(row, self.headings, self.source, self.filled, self.found)

    def _astray(self, row: Row) -> str:
        """What may have brought a cell beyond the headings."""
        if len(row) > self.headings.width:
            return "a text with a separator in it must be in quotes; or give the column a heading"
        return "give the column a heading; one that begins with `#` is a remark"

    def document(self, said: list[Row]) -> Document:
        """What was read."""
        kind = self.headings.kind
        end = max(cell.outer[1] for cell in said[-1])
        places = self.filled.places
        places[()] = Place(0, len(self.source.text), style="block")
        places["kind",] = Place(*kind.inner, scalar=kind.said)
        places["cards",] = Place(kind.inner[0], end, style="block")
        data = {"kind": kind.said, "cards": self.cards}
        return Document(
            self.source, data, lambda _source: places, frozenset(self.filled.faulty), self.filled.gaps, keys_apart=True
        )

    def _report(
        self, code: str, message: str, cell: Cell, advice: str, related: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        self.found.append(error(code, message, self.source.span(*cell.inner), help=advice, related=related))
