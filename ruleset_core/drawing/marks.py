"""What lies on a place of a board: signs and words, players by their marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleset_core.drawing.box import Box
from ruleset_core.drawing.inline import inline
from ruleset_core.drawing.pen import Pen
from ruleset_core.drawing.svg import add, node
from ruleset_core.scenes import nodes as n


def seats(spans: Iterable[n.Span], pen: Pen) -> n.Spans:
    """Spans as they stand on a place: players by their marks."""
    return tuple(
        replace(span, text=mark, style="bold")
        if span.stand and not span.sign and (mark := pen.mark(span.stand))
        else span
        for span in spans
    )


def content(place: n.Place, pen: Pen, room: float, size: float = 13) -> Box | None:
    """What lies on a place; a single player's mark is a stone."""
    if len(place.what) == 1:
        only = place.what[0]
        mark = pen.mark(only.stand) if only.stand is not None and not only.sign else ""
        if mark and only.stand is not None:
            return _stone(only, only.stand, mark, pen, min(room, 28))
    return inline(seats(place.what, pen), pen, room, size) if place.what else None


def _stone(span: n.Span, stand: n.Stand, mark: str, pen: Pen, size: float) -> Box:
    element, half = node("g"), size / 2
    add(element, "circle", cx=half, cy=half, r=half - 1, class_=f"cell c-{span.colour}" if span.colour else "cell")
    add(
        element, "text", mark, x=half, y=half * 1.32, font_size=half, text_anchor="middle",
        class_=f"bold o-{span.colour}" if span.colour else "bold",
    )  # fmt: skip
    return Box(size, size, pen.thing(element, stand))
