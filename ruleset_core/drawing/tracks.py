"""Tracks: a box for each space; what is used is crossed out, what is there is filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ruleset_core.drawing.box import Box, flow
from ruleset_core.drawing.inline import inline
from ruleset_core.drawing.pen import Pen
from ruleset_core.drawing.svg import add, node
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import letter

CELL: Final = 15.0
LONGEST: Final = 60
"""Longer tracks are told in numbers."""


def name(given: n.Track, pen: Pen, width: float) -> Box:
    """What a track is called, or the letter of its colour."""
    said = given.name or letter(given.colour, pen.lang)
    return inline((n.Span(said, given.colour),) if said else (), pen, width)


def track(given: n.Track, pen: Pen, width: float, lead: float = 0) -> Box:
    """A track: its name, at least `lead` wide, its spaces, its number."""
    value = "?" if given.value is None else str(given.value)
    told = n.Span(value if given.to is None else f"{value}/{given.to}", style="bold")
    way = _way(given, width)
    label = name(given, pen, width)
    label = replace(label, width=max(label.width, lead))
    parts = [*([label] if label.width else []), *([way] if way else []), inline((told, *given.after), pen, width)]
    element = node("g")
    add(element, "title", f"{given.name} {told.text}".strip())
    body = flow(parts, width, 8, middle=True)
    element.append(body.element)
    return Box(body.width, body.height, element)


def _way(given: n.Track, width: float) -> Box | None:
    """The spaces in groups, on more rows where there is no room for one."""
    if given.value is None or given.to is None or not 0 < given.to <= LONGEST:
        return None
    count = max(given.to, given.value)
    held = given.value if given.held is None else min(given.held, given.value)
    groups, start = [], 0
    for size in (*given.groups, count):
        end = min(start + size, count)
        while start < end:
            many = max(int(min(end - start, width // CELL)), 1)
            groups.append(_cells(range(start, start + many), given, held))
            start += many
    return flow(groups, width, 6)


def _cells(places: Sequence[int], given: n.Track, held: int) -> Box:
    element = node("g")
    value = given.value or 0
    for at, place in enumerate(places):
        x = at * CELL
        filled = value - held <= place < value
        kind = f"cell c-{given.colour}" if filled and given.colour else "cell"
        add(element, "rect", x=x + 1, y=1, width=CELL - 2, height=CELL - 2, rx=2, class_=kind)
        if place < value - held:
            add(element, "path", d=f"M{x + 4:.0f} 4l7 7m0 -7l-7 7", class_="rule")
        elif filled:
            ink = f"var(--o-{given.colour})" if given.colour else "var(--ink)"
            add(element, "circle", cx=x + CELL / 2, cy=CELL / 2, r=3.2, style=f"fill: {ink}")
    return Box(len(places) * CELL, CELL, element)
