"""Boards of scenes: grids, and planar boards with their lines and crossings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ruleset_core import looks
from ruleset_core.scenes import nodes as n

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.scenes.things import Things

Env = Mapping[str, int]
Spans = Callable[[looks.Parts, Env], n.Spans]
Colour = Callable[[looks.Hue, Env], str]


def board_of(
    game: Game, at: looks.Looking, things: Things, board: looks.Board, env: Env, spans: Spans, colour: Colour
) -> n.Board:
    """A board with what lies on it."""
    legend = tuple(made for part in board.legend if (made := spans((part,), env)))

    def place(
        family: str, value: int, where: tuple[float, float], parts: looks.Parts, hue: looks.Hue = None
    ) -> n.Place:
        inner = {**env, "it": value}
        return n.Place(things.known(at.family(family), value), where, colour(hue, inner), spans(parts, inner))

    plan = game.glossary.board()
    if plan is None or board.of != "space":
        shape, points = at.places(board.of)
        places = tuple(
            place(board.of, value, where, board.place, board.colour)
            for value, where in enumerate(points)
            if at.room.take()
        )
        return n.Board(shape, _within(places) if board.crop else places, legend=legend)
    points = [*plan.crossings.values()]
    corners = tuple(
        tuple((float(x), float(y)) for x, y in (plan.crossings[each] for each in around))
        for around in plan.spaces.values()
    )
    middles = [(sum(x for x, _ in each) / len(each), sum(y for _, y in each) / len(each)) for each in corners]
    edges = tuple(
        n.Edge(
            things.known(at.family("line"), value),
            (plan.crossings[first], plan.crossings[second]),
            spans(board.line, {**env, "it": value}),
        )
        for value, (first, second) in enumerate(plan.lines.values())
    )
    return n.Board(
        "plan",
        tuple(place("space", value, where, board.place, board.colour) for value, where in enumerate(middles)),
        edges,
        tuple(place("crossing", value, where, board.crossing) for value, where in enumerate(points)),
        corners,
        legend,
    )


def _within(places: tuple[n.Place, ...]) -> tuple[n.Place, ...]:
    """The places as far as something lies there or can be put there; all where nothing does."""
    used = [each.at for each in places if each.what or each.stand.options]
    if not used:
        return places
    west, east = min(x for x, _ in used), max(x for x, _ in used)
    north, south = min(y for _, y in used), max(y for _, y in used)
    return tuple(each for each in places if west <= each.at[0] <= east and north <= each.at[1] <= south)
