"""Pages as SVG files: shapes and text in millimetres, no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never
from xml.etree import ElementTree as ET

from ruleset_core.drawing.style import FONT
from ruleset_core.drawing.svg import NO_XML, add, node, number
from ruleset_core.sheets.marks import PAPER, Art, Block, Mark, Rule, Shape, Sheet, Words

_UNITS: Final = 24.0


def svg(sheet: Sheet, lang: str, art: Mapping[str, ET.Element] | None = None) -> str:
    """A page as the text of an SVG file as large as its paper. `art`: pictures of the game's own, as `symbol`s by name."""
    wide, high = number(sheet.width), number(sheet.height)
    root = node(
        "svg", xmlns="http://www.w3.org/2000/svg", width=f"{wide}mm", height=f"{high}mm", viewBox=f"0 0 {wide} {high}",
        lang=lang, role="img", aria_label=sheet.title, font_family=FONT,
    )  # fmt: skip
    add(root, "title", sheet.title)
    used = {mark.name for each in sheet.placed for mark in each.marks if isinstance(mark, Art)}
    known = {name: picture for name, picture in (art or {}).items() if name in used}
    if known:
        defs = add(root, "defs")
        defs.extend(known[name] for name in sorted(known))
    add(root, "rect", width=sheet.width, height=sheet.height, fill=PAPER)
    for place, each in enumerate(sheet.placed):
        group = add(
            root, "g", class_="card" if place else "page", transform=f"translate({number(each.x)} {number(each.y)})"
        )
        for mark in each.marks:
            if not isinstance(mark, Art) or mark.name in known:
                group.append(_drawn(mark))
    return NO_XML.sub("", ET.tostring(root, encoding="unicode")) + "\n"


def _drawn(mark: Mark) -> ET.Element:
    match mark:
        case Words():
            return node(
                "text", mark.text, x=mark.x, y=mark.y, font_size=f"{mark.size:.3f}", fill=mark.ink,
                font_weight="bold" if mark.bold else "", text_anchor="" if mark.anchor == "start" else mark.anchor,
                style="white-space: pre",
            )  # fmt: skip
        case Block():
            return node(
                "rect", x=mark.x, y=mark.y, width=mark.width, height=mark.height, rx=mark.round or "",
                fill=mark.fill or "none", stroke=mark.stroke, stroke_width=mark.line or "",
            )  # fmt: skip
        case Shape():
            scale = mark.size / _UNITS
            return node(
                "path", d=mark.way, transform=f"translate({number(mark.x)} {number(mark.y)}) scale({scale:.4f})",
                fill=mark.fill or "none", stroke=mark.stroke, stroke_width=mark.line / scale if mark.line else "",
                stroke_linejoin="round",
            )  # fmt: skip
        case Rule():
            return node(
                "line", x1=mark.x1, y1=mark.y1, x2=mark.x2, y2=mark.y2, stroke=mark.stroke, stroke_width=mark.line
            )
        case Art():
            return node("use", href=f"#art-{mark.name}", x=mark.x, y=mark.y, width=mark.width, height=mark.height)
        case _:
            assert_never(mark)
