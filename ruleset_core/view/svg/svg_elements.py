"""Building blocks of pictures: SVG elements, width of text, boxes beside and below each other, symbols of signs, colours as CSS."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import east_asian_width, normalize
from xml.etree import ElementTree as ET

# Elements of SVG, and how wide text is. The same scene gives the same bytes.

NO_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""
_PLAIN: Final = (
    ("'ijl", 28), ("IJ", 30), (" ,.·’", 32), ("/:;\\|", 34), ("f", 36), ("-", 37), ("()[]t", 40), ("!¡¹²³", 41), ("r", 42), ('"', 46),
    ("*_`–°§", 50), ("sz", 53), ("?¿", 54), ("c", 55), ("L", 56), ("Fk", 58), ("vxy", 60), ("P", 61), ("TYaeo«»", 62), ("ß", 63),
    ("$0123456789ESbdghnpqu{}€", 64), ("K", 66), ("ABVXZ", 69), ("CR", 70), ("U", 74), ("N", 75), ("H", 76), ("&DG", 78), ("OQ", 79),
    ("w", 82), ("#+<=>^~×✓✗−→", 84), ("M", 87), ("○●", 88), ("♠♣♥♦♧♢", 90), ("■□", 95), ("%", 96), ("½", 97), ("m", 98), ("W", 99),
)  # fmt: skip
_BOLD: Final = (
    ("'", 31), (" ijl", 35), ("/\\|", 37), (",.IJ·’", 38), (":;", 40), ("-", 42), ("f¹²³", 44), ("!()[]¡", 46), ("t", 48), ("_`r–°§", 50),
    ('"*', 53), ("?z¿", 59), ("cs", 60), ("L", 64), ("x«»", 65), ("vy", 66), ("k", 67), ("ae", 68), ("EFTo", 69), ("$0123456789€", 70),
    ("bdghnpqu{}ß", 72), ("SYZ", 73), ("CP", 74), ("B", 77), ("AKRVX", 78), ("U", 82), ("G", 83), ("#+<=>DHN^~×✓✗−→", 84), ("OQ", 86),
    ("&○●", 88), ("♠♣♥♦♧♢", 90), ("w", 93), ("■□", 95), ("@M—…", 100), ("%", 101), ("½", 104), ("m", 105), ("W", 111),
)  # fmt: skip
"""Widths of characters in hundredths of an em, those of DejaVu Sans and Verdana: fonts that are narrower leave some room."""
_EMS: Final = tuple({char: width / 100 for chars, width in table for char in chars} for table in (_PLAIN, _BOLD))
_OTHER: Final = 1.05
"""Ems for any other character."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is at a size of font, in units of the picture."""
    ems = _EMS[bold]
    return sum(_em(char, ems) for char in text) * size


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font of a game's own, by name, with the widths of its characters in ems. It has one weight. Without widths, the usual one."""

    name: str = ""
    ems: Mapping[str, float] = field(default_factory=dict)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a text is; what the font lacks is as wide as in the usual one."""
        if not self.ems:
            return text_width(text, size, bold=bold)
        return sum(self.ems[char] * size if char in self.ems else text_width(char, size) for char in text)


USUAL: Final = Typeface()


def _em(char: str, ems: Mapping[str, float]) -> float:
    known = ems.get(char)
    if known is None:
        known = ems.get(normalize("NFD", char)[0])
    if known is not None:
        return known
    return 1.2 if east_asian_width(char) in "WF" else _OTHER


def format_number(value: float) -> str:
    """A number with at most two decimals, as short as can be."""
    return (
        f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0")
        if abs(value) < 0.005
        else f"{value:.2f}".rstrip("0").rstrip(".")
    )


def make_element(tag: str, content: str = "", /, **attributes: str | float) -> ET.Element:
    """An element. Underscores in names of attributes are dashes; a trailing one is dropped (`class_`)."""
    made = ET.Element(tag)
    set_attributes(made, **attributes)
    if content:
        made.text = NO_XML.sub("", content)
    return made


def set_attributes(element: ET.Element, **attributes: str | float) -> ET.Element:
    """Give an element more attributes; empty ones are left out."""
    for name, value in attributes.items():
        said = NO_XML.sub("", value) if isinstance(value, str) else format_number(value)
        if said:
            element.set(name.rstrip("_").replace("_", "-"), said)
    return element


def add_element(parent: ET.Element, tag: str, content: str = "", /, **attributes: str | float) -> ET.Element:
    """An element within another one."""
    made = make_element(tag, content, **attributes)
    parent.append(made)
    return made


# Boxes: pieces of a picture with a size, put beside or below each other.

GAP: Final = 8.0


@dataclass(frozen=True, slots=True)
class SvgBox:
    """A piece of a picture from 0, 0 to its width and height."""

    width: float
    height: float
    element: ET.Element


def place_box(box: SvgBox, x: float, y: float) -> ET.Element:
    """The element of a box, moved to where it belongs. A box is placed once."""
    if x or y:
        box.element.set("transform", f"translate({format_number(x)} {format_number(y)})")
    return box.element


def stack_boxes(boxes: Iterable[SvgBox], gap: float = GAP) -> SvgBox:
    """Boxes one below the other."""
    element, width, y = make_element("g"), 0.0, 0.0
    for box in boxes:
        element.append(place_box(box, 0, y))
        width, y = max(width, box.width), y + box.height + gap
    return SvgBox(width, max(y - gap, 0), element)


def flow_boxes(boxes: Sequence[SvgBox], width: float, gap: float = GAP, *, middle: bool = False) -> SvgBox:
    """Boxes side by side, on as many rows as they need; `middle`: by the middle of each row, not by its upper edge."""
    return stack_boxes((_row(row, gap, middle=middle) for row in rows_within(boxes, width, gap)), gap)


def rows_within(boxes: Iterable[Any], width: float, gap: float) -> list[list[Any]]:
    """Things that have a `width` side by side, on as many rows as they need."""
    rows, x = list[list[Any]](), 0.0
    for box in boxes:
        if not rows or x + box.width > width:
            rows.append([])
            x = 0.0
        rows[-1].append(box)
        x += box.width + gap
    return rows


def _row(row: Sequence[SvgBox], gap: float, *, middle: bool) -> SvgBox:
    element, x = make_element("g"), 0.0
    height = max(box.height for box in row)
    for box in row:
        element.append(place_box(box, x, (height - box.height) / 2 if middle else 0))
        x += box.width + gap
    return SvgBox(x - gap, height, element)


def shrink_box(box: SvgBox, width: float) -> SvgBox:
    """A box made smaller where it is wider than there is room."""
    if box.width <= width:
        return box
    share = width / box.width
    element = make_element("g")
    box.element.set("transform", f"scale({share:.4f})")
    element.append(box.element)
    return SvgBox(width, box.height * share, element)


# Simple signs as drawings: a symbol of 24 by 24 units for each. What is filled takes the colour it is used with.

_EDGE: Final[dict[str, str | float]] = {
    "stroke": "var(--edge, var(--ink))",
    "stroke_width": 1.3,
    "stroke_linejoin": "round",
}
"""The outline of what is filled; pages set `--edge`, so that it is dark on dark paper too."""

FILLED: Final = {
    "die": "M5.5 2H18.5Q22 2 22 5.5V18.5Q22 22 18.5 22H5.5Q2 22 2 18.5V5.5Q2 2 5.5 2Z",
    "cube": "M12 1.8 21.2 6.8V17.2L12 22.2 2.8 17.2V6.8Z",
    "citizen": "M12 2A3.9 3.9 0 0 1 15.6 7.5C19.9 8.7 22.3 10.7 22.3 12.7 22.3 14 20.8 14.4 17.2 14.4 18.8 17 20.2 19.2 20.2 20.7 20.2 21.6 19.7 22 18.9 22H14.7C13.8 22 13.4 21.6 13 20.6L12 18.2 11 20.6C10.6 21.6 10.2 22 9.3 22H5.1C4.3 22 3.8 21.6 3.8 20.7 3.8 19.2 5.2 17 6.8 14.4 3.2 14.4 1.7 14 1.7 12.7 1.7 10.7 4.1 8.7 8.4 7.5A3.9 3.9 0 0 1 12 2Z",
    "pawn": "M12 1.8A4.5 4.5 0 0 1 15.2 9.5H16.6V11.6H15.5Q16 15.2 18.4 17.4 19.8 18.6 19.8 20.2V22H4.2V20.2Q4.2 18.6 5.6 17.4 8 15.2 8.5 11.6H7.4V9.5H8.8A4.5 4.5 0 0 1 12 1.8Z",
    "disc": "M1.8 10.2A10.2 6.6 0 0 1 22.2 10.2V14.4A10.2 6.6 0 0 1 1.8 14.4Z",
    "king": "M1.8 14.8A10.2 5.4 0 0 1 5.4 10.7L4.8 5.2 8.8 9 12 2 15.2 9 19.2 5.2 18.6 10.7A10.2 5.4 0 0 1 22.2 14.8V17.6A10.2 5.4 0 0 1 1.8 17.6Z",
    "tower": "M6 22V11L4 9V2.5H7.6V5H10.2V2.5H13.8V5H16.4V2.5H20V9L18 11V22Z",
    "house": "M12 2 15.2 4.9V3.2H18.2V7.6L22.4 11.4H19.8V21.8H4.2V11.4H1.6Z",
    "palace": "M2.2 21.8V9.2L5 5.6 7.8 9.2V11.4H8.8V7.6L12 2.2 15.2 7.6V11.4H16.2V9.2L19 5.6 21.8 9.2V21.8Z",
    "wall": "M1.6 19.5V6.5H6V9H9.4V6.5H14.6V9H18V6.5H22.4V19.5Z",
    "coin": "M12 1.8A10.2 10.2 0 1 1 12 22.2 10.2 10.2 0 1 1 12 1.8Z",
    "shield": "M12 1.8Q16 4.4 21 4.4V11.8Q21 19 12 22.4 3 19 3 11.8V4.4Q8 4.4 12 1.8Z",
    "card": "M6.2 2H17.8Q19.2 2 19.2 3.4V20.6Q19.2 22 17.8 22H6.2Q4.8 22 4.8 20.6V3.4Q4.8 2 6.2 2Z",
    "back": "M6.2 2H17.8Q19.2 2 19.2 3.4V20.6Q19.2 22 17.8 22H6.2Q4.8 22 4.8 20.6V3.4Q4.8 2 6.2 2Z",
    "stone": "M12 2.2A9.8 9.8 0 1 1 12 21.8 9.8 9.8 0 1 1 12 2.2Z",
    "star": "M12 1.6 15.1 8.5 22.5 9.3 17 14.3 18.6 21.6 12 17.9 5.4 21.6 7 14.3 1.5 9.3 8.9 8.5Z",
    "banner": "M4.4 1.8H6.8V3.4H21.6L17.6 8.4 21.6 13.4H6.8V22.2H4.4Z",
    "heart": "M12 21Q2 14 2 8.5A5 5 0 0 1 12 7 5 5 0 0 1 22 8.5Q22 14 12 21Z",
    "spade": "M12 2Q15 7 19 10.4 22 13 20.6 16 19 18.6 16 18 14 17.6 13 16 13.2 19.4 15.4 21.6H8.6Q10.8 19.4 11 16 10 17.6 8 18 5 18.6 3.4 16 2 13 5 10.4 9 7 12 2Z",
    "diamond": "M12 1.8Q15.4 7.6 20 12 15.4 16.4 12 22.2 8.6 16.4 4 12 8.6 7.6 12 1.8Z",
    "club": "M12 2A4.6 4.6 0 0 1 15.6 9.5 4.7 4.7 0 1 1 13 16Q13.2 19.4 15.4 21.6H8.6Q10.8 19.4 11 16A4.7 4.7 0 1 1 8.4 9.5 4.6 4.6 0 0 1 12 2Z",
    "leaf": "M12 2Q21 9 19 15 17 19 12.8 19V22H11.2V19Q7 19 5 15 3 9 12 2Z",
    "drop": "M12 2Q20 11 20 15A8 7 0 0 1 4 15Q4 11 12 2Z",
    "wheat": "M11 22V17Q6 17 6 13 9 13 11 15V11Q6 11 6 7 9 7 11 9 10 4 12 2 14 4 13 9 15 7 18 7 18 11 13 11V15Q15 13 18 13 18 17 13 17V22Z",
    "wood": "M3 5H19A3 3 0 0 1 19 11H3ZM3 13H19A3 3 0 0 1 19 19H3Z",
    "brick": "M2 8 6 5H22V15L18 19H2Z",
    "ore": "M2 20 8 6 12 11 15 4 22 20Z",
    "cross": "M5 2 12 9 19 2 22 5 15 12 22 19 19 22 12 15 5 22 2 19 9 12 2 5Z",
    "check": "M3 12 6 9 10 13 18 4 21 7 10 19Z",
    "dot": "M12 9A3 3 0 1 1 12 15 3 3 0 1 1 12 9Z",
    "arrow": "M4 9H13V4L21 12 13 20V15H4Z",
    "road": "M1 9H23V15H1Z",
}  # fmt: skip
"""The outline of each sign that is filled."""
HOLLOW: Final = {"ring": "M12 4A8 8 0 1 1 12 20 8 8 0 1 1 12 4Z", "box": "M4 4H20V20H4Z"}
"""Signs that are a thick line around nothing."""
DETAILS: Final = {
    "cube": "M2.8 6.8 12 11.8 21.2 6.8M12 11.8V22.2",
    "disc": "M1.8 10.2A10.2 6.6 0 0 0 22.2 10.2",
    "king": "M5.4 10.7 6 15.8Q12 18.2 18 15.8L18.6 10.7M1.8 14.8A10.2 5.4 0 0 0 22.2 14.8",
    "wall": "M1.6 13H22.4M7 9V13M17 9V13M12 13V19.5M4.5 13V19.5M19.5 13V19.5",
    "coin": "M12 5.2A6.8 6.8 0 1 1 12 18.8 6.8 6.8 0 1 1 12 5.2Z",
    "shield": "M12 1.8V22.4",
    "card": "M8 6H16M8 10H16M8 14H13",
    "back": "M5 8 11 2M5 15 18 2M5 22 19 8M12 22 19 15M19 8 13 2M19 15 6 2M19 22 5 8M12 22 5 15",
    "leaf": "M12 7V19",
    "wood": "M18 8H19.5M18 16H19.5",
    "brick": "M2 8H18V19M18 8 22 5",
    "house": "M4.2 11.4H19.8M9.8 21.8V15.4H14.2V21.8",
    "palace": "M2.2 11.4H21.8M9.8 21.8V17Q12 14.2 14.2 17V21.8M5 14.2V16.6M19 14.2V16.6",
    "pawn": "M7.4 11.6H16.6M4.6 19H19.4",
    "banner": "M6.8 3.4V13.4",
    "road": "M3 12H7M10 12H14M17 12H21",
    "tower": "M4 9H20M9.8 22V16.6Q12 14 14.2 16.6V22",
}  # fmt: skip
"""Lines within."""
LIGHTS: Final = {
    "cube": "M12 1.8 21.2 6.8 12 11.8 2.8 6.8Z",
    "stone": "M5 8.6A8 6 0 0 1 14.6 4.6 8.6 7 0 0 0 5 8.6Z",
    "disc": "M1.8 10.2A10.2 6.6 0 0 1 22.2 10.2 10.2 6.6 0 0 1 1.8 10.2Z",
    "king": "M5.4 10.7L4.8 5.2 8.8 9 12 2 15.2 9 19.2 5.2 18 15.8Q12 18.2 6 15.8Z",
    "coin": "M12 1.8A10.2 10.2 0 0 0 4.8 19.2L19.2 4.8A10.2 10.2 0 0 0 12 1.8Z",
    "house": "M12 2 15.2 4.9V3.2H18.2V7.6L22.4 11.4H1.6Z",
    "shield": "M12 1.8Q8 4.4 3 4.4V11.8Q3 19 12 22.4Z",
    "star": "M12 1.6V17.9L5.4 21.6 7 14.3 1.5 9.3 8.9 8.5Z",
    "die": "M5.5 2H18.5Q22 2 22 5.5V6.5Q22 4 18.5 4H5.5Q2 4 2 6.5V5.5Q2 2 5.5 2Z",
}  # fmt: skip
"""Where light falls on a piece."""
SHADES: Final = {
    "cube": "M21.2 6.8V17.2L12 22.2V11.8Z",
    "stone": "M21.8 12A9.8 9.8 0 0 1 2.2 12 11 8 0 0 0 21.8 12Z",
    "disc": "M1.8 10.2A10.2 6.6 0 0 0 22.2 10.2V14.4A10.2 6.6 0 0 1 1.8 14.4Z",
    "king": "M1.8 14.8A10.2 5.4 0 0 0 22.2 14.8V17.6A10.2 5.4 0 0 1 1.8 17.6Z",
    "tower": "M14.6 5H16.4V2.5H20V9L18 11V22H14.6Z",
    "palace": "M16.2 11.4V9.2L19 5.6 21.8 9.2V21.8H14.2V11.4Z",
    "wall": "M1.6 16.4H22.4V19.5H1.6Z",
    "pawn": "M12 1.8A4.5 4.5 0 0 1 15.2 9.5H16.6V11.6H15.5Q16 15.2 18.4 17.4 19.8 18.6 19.8 20.2V22H13.6Q15.4 14 12.6 9.6 15 6 12 1.8Z",
    "citizen": "M12 18.2 11 20.6C10.6 21.6 10.2 22 9.3 22H5.1C4.3 22 3.8 21.6 3.8 20.7 9 21 9.6 16.4 12 16.4 14.4 16.4 15 21 20.2 20.7 20.2 21.6 19.7 22 18.9 22H14.7C13.8 22 13.4 21.6 13 20.6Z",
    "die": "M22 18.5Q22 22 18.5 22H5.5Q2 22 2 18.5V17Q2 20 5.5 20H18.5Q22 20 22 17Z",
}  # fmt: skip
"""Where none does."""
_FIVE: Final = ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17))
SIGNS: Final = (*FILLED, *HOLLOW)


def symbol(name: str) -> ET.Element:
    """The drawing of a sign, to be used by its id; that of `die-plain` and the like has nothing on it but a letter to come."""
    sign, _, plain = name.partition("-")
    made = make_element("symbol", id=f"sign-{name}", viewBox="0 0 24 24")
    if sign in HOLLOW:
        add_element(made, "path", d=HOLLOW[sign], fill="none", stroke="var(--line)", stroke_width=3.6)
        add_element(made, "path", d=HOLLOW[sign], fill="none", stroke="currentColor", stroke_width=2.2)
        return made
    falls = ((LIGHTS, "#fff", 0.28), (SHADES, "#000", 0.2))
    lit = [(drawn[sign], ink, opacity) for drawn, ink, opacity in falls if sign in drawn]
    add_element(made, "path", d=FILLED[sign], fill="currentColor", **({} if lit else _EDGE))
    for path, ink, opacity in lit:
        add_element(made, "path", d=path, fill=ink, fill_opacity=opacity)
    if sign in DETAILS and not plain:
        add_element(made, "path", d=DETAILS[sign], fill="none", stroke_opacity=0.75, **{**_EDGE, "stroke_width": 1.1})
    if lit:
        add_element(made, "path", d=FILLED[sign], fill="none", **_EDGE)
    if sign == "die" and not plain:
        for x, y in _FIVE:
            add_element(made, "circle", cx=x, cy=y, r=1.9, fill="var(--panel)")
    return made


# Colours of pictures, for light and dark: variables of CSS that a page may set anew.

FILLS: Final = {
    "red": "#c62f2f", "yellow": "#f2c53d", "white": "#f4f4f0", "blue": "#2f6fc6", "green": "#2f7d35", "black": "#2b2b2b",
    "pink": "#e58ab5", "purple": "#7d4fb0", "orange": "#e8862e", "brown": "#8a5a33", "grey": "#939393", "gold": "#c9a227",
}  # fmt: skip
"""What is filled with a colour."""
DARK_ON: Final = frozenset({"yellow", "white", "pink", "orange", "grey", "gold"})
"""Colours on which dark letters are read; on the others white ones are."""
TEXTS: Final = {
    "red": ("#a61b1b", "#ff8a80"), "yellow": ("#7a5a00", "#f5d76e"), "white": ("#555555", "#ffffff"),
    "blue": ("#1f57a8", "#8ab8ff"), "green": ("#256b2a", "#85d48a"), "black": ("#1b1b1b", "#c9c9c9"),
    "pink": ("#a03068", "#f7a8cb"), "purple": ("#64399a", "#c9a6f0"), "orange": ("#8a4a08", "#ffb066"),
    "brown": ("#6b4423", "#d9ae86"), "grey": ("#595959", "#b8b8b8"), "gold": ("#6f5600", "#e6c65a"),
}  # fmt: skip
"""Text of a colour on light and on dark paper."""
GROUND: Final = {
    "paper": ("#f3efe6", "#17181a"), "panel": ("#fffdf8", "#1f2124"), "card": ("#ffffff", "#2a2d31"), "ink": ("#1f1f1f", "#ececec"),
    "soft": ("#5c5a55", "#b4b2ac"), "line": ("#8b877d", "#7d7f83"), "glow": ("#0a6b52", "#58e0b8"),
}  # fmt: skip
"""Paper, panels, cards, ink, what stands back, lines, and what can be chosen: light and dark."""
FONT: Final = "'DejaVu Sans', Verdana, system-ui, sans-serif"

_RULES: Final = f"""
.scene {{ background: var(--paper); color: var(--ink); font-family: {FONT}; }}
.scene text {{ fill: var(--ink); white-space: pre; }}
.scene .soft {{ fill: var(--soft); }}
.scene .bold {{ font-weight: bold; }}
.scene .ground {{ fill: var(--paper); }}
.scene .panel-box {{ fill: var(--panel); stroke: var(--line); stroke-width: 1; }}
.scene .about > .panel-box {{ stroke: var(--ink); stroke-width: 2.5; }}
.scene .card-box, .scene .cell {{ fill: var(--card); stroke: var(--line); stroke-width: 1; }}
.scene .free {{ fill: none; stroke: var(--line); stroke-width: 1; stroke-dasharray: 4 3; }}
.scene .rule {{ fill: none; stroke: var(--line); stroke-width: 1; }}
.scene .way {{ fill: none; stroke: var(--ink); stroke-width: 7; stroke-linecap: round; }}
.scene .laid {{ fill: none; stroke: var(--soft); stroke-width: 3; stroke-dasharray: 9 3; }}
.scene .border {{ fill: none; stroke: var(--ink); stroke-width: 2.2; stroke-dasharray: 8 6; }}
.scene .tile {{ stroke: var(--line); stroke-width: 1; }}
.scene .tint {{ fill-opacity: 0.22; }}
.scene .shade {{ fill: var(--ink); fill-opacity: 0.3; }}
.scene .can > .card-box, .scene .can > .cell, .scene .can > .free, .scene .can > .hold {{
  stroke: var(--glow); stroke-width: 3; stroke-dasharray: none;
}}
.scene .can > .border {{ stroke: var(--glow); stroke-width: 3; }}
.scene .hold {{ fill: transparent; stroke: none; }}
.scene .can {{ cursor: pointer; }}
.scene .unused {{ opacity: 0.35; }}
.scene use {{ color: var(--soft); }}
"""


def style_sheet() -> str:
    """The style sheet of pictures: variables for light and dark, then the rules."""
    light = _variables(0)
    dark = _variables(1)
    fixed = "".join(f"--c-{name}: {fill}; --o-{name}: {letter_colour(name)}; " for name, fill in FILLS.items())
    classes = "".join(
        f".scene .t-{name} {{ fill: var(--t-{name}); }}\n"
        f".scene .c-{name} {{ fill: var(--c-{name}); }}\n"
        f".scene text.o-{name} {{ fill: var(--o-{name}); }}\n"
        f".scene .letter.o-{name} {{ stroke: var(--c-{name}); stroke-width: 2; paint-order: stroke; }}\n"
        f".scene use.u-{name} {{ color: var(--c-{name}); }}\n"
        for name in FILLS
    )
    return f".scene {{ {fixed}{light}}}\n@media (prefers-color-scheme: dark) {{ .scene {{ {dark}}} }}\n{_RULES.strip()}\n{classes}"


def letter_colour(colour: str) -> str:
    """The colour of letters on a colour."""
    return "#1b1b1b" if colour in DARK_ON else "#ffffff"


def _variables(place: int) -> str:
    ground = "".join(f"--{name}: {both[place]}; " for name, both in GROUND.items())
    return ground + "".join(f"--t-{name}: {both[place]}; " for name, both in TEXTS.items())
