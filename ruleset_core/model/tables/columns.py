"""The headings of a table of cards: which key of a card a column holds, and how its cells are to be read.

The first heading is the kind of the cards. Every other one is the path of a key: `price`, `name.en`, `when.event`, `when.2.do`
for a second behaviour, `night.price` for what a side says. What a card may have is asked of its model, so a key that is
new there is a column at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from pydantic import BaseModel

from ruleset_core.model.diagnostic import Diagnostic, Span, Suggestion, closest, error, friendly_list, shorten
from ruleset_core.model.shapes.cards import Card, Face
from ruleset_core.model.shapes.common import is_expression
from ruleset_core.model.shapes.shape import example_of, keys_of, model_at
from ruleset_core.model.source import Path, SourceText
from ruleset_core.model.tables.cells import REMARK, Cell, Row

__all__ = ["SIDES", "Column", "Headings", "column_of", "heading_of", "headings_of", "is_many"]

How: TypeAlias = Literal["text", "value", "list", "fact"]
"""A text; a text, number or truth; a list of names; a single value or a list of them."""
_NUMBER = re.compile(r"[1-9][0-9]?")
SIDES = "sides"


class Column(NamedTuple):
    """A column: where in a card its values stand, with numbers for places in lists; the place of its heading; how it is read."""

    path: Path
    heading: tuple[int, int]
    how: How


class Headings(NamedTuple):
    """The headings of a table.

    Attributes:
        kind: the first one, which names the kind of the cards.
        columns: what columns hold, by their numbers.
        covered: numbers of columns with a heading, wrong ones and remarks too.
        width: how many headings there are.
        sides: the sides that columns speak of.
        lacking: keys that every card must have and for which there is no column; that has been told.
        faulty: paths of a document that are wrong.
    """

    kind: Cell
    columns: Mapping[int, Column]
    covered: frozenset[int]
    width: int
    sides: tuple[str, ...]
    lacking: tuple[Path, ...]
    faulty: tuple[Path, ...]


class UnknownHeadingError(Exception):
    """A heading that is no key. `known` are the keys in the place of its part with this number."""

    def __init__(self, message: str, number: int = 0, known: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.number, self.known = number, known


def headings_of(row: Row, source: SourceText, found: list[Diagnostic]) -> Headings:
    """What the first row of a table says; mistakes are appended to `found`."""
    columns: dict[int, Column] = {}
    first: dict[Path, Cell] = {}
    for number, cell in enumerate(row[1:], start=1):
        if not cell.said or cell.said.startswith(REMARK):
            continue
        try:
            column = column_of(cell)
        except UnknownHeadingError as problem:
            found.append(_unknown(cell, problem, source.span(*cell.inner)))
            continue
        if column.path in first:
            related = ((source.span(*first[column.path].inner), "first given here"),)
            message = f"the column `{shorten(cell.said)}` is given twice"
            advice = "delete one of the two, or rename it"
            found.append(error("E005", message, source.span(*cell.inner), help=advice, related=related))
            continue
        first[column.path] = cell
        columns[number] = column
    lacking = tuple(_lacking(row[0], [str(path[0]) for path in first], source, found))
    faulty: tuple[Path, ...] = ()
    if not row[0].said:
        advice = "it names the kind of the cards, as `pieces` defines it"
        found.append(error("E018", "the first heading is empty", source.span(*row[0].inner), help=advice))
        faulty = (("kind",),)
    covered = frozenset({0, *(number for number, cell in enumerate(row) if cell.said)})
    sides = dict.fromkeys(str(path[1]) for path in first if path[0] == SIDES)
    if not any(isinstance(part, int) and part > 0 for path in first for part in path):
        # where there is room for one behaviour only, it needs no list, as in other files
        columns = {number: each._replace(path=_without_numbers(each.path)) for number, each in columns.items()}
    return Headings(row[0], columns, covered, len(row), tuple(sides), lacking, faulty)


def _without_numbers(path: Path) -> Path:
    return tuple(part for part in path if not isinstance(part, int))


def _lacking(kind: Cell, given: list[str], source: SourceText, found: list[Diagnostic]) -> Iterator[Path]:
    """Keys that all cards must have, if no column is called so, or nearly so."""
    for key, info in Card.model_fields.items():
        if info.is_required() and key not in given and not any(closest(each, [key]) for each in given):
            advice = example_of(Card, key).replace("for example", "a cell says, for example")
            found.append(error("E102", f"the column `{key}` is missing", source.span(*kind.inner), help=advice))
            yield (key,)


def _unknown(cell: Cell, problem: UnknownHeadingError, span: Span) -> Diagnostic:
    """The diagnostic (E101) for a heading, with the headings that it may be meant for."""
    parts = cell.said.split(".")
    part = parts[problem.number] if problem.number < len(parts) else ""
    close = closest(part, problem.known) if part else []
    meant = [".".join([*parts[: problem.number], each, *parts[problem.number + 1 :]]) for each in close]
    swap = Suggestion(span, meant[0], tuple(meant[1:])) if meant else None
    if not part:
        meant = [f"{cell.said}.{each}" for each in problem.known]
    advice = (
        f"did you mean {friendly_list(meant)}?"
        if meant
        else "a heading is the path of a key: `price`, `name.en`, `when.do`"
    )
    return error("E101", str(problem), span, help=advice, suggestion=swap, about=part)


def column_of(heading: Cell) -> Column:
    """What a column holds.

    Raises:
        UnknownHeadingError: no card has such a key.
    """
    parts = heading.said.split(".")
    if len(parts) == 1 or parts[0] in _nested_keys(Card):
        path, how = _below(Card, parts, 0)
        return Column(path, heading.inner, how)
    _not_misspelt(parts)
    path, how = _below(Face, parts, 1)
    return Column((SIDES, parts[0], *path), heading.inner, how)


def _nested_keys(model: type[BaseModel]) -> list[str]:
    return [key for key in keys_of(model) if _nested(model, key) is not None]


def _not_misspelt(parts: list[str]) -> None:
    """What looks like a side of the card is a key with a slip, if what follows fits that key and no side."""
    if parts[0] in keys_of(Card):
        advice = "; a column of a side begins with the name of the side" if parts[0] == SIDES else ""
        raise UnknownHeadingError(f"`{parts[0]}` has no further parts{advice}", len(parts))
    for key in closest(parts[0], _nested_keys(Face)):
        if parts[-1] in keys_of(_nested(Face, key)) and parts[1] not in keys_of(Face):
            raise UnknownHeadingError(f"unknown key `{shorten(parts[0])}`", 0, _nested_keys(Face))


def _below(model: type[BaseModel], parts: list[str], at: int) -> tuple[Path, How]:
    """The path of a key in a model, and how its cells are read; `at` is the number of the key among the parts."""
    key, rest = parts[at], parts[at + 1 :]
    path: Path = (key,)
    inner = _nested(model, key)
    if inner is None:
        if rest or key == SIDES or not key:
            raise UnknownHeadingError(f"`{shorten(key)}` is no column", len(parts))
        return path, _how(model, key)
    if _is_list(model, key):
        number = 1
        if rest and _NUMBER.fullmatch(rest[0]):
            number, rest = int(rest[0]), rest[1:]
        path = (*path, number - 1)
    known = keys_of(inner)
    if not rest:
        raise UnknownHeadingError(f"`{key}` has a column for each of its parts", len(parts), known)
    if len(rest) > 1 or rest[0] not in known:
        message = f"unknown key `{shorten(rest[0])}` of `{key}`"
        raise UnknownHeadingError(message, len(parts) - len(rest), known if len(rest) == 1 else ())
    return (*path, rest[0]), _how(inner, rest[0])


def _nested(model: type[BaseModel], key: str) -> type[BaseModel] | None:
    """The model of what stands under a key, if it has keys of its own that are columns."""
    if key == SIDES or key not in keys_of(model):
        return None
    return model_at(model, (key, 0)) if _is_list(model, key) else model_at(model, (key,))


@cache
def is_many(model: type[BaseModel], key: str) -> bool:
    """Whether a key holds behaviours or their like: mappings of which there may be several."""
    return _nested(model, key) is not None and _is_list(model, key)


def _annotation(model: type[BaseModel], key: str) -> Any:
    found = (info for name, info in model.model_fields.items() if key == (info.alias or name))
    return next(found).annotation


def _is_list(model: type[BaseModel], key: str) -> bool:
    """Whether a key holds a list of mappings or names."""
    return getattr(_annotation(model, key), "__origin__", None) is tuple


def _how(model: type[BaseModel], key: str) -> How:
    if key not in keys_of(model):
        return "fact"
    if _is_list(model, key):
        return "list"
    annotation = _annotation(model, key)
    return "value" if annotation is int or is_expression(annotation) or int in get_args(annotation) else "text"


def heading_of(path: Path) -> str:
    """How the column of a place in a card is called; the reverse of `column_of`."""
    return ".".join(_spelled(path[1:] if path[:1] == (SIDES,) else path))


def _spelled(path: Path) -> Iterator[str]:
    for part in path:
        if isinstance(part, str):
            yield part
        elif part:
            yield str(part + 1)
