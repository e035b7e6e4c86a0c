"""Named rows with marks along one axis: means with their margins, bars, spreads of values, several signs on a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, TypeAlias, assert_never
from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import add, measure, number
from ruleset_core.report.scale import Bins, Scale, scale

from .frame import LABEL, SMALL, Told, across, cut, picture, text, wide

__all__ = ["Bar", "Interval", "Line", "Mark", "Row", "Signs", "Spread", "rows"]

PAGE: Final = 28
"""Rows of one picture: as many as stand on a sheet of paper."""
SIGNS: Final = ("ring", "disc")


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and how far it may be off. `sure`: it stands out from the line beyond chance. `least`, `most`: what can be at all."""

    mean: float
    margin: float
    sure: bool = False
    least: float = -inf
    most: float = inf

    @property
    def ends(self) -> tuple[float, float]:
        """Between what it lies."""
        return max(self.mean - self.margin, self.least), min(self.mean + self.margin, self.most)


@dataclass(frozen=True, slots=True)
class Bar:
    """An amount from 0 on, and how far it may be off."""

    mean: float
    margin: float


@dataclass(frozen=True, slots=True)
class Spread:
    """How often values were seen, the middle half of them, and their mean."""

    bins: Bins
    half: tuple[float, float]
    mean: float


@dataclass(frozen=True, slots=True)
class Signs:
    """Two values of one thing, each with a sign of its own: a ring, which there may be none of, and a disc, which fits into it."""

    ring: float | None
    disc: float


Mark: TypeAlias = Interval | Bar | Spread | Signs


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its name, its mark, and the value as text."""

    name: str
    mark: Mark
    value: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A value to compare all rows with, and what it is."""

    at: float
    name: str


def rows(
    given: Sequence[Row],
    width: float,
    title: str,
    told: Told,
    *,
    line: Line | None = None,
    legend: Sequence[str] = (),
    low: float | None = None,
    high: float | None = None,
) -> Iterator[ET.Element]:
    """Pictures of rows below each other, each with the axis, so that a sheet of paper may end between them.

    Args:
        given: the rows in their order.
        width: of the picture.
        title: what the axis counts.
        told: how its values are written.
        line: a value to compare with.
        legend: what the signs mean, where rows have several.
        low: where the axis begins at the latest.
        high: where it ends at the earliest.
    """
    ends = [end for row in given for end in _ends(row.mark)] + ([line.at] if line else [])
    lead = min(max((measure(row.name, LABEL) for row in given), default=0) + 14, width * 0.36) if wide(width) else 0.0
    rest = max((measure(row.value, SMALL) for row in given), default=0) + 14 if wide(width) else 0.0
    axis = scale(
        min(ends) if low is None else min(low, *ends), max(ends) if high is None else max(high, *ends),
        lead + 14, width - max(rest, 14), most=8 if wide(width) else 5,
        round_ends=not any(isinstance(row.mark, Spread) for row in given),
    )  # fmt: skip
    for first in range(0, len(given), PAGE):
        yield _page(given[first : first + PAGE], width, axis, title, told, line, legend)


def _page(
    given: Sequence[Row], width: float, axis: Scale, title: str, told: Told, line: Line | None, legend: Sequence[str]
) -> ET.Element:
    top = 6.0 + (22 if line else 0) + (24 if legend else 0)
    high = [_height(row.mark) + (0 if wide(width) else 20) for row in given]
    bottom = top + sum(high)
    svg = picture(width, bottom + 44)
    across(svg, axis, top, bottom, title, told)
    if legend:
        _legend(svg, legend, axis.left if wide(width) else 4, width)
    if axis.low < 0 < axis.high:
        add(svg, "line", x1=axis.at(0), x2=axis.at(0), y1=top, y2=bottom, class_="axis")
    if line:
        x = axis.at(line.at)
        add(svg, "line", x1=x, x2=x, y1=top - 4, y2=bottom, class_="compare")
        half = measure(line.name, SMALL) / 2
        text(svg, line.name, min(max(x, half + 2), width - half - 2), top - 10, anchor="middle", kind="soft")
    most = max((max(row.mark.bins.counts) for row in given if isinstance(row.mark, Spread)), default=1)
    y = top
    for row, height in zip(given, high, strict=True):
        _row(svg, row, axis, y, height, width, most)
        y += height
    return svg


def _ends(mark: Mark) -> tuple[float, ...]:
    match mark:
        case Interval():
            return mark.ends
        case Bar():
            return 0.0, mark.mean - mark.margin, mark.mean + mark.margin
        case Spread():
            return mark.bins.ends
        case Signs():
            return (mark.disc,) if mark.ring is None else (mark.ring, mark.disc)
        case _:
            assert_never(mark)


def _height(mark: Mark) -> float:
    return 58.0 if isinstance(mark, Spread) else 27.0


def _row(svg: ET.Element, row: Row, axis: Scale, y: float, height: float, width: float, most: int) -> None:
    group = add(svg, "g", class_="row")
    add(group, "title", f"{row.name}: {row.value}" if row.value else row.name)
    if wide(width):
        middle, line = y + height / 2, y + height / 2 + 4.5
        name = cut(row.name, axis.left - 14)
        text(group, name, axis.left - 14, line, anchor="end", size=LABEL)
        text(group, row.value, width - 2, line, anchor="end", kind="value")
    else:
        middle, line = y + 20 + (height - 20) / 2, y + 17
        room = width - 8 - measure(row.value, SMALL) - 10
        text(group, cut(row.name, room), 4, line, size=LABEL)
        text(group, row.value, width - 4, line, anchor="end", kind="value")
        y, height = y + 20, height - 20
    match row.mark:
        case Interval():
            _interval(group, row.mark, axis, middle)
        case Bar():
            _bar(group, row.mark, axis, middle)
        case Spread():
            _spread(group, row.mark, axis, y + height - 8, height - 16, most)
        case Signs():
            _signs(group, row.mark, axis, middle)
        case _:
            assert_never(row.mark)


def _interval(group: ET.Element, mark: Interval, axis: Scale, y: float) -> None:
    _whisker(group, mark.ends, axis, y)
    add(group, "circle", cx=axis.at(mark.mean), cy=y, r=5, class_="mark dot" if mark.sure else "mark hollow")


def _bar(group: ET.Element, mark: Bar, axis: Scale, y: float) -> None:
    left, right = sorted((axis.at(0), axis.at(mark.mean)))
    add(group, "rect", x=left, y=y - 8, width=max(right - left, 0.5), height=16, class_="mark bar")
    _whisker(group, (mark.mean - mark.margin, mark.mean + mark.margin), axis, y)


def _whisker(group: ET.Element, ends: tuple[float, float], axis: Scale, y: float) -> None:
    left, right = map(axis.at, ends)
    add(group, "path", d=f"M{number(left)} {number(y - 4)}v8m0-4H{number(right)}m0-4v8", class_="mark whisker")


def _spread(group: ET.Element, mark: Spread, axis: Scale, bottom: float, height: float, most: int) -> None:
    bins = mark.bins
    for place, count in enumerate(bins.counts):
        if count:
            left, right = (axis.at(bins.edge(at)) for at in (place, place + 1))
            tall = max(height * count / most, 0.6)
            add(
                group,
                "rect",
                x=left + 0.5,
                y=bottom - tall,
                width=max(right - left - 1, 0.6),
                height=tall,
                class_="mark bin",
            )
    left, right = (axis.at(value) for value in mark.half)
    add(group, "rect", x=left, y=bottom + 2, width=max(right - left, 2), height=4, class_="mark half")
    x = axis.at(mark.mean)
    add(group, "line", x1=x, x2=x, y1=bottom - height, y2=bottom + 7, class_="mark mean")


def _signs(group: ET.Element, mark: Signs, axis: Scale, y: float) -> None:
    if mark.ring is not None:
        ends = sorted((axis.at(mark.ring), axis.at(mark.disc)))
        add(group, "line", x1=ends[0], x2=ends[1], y1=y, y2=y, class_="mark join")
        _sign(group, "ring", axis.at(mark.ring), y)
    _sign(group, "disc", axis.at(mark.disc), y)


def _sign(group: ET.Element, sign: str, x: float, y: float) -> None:
    add(group, "circle", cx=x, cy=y, r=6.5 if sign == "ring" else 3.8, class_=f"mark {sign}")


def _legend(svg: ET.Element, names: Sequence[str], x: float, width: float) -> None:
    group = add(svg, "g", class_="legend")
    for sign, name in zip(SIGNS, names, strict=True):
        _sign(group, sign, x + 7, 12)
        text(group, cut(name, width - x - 22, SMALL), x + 19, 16)
        x += 19 + measure(name, SMALL) + 14
