"""Elements of SVG, and how wide text is. The same scene gives the same bytes."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import east_asian_width, normalize
from xml.etree import ElementTree as ET

NO_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""
BOLD: Final = 1.16
"""How much wider bold text is."""

_WIDTHS: Final = (
    (" ,.", 0.33), ("'ijlI|!", 0.42), ("ft/()[]:;-rJ`", 0.43), ('"*?z_sc{}', 0.55), ("aegknopqbdhuvxyEFLPTZSY$0123456789", 0.65),
    ("ABCKRVX", 0.72), ("DHNUGOQ&", 0.8), ("mw+<=>^#~", 0.99), ("MW%@", 1.0),
)  # fmt: skip
"""Widths of characters in ems. Wider than those of most fonts without serifs: text may be narrower than its room, not wider."""
_EM: Final = {char: width for chars, width in _WIDTHS for char in chars}


def measure(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text may be at a size of font, in units of the picture."""
    return sum(map(_em, text)) * size * (BOLD if bold else 1)


def _em(char: str) -> float:
    known = _EM.get(char)
    if known is None:
        known = _EM.get(normalize("NFD", char)[0])
    if known is not None:
        return known
    return 1.2 if east_asian_width(char) in "WF" else 1.0


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
