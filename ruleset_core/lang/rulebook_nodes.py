r"""Nodes of a rulebook: paragraphs made of blocks, blocks of spans; and the markup that texts of paragraphs are written in.

A text is plain lines; blank lines part paragraphs, `- ` begins an item of a list, `|` a row of a table, `**` surrounds what is bold:

    >>> blocks, problems = parse_markup(["Gain **", RulePlace("{n}", 5, 8), " coins**.\n\n- one\n- two\n  lines"])
    >>> blocks[0].rows[0][0]
    (RuleSpan(text='Gain ', bold=False), RuleSpan(text=RulePlace(text='{n}', start=5, end=8), bold=True), RuleSpan(text=' coins', bold=True), RuleSpan(text='.', bold=False))
    >>> blocks[1].plain
    'one\ntwo lines'

A place holds what stands between braces until its words are known; a linked game holds words alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Text


@dataclass(frozen=True, slots=True)
class RuleTerm:
    """Something that the data declares, in a section under a name; what players call one and several of it, by language."""

    section: str
    name: str
    one: Text
    many: Text | None = None
    """None: made of `one` by the rules of the language."""


@dataclass(frozen=True, slots=True)
class RulePlace:
    """What stands between braces: the characters from `start` to `end` of its text.

    Either the name of a `term` (with `plural`, of several of it), or an `amount`, perhaps of a term, or the numbers from one of the `ends` to the other.
    """

    text: str
    start: int
    end: int
    term: RuleTerm | None = field(default=None, repr=False)
    plural: bool = field(default=False, repr=False)
    amount: t.Expr | None = field(default=None, repr=False)
    ends: tuple[int, int] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class RuleSpan:
    """Some words, plain or bold.

    Attributes:
        text: the words.
        bold: whether they are bold.
        of: the section and the name of what they name in the data; empty for other words.

    Example:
        >>> from ruleset_core import load, rules_document
        >>> rules_document(load("pig"), "en").paragraph("needed").blocks[0].rows[0][0][1].of
        ('state', 'face')
    """

    text: str | RulePlace
    bold: bool = False
    of: tuple[str, str] = field(default=("", ""), repr=False)


Spans: TypeAlias = "tuple[RuleSpan, ...]"


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """A text, a list or a table.

    Attributes:
        kind: `text` (one row of one cell), `list` (a row of one cell for each point) or `table` (its first row heads the columns).
        rows: the rows, each of cells, which are spans.

    Example:
        >>> from ruleset_core import load, rules_document
        >>> block = rules_document(load("pig"), "en").paragraph("end").blocks[0]
        >>> block.kind, block.plain
        ('text', 'Who holds and then has 100 points or more ends the game at once, and wins it.')
    """

    kind: str
    rows: tuple[tuple[Spans, ...], ...]

    @property
    def plain(self) -> str:
        """What it says, without what is bold."""
        return "\n".join(" ".join("".join(str(span.text) for span in cell) for cell in row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class RuleParagraph:
    """A paragraph, as it is linked or in words: then its blocks hold no places, and stand in all languages.

    `explains`: sections and names; `blocks`: by language, when linked those that it is written in.
    """

    name: str
    part: str
    title: Text
    explains: tuple[tuple[str, str], ...]
    blocks: dict[str, tuple[RuleBlock, ...]]
    picture: str = ""
    aid: bool = False


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules as players read them, in the order in which they are read; empty where a game has none."""

    paragraphs: tuple[RuleParagraph, ...] = ()


# Texts to blocks.


class MarkupProblem(NamedTuple):
    """Something that cannot be laid out, from one character of the text to another."""

    message: str
    advice: str
    start: int
    end: int


class _Line(NamedTuple):
    """A line: its pieces, and the character at which it begins."""

    pieces: list[str | RulePlace]
    start: int

    @property
    def plain(self) -> str:
        """What it says, with a sign for each place."""
        return "".join(each if isinstance(each, str) else "\ufffc" for each in self.pieces)

    def without(self, before: int) -> _Line:
        """The same line without its first characters, and without blanks around the rest."""
        pieces = [*self.pieces]
        if pieces and isinstance(pieces[0], str):
            pieces[0] = pieces[0][before:].lstrip()
        if pieces and isinstance(pieces[-1], str):
            pieces[-1] = pieces[-1].rstrip()
        return _Line([each for each in pieces if each != ""], self.start)


def parse_markup(pieces: Sequence[str | RulePlace]) -> tuple[tuple[RuleBlock, ...], list[MarkupProblem]]:
    """The blocks of a text: what stands between its places, and these; and what cannot be laid out."""
    problems: list[MarkupProblem] = []
    blocks: list[RuleBlock] = []
    for kind, lines in _groups(_lines(pieces)):
        if kind == "table":
            blocks.append(RuleBlock(kind, tuple(_rows(lines, problems))))
        elif kind == "list":
            blocks.append(RuleBlock(kind, tuple((_spans(each, problems),) for each in _items(lines))))
        else:
            blocks.append(RuleBlock(kind, ((_spans(_joined(lines), problems),),)))
    return tuple(blocks), problems


def _groups(lines: Iterator[_Line]) -> Iterator[tuple[str, list[_Line]]]:
    """Lines of a kind that follow each other; an indented line goes on with the item before it."""
    kind, group = "", list[_Line]()
    for line in lines:
        own = _kind(line)
        if own == "text" and kind == "list" and line.plain[:1] == " ":
            own = kind
        if own != kind and group:
            yield kind, group
            group = []
        kind = own
        if own:
            group.append(line)
    if group:
        yield kind, group


def _lines(pieces: Sequence[str | RulePlace]) -> Iterator[_Line]:
    line, start, at = list[str | RulePlace](), 0, 0
    for piece in pieces:
        if isinstance(piece, RulePlace):
            line.append(piece)
            at = piece.end
            continue
        first, *rest = piece.split("\n")
        line.append(first)
        at += len(first)
        for each in rest:
            yield _Line(line, start)
            at += 1
            line, start = [each], at
            at += len(each)
    yield _Line(line, start)


def _kind(line: _Line) -> str:
    said = line.plain
    if not said.strip():
        return ""
    return "table" if said.lstrip().startswith("|") else "list" if said.lstrip().startswith("- ") else "text"


def _joined(lines: Sequence[_Line]) -> _Line:
    """Lines that go on with each other, as one."""
    pieces: list[str | RulePlace] = []
    for line in lines:
        pieces += [" "] if pieces else []
        pieces += line.without(0).pieces
    return _Line(pieces, lines[0].start)


def _items(lines: Sequence[_Line]) -> Iterator[_Line]:
    """The items of a list, without the sign before each."""
    item: list[_Line] = []
    for line in lines:
        if _kind(line) == "list":
            if item:
                yield _joined(item)
            item = []
            item.append(line.without(len(line.plain) - len(line.plain.lstrip()) + 2))
        else:
            item.append(line)
    yield _joined(item)


def _rows(lines: Sequence[_Line], problems: list[MarkupProblem]) -> Iterator[tuple[Spans, ...]]:
    """The rows of a table; a row of dashes, which Markdown has below the head, says nothing."""
    width = 0
    for line in lines:
        if not line.plain.strip().strip("|-: "):
            continue
        cells = _cells(line)
        width = width or len(cells)
        if len(cells) != width:
            message = f"this row has {len(cells)} cells, and the first one has {width}"
            problems.append(MarkupProblem(message, "write as many `|` in each row", line.start, line.start + 1))
        yield tuple(_spans(each, problems) for each in cells)


def _cells(line: _Line) -> list[_Line]:
    found, cell, at = list[_Line](), list[str | RulePlace](), line.start
    for piece in line.without(0).pieces:
        if isinstance(piece, RulePlace):
            cell.append(piece)
            continue
        first, *rest = piece.split("|")
        cell.append(first)
        for each in rest:
            found.append(_Line(cell, at).without(0))
            cell = [each]
    last = _Line(cell, at).without(0)
    return [*found[1:], *([last] if last.pieces else [])]


def _spans(line: _Line, problems: list[MarkupProblem]) -> Spans:
    """The spans of a line; `**` begins and ends what is bold."""
    spans, bold = list[RuleSpan](), False
    for piece in line.pieces:
        if isinstance(piece, RulePlace):
            spans.append(RuleSpan(piece, bold))
            continue
        for place, each in enumerate(piece.split("**")):
            bold = bold != (place > 0)
            if each:
                spans.append(RuleSpan(each, bold))
    if bold:
        problems.append(
            MarkupProblem(
                "`**` begins something bold and nothing ends it", "write `**` behind it", line.start, line.start + 1
            )
        )
    return tuple(spans)
