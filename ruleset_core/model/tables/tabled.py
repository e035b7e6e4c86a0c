"""Cards as a table: the text of a CSV file that `model/tables/table` reads as the same cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ruleset_core.model.shapes.cards import Face
from ruleset_core.model.source import Path, SourceText
from ruleset_core.model.tables.cells import rows_of, separator_of, written
from ruleset_core.model.tables.columns import SIDES, heading_of, headings_of, is_many
from ruleset_core.model.tables.table import says_something

__all__ = ["cell_of", "table_of", "with_row"]

_FIRST = "effect"
"""The column that speaks of a side of which no card says anything."""


def table_of(kind: str, cards: Mapping[str, Mapping[str, Any]]) -> str:
    """A CSV text with a row for each card, by their names as files hold them; columns come in the order of their keys."""
    rows = {name: dict(_cells(card)) for name, card in cards.items()}
    columns = _merged([*rows.values(), *_bare_sides(cards.values(), rows.values())])
    lines = [[kind, *(heading_of(path) for path in columns)]]
    lines += [[name, *(cells.get(path, "") for path in columns)] for name, cells in rows.items()]
    return "".join(",".join(map(written, line)) + "\n" for line in lines)


def with_row(text: str, name: str, card: Mapping[str, Any]) -> str:
    """The text of a table with a card more at its end; all other characters stay, headings it lacks come behind the others."""
    separator, _ = separator_of(text)
    source = SourceText("", text)
    head = next(row for row in rows_of(text) if says_something(row))
    given = headings_of(head, source, [])
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
    headings = "".join(separator + written(heading_of(path)) for path in further)
    ending = "\r\n" if "\r\n" in text else "\n"
    body = text[:at] + headings + text[at:]
    return body + ("" if body.endswith(("\n", "\r")) else ending) + separator.join(map(written, line)) + ending


def _cells(card: Mapping[str, Any], before: Path = ()) -> Iterator[tuple[Path, str]]:
    """The cells of a card, or of a side of it, by the paths of their columns."""
    for key, value in card.items():
        path: Path = (*before, key)
        if key == SIDES and not before and isinstance(value, Mapping):
            for side, face in value.items():
                yield from _cells(face, (*path, side))
        elif is_many(Face, key):
            for place, behaviour in enumerate([value] if isinstance(value, Mapping) else value):
                yield from (((*path, place, inner), cell_of(each)) for inner, each in behaviour.items())
        elif isinstance(value, Mapping):
            yield from (((*path, inner), cell_of(each)) for inner, each in value.items())
        else:
            yield path, cell_of(value)


def cell_of(value: Any) -> str:
    """What a cell says, for a value as files hold it."""
    if isinstance(value, list):
        return f"[{', '.join(map(cell_of, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value).strip()


def _bare_sides(cards: Iterable[Mapping[str, Any]], rows: Iterable[Mapping[Path, str]]) -> Iterator[Mapping[Path, str]]:
    """Columns for sides of which no card says anything: they are there all the same."""
    told = {path[1] for row in rows for path in row if path[0] == SIDES}
    if told:
        yield {(SIDES, side, _FIRST): "" for card in cards for side in card.get(SIDES, {}) if side not in told}


def _merged(rows: Iterable[Mapping[Path, str]]) -> list[Path]:
    """All columns, in an order that is that of every row as far as these agree."""
    found: list[Path] = []
    for row in rows:
        at = 0
        for path in row:
            if path in found:
                at = found.index(path) + 1
            else:
                found.insert(at, path)
                at += 1
    return found
