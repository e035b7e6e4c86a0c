"""Panels below each other in one frame: a line with its title above each, its note in the line below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.style import Style
from rich.text import Text

from ruleset_core.terminal.flow import cut, padded

EDGES: Final = 4
"""Columns that the frame takes."""
BETWEEN: Final = 3
"""Columns between panels that stand beside each other."""
_DIM: Final = "dim"


@dataclass(frozen=True, slots=True)
class Framed:
    """A panel with its lines. `about`: the question is about it. `said`: what its title carries, for who points at it."""

    title: str
    note: str
    about: bool
    lines: Sequence[Text]
    said: Style = field(default_factory=Style.null)


Band = Sequence[Framed]
"""Panels beside each other."""


def room(width: int, panels: int) -> int:
    """The columns of each of so many panels beside each other."""
    return max((width - EDGES - BETWEEN * (panels - 1)) // panels, 1)


def frame(bands: Sequence[Band], width: int, note: str = "", turn: str = "", told: str = "") -> list[Text]:
    """Everything in one frame; `turn` stands at its upper edge, `note` at its lower one, and what is `told` of others before it."""
    lines: list[Text] = []
    above: Band = ()
    for band in bands:
        lines.append(_line(above, band, width, "├┤") if lines else _line((), band, width, "╭╮", turn))
        lines += _rows(band, width)
        above = band
    lines.append(_line(above, (), width, "╰╯", note, told))
    return lines


def _starts(band: Band, width: int) -> list[int]:
    """Where each panel of a band begins: the column of the line before it."""
    size = room(width, max(len(band), 1))
    return [place * (size + BETWEEN) for place in range(len(band))]


def _rows(band: Band, width: int) -> Iterator[Text]:
    size = room(width, len(band))
    for at in range(max(len(panel.lines) for panel in band)):
        line = Text.assemble(("│ ", _DIM))
        for place, panel in enumerate(band):
            last = place == len(band) - 1
            inner = width - EDGES - place * (size + BETWEEN) if last else size
            part = cut(panel.lines[at], inner) if at < len(panel.lines) else Text()
            line.append_text(padded(part, inner)).append(" │" if last else " │ ", _DIM)
        yield line


def _line(above: Band, below: Band, width: int, ends: str, note: str = "", told: str = "") -> Text:
    """The line between two bands: titles of what is below, or what is `told` there, notes of what is above."""
    signs = ["─"] * width
    signs[0], signs[-1] = ends[0], ends[1]
    for start in _starts(above, width)[1:]:
        signs[start] = "┴"
    for start in _starts(below, width)[1:]:
        signs[start] = "┼" if signs[start] == "┴" else "┬"
    pieces: list[tuple[int, Text]] = []
    starts = _starts(below, width)
    for start, end, panel in zip(starts, [*starts[1:], width - 1], below, strict=False):
        title = Text(panel.title)
        title.truncate(max(end - start - 5, 1), overflow="ellipsis")
        named = Text(f" {title.plain} ", "bold" if panel.about else "none")
        named.stylize(panel.said)
        pieces.append((start + 2, named))
    if told:
        pieces.append((2, Text(f" {told} ")))
    used = max((at + text.cell_len for at, text in pieces), default=2)
    said = "  ".join(part for part in (*(panel.note for panel in above), note) if part)
    left = width - used - 5
    if said and left > 1:
        shown = Text(said)
        shown.truncate(left, overflow="ellipsis")
        if shown.cell_len > 1:
            pieces.append((width - 3 - shown.cell_len - 1, Text(f" {shown.plain} ", _DIM)))
    line, column = Text(), 0
    for at, text in pieces:
        line.append("".join(signs[column:at]), _DIM).append_text(text)
        column = at + text.cell_len
    return line.append("".join(signs[column:]), _DIM)
