"""What stands on a place of a board in as few characters as can be told apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import seat_mark
from ruleset_core.terminal import inks
from ruleset_core.terminal.pen import Pen
from ruleset_core.terminal.pointing import pointed

SHORT: Final = 3


def whole(spans: Iterable[n.Span], pen: Pen) -> Text:
    """Spans as they are, seats by their marks."""
    return Text(" ").join(pointed(_one(span, pen, short=False), span.stand) for span in spans)


def lines_of(spans: Sequence[n.Span], pen: Pen) -> list[Text]:
    """Spans as the lines they stand on; what cards say goes first where there is no room for texts."""
    lines: list[list[n.Span]] = [[]]
    for span in spans:
        if span.below and lines[-1]:
            lines.append([])
        if span.style != "text" or pen.texts:
            lines[-1].append(span)
    return [pen.spans(line) for line in lines if line]


def has_lines(spans: Iterable[n.Span]) -> bool:
    """Whether something stands on a line of its own."""
    return any(span.below for span in spans)


def brief(spans: Iterable[n.Span], pen: Pen) -> Text:
    """Spans with letters for names."""
    return Text("").join(pointed(_one(span, pen, short=True), span.stand) for span in spans)


def _one(span: n.Span, pen: Pen, *, short: bool) -> Text:
    stand = span.stand
    if stand is not None and stand.family == "seat" and not span.sign:
        seat = int(stand.id.rpartition("_")[2]) if stand.id.rpartition("_")[2].isdecimal() else 0
        return Text(seat_mark(seat, len(pen.players) or 2), inks.style(span.colour))
    if span.sign or not short or len(span.text) <= SHORT:
        return pen.span(span)
    said = inks.letter(span.colour, pen.lang) or span.text[:1].upper()
    return Text(said, inks.style(span.colour))
