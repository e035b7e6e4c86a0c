"""Boards: squares and hexes that lean, and what their signs and colours mean. Plans have a module of their own."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.box import Box, at, flow, stack, within
from ruleset_core.drawing.inline import inline
from ruleset_core.drawing.lines import longest
from ruleset_core.drawing.marks import content, seats
from ruleset_core.drawing.pen import Pen
from ruleset_core.drawing.plans import plan
from ruleset_core.drawing.svg import add, measure, node, number
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import colour_name, letter, sign_name

LEAST: Final = 40.0
MOST: Final = 104.0
"""The smallest and the largest cell."""
WIDER: Final = (128.0, 160.0, 200.0, 240.0)
"""How wide squares may be where texts stand on them, as far as there is room: not higher than wide."""
FEW: Final = 5
ROOMY: Final = 64.0
"""The smallest cell of a board of so few columns."""

_NAME: Final = 13.0
"""Height of the names of squares."""


def board(given: n.Board, pen: Pen, width: float) -> Box:
    """A board, and below it what its signs mean."""
    drawn = plan(given, pen) if given.shape == "plan" else _grid(given, pen, width)
    pen.squeezed += drawn.width * 0.9 > width
    said = (*_whose(given, pen), *_tints(given, pen), *_meant(given, pen), *given.legend)
    legend = [inline(spans, pen, width) for spans in said]
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
    yield from (found[mark] for mark in sorted(found, key=[*map(pen.mark_of, range(len(pen.players)))].index))


def _tints(given: n.Board, pen: Pen) -> Iterator[n.Spans]:
    """What the colours of places stand for, with their letters."""
    for each in given.tints:
        yield (n.Span(letter(each.colour, pen.lang), each.colour, "bold"), n.Span(each.text, each.colour))


def _meant(given: n.Board, pen: Pen) -> Iterator[n.Spans]:
    """What signs are called, and the colours in which they stand there; those that a legend tells are left out."""
    told = {span.sign for spans in given.legend for span in spans}
    colours: dict[str, dict[str, None]] = {}
    for what in (*(place.what for place in (*given.places, *given.crossings)), *(edge.what for edge in given.edges)):
        for span in what:
            if span.sign and span.sign not in told and span.times:
                colours.setdefault(span.sign, {})[span.colour] = None
    for sign, found in colours.items():
        named = (span for colour in found if colour for span in _coloured(colour, pen))
        yield (n.Span(sign=sign), n.Span(sign_name(sign, pen.lang)), *named)


def _coloured(colour: str, pen: Pen) -> n.Spans:
    return n.Span(letter(colour, pen.lang), colour, "bold"), n.Span(colour_name(colour, pen.lang), colour)


# -- grids --------------------------------------------------------------------------------------------------------


def _grid(given: n.Board, pen: Pen, room: float) -> Box:
    hexes = given.shape == "hexes"
    inner = max((inline(seats(place.what, pen), pen, MOST - 8, 13).width for place in given.places), default=0)
    columns = len({place.at[0] for place in given.places})
    least = LEAST if columns > FEW else ROOMY
    wide = min(max(inner + 8, least), MOST)
    boxes = [content(place, pen, wide - 8) for place in given.places]
    for wider in WIDER if not hexes else ():
        high = max((box.height for box in boxes if box is not None), default=0) + _NAME
        if wider * columns > room or (high <= wide and wide >= _word(given, pen) + 8):
            break
        wide = wider
        boxes = [content(place, pen, wide - 12) for place in given.places]
    high = max([wide if hexes else least, *(box.height + _NAME + 3 for box in boxes if box is not None)])
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


def _word(given: n.Board, pen: Pen) -> float:
    """How wide the longest word on a place is."""
    return max((longest(seats(place.what, pen), 13) for place in given.places), default=0)


def _cell(place: n.Place, box: Box | None, pen: Pen, wide: float, high: float, *, hexes: bool) -> ET.Element:
    element = node("g")
    tints = [*([f"tint c-{place.colour}"] if place.colour else []), *(["shade"] if place.shaded else [])]
    middle = wide * 0.5775 if hexes else high / 2
    if hexes:
        points = [
            (wide / 2 + wide * 0.5775 * sin(pi * k / 3), middle - wide * 0.5775 * cos(pi * k / 3)) for k in range(6)
        ]
        said = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        add(element, "polygon", points=said, class_="cell")
        for kind in tints:
            add(element, "polygon", points=said, class_=kind)
    else:
        add(element, "rect", width=wide, height=high, class_="cell")
        for kind in tints:
            add(element, "rect", x=1, y=1, width=wide - 2, height=high - 2, class_=kind)
    coloured = letter(place.colour, pen.lang) if place.colour else ""
    label = f"{place.stand.name} {coloured}".strip() if not hexes or box is None else ""
    if label:
        _label(element, label, wide, middle if hexes else 11)
    if box is not None:
        above = 0.0 if hexes else _NAME
        element.append(at(box, (wide - box.width) / 2, above + (2 * middle - above - box.height) / 2))
    return pen.thing(element, place.stand, pen.told(place.stand, place.what))


def _label(element: ET.Element, label: str, wide: float, y: float) -> None:
    """The name of a place, as small as it must be."""
    size = min(9.0, 9.0 * (wide - 4) / measure(label, 9))
    if size >= 5:
        add(element, "text", label, x=wide / 2, y=y, font_size=size, text_anchor="middle", class_="soft")
