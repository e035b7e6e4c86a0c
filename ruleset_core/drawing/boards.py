"""Boards: squares, hexes that lean, and plans with lines, crossings and spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.box import Box, at, flow, stack, within
from ruleset_core.drawing.inline import inline
from ruleset_core.drawing.pen import SMALL, Pen
from ruleset_core.drawing.svg import add, measure, node, number
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import letter

LEAST: Final = 40.0
MOST: Final = 104.0
"""The smallest and the largest cell."""
FEW: Final = 5
ROOMY: Final = 64.0
"""The smallest cell of a board of so few columns."""
STEP: Final = 110.0
"""Length of the shortest line of a plan."""

Point = tuple[float, float]


def board(given: n.Board, pen: Pen, width: float) -> Box:
    """A board, and below it what its signs mean."""
    drawn = _plan(given, pen) if given.shape == "plan" else _grid(given, pen)
    pen.squeezed += drawn.width * 0.9 > width
    legend = [inline(spans, pen, width) for spans in (*_whose(given, pen), *given.legend)]
    return stack([within(drawn, width), *([flow(legend, width, 16)] if legend else [])], 6)


def _whose(given: n.Board, pen: Pen) -> Iterator[n.Spans]:
    """Whose mark is whose, where players stand on places."""
    spans = [span for place in (*given.places, *given.crossings) for span in place.what]
    spans += [span for edge in given.edges for span in edge.what]
    found = {
        mark: (n.Span(mark, span.colour, "bold"), n.Span(span.stand.name, span.colour))
        for span in spans
        if span.stand is not None and not span.sign and (mark := pen.mark(span.stand))
    }
    yield from (found[mark] for mark in sorted(found))


def _seats(spans: Iterable[n.Span], pen: Pen) -> n.Spans:
    """Spans as they stand on a place: players by their marks."""
    return tuple(
        replace(span, text=mark, style="bold")
        if span.stand and not span.sign and (mark := pen.mark(span.stand))
        else span
        for span in spans
    )


def _content(place: n.Place, pen: Pen, room: float, size: float = 13) -> Box | None:
    """What lies on a place; a single player's mark is a stone."""
    if len(place.what) == 1:
        only = place.what[0]
        mark = pen.mark(only.stand) if only.stand is not None and not only.sign else ""
        if mark and only.stand is not None:
            return _stone(only, only.stand, mark, pen, min(room, 30))
    return inline(_seats(place.what, pen), pen, room, size) if place.what else None


def _stone(span: n.Span, stand: n.Stand, mark: str, pen: Pen, size: float) -> Box:
    element, half = node("g"), size / 2
    add(element, "circle", cx=half, cy=half, r=half - 1, class_=f"cell c-{span.colour}" if span.colour else "cell")
    add(
        element, "text", mark, x=half, y=half * 1.32, font_size=half, text_anchor="middle",
        class_=f"bold o-{span.colour}" if span.colour else "bold",
    )  # fmt: skip
    return Box(size, size, pen.thing(element, stand))


# -- grids --------------------------------------------------------------------------------------------------------


def _grid(given: n.Board, pen: Pen) -> Box:
    hexes = given.shape == "hexes"
    inner = max((inline(_seats(place.what, pen), pen, MOST - 8, 13).width for place in given.places), default=0)
    columns = len({place.at[0] for place in given.places})
    least = LEAST if columns > FEW else ROOMY
    wide = min(max(inner + 8, least), MOST)
    boxes = [_content(place, pen, wide - 6) for place in given.places]
    high = max([wide if hexes else least, *(box.height + 16 for box in boxes if box is not None)])
    size = max(wide, high) if hexes or max(wide, high) < 64 else wide
    high = size if hexes or high < size else high
    west, north = (min((place.at[axis] for place in given.places), default=0) for axis in (0, 1))
    element, east, south = node("g"), 0.0, 0.0
    shown: dict[bool, list[ET.Element]] = {False: [], True: []}
    pitch = size * 0.87 if hexes else high
    for place, box in zip(given.places, boxes, strict=True):
        x, y = (place.at[0] - west) * size, (place.at[1] - north) * pitch
        cell = _cell(place, box, pen, size, high, hexes=hexes)
        shown[bool(place.stand.options)].append(at(Box(size, high, cell), x, y))
        east, south = max(east, x + size), max(south, y + (size * 1.155 if hexes else high))
    for cell in (*shown[False], *shown[True]):
        element.append(cell)
    return Box(east, south, element)


def _cell(place: n.Place, box: Box | None, pen: Pen, wide: float, high: float, *, hexes: bool) -> ET.Element:
    element = node("g")
    tint = f"c-{place.colour}" if place.colour else ""
    middle = wide * 0.5775 if hexes else high / 2
    if hexes:
        points = [
            (wide / 2 + wide * 0.5775 * sin(pi * k / 3), middle - wide * 0.5775 * cos(pi * k / 3)) for k in range(6)
        ]
        _shape(element, points, tint)
    else:
        add(element, "rect", width=wide, height=high, class_="cell")
        if tint:
            add(element, "rect", x=1, y=1, width=wide - 2, height=high - 2, class_=f"tint {tint}")
    said = letter(place.colour, pen.lang) if place.colour else ""
    label = f"{place.stand.name} {said}".strip() if not hexes or box is None else ""
    if label:
        _label(element, label, wide, middle if hexes else 11)
    if box is not None:
        element.append(at(box, (wide - box.width) / 2, middle - box.height / 2 + (0 if hexes else 4)))
    return pen.thing(element, place.stand, place.stand.name)


def _label(element: ET.Element, label: str, wide: float, y: float) -> None:
    """The name of a place, as small as it must be."""
    size = min(9.0, 9.0 * (wide - 4) / measure(label, 9))
    if size >= 5:
        add(element, "text", label, x=wide / 2, y=y, font_size=size, text_anchor="middle", class_="soft")


def _shape(element: ET.Element, points: Sequence[Point], tint: str) -> None:
    said = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    add(element, "polygon", points=said, class_="cell")
    if tint:
        add(element, "polygon", points=said, class_=f"tint {tint}")


# -- plans --------------------------------------------------------------------------------------------------------


def _plan(given: n.Board, pen: Pen) -> Box:
    """Spaces below, then lines, then what lies on them and stands on crossings."""
    spots = [place.at for place in given.crossings] + [point for corners in given.corners for point in corners]
    if not spots:
        return Box(0, 0, node("g"))
    lengths = sorted(hypot(a[0] - b[0], a[1] - b[1]) for a, b in (edge.ends for edge in given.edges))
    scale = STEP / (lengths[len(lengths) // 4] if lengths else 1)
    west, north = (min(spot[axis] for spot in spots) for axis in (0, 1))

    def to(point: Point) -> Point:
        return (point[0] - west) * scale + 24, (point[1] - north) * scale + 24

    element = node("g")
    for place, corners in zip(given.places, given.corners, strict=True):
        element.append(_space(place, [to(point) for point in corners], to(place.at), pen))
    for edge in given.edges:
        element.append(_line(edge, to(edge.ends[0]), to(edge.ends[1]), pen))
    for place in given.crossings:
        element.append(_crossing(place, to(place.at), pen))
    east, south = (max(to(spot)[axis] for spot in spots) for axis in (0, 1))
    return Box(east + 24, south + 24, element)


def _space(place: n.Place, corners: Sequence[Point], middle: Point, pen: Pen) -> ET.Element:
    element = node("g")
    _shape(element, corners, f"c-{place.colour}" if place.colour else "")
    box = inline(_seats(place.what, pen), pen, 76, 12) if place.what else None
    said = letter(place.colour, pen.lang) if place.colour else ""
    high = 12 + (box.height if box is not None else 0)
    x, y = middle
    add(
        element, "text", f"{place.stand.name} {said}".strip(), x=x, y=y - high / 2 + 10, font_size=10,
        text_anchor="middle", class_="soft",
    )  # fmt: skip
    if box is not None:
        element.append(at(box, x - box.width / 2, y - high / 2 + 12))
    return pen.thing(element, place.stand)


def _line(edge: n.Edge, start: Point, end: Point, pen: Pen) -> ET.Element:
    """A line: thick where something lies on it, with what it is in its middle."""
    element = node("g")
    way = f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"
    add(element, "path", d=way, class_="way" if edge.what else "free")
    add(element, "path", d=way, stroke="transparent", stroke_width=14, fill="none")
    if edge.what:
        box = inline(_seats(edge.what, pen), pen, 70, SMALL)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        add(
            element, "rect", x=x - box.width / 2 - 2, y=y - box.height / 2 - 1, width=box.width + 4,
            height=box.height + 2, rx=4, class_="card-box",
        )  # fmt: skip
        element.append(at(box, x - box.width / 2, y - box.height / 2))
    return pen.thing(element, edge.stand)


def _crossing(place: n.Place, spot: Point, pen: Pen) -> ET.Element:
    element = node("g")
    x, y = spot
    box = inline(_seats(place.what, pen), pen, 44, SMALL) if place.what else None
    radius = 13.0 if box is None else max(15.0, hypot(box.width, box.height) / 2 + 1)
    add(element, "circle", cx=x, cy=y, r=radius, class_=f"cell c-{place.colour}" if place.colour else "cell")
    if box is not None:
        element.append(at(box, x - box.width / 2, y - box.height / 2))
    else:
        add(element, "text", place.stand.name, x=x, y=y + 3, font_size=8, text_anchor="middle", class_="soft")
    return pen.thing(element, place.stand)
