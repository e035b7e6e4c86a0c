"""Planar boards: spaces with their colours, lines, what is built on them, and crossings, each with its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.box import Box, at, stack
from ruleset_core.drawing.inline import inline, prose
from ruleset_core.drawing.marks import seats
from ruleset_core.drawing.pen import SMALL, Pen
from ruleset_core.drawing.svg import add, measure, node, number
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import letter

STEP: Final = 110.0
"""Length of the shortest line of a plan, but for a quarter of them that may be shorter."""
EDGE: Final = 26.0
"""Room around the outermost crossings."""
FREE: Final = 13.0
TAKEN: Final = 17.0
"""How large a crossing is where nothing stands, and where something does, at least."""
BUILT: Final = frozenset({"wall", "road"})
"""Signs of what is itself a line: it is drawn as one."""
_ROOM: Final = 40.0
"""The width that what stands on a crossing may have, and its name."""
_NAME: Final = 8.0
_PLACE: Final = 10.0

Point = tuple[float, float]


def plan(given: n.Board, pen: Pen) -> Box:
    """Spaces below, then lines, then what stands on crossings."""
    spots = [place.at for place in given.crossings]
    spots += [point for points in (*given.corners, *(edge.ends for edge in given.edges)) for point in points]
    if not spots:
        return Box(0, 0, node("g"))
    pairs = [edge.ends for edge in given.edges] or [pair for points in given.corners for pair in pairwise(points)]
    lengths = sorted(hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairs)
    scale = STEP / (lengths[len(lengths) // 4] if lengths else 1)
    west, north = (min(spot[axis] for spot in spots) for axis in (0, 1))

    def to(point: Point) -> Point:
        return (point[0] - west) * scale + EDGE, (point[1] - north) * scale + EDGE

    element, between = node("g"), _borders(given)
    for place, corners in zip(given.places, given.corners, strict=True):
        element.append(_space(place, [to(point) for point in corners], to(place.at), pen))
    for edge in sorted(given.edges, key=lambda each: bool(each.what)):  # what is built lies above what is free
        border = between.get(frozenset(map(_point, edge.ends)), False)
        element.append(_line(edge, to(edge.ends[0]), to(edge.ends[1]), pen, border=border))
    named = all(map(_can_be_named, given.crossings))
    for place in given.crossings:
        element.append(_crossing(place, to(place.at), pen, named=named))
    east, south = (max(to(spot)[axis] for spot in spots) for axis in (0, 1))
    return Box(east + EDGE, south + EDGE, element)


def _point(of: Sequence[float]) -> Point:
    return float(of[0]), float(of[1])


def _borders(given: n.Board) -> Mapping[frozenset[Point], bool]:
    """Which lines lie between spaces of different colours."""
    beside: dict[frozenset[Point], set[str]] = {}
    for place, corners in zip(given.places, given.corners, strict=True):
        for one, other in pairwise((*corners, corners[0])):
            beside.setdefault(frozenset((_point(one), _point(other))), set()).add(place.colour)
    return {ends: len(colours) > 1 for ends, colours in beside.items()}


def _space(place: n.Place, corners: Sequence[Point], middle: Point, pen: Pen) -> ET.Element:
    """A space with its name; of one that is shaded only what stands on it is told, as there is nothing to do there."""
    element = node("g")
    said = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    add(element, "polygon", points=said, class_="cell")
    if place.colour:
        add(element, "polygon", points=said, class_=f"tint c-{place.colour}")
    if place.shaded:
        add(element, "polygon", points=said, class_="shade")
    parts = [inline(seats(place.what, pen), pen, 76, 12)] if place.what else []
    if not (place.shaded and place.what):
        coloured = letter(place.colour, pen.lang) if place.colour else ""
        parts.insert(0, _named(f"{place.stand.name} {coloured}".strip(), _PLACE))
    box = _centred(parts, 0)
    element.append(at(box, middle[0] - box.width / 2, middle[1] - box.height / 2))
    return pen.thing(element, place.stand, pen.told(place.stand, place.what))


def _named(text: str, size: float) -> Box:
    """A small name."""
    element = node("g")
    wide = measure(text, size)
    add(element, "text", text, x=wide / 2, y=size * 0.95, font_size=size, text_anchor="middle", class_="soft")
    return Box(wide, size * 1.25, element)


def _centred(parts: Sequence[Box], gap: float) -> Box:
    """Boxes below each other, by their middles."""
    wide = max((part.width for part in parts), default=0)
    boxes = []
    for part in parts:
        element = node("g")
        element.append(at(part, (wide - part.width) / 2, 0))
        boxes.append(Box(wide, part.height, element))
    return stack(boxes, gap)


def _line(edge: n.Edge, start: Point, end: Point, pen: Pen, *, border: bool) -> ET.Element:
    """A line: thick where something lies on it, with what it is in its middle, unless that is a line itself."""
    element = node("g")
    way = f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"
    add(element, "path", d=way, class_="way" if edge.what else "border" if border else "free")
    add(element, "path", d=way, stroke="transparent", stroke_width=14, fill="none")
    built = [span for span in edge.what if span.sign in BUILT]
    for span in built:
        add(element, "path", d=way, class_="laid", style=f"stroke: var(--c-{span.colour})" if span.colour else "")
    shown = tuple(span for span in edge.what if span.sign not in BUILT or span.colour)
    if shown:
        box = inline(seats(shown, pen), pen, 70, SMALL)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        add(
            element, "rect", x=x - box.width / 2 - 2, y=y - box.height / 2 - 1, width=box.width + 4,
            height=box.height + 2, rx=4, class_="card-box",
        )  # fmt: skip
        element.append(at(box, x - box.width / 2, y - box.height / 2))
    return pen.thing(element, edge.stand, pen.told(edge.stand, edge.what))


def _can_be_named(place: n.Place) -> bool:
    """Whether the name of a crossing has room in its circle, in several lines if need be."""
    return all(measure(word, _NAME) <= _ROOM for word in place.stand.name.split())


def _crossing(place: n.Place, spot: Point, pen: Pen, *, named: bool) -> ET.Element:
    element = node("g")
    x, y = spot
    parts = [inline(seats(place.what, pen), pen, _ROOM, 13)] if place.what else []
    if len(place.stand.name) < 5:
        parts.append(_named(place.stand.name, _NAME))
    elif named:
        parts.append(prose(place.stand.name, pen, _ROOM, _NAME))
    box = _centred(parts, -1)
    radius = max(TAKEN if place.what else FREE, hypot(box.width, box.height) / 2 - 1)
    add(element, "circle", cx=x, cy=y, r=radius, class_=f"cell c-{place.colour}" if place.colour else "cell")
    element.append(at(box, x - box.width / 2, y - box.height / 2))
    return pen.thing(element, place.stand, pen.told(place.stand, place.what))
