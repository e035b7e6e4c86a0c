"""How far what is printed reaches, with the widths that the letters of a PDF have, not those that the layout reckons with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ruleset_core.print.page_files import FONTS
from ruleset_core.print.typesetting import AnyMark, LineMark, PathMark, PictureMark, RectangleMark, TextMark

Box = tuple[float, float, float, float]


@cache
def font(*, bold: bool) -> tuple[dict[int, str], Any, int]:
    from fontTools.ttLib import TTFont

    found = TTFont(FONTS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"))
    return found.getBestCmap(), found["hmtx"], found["head"].unitsPerEm


def width(words: TextMark) -> float:
    """How wide a text is in millimetres."""
    known, wide, em = font(bold=words.bold)
    return sum(wide[known.get(ord(char), ".notdef")][0] for char in words.text) * words.size / em


def box(mark: AnyMark) -> Box:
    """Left, upper, right and lower end of a mark."""
    match mark:
        case TextMark():
            long = width(mark)
            left = mark.x - long * {"start": 0, "middle": 0.5, "end": 1}[mark.anchor]
            found = left, mark.y - mark.size * 0.8, left + long, mark.y + mark.size * 0.24
            if not mark.turned:
                return found
            return 2 * mark.x - found[2], 2 * mark.y - found[3], 2 * mark.x - found[0], 2 * mark.y - found[1]
        case LineMark():
            return mark.x1, mark.y1, mark.x2, mark.y2
        case PathMark():
            return mark.x, mark.y, mark.x + mark.size, mark.y + mark.size
        case RectangleMark() | PictureMark():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height


def outside(marks: tuple[AnyMark, ...], wide: float, high: float, edge: float = 0.0) -> Iterator[str]:
    """What leaves a card, or its edge."""
    for mark in marks:
        left, upper, right, lower = box(mark)
        if left < edge - 0.01 or upper < edge - 0.01 or right > wide - edge + 0.01 or lower > high - edge + 0.01:
            yield f"{mark}: {left:.2f} {upper:.2f} {right:.2f} {lower:.2f}"


def overlapping(marks: tuple[AnyMark, ...]) -> Iterator[str]:
    """Texts that lie on each other."""
    texts = [(mark, box(mark)) for mark in marks if isinstance(mark, TextMark) and mark.text.strip()]
    for place, (one, a) in enumerate(texts):
        for other, b in texts[place + 1 :]:
            across = min(a[2], b[2]) - max(a[0], b[0])
            down = min(a[3], b[3]) - max(a[1], b[1])
            if across > 0.3 and down > 0.3 * min(one.size, other.size):
                yield f"{one.text!r} and {other.text!r}"
