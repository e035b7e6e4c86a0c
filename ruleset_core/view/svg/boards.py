"""Boards as pictures (grids of squares or hexes, planar boards), and what lies on them: cards, dice, backs, piles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.scene.scene_items import colour_letter, colour_name, sign_name
from ruleset_core.view.svg.span_text import SMALL, SvgPen, inline_box, longest_atom, prose_box
from ruleset_core.view.svg.svg_elements import (
    SvgBox,
    add_element,
    flow_boxes,
    format_number,
    make_element,
    place_box,
    shrink_box,
    stack_boxes,
    text_width,
)

# What lies on a place of a board: signs and words, players by their marks.


def seat_marks(spans: Iterable[scenes.TextSpan], pen: SvgPen) -> scenes.TextSpans:
    """Spans as they stand on a place: players by their marks."""
    return tuple(
        replace(span, text=mark, style="bold")
        if span.stand and not span.sign and (mark := pen.mark(span.stand))
        else span
        for span in spans
    )


def place_content(place: scenes.ScenePlace, pen: SvgPen, room: float, size: float = 13) -> SvgBox | None:
    """What lies on a place; a single player's mark is a stone."""
    if len(place.what) == 1:
        only = place.what[0]
        mark = pen.mark(only.stand) if only.stand is not None and not only.sign else ""
        if mark and only.stand is not None:
            return _stone(only, only.stand, mark, pen, min(room, 28))
    return inline_box(seat_marks(place.what, pen), pen, room, size) if place.what else None


def _stone(span: scenes.TextSpan, stand: scenes.SceneTarget, mark: str, pen: SvgPen, size: float) -> SvgBox:
    element, half = make_element("g"), size / 2
    add_element(
        element, "circle", cx=half, cy=half, r=half - 1, class_=f"cell c-{span.colour}" if span.colour else "cell"
    )
    add_element(
        element, "text", mark, x=half, y=half * 1.32, font_size=half, text_anchor="middle",
        class_=f"bold o-{span.colour}" if span.colour else "bold",
    )  # fmt: skip
    return SvgBox(size, size, pen.thing(element, stand))


# Boards: squares and hexes that lean, and what their signs and colours mean. Plans have a module of their own.

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
APART: Final = 20.0
"""How far lines with the same ends lie apart."""
GAP: Final = 18.0
"""How long a line is interrupted where another passes over it."""
_NAME: Final = 8.0
_PLACE: Final = 10.0

Point = tuple[float, float]


def draw_plan(given: scenes.SceneBoard, pen: SvgPen) -> SvgBox:
    """Spaces below, then lines, then what stands on crossings."""
    spots = [place.at for place in given.crossings]
    spots += [point for points in (*given.corners, *(edge.ends for edge in given.edges)) for point in points]
    if not spots:
        return SvgBox(0, 0, make_element("g"))
    pairs = [edge.ends for edge in given.edges] or [pair for points in given.corners for pair in pairwise(points)]
    lengths = sorted(hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairs)
    scale = STEP / (lengths[len(lengths) // 4] if lengths else 1)
    west, north = (min(spot[axis] for spot in spots) for axis in (0, 1))

    def to(point: Point) -> Point:
        return (point[0] - west) * scale + EDGE, (point[1] - north) * scale + EDGE

    element, between = make_element("g"), _borders(given)
    for place, corners in zip(given.places, given.corners, strict=True):
        element.append(_space(place, [to(point) for point in corners], to(place.at), pen))
    for edge in sorted(given.edges, key=lambda each: bool(each.what)):  # what is built lies above what is free
        border = between.get(frozenset(map(_point, edge.ends)), False)
        element.append(_line(edge, *_beside(edge, to), pen, border=border))
    named = all(map(_can_be_named, given.crossings))
    for place in given.crossings:
        element.append(_crossing(place, to(place.at), pen, named=named))
    east, south = (max(to(spot)[axis] for spot in spots) for axis in (0, 1))
    return SvgBox(east + EDGE, south + EDGE, element)


def _beside(edge: scenes.SceneEdge, to: Callable[[Point], Point]) -> tuple[Point, Point]:
    """Where a line is drawn: beside the straight way where several have the same ends."""
    if not edge.aside:
        return to(edge.ends[0]), to(edge.ends[1])
    start, end = (to(point) for point in sorted(map(_point, edge.ends)))
    long = hypot(end[0] - start[0], end[1] - start[1]) or 1
    x, y = ((start[1] - end[1]) * APART * edge.aside / long, (end[0] - start[0]) * APART * edge.aside / long)
    return (start[0] + x, start[1] + y), (end[0] + x, end[1] + y)


def _point(of: Sequence[float]) -> Point:
    return float(of[0]), float(of[1])


def _borders(given: scenes.SceneBoard) -> Mapping[frozenset[Point], bool]:
    """Which lines lie between spaces of different colours."""
    beside: dict[frozenset[Point], set[str]] = {}
    for place, corners in zip(given.places, given.corners, strict=True):
        for one, other in pairwise((*corners, corners[0])):
            beside.setdefault(frozenset((_point(one), _point(other))), set()).add(place.colour)
    return {ends: len(colours) > 1 for ends, colours in beside.items()}


def _space(place: scenes.ScenePlace, corners: Sequence[Point], middle: Point, pen: SvgPen) -> ET.Element:
    """A space with its name; of one that is shaded only what stands on it is told, as there is nothing to do there."""
    element = make_element("g")
    said = " ".join(f"{format_number(x)},{format_number(y)}" for x, y in corners)
    add_element(element, "polygon", points=said, class_="cell")
    if place.colour:
        add_element(element, "polygon", points=said, class_=f"tint c-{place.colour}")
    if place.shaded:
        add_element(element, "polygon", points=said, class_="shade")
    parts = [inline_box(seat_marks(place.what, pen), pen, 76, 12)] if place.what else []
    if not (place.shaded and place.what):
        said = _place_label(place, pen)
        parts[:0] = [_named(said, _PLACE)] if said else []
    box = _centred(parts, 0)
    element.append(place_box(box, middle[0] - box.width / 2, middle[1] - box.height / 2))
    return pen.thing(element, place.stand, pen.describe(place.stand, place.what))


def _place_label(place: scenes.ScenePlace, pen: SvgPen) -> str:
    """What a place is called where it lies, and the letter of its colour."""
    coloured = colour_letter(place.colour, pen.lang) if place.colour else ""
    return f"{place.stand.name if place.label is None else place.label} {coloured}".strip()


def _named(text: str, size: float) -> SvgBox:
    """A small name."""
    element = make_element("g")
    wide = text_width(text, size)
    add_element(element, "text", text, x=wide / 2, y=size * 0.95, font_size=size, text_anchor="middle", class_="soft")
    return SvgBox(wide, size * 1.25, element)


def _centred(parts: Sequence[SvgBox], gap: float) -> SvgBox:
    """Boxes below each other, by their middles."""
    wide = max((part.width for part in parts), default=0)
    boxes = []
    for part in parts:
        element = make_element("g")
        element.append(place_box(part, (wide - part.width) / 2, 0))
        boxes.append(SvgBox(wide, part.height, element))
    return stack_boxes(boxes, gap)


def _line(edge: scenes.SceneEdge, start: Point, end: Point, pen: SvgPen, *, border: bool) -> ET.Element:
    """A line: thick where something lies on it, with what it is in its middle, unless that is a line itself."""
    element = make_element("g")
    way = _way(start, end, edge.gaps)
    add_element(element, "path", d=way, class_="way" if edge.what else "border" if border else "free")
    add_element(element, "path", d=way, stroke="transparent", stroke_width=14, fill="none")
    built = [span for span in edge.what if span.sign in BUILT]
    for span in built:
        add_element(
            element, "path", d=way, class_="laid", style=f"stroke: var(--c-{span.colour})" if span.colour else ""
        )
    shown = tuple(span for span in edge.what if span.sign not in BUILT or span.colour)
    if shown:
        box = inline_box(seat_marks(shown, pen), pen, 70, SMALL)
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        add_element(
            element, "rect", x=x - box.width / 2 - 2, y=y - box.height / 2 - 1, width=box.width + 4,
            height=box.height + 2, rx=4, class_="card-box",
        )  # fmt: skip
        element.append(place_box(box, x - box.width / 2, y - box.height / 2))
    return pen.thing(element, edge.stand, pen.describe(edge.stand, edge.what))


def _way(start: Point, end: Point, gaps: Sequence[float]) -> str:
    """The path of a line, interrupted where others pass over it."""
    if not gaps:
        return f"M{format_number(start[0])} {format_number(start[1])}L{format_number(end[0])} {format_number(end[1])}"
    start, end = sorted((start, end))
    half = GAP / 2 / (hypot(end[0] - start[0], end[1] - start[1]) or 1)
    stops = [0.0, *(each + side for each in gaps for side in (-half, half)), 1.0]
    points = [[one + (other - one) * stop for one, other in zip(start, end, strict=True)] for stop in stops]
    return "".join(f"{'LM'[at % 2 == 0]}{format_number(x)} {format_number(y)}" for at, (x, y) in enumerate(points))


def _can_be_named(place: scenes.ScenePlace) -> bool:
    """Whether the name of a crossing has room in its circle, in several lines if need be."""
    return all(text_width(word, _NAME) <= _ROOM for word in place.stand.name.split())


def _crossing(place: scenes.ScenePlace, spot: Point, pen: SvgPen, *, named: bool) -> ET.Element:
    element = make_element("g")
    x, y = spot
    what = seat_marks(place.what, pen)
    size = max(_NAME, min(13, 13 * _ROOM / max(longest_atom(what, 13), 1)))
    parts = [inline_box(what, pen, max(_ROOM, longest_atom(what, size)), size)] if what else []
    told = any(span.text == place.stand.name for span in what)
    if not told and len(place.stand.name) < 5:
        parts.append(_named(place.stand.name, _NAME))
    elif not told and named:
        parts.append(prose_box(place.stand.name, pen, _ROOM, _NAME))
    box = _centred(parts, -1)
    radius = max(TAKEN if place.what else FREE, hypot(box.width, box.height) / 2 - 1)
    add_element(element, "circle", cx=x, cy=y, r=radius, class_=f"cell c-{place.colour}" if place.colour else "cell")
    element.append(place_box(box, x - box.width / 2, y - box.height / 2))
    return pen.thing(element, place.stand, pen.describe(place.stand, place.what))


# -- Boards ------------------------------------------------------------------------------------------------------------


SMALLEST_CELL: Final = 40.0
LARGEST_CELL: Final = 104.0
"""The smallest and the largest cell."""
WIDER: Final = (128.0, 160.0, 200.0, 240.0)
"""How wide squares may be where texts stand on them, as far as there is room: not higher than wide."""
FEW_COLUMNS: Final = 5
ROOMY: Final = 64.0
"""The smallest cell of a board of so few columns."""

_LABEL: Final = 13.0
"""Height of the names of squares."""


def draw_board(given: scenes.SceneBoard, pen: SvgPen, width: float) -> SvgBox:
    """A board, and below it what its signs mean."""
    drawn = draw_plan(given, pen) if given.shape == "plan" else _grid(given, pen, width)
    pen.squeezed += drawn.width * 0.9 > width
    said = (*_whose(given, pen), *_tints(given, pen), *_meant(given, pen), *given.legend)
    legend = [inline_box(spans, pen, width) for spans in said]
    return stack_boxes([shrink_box(drawn, width), *([flow_boxes(legend, width, 16)] if legend else [])], 6)


def _whose(given: scenes.SceneBoard, pen: SvgPen) -> Iterator[scenes.TextSpans]:
    """Whose mark is whose, where players stand on places."""
    spans = [span for place in (*given.places, *given.crossings) for span in place.what]
    spans += [span for edge in given.edges for span in edge.what]
    found = {
        mark: (scenes.TextSpan(mark, span.colour, "bold"), scenes.TextSpan(span.stand.name, span.colour))
        for span in spans
        if span.stand is not None and not span.sign and (mark := pen.mark(span.stand))
    }
    yield from (found[mark] for mark in sorted(found, key=[*map(pen.mark_of, range(len(pen.players)))].index))


def _tints(given: scenes.SceneBoard, pen: SvgPen) -> Iterator[scenes.TextSpans]:
    """What the colours of places stand for, with their letters."""
    for each in given.tints:
        yield (
            scenes.TextSpan(colour_letter(each.colour, pen.lang), each.colour, "bold"),
            scenes.TextSpan(each.text, each.colour),
        )


def _meant(given: scenes.SceneBoard, pen: SvgPen) -> Iterator[scenes.TextSpans]:
    """What signs are called, and the colours in which they stand there; those that a legend tells are left out."""
    told = {span.sign for spans in given.legend for span in spans}
    colours: dict[str, dict[str, None]] = {}
    for what in (*(place.what for place in (*given.places, *given.crossings)), *(edge.what for edge in given.edges)):
        for span in what:
            if span.sign and span.sign not in told and span.times:
                colours.setdefault(span.sign, {})[span.colour] = None
    for sign, found in colours.items():
        named = (span for colour in found if colour for span in _coloured(colour, pen))
        yield (scenes.TextSpan(sign=sign), scenes.TextSpan(sign_name(sign, pen.lang)), *named)


def _coloured(colour: str, pen: SvgPen) -> scenes.TextSpans:
    return scenes.TextSpan(colour_letter(colour, pen.lang), colour, "bold"), scenes.TextSpan(
        colour_name(colour, pen.lang), colour
    )


# -- grids --------------------------------------------------------------------------------------------------------


def _grid(given: scenes.SceneBoard, pen: SvgPen, room: float) -> SvgBox:
    hexes = given.shape == "hexes"
    inner = max(
        (inline_box(seat_marks(place.what, pen), pen, LARGEST_CELL - 8, 13).width for place in given.places), default=0
    )
    columns = len({place.at[0] for place in given.places})
    least = SMALLEST_CELL if columns > FEW_COLUMNS else ROOMY
    wide = min(max(inner + 8, least), LARGEST_CELL)
    boxes = [place_content(place, pen, wide - 8) for place in given.places]
    for wider in WIDER if not hexes else ():
        high = max((box.height for box in boxes if box is not None), default=0) + _LABEL
        if wider * columns > room or (high <= wide and wide >= _word(given, pen) + 8):
            break
        wide = wider
        boxes = [place_content(place, pen, wide - 12) for place in given.places]
    high = max([wide if hexes else least, *(box.height + _LABEL + 3 for box in boxes if box is not None)])
    size = max(wide, high) if hexes or max(wide, high) < 64 else wide
    high = size if hexes or high < size else high
    west, north = (min((place.at[axis] for place in given.places), default=0) for axis in (0, 1))
    element, east, south = make_element("g"), 0.0, 0.0
    shown: dict[bool, list[ET.Element]] = {False: [], True: []}
    pitch = size * 0.87 if hexes else high
    for place, box in zip(given.places, boxes, strict=True):
        x, y = (place.at[0] - west) * size, (place.at[1] - north) * pitch
        lines = _lines_of_point(place.at, given, size, high) if given.points else ""
        cell = _cell(place, box, pen, size, high, hexes=hexes, lines=lines)
        shown[bool(place.stand.options)].append(place_box(SvgBox(size, high, cell), x, y))
        east, south = max(east, x + size), max(south, y + (size * 1.155 if hexes else high))
    for cell in (*shown[False], *shown[True]):
        element.append(cell)
    return SvgBox(east, south, element)


def _lines_of_point(at: Sequence[float], given: scenes.SceneBoard, wide: float, high: float) -> str:
    """The lines that cross on a point, up to the outermost ones: a path."""
    ends = [[pick(place.at[axis] for place in given.places) for pick in (min, max)] for axis in (0, 1)]
    (left, right), (top, bottom) = (
        [length / 2 if at[axis] == ends[axis][0] else 0, length / 2 if at[axis] == ends[axis][1] else length]
        for axis, length in ((0, wide), (1, high))
    )
    across, along = (
        f"{format_number(start)} {format_number(end)}" for start, end in ((left, high / 2), (wide / 2, top))
    )
    return f"M{across}H{format_number(right)}M{along}V{format_number(bottom)}"


def _word(given: scenes.SceneBoard, pen: SvgPen) -> float:
    """How wide the longest word on a place is."""
    return max((longest_atom(seat_marks(place.what, pen), 13) for place in given.places), default=0)


def _cell(
    place: scenes.ScenePlace, box: SvgBox | None, pen: SvgPen, wide: float, high: float, *, hexes: bool, lines: str = ""
) -> ET.Element:
    element = make_element("g")
    tints = [*([f"tint c-{place.colour}"] if place.colour else []), *(["shade"] if place.shaded and not lines else [])]
    middle = wide * 0.5775 if hexes else high / 2
    if hexes:
        points = [
            (wide / 2 + wide * 0.5775 * sin(pi * k / 3), middle - wide * 0.5775 * cos(pi * k / 3)) for k in range(6)
        ]
        said = " ".join(f"{format_number(x)},{format_number(y)}" for x, y in points)
        add_element(element, "polygon", points=said, class_="cell")
        for kind in tints:
            add_element(element, "polygon", points=said, class_=kind)
    else:
        ground = add_element(element, "rect", width=wide, height=high, class_="cell")
        if lines:
            ground.set("style", "stroke: none")
            add_element(element, "path", d=lines, style="fill: none; stroke: var(--line)")
            if place.shaded:
                add_element(element, "circle", cx=wide / 2, cy=high / 2, r=3, fill="var(--line)")
        for kind in tints:
            add_element(element, "rect", x=1, y=1, width=wide - 2, height=high - 2, class_=kind)
    label = _place_label(place, pen) if not hexes or box is None else ""
    if label:
        _label(element, label, wide, middle if hexes else 11)
    if box is not None:
        above = 0.0 if hexes else _LABEL
        element.append(place_box(box, (wide - box.width) / 2, above + (2 * middle - above - box.height) / 2))
    return pen.thing(element, place.stand, pen.describe(place.stand, place.what))


def _label(element: ET.Element, label: str, wide: float, y: float) -> None:
    """The name of a place, as small as it must be."""
    size = min(9.0, 9.0 * (wide - 4) / text_width(label, 9))
    if size >= 5:
        add_element(element, "text", label, x=wide / 2, y=y, font_size=size, text_anchor="middle", class_="soft")


# Cards with faces, dice with pips, backs, piles.

WIDE: Final = 148.0
"""Width of a card with a face."""
PAD: Final = 6.0
DIE: Final = 40.0
PLAYING: Final = (52.0, 72.0)
"""A playing card."""
SIGN: Final = 22.0
PIPS: Final = {
    1: "5", 2: "37", 3: "357", 4: "1379", 5: "13579", 6: "134679",
}  # fmt: skip
"""Which of nine places, in rows from above, have a pip."""


def draw_cards(node_: scenes.SceneCards, pen: SvgPen, width: float) -> SvgBox:
    """Pieces as they lie."""
    if node_.lies == "pile":
        return _pile(node_, pen)
    if node_.lies == "list":
        hidden = [_back(card, pen) for card in node_.cards if card.back]
        known = (_listed(card, pen, width) for card in node_.cards if not card.back)
        return stack_boxes([*known, *([flow_boxes(hidden, width, 6)] if hidden else [])], 4)
    boxes = [_below(card, _piece(card, pen, lying=node_.lies == "row"), pen) for card in node_.cards]
    if node_.lies == "market" or node_.room:
        boxes = [*_numbered(node_, boxes, pen)]
    return flow_boxes(boxes, width, 6)


def _piece(card: scenes.SceneCard, pen: SvgPen, *, lying: bool = False) -> SvgBox:
    if card.back:
        return _back(card, pen)
    if card.pips is not None or card.sign == "die":
        return _die(card, pen)
    if card.halves:
        return _domino(card, pen, lying=lying)
    if card.corner:
        return _playing_card(card, pen)
    return _face(card, pen) if card.all_facts or card.text or card.art in pen.art else _chip(card, pen)


def _back(card: scenes.SceneCard, pen: SvgPen) -> SvgBox:
    element = make_element("g")
    add_element(element, "rect", width=30, height=42, rx=4, class_="card-box")
    sign = pen.sign("back", 24, card.colour)
    sign.set("transform", "translate(3 9)")
    element.append(sign)
    return SvgBox(30, 42, pen.thing(element, card.stand, pen.named("back", "")))


def _die(card: scenes.SceneCard, pen: SvgPen) -> SvgBox:
    """A die shows its number as pips, a greater one in figures; below it the letter of its colour."""
    element, shown = make_element("g"), card.pips
    kind = f"card-box c-{card.colour}" if card.colour else "card-box"
    add_element(element, "rect", width=DIE, height=DIE, rx=8, class_=kind)
    ink = f"var(--o-{card.colour})" if card.colour else "var(--ink)"
    said = colour_letter(card.colour, pen.lang) if card.colour else ""
    if shown is not None and shown in PIPS:
        for place in map(int, PIPS[shown]):
            x, y = DIE * (1 + (place - 1) % 3) / 4, DIE * (1 + (place - 1) // 3) / 4
            add_element(element, "circle", cx=x, cy=y, r=3.6, style=f"fill: {ink}")
    else:
        figure = "?" if shown is None else str(shown)
        add_element(element, "text", figure, x=DIE / 2, y=DIE * 0.64, font_size=16, text_anchor="middle",
            class_=f"bold o-{card.colour}" if card.colour else "bold")  # fmt: skip
    title = card.name if shown is None else f"{card.name}: {shown}"
    pen.thing(element, card.stand, title)
    if not said:
        return SvgBox(DIE, DIE, element)
    add_element(
        element,
        "text",
        said,
        x=DIE / 2,
        y=DIE + 12,
        font_size=SMALL,
        text_anchor="middle",
        class_=f"bold t-{card.colour}",
        data_below="colour",
    )
    return SvgBox(DIE, DIE + 15, element)


def _domino(card: scenes.SceneCard, pen: SvgPen, *, lying: bool) -> SvgBox:
    """Two halves with their pips, one above the other. In a row it lies, a double across."""
    element, drawn = make_element("g"), make_element("g")
    add_element(drawn, "rect", width=DIE, height=2 * DIE, rx=6, class_="card-box")
    add_element(drawn, "path", d=f"M5 {DIE}H{DIE - 5}", class_="rule")
    for half, shown in enumerate(card.halves):
        for place in map(int, PIPS.get(shown, "")):
            x, y = DIE * (1 + (place - 1) % 3) / 4, DIE * (half + (1 + (place - 1) // 3) / 4)
            add_element(drawn, "circle", cx=x, cy=y, r=3.6, style="fill: var(--ink)")
    across = lying and len({*card.halves}) > 1
    element.append(_turned(drawn, f"translate(0 {1.5 * DIE}) rotate(-90)") if across else drawn)
    return SvgBox(2 * DIE if across else DIE, 2 * DIE, pen.thing(element, card.stand, card.name))


def _playing_card(card: scenes.SceneCard, pen: SvgPen) -> SvgBox:
    """What is in the corner stands at the top and, upside down, at the bottom; the sign of the card between them."""
    element = make_element("g")
    add_element(element, "rect", width=PLAYING[0], height=PLAYING[1], rx=5, class_="card-box")
    for turn in ("", f"rotate(180 {PLAYING[0] / 2} {PLAYING[1] / 2})"):
        corner = place_box(inline_box(card.corner, pen, PLAYING[0]), PAD / 2, PAD / 2)
        element.append(corner if not turn else _turned(corner, turn))
    if card.sign:
        sign = pen.sign(card.sign, SIGN, card.colour)
        sign.set("transform", f"translate({(PLAYING[0] - SIGN) / 2} {(PLAYING[1] - SIGN) / 2})")
        element.append(sign)
    return SvgBox(*PLAYING, pen.thing(element, card.stand, card.name))


def _turned(drawn: ET.Element, turn: str) -> ET.Element:
    around = make_element("g")
    around.set("transform", turn)
    around.append(drawn)
    return around


def _chip(card: scenes.SceneCard, pen: SvgPen) -> SvgBox:
    """A piece of which no more is told than its name."""
    element = make_element("g")
    label = prose_box(card.name, pen, 190, bold=True)
    wide, high = SIGN + label.width + 3 * PAD, max(label.height, SIGN) + 2 * PAD
    add_element(element, "rect", width=wide, height=high, rx=5, class_="card-box")
    sign = pen.sign(card.sign or "card", SIGN, card.colour)
    sign.set("transform", f"translate({PAD} {(high - SIGN) / 2:.1f})")
    element.append(sign)
    element.append(place_box(label, SIGN + 2 * PAD, (high - label.height) / 2))
    return SvgBox(wide, high, pen.thing(element, card.stand))


def _face(card: scenes.SceneCard, pen: SvgPen) -> SvgBox:
    """A card: its name on its colour, its picture, its facts, its text."""
    inner = WIDE - 2 * PAD
    head = _head(card, pen, WIDE)
    parts = [inline_box(fact, pen, inner) for fact in card.all_facts]
    if card.text:
        parts.append(prose_box(card.text, pen, inner, SMALL))
    picture = _picture(card, pen, inner)
    body = stack_boxes([*([picture] if picture else []), *parts], 3)
    high = head.height + body.height + (2 * PAD if parts or picture else 0)
    element = make_element("g")
    add_element(element, "rect", width=WIDE, height=high, rx=6, class_="card-box")
    element.append(head.element)
    element.append(place_box(body, PAD, head.height + PAD))
    return SvgBox(WIDE, high, pen.thing(element, card.stand, card.name))


def _head(card: scenes.SceneCard, pen: SvgPen, width: float) -> SvgBox:
    """Sign and name on a band of the card's colour."""
    element = make_element("g")
    label = prose_box(card.name, pen, width - SIGN - 3 * PAD, 13, bold=True)
    high = max(label.height, SIGN) + 8
    kind = f"c-{card.colour}" if card.colour else "ground"
    add_element(element, "rect", x=1.5, y=1.5, width=width - 3, height=high, rx=5, class_=kind)
    if card.colour:
        for text in label.element.iter("text"):
            text.set("class", f"bold o-{card.colour}")
    sign = pen.sign(card.sign or "card", SIGN, card.colour)
    sign.set("transform", f"translate({PAD} {(high - SIGN) / 2 + 1:.1f})")
    element.append(sign)
    element.append(place_box(label, SIGN + 2 * PAD, (high - label.height) / 2 + 1))
    return SvgBox(width, high + 2, element)


def _picture(card: scenes.SceneCard, pen: SvgPen, width: float) -> SvgBox | None:
    """The picture of the game's own."""
    if card.art not in pen.art:
        return None
    pen.pictured.add(card.art)
    element: ET.Element = make_element("g")
    add_element(element, "use", href=f"#art-{card.art}", width=width, height=width * 0.6)
    return SvgBox(width, width * 0.6, element)


def _listed(card: scenes.SceneCard, pen: SvgPen, width: float) -> SvgBox:
    """A card on a line of its own, with all it says."""
    element = make_element("g")
    spans = [
        scenes.TextSpan(card.name, card.colour, "bold"),
        *([scenes.TextSpan(str(card.pips))] if card.pips is not None else []),
    ]
    for fact in card.all_facts:
        spans += [scenes.TextSpan("·", style="dim"), *fact]
    spans += card.under
    parts = [inline_box(spans, pen, width - SIGN - 3 * PAD)]
    if card.text:
        parts.append(prose_box(card.text, pen, width - SIGN - 3 * PAD, 12, "dim"))
    body = stack_boxes(parts, 1)
    high = max(body.height, SIGN) + PAD
    add_element(element, "rect", width=width, height=high, rx=4, class_="hold")
    sign = pen.sign(card.sign or "card", SIGN, card.colour)
    sign.set("transform", f"translate({PAD} {PAD / 2})")
    element.append(sign)
    element.append(place_box(body, SIGN + 2 * PAD, PAD / 2))
    return SvgBox(width, high, pen.thing(element, card.stand, card.name))


def _below(card: scenes.SceneCard, box: SvgBox, pen: SvgPen) -> SvgBox:
    """What stands below a piece."""
    if not card.under:
        return box
    return stack_boxes((box, inline_box(card.under, pen, max(box.width, 60), SMALL)), 2)


def _numbered(node_: scenes.SceneCards, boxes: list[SvgBox], pen: SvgPen) -> Iterator[SvgBox]:
    """Places with their numbers, also those where nothing lies."""
    there = {card.place: box for card, box in zip(node_.cards, boxes, strict=True)}
    wide = max((box.width for box in boxes), default=64)
    numbered = node_.lies == "market"
    for place in range(max([node_.room, *(each + 1 for each in there)], default=0)):
        box = there.get(place)
        if box is None:
            element = make_element("g")
            add_element(element, "rect", width=wide, height=48, rx=5, class_="free")
            box = SvgBox(wide, 48, element)
        yield stack_boxes((prose_box(str(place + 1), pen, wide, SMALL, "dim"), box), 1) if numbered else box


def _pile(node_: scenes.SceneCards, pen: SvgPen) -> SvgBox:
    """The piece on top, and how many there are; the others lie below it."""
    count = len(node_.cards)
    top = node_.cards[-1] if node_.cards else None
    element = make_element("g")
    if top is None:
        add_element(element, "rect", width=30, height=42, rx=4, class_="free")
        box = SvgBox(30, 42, element)
    else:
        piece = _piece(top, pen)
        for below in range(min(count - 1, 2), 0, -1):
            add_element(
                element,
                "rect",
                x=below * 3,
                y=below * 3,
                width=piece.width,
                height=piece.height,
                rx=4,
                class_="card-box",
            )
        element.append(piece.element)
        box = SvgBox(piece.width + 6, piece.height + 6, element)
    if node_.stand is not None:
        box = SvgBox(box.width, box.height, pen.thing(box.element, node_.stand))
    said = f"×{count}"
    label = prose_box(said, pen, text_width(said, 14) + 1, 14, "dim")
    return flow_boxes([box, label], box.width + label.width + 10, 6, middle=True)
