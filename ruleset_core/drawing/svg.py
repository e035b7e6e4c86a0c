"""Elements of SVG, and how wide text is. The same scene gives the same bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from unicodedata import east_asian_width, normalize
from xml.etree import ElementTree as ET

NO_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""
_PLAIN: Final = (
    ("'ijl", 28), ("IJ", 30), (" ,.·’", 32), ("/:;\\|", 34), ("f", 36), ("-", 37), ("()[]t", 40), ("!¡¹²³", 41), ("r", 42), ('"', 46),
    ("*_`–°§", 50), ("sz", 53), ("?¿", 54), ("c", 55), ("L", 56), ("Fk", 58), ("vxy", 60), ("P", 61), ("TYaeo«»", 62), ("ß", 63),
    ("$0123456789ESbdghnpqu{}€", 64), ("K", 66), ("ABVXZ", 69), ("CR", 70), ("U", 74), ("N", 75), ("H", 76), ("&DG", 78), ("OQ", 79),
    ("w", 82), ("#+<=>^~×✓✗−→", 84), ("M", 87), ("○●", 88), ("♦", 90), ("■□", 95), ("%", 96), ("½", 97), ("m", 98), ("W", 99),
)  # fmt: skip
_BOLD: Final = (
    ("'", 31), (" ijl", 35), ("/\\|", 37), (",.IJ·’", 38), (":;", 40), ("-", 42), ("f¹²³", 44), ("!()[]¡", 46), ("t", 48), ("_`r–°§", 50),
    ('"*', 53), ("?z¿", 59), ("cs", 60), ("L", 64), ("x«»", 65), ("vy", 66), ("k", 67), ("ae", 68), ("EFTo", 69), ("$0123456789€", 70),
    ("bdghnpqu{}ß", 72), ("SYZ", 73), ("CP", 74), ("B", 77), ("AKRVX", 78), ("U", 82), ("G", 83), ("#+<=>DHN^~×✓✗−→", 84), ("OQ", 86),
    ("&○●", 88), ("♦", 90), ("w", 93), ("■□", 95), ("@M—…", 100), ("%", 101), ("½", 104), ("m", 105), ("W", 111),
)  # fmt: skip
"""Widths of characters in hundredths of an em, those of DejaVu Sans and Verdana: fonts that are narrower leave some room."""
_EMS: Final = tuple({char: width / 100 for chars, width in table for char in chars} for table in (_PLAIN, _BOLD))
_OTHER: Final = 1.05
"""Ems for any other character."""


def measure(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is at a size of font, in units of the picture."""
    ems = _EMS[bold]
    return sum(_em(char, ems) for char in text) * size


def _em(char: str, ems: Mapping[str, float]) -> float:
    known = ems.get(char)
    if known is None:
        known = ems.get(normalize("NFD", char)[0])
    if known is not None:
        return known
    return 1.2 if east_asian_width(char) in "WF" else _OTHER


def number(value: float) -> str:
    """A number with at most two decimals, as short as can be."""
    return (
        f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0")
        if abs(value) < 0.005
        else f"{value:.2f}".rstrip("0").rstrip(".")
    )


def node(tag: str, content: str = "", /, **attributes: str | float) -> ET.Element:
    """An element. Underscores in names of attributes are dashes; a trailing one is dropped (`class_`)."""
    made = ET.Element(tag)
    put(made, **attributes)
    if content:
        made.text = NO_XML.sub("", content)
    return made


def put(element: ET.Element, **attributes: str | float) -> ET.Element:
    """Give an element more attributes; empty ones are left out."""
    for name, value in attributes.items():
        said = NO_XML.sub("", value) if isinstance(value, str) else number(value)
        if said:
            element.set(name.rstrip("_").replace("_", "-"), said)
    return element


def add(parent: ET.Element, tag: str, content: str = "", /, **attributes: str | float) -> ET.Element:
    """An element within another one."""
    made = node(tag, content, **attributes)
    parent.append(made)
    return made
