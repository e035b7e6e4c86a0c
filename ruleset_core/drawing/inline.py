"""Text with signs in it, on as many lines as it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import inf
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.box import Box
from ruleset_core.drawing.lines import DISC, SIGN, TILE, Atom, is_heavy, is_lettered, is_mark, lines_of
from ruleset_core.drawing.pen import LINE, SIZE, Pen
from ruleset_core.drawing.svg import add, node
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import SIGNS_IN_TEXTS

_CHARACTER: Final = re.compile(f"([{''.join(map(re.escape, SIGNS_IN_TEXTS))}])")


def inline(spans: Iterable[n.Span], pen: Pen, width: float = inf, size: float = SIZE, *, bold: bool = False) -> Box:
    """Spans as lines of text no wider than `width`."""
    given = tuple(spans)
    lines = lines_of(given, size, width, pen.lang, bold=bold)
    element, groups, high, widest = node("g", font_size=size), dict[int, ET.Element](), size * LINE, 0.0
    for row, line in enumerate(lines):
        x = 0.0
        for place, atom in enumerate(line):
            x += atom.before if place else 0
            group = groups.get(atom.span)
            if group is None:
                group = groups[atom.span] = add(element, "g")
            _draw(group, atom, given[atom.span], pen, x, row * high, size, bold=bold)
            x += atom.width
        widest = max(widest, x)
    for place, group in groups.items():
        span = given[place]
        if span.stand is not None:
            pen.thing(group, span.stand)
        elif span.sign:
            count = f" {span.times}/{span.of}" if span.of else f" {span.times}" if span.times > 1 else ""
            group.insert(0, node("title", pen.named(span.sign, span.colour) + count))
    return Box(widest, max(len(lines), 1) * high, element)


def prose(text: str, pen: Pen, width: float, size: float = SIZE, style: str = "", *, bold: bool = False) -> Box:
    """A text alone."""
    return inline((n.Span(text, style=style),), pen, width, size, bold=bold)


def spoken_of(text: str) -> n.Spans:
    """A text that stands back, with drawings for the characters by which it speaks of signs."""
    parts = _CHARACTER.split(text)
    return tuple(
        n.Span("", sign=SIGNS_IN_TEXTS[part]) if part in SIGNS_IN_TEXTS else n.Span(part, style="dim")
        for part in parts
        if part
    )


def _draw(
    group: ET.Element, atom: Atom, span: n.Span, pen: Pen, x: float, y: float, size: float, *, bold: bool
) -> None:
    if atom.sign:
        made = pen.sign(atom.sign, size * SIGN, span.colour, lettered=is_lettered(span, pen.lang))
        made.set("transform", f"translate({x:.1f} {y + size * 0.08:.1f})")
        if not atom.used:
            made.set("class", "unused")
        group.append(made)
        return
    if atom.tile:
        add(
            group, "rect", x=x, y=y + size * 0.12, width=atom.width, height=size * DISC,
            rx=size * DISC / 2 if is_mark(span) else 3, class_=f"tile c-{span.colour}",
        )  # fmt: skip
        add(
            group, "text", atom.text, x=x + atom.width / 2, y=y + size * 1.02, font_size=size * TILE,
            text_anchor="middle", class_=f"bold o-{span.colour}",
        )  # fmt: skip
        return
    kind = f"t-{span.colour}" if span.colour else "soft" if span.style in {"dim", "text"} else ""
    heavy = bold or is_heavy(span)
    add(group, "text", atom.text, x=x, y=y + size * 1.05, class_=f"{kind} bold".strip() if heavy else kind)
