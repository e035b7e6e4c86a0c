"""What plots have in common: the picture itself, an axis below, texts that are cut where there is no room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import add, measure, node, number
from ruleset_core.report.scale import Scale

__all__ = ["LABEL", "SMALL", "Told", "across", "cut", "picture", "text", "wide"]

LABEL: Final = 13.0
SMALL: Final = 12.0
"""Sizes of letters, in units of the picture."""
Told = Callable[[float, int], str]
"""How a value of an axis is written, with so many decimals."""


def wide(width: float) -> bool:
    """Whether there is room for names beside what they name."""
    return width >= 480


def picture(width: float, height: float) -> ET.Element:
    """An empty picture. It is read as one thing, by its label."""
    size = f"0 0 {number(width)} {number(height)}"
    return node(
        "svg", viewBox=size, width=width, height=height, class_="plot", role="img", xmlns="http://www.w3.org/2000/svg"
    )


def text(
    parent: ET.Element, said: str, x: float, y: float, *, anchor: str = "", size: float = SMALL, kind: str = ""
) -> ET.Element:
    """A text at a place; `anchor` is `middle` or `end`."""
    return add(parent, "text", said, x=x, y=y, font_size=size, text_anchor=anchor, class_=kind)


def cut(said: str, room: float, size: float = LABEL) -> str:
    """A text as far as there is room."""
    if measure(said, size) <= room:
        return said
    while said and measure(said + "…", size) > room:
        said = said[:-1]
    return said.rstrip() + "…"


def across(svg: ET.Element, axis: Scale, top: float, bottom: float, title: str, told: Told) -> None:
    """An axis below with its ticks, a line up from each, and what it is of."""
    for value in axis.ticks():
        x = axis.at(value)
        add(svg, "line", x1=x, x2=x, y1=top, y2=bottom, class_="grid")
        text(svg, told(value, axis.places), x, bottom + 17, anchor="middle", kind="soft")
    add(svg, "line", x1=axis.left, x2=axis.right, y1=bottom, y2=bottom, class_="axis")
    text(
        svg,
        cut(title, axis.right - axis.left, SMALL),
        (axis.left + axis.right) / 2,
        bottom + 36,
        anchor="middle",
        kind="soft",
    )
