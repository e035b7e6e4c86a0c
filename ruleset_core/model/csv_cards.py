"""Cards as CSV. In: a table. Out: the same `Document` as a YAML file of cards gives. Also the reverse.

    hero,name.en,name.es,provenance,score
    knight,Knight,Caballero,house,2 + coin

    {"kind": "hero", "cards": {"knight": {"name": {"en": "Knight", "es": "Caballero"}, "provenance": "house", "score": "2 + coin"}}}

Spreadsheets are good at many similar cards. The result is the same `Document` that a YAML file gives, with the place of each
cell, so that all later steps and messages work as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any, Final

from ruleset_core.diagnostics import Diagnostic, Span, error, first_diagnostics, shorten
from ruleset_core.model.csv_columns import (
    REMARK,
    SIDES,
    CsvCell,
    CsvColumn,
    CsvError,
    CsvHeadings,
    Row,
    detect_separator,
    format_heading,
    holds_behaviours,
    parse_headings,
    parse_rows,
    write_cell,
)
from ruleset_core.model.schema.rules import CardFaceModel
from ruleset_core.model.sources import (
    CELL,
    DataPath,
    Document,
    SourceText,
    UnsupportedScalarError,
    ValuePosition,
    parse_plain_scalar,
    read_data_file,
    scalar_offsets,
)
from ruleset_core.model.yaml_documents import decode_source, find_hidden_character
from ruleset_core.model.yaml_nodes import MAX_NODES, MAX_SCALAR, DocumentTooLargeError

# Cards from a CSV file: the same `Document` as of a YAML file of cards, so that later passes know no difference.
#
# A row is a card, a column one of its keys (`model/csv_columns`). What is wrong with the table itself is told
# here, at its cell; whether values are right is for those to say who look at all files of cards.

_ITEM: Final = r"[^\s,\[\]{}\"]+"
_SEVERAL: Final = re.compile(rf"{_ITEM}(?:\s*,\s*{_ITEM})+\Z")
"""Several names or numbers: no single value has a comma."""
_TRUTHS: Final = {"TRUE": "true", "FALSE": "false"}
"""What spreadsheets make of `true` and `false`."""


@dataclass(slots=True)
class FilledCard:
    """Where values stand, where they are missing, and which are wrong already: for a `Document`."""

    places: dict[DataPath, ValuePosition]
    gaps: dict[DataPath, ValuePosition]
    faulty: set[DataPath]


def fill_card(
    row: Row, headings: CsvHeadings, source: SourceText, into: FilledCard, found: list[Diagnostic]
) -> dict[str, Any]:
    """The data of the card in a row; places are noted in `into`, mistakes in `found`."""
    return _RowReader(row, headings, source, into, found).read()


class _RowReader:
    """The state of reading one row."""

    def __init__(
        self, row: Row, headings: CsvHeadings, source: SourceText, into: FilledCard, found: list[Diagnostic]
    ) -> None:
        self.row = row
        self.headings = headings
        self.source = source
        self.into = into
        self.found = found
        self.owner: DataPath = ("cards", row[0].content)
        self.numbers: dict[DataPath, set[int]] = {}
        """For each list of the card, the numbers of the behaviours of which a cell says something."""

    def read(self) -> dict[str, Any]:
        """The data of the card."""
        end = max(cell.outer[1] for cell in self.row if cell.content)
        self.into.places[self.owner] = ValuePosition(self.row[0].outer[0], end, self.row[0].inner, "block")
        self.into.faulty |= {(*self.owner, *path) for path in self.headings.lacking}
        self._count()
        card: dict[str, Any] = {}
        for number, column in self.headings.columns.items():
            cell = self.row[number] if number < len(self.row) else None
            if cell is not None and cell.content:
                self._put(card, column, cell)
            elif cell is not None:
                self.into.gaps[(*self.owner, *column.path)] = ValuePosition(*cell.inner)
        self._whole_sides(card)
        return card

    def _count(self) -> None:
        """Note which behaviours there are: the numbers in headings say their order, wherever the columns stand."""
        for number, column in self.headings.columns.items():
            if number < len(self.row) and self.row[number].content:
                for at, part in enumerate(column.path):
                    if isinstance(part, int):
                        self.numbers.setdefault(column.path[:at], set()).add(part)

    def _put(self, card: dict[str, Any], column: CsvColumn, cell: CsvCell) -> None:
        """Put a value where its column says. The second behaviour of a kind may be the only one that a card has."""
        node: Any = card
        path = self.owner
        for at, (part, following) in enumerate(pairwise(column.path)):
            step = part
            if isinstance(part, int):
                numbers = self.numbers[column.path[:at]]
                step = sum(each < part for each in numbers)
                node += [{} for _ in range(len(node), len(numbers))]
            elif part not in node:
                node[part] = [] if isinstance(following, int) else {}
            path, node = (*path, step), node[step]
            named = column.heading if SIDES in path[-2:] else None  # a side that is unknown is so in its heading
            self.into.places.setdefault(path, ValuePosition(*cell.inner, named, "block"))
        node[column.path[-1]] = self._value((*path, column.path[-1]), column, cell)

    def _whole_sides(self, card: dict[str, Any]) -> None:
        """A card of which a side says something has all sides of the table."""
        if SIDES in card:
            card[SIDES] = {side: card[SIDES].get(side, {}) for side in self.headings.sides}
            for side in self.headings.sides:
                self.into.places.setdefault((*self.owner, SIDES, side), self.into.places[self.owner])

    def _value(self, path: DataPath, column: CsvColumn, cell: CsvCell) -> Any:
        """What a cell says, and where."""
        text = cell.content
        place = ValuePosition(*cell.inner, column.heading, CELL if cell.quoted else "", text)
        self.into.places[path] = place
        if len(text) > MAX_SCALAR:
            return self._wrong(path, "E014", f"this text is longer than {MAX_SCALAR:,} characters", place, text[:1])
        if column.how == "text":
            return text
        if column.how == "list" or (column.how == "fact" and (text.startswith("[") or _SEVERAL.match(text))):
            return self._list(path, place, text)
        return self._plain(path, place, text)

    def _list(self, path: DataPath, place: ValuePosition, text: str) -> Any:
        """Values in brackets, or without where nothing else can be meant."""
        opened, closed = text.startswith("["), text.endswith("]")
        if opened != closed or text == "[":
            return self._wrong(path, "E017", "a bracket is missing", place, [], "a list is written `[2, 1, 1]`")
        begin = int(opened)
        inner = text[begin : len(text) - begin]
        items: list[Any] = []
        where = scalar_offsets(self.source.text, place.start, place.end, place.style, text) or [place[:2]] * (
            len(text) + 1
        )
        for part in inner.split(",") if inner.strip() else ():
            item = part.strip()
            start = begin + (len(part) - len(part.lstrip()) if item else 0)
            at = ValuePosition(
                where[start][0], where[start + len(item) - 1][1] if item else where[start][0], scalar=item
            )
            self.into.places[*path, len(items)] = at
            items.append(self._plain((*path, len(items)), at, item))
            begin += len(part) + 1
        return items

    def _plain(self, path: DataPath, place: ValuePosition, text: str) -> Any:
        """A number, a truth or a text."""
        try:
            return parse_plain_scalar(_TRUTHS.get(text, text))
        except UnsupportedScalarError as problem:
            return self._wrong(path, "E011", str(problem), place, text, "data files know whole numbers only")

    def _wrong(
        self, path: DataPath, code: str, message: str, place: ValuePosition, value: Any, advice: str = ""
    ) -> Any:
        """Note a mistake; `value` stands for the one that is wrong."""
        self.into.faulty.add(path)
        self.found.append(error(code, message, self.source.span(place.start, place.end), help=advice))
        return value


# -- Cards from a CSV file ---------------------------------------------------------------------------------------------


_ARCHIVE: Final = b"PK\x03\x04"
_UTF8: Final = "in a spreadsheet, save it as `CSV UTF-8`"


def load_csv(path: FilePath, raw: bytes | Diagnostic | None = None) -> tuple[Document | None, list[Diagnostic]]:
    """Read a CSV file of cards, or its bytes that were read before. The document is None when nothing useful could be read; it never raises for bad files."""
    raw = read_data_file(path) if raw is None else raw
    return (None, [raw]) if isinstance(raw, Diagnostic) else load_csv_text(raw, str(path))


def load_csv_text(text: str | bytes, file: str) -> tuple[Document | None, list[Diagnostic]]:
    """Read a table of cards from a string; `file` is the name that diagnostics show."""
    if isinstance(text, bytes) and text.startswith(_ARCHIVE):
        return None, [error("E002", "this file is a spreadsheet, and no CSV file", Span.whole(file), help=_UTF8)]
    source = decode_source(text, file, _UTF8)
    if isinstance(source, Diagnostic):
        return None, [source]
    hidden = find_hidden_character(source)
    if hidden is not None:
        return None, [hidden]
    found: list[Diagnostic] = []
    try:
        document = _document(source, parse_rows(source.text), found)
    except DocumentTooLargeError:
        document = None
    except CsvError as problem:
        related = tuple((source.span(*at), label) for at, label in problem.related)
        span = source.span(problem.start, problem.end)
        found.append(error("E017", str(problem), span, help=problem.advice, related=related))
        document = None
    return document, first_diagnostics(found)


def _document(source: SourceText, rows: Iterable[Row], found: list[Diagnostic]) -> Document | None:
    """The document of a table, or None (reported) when there is none.

    Raises:
        CsvError, DocumentTooLargeError: the rest of the file is not read.
    """
    said = [row for row in _counted(rows, source, found) if is_card_row(row)]
    if not said:
        found.append(
            error("E010", "this file is empty", source.span(0, 0), help="give it headings and cards, or delete it")
        )
        return None
    table = _CsvReader(source, parse_headings(said[0], source, found), found)
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
            raise DocumentTooLargeError
        yield row


def is_card_row(row: Row) -> bool:
    """Whether a row is neither empty nor a remark."""
    return any(cell.content for cell in row) and not row[0].content.startswith(REMARK)


class _CsvReader:
    """The cards of a table, and where all of it stands."""

    def __init__(self, source: SourceText, headings: CsvHeadings, found: list[Diagnostic]) -> None:
        self.source = source
        self.headings = headings
        self.found = found
        self.cards: dict[str, Any] = {}
        self.names: dict[str, CsvCell] = {}
        self.filled = FilledCard({}, {}, set(headings.faulty))

    def row(self, row: Row) -> None:
        """Take in a card."""
        name = row[0].content
        for number, cell in enumerate(row):
            if cell.content and number not in self.headings.covered:
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
            self.cards[name] = fill_card(row, self.headings, self.source, self.filled, self.found)

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
        places[()] = ValuePosition(0, len(self.source.text), style="block")
        places["kind",] = ValuePosition(*kind.inner, scalar=kind.content)
        places["cards",] = ValuePosition(kind.inner[0], end, style="block")
        data = {"kind": kind.content, "cards": self.cards}
        return Document(
            self.source, data, lambda _source: places, frozenset(self.filled.faulty), self.filled.gaps, keys_apart=True
        )

    def _report(
        self, code: str, message: str, cell: CsvCell, advice: str, related: tuple[tuple[Span, str], ...] = ()
    ) -> None:
        self.found.append(error(code, message, self.source.span(*cell.inner), help=advice, related=related))


# Cards as a table: the text of a CSV file that `model/csv_cards` reads as the same cards.

_FIRST = "effect"
"""The column that speaks of a side of which no card says anything."""


def cards_as_csv(kind: str, cards: Mapping[str, Mapping[str, Any]]) -> str:
    """A CSV text with a row for each card, by their names as files hold them; columns come in the order of their keys."""
    rows = {name: dict(_cells(card)) for name, card in cards.items()}
    columns = _merged([*rows.values(), *_bare_sides(cards.values(), rows.values())])
    lines = [[kind, *(format_heading(path) for path in columns)]]
    lines += [[name, *(cells.get(path, "") for path in columns)] for name, cells in rows.items()]
    return "".join(",".join(map(write_cell, line)) + "\n" for line in lines)


def append_card(text: str, name: str, card: Mapping[str, Any]) -> str:
    """The text of a table with a card more at its end; all other characters stay, headings it lacks come behind the others."""
    separator, _ = detect_separator(text)
    source = SourceText("", text)
    head = next(row for row in parse_rows(text) if is_card_row(row))
    given = parse_headings(head, source, [])
    cells = dict(_cells(card))
    there = {column.path: number for number, column in given.columns.items()}
    further = [path for path in cells if path not in there]
    width = len(head) + len(further)
    line = [""] * width
    line[0] = name
    for path, said in cells.items():
        line[there[path] if path in there else len(head) + further.index(path)] = said
    while not line[-1]:
        line.pop()
    at = head[-1].outer[1]
    headings = "".join(separator + write_cell(format_heading(path)) for path in further)
    ending = "\r\n" if "\r\n" in text else "\n"
    body = text[:at] + headings + text[at:]
    return body + ("" if body.endswith(("\n", "\r")) else ending) + separator.join(map(write_cell, line)) + ending


def _cells(card: Mapping[str, Any], before: DataPath = ()) -> Iterator[tuple[DataPath, str]]:
    """The cells of a card, or of a side of it, by the paths of their columns."""
    for key, value in card.items():
        path: DataPath = (*before, key)
        if key == SIDES and not before and isinstance(value, Mapping):
            for side, face in value.items():
                yield from _cells(face, (*path, side))
        elif holds_behaviours(CardFaceModel, key):
            for place, behaviour in enumerate([value] if isinstance(value, Mapping) else value):
                yield from (((*path, place, inner), format_cell(each)) for inner, each in behaviour.items())
        elif isinstance(value, Mapping):
            yield from (((*path, inner), format_cell(each)) for inner, each in value.items())
        else:
            yield path, format_cell(value)


def format_cell(value: Any) -> str:
    """What a cell says, for a value as files hold it."""
    if isinstance(value, list):
        return f"[{', '.join(map(format_cell, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value).strip()


def _bare_sides(
    cards: Iterable[Mapping[str, Any]], rows: Iterable[Mapping[DataPath, str]]
) -> Iterator[Mapping[DataPath, str]]:
    """Columns for sides of which no card says anything: they are there all the same."""
    told = {path[1] for row in rows for path in row if path[0] == SIDES}
    if told:
        yield {(SIDES, side, _FIRST): "" for card in cards for side in card.get(SIDES, {}) if side not in told}


def _merged(rows: Iterable[Mapping[DataPath, str]]) -> list[DataPath]:
    """All columns, in an order that is that of every row as far as these agree."""
    found: list[DataPath] = []
    for row in rows:
        at = 0
        for path in row:
            if path in found:
                at = found.index(path) + 1
            else:
                found.insert(at, path)
                at += 1
    return found
