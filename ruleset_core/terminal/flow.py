"""Texts put side by side, below each other, and broken between words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from ruleset_core.terminal.pen import GAP

CUT: Final = "…"


def cut(line: Text, width: int) -> Text:
    """A line of at most so many columns; what is longer ends in `…`."""
    if line.cell_len <= width:
        return line
    short = line.copy()
    short.truncate(max(width, 1), overflow="ellipsis")
    return short


def wrap(text: Text, width: int) -> list[Text]:
    """A text broken between words; words that are too long are broken within."""
    if text.cell_len <= width and "\n" not in text.plain:
        return [text]
    found = []
    for line in text.split("\n", allow_blank=True):
        words, row = line.split(" "), Text()
        for word in words:
            gap = 1 if row else 0
            if row and row.cell_len + gap + word.cell_len > width:
                found.append(row)
                row, gap = Text(), 0
            row.append(" " * gap).append_text(word)
            while row.cell_len > width:
                at = _fitting(row.plain, width)
                found.append(row[:at])
                row = row[at:]
        found.append(row)
    return found


def _fitting(text: str, width: int) -> int:
    """How many characters of a text have room, one at least."""
    used = 0
    for place, char in enumerate(text):
        used += cell_len(char)
        if used > width:
            return max(place, 1)
    return len(text)


def packed(parts: Sequence[Text], width: int, gap: str = GAP) -> list[Text]:
    """Parts side by side on as few lines as they need; a part is broken only where it alone is too wide."""
    lines: list[Text] = []
    for part in parts:
        if not part:
            continue
        if lines and lines[-1].cell_len + len(gap) + part.cell_len <= width:
            lines[-1].append(gap).append_text(part)
        else:
            lines += [each.copy() for each in wrap(part, width)]
    return lines


def padded(line: Text, width: int, *, right: bool = False) -> Text:
    """A line filled with blanks to a width, behind it or before."""
    room = " " * max(width - line.cell_len, 0)
    return Text(room).append_text(line) if right else line.copy().append(room)


def widest(lines: Sequence[Text]) -> int:
    """The width of the widest line."""
    return max((line.cell_len for line in lines), default=0)


def beside(blocks: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Blocks of lines side by side, as many as fit, the rest below."""
    lines: list[Text] = []
    strip: list[Sequence[Text]] = []
    used = 0
    for block in blocks:
        size = widest(block)
        if strip and used + len(GAP) + size > width:
            lines += merged(strip)
            strip, used = [], 0
        used += size + (len(GAP) if strip else 0)
        strip.append(block)
    return lines + merged(strip)


def merged(strip: Sequence[Sequence[Text]], gap: str = GAP, sizes: Sequence[int] = ()) -> list[Text]:
    """Blocks of lines as one: the first lines beside each other, the second ones, and so on."""
    sizes = sizes or [widest(block) for block in strip]
    lines = []
    for at in range(max((len(block) for block in strip), default=0)):
        line = Text()
        for number, (block, size) in enumerate(zip(strip, sizes, strict=True)):
            part = block[at] if at < len(block) else Text()
            last = number == len(strip) - 1
            line.append_text(part if last else padded(part, size)).append("" if last else gap)
        line.rstrip()
        lines.append(line)
    return lines
