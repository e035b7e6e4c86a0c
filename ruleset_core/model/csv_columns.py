"""CSV cells with positions, and the headings of a card table: which key of a card each column holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from pydantic import BaseModel

from ruleset_core.diagnostics import (
    Diagnostic,
    Span,
    Suggestion,
    closest_candidates,
    error,
    friendly_list,
    shorten,
)
from ruleset_core.model.schema.base import is_expression
from ruleset_core.model.schema.rules import CardFaceModel, CardModel
from ruleset_core.model.schema.validation import example_of, keys_of, model_at
from ruleset_core.model.sources import DataPath, SourceText

# The cells of a CSV file and where they stand: like Python's `csv`, but every cell knows its place, and nothing is
# guessed.
#
# A cell may be in quotes; then separators and line breaks are text, and a quote is written twice. Cells are separated
# by `,`, `;` or a tab, whichever stands first in the headings, or by what a line `sep=;` says that some programs put
# on top.

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
_INTEGER = re.compile(r"-?[0-9]+\Z")


class CsvCell(NamedTuple):
    """The characters of a cell, and their offsets in the file; quotes around them left out, doubled ones within undone."""

    text: str
    start: int
    end: int
    quoted: bool = False

    @property
    def content(self) -> str:
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


Row = list[CsvCell]


class CsvError(Exception):
    """The rest of a file cannot be read. Offsets are those of what is wrong."""

    def __init__(
        self, message: str, start: int, end: int, advice: str, related: Sequence[tuple[tuple[int, int], str]] = ()
    ) -> None:
        super().__init__(message)
        self.start, self.end, self.advice, self.related = start, end, advice, related


def quote_cell(text: str) -> str:
    """A text as a cell in quotes."""
    return '"' + text.replace('"', '""') + '"'


def write_cell(text: str) -> str:
    """A text as a cell: in quotes where it needs them, and with a `'` before it where a spreadsheet might run it."""
    safe = f"'{text}" if _RISKY.match(text) and not _INTEGER.match(text) else text
    plain = not re.search(f'["\r\n{SEPARATORS}]', safe) and safe == safe.strip()
    return safe if plain else quote_cell(safe)


def parse_rows(text: str) -> Iterator[Row]:
    """The rows of a text; empty lines are rows of one empty cell.

    Raises:
        CsvError: while rows are read.
    """
    separator, at = detect_separator(text)
    yield from _rows(text, at, separator)


def detect_separator(text: str) -> tuple[str, int]:
    """What separates the cells of a text, and the offset at which its rows begin.

    Raises:
        CsvError: a line `sep=` on top names something else.
    """
    said = _SEP.match(text)
    if said is None:
        return _separator(text), 0
    if not said[1] or said[1] not in SEPARATORS:
        shown = f"`{said[1]}`" if said[1] else "nothing"
        message = f"cells cannot be separated by {shown}"
        raise CsvError(message, 0, len(said[0].rstrip()), "save the table with `,` or `;` between its cells")
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
            cell, at = CsvCell(text[at:end], at, end), end
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


def _in_quotes(text: str, start: int, separator: str, blanks: re.Pattern[str]) -> tuple[CsvCell, int]:
    """A cell in quotes, and where the next one is separated from it."""
    found = _QUOTED.match(text, start)
    if found is None:
        raise CsvError("the quote that opens here is not closed", start, _line_end(text, start), _ADVICE)
    behind = blanks.match(text, found.end())
    at = behind.end() if behind else found.end()
    if at < len(text) and text[at] not in f"{separator}\r\n":
        if _LINE.search(found[0]):
            # it is likelier that this cell was never closed than that another one, lines below, is wrong
            raise CsvError("the quote that opens here is not closed in its cell", start, _line_end(text, start),
                             _ADVICE, [((found.end() - 1, found.end()), "closed here")])  # fmt: skip
        message = "this text follows the quote that closes its cell"
        end = re.compile(f"[^{re.escape(separator)}\r\n]*+").match(text, at)
        raise CsvError(message, at, end.end() if end else at + 1, _ADVICE)
    inner = found[1].replace('""', '"')
    return CsvCell(inner, found.start(1), found.end(1), quoted=True), at


_ADVICE = 'a cell in quotes ends with a quote; a quote within it is written twice: `""`'


def _line_end(text: str, start: int) -> int:
    found = _LINE.search(text, start)
    return found.start() if found else len(text)


# The headings of a table of cards: which key of a card a column holds, and how its cells are to be read.
#
# The first heading is the kind of the cards. Every other one is the path of a key: `price`, `name.en`, `when.event`,
# `when.2.do` for a second behaviour, `night.price` for what a side says. What a card may have is asked of its model,
# so a key that is new there is a column at once.

How: TypeAlias = Literal["text", "value", "list", "fact"]
"""A text; a text, number or truth; a list of names; a single value or a list of them."""
_LIST_INDEX = re.compile(r"[1-9][0-9]?")
SIDES = "sides"


class CsvColumn(NamedTuple):
    """A column: where in a card its values stand, with numbers for places in lists; the place of its heading; how it is read."""

    path: DataPath
    heading: tuple[int, int]
    how: How


class CsvHeadings(NamedTuple):
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

    kind: CsvCell
    columns: Mapping[int, CsvColumn]
    covered: frozenset[int]
    width: int
    sides: tuple[str, ...]
    lacking: tuple[DataPath, ...]
    faulty: tuple[DataPath, ...]


class UnknownHeadingError(Exception):
    """A heading that is no key. `known` are the keys in the place of its part with this number."""

    def __init__(self, message: str, number: int = 0, known: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.number, self.known = number, known


def parse_headings(row: Row, source: SourceText, found: list[Diagnostic]) -> CsvHeadings:
    """What the first row of a table says; mistakes are appended to `found`."""
    columns: dict[int, CsvColumn] = {}
    first: dict[DataPath, CsvCell] = {}
    for number, cell in enumerate(row[1:], start=1):
        if not cell.content or cell.content.startswith(REMARK):
            continue
        try:
            column = parse_heading(cell)
        except UnknownHeadingError as problem:
            found.append(_unknown(cell, problem, source.span(*cell.inner)))
            continue
        if column.path in first:
            related = ((source.span(*first[column.path].inner), "first given here"),)
            message = f"the column `{shorten(cell.content)}` is given twice"
            advice = "delete one of the two, or rename it"
            found.append(error("E005", message, source.span(*cell.inner), help=advice, related=related))
            continue
        first[column.path] = cell
        columns[number] = column
    lacking = tuple(_lacking(row[0], [str(path[0]) for path in first], source, found))
    faulty: tuple[DataPath, ...] = ()
    if not row[0].content:
        advice = "it names the kind of the cards, as `pieces` defines it"
        found.append(error("E018", "the first heading is empty", source.span(*row[0].inner), help=advice))
        faulty = (("kind",),)
    covered = frozenset({0, *(number for number, cell in enumerate(row) if cell.content)})
    sides = dict.fromkeys(str(path[1]) for path in first if path[0] == SIDES)
    if not any(isinstance(part, int) and part > 0 for path in first for part in path):
        # where there is room for one behaviour only, it needs no list, as in other files
        columns = {number: each._replace(path=_without_numbers(each.path)) for number, each in columns.items()}
    return CsvHeadings(row[0], columns, covered, len(row), tuple(sides), lacking, faulty)


def _without_numbers(path: DataPath) -> DataPath:
    return tuple(part for part in path if not isinstance(part, int))


def _lacking(kind: CsvCell, given: list[str], source: SourceText, found: list[Diagnostic]) -> Iterator[DataPath]:
    """Keys that all cards must have, if no column is called so, or nearly so."""
    for key, info in CardModel.model_fields.items():
        if info.is_required() and key not in given and not any(closest_candidates(each, [key]) for each in given):
            advice = example_of(CardModel, key).replace("for example", "a cell says, for example")
            found.append(error("E102", f"the column `{key}` is missing", source.span(*kind.inner), help=advice))
            yield (key,)


def _unknown(cell: CsvCell, problem: UnknownHeadingError, span: Span) -> Diagnostic:
    """The diagnostic (E101) for a heading, with the headings that it may be meant for."""
    parts = cell.content.split(".")
    part = parts[problem.number] if problem.number < len(parts) else ""
    close = closest_candidates(part, problem.known) if part else []
    meant = [".".join([*parts[: problem.number], each, *parts[problem.number + 1 :]]) for each in close]
    swap = Suggestion(span, meant[0], tuple(meant[1:])) if meant else None
    if not part:
        meant = [f"{cell.content}.{each}" for each in problem.known]
    advice = (
        f"did you mean {friendly_list(meant)}?"
        if meant
        else "a heading is the path of a key: `price`, `name.en`, `when.do`"
    )
    return error("E101", str(problem), span, help=advice, suggestion=swap, about=part)


def parse_heading(heading: CsvCell) -> CsvColumn:
    """What a column holds.

    Raises:
        UnknownHeadingError: no card has such a key.
    """
    parts = heading.content.split(".")
    if len(parts) == 1 or parts[0] in _nested_keys(CardModel):
        path, how = _below(CardModel, parts, 0)
        return CsvColumn(path, heading.inner, how)
    _not_misspelt(parts)
    path, how = _below(CardFaceModel, parts, 1)
    return CsvColumn((SIDES, parts[0], *path), heading.inner, how)


def _nested_keys(model: type[BaseModel]) -> list[str]:
    return [key for key in keys_of(model) if _nested(model, key) is not None]


def columns_of_cards(languages: Sequence[str]) -> Iterator[str]:
    """The headings that a table of cards may have besides facts and sides: `effect`, `when.event`, and `name.en` for each language."""
    for key in keys_of(CardModel):
        inner = _nested(CardModel, key)
        if inner is not None:
            known = keys_of(inner)
            yield from (f"{key}.{each}" for each in [one for one in known if one in languages] or known)
        elif key != SIDES:
            yield key


def _not_misspelt(parts: list[str]) -> None:
    """What looks like a side of the card is a key with a slip, if what follows fits that key and no side."""
    if parts[0] in keys_of(CardModel):
        advice = "; a column of a side begins with the name of the side" if parts[0] == SIDES else ""
        raise UnknownHeadingError(f"`{parts[0]}` has no further parts{advice}", len(parts))
    for key in closest_candidates(parts[0], _nested_keys(CardFaceModel)):
        if parts[-1] in keys_of(_nested(CardFaceModel, key)) and parts[1] not in keys_of(CardFaceModel):
            raise UnknownHeadingError(f"unknown key `{shorten(parts[0])}`", 0, _nested_keys(CardFaceModel))


def _below(model: type[BaseModel], parts: list[str], at: int) -> tuple[DataPath, How]:
    """The path of a key in a model, and how its cells are read; `at` is the number of the key among the parts."""
    key, rest = parts[at], parts[at + 1 :]
    path: DataPath = (key,)
    inner = _nested(model, key)
    if inner is None:
        if rest or key == SIDES or not key:
            raise UnknownHeadingError(f"`{shorten(key)}` is not a column", len(parts))
        return path, _how(model, key)
    if _is_list(model, key):
        number = 1
        if rest and _LIST_INDEX.fullmatch(rest[0]):
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
def holds_behaviours(model: type[BaseModel], key: str) -> bool:
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


def format_heading(path: DataPath) -> str:
    """How the column of a place in a card is called; the reverse of `column_of`."""
    return ".".join(_column_words(path[1:] if path[:1] == (SIDES,) else path))


def _column_words(path: DataPath) -> Iterator[str]:
    for part in path:
        if isinstance(part, str):
            yield part
        elif part:
            yield str(part + 1)
