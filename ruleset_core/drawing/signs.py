"""Simple signs as drawings: a symbol of 24 by 24 units for each. What is filled takes the colour it is used with."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import add, node

_EDGE: Final[dict[str, str | float]] = {"stroke": "var(--ink)", "stroke_width": 1.2, "stroke_linejoin": "round"}

FILLED: Final = {
    "die": "M5 2H19Q22 2 22 5V19Q22 22 19 22H5Q2 22 2 19V5Q2 2 5 2Z",
    "cube": "M12 2 21 7V17L12 22 3 17V7Z",
    "citizen": "M12 2A4 4 0 0 1 15 8.6Q21 10 22 13L17 14 20 22H14L12 18 10 22H4L7 14 2 13Q3 10 9 8.6A4 4 0 0 1 12 2Z",
    "tower": "M6 22V9H4V3H8V5H10V3H14V5H16V3H20V9H18V22Z",
    "house": "M12 3 22 12H19V21H5V12H2Z",
    "palace": "M3 21V9L7 12 12 3 17 12 21 9V21Z",
    "wall": "M2 7H22V18H2Z",
    "coin": "M12 2A10 10 0 1 1 12 22 10 10 0 1 1 12 2Z",
    "shield": "M12 2 21 5V12Q21 19 12 22 3 19 3 12V5Z",
    "card": "M6 2H18Q19 2 19 3V21Q19 22 18 22H6Q5 22 5 21V3Q5 2 6 2Z",
    "back": "M6 2H18Q19 2 19 3V21Q19 22 18 22H6Q5 22 5 21V3Q5 2 6 2Z",
    "stone": "M12 3A9 9 0 1 1 12 21 9 9 0 1 1 12 3Z",
    "star": "M12 2 15 9 22 9.5 16.5 14 18.5 21.5 12 17.3 5.5 21.5 7.5 14 2 9.5 9 9Z",
    "banner": "M5 3H20L16 8 20 13H7V22H5Z",
    "heart": "M12 21Q2 14 2 8.5A5 5 0 0 1 12 7 5 5 0 0 1 22 8.5Q22 14 12 21Z",
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
    "cube": "M3 7 12 12 21 7M12 12V22",
    "wall": "M2 12.5H22M8 7V12.5M16 7V12.5M12 12.5V18M5 12.5V18M19 12.5V18",
    "coin": "M12 5.5A6.5 6.5 0 1 1 12 18.5 6.5 6.5 0 1 1 12 5.5Z",
    "card": "M8 6H16M8 10H16M8 14H13",
    "back": "M5 8 11 2M5 15 18 2M5 22 19 8M12 22 19 15M19 8 13 2M19 15 6 2M19 22 5 8M12 22 5 15",
    "leaf": "M12 7V19",
    "wood": "M18 8H19.5M18 16H19.5",
    "brick": "M2 8H18V19M18 8 22 5",
    "house": "M10 21V15H14V21",
    "palace": "M10 21V16H14V21M3 18H21",
    "road": "M3 12H7M10 12H14M17 12H21",
    "tower": "M10 22V17H14V22",
}  # fmt: skip
"""Lines within."""
_FIVE: Final = ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17))
SIGNS: Final = (*FILLED, *HOLLOW)


def symbol(name: str) -> ET.Element:
    """The drawing of a sign, to be used by its id; that of `die-plain` and the like has nothing on it but a letter to come."""
    sign, _, plain = name.partition("-")
    made = node("symbol", id=f"sign-{name}", viewBox="0 0 24 24")
    if sign in HOLLOW:
        add(made, "path", d=HOLLOW[sign], fill="none", stroke="var(--line)", stroke_width=3.6)
        add(made, "path", d=HOLLOW[sign], fill="none", stroke="currentColor", stroke_width=2.2)
        return made
    add(made, "path", d=FILLED[sign], fill="currentColor", **_EDGE)
    if sign in DETAILS and not plain:
        add(made, "path", d=DETAILS[sign], fill="none", stroke="var(--panel)", stroke_width=1.4)
    if sign == "die" and not plain:
        for x, y in _FIVE:
            add(made, "circle", cx=x, cy=y, r=1.9, fill="var(--panel)")
    return made
