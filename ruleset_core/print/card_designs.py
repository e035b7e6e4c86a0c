"""Cards as a look lays them out: areas with what stands in them, a ground, a frame; and backs with a colour and a pattern.

    print:
      ware: {size: mini, ground: this.quality, areas: [{at: 4 4 36 8, show: this, size: 12, fill: white}], back: {colour: blue}}

`designed_side` says what a piece shows (the spans of `this`, the colour of its quality), `lay_design` where it stands on a card
of some size: a rectangle over the whole card in that colour, a white one of 36x8 mm, and the name in the largest type up to 12
points for which there is room. What touches an edge of the card goes on beyond it, into the bleed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleset_core import Game
from ruleset_core.formats import scene_format as scenes
from ruleset_core.print.typesetting import (
    INK,
    PAPER,
    POINT,
    AnyMark,
    PictureMark,
    RectangleMark,
    TypesetBlock,
    breaks_word,
    flow_blocks,
    move_marks,
    set_sign,
    set_spans,
    set_text,
    stack_blocks,
    turn_marks,
)
from ruleset_core.view.look.game_looks import (
    UNKNOWN,
    LinkedArea,
    LinkedBack,
    LinkedPrint,
    LookEvaluator,
    PaperLength,
    area_picture,
    back_picture,
    font_metrics,
)
from ruleset_core.view.scene.scene_items import ItemBuilder, SpanBuilder
from ruleset_core.view.svg.svg_elements import FILLS, USUAL, Typeface, letter_colour

SMALLEST: Final = 5.0
"""The smallest type, in points."""
_STEP: Final = 0.25
_PAD: Final = 1.0
"""What is left free within an area that has a colour or an edge, in millimetres."""
_FRAME: Final = 3.0
_LINE: Final = 0.3
_CORNER: Final = 2.0
_CELL: Final = 5.0
"""How wide a stripe, a square or the room of a dot on a back is, in millimetres."""


@dataclass(frozen=True, slots=True)
class PrintedArea:
    """What stands in an area of one card: `spans` side by side, or `text` on lines of its own, or the picture `art`; colours by name."""

    area: LinkedArea
    spans: tuple[scenes.TextSpans, ...]
    text: str
    art: str
    fill: str
    edge: str
    ink: str
    face: Typeface


@dataclass(frozen=True, slots=True)
class PrintedDesign:
    """What one card shows in the layout of its kind."""

    areas: tuple[PrintedArea, ...]
    ground: str
    frame: str


@dataclass(frozen=True, slots=True)
class BackDesign:
    """The back of a kind."""

    colour: str
    pattern: str
    sign: str
    text: str
    art: str


def typefaces(game: Game) -> dict[str, Typeface]:
    """The fonts that a game brings, by name."""
    return {name: Typeface(name, metrics.ems) for name, metrics in font_metrics(game).items()}


class DesignReader:
    """Says what pieces show in the layouts of a look. `faces`: its fonts by name."""

    def __init__(
        self, at: LookEvaluator, things: ItemBuilder, parts: SpanBuilder, faces: Mapping[str, Typeface]
    ) -> None:
        self._at, self._things, self._parts, self._faces = at, things, parts, faces

    def side(
        self, printed: LinkedPrint, family: Any, env: Mapping[str, int], text: str, picture: str
    ) -> PrintedDesign | None:
        """The layout of a piece; None for a kind that has none. `text`: what it does; `picture`: that of its face."""
        if not printed.areas:
            return None
        areas = []
        for place, area in enumerate(printed.areas):
            if area.when is not None and not self._at.value(area.when, env):
                continue
            ident = area_picture(family.domain, place)
            spans = (part for part in self._parts.several(area.show, env) if not _is_unknown(part))
            areas.append(
                PrintedArea(
                    area,
                    tuple(spans),
                    text if area.what == "words" else "",
                    picture if area.what == "picture" else self._things.picture(area.art, family, env, ident),
                    self._parts.colour(area.fill, env),
                    self._parts.colour(area.edge, env),
                    self._parts.colour(area.ink, env),
                    self._faces.get(area.font, USUAL),
                )
            )
        return PrintedDesign(
            tuple(areas), self._parts.colour(printed.ground, env), self._parts.colour(printed.frame, env)
        )

    def back(self, kind: str, back: LinkedBack) -> BackDesign:
        """The back of a kind."""
        art = "" if back.art is None else back_picture(kind)
        return BackDesign(back.colour, back.pattern, back.sign, self._at.text(back.text, {}), art)


def _is_unknown(spans: scenes.TextSpans) -> bool:
    return any(UNKNOWN in span.text for span in spans)


# -- fronts -------------------------------------------------------------------------------------------------------


def lay_design(design: PrintedDesign, width: float, height: float, lang: str, bleed: float) -> TypesetBlock:
    """The marks of a card in its layout; some leave it by the bleed. `cut`: a text had no room in readable type."""
    ground = FILLS.get(design.ground, PAPER)
    marks: list[AnyMark] = []
    if design.ground or design.frame:
        around = FILLS.get(design.frame, ground)
        marks.append(RectangleMark(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, 0.0, around))
    if design.frame:
        marks.append(RectangleMark(_FRAME, _FRAME, width - 2 * _FRAME, height - 2 * _FRAME, _CORNER, ground))
    cut = False
    for place, each in enumerate(design.areas):
        under = _colour_below(design.areas[: place + 1], width, height) or design.ground
        laid = _lay_area(each, under, width, height, lang, bleed)
        marks += laid.marks
        cut = cut or laid.cut
    return TypesetBlock(width, height, tuple(marks), cut)


def _colour_below(areas: Sequence[PrintedArea], width: float, height: float) -> str:
    """The colour on which the last of these areas is read: its own, or that of the last one below its middle."""
    (left, wide), (top, high) = _place(areas[-1].area, width, height)
    x, y = left + wide / 2, top + high / 2
    for each in reversed(areas):
        (left, wide), (top, high) = _place(each.area, width, height)
        if each.fill and left <= x <= left + wide and top <= y <= top + high:
            return each.fill
    return ""


def _lay_area(each: PrintedArea, under: str, width: float, height: float, lang: str, bleed: float) -> TypesetBlock:
    area = each.area
    (left, wide), (top, high) = _place(area, width, height)
    marks: list[AnyMark] = []
    x, room_x = _bled(left, wide, width, bleed)
    y, room_y = _bled(top, high, height, bleed)
    if each.fill or each.edge:
        stroke, line = (FILLS[each.edge], _LINE) if each.edge else ("", 0.0)
        marks.append(RectangleMark(x, y, room_x, room_y, area.round, FILLS.get(each.fill, ""), stroke, line))
    if each.art:
        marks.append(PictureMark(x, y, room_x, room_y, each.art))
    pad = min(_PAD, wide / 8, high / 8) if each.fill or each.edge else 0.0
    ink = FILLS.get(each.ink) or (letter_colour(under) if under else INK)
    text = _fitted(each, wide - 2 * pad, high - 2 * pad, lang, ink)
    if text.marks:
        down = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[area.down] * max(high - 2 * pad - text.height, 0.0)
        placed = move_marks(text.marks, pad, pad + down)
        marks += move_marks(turn_marks(placed, wide, high) if area.turned else placed, left, top)
    return TypesetBlock(wide, high, tuple(marks), text.cut)


def _place(area: LinkedArea, width: float, height: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where an area begins and how long it is, across and down."""
    return _within(area.at[::2], width), _within(area.at[1::2], height)


def _within(given: tuple[PaperLength, ...], whole: float) -> tuple[float, float]:
    """Where an area begins and how long it is: no longer than the card, which may be smaller than the layout was made for."""
    start, length = (each.of(whole) for each in given)
    start = min(start, whole)
    return start, min(length, whole - start)


def _bled(start: float, length: float, whole: float, bleed: float) -> tuple[float, float]:
    """The same beyond the edges of the card that it touches."""
    before = bleed if start < 0.01 else 0.0
    after = bleed if start + length > whole - 0.01 else 0.0
    return start - before, length + before + after


def _fitted(each: PrintedArea, wide: float, high: float, lang: str, ink: str) -> TypesetBlock:
    """What is written in an area in the largest type for which there is room; in the smallest it is cut."""
    size = each.area.size
    while size > SMALLEST:
        found = _set(each, wide, size, lang, ink)
        words = each.text or " ".join(span.text for spans in each.spans for span in spans)
        if found.height <= high + 0.01 and not breaks_word(words, wide, size, bold=each.area.bold, face=each.face):
            return found
        size = max(size - _STEP, SMALLEST)
    found = _set(each, wide, SMALLEST, lang, ink)
    if found.height <= high + 0.01:
        return found
    most = max(int(high / (SMALLEST * POINT * 1.3)), 1)
    return replace(_set(each, wide, SMALLEST, lang, ink, most), cut=True)


def _set(each: PrintedArea, wide: float, size: float, lang: str, ink: str, most: int = 0) -> TypesetBlock:
    bold, across = each.area.bold, {"left": 0.0, "middle": 0.5, "right": 1.0}[each.area.across]
    if each.text:
        lines = each.text.splitlines()[: most or None]
        blocks = [
            set_text(line, wide, size, bold=bold, ink=ink, most=most and 1, across=across, face=each.face)
            for line in lines
        ]
        return stack_blocks(blocks, 0.3 * size * POINT)
    if len(each.spans) == 1:
        return set_spans(each.spans[0], wide, size, lang, bold=bold, ink=ink, most=most, across=across, face=each.face)
    blocks = [set_spans(spans, wide, size, lang, bold=bold, ink=ink, most=most, face=each.face) for spans in each.spans]
    row = flow_blocks(blocks, wide, size * POINT * 0.9)
    return replace(row, marks=tuple(move_marks(row.marks, (wide - row.width) * across, 0.0)))


# -- backs --------------------------------------------------------------------------------------------------------


def lay_back_design(back: BackDesign, width: float, height: float, lang: str, bleed: float) -> TypesetBlock:
    """A back: colour and pattern beyond the edges, and what it says on a plate in the middle."""
    fill = FILLS[back.colour]
    marks: list[AnyMark] = [
        RectangleMark(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, 0.0, fill),
        *_pattern(back.pattern, _lighter(fill), width, height, bleed),
    ]
    room = width * 0.6
    blocks = []
    if back.art:
        blocks.append(TypesetBlock(room, room, (PictureMark(0.0, 0.0, room, room, back.art),)))
    if back.sign:
        size = min(room * 0.5, height * 0.3)
        sign = move_marks(set_sign(back.sign, size, "", lang, fill=fill), (room - size) / 2, 0.0)
        blocks.append(TypesetBlock(room, size, tuple(sign)))
    if back.text:
        size = 16.0
        while size > SMALLEST and breaks_word(back.text, room, size, bold=True):
            size -= _STEP
        blocks.append(set_text(back.text, room, size, bold=True, most=4, across=0.5))
    whole = stack_blocks(blocks, 2.0)
    if blocks:
        pad = width * 0.06
        left, top = (width - room) / 2, (height - whole.height) / 2
        marks.append(
            RectangleMark(left - pad, top - pad, room + 2 * pad, whole.height + 2 * pad, _CORNER, PAPER, INK, _LINE)
        )
        marks += move_marks(whole.marks, left, top)
    return TypesetBlock(width, height, tuple(marks), whole.cut)


def _pattern(pattern: str, fill: str, width: float, height: float, bleed: float) -> Iterator[AnyMark]:
    """Stripes, squares or dots, the same from the left as from the right and turned around."""
    if pattern == "plain":
        return
    columns, rows = (_odd((length + 2 * bleed) / _CELL) for length in (width, height))
    wide, high = (width + 2 * bleed) / columns, (height + 2 * bleed) / rows
    for column in range(columns):
        x = column * wide - bleed
        if pattern == "stripes":
            if column % 2:
                yield RectangleMark(x, -bleed, wide, height + 2 * bleed, 0.0, fill)
            continue
        for row in range(rows):
            y = row * high - bleed
            if pattern == "dots":
                dot = min(wide, high) * 0.4
                yield RectangleMark(x + (wide - dot) / 2, y + (high - dot) / 2, dot, dot, dot / 2, fill)
            elif (column + row) % 2:
                yield RectangleMark(x, y, wide, high, 0.0, fill)


def _odd(length: float) -> int:
    """The odd number nearest to a length."""
    return 2 * int(length / 2) + 1


def _lighter(fill: str) -> str:
    """A colour with a third of white."""
    parts = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{each + (255 - each) // 3:02x}" for each in parts)
