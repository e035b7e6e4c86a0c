"""Pages as one PDF file, with the letters it needs in it. Needs the extra `print`."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never
from xml.etree import ElementTree as ET

from ruleset_core.drawing.svg import add, node
from ruleset_core.sheets.art import drawing
from ruleset_core.sheets.marks import POINT, Art, Block, Mark, Rule, Shape, Sheet, Words

if TYPE_CHECKING:
    from fpdf import FPDF

FONTS: Final = Path(__file__).parent / "fonts"
_FAMILY: Final = "sheet"
_UNITS: Final = 24.0
_SVG: Final = "http://www.w3.org/2000/svg"
_MADE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The same cards give the same bytes, whenever they are printed."""


def has_pdf() -> bool:
    """Whether the package that writes PDF is there."""
    from importlib.util import find_spec

    return find_spec("fpdf") is not None


def unwritten(sheets: Iterable[Sheet]) -> str:
    """The characters on these pages that the letters of a PDF do not have, each once."""
    from fontTools.ttLib import TTFont

    known = TTFont(FONTS / "DejaVuSans.ttf").getBestCmap()
    said = dict.fromkeys(
        char
        for sheet in sheets
        for each in sheet.placed
        for mark in each.marks
        if isinstance(mark, Words)
        for char in mark.text
    )
    return "".join(char for char in said if ord(char) not in known and not char.isspace())


def pdf(
    sheets: Sequence[Sheet], lang: str, title: str, art: Mapping[str, ET.Element] | None = None
) -> tuple[bytes, tuple[str, ...]]:
    """Pages as the bytes of a PDF file, and the names of the pictures that could not be drawn in it.

    `art`: pictures of the game's own, as `symbol`s by name. Raises ImportError.
    """
    from fpdf import FPDF

    for name in ("fpdf", "fontTools"):
        logging.getLogger(name).setLevel(logging.ERROR)  # what has no letter is told by who prints
    made = FPDF(unit="mm")
    made.set_auto_page_break(False)
    made.set_margin(0)
    made.c_margin = 0
    made.set_creation_date(_MADE)
    made.set_title(title)
    made.set_lang(lang)
    made.add_font(_FAMILY, "", FONTS / "DejaVuSans.ttf")
    made.add_font(_FAMILY, "B", FONTS / "DejaVuSans-Bold.ttf")
    pictures = _Pictures(art or {})
    for sheet in sheets:
        made.add_page(format=(sheet.width, sheet.height))
        for each in sheet.placed:
            for mark in each.marks:
                _draw(made, mark, each.x, each.y, pictures)
    return bytes(made.output()), tuple(pictures.failed)


class _Pictures:
    """Drawings as SVG files by themselves, each written once. `failed`: those that cannot be drawn."""

    def __init__(self, art: Mapping[str, ET.Element]) -> None:
        self._art = art
        self._known: dict[str, bytes] = {}
        self.failed: dict[str, None] = {}

    def of(self, name: str) -> bytes:
        """A picture of the game's own; empty where there is none of that name, or where it cannot be drawn."""
        if name in self._art and name not in self._known:
            self._known[name] = drawing(self._art[name])
            if not _is_drawn(self._known[name]):
                self._known[name] = b""
                self.failed[name] = None
        return self._known.get(name, b"")

    @staticmethod
    def sign(mark: Shape) -> bytes:
        """A sign as it is painted."""
        root = node("svg", xmlns=_SVG, viewBox=f"0 0 {_UNITS:.0f} {_UNITS:.0f}")
        line = mark.line * _UNITS / mark.size
        add(
            root, "path", d=mark.way, fill=mark.fill or "none", stroke=mark.stroke if line else "", stroke_width=line or "",
            stroke_linejoin="round",
        )  # fmt: skip
        return ET.tostring(root)


def _is_drawn(drawing: bytes) -> bool:
    """Whether the package can draw a picture. It may stumble over anything: all is known of pictures is that they are shapes."""
    from fpdf.svg import SVGObject

    try:
        SVGObject(drawing)
    except Exception:  # noqa: BLE001 - another's reader
        return False
    return True


def _draw(made: FPDF, mark: Mark, x: float, y: float, pictures: _Pictures) -> None:
    match mark:
        case Words():
            _write(made, mark, x, y)
        case Block():
            _block(made, mark, x, y)
        case Shape():
            _picture(made, pictures.sign(mark), x + mark.x, y + mark.y, mark.size, mark.size)
        case Rule():
            made.set_draw_color(mark.stroke)
            made.set_line_width(mark.line)
            made.line(x + mark.x1, y + mark.y1, x + mark.x2, y + mark.y2)
        case Art():
            found = pictures.of(mark.name)
            if found:
                _picture(made, found, x + mark.x, y + mark.y, mark.width, mark.height)
        case _:
            assert_never(mark)


def _write(made: FPDF, mark: Words, x: float, y: float) -> None:
    made.set_font(_FAMILY, "B" if mark.bold else "", mark.size / POINT)
    made.set_text_color(mark.ink)
    wide = made.get_string_width(mark.text) if mark.anchor != "start" else 0.0
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    made.text(x + mark.x - wide * share, y + mark.y, mark.text)


def _block(made: FPDF, mark: Block, x: float, y: float) -> None:
    style = ("D" if mark.stroke and mark.line else "") + ("F" if mark.fill else "")
    if not style:
        return
    if mark.fill:
        made.set_fill_color(mark.fill)
    if mark.stroke:
        made.set_draw_color(mark.stroke)
        made.set_line_width(mark.line)
    corner = min(mark.round, mark.width / 2, mark.height / 2)
    made.rect(
        x + mark.x, y + mark.y, mark.width, mark.height, style, round_corners=corner > 0, corner_radius=corner
    )  # fmt: skip


def _picture(made: FPDF, drawing: bytes, x: float, y: float, width: float, height: float) -> None:
    """A drawing as large as it can be in a rectangle, in the middle of it."""
    made.image(BytesIO(drawing), x, y, width, height, keep_aspect_ratio=True)
