"""Cards on pages: as many as there is room for, marks where to cut, backs that lie behind their fronts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ruleset_core.sheets.card import Laid, lay, lay_back
from ruleset_core.sheets.marks import SOFT, Mark, Placed, Rule, Sheet, Words
from ruleset_core.sheets.pieces import Piece, Side
from ruleset_core.sheets.said import say
from ruleset_core.sheets.setting import plain

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of paper in millimetres."""
SIZE: Final = (63.0, 88.0)
"""The usual size of a card."""
LEAST: Final = 15.0
"""The smallest width and height of a card: below it no name is read."""
MARGIN: Final = 5.0
"""What most printers leave white."""
HEAD: Final = 9.0
"""The room above the cards for the title of the page and the marks where to cut."""
_MARK: Final = 3.0
_APART: Final = 0.8
"""How long a mark is, and how far from the cards."""
_TYPE: Final = 7.0


class NoRoomError(ValueError):
    """Not one card has room on the paper."""


@dataclass(frozen=True, slots=True)
class Grid:
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

    def behind(self, x: float) -> float:
        """Where what lies at `x` is seen from behind, the page turned over its long edge."""
        return self.paper[0] - x - self.card[0]


@dataclass(frozen=True, slots=True)
class Printed:
    """The pages, and the names of the pieces that say more than there is room for."""

    sheets: tuple[Sheet, ...]
    crowded: tuple[str, ...]


def grid(paper: str, width: float, height: float) -> Grid:
    """As many cards on a page as there is room for, the page upright or not. Raises NoRoomError."""
    found = []
    for wide, high in (PAPERS[paper], PAPERS[paper][::-1]):
        columns = int((wide - 2 * MARGIN + 0.01) // width)
        rows = int((high - HEAD - MARGIN + 0.01) // height)
        found.append(Grid((wide, high), (width, height), columns, rows))
    best = max(found, key=lambda each: each.columns * each.rows)
    if best.columns * best.rows < 1:
        raise NoRoomError
    return best


def faces(pieces: Sequence[Piece], copies: int | None, *, backs: bool) -> Iterator[tuple[Piece, Side, Side, int, int]]:
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


def sheets(
    pieces: Sequence[Piece], where: Grid, lang: str, title: str, *, copies: int | None = None, backs: bool = False
) -> Printed:
    """Lay pieces out on pages; with `backs` each page is followed by what lies behind it."""
    laid: dict[tuple[str, int, str], Laid] = {}
    crowded: dict[str, None] = {}
    all_of_them = list(faces(pieces, copies, backs=backs))
    each = where.columns * where.rows
    pages = [all_of_them[start : start + each] for start in range(0, len(all_of_them), each)]

    def front(piece: Piece, side: Side, number: int, count: int) -> tuple[Mark, ...]:
        said = say("of_many", lang, number=number, count=count) if count > 1 else ""
        key = piece.id, piece.sides.index(side), said
        if key not in laid:
            laid[key] = lay(side, *where.card, lang, said)
            if not laid[key].fits:
                crowded[side.name] = None
        return laid[key].marks

    made = []
    for page, cards in enumerate(pages, 1):
        places = list(where.places())
        fronts = [
            Placed(x, y, front(piece, side, number, count))
            for (x, y), (piece, side, _, number, count) in zip(places, cards, strict=False)
        ]
        about = {"title": title, "page": page, "pages": len(pages)}
        made.append(_sheet(where, fronts, say("page", lang, **about), lang))
        if backs:
            behind = [
                Placed(
                    where.behind(x),
                    y,
                    front(piece, back, number, count)
                    if back in piece.sides
                    else lay_back(back, *where.card, lang).marks,
                )
                for (x, y), (piece, _, back, number, count) in zip(places, cards, strict=False)
            ]
            made.append(_sheet(where, behind, say("page_backs", lang, **about), lang))
    return Printed(tuple(made), tuple(crowded))


def _sheet(where: Grid, cards: Sequence[Placed], title: str, lang: str) -> Sheet:
    around = Placed(0.0, 0.0, (*_title(where, title, lang), *_cuts(where, cards)))
    return Sheet(*where.paper, title, (around, *cards), len(cards))


def _title(where: Grid, title: str, lang: str) -> Iterator[Mark]:
    """What the page is, and a line by which a ruler tells whether it was printed in its size."""
    y = max(where.top - _MARK - _APART - 1.0, 3.0)
    wide = where.columns * where.card[0]
    hint = plain(say("scale", lang), wide, _TYPE, ink=SOFT, most=1)
    length = 50.0
    if wide < hint.width + length + 30:
        room, right = wide, 0.0
    else:
        right = where.left + wide
        yield Words(right - length - 2, y, hint.height / 1.3, say("scale", lang), ink=SOFT, anchor="end")
        yield Rule(right - length, y - 0.8, right, y - 0.8, 0.25)
        yield Rule(right - length, y - 1.6, right - length, y, 0.25)
        yield Rule(right, y - 1.6, right, y, 0.25)
        room = wide - hint.width - length - 6
    said = plain(title, room, _TYPE, bold=True, most=1)
    for mark in said.marks:
        if isinstance(mark, Words):
            yield Words(where.left, y, mark.size, mark.text, bold=True)


def _cuts(where: Grid, cards: Sequence[Placed]) -> Iterator[Mark]:
    """Marks where to cut, at the ends of every line along a card; they do not touch the cards."""
    width, height = where.card
    across = sorted({round(edge, 3) for card in cards for edge in (card.x, card.x + width)})
    down = sorted({round(edge, 3) for card in cards for edge in (card.y, card.y + height)})
    below = down[-1] + _APART
    for x in across:
        yield Rule(x, down[0] - _APART - _MARK, x, down[0] - _APART)
        yield Rule(x, below, x, min(below + _MARK, where.paper[1] - 1))
    for y in down:
        yield Rule(across[0] - _APART - _MARK, y, across[0] - _APART, y)
        yield Rule(across[-1] + _APART, y, across[-1] + _APART + _MARK, y)
