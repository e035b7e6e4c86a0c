"""The rules of a game on paper: parts, paragraphs, lists, tables and pictures of positions, set on pages; the aid on one page, in the largest type that fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, product
from typing import Final, NamedTuple

from ruleset_core import RuleBlock, RulesDocument, RuleSpan, RulesParagraph
from ruleset_core.formats.scene_format import TextSpan
from ruleset_core.messages import message
from ruleset_core.print.pages import PAPERS
from ruleset_core.print.scene_pictures import FlatPicture
from ruleset_core.print.typesetting import (
    POINT,
    SOFT,
    AnyMark,
    LineMark,
    PictureMark,
    PlacedMarks,
    PrintPage,
    TextMark,
    TypesetBlock,
    move_marks,
    set_spans,
    set_text,
)

MARGIN: Final = 18.0
"""What is left white around the text."""
NARROW_MARGIN: Final = 10.0
"""The same on an aid in two columns."""
TYPE: Final = 9.5
"""The usual size of type, in points."""
LEAST: Final = 6.0
"""The smallest type of an aid."""
_STEP: Final = 0.5
_INDENT: Final = 4.5
_BETWEEN: Final = 4.0
"""What is left white between columns of a table."""
HIGHEST: Final = 150.0
"""The height of a picture at most."""
_GUTTER: Final = 7.0
"""What is left white between columns of text."""


class _Item(NamedTuple):
    """Something that stands on one page: what it is, how far below what is above it, and whether it stays with what follows."""

    setting: TypesetBlock
    before: float
    stays: bool = False
    x: float = 0.0


class _Sheet(NamedTuple):
    """How text stands on a page: the paper, what is left white around it, and how many columns it has."""

    paper: str
    margin: float
    columns: int

    @property
    def width(self) -> float:
        """Of a column."""
        return (PAPERS[self.paper][0] - 2 * self.margin - (self.columns - 1) * _GUTTER) / self.columns


def lay_rules(
    rules: RulesDocument,
    lang: str,
    paper: str = "a4",
    *,
    one_page: bool = False,
    pictures: Mapping[str, FlatPicture] | None = None,
) -> tuple[PrintPage, ...]:
    """The pages of some rules; with `one_page` in the largest type in which they fit, in one column or two.

    `pictures`: what stands below paragraphs, by their names; a page shows it by that name.
    """
    sheet, laid = _Sheet(paper, MARGIN, 1), list[tuple[AnyMark, ...]]()
    if one_page:
        sheets = (sheet, _Sheet(paper, NARROW_MARGIN, 2))
        sizes = (TYPE - _STEP * step for step in range(int((TYPE - LEAST) / _STEP) + 1))
        for size, sheet in product(sizes, sheets):
            laid = _laid(rules, size, lang, sheet, {})
            if len(laid) == 1:
                break
    else:
        laid = _laid(rules, TYPE, lang, sheet, pictures or {})
    count = len(laid)
    return tuple(
        PrintPage(
            *PAPERS[paper],
            rules.title,
            (PlacedMarks(0.0, 0.0, (*marks, _foot(rules.title, number, count, lang, sheet))),),
            0,
        )
        for number, marks in enumerate(laid, 1)
    )


def _foot(title: str, number: int, count: int, lang: str, sheet: _Sheet) -> AnyMark:
    wide, high = PAPERS[sheet.paper]
    said = message("print.page", lang, title=title, page=number, pages=count)
    return TextMark(wide - sheet.margin, high - sheet.margin / 2, 7 * POINT, said, ink=SOFT, anchor="end")


def _laid(
    rules: RulesDocument, size: float, lang: str, sheet: _Sheet, pictures: Mapping[str, FlatPicture]
) -> list[tuple[AnyMark, ...]]:
    """The marks of each page: below the title down one column after another."""
    wide, high = PAPERS[sheet.paper]
    head = set_text(rules.title, wide - 2 * sheet.margin, size * 1.8, bold=True)
    pages: list[list[AnyMark]] = [[*move_marks(head.marks, sheet.margin, sheet.margin)]]
    top = y = sheet.margin + head.height + size * 0.2
    column = 0
    waiting: list[_Item] = []
    for item in _items(rules, sheet.width, size, lang, pictures):
        waiting.append(item)
        if item.stays:
            continue
        need = sum(
            each.setting.height + (each.before if place or y > top else 0.0) for place, each in enumerate(waiting)
        )
        if y + need > high - sheet.margin and y > top:
            column += 1
            if column == sheet.columns:
                pages.append([])
                column, top = 0, sheet.margin
            y = top
        x = sheet.margin + column * (sheet.width + _GUTTER)
        for each in waiting:
            y += each.before if y > top else 0.0
            pages[-1] += move_marks(each.setting.marks, x + each.x, y)
            y += each.setting.height
        waiting = []
    return [tuple(marks) for marks in pages]


def _items(
    rules: RulesDocument, width: float, size: float, lang: str, pictures: Mapping[str, FlatPicture]
) -> Iterator[_Item]:
    for part in rules.parts:
        title = set_text(part.title, width, size * 1.3, bold=True)
        line = LineMark(0.0, title.height + 0.6, width, title.height + 0.6, 0.2, SOFT)
        yield _Item(TypesetBlock(width, title.height + 1.2, (*title.marks, line)), size * 0.7, stays=True)
        for paragraph in part.paragraphs:
            yield from _paragraph(paragraph, part.title, width, size, lang)
            if paragraph.name in pictures:
                yield _Item(_picture(paragraph.name, pictures[paragraph.name], width), size * 0.5)


def _paragraph(paragraph: RulesParagraph, part: str, width: float, size: float, lang: str) -> Iterator[_Item]:
    if paragraph.title != part:
        yield _Item(set_text(paragraph.title, width, size * 1.05, bold=True), size * 0.35, stays=True)
    kinds = [*(block.kind for block in paragraph.blocks[1:]), "text"]
    for block, following in zip(paragraph.blocks, kinds, strict=True):
        items = [*_block(block, width, size, lang)]
        leads = block.kind == "text" and following != "text"  # "Each of them does:" stays with the first that it does
        yield from (item._replace(stays=True) if leads else item for item in items)


def _picture(name: str, picture: FlatPicture, width: float) -> TypesetBlock:
    """A picture as wide as the column, or as high as a picture may be."""
    share = min(width / picture.width, HIGHEST / picture.height)
    wide, high = picture.width * share, picture.height * share
    texts = (replace(each, x=each.x * share, y=each.y * share, size=each.size * share) for each in picture.texts)
    return TypesetBlock(wide, high, (PictureMark(0.0, 0.0, wide, high, name), *texts))


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
