"""Boards and tokens on pages: a board as large as one page or, wider, on several to be glued together; tokens and faces of dice in rows.

a board of 300 mm on A4            two pages beside each other that show the same stripe of 10 mm, with marks at its ends
24 dice with six faces             144 squares of 15 mm: stickers for blank dice
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.messages import message
from ruleset_core.print.components import EmptyBoard, Token
from ruleset_core.print.pages import HEAD, MARGIN, PAPERS, CardSpacing, image_page, page_grid, sheet_of
from ruleset_core.print.playing_cards import lay_pips
from ruleset_core.print.scene_pictures import FlatPicture, flatten_picture
from ruleset_core.print.typesetting import (
    INK,
    PAPER,
    POINT,
    SOFT,
    AnyMark,
    LineMark,
    PictureMark,
    PlacedMarks,
    PrintPage,
    RectangleMark,
    TextMark,
    move_marks,
    set_sign,
)
from ruleset_core.view.svg.drawing import draw_alone
from ruleset_core.view.svg.svg_elements import FILLS, letter_colour

OVERLAP: Final = 10.0
"""What two pages of a board both show."""
BOARD: Final = 300.0
"""The usual width of a picture of a board."""
TOKEN: Final = 15.0
"""The usual size of a token."""
_MOST: Final = 120
"""So many of one token are printed at most."""


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board as shapes and texts. `name`: what its picture is called on pages."""

    name: str
    title: str
    picture: FlatPicture
    count: int


def draw_boards(boards: Sequence[EmptyBoard], lang: str, players: tuple[str, ...]) -> list[DrawnBoard]:
    """Boards as pictures, by the drawing that a page of the table has."""
    drawn = []
    for place, each in enumerate(boards, 1):
        name = f"board{place}"
        picture = flatten_picture(draw_alone(each.board, lang, players, {}))
        picture.shapes.set("id", f"art-{name}")
        drawn.append(DrawnBoard(name, each.title, picture, each.count))
    return drawn


def board_pictures(boards: Sequence[DrawnBoard]) -> dict[str, ET.Element]:
    """The pictures of boards by name."""
    return {each.name: each.picture.shapes for each in boards}


def board_marks(board: DrawnBoard, width: float) -> tuple[AnyMark, ...]:
    """A board in this width, from 0, 0 on."""
    picture, share = board.picture, width / board.picture.width
    texts = (replace(each, x=each.x * share, y=each.y * share, size=each.size * share) for each in picture.texts)
    return PictureMark(0.0, 0.0, width, picture.height * share, board.name), *texts


def board_image(board: DrawnBoard, width: float) -> PrintPage:
    """A board alone, in this width."""
    high = width * board.picture.height / board.picture.width
    return image_page(board_marks(board, width), width, high, board.title)


def token_images(token: Token, size: float, lang: str) -> dict[str, PrintPage]:
    """A token alone, or the faces of a die, by the names of their files."""
    worth = str(token.worth) if token.worth > 1 else ""
    stem = "-".join(filter(None, ("die" if token.faces else "token", token.sign, token.colour, worth)))
    return {
        f"{stem}-{shown}" if shown else stem: image_page(
            token_marks(token, size, lang, shown), size, size, token.name(lang)
        )
        for shown in token.faces or (0,)
    }


def lay_boards(
    boards: Sequence[DrawnBoard], lang: str, title: str, paper: str, width: float = 0.0
) -> Iterator[PrintPage]:
    """The pages of boards; `width` in millimetres, 0 for as large as a page. Low ones lie one below the other on a page."""
    wide, high = PAPERS[paper]
    left, room = wide - 2 * MARGIN, high - HEAD - MARGIN
    y, placed = 0.0, list[PlacedMarks]()

    def page() -> PrintPage:
        return PrintPage(wide, high, title, (PlacedMarks(0.0, 0.0, ()), *placed), len(placed))

    for board in boards:
        height = left * board.picture.height / board.picture.width
        if width or height + HEAD > room / 2:
            yield from _lay_board(board, lang, title, paper, width)
            continue
        marks = board_marks(board, left)
        for copy in range(board.count):
            if y + height > room and placed:
                yield page()
                y, placed = 0.0, []
            said = _title(board, copy, lang, title)
            head = TextMark(2, -2.5, 7 * POINT, said, ink=SOFT)
            placed.append(PlacedMarks(MARGIN, HEAD + y, (*marks, head)))
            y += height + HEAD
    if placed:
        yield page()


def _title(board: DrawnBoard, copy: int, lang: str, title: str) -> str:
    of = message("print.of_many", lang, number=copy + 1, count=board.count) if board.count > 1 else ""
    return " · ".join(dict.fromkeys(filter(None, (board.title, of, title))))


def _lay_board(board: DrawnBoard, lang: str, title: str, paper: str, width: float) -> Iterator[PrintPage]:
    """The pages of one board, as many as its width takes."""
    ratio = board.picture.height / board.picture.width
    papers = (PAPERS[paper], PAPERS[paper][::-1])
    rooms = [(wide - 2 * MARGIN, high - HEAD - MARGIN) for wide, high in papers]
    largest = [min(wide, high / ratio) for wide, high in rooms]
    wide = width or max(largest)
    high = wide * ratio
    counts = [(_pages(wide, room[0]), _pages(high, room[1])) for room in rooms]
    best = min((0, 1), key=lambda each: (counts[each][0] * counts[each][1], -largest[each]))
    columns, rows = counts[best]
    marks = board_marks(board, wide)
    for copy in range(board.count):
        for row in range(rows):
            for column in range(columns):
                part = message("print.part", lang, row=row + 1, column=column + 1) if columns * rows > 1 else ""
                said = " · ".join(filter(None, (_title(board, copy, lang, title), part)))
                x, y = column * (rooms[best][0] - OVERLAP), row * (rooms[best][1] - OVERLAP)
                yield _board_page(marks, (x, y), (wide, high), papers[best], said)


def _pages(length: float, room: float) -> int:
    """So many pages a length takes where each shows a stripe of the one before."""
    return 1 if length <= room + 0.1 else ceil((length - OVERLAP) / (room - OVERLAP))


def _board_page(
    marks: Sequence[AnyMark],
    corner: tuple[float, float],
    size: tuple[float, float],
    paper: tuple[float, float],
    title: str,
) -> PrintPage:
    """A part of a board from a corner on. What lies beyond the part is covered with white."""
    wide, high = paper
    left, top = MARGIN, HEAD
    room = min(wide - 2 * MARGIN, size[0] - corner[0]), min(high - HEAD - MARGIN, size[1] - corner[1])
    right, lower = left + room[0], top + room[1]
    covered = [
        RectangleMark(0, 0, wide, top, 0, PAPER),
        RectangleMark(0, 0, left, high, 0, PAPER),
        RectangleMark(right, 0, wide - right, high, 0, PAPER),
        RectangleMark(0, lower, wide, high - lower, 0, PAPER),
    ]
    lines = [
        line
        for x in (left, right)
        for line in (LineMark(x, top - 4, x, top - 1), LineMark(x, lower + 1, x, min(lower + 4, high)))
    ]
    head = TextMark(left + 2, top - 2.5, 7 * POINT, title, ink=SOFT)
    moved = [*move_marks(marks, left - corner[0], top - corner[1])]
    return PrintPage(
        wide, high, title, (PlacedMarks(0.0, 0.0, ()), PlacedMarks(0.0, 0.0, (*moved, *covered, *lines, head))), 1
    )


def token_marks(token: Token, size: float, lang: str, shown: int = 0) -> tuple[AnyMark, ...]:
    """A token on a square of this size, or the face of a die with a number."""
    edge = size * 0.02
    fill = FILLS.get(token.colour, PAPER)
    if token.faces:
        ink = letter_colour(token.colour) if token.colour else INK
        square = RectangleMark(edge, edge, size - 2 * edge, size - 2 * edge, size * 0.12, fill, SOFT, 0.2)
        pips = tuple(lay_pips(shown, 0.0, 0.0, size, ink))
        figure = TextMark(size / 2, size * 0.68, size * 0.5, str(shown), bold=True, ink=ink, anchor="middle")
        return square, *(pips or (figure,))
    ground = RectangleMark(edge, edge, size - 2 * edge, size - 2 * edge, size * 0.2, PAPER, SOFT, 0.2)
    drawn = move_marks(set_sign(token.sign, size * 0.76, token.colour, lang), size * 0.12, size * 0.12)
    if token.worth == 1:
        return ground, *drawn
    return ground, *drawn, TextMark(size / 2, size * 0.62, size * 0.36, str(token.worth), bold=True, anchor="middle")


def lay_tokens(tokens: dict[Token, int], lang: str, title: str, paper: str, size: float = TOKEN) -> Iterator[PrintPage]:
    """Tokens on pages, all of one kind after those of another."""
    where = page_grid(paper, size, size, CardSpacing(gutter=1.0))
    squares: list[tuple[AnyMark, ...]] = []
    for token, count in tokens.items():
        faces = [token_marks(token, size, lang, shown) for shown in token.faces or (0,)]
        squares += faces * min(count, _MOST)
    each = where.columns * where.rows
    pages = [squares[start : start + each] for start in range(0, len(squares), each)]
    for number, page in enumerate(pages, 1):
        placed = [PlacedMarks(x, y, marks) for (x, y), marks in zip(where.places(), page, strict=False)]
        said = message("print.page", lang, page=number, pages=len(pages), title=title)
        yield sheet_of(where, placed, said, lang)
