"""Boards: which drawing a board gets, what its signs mean, and what is told where no drawing fits."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.said import seat_mark
from ruleset_core.terminal import inks
from ruleset_core.terminal.flow import packed
from ruleset_core.terminal.grids import grid
from ruleset_core.terminal.pen import Pen
from ruleset_core.terminal.plans import plan
from ruleset_core.terminal.pointing import pointed


def board(node: n.Board, pen: Pen, width: int) -> list[Text]:
    """A board with a legend; what stands on it as a list where it is too wide."""
    key = id(node), width, pen.airy, pen.texts
    of, lines = pen.boards.get(key, (None, []))
    if of is not node:
        lines = _board(node, pen, width)
        pen.boards[key] = node, lines
    return [*lines]


def _board(node: n.Board, pen: Pen, width: int) -> list[Text]:
    drawn = plan(node, pen, width) if node.shape == "plan" else grid(node, pen, width)
    if drawn is None:
        drawn = listed(node, pen, width)
    said = [pen.spans(each) for each in node.legend]
    return drawn + packed([*_seats(node, pen), *said], width)


def listed(node: n.Board, pen: Pen, width: int) -> list[Text]:
    """What stands on a board, place by place."""
    told = [_told(place.stand, place.what, pen) for place in (*node.places, *node.crossings) if _is_told(place)]
    told += [_told(edge.stand, edge.what, pen) for edge in node.edges if edge.what or edge.stand.options]
    return packed(told, width) or [Text(inks.EMPTY, "dim")]


def _is_told(place: n.Place) -> bool:
    return bool(place.what or place.stand.options)


def _told(stand: n.Stand, what: n.Spans, pen: Pen) -> Text:
    return pointed(Text.assemble(pen.keyed(stand), (stand.name, "dim"), " ", pen.spans(what)), stand)


def _seats(node: n.Board, pen: Pen) -> Iterator[Text]:
    """Whose sign is whose, where seats stand on places."""
    there = (*(place.what for place in (*node.places, *node.crossings)), *(edge.what for edge in node.edges))
    spans = [span for what in there for span in what]
    if any(span.stand is not None and span.stand.family == "seat" and not span.sign for span in spans):
        for seat, name in enumerate(pen.players):
            yield Text.assemble((seat_mark(seat, len(pen.players)), "bold"), f" {name}")
