"""One side of a card: a band with its name, its facts, its picture, what it does; at the lower edge what else is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ruleset_core.drawing.style import FILLS, on
from ruleset_core.scenes import nodes as n
from ruleset_core.sheets.marks import INK, PALE, PAPER, POINT, SOFT, Art, Block, Mark, Rule
from ruleset_core.sheets.pieces import Side
from ruleset_core.sheets.setting import Setting, breaks, flowing, moved, plain, sign, spans, stacked

LEAST: Final = 6.0
"""The smallest type of what a card does, in points: smaller is not read across a table."""
SMALLEST: Final = 5.0
"""The smallest type of everything else."""
TEXT: Final = 9.0
MOST: Final = 1.25
"""How much larger type may be where there is room."""
STEP: Final = 0.05
WIDE: Final = 63.0
HIGH: Final = 88.0
"""The size of card for which the sizes of type are meant."""
_SIGN: Final = 26.0
"""How large a sign is in the middle of a card that says nothing, where there is room."""
_ALONE: Final = 12.0
"""The type of facts on a card that says nothing else."""
_SMALLER: Final = 0.75
"""How much smaller a name may be so that it has one line."""
_PICTURE: Final = 0.6
"""Height of a picture in its widths."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A side of a card on paper. `fits`: whether all that it says has room in type that can be read."""

    marks: tuple[Mark, ...]
    fits: bool


@dataclass(frozen=True, slots=True)
class _Frame:
    """The room of a card: lengths in millimetres, `scale` of what does not shrink with the text."""

    width: float
    height: float
    scale: float
    edge: float
    pad: float

    @property
    def inner(self) -> float:
        return self.width - 2 * (self.edge + self.pad)


def lay(side: Side, width: float, height: float, lang: str, count: str = "") -> Laid:
    """Lay out a side. `count`: what is said of how many there are.

    Text is as large as there is room for, down to `LEAST`; what then still has none ends in dots.
    """
    frame = _frame(width, height)
    band = _band(side, frame, lang)
    foot = _foot(side, count, frame)
    top = frame.edge + band.height + frame.pad * 0.8
    bottom = height - frame.edge - foot.height
    body, fits = _body(side, frame, bottom - top, lang)
    marks = [
        Block(frame.edge, frame.edge, width - 2 * frame.edge, height - 2 * frame.edge, 2.2 * frame.scale, PAPER),
        *moved(band.marks, frame.edge, frame.edge),
        *moved(body, frame.edge + frame.pad, top),
        *moved(foot.marks, frame.edge + frame.pad, bottom),
        _edge(frame),
    ]
    return Laid(tuple(marks), fits and not band.cut)


def lay_back(side: Side, width: float, height: float, lang: str) -> Laid:
    """The back of a card: the same for all that cannot be told apart when they lie face down.

    Its colour is a frame, so that it takes little ink and nothing shows through the paper.
    """
    frame = _frame(width, height)
    thick = 2.4 * frame.scale
    inset = frame.edge + thick / 2
    room = frame.inner - 2 * thick
    size = min(14.0 * frame.scale, 20.0)
    small = max(size * 0.62, SMALLEST)
    parts = [_name(side.name, room, size, SMALLEST, INK)]
    if side.label:
        parts.append(plain(side.label, room, small, most=2))
    said = [spans(fact, room, small, lang, most=2) for fact in side.facts]
    whole = stacked([_middled(each, room) for each in (*parts, *said)], 1.6 * frame.scale)
    stroke = FILLS.get(side.colour, PALE)
    marks: list[Mark] = [
        Block(inset, inset, width - 2 * inset, height - 2 * inset, 1.4 * frame.scale, PAPER, stroke, thick),
        _edge(frame),
    ]
    marks += moved(whole.marks, frame.edge + frame.pad + thick, max((height - whole.height) / 2, inset))
    return Laid(tuple(marks), whole.height <= height - 2 * (inset + thick) and not whole.cut)


def _frame(width: float, height: float) -> _Frame:
    scale = min(max(min(width / WIDE, height / HIGH), 0.4), 2.0)
    return _Frame(width, height, scale, max(2.0 * scale, 1.0), max(2.0 * scale, 1.0))


def _edge(frame: _Frame) -> Block:
    """A line around the card, well within: a cut that is a little off does not touch it."""
    edge = frame.edge
    return Block(
        edge, edge, frame.width - 2 * edge, frame.height - 2 * edge, 2.2 * frame.scale, "", SOFT, 0.3 * frame.scale
    )


def _middled(each: Setting, width: float) -> Setting:
    return Setting(width, each.height, tuple(moved(each.marks, (width - each.width) / 2, 0)), each.cut)


def _name(text: str, width: float, size: float, least: float, ink: str) -> Setting:
    """A name, as large as it can be on two lines without a broken word, or a little smaller on one.

    In the smallest type it has three lines; what then has no room is left out.
    """
    one = size
    while one > max(size * _SMALLER, least):
        found = plain(text, width, one, bold=True, ink=ink)
        if found.height <= _high(one) + 0.01:
            return found
        one -= 0.25
    while size > least:
        found = plain(text, width, size, bold=True, ink=ink)
        if found.height <= 2.01 * _high(size) and not breaks(text, width, size, bold=True):
            return found
        size = max(size - 0.5, least)
    return plain(text, width, least, bold=True, ink=ink, most=3)


def _high(size: float) -> float:
    return plain("x", 1000, size).height


def _band(side: Side, frame: _Frame, lang: str) -> Setting:
    """Sign and name on a band of the card's colour."""
    wide = frame.width - 2 * frame.edge
    fill = FILLS.get(side.colour, PALE)
    ink = on(side.colour) if side.colour else INK
    shown = side.sign or ("stone" if side.colour else "")
    drawn = 6.0 * frame.scale if shown else 0.0
    room = wide - 2 * frame.pad - (drawn + frame.pad * 0.6 if drawn else 0.0)
    label = _name(side.name, room, 11.5 * frame.scale, min(max(7.0 * frame.scale, SMALLEST), LEAST), ink)
    high = max(label.height, drawn) + 1.6 * frame.scale
    corner = 2.2 * frame.scale
    marks: list[Mark] = [
        Block(0, 0, wide, high, corner, fill),
        Block(0, high / 2, wide, high / 2, 0, fill),
        Rule(0, high, wide, high, 0.2, SOFT),
    ]
    if drawn:
        marks += moved(sign(shown, drawn, side.colour, lang, fill=PAPER), frame.pad * 0.8, (high - drawn) / 2)
    marks += moved(label.marks, frame.pad + (drawn + frame.pad * 0.4 if drawn else 0.0), (high - label.height) / 2)
    return Setting(wide, high, tuple(marks), label.cut)


def _foot(side: Side, count: str, frame: _Frame) -> Setting:
    """What kind of card it is, and how many there are."""
    size = max(5.5 * frame.scale, SMALLEST - 0.5)
    right = plain(count, frame.inner, size, ink=SOFT, most=1) if count else Setting(0, 0, ())
    left = plain(side.label, frame.inner - right.width - 1, size, ink=SOFT, most=1)
    high = _high(size) + 0.7 * frame.scale
    return Setting(frame.inner, high, (*left.marks, *moved(right.marks, frame.inner - right.width, 0)))


def _body(side: Side, frame: _Frame, height: float, lang: str) -> tuple[list[Mark], bool]:
    """What stands between band and foot, in the largest type for which there is room."""
    factor = MOST * frame.scale
    least = LEAST / TEXT
    while factor > least:
        marks = _at_size(side, frame, height, factor, lang)
        if marks is not None:
            return marks, True
        factor -= STEP
    marks = _at_size(side, frame, height, least, lang)
    return (marks, True) if marks is not None else (_cut(side, frame, height, least, lang), False)


def _at_size(side: Side, frame: _Frame, height: float, factor: float, lang: str) -> list[Mark] | None:
    """The body in type of this size; None where there is no room for it."""
    width, gap = frame.inner, 1.2 * frame.scale
    upper = _facts(side.facts, width, 8.5 * factor, lang)
    alone = not (side.text or side.art or _large_sign(side))
    lower = _facts(() if alone else side.details, width, max(6.8 * min(factor, 1.15), SMALLEST), lang)
    text = (
        _alone(side, width, (TEXT if side.facts else _ALONE) * factor, lang)
        if alone
        else stacked([plain(line, width, TEXT * factor) for line in side.text.splitlines()], 0.9 * frame.scale)
    )
    picture = width * _PICTURE if side.art else 0.0
    parts = [each for each in (upper.height, picture, text.height, lower.height) if each]
    left = height - 0.5 - sum(parts) - gap * (len(parts) + bool(lower.height) - 1)
    words = [
        word for line in (side.text, *("".join(s.text for s in each) for each in side.facts)) for word in line.split()
    ]
    if left < 0 or (factor > LEAST / TEXT and any(breaks(word, width, TEXT * factor) for word in words)):
        return None
    marks, y = list(upper.marks), upper.height + gap if upper.height else 0.0
    if side.art:
        marks.append(Art(0, y, width, picture, side.art))
        y += picture + gap
    if text.height:
        marks += moved(text.marks, 0, y + left / 2 if not side.art else y)
    elif not side.art:
        size = min(_SIGN * frame.scale, left, width)
        marks += moved(sign(side.sign, size, side.colour, lang), (width - size) / 2, y + (left - size) / 2)
    if lower.height:
        marks += _below(lower, width, height)
    return marks


def _below(lower: Setting, width: float, height: float) -> Iterator[Mark]:
    """The other facts at the lower edge, below a line."""
    y = height - lower.height - 0.5
    yield Rule(0, y - 0.5, width, y - 0.5, 0.15, SOFT)
    yield from moved(lower.marks, 0, y)


def _cut(side: Side, frame: _Frame, height: float, least: float, lang: str) -> list[Mark]:
    """The body in the smallest type, as much of it as there is room for: what the card does goes first."""
    width, size = frame.inner, TEXT * least
    line = _high(size)
    marks, y = list[Mark](), 0.0
    for each in (*side.facts, *((n.Span(text),) for text in side.text.splitlines()), *side.details):
        most = int((height - y + 0.01) / line)
        if most < 1:
            break
        found = spans(each, width, size, lang, most=most)
        marks += moved(found.marks, 0, y)
        y += found.height
    return marks


def _large_sign(side: Side) -> bool:
    """Whether the sign of a piece is worth being drawn large: not where it is only that of a card."""
    return bool(side.sign) and (side.sign != "card" or bool(side.colour))


def _alone(side: Side, width: float, size: float, lang: str) -> Setting:
    """The facts of a card that says nothing else: in its middle, one below the other, as large as its text would be."""
    return stacked([_middled(spans(fact, width, size, lang), width) for fact in side.details], size * POINT * 0.5)


def _facts(facts: tuple[n.Spans, ...], width: float, size: float, lang: str) -> Setting:
    return flowing([spans(fact, width, size, lang) for fact in facts], width, size * POINT * 0.9)
