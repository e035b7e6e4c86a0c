"""Type on paper: spans in, marks (text, rectangles, paths, lines) at positions in millimetres out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.scene.scene_items import sign_letter
from ruleset_core.view.svg.span_text import SIGN, TILE, TextAtom, break_lines, is_heavy, is_lettered, laid_squares
from ruleset_core.view.svg.svg_elements import (
    DETAILS,
    FILLED,
    FILLS,
    HOLLOW,
    TEXTS,
    USUAL,
    Typeface,
    letter_colour,
    rows_within,
)

# What stands on paper. Lengths are millimetres from the upper left corner of what it stands on; colours are
# `#rrggbb`, or none.

INK: Final = "#1b1b1b"
SOFT: Final = "#4f4d48"
PALE: Final = "#ececea"
PAPER: Final = "#ffffff"
POINT: Final = 25.4 / 72
"""A point of type in millimetres."""


@dataclass(frozen=True, slots=True)
class TextMark:
    """Text on one line. `y`: of its base line; `anchor`: which end of it stands at `x`: start, middle or end.

    `turned`: it stands upside down, turned around its beginning; `font`: one of the game's own.
    """

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    ink: str = INK
    anchor: str = "start"
    turned: bool = False
    font: str = ""


@dataclass(frozen=True, slots=True)
class RectangleMark:
    """A rectangle, perhaps with round corners. `line`: how thick its edge is."""

    x: float
    y: float
    width: float
    height: float
    round: float = 0.0
    fill: str = ""
    stroke: str = ""
    line: float = 0.0


@dataclass(frozen=True, slots=True)
class PathMark:
    """A way of SVG, in units of 24 to its `size`. `turned`: it is upside down in its place."""

    x: float
    y: float
    size: float
    way: str
    fill: str = ""
    stroke: str = ""
    line: float = 0.0
    turned: bool = False


@dataclass(frozen=True, slots=True)
class LineMark:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    line: float = 0.2
    stroke: str = INK


@dataclass(frozen=True, slots=True)
class PictureMark:
    """A picture of the game's own, by its name, as large as it can be in a rectangle."""

    x: float
    y: float
    width: float
    height: float
    name: str


AnyMark: TypeAlias = TextMark | RectangleMark | PathMark | LineMark | PictureMark


@dataclass(frozen=True, slots=True)
class PlacedMarks:
    """Marks of a card or of the page itself, and where their corner is."""

    x: float
    y: float
    marks: tuple[AnyMark, ...]


@dataclass(frozen=True, slots=True)
class PrintPage:
    """A page. `cards` of them lie on it, `title` says what it is, `credits` who made its pictures."""

    width: float
    height: float
    title: str
    placed: tuple[PlacedMarks, ...]
    cards: int
    credits: tuple[str, ...] = ()


# Setting type: text and signs as marks on lines of a width, in millimetres.

LINE: Final = 1.3
"""Height of a line, in sizes of the type."""
_SQUARE: Final = 1.2


@dataclass(frozen=True, slots=True)
class TypesetBlock:
    """Marks from 0, 0 to a width and a height. `cut`: something had no room."""

    width: float
    height: float
    marks: tuple[AnyMark, ...]
    cut: bool = False


def move_marks(marks: Iterable[AnyMark], x: float, y: float) -> Iterator[AnyMark]:
    """The same marks further right and down."""
    for mark in marks:
        if isinstance(mark, LineMark):
            yield replace(mark, x1=mark.x1 + x, x2=mark.x2 + x, y1=mark.y1 + y, y2=mark.y2 + y)
        else:
            yield replace(mark, x=mark.x + x, y=mark.y + y)


def turn_marks(marks: Iterable[AnyMark], width: float, height: float) -> Iterator[AnyMark]:
    """The same marks upside down in a room of this size. Pictures stay upright."""
    for mark in marks:
        match mark:
            case LineMark():
                yield replace(mark, x1=width - mark.x1, y1=height - mark.y1, x2=width - mark.x2, y2=height - mark.y2)
            case TextMark():
                yield replace(mark, x=width - mark.x, y=height - mark.y, turned=not mark.turned)
            case PathMark():
                x, y = width - mark.x - mark.size, height - mark.y - mark.size
                yield replace(mark, x=x, y=y, turned=not mark.turned)
            case RectangleMark() | PictureMark():
                yield replace(mark, x=width - mark.x - mark.width, y=height - mark.y - mark.height)


def set_spans(
    given: scenes.TextSpans,
    width: float,
    size: float,
    lang: str,
    *,
    bold: bool = False,
    ink: str = INK,
    most: int = 0,
    across: float = 0.0,
    face: Typeface = USUAL,
) -> TypesetBlock:
    """Spans on as many lines as they need, `size` in points; of more than `most` lines the rest is left out, where that is said.

    `across`: the share of the free room of each line that is before it: 0 at the left, 1 at the right.
    """
    lines = break_lines(given, size, width / POINT, lang, bold=bold, face=face)
    cut = bool(most) and len(lines) > most
    if cut:
        lines = lines[:most]
        lines[-1] = _ended(lines[-1], width / POINT, size, bold=bold, face=face)
    marks, widest, high = list[AnyMark](), 0.0, size * POINT * LINE
    for row, line in enumerate(lines):
        long = sum(atom.width + (atom.before if place else 0.0) for place, atom in enumerate(line)) * POINT
        x = max(width - long, 0.0) * across
        for place, atom in enumerate(line):
            x += atom.before * POINT if place else 0.0
            marks += _atom(atom, given[atom.span], x, row * high, size, lang, bold=bold, ink=ink, font=face.name)
            x += atom.width * POINT
        widest = max(widest, x)
    return TypesetBlock(width if across else widest, len(lines) * high, tuple(marks), cut)


def set_text(
    text: str,
    width: float,
    size: float,
    *,
    bold: bool = False,
    ink: str = INK,
    most: int = 0,
    across: float = 0.0,
    face: Typeface = USUAL,
) -> TypesetBlock:
    """A text of one style."""
    spans = (scenes.TextSpan(text),)
    return set_spans(spans, width, size, "en", bold=bold, ink=ink, most=most, across=across, face=face)


def breaks_word(text: str, width: float, size: float, *, bold: bool = False, face: Typeface = USUAL) -> bool:
    """Whether a word of a text is wider than there is room."""
    return any(face.width(word, size, bold=bold) * POINT > width for word in text.split())


def stack_blocks(settings: Sequence[TypesetBlock], gap: float) -> TypesetBlock:
    """One below the other."""
    marks, y, widest = list[AnyMark](), 0.0, 0.0
    for each in settings:
        marks += move_marks(each.marks, 0.0, y)
        y += each.height + gap
        widest = max(widest, each.width)
    return TypesetBlock(widest, max(y - gap, 0.0), tuple(marks), any(each.cut for each in settings))


def flow_blocks(settings: Sequence[TypesetBlock], width: float, gap: float) -> TypesetBlock:
    """Side by side, on as many rows as they need."""
    return stack_blocks([_row(row, gap) for row in rows_within(settings, width, gap)], 0.0)


def _row(row: Sequence[TypesetBlock], gap: float) -> TypesetBlock:
    marks, x = list[AnyMark](), 0.0
    for each in row:
        marks += move_marks(each.marks, x, 0.0)
        x += each.width + gap
    return TypesetBlock(x - gap, max(each.height for each in row), tuple(marks), any(each.cut for each in row))


def set_sign(
    name: str, size: float, colour: str, lang: str, *, fill: str = "", lettered: bool = True
) -> Iterator[AnyMark]:
    """A sign of the look from 0, 0. Its colour is said by a letter too, so that it is told on paper without colours."""
    said = sign_letter(name, colour, lang) if lettered and colour else ""
    filled = fill or FILLS.get(colour, PAPER)
    if name in HOLLOW and fill:
        yield PathMark(0, 0, size, HOLLOW[name], filled, INK, size * 0.08)
    elif name in HOLLOW:
        yield PathMark(0, 0, size, HOLLOW[name], "", INK, size * 0.17)
        yield PathMark(0, 0, size, HOLLOW[name], "", FILLS.get(colour, PAPER), size * 0.09)
    else:
        yield PathMark(0, 0, size, FILLED.get(name, FILLED["stone"]), filled, INK, size * 0.05)
        if name in DETAILS and not said:
            yield PathMark(0, 0, size, DETAILS[name], "", SOFT, size * 0.05)
    if said:
        dark = fill or name in HOLLOW or not colour
        ink = INK if dark else letter_colour(colour)
        yield TextMark(size / 2, size * 0.68, size * 0.5, said, bold=True, ink=ink, anchor="middle")


def _ended(line: Sequence[TextAtom], width: float, size: float, *, bold: bool, face: Typeface) -> list[TextAtom]:
    """A line whose text goes on where there is no room: with three dots at its end."""
    kept = list(line)
    dots = face.width("…", size, bold=bold)
    while len(kept) > 1 and sum(each.before + each.width for each in kept) - kept[0].before + dots > width:
        kept.pop()
    last = kept[-1]
    text = last.text
    while text and last.before + face.width(text, size, bold=bold) + dots > width:
        text = text[:-1]
    kept[-1] = replace(last, text=f"{text.rstrip()}…", width=face.width(f"{text.rstrip()}…", size, bold=bold), sign="")
    return kept


def set_shape(span: scenes.TextSpan, size: float, colour: str, *, large: bool = False) -> Iterator[AnyMark]:
    """A shape of squares, or of discs, between words of a size, or in a square of it; the first one is only an outline."""
    for place, (left, top, unit) in enumerate(laid_squares(span, size, large=large)):
        wide, fill = unit * 0.94, FILLS.get(colour, SOFT) if place else ""
        yield RectangleMark(left, top, wide, wide, wide / 2 if span.form else 0.0, fill, INK, unit * 0.06)


def _atom(
    atom: TextAtom,
    span: scenes.TextSpan,
    x: float,
    y: float,
    size: float,
    lang: str,
    *,
    bold: bool,
    ink: str,
    font: str,
) -> Iterator[AnyMark]:
    high = size * POINT
    if atom.laid:
        yield from move_marks(set_shape(span, high, span.colour), x, y)
        return
    if atom.sign:
        shown = span.colour if atom.used else ""
        drawn = set_sign(atom.sign, high * SIGN, shown, lang, lettered=is_lettered(span, lang))
        yield from move_marks(drawn, x, y + high * 0.05)
        return
    if atom.tile:
        fill, wide = FILLS[span.colour], atom.width * POINT
        yield RectangleMark(x, y + high * 0.08, wide, high * _SQUARE, high * 0.2, fill, INK, high * 0.05)
        yield TextMark(
            x + wide / 2, y + high, high * TILE, atom.text, bold=True, ink=letter_colour(span.colour), anchor="middle"
        )
        return
    if span.colour in TEXTS and ink == INK:
        ink = TEXTS[span.colour][0]
    elif span.style in {"dim", "text"} and ink == INK:
        ink = SOFT
    yield TextMark(x, y + high, high, atom.text, bold=bold or is_heavy(span), ink=ink, font=font)
