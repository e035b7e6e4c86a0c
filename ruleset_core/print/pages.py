"""Cards on pages (as many as fit, cutting marks, backs behind their fronts)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ruleset_core.messages import message
from ruleset_core.print.card_layout import CardLayout, CardSide, PrintedPiece, lay_back, lay_side
from ruleset_core.print.typesetting import (
    POINT,
    SOFT,
    AnyMark,
    LineMark,
    PictureMark,
    PlacedMarks,
    PrintPage,
    TextMark,
    set_text,
)
from ruleset_core.view.look.game_looks import Credits, credit_line, credit_texts, credits_in_use
from ruleset_core.view.svg.svg_elements import text_width

# -- Cards on pages ----------------------------------------------------------------------------------------------------


PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of paper in millimetres."""
CardSize: TypeAlias = tuple[float, float]
SIZE: Final[CardSize] = (63.0, 88.0)
"""The usual size of a card."""
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
class CardSpacing:
    """Between cards: how far the colours of each go beyond its edges, and what stays white between these. `marks`: where to cut."""

    bleed: float = 0.0
    gutter: float = 0.0
    marks: bool = True

    @property
    def apart(self) -> float:
        """From the edge of a card to that of the next one."""
        return 2 * self.bleed + self.gutter


TIGHT: Final = CardSpacing()


@dataclass(frozen=True, slots=True)
class PageGrid:
    """Where cards lie on a page. `spacing` says how far colours go beyond their edges, and what is left free between them."""

    paper: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int
    spacing: CardSpacing = TIGHT

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of all cards together, from the first cut to the last one."""
        apart = self.spacing.apart
        return self.columns * (self.card[0] + apart) - apart, self.rows * (self.card[1] + apart) - apart

    @property
    def left(self) -> float:
        """Where the first column begins."""
        return (self.paper[0] - self.size[0]) / 2

    @property
    def top(self) -> float:
        """Where the first row begins: in the middle of the page, or below the title."""
        spare, bleed = self.paper[1] - self.size[1], self.spacing.bleed
        return max(spare / 2, min(HEAD + bleed, spare - MARGIN - bleed))

    def places(self) -> Iterator[tuple[float, float]]:
        """The corners of the cards, row by row."""
        apart = self.spacing.apart
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.left + column * (self.card[0] + apart), self.top + row * (self.card[1] + apart)

    def mirrored_x(self, x: float) -> float:
        """Where what lies at `x` is seen from behind, the page turned over its long edge."""
        return self.paper[0] - x - self.card[0]


@dataclass(frozen=True, slots=True)
class CardImages:
    """Pictures of single sides and backs, each as large as its card with its bleed; what files of them are called."""

    names: tuple[str, ...]
    sheets: tuple[PrintPage, ...]
    crowded: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedPages:
    """The pages, and the names of the pieces that say more than there is room for."""

    sheets: tuple[PrintPage, ...]
    crowded: tuple[str, ...]


def page_grid(paper: str, width: float, height: float, spacing: CardSpacing = TIGHT) -> PageGrid:
    """As many cards on a page as there is room for, the page upright or not. Raises PaperTooSmallError."""
    found = []
    apart, around = spacing.apart, 2 * spacing.bleed
    for wide, high in (PAPERS[paper], PAPERS[paper][::-1]):
        columns = int((wide - 2 * MARGIN - around + apart + 0.01) // (width + apart))
        rows = int((high - HEAD - MARGIN - around + apart + 0.01) // (height + apart))
        found.append(PageGrid((wide, high), (width, height), columns, rows, spacing))
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
    first: int = 1,
    last: int = 0,
) -> PrintedPages:
    """Lay pieces out on pages; with `backs` each page is followed by what lies behind it.

    `first` and `last`: the numbers of the first of these pages and of the last one of all, where there are more.

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
            laid[key] = lay_side(side, *where.card, lang, said, where.spacing.bleed)
            if not laid[key].fits:
                crowded[side.name] = None
        return laid[key].marks

    made = []
    for page, cards in enumerate(pages, first):
        places = list(where.places())
        fronts = [
            PlacedMarks(x, y, front(piece, side, number, count))
            for (x, y), (piece, side, _, number, count) in zip(places, cards, strict=False)
        ]
        about = {"title": title, "page": page, "pages": last or len(pages)}
        made.append(sheet_of(where, fronts, message("print.page", lang, **about), lang, made_by, rights))
        if backs:
            behind = [
                PlacedMarks(
                    where.mirrored_x(x),
                    y,
                    front(piece, back, number, count)
                    if back in piece.sides
                    else lay_back(back, *where.card, lang, where.spacing.bleed).marks,
                )
                for (x, y), (piece, _, back, number, count) in zip(places, cards, strict=False)
            ]
            made.append(sheet_of(where, behind, message("print.page_backs", lang, **about), lang, made_by, rights))
    return PrintedPages(tuple(made), tuple(crowded))


def card_images(
    pieces: Sequence[PrintedPiece], lang: str, bleed: float, size: CardSize | None = None, *, backs: bool = True
) -> CardImages:
    """Each side of each piece once, and each back that a piece with one side has. `size`: of all, if not their own."""
    images: dict[str, PrintPage] = {}
    crowded: dict[str, None] = {}
    known: dict[tuple[str, CardSide], str] = {}
    for piece in pieces:
        wide, high = size or piece.size or SIZE
        for place, side in enumerate(piece.sides):
            laid = lay_side(side, wide, high, lang, "", bleed)
            name = f"{piece.kind}-{piece.id}" + (f"-{place + 1}" if place else "")
            images[name] = image_page(laid.marks, wide, high, side.name, bleed)
            if not laid.fits:
                crowded[side.name] = None
        if backs and len(piece.sides) == 1 and (piece.kind, piece.back) not in known:
            same = sum(kind == piece.kind for kind, _ in known)
            name = f"{piece.kind}-back" + (f"-{same + 1}" if same else "")
            known[piece.kind, piece.back] = name
            images[name] = image_page(
                lay_back(piece.back, wide, high, lang, bleed).marks, wide, high, piece.kind_name, bleed
            )
    return CardImages(tuple(images), tuple(images.values()), tuple(crowded))


def image_page(marks: Sequence[AnyMark], wide: float, high: float, title: str, bleed: float = 0.0) -> PrintPage:
    """A page that is as large as what stands on it, with its bleed."""
    placed = PlacedMarks(bleed, bleed, tuple(marks))
    nothing = PlacedMarks(0.0, 0.0, ())
    return PrintPage(wide + 2 * bleed, high + 2 * bleed, title, (nothing, placed), 1)


def sheet_of(
    where: PageGrid, cards: Sequence[PlacedMarks], title: str, lang: str, made_by: Credits = (), rights: str = ""
) -> PrintPage:
    """A page with cards on it, its title, marks where to cut and a line that says who made its pictures."""
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
    below = where.top + where.size[1] + where.spacing.bleed
    y = below + min(_APART + _MARK + 3.0, where.paper[1] - below - 1.2)
    wide = where.size[0]
    size = min(_CREDIT, _CREDIT * wide / max(text_width(line, _CREDIT) * POINT, 1.0))
    if line:
        yield TextMark(where.left, y, size * POINT, line, ink=SOFT)


def _title(where: PageGrid, title: str, lang: str) -> Iterator[AnyMark]:
    """What the page is, and a line by which a ruler tells whether it was printed in its size."""
    y = max(where.top - where.spacing.bleed - _MARK - _APART - 1.0, 3.0)
    wide = where.size[0]
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
    if not where.spacing.marks:
        return
    (width, height), bleed = where.card, where.spacing.bleed
    across = sorted({round(edge, 3) for card in cards for edge in (card.x, card.x + width)})
    down = sorted({round(edge, 3) for card in cards for edge in (card.y, card.y + height)})
    apart = bleed + _APART
    below = down[-1] + apart
    for x in across:
        yield LineMark(x, down[0] - apart - _MARK, x, down[0] - apart)
        yield LineMark(x, below, x, min(below + _MARK, where.paper[1] - 1))
    for y in down:
        yield LineMark(across[0] - apart - _MARK, y, across[0] - apart, y)
        yield LineMark(across[-1] + apart, y, across[-1] + apart + _MARK, y)
