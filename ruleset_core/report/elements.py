"""Pieces of a page: elements with what is in them, tables, plots with what is said of them. All text is escaped by the one who writes the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias
from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import NO_XML, node

from .said import say

__all__ = ["NARROW", "WIDE", "Figure", "Inside", "Table", "coded", "figure", "h", "listed"]

Inside: TypeAlias = str | ET.Element

WIDE: Final = 680.0
NARROW: Final = 328.0
"""Widths of a plot on paper and screens, and on phones."""


def h(tag: str, /, *inside: Inside, **attributes: str) -> ET.Element:
    """An element with texts and other elements in it. Names of attributes as in `drawing.svg.put`."""
    made = node(tag, **attributes)
    for each in inside:
        if isinstance(each, ET.Element):
            made.append(each)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + NO_XML.sub("", each)
        else:
            made.text = (made.text or "") + NO_XML.sub("", each)
    return made


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of figures below headings. The first column names the row."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def drawn(self, caption: str) -> ET.Element:
        """As an element. What is too wide is moved to and fro within it, also by keys."""
        head = h("tr", *(h("th", name, scope="col") for name in self.heads))
        table = h("table", h("caption", caption), h("thead", head), h("tbody", *map(_row, self.rows)))
        return h("div", table, class_="scroll", tabindex="0", role="region", aria_label=caption)


def listed(rows: Iterable[Sequence[str]]) -> ET.Element:
    """Names with what they stand for, as a table of words."""
    return h("table", h("tbody", *map(_row, rows)), class_="words")


def _row(row: Sequence[str]) -> ET.Element:
    return h("tr", h("th", row[0], scope="row"), *(h("td", each) for each in row[1:]))


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot with what is said of it.

    Attributes:
        title: what it shows.
        draw: draws it in a width; several where it is long, so that a page may end between them.
        text: what can be seen on it, in a sentence or two: shown below it, and read to those who do not see it.
        table: the numbers.
    """

    title: str
    draw: Callable[[float], Iterable[ET.Element]]
    text: str
    table: Table

    def drawn(self, lang: str) -> ET.Element:
        """As an element: drawn twice, for phones and for the rest, of which only one is seen."""
        plots = [self._plots(kind, width) for kind, width in (("wide", WIDE), ("narrow", NARROW))]
        numbers = h("details", h("summary", say("numbers", lang)), self.table.drawn(self.title))
        return h("figure", h("h3", self.title), *plots, h("figcaption", self.text), numbers)

    def _plots(self, kind: str, width: float) -> ET.Element:
        drawn = list(self.draw(width))
        drawn[0].set("aria-label", f"{self.title}. {self.text}")
        for number, each in enumerate(drawn[1:], 2):
            each.set("aria-label", f"{self.title} ({number})")
        return h("div", *drawn, class_=kind)


def figure(title: str, draw: Callable[[float], ET.Element], text: str, table: Table, lang: str) -> ET.Element:
    """A plot that is drawn at once."""
    return Figure(title, lambda width: (draw(width),), text, table).drawn(lang)


def coded(text: str) -> list[Inside]:
    """A text in which words between backticks are code."""
    parts = text.split("`")
    return [h("code", part) if place % 2 else part for place, part in enumerate(parts)]
