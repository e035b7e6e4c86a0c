"""Builds boards of a scene: a board of a look and what a seat may know in, places, lines and crossings with what lies on them out.

A board is a grid, a product or the planar board of the game, each place of which is a member of a family; or spaces in rows or a
ring, which `each` goes through:

    {board: {of: cell, place: [held]}}                          a grid: `_member` makes a place of each cell
    {board: {each: w in row, columns: "3", place: [price]}}     spaces: `_space` makes a place of each card of `row`

Cards of a scene are built here too: pieces of a look with their faces or backs, as they lie in lists and on places of boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from ruleset_core import Game
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.look import game_looks
from ruleset_core.view.scene.scene_items import Env, ItemBuilder, SpanBuilder


def cards_of(
    pieces: game_looks.LinkedPieces,
    env: Env,
    at: game_looks.LookEvaluator,
    things: ItemBuilder,
    parts: SpanBuilder,
) -> Iterator[scenes.SceneCard]:
    """Pieces with their faces, or their backs."""
    key = at.number(pieces, env)
    for value, place in at.through(pieces.each, env):
        yield at.part((key, value, place), partial(card_of, pieces, value, place, env, things, parts))


def card_of(
    pieces: game_looks.LinkedPieces, value: int | None, place: int, env: Env, things: ItemBuilder, parts: SpanBuilder
) -> scenes.SceneCard:
    """A piece with its face, or its back where it is not known which one it is."""
    kind = pieces.each.selection.type
    if value is None:
        return things.back(kind, pieces.each, place, env)
    inner = {**env, pieces.each.var: value, "at": place}
    stand = things.answering(things.known_target(kind, value), pieces.answers, inner)
    return things.card(kind, value, stand, place, parts.spans(pieces.under, inner), parts)


Point = tuple[float, float]
Meant = dict[int, str]
"""The colours of the members that places are coloured by."""


class BoardBuilder:
    """Makes boards with what lies on them."""

    def __init__(
        self, game: Game, at: game_looks.LookEvaluator, things: ItemBuilder, parts: SpanBuilder, *, page: bool = False
    ) -> None:
        self._page = page
        self._game = game
        self._at = at
        self._things = things
        self._parts = parts

    def board(self, board: game_looks.LinkedBoard, env: Env) -> scenes.SceneBoard:
        """A board as it lies: the plan of the game, a grid of squares or hexes, or spaces in rows or a ring."""
        legend = self._parts.several(board.legend, env)
        if board.each is not None:
            return self._spaces(board, board.each, env, legend)
        outlines = game_looks.outlines_of(self._game, board.of)
        if outlines is not None and (board.line or board.crossing or board.of == "space"):
            return self._planar(outlines, board, env, legend)
        shape, points = game_looks.places_of(self._game, board.of)
        if self._page and board.pieces is not None and shape == "squares":
            shape = "cards"
        meant: Meant = {}
        places = tuple(self._places(board, (point for point in points if self._at.room.take()), env, meant))
        shown = _within(places, LEAST if self._page else 1) if board.crop else places
        rim = tuple((side, self._parts.colour(hue, env)) for side, hue in board.rim.items())
        return scenes.SceneBoard(
            shape, shown, legend=legend, tints=self._tints(board.colour, meant), rim=rim, points=board.points
        )

    def _planar(
        self,
        outlines: game_looks.BoardOutlines,
        board: game_looks.LinkedBoard,
        env: Env,
        legend: tuple[scenes.TextSpans, ...],
    ) -> scenes.SceneBoard:
        """A board with its lines and crossings; nothing lies on those that have no family."""
        corners = outlines.places
        middles = [(sum(x for x, _ in each) / len(each), sum(y for _, y in each) / len(each)) for each in corners]
        key = self._at.number(board, env, "lines")
        edges = tuple(
            self._at.part((key, value), partial(self._line, outlines, value, ends, board.line, env))
            for value, ends in enumerate(outlines.lines)
            if self._at.room.take()
        )
        meant: Meant = {}
        places = tuple(self._places(board, middles, env, meant))
        key = self._at.number(board, env, "crossings")
        crossings = tuple(
            self._at.part((key, value), partial(self._crossing, outlines.crossing, value, where, board.crossing, env))
            for value, where in enumerate(outlines.crossings if outlines.crossing else ())
        )
        return scenes.SceneBoard("plan", places, edges, crossings, corners, legend, self._tints(board.colour, meant))

    def _spaces(
        self,
        board: game_looks.LinkedBoard,
        each: game_looks.LinkedLoop,
        env: Env,
        legend: tuple[scenes.TextSpans, ...],
    ) -> scenes.SceneBoard:
        """Spaces in rows of `columns`, the first at the top left, or in a ring."""
        meant: Meant = {}
        columns = 0 if board.columns is None else self._at.value(board.columns, env) or 0
        key = self._at.number(board, env)
        places: list[scenes.ScenePlace] = []
        edges: list[scenes.SceneEdge] = []
        for value, place in self._at.through(each, env):
            if value is None or not self._at.room.take():
                continue
            inner = {**env, each.var: value, "at": place}
            count = len(places)
            where = (count % columns, count // columns) if columns > 0 else (count, 0)
            make = partial(self._space, board, each, value, where, inner)
            made, member, between = self._at.part((key, value, place), make)
            if member >= 0:
                meant[member] = made.colour
            places.append(made)
            if between:
                after = where[0] + 1, where[1]
                edges.append(scenes.SceneEdge(scenes.SceneTarget("", "", ""), (where, after), between))
        shape = "ring" if board.ring else "stacks" if board.stacked else "pegs" if board.pegs else "spaces"
        tints = self._tints(board.colour, meant)
        return scenes.SceneBoard(shape, tuple(places), tuple(edges), legend=legend, tints=tints)

    def _space(
        self,
        board: game_looks.LinkedBoard,
        each: game_looks.LinkedLoop,
        value: int,
        where: Point,
        env: Env,
    ) -> tuple[scenes.ScenePlace, int, scenes.TextSpans]:
        """A space as `_place` makes it, and what lies before the next one."""
        kind, label = each.selection.type, self._label(board, env)
        small = str(value) if label is None else label
        if board.stands is not None:
            kind, value = board.stands.type, self._at.value(board.stands, env) or 0
        if kind.kind in {"int", "bool"}:
            stand = scenes.SceneTarget("", "", "", name=label or str(value))
        else:
            stand = self._things.known_target(kind, value)
        if board.answers:
            stand = self._answered(stand, board.answers, env)
        return *self._place(board, stand, where, small, env), self._parts.spans(board.line, env)

    def _answered(self, stand: scenes.SceneTarget, answers: game_looks.Answers, env: Env) -> scenes.SceneTarget:
        """What stands for a space, with the options that it answers."""
        if stand.identity:
            return self._things.answering(stand, answers, env)
        found = self._things.answer(answers, env)
        return stand if found is None else replace(found, name=stand.name or found.name)

    def _places(
        self, board: game_looks.LinkedBoard, points: Iterable[Point], env: Env, meant: Meant
    ) -> Iterator[scenes.ScenePlace]:
        """The places of a family, each with what is on it."""
        key = self._at.number(board, env, board.of)
        for value, where in enumerate(points):
            place, member = self._at.part((key, value), partial(self._member, board, value, where, env))
            if member >= 0:
                meant[member] = place.colour
            yield place

    def _member(
        self, board: game_looks.LinkedBoard, value: int, where: Point, env: Env
    ) -> tuple[scenes.ScenePlace, int]:
        """A member of a family as `_place` makes it."""
        inner = {**env, "it": value}
        stand = self._things.place(self._at.family(board.of), value, env)
        return self._place(board, stand, where, self._label(board, inner), inner)

    def _label(self, board: game_looks.LinkedBoard, env: Env) -> str | None:
        return None if board.label is None else self._at.text(board.label, env).strip()

    def _place(
        self, board: game_looks.LinkedBoard, stand: scenes.SceneTarget, where: Point, label: str | None, env: Env
    ) -> tuple[scenes.ScenePlace, int]:
        """A place with what is on it, and the member for which its colour stands, -1 for none."""
        colour, member = self._colour(board.colour, env)
        dark = board.shaded is not None and self._at.holds(board.shaded, env)
        what = self._parts.spans(board.place, env)
        return self._with_pieces(scenes.ScenePlace(stand, where, colour, what, dark, label), board, env), member

    def _with_pieces(self, place: scenes.ScenePlace, board: game_looks.LinkedBoard, env: Env) -> scenes.ScenePlace:
        """A place with the faces of the pieces that lie there; where nobody draws faces on boards, with their names."""
        if board.pieces is None:
            return place
        cards = (*cards_of(board.pieces, env, self._at, self._things, self._parts),)
        if self._page:
            return replace(place, cards=cards, small=board.pieces.small)
        told = (span for card in cards for span in (_name_of(card), *card.under))
        return replace(place, what=(*place.what, *told))

    def _line(
        self,
        outlines: game_looks.BoardOutlines,
        value: int,
        ends: tuple[Point, Point],
        parts: game_looks.Parts,
        env: Env,
    ) -> scenes.SceneEdge:
        """A line with what is on it."""
        stand = self._things.place(self._at.family(outlines.line), value, env)
        aside = outlines.asides[value] if outlines.asides else 0
        gaps = outlines.gaps.get(value, ())
        return scenes.SceneEdge(stand, ends, self._parts.spans(parts, {**env, "it": value}), aside, gaps)

    def _crossing(self, family: str, value: int, where: Point, parts: game_looks.Parts, env: Env) -> scenes.ScenePlace:
        """A crossing with what is on it."""
        stand = self._things.place(self._at.family(family), value, env)
        return scenes.ScenePlace(stand, where, "", self._parts.spans(parts, {**env, "it": value}))

    def _colour(self, hue: game_looks.Hue, env: Env) -> tuple[str, int]:
        """A colour by name, and the member for which it stands, -1 for none."""
        if hue is None or isinstance(hue, str):
            return hue or "", -1
        value = self._at.value(hue, env)
        if value is None:
            return "", -1
        colour = self._things.colour(hue.type, value)
        return colour, value if colour and hue.type.kind == "member" else -1

    def _tints(self, hue: game_looks.Hue, meant: Meant) -> scenes.TextSpans:
        """What the colours of places stand for, where that is something with a name."""
        if hue is None or isinstance(hue, str):
            return ()
        return tuple(scenes.TextSpan(self._at.named(hue.type, value), colour) for value, colour in meant.items())


def _name_of(card: scenes.SceneCard) -> scenes.TextSpan:
    """A piece in a word: its pips or its name."""
    if card.back:
        return scenes.TextSpan(game_looks.UNKNOWN, card.colour, sign="back", stand=card.stand)
    return scenes.TextSpan(
        card.name if card.pips is None else str(card.pips), card.colour, stand=card.stand, below=True
    )


LEAST: Final = 3
"""Rows and columns that a page shows of a board at least: what lies on it keeps its place while it grows."""


def _within(places: tuple[scenes.ScenePlace, ...], least: int) -> tuple[scenes.ScenePlace, ...]:
    """The places as far as something lies there or can be put there, and at least so many rows and columns; where nothing does all, or these of the middle."""
    used = [each.at for each in places if each.what or each.cards or each.stand.options or each.stand.goals]
    if not used and least == 1:
        return places
    (west, east), (north, south) = (
        _spread([at[axis] for at in used], [each.at[axis] for each in places], least) for axis in (0, 1)
    )
    return tuple(each for each in places if west <= each.at[0] <= east and north <= each.at[1] <= south)


def _spread(used: list[float], every: list[float], least: int) -> tuple[float, float]:
    """From where to where what is used lies, with so many steps at least, those more to the middle of all first."""
    middle = (min(every) + max(every)) / 2
    low, high = (min(used), max(used)) if used else (middle, middle)
    while high - low < least - 1 and high - low < max(every) - min(every):
        if low + high > 2 * middle:
            low -= 1
        else:
            high += 1
    return low, high
