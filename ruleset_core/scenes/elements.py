"""Elements of panels: tables, pieces as they lie, tracks, boards, and groups of these."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ruleset_core import looks
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.boards import Boards
from ruleset_core.scenes.things import OWNER

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.scenes.parts import Parts
    from ruleset_core.scenes.things import Things

Env = Mapping[str, int]


class Elements:
    """Makes nodes of elements. `acting` and `viewer`: who decides and who looks; their rows are marked."""

    def __init__(
        self, game: Game, at: looks.Looking, things: Things, parts: Parts, acting: int | None, viewer: int
    ) -> None:
        self._at = at
        self._things = things
        self._parts = parts
        self._boards = Boards(game, at, things, parts)
        self._acting = acting
        self._viewer = viewer

    def nodes(self, elements: Iterable[looks.Element], env: Env) -> Iterator[n.Node]:
        """What is shown of elements, each under its title."""
        if self._at.notes is None:
            for element in elements:
                yield from self._shown(element, env)
            return
        for element in elements:
            yield from self._at.part(self._at.number(element, env), partial(self._all, element, env))

    def _all(self, element: looks.Element, env: Env) -> tuple[n.Node, ...]:
        return (*self._shown(element, env),)

    def _shown(self, element: looks.Element, env: Env) -> Iterator[n.Node]:
        if self._at.room.take() and self._at.holds(element.when, env):
            for made in self._made(element.what, env):
                title = self._at.text(element.title, env)
                yield n.Group((made,), False, title, element.rank) if title or element.rank > 1 else made

    def _made(self, what: Any, env: Env) -> Iterator[n.Node]:
        if isinstance(what, looks.Several):
            yield from self._several(what, env)
        elif isinstance(what, looks.Table):
            yield from self._table(what, env)
        elif isinstance(what, looks.Pieces):
            yield from self._pieces(what, env)
        elif isinstance(what, looks.Track):
            yield self._track(what, env)
        elif isinstance(what, looks.Board):
            yield self._boards.board(what, env)
        elif isinstance(what, dict):
            text = self._at.text(what, env)
            if text:
                yield n.Prose(text)
        else:
            parts = self._parts.several(what, env)
            if parts:
                yield n.Line(parts)

    def _several(self, what: looks.Several, env: Env) -> Iterator[n.Node]:
        """Elements for each of something, one below the other or all of them side by side."""
        if not what.beside:
            for inner in self._owned(what.each, env):
                yield from self.nodes(what.elements, inner)
            return
        blocks = [
            made
            for inner in self._owned(what.each, env)
            for each in what.elements
            if (made := tuple(self.nodes((each,), inner)))
        ]
        if blocks:
            yield n.Group(tuple(made[0] if len(made) == 1 else n.Group(made) for made in blocks), beside=True)

    def _owned(self, each: looks.Through | None, env: Env) -> Iterator[Env]:
        """What is known for each of something; boards that are drawn for each seat are boards of that seat."""
        for inner in self._parts.each(each, env):
            seat = each is not None and self._at.is_seat(each.selection.type, inner[each.var])
            yield {**inner, OWNER: inner[each.var]} if each is not None and seat else inner

    def _table(self, table: looks.Table, env: Env) -> Iterator[n.Table]:
        columns = [
            (column, one)
            for column in table.columns
            if self._at.room.take() and self._at.holds(column.when, env) and self._is_told(column)
            for one in self._parts.each(column.each, env)
        ]
        rows = []
        key = self._at.number(table, env, *((id(column), tuple(one.items())) for column, one in columns))
        for value, place in self._at.through(table.each, env):
            if not self._at.room.take(len(columns)):
                break
            at = key, value, place
            rows.append(self._at.part(at, partial(self._row, table, value, place, columns, env, at)))
        if rows:
            yield n.Table(tuple(self._head(column, one) for column, one in columns), tuple(rows))

    def _is_told(self, column: looks.Column) -> bool:
        """Whether there is something to tell in a column: of scores only where one of them is known."""
        return any(each is not None for each in self._parts.scores) or not all(
            part.score is not None for part in column.cell
        )

    def _head(self, column: looks.Column, env: Env) -> n.Head:
        return n.Head(
            self._at.text(column.title, env), self._parts.colour(column.colour, env), column.wide, column.rank
        )

    def _row(
        self,
        table: looks.Table,
        value: int | None,
        place: int,
        columns: list[tuple[looks.Column, Env]],
        env: Env,
        at: tuple[int, int | None, int],
    ) -> n.Row:
        """A row. `at`: by which it is remembered."""
        kind = table.each.selection.type
        if value is None:
            stand = self._things.hidden(kind, table.each, place, env)
            return n.Row(stand, (n.Span(looks.UNKNOWN, style="dim"),), ((),) * len(columns))
        inner = {**env, table.each.var: value, "at": place}
        stand = self._things.answering(self._things.known(kind, value), table.answers, inner)
        name = self._parts.spans(table.name, inner)
        if not name:
            colour = self._parts.colour(table.colour, inner) or self._things.colour(kind, value)
            name = (n.Span(stand.name, colour, stand=stand),)
        cells = tuple(
            self._cell(column.cell, {**one, **inner}, (*at, count)) for count, (column, one) in enumerate(columns)
        )
        if not self._at.is_seat(kind, value):
            return n.Row(stand, name, cells)
        if self._at.notes is not None:
            self._at.notes.add(("acting", value))
            self._at.notes.add(("viewer", value))
        return n.Row(stand, name, cells, value == self._acting, value == self._viewer)

    def _cell(self, parts: looks.Parts, env: Env, at: Hashable) -> n.Spans:
        """A cell; what is gone through for it takes longer than to see that nothing of it changed."""
        if self._at.notes is None or not any(part.show or part.pieces is not None for part in parts):
            return self._parts.spans(parts, env)
        return self._at.part(at, partial(self._parts.spans, parts, env))

    def _pieces(self, pieces: looks.Pieces, env: Env) -> Iterator[n.Cards]:
        cards = []
        kind = pieces.each.selection.type
        key = self._at.number(pieces, env)
        for value, place in self._at.through(pieces.each, env):
            cards.append(self._at.part((key, value, place), partial(self._card, pieces, value, place, env)))
        room = 0 if pieces.room is None else self._at.value(pieces.room, env) or 0
        if cards or room:
            backs = looks.backs(self._at, kind, pieces.each, env) if any(card.back for card in cards) else ""
            yield n.Cards(pieces.lies, tuple(cards), max(0, min(room, looks.SIGNS)), backs=backs)

    def _card(self, pieces: looks.Pieces, value: int | None, place: int, env: Env) -> n.Card:
        kind = pieces.each.selection.type
        if value is None:
            return self._things.back(kind, pieces.each, place, env)
        inner = {**env, pieces.each.var: value, "at": place}
        stand = self._things.answering(self._things.known(kind, value), pieces.answers, inner)
        return self._things.card(kind, value, stand, place, self._parts.spans(pieces.under, inner), self._parts)

    def _track(self, track: looks.Track, env: Env) -> n.Track:
        to = None if track.to is None else self._at.value(track.to, env)
        held = None if track.held is None else self._at.value(track.held, env)
        return n.Track(
            self._at.text(track.name, env), self._at.value(track.value, env), to, held, track.groups,
            self._parts.colour(track.colour, env), self._parts.spans(track.after, env),
        )  # fmt: skip
