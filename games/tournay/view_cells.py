"""Texts wrapped to a width, in columns of equal width."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text


def wrapped(text: str, width: int, style: str = "", most: int | None = None) -> list[Text]:
    """A text in lines of a width; with `most` lines at most, the last one ends in an ellipsis if something is left out."""
    lines = wrap(text, max(width, 1))
    if most is not None and len(lines) > most:
        lines = wrap(text, max(width, 1), max_lines=most, placeholder="…")
    return [Text(line, style) for line in lines]


def filled(line: Text, width: int, *, centred: bool = False) -> Text:
    """A line made as long as a width."""
    room = max(width - line.cell_len, 0)
    left = room // 2 if centred else 0
    return Text.assemble(" " * left, line, " " * (room - left))


def row(cells: Sequence[Sequence[Text]], widths: Sequence[int], gap: int) -> list[Text]:
    """Cells of several lines side by side; what is shorter is filled up below."""
    lines = []
    for at in range(max((len(cell) for cell in cells), default=0)):
        line = Text()
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            line.append(" " * gap if place else "")
            line.append_text(filled(cell[at] if at < len(cell) else Text(), width))
        line.rstrip()
        lines.append(line)
    return lines
