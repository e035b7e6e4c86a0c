"""Fields indexed by cells, drawn as a board; fields indexed by two sets, drawn as a grid."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from ruleset_core.cli.views.kit import EMPTY, linear, told_row

_CELL = re.compile(r"([a-z])([1-9][0-9]?)\Z")


def is_board(ids: Sequence[str]) -> bool:
    """True when all ids look like the cells of a board (`a1`..`c3`) with more than one row and column."""
    found = [_CELL.match(item) for item in ids]
    matches = [match for match in found if match]
    if not matches or len(matches) < len(found):
        return False
    return len({match[1] for match in matches}) > 1 and len({match[2] for match in matches}) > 1


def board(cells: Mapping[str, str], styles: Mapping[str, str]) -> list[Text]:
    """The cells as a board: letters are columns, numbers are rows from the bottom, a missing cell is a gap.

    Args:
        cells: what stands on each cell.
        styles: colour of a cell's content, by content.

    """
    columns = sorted({cell[0] for cell in cells})
    rows = sorted({int(cell[1:]) for cell in cells}, reverse=True)
    if linear():
        return [_told(row, columns, cells) for row in rows]
    size = max([1, *(cell_len(content) for content in cells.values())]) + 2
    margin = len(str(rows[0])) + 1
    lines = [_rule(columns, size, margin, "┌┬┐")]
    for row in rows:
        line = Text.assemble((f"{row:>{margin - 1}} ", "dim"))
        for column in columns:
            content = cells.get(f"{column}{row}")
            inside = "░" * size if content is None else content.center(size)
            line.append("│", "dim").append(inside, styles.get(content or "", ""))
        lines.append(line.append("│", style="dim"))
        lines.append(_rule(columns, size, margin, "├┼┤" if row != rows[-1] else "└┴┘"))
    names = "".join(f" {column.center(size)}" for column in columns)
    lines.append(Text(" " * margin + names.rstrip(), style="dim"))
    return lines


def _told(row: int, columns: Sequence[str], cells: Mapping[str, str]) -> Text:
    """A row of a board to be read alone, from its first column to its last."""
    there = [column for column in columns if f"{column}{row}" in cells]
    return Text("  ".join(f"{column}{row} {cells[f'{column}{row}'] or EMPTY}" for column in there))


def _rule(columns: Sequence[str], size: int, margin: int, corners: str) -> Text:
    line = corners[1].join("─" * size for _ in columns)
    return Text(f"{' ' * margin}{corners[0]}{line}{corners[2]}", style="dim")


def grid(title: str, rows: Sequence[tuple[str, Sequence[str]]], heads: Sequence[str], width: int) -> list[Text] | None:
    """A small table of rows and columns without lines, or nothing when it does not fit.

    Args:
        title: what stands in the corner.
        rows: name of a row and its cells, in the order of `heads`.
        heads: names of the columns.
        width: columns of the terminal there are.

    """
    if linear():
        return [*([Text(title, "bold")] if title else []), *(told_row(name, heads, cells) for name, cells in rows)]
    first = max(cell_len(name) for name in (title, *(name for name, _ in rows)))
    sizes = [max(cell_len(head), *(cell_len(cells[at]) for _, cells in rows)) for at, head in enumerate(heads)]
    if first + sum(size + 2 for size in sizes) > width:
        return None
    lines = [Text.assemble((_left(title, first), "bold"), (_cells(heads, sizes), "dim"))]
    lines.extend(Text.assemble((_left(name, first), "dim"), _cells(cells, sizes)) for name, cells in rows)
    return lines


def _left(text: str, size: int) -> str:
    return text + " " * (size - cell_len(text))


def _cells(parts: Sequence[str], sizes: Sequence[int]) -> str:
    return "".join("  " + " " * (size - cell_len(part)) + part for part, size in zip(parts, sizes, strict=True))


def beside(blocks: Sequence[Sequence[Text]], width: int, gap: int = 3) -> list[Text]:
    """Blocks of lines side by side, as many as fit, the rest below."""
    if linear():
        return [line for block in blocks if block for line in (*block, Text())][:-1]
    lines: list[Text] = []
    strip: list[Sequence[Text]] = []
    used = 0
    for block in blocks:
        size = _wide(block)
        if strip and used + gap + size > width:
            lines += [*_merged(strip, gap), Text("")]
            strip, used = [], 0
        used += size + (gap if strip else 0)
        strip.append(block)
    return lines + _merged(strip, gap)


def _wide(block: Sequence[Text]) -> int:
    return max((line.cell_len for line in block), default=0)


def _merged(strip: Sequence[Sequence[Text]], gap: int) -> list[Text]:
    lines = []
    for at in range(max((len(block) for block in strip), default=0)):
        line = Text()
        for number, block in enumerate(strip):
            part = block[at].copy() if at < len(block) else Text()
            last = number == len(strip) - 1
            line.append_text(part).append(" " * (0 if last else _wide(block) - part.cell_len + gap))
        lines.append(line)
    return lines
