"""Lines over an axis, each with its name at its end and, where it has one, a band around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import add, measure, number
from ruleset_core.report.scale import Scale, scale

from .frame import SMALL, Told, across, picture, text, wide

__all__ = ["Course", "lines"]

DASHES: Final = ("", "7 4", "2 4", "10 4 2 4", "14 5", "4 7")
"""By these lines are told apart where colours cannot be seen."""
HUES: Final = 6
APART: Final = 16.0
"""Names at the ends of lines stand so far from each other."""


@dataclass(frozen=True, slots=True)
class Course:
    """A line: its name, its points, and between which values a band around each point lies."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = ()


def lines(
    given: Sequence[Course],
    width: float,
    title: str,
    up_title: str,
    across_told: Told,
    told: Told,
    *,
    zero: bool = False,
    whole: bool = False,
    dots: bool = False,
    here: tuple[float, str] | None = None,
) -> ET.Element:
    """A picture of lines.

    Args:
        given: the lines.
        width: of the picture.
        title: what the axis along is.
        up_title: what the axis up is.
        across_told: how values along are written.
        told: how values up are written.
        zero: whether the axis up begins at 0.
        whole: whether values along are whole numbers.
        dots: whether the points have dots, as there is nothing between them.
        here: a value along to compare with, and what it is.
    """
    top, tall = 34.0 if here is None else 44.0, 260.0 if wide(width) else 220.0
    bottom = top + tall
    ends = [value for each in given for pair in each.band for value in pair] + [
        y for each in given for _, y in each.points
    ]
    up = scale(min([0.0, *ends] if zero else ends), max(ends), bottom, top, most=6)
    lead = max(measure(told(value, up.places), SMALL) for value in up.ticks()) + 12
    rest = max(measure(each.name, SMALL) for each in given) + 14
    along = [x for each in given for x, _ in each.points]
    room, most = width - max(rest, 16), 8 if wide(width) else 4
    axis = scale(min(along), max(along), lead, room, most=most, round_ends=False, least=1.0 if whole else 0.0)
    svg = picture(width, bottom + 46)
    text(svg, up_title, 2, 14, kind="soft")
    for value in up.ticks():
        y = up.at(value)
        add(svg, "line", x1=axis.left, x2=axis.right, y1=y, y2=y, class_="grid")
        text(svg, told(value, up.places), axis.left - 6, y + 4, anchor="end", kind="soft")
    across(svg, axis, bottom, bottom, title, across_told)
    for place, each in enumerate(given):
        if each.band:
            add(svg, "path", d=_band(each, axis, up), class_=f"mark band h{place % HUES}")
    if here is not None:
        x, half = axis.at(here[0]), measure(here[1], SMALL) / 2
        add(svg, "line", x1=x, x2=x, y1=top - 4, y2=bottom, class_="compare")
        text(svg, here[1], min(max(x, half + 2), width - half - 2), top - 8, anchor="middle", kind="soft")
    for place, each in enumerate(given):
        for x, y in each.points if dots else ():
            add(svg, "circle", cx=axis.at(x), cy=up.at(y), r=4, class_=f"mark point t{place % HUES}")
        path = add(
            svg,
            "path",
            d="M" + "L".join(_point(axis.at(x), up.at(y)) for x, y in each.points),
            class_=f"mark line h{place % HUES}",
        )
        if dash := DASHES[place % len(DASHES)]:
            path.set("stroke-dasharray", dash)
    for place, (each, y) in enumerate(
        zip(given, _apart([up.at(each.points[-1][1]) for each in given], top, bottom), strict=True)
    ):
        text(svg, each.name, axis.right + 8, y + 4, kind=f"name t{place % HUES}")
    return svg


def _point(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _band(course: Course, axis: Scale, up: Scale) -> str:
    there = [_point(axis.at(x), up.at(high)) for (x, _), (_, high) in zip(course.points, course.band, strict=True)]
    back = [_point(axis.at(x), up.at(low)) for (x, _), (low, _) in zip(course.points, course.band, strict=True)]
    return "M" + "L".join([*there, *reversed(back)]) + "Z"


def _apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Places as near to those wanted as can be, but apart from each other and within the picture."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = list(wanted)
    before = top - APART
    for place in order:
        before = found[place] = max(found[place], before + APART)
    after = bottom + APART
    for place in reversed(order):
        after = found[place] = min(found[place], after - APART)
    return found
