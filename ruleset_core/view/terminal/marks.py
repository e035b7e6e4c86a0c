"""What stands on a place of a board, in as few characters as can be told apart; the letters of columns and the numbers of rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.scene.scene_items import seat_mark
from ruleset_core.view.terminal import span_text
from ruleset_core.view.terminal.span_text import TextPen, point_at

SHORT: Final = 3


def full_mark(spans: Iterable[scenes.TextSpan], pen: TextPen) -> Text:
    """Spans as they are, seats by their marks."""
    return Text(" ").join(point_at(_one(span, pen, short=False), span.stand) for span in spans)


def mark_lines(spans: Sequence[scenes.TextSpan], pen: TextPen) -> list[Text]:
    """Spans as the lines they stand on; what cards say goes first where there is no room for texts."""
    lines: list[list[scenes.TextSpan]] = [[]]
    for span in spans:
        if span.below and lines[-1]:
            lines.append([])
        if span.style != "text" or pen.texts:
            lines[-1].append(span)
    return [pen.spans(line) for line in lines if line]


def has_lines(spans: Iterable[scenes.TextSpan]) -> bool:
    """Whether something stands on a line of its own."""
    return any(span.below for span in spans)


def short_mark(spans: Iterable[scenes.TextSpan], pen: TextPen) -> Text:
    """Spans with letters for names."""
    return Text("").join(point_at(_one(span, pen, short=True), span.stand) for span in spans)


def _one(span: scenes.TextSpan, pen: TextPen, *, short: bool) -> Text:
    stand = span.stand
    if stand is not None and stand.family == "seat" and not span.sign:
        seat = int(stand.id.rpartition("_")[2]) if stand.id.rpartition("_")[2].isdecimal() else 0
        return Text(seat_mark(seat, len(pen.players) or 2), span_text.style_of(span.colour))
    if stand is not None and span.colour and span.text.isdecimal():  # two pieces of a number differ in colour
        letter = span_text.colour_letter(span.colour, pen.lang)
        return Text(f"{letter}{span.text}", span_text.style_of(span.colour))
    if span.sign or not short or len(span.text) <= SHORT:
        return pen.span(span)
    said = span_text.colour_letter(span.colour, pen.lang) or span.text[:1].upper()
    return Text(said, span_text.style_of(span.colour))


CELL: Final = re.compile(r"([a-z]+)([0-9]+)\Z")


def cell_names(places: Sequence[scenes.ScenePlace]) -> tuple[dict[float, str], dict[float, str]]:
    """The letter of each column and the number of each row, where the names of places are made of these."""
    columns: dict[float, str] = {}
    rows: dict[float, str] = {}
    bottom = max((place.at[1] for place in places), default=0)
    for place in places:
        found = CELL.match(place.stand.id)
        if found is None or rows.setdefault(place.at[1], found[2]) != found[2]:
            return {}, {}
        if place.at[1] == bottom:
            columns[place.at[0]] = found[1]
    return columns, rows
