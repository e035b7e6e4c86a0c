"""Boards of scenes: grids, and planar boards with their lines and crossings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ruleset_core import looks
from ruleset_core.scenes import nodes as n

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.scenes.parts import Parts
    from ruleset_core.scenes.things import Things

Env = Mapping[str, int]
Meant = dict[int, str]
"""The colours of the members that places are coloured by."""


class Boards:
    """Makes boards with what lies on them."""

    def __init__(self, game: Game, at: looks.Looking, things: Things, parts: Parts) -> None:
        self._game = game
        self._at = at
        self._things = things
        self._parts = parts

    def board(self, board: looks.Board, env: Env) -> n.Board:
        """A board as it lies: the plan of the game, or a grid of squares or hexes."""
        legend = self._parts.several(board.legend, env)
        outlines = looks.outlines_of(self._game, board.of)
        if outlines is not None and (board.line or board.crossing or board.of == "space"):
            return self._planar(outlines, board, env, legend)
        shape, points = looks.places_of(self._game, board.of)
        there = ((value, where) for value, where in enumerate(points) if self._at.room.take())
        meant: Meant = {}
        places = tuple(self._places(board, board.of, there, board.place, board.colour, env, meant, board.shaded))
        shown = _within(places) if board.crop else places
        return n.Board(shape, shown, legend=legend, tints=self._tints(board.colour, meant))

    def _planar(self, outlines: looks.Outlines, board: looks.Board, env: Env, legend: tuple[n.Spans, ...]) -> n.Board:
        """A board with its lines and crossings; nothing lies on those that have no family."""
        corners = outlines.places
        middles = [(sum(x for x, _ in each) / len(each), sum(y for _, y in each) / len(each)) for each in corners]
        key = self._at.number(board, env, "lines")
        edges = tuple(
            self._at.part((key, value), partial(self._edge, outlines.line, value, ends, board.line, env))
            for value, ends in enumerate(outlines.lines)
            if self._at.room.take()
        )
        meant: Meant = {}
        there = enumerate(middles)
        places = tuple(self._places(board, board.of, there, board.place, board.colour, env, meant, board.shaded))
        there = enumerate(outlines.crossings)
        crossings = (
            tuple(self._places(board, outlines.crossing, there, board.crossing, None, env, meant))
            if outlines.crossing
            else ()
        )
        return n.Board("plan", places, edges, crossings, corners, legend, self._tints(board.colour, meant))

    def _places(
        self,
        board: looks.Board,
        family: str,
        there: Iterable[tuple[int, tuple[float, float]]],
        parts: looks.Parts,
        hue: looks.Hue,
        env: Env,
        meant: Meant,
        shaded: looks.Cond = None,
    ) -> Iterator[n.Place]:
        """The places of a family, each with what is on it."""
        key = self._at.number(board, env, family)
        for value, where in there:
            make = partial(self._place, family, value, where, parts, hue, env, shaded)
            place, member = self._at.part((key, value), make)
            if member >= 0:
                meant[member] = place.colour
            yield place

    def _place(
        self,
        family: str,
        value: int,
        where: tuple[float, float],
        parts: looks.Parts,
        hue: looks.Hue,
        env: Env,
        shaded: looks.Cond,
    ) -> tuple[n.Place, int]:
        """A place with what is on it, and the member for which its colour stands, -1 for none."""
        inner = {**env, "it": value}
        stand, (colour, member) = self._things.place(self._at.family(family), value, env), self._colour(hue, inner)
        dark = shaded is not None and self._at.holds(shaded, inner)
        return n.Place(stand, where, colour, self._parts.spans(parts, inner), dark), member

    def _edge(
        self,
        family: str,
        value: int,
        ends: tuple[tuple[float, float], tuple[float, float]],
        parts: looks.Parts,
        env: Env,
    ) -> n.Edge:
        """A line with what is on it."""
        stand = self._things.place(self._at.family(family), value, env)
        return n.Edge(stand, ends, self._parts.spans(parts, {**env, "it": value}))

    def _colour(self, hue: looks.Hue, env: Env) -> tuple[str, int]:
        """A colour by name, and the member for which it stands, -1 for none."""
        if hue is None or isinstance(hue, str):
            return hue or "", -1
        value = self._at.value(hue, env)
        if value is None:
            return "", -1
        colour = self._things.colour(hue.type, value)
        return colour, value if colour and hue.type.kind == "member" else -1

    def _tints(self, hue: looks.Hue, meant: Meant) -> n.Spans:
        """What the colours of places stand for, where that is something with a name."""
        if hue is None or isinstance(hue, str):
            return ()
        return tuple(n.Span(self._at.named(hue.type, value), colour) for value, colour in meant.items())


def _within(places: tuple[n.Place, ...]) -> tuple[n.Place, ...]:
    """The places as far as something lies there or can be put there; all where nothing does."""
    used = [each.at for each in places if each.what or each.stand.options]
    if not used:
        return places
    west, east = min(x for x, _ in used), max(x for x, _ in used)
    north, south = min(y for _, y in used), max(y for _, y in used)
    return tuple(each for each in places if west <= each.at[0] <= east and north <= each.at[1] <= south)
