"""Pages as files: an SVG for each page, one PDF, or pictures of dots.

A PDF has its letters in it and needs `fpdf2`; a picture of dots is a page of such a PDF, drawn by `pypdfium2`. The extra `print`
brings both.
"""

from __future__ import annotations

import logging
import re
import warnings
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, assert_never
from xml.etree import ElementTree as ET

from ruleset_core.files import read_regular_file
from ruleset_core.font_files import MAX_FONT_BYTES, FontError, FontMetrics
from ruleset_core.print.typesetting import (
    INK,
    PAPER,
    POINT,
    AnyMark,
    LineMark,
    PathMark,
    PictureMark,
    PrintPage,
    RectangleMark,
    TextMark,
)
from ruleset_core.view.svg.svg_elements import FONT, NO_XML, add_element, format_number, make_element

if TYPE_CHECKING:
    from fpdf import FPDF


_SVG: Final = "http://www.w3.org/2000/svg"
_ADDRESS: Final = re.compile(r"url\(#([A-Za-z0-9_.-]+)\)")
_PAINTS: Final = ("fill", "stroke")


def standalone_svg(symbol: ET.Element) -> bytes:
    """A picture as an SVG file by itself: a gradient is the colour in its middle, and a group's clip is that of each of its shapes."""
    kept = {key: value for key, value in symbol.attrib.items() if key != "id"}
    root = ET.Element("svg", {"xmlns": _SVG, **kept})
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
            elif each.get(key, "").lower() == "currentcolor":
                each.set(key, INK)
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


# -- Pages as one PDF file ---------------------------------------------------------------------------------------------


FONTS: Final = Path(__file__).parent / "fonts"
_FAMILY: Final = "sheet"
_UNITS: Final = 24.0
_MADE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The same cards give the same bytes, whenever they are printed."""


def has_pdf() -> bool:
    """Whether the package that writes PDF is there."""
    from importlib.util import find_spec

    return find_spec("fpdf") is not None


def missing_characters(sheets: Iterable[PrintPage], fonts: Mapping[str, FontMetrics] = MappingProxyType({})) -> str:
    """The characters on these pages that the letters of a PDF do not have, each once. `fonts`: of the game's own."""
    from fontTools.ttLib import TTFont

    usual = {chr(each) for each in TTFont(FONTS / "DejaVuSans.ttf").getBestCmap()}
    said = dict.fromkeys(
        (mark.font, char)
        for sheet in sheets
        for each in sheet.placed
        for mark in each.marks
        if isinstance(mark, TextMark)
        for char in mark.text
        if not char.isspace()
    )
    lost = (char for font, char in said if char not in (fonts[font].ems if font in fonts else usual))
    return "".join(dict.fromkeys(lost))


def pages_as_pdf(
    sheets: Sequence[PrintPage],
    lang: str,
    title: str,
    art: Mapping[str, ET.Element] | None = None,
    fonts: Mapping[str, Path] = MappingProxyType({}),
) -> tuple[bytes, tuple[str, ...]]:
    """Pages as the bytes of a PDF file, and the names of the pictures that could not be drawn in it.

    `art`: pictures of the game's own, as `symbol`s by name; `fonts`: files of its fonts. Raises ImportError, and FontError for a font that
    no PDF can hold.
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
    if said := dict.fromkeys(line for sheet in sheets for line in sheet.credits):
        made.set_subject("\n".join(said))
    made.add_font(_FAMILY, "", FONTS / "DejaVuSans.ttf")
    made.add_font(_FAMILY, "B", FONTS / "DejaVuSans-Bold.ttf")
    for name in fonts_on(sheets):
        _try_font(fonts[name], sheets, name)
        made.add_font(f"own-{name}", "", fonts[name])
    pictures = _Pictures(art or {})
    for sheet in sheets:
        made.add_page(format=(sheet.width, sheet.height))
        for each in sheet.placed:
            for mark in each.marks:
                _draw(made, mark, each.x, each.y, pictures)
    return bytes(made.output()), tuple(pictures.failed)


def _try_font(file: Path, sheets: Iterable[PrintPage], name: str) -> None:
    """Write what stands in a font of a game into a PDF of its own: only so it is seen whether all its tables can be read. Raises FontError."""
    from fpdf import FPDF

    said = {
        mark.text
        for sheet in sheets
        for each in sheet.placed
        for mark in each.marks
        if isinstance(mark, TextMark) and mark.font == name
    }
    failed = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # the reader leaves a file open that it fails in
        try:
            tried = FPDF()
            tried.add_font("own", "", file)
            tried.set_font("own", "", 8)
            tried.add_page()
            tried.text(10, 10, "".join(sorted({*"".join(said)})))
            tried.output()
        except Exception:  # noqa: BLE001 - whatever a damaged table makes of its reader
            failed = True
    if failed:
        advice = "save it again with a font editor, or choose another one"
        raise FontError(f"{file}: no PDF can hold this font, as one of its tables is damaged: {advice}")


DPI: Final = 300
"""Dots an inch of pictures for printers' shops."""


def has_png() -> bool:
    """Whether the packages that draw a page as dots are there."""
    from importlib.util import find_spec

    return has_pdf() and find_spec("pypdfium2") is not None and find_spec("PIL") is not None


def pages_as_png(
    sheets: Sequence[PrintPage],
    lang: str,
    title: str,
    art: Mapping[str, ET.Element] | None = None,
    fonts: Mapping[str, Path] = MappingProxyType({}),
    dpi: float = DPI,
) -> Iterator[bytes]:
    """Each page as the bytes of a PNG file. Raises ImportError."""
    from pypdfium2 import PdfDocument

    document = PdfDocument(pages_as_pdf(sheets, lang, title, art, fonts)[0])
    try:
        for page in document:
            file = BytesIO()
            page.render(scale=dpi / 72).to_pil().convert("RGB").save(file, "PNG", dpi=(dpi, dpi))
            yield file.getvalue()
    finally:
        document.close()


class _Pictures:
    """Drawings as SVG files by themselves, each written once. `failed`: those that cannot be drawn."""

    def __init__(self, art: Mapping[str, ET.Element]) -> None:
        self._art = art
        self._known: dict[str, bytes] = {}
        self.failed: dict[str, None] = {}

    def read(self, name: str) -> bytes:
        """A picture of the game's own; empty where there is none of that name, or where it cannot be drawn."""
        if name in self._art and name not in self._known:
            self._known[name] = standalone_svg(self._art[name])
            if not _is_drawn(self._known[name]):
                self._known[name] = b""
                self.failed[name] = None
        return self._known.get(name, b"")

    @staticmethod
    def sign(mark: PathMark) -> bytes:
        """A sign as it is painted."""
        root = make_element("svg", xmlns=_SVG, viewBox=f"0 0 {_UNITS:.0f} {_UNITS:.0f}")
        line = mark.line * _UNITS / mark.size
        add_element(
            root, "path", d=mark.way, fill=mark.fill or "none", stroke=mark.stroke if line else "", stroke_width=line or "",
            stroke_linejoin="round",
        )  # fmt: skip
        return ET.tostring(root)


def _is_drawn(drawing: bytes) -> bool:
    """Whether the package can draw a picture. It may stumble over anything: all is known of pictures is that they are shapes."""
    from fpdf import FPDF

    try:
        page = FPDF(unit="mm")
        page.add_page()
        _picture(page, drawing, 0.0, 0.0, 50.0, 30.0)  # numbers beyond all are read, and then stumbled over
    except Exception:  # noqa: BLE001 - another's reader
        return False
    return True


def _draw(made: FPDF, mark: AnyMark, x: float, y: float, pictures: _Pictures) -> None:
    match mark:
        case TextMark():
            _write(made, mark, x, y)
        case RectangleMark():
            _block(made, mark, x, y)
        case PathMark():
            left, upper, half = x + mark.x, y + mark.y, mark.size / 2
            with _turned(made, mark, left + half, upper + half):
                _picture(made, pictures.sign(mark), left, upper, mark.size, mark.size)
        case LineMark():
            made.set_draw_color(mark.stroke)
            made.set_line_width(mark.line)
            made.line(x + mark.x1, y + mark.y1, x + mark.x2, y + mark.y2)
        case PictureMark():
            found = pictures.read(mark.name)
            if found:
                _picture(made, found, x + mark.x, y + mark.y, mark.width, mark.height)
        case _:
            assert_never(mark)


def _turned(made: FPDF, mark: TextMark | PathMark, x: float, y: float) -> AbstractContextManager[None]:
    """Where what is drawn is turned with its mark."""
    return made.rotation(180, x, y) if mark.turned else nullcontext()


def _write(made: FPDF, mark: TextMark, x: float, y: float) -> None:
    if mark.font:
        made.set_font(f"own-{mark.font}", "", mark.size / POINT)
    else:
        made.set_font(_FAMILY, "B" if mark.bold else "", mark.size / POINT)
    made.set_text_color(mark.ink)
    wide = made.get_string_width(mark.text) if mark.anchor != "start" else 0.0
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
    with _turned(made, mark, x + mark.x, y + mark.y):
        made.text(x + mark.x - wide * share, y + mark.y, mark.text)


def _block(made: FPDF, mark: RectangleMark, x: float, y: float) -> None:
    style = ("D" if mark.stroke and mark.line else "") + ("F" if mark.fill else "")
    if not style:
        return
    if mark.fill:
        made.set_fill_color(mark.fill)
    if mark.stroke:
        made.set_draw_color(mark.stroke)
        made.set_line_width(mark.line)
    corner = min(mark.round, mark.width / 2, mark.height / 2)
    if corner > 0 and mark.width == mark.height and corner == mark.width / 2:
        made.ellipse(x + mark.x, y + mark.y, mark.width, mark.height, style)
        return
    made.rect(
        x + mark.x, y + mark.y, mark.width, mark.height, style, round_corners=corner > 0, corner_radius=corner
    )  # fmt: skip


def _picture(made: FPDF, drawing: bytes, x: float, y: float, width: float, height: float) -> None:
    """A drawing as large as it can be in a rectangle, in the middle of it."""
    made.image(BytesIO(drawing), x, y, width, height, keep_aspect_ratio=True)


# Pages as SVG files: shapes and text in millimetres, no script, nothing from elsewhere.

_SVG_UNITS: Final = 24.0


def page_as_svg(
    sheet: PrintPage,
    lang: str,
    art: Mapping[str, ET.Element] | None = None,
    fonts: Mapping[str, Path] = MappingProxyType({}),
) -> str:
    """A page as the text of an SVG file as large as its paper. `art`: pictures of the game's own, as `symbol`s by name; `fonts`: files of its fonts."""
    wide, high = format_number(sheet.width), format_number(sheet.height)
    root = make_element(
        "svg", xmlns="http://www.w3.org/2000/svg", width=f"{wide}mm", height=f"{high}mm", viewBox=f"0 0 {wide} {high}",
        lang=lang, role="img", aria_label=sheet.title, font_family=FONT, color=INK,
    )  # fmt: skip
    add_element(root, "title", sheet.title)
    if sheet.credits:
        add_element(root, "metadata", "\n".join(sheet.credits))
    if own := fonts_on([sheet]):
        add_element(root, "style", "".join(_font_face(name, fonts[name]) for name in own))
    used = {mark.name for each in sheet.placed for mark in each.marks if isinstance(mark, PictureMark)}
    known = {name: picture for name, picture in (art or {}).items() if name in used}
    if known:
        defs = add_element(root, "defs")
        defs.extend(known[name] for name in sorted(known))
    add_element(root, "rect", width=sheet.width, height=sheet.height, fill=PAPER)
    for place, each in enumerate(sheet.placed):
        group = add_element(
            root,
            "g",
            class_="card" if place else "page",
            transform=f"translate({format_number(each.x)} {format_number(each.y)})",
        )
        for mark in each.marks:
            if not isinstance(mark, PictureMark) or mark.name in known:
                group.append(_drawn(mark))
    return NO_XML.sub("", ET.tostring(root, encoding="unicode")) + "\n"


def fonts_on(sheets: Iterable[PrintPage]) -> list[str]:
    """The fonts of the game's own in which something on pages is written."""
    found = {
        mark.font for sheet in sheets for each in sheet.placed for mark in each.marks if isinstance(mark, TextMark)
    }
    return sorted(found - {""})


def _font_face(name: str, file: Path) -> str:
    """A font in a file that needs nothing from elsewhere."""
    data = b64encode(read_regular_file(file, MAX_FONT_BYTES)).decode()
    return f'@font-face {{ font-family: "own-{name}"; src: url("data:font/{file.suffix[1:]};base64,{data}"); }}\n'


def _turn(x: float, y: float) -> str:
    return f"rotate(180 {format_number(x)} {format_number(y)})"


def _drawn(mark: AnyMark) -> ET.Element:
    match mark:
        case TextMark():
            return make_element(
                "text", mark.text, x=mark.x, y=mark.y, font_size=f"{mark.size:.3f}", fill=mark.ink,
                font_weight="bold" if mark.bold and not mark.font else "",
                font_family=f"own-{mark.font}" if mark.font else "", text_anchor="" if mark.anchor == "start" else mark.anchor,
                style="white-space: pre", transform=_turn(mark.x, mark.y) if mark.turned else "",
            )  # fmt: skip
        case RectangleMark():
            return make_element(
                "rect", x=mark.x, y=mark.y, width=mark.width, height=mark.height, rx=mark.round or "",
                fill=mark.fill or "none", stroke=mark.stroke, stroke_width=mark.line or "",
            )  # fmt: skip
        case PathMark():
            scale, half = mark.size / _SVG_UNITS, mark.size / 2
            turn = f"{_turn(mark.x + half, mark.y + half)} " if mark.turned else ""
            return make_element(
                "path", d=mark.way, transform=f"{turn}translate({format_number(mark.x)} {format_number(mark.y)}) scale({scale:.4f})",
                fill=mark.fill or "none", stroke=mark.stroke, stroke_width=mark.line / scale if mark.line else "",
                stroke_linejoin="round",
            )  # fmt: skip
        case LineMark():
            return make_element(
                "line", x1=mark.x1, y1=mark.y1, x2=mark.x2, y2=mark.y2, stroke=mark.stroke, stroke_width=mark.line
            )
        case PictureMark():
            return make_element(
                "use", href=f"#art-{mark.name}", x=mark.x, y=mark.y, width=mark.width, height=mark.height
            )
        case _:
            assert_never(mark)
