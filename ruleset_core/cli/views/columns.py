"""Columns of texts with styles, and long texts beside or below them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.text import Text

from ruleset_core.cli.views.kit import linear, told_row

Cells = Sequence[str | Text]

HEAD: Final = "dim"
"""The style of headings."""
_BELOW: Final = 4
_LEAST: Final = 16


def columns(rows: Sequence[Cells], right: Sequence[int] = (), gap: int = 2, width: int | None = None) -> list[Text]:
    """Rows of cells, every column as wide as its widest cell.

    Args:
        rows: cells, as many in every row.
        right: the columns, counted from 0, that are aligned to the right.
        gap: blanks between columns.
        width: columns of the terminal there are. What does not fit with one blank between columns comes in tables below
            each other, each with the first column.

    """
    texts = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    if linear():
        return _told(texts)
    sizes = [max(cell.cell_len for cell in column) for column in zip(*texts, strict=True)]
    if width is not None and sum(sizes) + gap * (len(sizes) - 1) > width:
        if gap > 1:
            return columns(rows, right, 1, width)
        end = _fitting(sizes, width)
        if end < len(sizes):
            first = columns([row[:end] for row in rows], [place for place in right if place < end], 1)
            again = [0] if 0 in right else []
            rest = [*again, *(place - end + 1 for place in right if place >= end)]
            return [*first, Text(), *columns([[row[0], *row[end:]] for row in rows], rest, 2, width)]
    lines = []
    for row in texts:
        line = Text()
        for place, (cell, size) in enumerate(zip(row, sizes, strict=True)):
            room = " " * (size - cell.cell_len)
            line.append(" " * gap if place else "")
            line.append(room if place in right else "").append_text(cell)
            line.append("" if place in right else room)
        lines.append(line)
    return lines


def _told(rows: Sequence[Sequence[Text]]) -> list[Text]:
    """The rows to be read alone, each cell with its heading, if the first row is one of headings."""
    headed = (
        len(rows) > 1
        and len(rows[0]) > 1
        and (not rows[0][0].plain.strip() or any(_is_head(cell) for cell in rows[0][1:]))
    )
    heads = [cell.plain.strip() for cell in rows[0][1:]] if headed else [""] * (len(rows[0]) - 1 if rows else 0)
    told = [told_row(first.plain, heads, [cell.plain for cell in cells]) for first, *cells in rows[headed:]]
    return [rows[0][0].copy(), *told] if headed else told


def _is_head(cell: Text) -> bool:
    return cell.style == HEAD and bool(cell.plain.strip())


def _fitting(sizes: Sequence[int], width: int) -> int:
    """How many columns fit with one blank between them: the first and one more at least."""
    used, fitting = sizes[0], 1
    while fitting < len(sizes) and (used + 1 + sizes[fitting] <= width or fitting == 1):
        used += 1 + sizes[fitting]
        fitting += 1
    return fitting


def heads(*names: str) -> list[Text]:
    """The headings of columns."""
    return [Text(name, HEAD) for name in names]


def explained(lines: Sequence[Text], texts: Sequence[str], width: int, beside: int) -> list[Text]:
    """Lines with what they do behind them, or below where there are less than `beside` columns left.

    Args:
        lines: one for each thing, all of the same width.
        texts: what each does; empty if it does nothing.
        width: columns there are.
        beside: the least width of a column of texts.

    """
    used = max((line.cell_len for line in lines), default=0) + 2
    below = width - used < beside or linear()
    found: list[Text] = []
    for line, text in zip(lines, texts, strict=True):
        parts = wrap(text, max(width - (_BELOW if below else used), _LEAST))
        whole = line.copy()
        if parts and not below:
            whole.append("  " + parts.pop(0), "dim")
        whole.rstrip()
        if whole.plain or not linear():
            found.append(whole)
        found += [Text(" " * (_BELOW if below else used) + part, "dim") for part in parts]
    return found


def joined(parts: Sequence[Text], gap: str) -> Text:
    """Parts one after the other."""
    line = Text()
    for place, part in enumerate(parts):
        line.append(gap if place else "").append_text(part)
    return line
