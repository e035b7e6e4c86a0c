"""The rules of a game on paper: parts, paragraphs, lists and tables, set on pages; the aid on one page, in the largest type that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core.formats.scene_format import TextSpan
from ruleset_core.messages import message
from ruleset_core.print.pages import PAPERS
from ruleset_core.print.typesetting import (
    POINT,
    SOFT,
    AnyMark,
    LineMark,
    PlacedMarks,
    PrintPage,
    TextMark,
    TypesetBlock,
    move_marks,
    set_spans,
    set_text,
)

if TYPE_CHECKING:
    from ruleset_core import RuleBlock, RulesDocument, RuleSpan, RulesParagraph

MARGIN: Final = 18.0
"""What is left white around the text."""
TYPE: Final = 9.5
"""The usual size of type, in points."""
LEAST: Final = 6.0
"""The smallest type of an aid."""
_STEP: Final = 0.5
_INDENT: Final = 4.5
_BETWEEN: Final = 4.0
"""What is left white between columns."""


class _Item(NamedTuple):
    """Something that stands on one page: what it is, how far below what is above it, and whether it stays with what follows."""

    setting: TypesetBlock
    before: float
    stays: bool = False
    x: float = 0.0


def lay_rules(rules: RulesDocument, lang: str, paper: str = "a4", *, one_page: bool = False) -> tuple[PrintPage, ...]:
    """The pages of some rules; with `one_page` in type as small as it takes, down to the smallest."""
    size, pages = TYPE, _laid(rules, TYPE, lang, paper)
    while one_page and len(pages) > 1 and size > LEAST:
        size -= _STEP
        pages = _laid(rules, size, lang, paper)
    count = len(pages)
    return tuple(
        PrintPage(
            *PAPERS[paper],
            rules.title,
            (PlacedMarks(0.0, 0.0, (*marks, _foot(rules.title, number, count, lang, paper))),),
            0,
        )
        for number, marks in enumerate(pages, 1)
    )


def _foot(title: str, number: int, count: int, lang: str, paper: str) -> AnyMark:
    wide, high = PAPERS[paper]
    said = message("print.page", lang, title=title, page=number, pages=count)
    return TextMark(wide - MARGIN, high - MARGIN / 2, 7 * POINT, said, ink=SOFT, anchor="end")


def _laid(rules: RulesDocument, size: float, lang: str, paper: str) -> list[tuple[AnyMark, ...]]:
    """The marks of each page."""
    wide, high = PAPERS[paper]
    pages: list[list[AnyMark]] = [[]]
    y = MARGIN
    waiting: list[_Item] = []
    for item in _items(rules, wide - 2 * MARGIN, size, lang):
        waiting.append(item)
        if item.stays:
            continue
        need = sum(each.setting.height + each.before for each in waiting)
        if y + need > high - MARGIN and pages[-1]:
            pages.append([])
            y = MARGIN
        for each in waiting:
            y += each.before if y > MARGIN else 0.0
            pages[-1] += move_marks(each.setting.marks, MARGIN + each.x, y)
            y += each.setting.height
        waiting = []
    return [tuple(marks) for marks in pages]


def _items(rules: RulesDocument, width: float, size: float, lang: str) -> Iterator[_Item]:
    yield _Item(set_text(rules.title, width, size * 1.8, bold=True), 0.0, stays=True)
    for part in rules.parts:
        title = set_text(part.title, width, size * 1.3, bold=True)
        line = LineMark(0.0, title.height + 0.6, width, title.height + 0.6, 0.2, SOFT)
        yield _Item(TypesetBlock(width, title.height + 1.2, (*title.marks, line)), size * 0.7, stays=True)
        for paragraph in part.paragraphs:
            yield from _paragraph(paragraph, part.title, width, size, lang)


def _paragraph(paragraph: RulesParagraph, part: str, width: float, size: float, lang: str) -> Iterator[_Item]:
    if paragraph.title != part:
        yield _Item(set_text(paragraph.title, width, size * 1.05, bold=True), size * 0.35, stays=True)
    for block in paragraph.blocks:
        yield from _block(block, width, size, lang)


def _block(block: RuleBlock, width: float, size: float, lang: str) -> Iterator[_Item]:
    gap = size * 0.16
    if block.kind == "table":
        yield from _table(block, width, size, lang)
    elif block.kind == "list":
        for row in block.rows:
            said = set_spans(_spans(row[0]), width - _INDENT, size, lang)
            mark = TextMark(1.2, size * POINT, size * POINT, "•")
            yield _Item(TypesetBlock(width, said.height, (mark, *move_marks(said.marks, _INDENT, 0.0))), gap)
    else:
        yield _Item(set_spans(_spans(block.rows[0][0]), width, size, lang), gap * 2)


def _table(block: RuleBlock, width: float, size: float, lang: str) -> Iterator[_Item]:
    """A row at a time: columns as wide as their longest cell, the widest ones narrower where they have no room together."""
    columns = len(block.rows[0])
    natural = [
        max(set_spans(_spans(row[place]), 1e4, size, lang).width for row in block.rows if place < len(row)) + 0.5
        for place in range(columns)
    ]
    room = width - _BETWEEN * (columns - 1)
    widths = _narrowed(natural, room)
    for number, row in enumerate(block.rows):
        marks, x, high = list[AnyMark](), 0.0, 0.0
        for cell, wide in zip(row, widths, strict=False):
            said = set_spans(_spans(cell), wide, size, lang, bold=not number)
            marks += move_marks(said.marks, x, 0.0)
            x, high = x + wide + _BETWEEN, max(high, said.height)
        marks.append(LineMark(0.0, high + 0.5, width, high + 0.5, 0.2 if number == 0 else 0.08, SOFT))
        yield _Item(
            TypesetBlock(width, high + 0.9, tuple(marks)), size * 0.08, stays=number == 0 and len(block.rows) > 1
        )


def _narrowed(natural: Sequence[float], room: float) -> list[float]:
    """Widths that have room together: what is narrower than its share keeps its own."""
    widths = list(natural)
    free, left = room, [*range(len(natural))]
    while left:
        share = free / len(left)
        small = [place for place in left if natural[place] <= share]
        if not small:
            for place in left:
                widths[place] = share
            break
        free -= sum(natural[place] for place in small)
        left = [place for place in left if place not in small]
    return widths


def _spans(spans: Sequence[RuleSpan]) -> tuple[TextSpan, ...]:
    """Spans as type is set: those of one style are one, and each stands close to the one before it unless there is a blank between them."""
    found: list[TextSpan] = []
    before = " "
    for bold, run in groupby(spans, key=lambda span: span.bold):
        text = "".join(str(span.text) for span in run)
        if text.strip():
            close = bool(found) and not (before[-1:].isspace() or text[:1].isspace())
            found.append(TextSpan(" ".join(text.split()), style="bold" if bold else "", close=close))
        before = text or before
    return tuple(found) or (TextSpan(""),)
