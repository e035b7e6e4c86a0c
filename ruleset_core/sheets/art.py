"""Pictures of a game's own, said so that what writes PDF draws them: it knows no gradients at a place, and clips of shapes alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Final
from xml.etree import ElementTree as ET

_SVG: Final = "http://www.w3.org/2000/svg"
_ADDRESS: Final = re.compile(r"url\(#([A-Za-z0-9_.-]+)\)")
_PAINTS: Final = ("fill", "stroke")


def drawing(symbol: ET.Element) -> bytes:
    """A picture as an SVG file by itself: a gradient is the colour in its middle, and a group's clip is that of each of its shapes."""
    root = ET.Element("svg", {"xmlns": _SVG, "viewBox": symbol.get("viewBox", "")})
    root.extend(deepcopy(list(symbol)))
    _paint(root, _gradients(root))
    _clip(root, "")
    for each in root.iter():
        if each.get("id"):
            each.set("id", _name(each.get("id", "")))
    return ET.tostring(root)


def _name(found: str) -> str:
    """An id made of letters, digits and lines below alone."""
    return re.sub(r"[^A-Za-z0-9]", "_", found)


def _gradients(root: ET.Element) -> dict[str, str]:
    """The colour in the middle of each gradient, by its id."""
    found = {}
    for each in root.iter():
        if each.tag in {"linearGradient", "radialGradient"}:
            stops = [stop.get("stop-color", "black") for stop in each if stop.tag == "stop"]
            found[each.get("id", "")] = stops[len(stops) // 2] if stops else "none"
    return found


def _paint(root: ET.Element, colours: Mapping[str, str]) -> None:
    for each in root.iter():
        for key in _PAINTS:
            address = _ADDRESS.match(each.get(key, ""))
            if address is not None:
                each.set(key, colours.get(address[1], "none"))
    for parent in list(root.iter()):
        for each in list(parent):
            if each.tag in {"linearGradient", "radialGradient"}:
                parent.remove(each)


def _clip(element: ET.Element, clip: str) -> None:
    """Hand a clip down to shapes. What moves within a clipped group is left whole: its clip would move with it."""
    own = element.attrib.pop("clip-path", "")
    address = _ADDRESS.match(own)
    given = f"url(#{_name(address[1])})" if address is not None else "" if element.get("transform") else clip
    if element.tag in {"svg", "g"}:
        for each in element:
            _clip(each, given)
    elif element.tag not in {"defs", "clipPath"} and given:
        element.set("clip-path", given)
