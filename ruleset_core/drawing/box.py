"""Boxes: pieces of a picture with a size, put beside or below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import node, number

GAP: Final = 8.0


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of a picture from 0, 0 to its width and height."""

    width: float
    height: float
    element: ET.Element


def at(box: Box, x: float, y: float) -> ET.Element:
    """The element of a box, moved to where it belongs. A box is placed once."""
    if x or y:
        box.element.set("transform", f"translate({number(x)} {number(y)})")
    return box.element


def stack(boxes: Iterable[Box], gap: float = GAP) -> Box:
    """Boxes one below the other."""
    element, width, y = node("g"), 0.0, 0.0
    for box in boxes:
        element.append(at(box, 0, y))
        width, y = max(width, box.width), y + box.height + gap
    return Box(width, max(y - gap, 0), element)


def flow(boxes: Sequence[Box], width: float, gap: float = GAP, *, middle: bool = False) -> Box:
    """Boxes side by side, on as many rows as they need; `middle`: by the middle of each row, not by its upper edge."""
    rows: list[list[Box]] = []
    x = 0.0
    for box in boxes:
        if not rows or x + box.width > width:
            rows.append([])
            x = 0.0
        rows[-1].append(box)
        x += box.width + gap
    return stack((_row(row, gap, middle=middle) for row in rows), gap)


def _row(row: Sequence[Box], gap: float, *, middle: bool) -> Box:
    element, x = node("g"), 0.0
    height = max(box.height for box in row)
    for box in row:
        element.append(at(box, x, (height - box.height) / 2 if middle else 0))
        x += box.width + gap
    return Box(x - gap, height, element)


def within(box: Box, width: float) -> Box:
    """A box made smaller where it is wider than there is room."""
    if box.width <= width:
        return box
    share = width / box.width
    element = node("g")
    box.element.set("transform", f"scale({share:.4f})")
    element.append(box.element)
    return Box(width, box.height * share, element)
