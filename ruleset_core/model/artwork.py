"""SVG artwork of a game: only shapes are taken from the file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree as ET
from xml.parsers import expat

MAX_BYTES: Final = 64 * 1024
MAX_ELEMENTS: Final = 1000
MAX_DEPTH: Final = 16
_SVG: Final = "http://www.w3.org/2000/svg"
_SHAPES: Final = frozenset({
    "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "defs", "linearGradient", "radialGradient",
    "stop", "clipPath",
})  # fmt: skip
_PASSED_OVER: Final = frozenset({"title", "desc"})
"""Elements that are left out with the words within."""
_PAINTS: Final = frozenset({"fill", "stroke", "stop-color", "clip-path"})
_PLAIN: Final = frozenset({
    "d", "points", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "fx", "fy", "offset", "transform",
    "viewBox", "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "fill-rule", "clip-rule", "stroke-width", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset", "gradientUnits", "gradientTransform",
    "spreadMethod", "clipPathUnits", "version", "pathLength",
})  # fmt: skip
_PLAIN_VALUE: Final = re.compile(r"[A-Za-z0-9 ,.+\-%()\s]*\Z")
_PAINT: Final = re.compile(
    r"(?:[A-Za-z]+|#[0-9A-Fa-f]{3,8}|rgba?\([0-9., %]+\)|url\(#(?P<id>[A-Za-z_][A-Za-z0-9_.-]*)\))\Z"
)
_ID: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*\Z")
_NUMBER: Final = r"-?[0-9]{1,6}(?:\.[0-9]{1,6})?"
_BOX: Final = re.compile(rf"\s*{_NUMBER}[\s,]+{_NUMBER}[\s,]+(?P<wide>{_NUMBER})[\s,]+(?P<high>{_NUMBER})\s*\Z")
_SIZE: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?(?:px)?\Z")


class ArtworkError(Exception):
    """A picture that cannot be used. Its message says what was found, `line` and `advice` where and what to do."""

    def __init__(self, message: str, advice: str, line: int = 0) -> None:
        super().__init__(message)
        self.advice = advice
        self.line = line


def read_artwork(raw: bytes, name: str) -> ET.Element:
    """A picture as a `symbol` with the id `art-NAME`; ids within begin so, too. Raises ArtworkError."""
    if len(raw) > MAX_BYTES:
        raise ArtworkError(f"it has more than {MAX_BYTES} bytes", "simplify its paths")
    return _Reader(f"art-{name}").read(raw)


@dataclass(slots=True)
class _Reader:
    """Takes what is on the lists from one file."""

    prefix: str
    open: list[ET.Element] = field(default_factory=list)
    over: int = 0
    """How deep within something that is left out."""
    count: int = 0
    ids: set[str] = field(default_factory=set)
    wanted: dict[str, int] = field(default_factory=dict)
    whole: ET.Element | None = None

    def read(self, raw: bytes) -> ET.Element:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction
        parser.EndElementHandler = self._end

        def start(tag: str, attributes: dict[str, str]) -> None:
            self._start(tag, attributes, parser.CurrentLineNumber)

        parser.StartElementHandler = start
        try:
            parser.Parse(raw, True)
        except ArtworkError as problem:
            problem.line = problem.line or parser.CurrentLineNumber
            raise
        except (expat.ExpatError, ValueError, LookupError) as problem:
            line = getattr(problem, "lineno", 0)
            raise ArtworkError("it is no XML", "save it as plain SVG", line) from None
        lost = next((each for each in self.wanted if each not in self.ids), None)
        if lost is not None:
            raise ArtworkError(
                f"there is no `{lost}` in it", "give what is used an `id`, or take it out", self.wanted[lost]
            )
        assert self.whole is not None  # a document has an element
        return _symbol(self.whole, self.prefix)

    def _doctype(self, *_: object) -> None:
        raise ArtworkError("it has a document type", "take the line with `<!DOCTYPE` out")

    def _instruction(self, target: str, _data: str) -> None:
        raise ArtworkError(f"it has an instruction, `<?{target[:40]}`", "take it out")

    def _start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        space, _, name = tag.rpartition(" ")
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise ArtworkError(f"it has more than {MAX_ELEMENTS} elements", "simplify it")
        if len(self.open) + self.over >= MAX_DEPTH:
            raise ArtworkError(f"its elements lie more than {MAX_DEPTH} deep in each other", "take groups apart")
        if self.over or (space == _SVG and name in _PASSED_OVER and self.open):
            self.over += 1
            return
        if space != _SVG or name not in _SHAPES or (name == "svg") != (not self.open):
            raise ArtworkError(f"`{name[:40]}` is nothing a picture may have", "save it as plain SVG, with shapes only")
        made = ET.Element(name)
        for key, value in attributes.items():
            said = self._attribute(key, value.strip(), name, line)
            if said is not None:
                made.set(key, said)
        if self.open:
            self.open[-1].append(made)
        else:
            self.whole = made
        self.open.append(made)

    def _attribute(self, key: str, value: str, tag: str, line: int) -> str | None:
        """What an attribute says here; None where it is left out."""
        if key == "id":
            if not _ID.match(value) or value in self.ids:
                raise ArtworkError(f"`{value[:40]}` is not an id, or is there twice", "use letters and digits")
            self.ids.add(value)
            return f"{self.prefix}-{value}"
        if key in _PAINTS:
            found = _PAINT.match(value)
            if found is None:
                raise ArtworkError(
                    f"`{key}` says `{value[:40]}`", "write a colour, or `url(#id)` with an id of the file"
                )
            if found["id"]:
                self.wanted.setdefault(found["id"], line)
                return f"url(#{self.prefix}-{found['id']})"
            return value
        if key not in _PLAIN:
            raise ArtworkError(
                f"`{key[:40]}` of `{tag}` is nothing a picture may have",
                "take it out; colours are attributes such as `fill`",
            )
        if not _PLAIN_VALUE.match(value) or "url" in value:
            raise ArtworkError(f"`{key}` says `{value[:40]}`", "write numbers")
        return None if key == "version" else value

    def _end(self, _tag: str) -> None:
        if self.over:
            self.over -= 1
        else:
            self.open.pop()


def _symbol(whole: ET.Element, name: str) -> ET.Element:
    """The drawing as a symbol with a size of its own."""
    box = whole.get("viewBox")
    if box is None:
        size = [whole.get(key, "") for key in ("width", "height")]
        if not all(_SIZE.match(each) for each in size):
            raise ArtworkError("it does not say how large it is", "give `svg` a `viewBox`", 1)
        box = " ".join(("0", "0", *(each.removesuffix("px") for each in size)))
    found = _BOX.match(box)
    if found is None or min(float(found["wide"]), float(found["high"])) <= 0:
        raise ArtworkError(f"`viewBox` says `{box[:40]}`", "write four numbers, width and height above 0", 1)
    kept = {key: value for key, value in whole.attrib.items() if key in _PAINTS or key.startswith(("stroke", "fill"))}
    made = ET.Element("symbol", {"id": name, "viewBox": box, **kept})
    made.extend(whole)
    return made
