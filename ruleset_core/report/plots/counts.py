"""How often values were seen, as bars beside each other, with the middle half and the mean."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import add, measure
from ruleset_core.report.scale import Bins, scale

from .frame import SMALL, Told, across, picture, text, wide

__all__ = ["counts"]


def counts(
    bins: Bins,
    width: float,
    title: str,
    told: Told,
    *,
    half: tuple[float, float],
    half_name: str,
    mean: float,
    mean_name: str,
) -> ET.Element:
    """A picture of counts.

    Args:
        bins: how often values were seen.
        width: of the picture.
        title: what the values are.
        told: how values and counts are written.
        half: between which values the middle half lies.
        half_name: told of it below the bars.
        mean: the mean.
        mean_name: told of it above the bars.
    """
    top, tall = 30.0, 190.0 if wide(width) else 150.0
    bottom = top + tall
    up = scale(0, max(bins.counts), bottom, top, most=4)
    lead = max(measure(told(value, 0), SMALL) for value in up.ticks()) + 12
    axis = scale(*bins.ends, lead, width - 14, most=8 if wide(width) else 4, round_ends=False)
    svg = picture(width, bottom + 66)
    for value in up.ticks():
        if value == round(value):
            y = up.at(value)
            add(svg, "line", x1=lead, x2=width - 14, y1=y, y2=y, class_="grid")
            text(svg, told(value, 0), lead - 6, y + 4, anchor="end", kind="soft")
    for place, count in enumerate(bins.counts):
        if count:
            left, right = (axis.at(bins.edge(at)) for at in (place, place + 1))
            y = min(up.at(count), bottom - 0.8)
            add(svg, "rect", x=left + 0.5, y=y, width=max(right - left - 1, 0.6), height=bottom - y, class_="mark bin")
    across(svg, axis, bottom, bottom, title, told)
    x = axis.at(mean)
    add(svg, "line", x1=x, x2=x, y1=top - 6, y2=bottom, class_="mark mean")
    _beside(svg, mean_name, x, top - 12, width)
    left, right = (axis.at(value) for value in half)
    add(svg, "rect", x=left, y=bottom + 44, width=max(right - left, 2), height=4, class_="mark half")
    _beside(svg, half_name, (left + right) / 2, bottom + 62, width)
    return svg


def _beside(svg: ET.Element, said: str, x: float, y: float, width: float) -> None:
    """A text around a place, as far as it stays within the picture."""
    half = measure(said, SMALL) / 2
    text(svg, said, min(max(x, half + 2), width - half - 2), y, anchor="middle")
