"""Playing cards and dominoes on paper, as on the table: rank and suit in two corners with the suit between them; two halves with pips.

corner: [{value: this.rank, mark: true}, {value: this.suit, mark: true}]       10♥ top left and, upside down, bottom right
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleset_core.formats import scene_format as scenes
from ruleset_core.print.typesetting import (
    INK,
    PAPER,
    AnyMark,
    LineMark,
    RectangleMark,
    move_marks,
    set_sign,
    set_spans,
    turn_marks,
)
from ruleset_core.view.svg.boards import PIPS

_CORNER: Final = 0.36
"""Type of a corner, in points by millimetre of the width of a card."""
_SIGN: Final = 0.45
"""How large the sign in the middle is, by the width of the card."""
_INSET: Final = 0.07


def lay_corners(
    corner: scenes.TextSpans, sign: str, colour: str, width: float, height: float, lang: str
) -> tuple[AnyMark, ...]:
    """The front of a playing card."""
    small = min(width, height)
    inset = small * _INSET
    set_ = set_spans(corner, width - 2 * inset, small * _CORNER, lang, bold=True, most=1)
    marks = [*move_marks(set_.marks, inset, inset)]
    marks += turn_marks(tuple(marks), width, height)
    if sign:
        size = small * _SIGN
        marks += move_marks(set_sign(sign, size, colour, lang), (width - size) / 2, (height - size) / 2)
    return tuple(marks)


def lay_halves(halves: tuple[int, ...], width: float, height: float) -> tuple[AnyMark, ...]:
    """A domino as large as it can be on a card, upright."""
    side = min(width, height / 2) * 0.9
    left, top = (width - side) / 2, (height - 2 * side) / 2
    marks: list[AnyMark] = [
        RectangleMark(left, top, side, 2 * side, side * 0.12, PAPER, INK, 0.4),
        LineMark(left + side * 0.1, top + side, left + side * 0.9, top + side, 0.4),
    ]
    for half, shown in enumerate(halves):
        marks += lay_pips(shown, left, top + half * side, side)
    return tuple(marks)


def lay_pips(shown: int, left: float, top: float, side: float, ink: str = INK) -> Iterator[AnyMark]:
    """The pips of a number on a square, as on a die."""
    dot = side * 0.18
    for place in map(int, PIPS.get(shown, "")):
        x, y = left + side * (1 + (place - 1) % 3) / 4, top + side * (1 + (place - 1) // 3) / 4
        yield RectangleMark(x - dot / 2, y - dot / 2, dot, dot, dot / 2, ink)
