"""Cards on pages (as many as fit, cutting marks, backs behind their fronts), and pages as files: SVG, or one PDF."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never
from xml.etree import ElementTree as ET

from ruleset_core.messages import message
from ruleset_core.print.card_layout import CardLayout, CardSide, PrintedPiece, lay_back, lay_side
from ruleset_core.print.typesetting import (
    INK,
    PAPER,
    POINT,
    SOFT,
    AnyMark,
    LineMark,
    PathMark,
    PictureMark,
    PlacedMarks,
    PrintPage,
    RectangleMark,
    TextMark,
    set_text,
)
from ruleset_core.view.look.game_looks import Credits, credit_line, credit_texts, credits_in_use
from ruleset_core.view.svg.svg_elements import FONT, NO_XML, add_element, format_number, make_element, text_width

if TYPE_CHECKING:
    from fpdf import FPDF


# -- Cards on pages ----------------------------------------------------------------------------------------------------


PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of paper in millimetres."""
SIZE: Final = (63.0, 88.0)
"""The usual size of a card."""
SMALLEST_CARD: Final = 15.0
"""The smallest width and height of a card: below it no name is read."""
MARGIN: Final = 5.0
"""What most printers leave white."""
HEAD: Final = 9.0
"""The room above the cards for the title of the page and the marks where to cut."""
_MARK: Final = 3.0
_APART: Final = 0.8
"""How long a mark is, and how far from the cards."""
_TYPE: Final = 7.0
_CREDIT: Final = 6.0


class PaperTooSmallError(ValueError):
    """Not one card has room on the paper."""


@dataclass(frozen=True, slots=True)
class PageGrid:
    """Where cards lie on a page."""

    paper: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int

    @property
    def left(self) -> float:
        """Where the first column begins."""
        return (self.paper[0] - self.columns * self.card[0]) / 2

    @property
    def top(self) -> float:
        """Where the first row begins: in the middle of the page, or below the title."""
        spare = self.paper[1] - self.rows * self.card[1]
        return max(spare / 2, min(HEAD, spare - MARGIN))

    def places(self) -> Iterator[tuple[float, float]]:
        """The corners of the cards, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.left + column * self.card[0], self.top + row * self.card[1]

    def mirrored_x(self, x: float) -> float:
        """Where what lies at `x` is seen from behind, the page turned over its long edge."""
        return self.paper[0] - x - self.card[0]


@dataclass(frozen=True, slots=True)
class PrintedPages:
    """The pages, and the names of the pieces that say more than there is room for."""

    sheets: tuple[PrintPage, ...]
    crowded: tuple[str, ...]


def page_grid(paper: str, width: float, height: float) -> PageGrid:
    """As many cards on a page as there is room for, the page upright or not. Raises PaperTooSmallError."""
    found = []
    for wide, high in (PAPERS[paper], PAPERS[paper][::-1]):
        columns = int((wide - 2 * MARGIN + 0.01) // width)
        rows = int((high - HEAD - MARGIN + 0.01) // height)
        found.append(PageGrid((wide, high), (width, height), columns, rows))
    best = max(found, key=lambda each: each.columns * each.rows)
    if best.columns * best.rows < 1:
        raise PaperTooSmallError
    return best


def card_faces(
    pieces: Sequence[PrintedPiece], copies: int | None, *, backs: bool
) -> Iterator[tuple[PrintedPiece, CardSide, CardSide, int, int]]:
    """What is printed, in order: piece, front, what lies behind it, the number of the copy and how many there are.

    A piece with two sides has the second behind the first; without backs both are fronts, to be glued together.
    """
    for piece in pieces:
        count = piece.copies if copies is None else copies
        for number in range(1, count + 1):
            if backs and len(piece.sides) == 2:
                yield piece, piece.sides[0], piece.sides[1], number, count
                continue
            for side in piece.sides:
                yield piece, side, piece.back, number, count


def lay_pages(
    pieces: Sequence[PrintedPiece],
    where: PageGrid,
    lang: str,
    title: str,
    *,
    copies: int | None = None,
    backs: bool = False,
    made_by: Credits = (),
    rights: str = "",
) -> PrintedPages:
    """Lay pieces out on pages; with `backs` each page is followed by what lies behind it.

    `made_by`: who made the pictures, which the pages that show them say at their lower edge, before `rights`: what others may do with
    the game.
    """
    laid: dict[tuple[str, int, str], CardLayout] = {}
    crowded: dict[str, None] = {}
    all_of_them = list(card_faces(pieces, copies, backs=backs))
    each = where.columns * where.rows
    pages = [all_of_them[start : start + each] for start in range(0, len(all_of_them), each)]

    def front(piece: PrintedPiece, side: CardSide, number: int, count: int) -> tuple[AnyMark, ...]:
        said = message("print.of_many", lang, number=number, count=count) if count > 1 else ""
        key = piece.id, piece.sides.index(side), said
        if key not in laid:
            laid[key] = lay_side(side, *where.card, lang, said)
            if not laid[key].fits:
                crowded[side.name] = None
        return laid[key].marks

    made = []
    for page, cards in enumerate(pages, 1):
        places = list(where.places())
        fronts = [
            PlacedMarks(x, y, front(piece, side, number, count))
            for (x, y), (piece, side, _, number, count) in zip(places, cards, strict=False)
        ]
        about = {"title": title, "page": page, "pages": len(pages)}
        made.append(_sheet(where, fronts, message("print.page", lang, **about), lang, made_by, rights))
        if backs:
            behind = [
                PlacedMarks(
                    where.mirrored_x(x),
                    y,
                    front(piece, back, number, count)
                    if back in piece.sides
                    else lay_back(back, *where.card, lang).marks,
                )
                for (x, y), (piece, _, back, number, count) in zip(places, cards, strict=False)
            ]
            made.append(_sheet(where, behind, message("print.page_backs", lang, **about), lang, made_by, rights))
    return PrintedPages(tuple(made), tuple(crowded))


def _sheet(
    where: PageGrid, cards: Sequence[PlacedMarks], title: str, lang: str, made_by: Credits, rights: str
) -> PrintPage:
    used = {mark.name for each in cards for mark in each.marks if isinstance(mark, PictureMark)}
    shown = credits_in_use(made_by, used)
    line = " · ".join(filter(None, (credit_line(shown, lang), rights)))
    marks = (*_title(where, title, lang), *_cuts(where, cards), *_credit(where, line))
    around = PlacedMarks(0.0, 0.0, marks)
    return PrintPage(
        *where.paper, title, (around, *cards), len(cards), (*credit_texts(shown, lang), *filter(None, [rights]))
    )


def _credit(where: PageGrid, line: str) -> Iterator[AnyMark]:
    """Who made the pictures of a page: on a line below the marks where to cut, smaller where it is long."""
    below = where.top + where.rows * where.card[1]
    y = below + min(_APART + _MARK + 3.0, where.paper[1] - below - 1.2)
    wide = where.columns * where.card[0]
    size = min(_CREDIT, _CREDIT * wide / max(text_width(line, _CREDIT) * POINT, 1.0))
    if line:
        yield TextMark(where.left, y, size * POINT, line, ink=SOFT)


def _title(where: PageGrid, title: str, lang: str) -> Iterator[AnyMark]:
    """What the page is, and a line by which a ruler tells whether it was printed in its size."""
    y = max(where.top - _MARK - _APART - 1.0, 3.0)
    wide = where.columns * where.card[0]
    hint = set_text(message("print.scale", lang), wide, _TYPE, ink=SOFT, most=1)
    length = 50.0
    if wide < hint.width + length + 30:
        room, right = wide, 0.0
    else:
        right = where.left + wide
        yield TextMark(right - length - 2, y, hint.height / 1.3, message("print.scale", lang), ink=SOFT, anchor="end")
        yield LineMark(right - length, y - 0.8, right, y - 0.8, 0.25)
        yield LineMark(right - length, y - 1.6, right - length, y, 0.25)
        yield LineMark(right, y - 1.6, right, y, 0.25)
        room = wide - hint.width - length - 6
    said = set_text(title, room, _TYPE, bold=True, most=1)
    for mark in said.marks:
        if isinstance(mark, TextMark):
            yield TextMark(where.left, y, mark.size, mark.text, bold=True)


def _cuts(where: PageGrid, cards: Sequence[PlacedMarks]) -> Iterator[AnyMark]:
    """Marks where to cut, at the ends of every line along a card; they do not touch the cards."""
    width, height = where.card
    across = sorted({round(edge, 3) for card in cards for edge in (card.x, card.x + width)})
    down = sorted({round(edge, 3) for card in cards for edge in (card.y, card.y + height)})
    below = down[-1] + _APART
    for x in across:
        yield LineMark(x, down[0] - _APART - _MARK, x, down[0] - _APART)
        yield LineMark(x, below, x, min(below + _MARK, where.paper[1] - 1))
    for y in down:
        yield LineMark(across[0] - _APART - _MARK, y, across[0] - _APART, y)
        yield LineMark(across[-1] + _APART, y, across[-1] + _APART + _MARK, y)


# Pages as files: SVG for each page, or one PDF (needs the extra `print`).

# Pages as one PDF file, with the letters it needs in it. Needs the extra `print`.

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


def missing_characters(sheets: Iterable[PrintPage]) -> str:
    """The characters on these pages that the letters of a PDF do not have, each once."""
    from fontTools.ttLib import TTFont

    known = TTFont(FONTS / "DejaVuSans.ttf").getBestCmap()
    said = dict.fromkeys(
        char
        for sheet in sheets
        for each in sheet.placed
        for mark in each.marks
        if isinstance(mark, TextMark)
        for char in mark.text
    )
    return "".join(char for char in said if ord(char) not in known and not char.isspace())


def pages_as_pdf(
    sheets: Sequence[PrintPage], lang: str, title: str, art: Mapping[str, ET.Element] | None = None
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
    if said := dict.fromkeys(line for sheet in sheets for line in sheet.credits):
        made.set_subject("\n".join(said))
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
            _picture(made, pictures.sign(mark), x + mark.x, y + mark.y, mark.size, mark.size)
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


def _write(made: FPDF, mark: TextMark, x: float, y: float) -> None:
    made.set_font(_FAMILY, "B" if mark.bold else "", mark.size / POINT)
    made.set_text_color(mark.ink)
    wide = made.get_string_width(mark.text) if mark.anchor != "start" else 0.0
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor]
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
    made.rect(
        x + mark.x, y + mark.y, mark.width, mark.height, style, round_corners=corner > 0, corner_radius=corner
    )  # fmt: skip


def _picture(made: FPDF, drawing: bytes, x: float, y: float, width: float, height: float) -> None:
    """A drawing as large as it can be in a rectangle, in the middle of it."""
    made.image(BytesIO(drawing), x, y, width, height, keep_aspect_ratio=True)


# Pages as SVG files: shapes and text in millimetres, no script, nothing from elsewhere.

_SVG_UNITS: Final = 24.0


def page_as_svg(sheet: PrintPage, lang: str, art: Mapping[str, ET.Element] | None = None) -> str:
    """A page as the text of an SVG file as large as its paper. `art`: pictures of the game's own, as `symbol`s by name."""
    wide, high = format_number(sheet.width), format_number(sheet.height)
    root = make_element(
        "svg", xmlns="http://www.w3.org/2000/svg", width=f"{wide}mm", height=f"{high}mm", viewBox=f"0 0 {wide} {high}",
        lang=lang, role="img", aria_label=sheet.title, font_family=FONT, color=INK,
    )  # fmt: skip
    add_element(root, "title", sheet.title)
    if sheet.credits:
        add_element(root, "metadata", "\n".join(sheet.credits))
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


def _drawn(mark: AnyMark) -> ET.Element:
    match mark:
        case TextMark():
            return make_element(
                "text", mark.text, x=mark.x, y=mark.y, font_size=f"{mark.size:.3f}", fill=mark.ink,
                font_weight="bold" if mark.bold else "", text_anchor="" if mark.anchor == "start" else mark.anchor,
                style="white-space: pre",
            )  # fmt: skip
        case RectangleMark():
            return make_element(
                "rect", x=mark.x, y=mark.y, width=mark.width, height=mark.height, rx=mark.round or "",
                fill=mark.fill or "none", stroke=mark.stroke, stroke_width=mark.line or "",
            )  # fmt: skip
        case PathMark():
            scale = mark.size / _SVG_UNITS
            return make_element(
                "path", d=mark.way, transform=f"translate({format_number(mark.x)} {format_number(mark.y)}) scale({scale:.4f})",
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
