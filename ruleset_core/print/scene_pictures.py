"""Pictures of positions on paper: an SVG drawing of the look in; its shapes as a picture without style sheets and its texts as marks out.

What writes PDF knows neither style sheets nor letters in pictures. Of

    <g class="panel"><rect width="9" height="9" class="panel-box"/><text x="1" y="8" class="bold">Ana</text></g>

the rectangle gets the `fill` and `stroke` that the rules of `.panel-box` say, and the text becomes a mark in bold, where the
groups around it have moved it to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.print.typesetting import INK, TextMark

_NAMESPACE: Final = "{http://www.w3.org/2000/svg}"
_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DARK: Final = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_SELECTOR: Final = re.compile(r"(?:\.([\w-]+) > )?([a-z]*)((?:\.[\w-]+)*)")
_VARIABLE: Final = re.compile(r"var\((--[\w-]+)(?:, *(var\([^()]*\)|[^()]*))?\)")
_MOVE: Final = re.compile(r"translate\(([-\d.]+)[ ,]*([-\d.]*)\)|scale\(([-\d.]+)\)")
_PAINTS: Final = ("fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "fill-opacity", "opacity")
_SHAPES: Final = frozenset({"rect", "path", "circle", "ellipse", "line", "polygon", "polyline", "g", "svg"})


@dataclass(frozen=True, slots=True)
class FlatPicture:
    """A picture of shapes alone, with its size in its own units, and the texts on it as marks in the same units."""

    shapes: ET.Element
    width: float
    height: float
    texts: tuple[TextMark, ...]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule of the style sheet: for elements of a tag with classes, perhaps within a parent of a class."""

    parent: str
    tag: str
    classes: frozenset[str]
    says: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the inside of a group is: moved and scaled, with the type and the colour that it hands down."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    size: float = 16.0
    colour: str = INK
    classes: frozenset[str] = frozenset()


def flatten_picture(drawn: str) -> FlatPicture:
    """A drawing of a scene as shapes and texts."""
    root = ET.fromstring(drawn)  # noqa: S314 - drawn here
    *_, width, height = map(float, root.get("viewBox", "0 0 1 1").split())
    return _Flattener(root).picture(root, width, height)


class _Flattener:
    """Goes through a drawing once."""

    def __init__(self, root: ET.Element) -> None:
        style = next((each.text or "" for each in root.iter(f"{_NAMESPACE}style")), "")
        self.variables: dict[str, str] = {}
        self.rules = [*self._read(_DARK.sub("", style))]
        self.symbols = {each.get("id", ""): each for each in root.iter(f"{_NAMESPACE}symbol")}
        self.texts: list[TextMark] = []

    def _read(self, style: str) -> Iterator[_Rule]:
        for heads, body in _RULE.findall(style):
            says = dict(part.split(":", 1) for part in body.split(";") if ":" in part)
            says = {key.strip(): value.strip() for key, value in says.items()}
            self.variables |= {key: value for key, value in says.items() if key.startswith("--")}
            for head in heads.split(","):
                found = _SELECTOR.fullmatch(head.strip().removeprefix(".scene").strip())
                if found is not None:
                    yield _Rule(found[1] or "", found[2], frozenset(found[3].split(".")[1:]), says)

    def picture(self, root: ET.Element, width: float, height: float) -> FlatPicture:
        """The whole drawing."""
        flat = ET.Element("symbol", {"viewBox": f"0 0 {width:g} {height:g}"})
        for each in root:
            self._copy(each, flat, _Place())
        return FlatPicture(flat, width, height, tuple(self.texts))

    def _says(self, element: ET.Element, tag: str, place: _Place) -> dict[str, str]:
        """What the style sheet says of an element, later rules over earlier ones; over its own attributes."""
        classes = frozenset(element.get("class", "").split())
        said = {key: value for key, value in element.attrib.items() if key in _PAINTS}
        for rule in self.rules:
            applies = (rule.classes or rule.tag) and rule.classes <= classes and rule.tag in {"", tag}
            if applies and (not rule.parent or rule.parent in place.classes):
                said |= rule.says
        return {key: self._value(value, place) for key, value in said.items()}

    def _value(self, value: str, place: _Place) -> str:
        while found := _VARIABLE.search(value):
            value = value.replace(found[0], self.variables.get(found[1], found[2] or INK))
        if value.lower() == "currentcolor":
            return place.colour
        return "none" if value == "transparent" else value

    def _copy(self, element: ET.Element, into: ET.Element, place: _Place) -> None:
        tag = element.tag.removeprefix(_NAMESPACE)
        classes = frozenset(element.get("class", "").split())
        if tag == "text":
            self._text(element, place)
        elif tag == "use":
            self._use(element, into, place)
        elif tag in _SHAPES and "ground" not in classes:
            says = self._says(element, tag, place)
            kept = {key: value for key, value in element.attrib.items() if key not in {"class", "style", "role"}}
            kept = {key: value for key, value in kept.items() if not key.startswith(("data-", "aria-"))}
            copy = ET.SubElement(into, tag, kept | {key: says[key] for key in _PAINTS if key in says})
            inner = self._within(element, place, classes)
            for each in element:
                self._copy(each, copy, inner)

    def _within(self, element: ET.Element, place: _Place, classes: frozenset[str]) -> _Place:
        x, y, scale = place.x, place.y, place.scale
        for dx, dy, share in _MOVE.findall(element.get("transform", "")):
            if share:
                scale *= float(share)
            else:
                x, y = x + float(dx) * scale, y + float(dy or 0) * scale
        size = float(element.get("font-size", place.size))
        return replace(place, x=x, y=y, scale=scale, size=size, classes=classes)

    def _text(self, element: ET.Element, place: _Place) -> None:
        says = self._says(element, "text", place)
        here = self._within(element, place, frozenset())
        text = "".join(element.itertext())
        x = here.x + float(element.get("x", 0)) * here.scale
        y = here.y + float(element.get("y", 0)) * here.scale
        bold = says.get("font-weight", element.get("font-weight", "")) == "bold"
        anchor = element.get("text-anchor", "start")
        if text.strip():
            self.texts.append(TextMark(x, y, here.size * here.scale, text, bold, says.get("fill", INK), anchor))

    def _use(self, element: ET.Element, into: ET.Element, place: _Place) -> None:
        """A sign: a copy of its shapes, as large and in the colour that its use says."""
        symbol = self.symbols.get(element.get("href", "").removeprefix("#"))
        if symbol is None:
            return
        colour = self._says(element, "use", place).get("color", place.colour)
        *_, wide, _high = map(float, symbol.get("viewBox", "0 0 24 24").split())
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        share = float(element.get("width", wide)) / wide
        moved = ET.SubElement(into, "g", transform=f"translate({x:g} {y:g}) scale({share:.4f})")
        inner = replace(place, colour=colour, classes=frozenset())
        for each in symbol:
            self._copy(each, moved, inner)
