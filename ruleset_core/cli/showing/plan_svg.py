"""A planar board as a picture: SVG with the plan, the names, what stands there, and all of it in words.

The same board gives the same bytes. The file holds shapes and text only: no scripts, no styles, nothing from elsewhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from ruleset_core.cli.views.plan_marks import TINTS, BoardMarks, Mark, SpaceMarks, borders, region_signs, usual_length

if TYPE_CHECKING:
    from ruleset_core import PlanarBoard
    from ruleset_core.cli.views.names import Names

_STEP: Final = 110
"""Width of a line of usual length, in units of the picture."""
_MARGIN: Final = 50
_ROW: Final = 24
_WIDTH: Final = 560
"""The least width, so that titles fit."""
_INK, _PAPER, _SEA = "#222222", "#fdfbf5", "#268bd2"
_NO_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold."""

Point = tuple[float, float]


def plan_svg(names: Names, board: PlanarBoard, marks: BoardMarks, title: str, words: Mapping[str, str]) -> str:
    """The picture as the text of a file.

    Args:
        names: names of the parts, in the language of the picture.
        board: the plan.
        marks: what stands on it.
        title: what the picture is called.
        words: `free` and `nothing`, in the same language.

    """
    return _Picture(names, board, marks, words).text(title)


class _Picture:
    def __init__(self, names: Names, board: PlanarBoard, marks: BoardMarks, words: Mapping[str, str]) -> None:
        self.names, self.board, self.marks, self.words = names, board, marks, words
        scale = _STEP / usual_length(board)
        west, north = (min(point[axis] for point in board.crossings.values()) for axis in (0, 1))
        self.at: dict[str, Point] = {
            name: (_MARGIN + (x - west) * scale, 2 * _MARGIN + (y - north) * scale)
            for name, (x, y) in board.crossings.items()
        }
        self.region_of = {space: region for region, spaces in board.regions.items() for space in spaces}
        self.tint = {region: TINTS[place % len(TINTS)] for place, region in enumerate(board.regions)}

    def text(self, title: str) -> str:
        """The whole picture."""
        below = self._below()
        wide = max(max(x for x, _ in self.at.values()) + _MARGIN, _WIDTH)
        south = max(y for _, y in self.at.values()) + _MARGIN
        high = south + _ROW * len(below) + _MARGIN / 2
        size = {"width": _number(wide), "height": _number(high), "viewBox": f"0 0 {_number(wide)} {_number(high)}"}
        root = ET.Element(
            "svg",
            {"xmlns": "http://www.w3.org/2000/svg", **size, "role": "img", "aria-labelledby": "title description"},
        )
        _add(root, "title", title, id="title")
        _add(root, "desc", self._description(), id="description")
        _add(root, "rect", width="100%", height="100%", fill=_PAPER)
        for layer in (self._spaces(), self._lines(), self._contents(), self._crossings()):
            root.append(layer)
        heading = _texts(20, anchor="start")
        _add(heading, "text", title, x=_number(_MARGIN / 2), y=_number(_MARGIN * 0.8))
        root.append(heading)
        legend = _texts(15, anchor="start")
        for place, (line, colour) in enumerate(below):
            _add(legend, "text", line, x=_number(_MARGIN / 2), y=_number(south + _ROW * (place + 0.7)), fill=colour)
        root.append(legend)
        ET.indent(root)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'

    # -- layers --------------------------------------------------------------------------------------------------

    def _spaces(self) -> ET.Element:
        layer = _group("spaces")
        for space, corners in self.board.spaces.items():
            here = self.marks.spaces.get(space, SpaceMarks())
            points = " ".join(",".join(map(_number, self.at[each])) for each in corners)
            tint = _INK if here.closed else self.tint.get(self.region_of.get(space, ""), _PAPER)
            shape = _add(
                layer,
                "polygon",
                **{
                    "id": f"space-{space}",
                    "points": points,
                    "fill": tint,
                    "fill-opacity": "0.3" if here.closed else "0.13",
                },
            )
            _add(shape, "title", self._of_space(space))
        return layer

    def _lines(self) -> ET.Element:
        layer, between = _group("lines", **{"stroke-linecap": "round"}), borders(self.board)
        for line, ends in sorted(self.board.lines.items(), key=lambda each: each[0] in self.marks.lines):
            mark = self.marks.lines.get(line)
            (x1, y1), (x2, y2) = (self.at[each] for each in ends)
            look = {"stroke": _INK, "stroke-width": "9"} if mark else {"stroke": "#888888", "stroke-width": "1.5"}
            if mark is None and line in between:
                look |= {"stroke": _INK, "stroke-width": "2.5", "stroke-dasharray": "9 7"}
            elif mark is None or mark.text:
                look["stroke-dasharray"] = "2 6"
            shape = _add(
                layer,
                "line",
                **{
                    "id": f"line-{line}",
                    "x1": _number(x1),
                    "y1": _number(y1),
                    "x2": _number(x2),
                    "y2": _number(y2),
                    **look,
                },
            )
            _add(shape, "title", f"{self.names.of('line', line)}: {mark.title if mark else self.words['free']}")
        return layer

    def _contents(self) -> ET.Element:
        """Names of spaces, and below them what stands there."""
        layer, signs_of = _texts(13), region_signs(self.board)
        for space, corners in self.board.spaces.items():
            here = self.marks.spaces.get(space, SpaceMarks())
            x, y = _middle([self.at[each] for each in corners])
            if not here.closed:
                sign = signs_of.get(self.region_of.get(space, ""), "")
                name = f"{self.names.of('space', space)}{sign}"
                _add(
                    layer, "text", name, **{"x": _number(x), "y": _number(y - 2), "fill": "#666666", "font-size": "11"}
                )
            signs = _add(layer, "text", x=_number(x), y=_number(y + (5 if here.closed else 13))) if here.marks else None
            for place, mark in enumerate(here.marks):
                assert signs is not None
                look = {"font-weight": "bold", "font-size": "16", "fill": mark.colour or _INK}
                _add(signs, "tspan", (" " if place else "") + mark.text, **look)
        return layer

    def _crossings(self) -> ET.Element:
        layer = _texts(12)
        for crossing, (x, y) in self.at.items():
            mark, kind = self.marks.crossings.get(crossing), self.marks.kinds.get(crossing)
            fill = (mark.colour if mark else "") or "#ffffff"
            ring = {"stroke": (kind.colour if kind else "") or "#555555", "stroke-width": "3" if kind or mark else "1"}
            spot = _add(
                layer,
                "circle",
                id=f"crossing-{crossing}",
                cx=_number(x),
                cy=_number(y),
                r="20" if mark else "14",
                **{"fill": fill, **ring},
            )
            _add(spot, "title", self._of_crossing(crossing))
            name = self.names.of("crossing", crossing) + _behind(mark, kind)
            look = {"font-weight": "bold" if mark else "normal", "fill": _readable(fill)}
            _add(layer, "text", name, **{"x": _number(x), "y": _number(y + 4), **look})
        return layer

    # -- in words ------------------------------------------------------------------------------------------------

    def _of_space(self, space: str) -> str:
        here, region = self.marks.spaces.get(space, SpaceMarks()), self.region_of.get(space)
        parts = [self.names.of("space", space), *([self.names.of("region", region)] if region else [])]
        return ", ".join(parts) + (f": {', '.join(mark.title for mark in here.marks)}" if here.marks else "")

    def _of_crossing(self, crossing: str) -> str:
        mark, kind = self.marks.crossings.get(crossing), self.marks.kinds.get(crossing)
        parts = [self.names.of("crossing", crossing), *([kind.title] if kind else [])]
        return ", ".join(parts) + (f": {mark.title}" if mark else "")

    def _description(self) -> str:
        """Everything that stands on the board."""
        lines = [f"{self.names.of('line', each)}: {mark.title}" for each, mark in self.marks.lines.items()]
        lines += [self._of_crossing(each) for each in self.marks.crossings]
        lines += [self._of_space(each) for each, here in self.marks.spaces.items() if here.marks]
        return "; ".join([*lines, *self.marks.notes]) or self.words["nothing"]

    def _below(self) -> list[tuple[str, str]]:
        """What the signs mean, and what belongs to the board."""
        found = [
            (f"{sign} {self.names.of('region', region)}", self.tint[region])
            for region, sign in region_signs(self.board).items()
        ]
        found += [
            (f"{kind.text} {kind.title}", kind.colour or _SEA) for kind in dict.fromkeys(self.marks.kinds.values())
        ]
        seen = [*self.marks.crossings.values(), *(each for here in self.marks.spaces.values() for each in here.marks)]
        signs: dict[str, str] = {}
        for mark in seen:
            if len(mark.text) == 1:
                signs.setdefault(mark.text, mark.title)
        legend = " · ".join(f"{sign}: {title}" for sign, title in sorted(signs.items()))
        return found + [(line, _INK) for line in (*([legend] if legend else []), *self.marks.notes)]


def _behind(mark: Mark | None, kind: Mark | None) -> str:
    return (kind.text if kind else ":" if mark else "") + (mark.text if mark else "")


def _group(name: str, **look: str) -> ET.Element:
    return ET.Element("g", {"id": name, **look})


def _texts(size: int, anchor: str = "middle") -> ET.Element:
    return ET.Element("g", {"font-family": "sans-serif", "font-size": str(size), "text-anchor": anchor, "fill": _INK})


def _add(parent: ET.Element, tag: str, content: str = "", /, **attributes: str) -> ET.Element:
    child = ET.SubElement(parent, tag, {name: _NO_XML.sub("", value) for name, value in attributes.items()})
    child.text = _NO_XML.sub("", content) or None
    return child


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _middle(points: Sequence[Point]) -> Point:
    return math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)


def _readable(ground: str) -> str:
    """Black or white, whichever stands out from the ground."""
    red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    return "#000000" if 3 * red + 6 * green + blue > 1200 else "#ffffff"
