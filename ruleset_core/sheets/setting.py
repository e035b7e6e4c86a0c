"""Setting type: text and signs as marks on lines of a width, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ruleset_core.drawing.lines import SIGN, TILE, Atom, is_heavy, is_lettered, lines_of
from ruleset_core.drawing.signs import DETAILS, FILLED, HOLLOW
from ruleset_core.drawing.style import FILLS, TEXTS, on
from ruleset_core.drawing.svg import measure
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import letter
from ruleset_core.sheets.marks import INK, PAPER, POINT, SOFT, Block, Mark, Rule, Shape, Words

LINE: Final = 1.3
"""Height of a line, in sizes of the type."""
_SQUARE: Final = 1.2


@dataclass(frozen=True, slots=True)
class Setting:
    """Marks from 0, 0 to a width and a height. `cut`: something had no room."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    cut: bool = False


def moved(marks: Iterable[Mark], x: float, y: float) -> Iterator[Mark]:
    """The same marks further right and down."""
    for mark in marks:
        if isinstance(mark, Rule):
            yield replace(mark, x1=mark.x1 + x, x2=mark.x2 + x, y1=mark.y1 + y, y2=mark.y2 + y)
        else:
            yield replace(mark, x=mark.x + x, y=mark.y + y)


def spans(
    given: n.Spans, width: float, size: float, lang: str, *, bold: bool = False, ink: str = INK, most: int = 0
) -> Setting:
    """Spans on as many lines as they need, `size` in points; of more than `most` lines the rest is left out, where that is said."""
    lines = lines_of(given, size, width / POINT, lang, bold=bold)
    cut = bool(most) and len(lines) > most
    if cut:
        lines = lines[:most]
        lines[-1] = _ended(lines[-1], width / POINT, size, bold=bold)
    marks, widest, high = list[Mark](), 0.0, size * POINT * LINE
    for row, line in enumerate(lines):
        x = 0.0
        for place, atom in enumerate(line):
            x += atom.before * POINT if place else 0.0
            marks += _atom(atom, given[atom.span], x, row * high, size, lang, bold=bold, ink=ink)
            x += atom.width * POINT
        widest = max(widest, x)
    return Setting(widest, len(lines) * high, tuple(marks), cut)


def plain(text: str, width: float, size: float, *, bold: bool = False, ink: str = INK, most: int = 0) -> Setting:
    """A text of one style."""
    return spans((n.Span(text),), width, size, "en", bold=bold, ink=ink, most=most)


def breaks(text: str, width: float, size: float, *, bold: bool = False) -> bool:
    """Whether a word of a text is wider than there is room."""
    return any(measure(word, size, bold=bold) * POINT > width for word in text.split())


def stacked(settings: Sequence[Setting], gap: float) -> Setting:
    """One below the other."""
    marks, y, widest = list[Mark](), 0.0, 0.0
    for each in settings:
        marks += moved(each.marks, 0.0, y)
        y += each.height + gap
        widest = max(widest, each.width)
    return Setting(widest, max(y - gap, 0.0), tuple(marks), any(each.cut for each in settings))


def flowing(settings: Sequence[Setting], width: float, gap: float, between: float = 0.0) -> Setting:
    """Side by side, on as many rows as they need."""
    rows: list[list[Setting]] = []
    x = 0.0
    for each in settings:
        if not rows or x + each.width > width:
            rows.append([])
            x = 0.0
        rows[-1].append(each)
        x += each.width + gap
    return stacked([_row(row, gap) for row in rows], between)


def _row(row: Sequence[Setting], gap: float) -> Setting:
    marks, x = list[Mark](), 0.0
    for each in row:
        marks += moved(each.marks, x, 0.0)
        x += each.width + gap
    return Setting(x - gap, max(each.height for each in row), tuple(marks), any(each.cut for each in row))


def sign(name: str, size: float, colour: str, lang: str, *, fill: str = "", lettered: bool = True) -> Iterator[Mark]:
    """A sign of the look from 0, 0. Its colour is said by a letter too, so that it is told on paper without colours."""
    said = letter(colour, lang) if lettered and colour else ""
    filled = fill or FILLS.get(colour, PAPER)
    if name in HOLLOW and fill:
        yield Shape(0, 0, size, HOLLOW[name], filled, INK, size * 0.08)
    elif name in HOLLOW:
        yield Shape(0, 0, size, HOLLOW[name], "", INK, size * 0.17)
        yield Shape(0, 0, size, HOLLOW[name], "", FILLS.get(colour, PAPER), size * 0.09)
    else:
        yield Shape(0, 0, size, FILLED.get(name, FILLED["stone"]), filled, INK, size * 0.05)
        if name in DETAILS and not said:
            yield Shape(0, 0, size, DETAILS[name], "", SOFT, size * 0.05)
    if said:
        dark = fill or name in HOLLOW or not colour
        ink = INK if dark else on(colour)
        yield Words(size / 2, size * 0.68, size * 0.5, said, bold=True, ink=ink, anchor="middle")


def _ended(line: Sequence[Atom], width: float, size: float, *, bold: bool) -> list[Atom]:
    """A line whose text goes on where there is no room: with three dots at its end."""
    kept = list(line)
    dots = measure("…", size, bold=bold)
    while len(kept) > 1 and sum(each.before + each.width for each in kept) - kept[0].before + dots > width:
        kept.pop()
    last = kept[-1]
    text = last.text
    while text and last.before + measure(text, size, bold=bold) + dots > width:
        text = text[:-1]
    kept[-1] = replace(last, text=f"{text.rstrip()}…", width=measure(f"{text.rstrip()}…", size, bold=bold), sign="")
    return kept


def _atom(
    atom: Atom, span: n.Span, x: float, y: float, size: float, lang: str, *, bold: bool, ink: str
) -> Iterator[Mark]:
    high = size * POINT
    if atom.sign:
        shown = span.colour if atom.used else ""
        drawn = sign(atom.sign, high * SIGN, shown, lang, lettered=is_lettered(span, lang))
        yield from moved(drawn, x, y + high * 0.05)
        return
    if atom.tile:
        fill, wide = FILLS[span.colour], atom.width * POINT
        yield Block(x, y + high * 0.08, wide, high * _SQUARE, high * 0.2, fill, INK, high * 0.05)
        yield Words(x + wide / 2, y + high, high * TILE, atom.text, bold=True, ink=on(span.colour), anchor="middle")
        return
    if span.colour in TEXTS and ink == INK:
        ink = TEXTS[span.colour][0]
    elif span.style in {"dim", "text"} and ink == INK:
        ink = SOFT
    yield Words(x, y + high, high, atom.text, bold=bold or is_heavy(span), ink=ink)
