"""A row of a table of cards: its cells as the data of a card, and where each value stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from ruleset_core.model.diagnostic import Diagnostic, error
from ruleset_core.model.reading.reader import MAX_SCALAR
from ruleset_core.model.reading.scalars import CELL, UnsupportedScalarError, offsets, plain
from ruleset_core.model.source import Path, Place, SourceText
from ruleset_core.model.tables.cells import Cell, Row
from ruleset_core.model.tables.columns import SIDES, Column, Headings

_ITEM: Final = r"[^\s,\[\]{}\"]+"
_SEVERAL: Final = re.compile(rf"{_ITEM}(?:\s*,\s*{_ITEM})+\Z")
"""Several names or numbers: no single value has a comma."""
_TRUTHS: Final = {"TRUE": "true", "FALSE": "false"}
"""What spreadsheets make of `true` and `false`."""


@dataclass(slots=True)
class Filled:
    """Where values stand, where they are missing, and which are wrong already: for a `Document`."""

    places: dict[Path, Place]
    gaps: dict[Path, Place]
    faulty: set[Path]


def filled(row: Row, headings: Headings, source: SourceText, into: Filled, found: list[Diagnostic]) -> dict[str, Any]:
    """The data of the card in a row; places are noted in `into`, mistakes in `found`."""
    return _Card(row, headings, source, into, found).read()


class _Card:
    """The state of reading one row."""

    def __init__(self, row: Row, headings: Headings, source: SourceText, into: Filled, found: list[Diagnostic]) -> None:
        self.row = row
        self.headings = headings
        self.source = source
        self.into = into
        self.found = found
        self.owner: Path = ("cards", row[0].said)
        self.numbers: dict[Path, set[int]] = {}
        """For each list of the card, the numbers of the behaviours of which a cell says something."""

    def read(self) -> dict[str, Any]:
        """The data of the card."""
        end = max(cell.outer[1] for cell in self.row if cell.said)
        self.into.places[self.owner] = Place(self.row[0].outer[0], end, self.row[0].inner, "block")
        self.into.faulty |= {(*self.owner, *path) for path in self.headings.lacking}
        self._count()
        card: dict[str, Any] = {}
        for number, column in self.headings.columns.items():
            cell = self.row[number] if number < len(self.row) else None
            if cell is not None and cell.said:
                self._put(card, column, cell)
            elif cell is not None:
                self.into.gaps[(*self.owner, *column.path)] = Place(*cell.inner)
        self._whole_sides(card)
        return card

    def _count(self) -> None:
        """Note which behaviours there are: the numbers in headings say their order, wherever the columns stand."""
        for number, column in self.headings.columns.items():
            if number < len(self.row) and self.row[number].said:
                for at, part in enumerate(column.path):
                    if isinstance(part, int):
                        self.numbers.setdefault(column.path[:at], set()).add(part)

    def _put(self, card: dict[str, Any], column: Column, cell: Cell) -> None:
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
            self.into.places.setdefault(path, Place(*cell.inner, named, "block"))
        node[column.path[-1]] = self._value((*path, column.path[-1]), column, cell)

    def _whole_sides(self, card: dict[str, Any]) -> None:
        """A card of which a side says something has all sides of the table."""
        if SIDES in card:
            card[SIDES] = {side: card[SIDES].get(side, {}) for side in self.headings.sides}
            for side in self.headings.sides:
                self.into.places.setdefault((*self.owner, SIDES, side), self.into.places[self.owner])

    def _value(self, path: Path, column: Column, cell: Cell) -> Any:
        """What a cell says, and where."""
        text = cell.said
        place = Place(*cell.inner, column.heading, CELL if cell.quoted else "", text)
        self.into.places[path] = place
        if len(text) > MAX_SCALAR:
            return self._wrong(path, "E014", f"this text is longer than {MAX_SCALAR:,} characters", place, text[:1])
        if column.how == "text":
            return text
        if column.how == "list" or (column.how == "fact" and (text.startswith("[") or _SEVERAL.match(text))):
            return self._list(path, place, text)
        return self._plain(path, place, text)

    def _list(self, path: Path, place: Place, text: str) -> Any:
        """Values in brackets, or without where nothing else can be meant."""
        opened, closed = text.startswith("["), text.endswith("]")
        if opened != closed or text == "[":
            return self._wrong(path, "E017", "a bracket is missing", place, [], "a list is written `[2, 1, 1]`")
        begin = int(opened)
        inner = text[begin : len(text) - begin]
        items: list[Any] = []
        where = offsets(self.source.text, place.start, place.end, place.style, text) or [place[:2]] * (len(text) + 1)
        for part in inner.split(",") if inner.strip() else ():
            item = part.strip()
            start = begin + (len(part) - len(part.lstrip()) if item else 0)
            at = Place(where[start][0], where[start + len(item) - 1][1] if item else where[start][0], scalar=item)
            self.into.places[*path, len(items)] = at
            items.append(self._plain((*path, len(items)), at, item))
            begin += len(part) + 1
        return items

    def _plain(self, path: Path, place: Place, text: str) -> Any:
        """A number, a truth or a text."""
        try:
            return plain(_TRUTHS.get(text, text))
        except UnsupportedScalarError as problem:
            return self._wrong(path, "E011", str(problem), place, text, "data files know whole numbers only")

    def _wrong(self, path: Path, code: str, message: str, place: Place, value: Any, advice: str = "") -> Any:
        """Note a mistake; `value` stands for the one that is wrong."""
        self.into.faulty.add(path)
        self.found.append(error(code, message, self.source.span(place.start, place.end), help=advice))
        return value
