"""A scene as one SVG: panels in columns that fit a width, with tables and tracks."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil
from typing import Final, assert_never
from xml.etree import ElementTree as ET

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.look.game_looks import Credits, credit_line, credit_texts, credits_in_use
from ruleset_core.view.scene.scene_items import colour_letter
from ruleset_core.view.svg.boards import draw_board, draw_cards
from ruleset_core.view.svg.span_text import SIZE, SvgPen, inline_box, longest_atom, prose_box, text_with_signs
from ruleset_core.view.svg.svg_elements import (
    NO_XML,
    SvgBox,
    add_element,
    flow_boxes,
    format_number,
    make_element,
    place_box,
    set_attributes,
    shrink_box,
    stack_boxes,
    style_sheet,
    symbol,
)

GAP: Final = 14.0
HEAD: Final = 12.0
HIGH: Final = 12
"""A table of more rows may go on beside itself."""
_NAME: Final = 240.0
"""The widest name of a row, unless there are no other columns."""

_NUMBER: Final = re.compile(r"[-−+]?\d+|[?·]|")

Columns = Sequence[int]


def draw_table(given: scenes.SceneTable, pen: SvgPen, width: float) -> SvgBox:
    """A table, in as many parts as it needs."""
    name = max((_indent(row) + inline_box(_name(row), pen).width for row in given.rows), default=0)
    name = min(name, _NAME if given.heads else width)
    natural = [_natural(given, place, pen) for place in range(len(given.heads))]
    least = [_least(given, place) for place in range(len(given.heads))]
    parts = [*_parts(least, natural, width - name)]
    widths = [_widths(part, least, natural, width - name) for part in parts]
    return stack_boxes(
        (_part(given, pen, part, name, wide, width) for part, wide in zip(parts, widths, strict=True)), 12
    )


def _name(row: scenes.SceneRow) -> scenes.TextSpans:
    return (scenes.TextSpan("", "", "", "arrow"), *row.name) if row.marked else row.name


def _indent(row: scenes.SceneRow) -> float:
    """How far a name is moved in: blanks before it say that it belongs to a row above."""
    text = row.name[0].text if row.name else ""
    return (len(text) - len(text.lstrip())) * SIZE / 2


def _is_numbers(given: scenes.SceneTable, place: int) -> bool:
    """Whether a column holds nothing but numbers: they stand below each other by their last figures."""
    cells = [row.cells[place] for row in given.rows]
    said = ["".join(span.text for span in cell) for cell in cells]
    return any(said) and all(map(_NUMBER.fullmatch, said)) and not any(span.sign for cell in cells for span in cell)


def _head(head: scenes.ColumnHead) -> scenes.TextSpans:
    return (scenes.TextSpan(head.title, head.colour, "" if head.colour else "dim"),)


def _natural(given: scenes.SceneTable, place: int, pen: SvgPen) -> float:
    cells = max((inline_box(row.cells[place], pen).width for row in given.rows), default=0)
    return max(cells, min(inline_box(_head(given.heads[place]), pen, size=HEAD).width, 110), 12.0)


def _least(given: scenes.SceneTable, place: int) -> float:
    cells = max((longest_atom(row.cells[place]) for row in given.rows), default=0)
    return max(cells, longest_atom(_head(given.heads[place]), HEAD) * 1.17, 12.0)


def _parts(least: Sequence[float], natural: Sequence[float], room: float) -> Iterator[Columns]:
    """Which columns stand together: as many as there is room for, text of some length broken into lines."""
    part: list[int] = []
    x = 0.0
    for place, width in enumerate(least):
        wanted = min(natural[place], max(width, 90.0)) + GAP
        if part and x + wanted > room:
            yield part
            part, x = [], 0.0
        part.append(place)
        x += wanted
    yield part


def _widths(part: Columns, least: Sequence[float], natural: Sequence[float], room: float) -> dict[int, float]:
    """How wide columns are: as wide as they want where there is room, else the widest ones give way."""
    found = {place: natural[place] for place in part}
    over = sum(found.values()) + GAP * len(part) - room
    for place in sorted(part, key=lambda each: least[each] - natural[each]):
        if over <= 0:
            break
        give = min(found[place] - min(max(least[place], 60.0), found[place]), over)
        found[place] -= give
        over -= give
    return found


def _part(
    given: scenes.SceneTable, pen: SvgPen, part: Columns, name: float, widths: dict[int, float], room: float
) -> SvgBox:
    """Some columns; a table much higher than wide goes on beside itself."""
    wide = name + sum(widths.values()) + GAP * len(part)
    long = len(given.rows) > HIGH and not given.sums
    beside = max(int((room + 2 * GAP) // (wide + 2 * GAP)), 1) if long else 1
    each = ceil(len(given.rows) / min(beside, ceil(len(given.rows) / (HIGH / 2))))
    blocks = [given.rows[start : start + each] for start in range(0, len(given.rows), each)]
    return flow_boxes([_block(given, rows, pen, part, name, widths) for rows in blocks], room + 1, 2 * GAP)


def _block(
    given: scenes.SceneTable,
    rows: Sequence[scenes.SceneRow],
    pen: SvgPen,
    part: Columns,
    name: float,
    widths: dict[int, float],
) -> SvgBox:
    element = make_element("g")
    heads = {place: inline_box(_head(given.heads[place]), pen, widths[place], HEAD) for place in part}
    high = max((box.height for box in heads.values()), default=0)
    wide = name + sum(widths.values()) + GAP * len(part)
    right = {place for place in part if _is_numbers(given, place)}
    y = 0.0
    if any(given.heads[place].title for place in part):
        x = name + GAP
        for place, box in heads.items():
            element.append(place_box(box, x + (widths[place] - box.width if place in right else 0), high - box.height))
            x += widths[place] + GAP
        y = high + 3
        add_element(element, "path", d=f"M0 {y:.1f}H{wide:.1f}", class_="rule")
        y += 3
    for place, row in enumerate(rows):
        if given.sums and place == len(rows) - given.sums:
            add_element(element, "path", d=f"M0 {y + 1:.1f}H{wide:.1f}", class_="rule")
            y += 4
        line = _row(row, pen, part, name, widths, right)
        element.append(place_box(line, 0, y))
        y += line.height
    return SvgBox(wide, y, element)


def _row(
    row: scenes.SceneRow, pen: SvgPen, part: Columns, name: float, widths: dict[int, float], right: Container[int]
) -> SvgBox:
    wide = name + sum(widths.values()) + GAP * len(part)
    boxes = {place: inline_box(row.cells[place], pen, widths[place]) for place in part}
    indent = _indent(row)
    head = inline_box(_name(row), pen, name - indent)
    high = max([head.height, *(box.height for box in boxes.values())]) + 4
    element = make_element("g")
    add_element(element, "rect", width=wide, height=high - 1, rx=3, class_="hold")
    element.append(place_box(head, indent, 2))
    x = name + GAP
    for place, box in boxes.items():
        element.append(place_box(box, x + (widths[place] - box.width if place in right else 0), 2))
        x += widths[place] + GAP
    if row.stand.identity and not any(span.stand == row.stand for span in row.name):
        pen.thing(element, row.stand)
    return SvgBox(wide, high, element)


def draw_heading(text: str, pen: SvgPen, width: float) -> SvgBox:
    """The title of a group."""
    return prose_box(text, pen, width, SIZE, "dim", bold=True)


# -- A scene as a picture ----------------------------------------------------------------------------------------------


CELL: Final = 15.0
LONGEST: Final = 60
"""Longer tracks are told in numbers."""


def track_name(given: scenes.SceneTrack, pen: SvgPen, width: float) -> SvgBox:
    """What a track is called, or the letter of its colour."""
    said = given.name or colour_letter(given.colour, pen.lang)
    return inline_box((scenes.TextSpan(said, given.colour),) if said else (), pen, width)


def draw_track(given: scenes.SceneTrack, pen: SvgPen, width: float, lead: float = 0) -> SvgBox:
    """A track: its name, at least `lead` wide, its spaces, its number."""
    value = "?" if given.value is None else str(given.value)
    told = scenes.TextSpan(value if given.to is None else f"{value}/{given.to}", style="bold")
    way = _way(given, width)
    label = track_name(given, pen, width)
    label = replace(label, width=max(label.width, lead))
    parts = [*([label] if label.width else []), *([way] if way else []), inline_box((told, *given.after), pen, width)]
    element = make_element("g")
    add_element(element, "title", f"{given.name} {told.text}".strip())
    body = flow_boxes(parts, width, 8, middle=True)
    element.append(body.element)
    return SvgBox(body.width, body.height, element)


def _way(given: scenes.SceneTrack, width: float) -> SvgBox | None:
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
    return flow_boxes(groups, width, 6)


def _cells(places: Sequence[int], given: scenes.SceneTrack, held: int) -> SvgBox:
    element = make_element("g")
    value = given.value or 0
    for column, place in enumerate(places):
        x = column * CELL
        filled = value - held <= place < value
        kind = f"cell c-{given.colour}" if filled and given.colour else "cell"
        add_element(element, "rect", x=x + 1, y=1, width=CELL - 2, height=CELL - 2, rx=2, class_=kind)
        if place < value - held:
            add_element(element, "path", d=f"M{x + 4:.0f} 4l7 7m0 -7l-7 7", class_="rule")
        elif filled:
            ink = f"var(--o-{given.colour})" if given.colour else "var(--ink)"
            add_element(element, "circle", cx=x + CELL / 2, cy=CELL / 2, r=3.2, style=f"fill: {ink}")
    return SvgBox(len(places) * CELL, CELL, element)


# -- A scene as a picture ----------------------------------------------------------------------------------------------


WIDTH: Final = 960.0
NARROWEST: Final = 320.0
PAD: Final = 12.0
CREDIT: Final = 11.0
"""The size of the line that names who made the pictures."""
TWO: Final = 720.0
"""From this width on panels stand in two columns."""


def draw(
    scene: scenes.Scene,
    width: float = WIDTH,
    *,
    art: Mapping[str, ET.Element] | None = None,
    made_by: Credits = (),
    title: str = "",
    told: str = "",
) -> str:
    """A scene as the text of an SVG file: shapes and text, no script, nothing from elsewhere.

    What can be pointed at is a group of class `thing` with `data-identity`, `data-family`, `data-id` and, where it is about
    options, of class `can` with `data-options`, their numbers; where it is only the second of a pair, of class `goal` with
    `data-goals`. A page may set the colours anew: they are variables of CSS.

    Args:
        scene: what a viewer sees.
        width: how wide it may be, at least 320 units; it is as high as it needs.
        art: pictures of the game's own, as `symbol`s by name.
        made_by: who made them; told below the drawing, as far as it shows them.
        title: what stands above it; without one it is called as the game.
        told: all of it in words, for those who do not see it.

    """
    pen = SvgPen(scene.lang, scene.players, art or {})
    width = max(width, NARROWEST)
    body = _panels(scene, pen, width - 2 * PAD)
    if title:
        body = stack_boxes((prose_box(title, pen, width - 2 * PAD, 18, bold=True), body), PAD)
    shown = credits_in_use(made_by, pen.pictured)
    if shown:
        line = prose_box(credit_line(shown, scene.lang), pen, width - 2 * PAD, CREDIT, "dim")
        body = stack_boxes((body, line), PAD)
    high = body.height + 2 * PAD
    root = make_element(
        "svg", xmlns="http://www.w3.org/2000/svg", width=width, height=high, viewBox=f"0 0 {format_number(width)} {format_number(high)}",
        class_="scene", role="group", lang=scene.lang, aria_label=title or scene.title, data_game=scene.game,
    )  # fmt: skip
    add_element(root, "title", title or scene.title)
    if told:
        add_element(root, "desc", told)
    if shown:
        add_element(root, "metadata", "\n".join(credit_texts(shown, scene.lang)))
    _put(root, body, pen, PAD)
    return NO_XML.sub("", ET.tostring(root, encoding="unicode")) + "\n"


_EDGE: Final = 2.0
"""What is left free around a drawing by itself, so that its lines are whole."""


def draw_alone(node: scenes.SceneNode, lang: str, players: tuple[str, ...], art: Mapping[str, ET.Element]) -> str:
    """A part of a scene by itself, such as a board: as `draw`, without a panel around it."""
    pen = SvgPen(lang, players, art)
    body = draw_node(node, pen, WIDTH)
    size = f"{format_number(body.width + 2 * _EDGE)} {format_number(body.height + 2 * _EDGE)}"
    root = make_element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {size}", class_="scene")
    _put(root, body, pen, _EDGE)
    return NO_XML.sub("", ET.tostring(root, encoding="unicode")) + "\n"


def _put(root: ET.Element, body: SvgBox, pen: SvgPen, pad: float) -> None:
    """Put a drawing on its ground, with the styles, signs and pictures that it uses."""
    add_element(root, "style", style_sheet())
    defs = add_element(root, "defs")
    for sign in sorted(pen.used):
        defs.append(symbol(sign))
    for each in sorted(pen.pictured):
        defs.append(pen.art[each])
    add_element(root, "rect", width="100%", height="100%", class_="ground")
    root.append(place_box(body, pad, pad))


def _panels(scene: scenes.Scene, pen: SvgPen, width: float) -> SvgBox:
    """Panels from the most important one on: two side by side where both have room there."""
    if width < TWO:
        return stack_boxes([_panel(each, pen, width) for each in scene.panels], PAD)
    half = (width - PAD) / 2
    element, y = make_element("g"), [0.0, 0.0]
    sized = [_sized(panel, pen, half, width) for panel in scene.panels]
    for alone, several in groupby(sized, lambda each: each[1] is None):
        run = list(several)
        if alone or len(run) == 1:
            for panel, _, whole in run:
                box = _framed(panel, pen, whole, width)
                element.append(place_box(box, 0, max(y)))
                y = [max(y) + box.height + PAD] * 2
            continue
        for panel, narrow, whole in run:
            side = 0 if y[0] <= y[1] else 1
            box = _framed(panel, pen, narrow or whole, half)
            element.append(place_box(box, side * (half + PAD), y[side]))
            y[side] += box.height + PAD
        y = [max(y)] * 2
    return SvgBox(width, max(y) - PAD, element)


def _sized(
    panel: scenes.ScenePanel, pen: SvgPen, half: float, width: float
) -> tuple[scenes.ScenePanel, SvgBox | None, SvgBox]:
    """What stands on a panel in half the width, unless it has no room there, and in the whole one."""
    before = pen.squeezed
    narrow = _inner(panel, pen, half)
    squeezed = pen.squeezed > before
    whole = _inner(panel, pen, width)
    crowded = squeezed or narrow.width > half - 2 * PAD + 1 or narrow.height > 1.5 * whole.height + 30
    return panel, None if crowded else narrow, whole


def _panel(panel: scenes.ScenePanel, pen: SvgPen, width: float) -> SvgBox:
    return _framed(panel, pen, _inner(panel, pen, width), width)


def _inner(panel: scenes.ScenePanel, pen: SvgPen, width: float) -> SvgBox:
    inner = width - 2 * PAD
    note = [inline_box(text_with_signs(panel.note), pen, inner, 12)] if panel.note else []
    return stack_boxes([*_column(panel.show, pen, inner), *note])


def _column(given: Iterable[scenes.SceneNode], pen: SvgPen, width: float) -> Iterator[SvgBox]:
    """Things below each other; the names of tracks that follow each other are as wide as the widest."""
    for kind, several in groupby(given, lambda each: each.kind):
        nodes = list(several)
        if kind != "track":
            yield from (draw_node(each, pen, width) for each in nodes)
            continue
        tracks = [each for each in nodes if isinstance(each, scenes.SceneTrack)]
        lead = max(track_name(each, pen, width).width for each in tracks)
        yield stack_boxes((draw_track(each, pen, width, lead) for each in tracks), 4)


def _framed(panel: scenes.ScenePanel, pen: SvgPen, inner: SvgBox, width: float) -> SvgBox:
    """What stands on a panel, in a box with its title."""
    title = prose_box(panel.title, pen, width - 2 * PAD, 16, bold=True)
    body = stack_boxes((title, shrink_box(inner, width - 2 * PAD)))
    high = body.height + 2 * PAD
    element = make_element("g", class_="panel about" if panel.about else "panel", role="group", aria_label=panel.title)
    set_attributes(element, data_panel=panel.id, data_seat="" if panel.seat is None else str(panel.seat))
    add_element(element, "rect", width=width, height=high, rx=8, class_="panel-box")
    element.append(place_box(body, PAD, PAD))
    return SvgBox(width, high, element)


def draw_node(given: scenes.SceneNode, pen: SvgPen, width: float) -> SvgBox:
    """A node in the width there is; what cannot be narrower is made smaller."""
    match given:
        case scenes.SceneLine():
            return flow_boxes([inline_box(part, pen, width) for part in given.parts], width, 18)
        case scenes.Paragraph():
            return prose_box(given.text, pen, width)
        case scenes.SceneTable():
            return shrink_box(draw_table(given, pen, width), width)
        case scenes.SceneCards():
            return draw_cards(given, pen, width)
        case scenes.SceneTrack():
            return draw_track(given, pen, width)
        case scenes.SceneBoard():
            return draw_board(given, pen, width)
        case scenes.SceneGroup():
            return _group(given, pen, width)
        case _:
            assert_never(given)


def _group(given: scenes.SceneGroup, pen: SvgPen, width: float) -> SvgBox:
    title: Iterable[SvgBox] = [draw_heading(given.title, pen, width)] if given.title else []
    if given.beside:
        return stack_boxes([*title, flow_boxes([draw_node(each, pen, width) for each in given.items], width, 20)], 4)
    return stack_boxes([*title, stack_boxes(_column(given.items, pen, width))], 4)
