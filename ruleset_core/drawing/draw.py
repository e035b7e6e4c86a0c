"""A scene as a picture: panels in columns that fit a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, assert_never
from xml.etree import ElementTree as ET

from ruleset_core.drawing.boards import board
from ruleset_core.drawing.box import Box, at, flow, stack, within
from ruleset_core.drawing.cards import cards
from ruleset_core.drawing.inline import inline, prose, spoken_of
from ruleset_core.drawing.pen import Pen
from ruleset_core.drawing.signs import symbol
from ruleset_core.drawing.style import sheet
from ruleset_core.drawing.svg import NO_XML, add, node, number, put
from ruleset_core.drawing.tables import heading, table
from ruleset_core.drawing.tracks import name, track
from ruleset_core.scenes import nodes as n

WIDTH: Final = 960.0
NARROWEST: Final = 320.0
PAD: Final = 12.0
TWO: Final = 720.0
"""From this width on panels stand in two columns."""


def draw(
    scene: n.Scene,
    width: float = WIDTH,
    *,
    art: Mapping[str, ET.Element] | None = None,
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
        title: what stands above it; without one it is called as the game.
        told: all of it in words, for those who do not see it.

    """
    pen = Pen(scene.lang, scene.players, art or {})
    width = max(width, NARROWEST)
    body = _panels(scene, pen, width - 2 * PAD)
    if title:
        body = stack((prose(title, pen, width - 2 * PAD, 18, bold=True), body), PAD)
    high = body.height + 2 * PAD
    root = node(
        "svg", xmlns="http://www.w3.org/2000/svg", width=width, height=high, viewBox=f"0 0 {number(width)} {number(high)}",
        class_="scene", role="group", lang=scene.lang, aria_label=title or scene.title, data_game=scene.game,
    )  # fmt: skip
    add(root, "title", title or scene.title)
    if told:
        add(root, "desc", told)
    add(root, "style", sheet())
    defs = add(root, "defs")
    for sign in sorted(pen.used):
        defs.append(symbol(sign))
    for each in sorted(pen.pictured):
        defs.append(pen.art[each])
    add(root, "rect", width="100%", height="100%", class_="ground")
    root.append(at(body, PAD, PAD))
    return NO_XML.sub("", ET.tostring(root, encoding="unicode")) + "\n"


def _panels(scene: n.Scene, pen: Pen, width: float) -> Box:
    """Panels from the most important one on: two side by side where both have room there."""
    if width < TWO:
        return stack([_panel(each, pen, width) for each in scene.panels], PAD)
    half = (width - PAD) / 2
    element, y = node("g"), [0.0, 0.0]
    sized = [_sized(panel, pen, half, width) for panel in scene.panels]
    for alone, several in groupby(sized, lambda each: each[1] is None):
        run = list(several)
        if alone or len(run) == 1:
            for panel, _, whole in run:
                box = _framed(panel, pen, whole, width)
                element.append(at(box, 0, max(y)))
                y = [max(y) + box.height + PAD] * 2
            continue
        for panel, narrow, whole in run:
            side = 0 if y[0] <= y[1] else 1
            box = _framed(panel, pen, narrow or whole, half)
            element.append(at(box, side * (half + PAD), y[side]))
            y[side] += box.height + PAD
        y = [max(y)] * 2
    return Box(width, max(y) - PAD, element)


def _sized(panel: n.Panel, pen: Pen, half: float, width: float) -> tuple[n.Panel, Box | None, Box]:
    """What stands on a panel in half the width, unless it has no room there, and in the whole one."""
    before = pen.squeezed
    narrow = _inner(panel, pen, half)
    squeezed = pen.squeezed > before
    whole = _inner(panel, pen, width)
    crowded = squeezed or narrow.width > half - 2 * PAD + 1 or narrow.height > 1.5 * whole.height + 30
    return panel, None if crowded else narrow, whole


def _panel(panel: n.Panel, pen: Pen, width: float) -> Box:
    return _framed(panel, pen, _inner(panel, pen, width), width)


def _inner(panel: n.Panel, pen: Pen, width: float) -> Box:
    inner = width - 2 * PAD
    note = [inline(spoken_of(panel.note), pen, inner, 12)] if panel.note else []
    return stack([*_column(panel.show, pen, inner), *note])


def _column(given: Iterable[n.Node], pen: Pen, width: float) -> Iterator[Box]:
    """Things below each other; the names of tracks that follow each other are as wide as the widest."""
    for kind, several in groupby(given, lambda each: each.kind):
        nodes = list(several)
        if kind != "track":
            yield from (drawn(each, pen, width) for each in nodes)
            continue
        tracks = [each for each in nodes if isinstance(each, n.Track)]
        lead = max(name(each, pen, width).width for each in tracks)
        yield stack((track(each, pen, width, lead) for each in tracks), 4)


def _framed(panel: n.Panel, pen: Pen, inner: Box, width: float) -> Box:
    """What stands on a panel, in a box with its title."""
    title = prose(panel.title, pen, width - 2 * PAD, 16, bold=True)
    body = stack((title, within(inner, width - 2 * PAD)))
    high = body.height + 2 * PAD
    element = node("g", class_="panel about" if panel.about else "panel", role="group", aria_label=panel.title)
    put(element, data_panel=panel.id, data_seat="" if panel.seat is None else str(panel.seat))
    add(element, "rect", width=width, height=high, rx=8, class_="panel-box")
    element.append(at(body, PAD, PAD))
    return Box(width, high, element)


def drawn(given: n.Node, pen: Pen, width: float) -> Box:
    """A node in the width there is; what cannot be narrower is made smaller."""
    match given:
        case n.Line():
            return flow([inline(part, pen, width) for part in given.parts], width, 18)
        case n.Prose():
            return prose(given.text, pen, width)
        case n.Table():
            return within(table(given, pen, width), width)
        case n.Cards():
            return cards(given, pen, width)
        case n.Track():
            return track(given, pen, width)
        case n.Board():
            return board(given, pen, width)
        case n.Group():
            return _group(given, pen, width)
        case _:
            assert_never(given)


def _group(given: n.Group, pen: Pen, width: float) -> Box:
    title: Iterable[Box] = [heading(given.title, pen, width)] if given.title else []
    if given.beside:
        return stack([*title, flow([drawn(each, pen, width) for each in given.items], width, 20)], 4)
    return stack([*title, stack(_column(given.items, pen, width))], 4)
