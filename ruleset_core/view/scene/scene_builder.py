"""Builds a scene: a look and a masked state in, a tree of panels with tables, boards, pieces and tracks out.

Terminals, pictures and pages all need to know what is on the table, so this is worked out once, as plain data. Tic-tac-toe after
a mark in b2, seen by seat 1, who is asked:

>>> from ruleset_core import load
>>> game = load("tic_tac_toe")
>>> state = game.new(players=2, seed=1)
>>> state.apply("mark b2")
>>> table, seats = scene(game, state.masked(1), "en", options=state.options).panels
>>> board = table.show[0].items[0]
>>> board.shape, [(place.stand.id, place.at, place.stand.options) for place in board.places[3:5]]
('squares', [('a2', (1, 1), (3,)), ('b2', (2, 1), ())])
>>> [span.text for span in board.places[4].what]
['Player 1']

A click on a2 is option 3; b2 stands for no option. Whoever draws scenes knows no game, and sees no state.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from ruleset_core import Game
from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import message
from ruleset_core.view.look import game_looks
from ruleset_core.view.scene.board_builder import BoardBuilder, card_of, cards_of
from ruleset_core.view.scene.scene_items import OWNER, Env, ItemBuilder, SpanBuilder

# Elements of panels: tables, pieces as they lie, tracks, boards, and groups of these.


class ElementBuilder:
    """Makes nodes of elements. `acting` and `viewer`: who decides and who looks; their rows are marked."""

    def __init__(
        self,
        game: Game,
        at: game_looks.LookEvaluator,
        things: ItemBuilder,
        parts: SpanBuilder,
        acting: int | None,
        viewer: int,
        *,
        page: bool = False,
    ) -> None:
        self._page = page
        self._at = at
        self._things = things
        self._parts = parts
        self._boards = BoardBuilder(game, at, things, parts, page=page)
        self._acting = acting
        self._viewer = viewer

    def nodes(self, elements: Iterable[game_looks.LinkedElement], env: Env) -> Iterator[scenes.SceneNode]:
        """What is shown of elements, each under its title."""
        if self._at.notes is None:
            for element in elements:
                yield from self._element_nodes(element, env)
            return
        for element in elements:
            yield from self._at.part(self._at.number(element, env), partial(self._all, element, env))

    def _all(self, element: game_looks.LinkedElement, env: Env) -> tuple[scenes.SceneNode, ...]:
        return (*self._element_nodes(element, env),)

    def _element_nodes(self, element: game_looks.LinkedElement, env: Env) -> Iterator[scenes.SceneNode]:
        if self._at.room.take() and self._at.holds(element.when, env):
            for made in self._made(element.what, env):
                title = self._at.text(element.title, env)
                yield scenes.SceneGroup((made,), False, title, element.rank) if title or element.rank > 1 else made

    def _made(self, what: Any, env: Env) -> Iterator[scenes.SceneNode]:
        if isinstance(what, game_looks.LinkedGroup):
            yield from self._several(what, env)
        elif isinstance(what, game_looks.LinkedTable):
            yield from self._table(what, env)
        elif isinstance(what, game_looks.LinkedPieces):
            yield from self._pieces(what, env)
        elif isinstance(what, game_looks.LinkedTrack):
            yield self._track(what, env)
        elif isinstance(what, game_looks.LinkedBoard):
            yield self._boards.board(what, env)
        elif isinstance(what, dict):
            text = self._at.text(what, env)
            if text:
                yield scenes.Paragraph(text)
        else:
            parts = self._parts.several(what, env)
            if parts:
                yield scenes.SceneLine(parts)

    def _several(self, what: game_looks.LinkedGroup, env: Env) -> Iterator[scenes.SceneNode]:
        """Elements for each of something, one below the other or all of them side by side."""
        if what.colour is not None:
            for inner in self._owned(what.each, env):
                if made := tuple(self.nodes(what.elements, inner)):
                    yield scenes.SceneGroup(made, what.beside, colour=self._parts.colour(what.colour, inner) or "white")
            return
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
            yield scenes.SceneGroup(
                tuple(made[0] if len(made) == 1 else scenes.SceneGroup(made) for made in blocks), beside=True
            )

    def _owned(self, each: game_looks.LinkedLoop | None, env: Env) -> Iterator[Env]:
        """What is known for each of something; boards that are drawn for each seat are boards of that seat."""
        for inner in self._parts.each(each, env):
            seat = each is not None and self._at.is_seat(each.selection.type, inner[each.var])
            yield {**inner, OWNER: inner[each.var]} if each is not None and seat else inner

    def _table(self, table: game_looks.LinkedTable, env: Env) -> Iterator[scenes.SceneTable]:
        columns = [
            (column, one)
            for column in table.columns
            if self._at.room.take() and self._at.holds(column.when, env) and self._has_values(column)
            for one in self._parts.each(column.each, env)
        ]
        rows = []
        key = self._at.number(table, env, *(self._at.number(column, one) for column, one in columns))
        for value, place in self._at.through(table.each, env):
            if not self._at.room.take(len(columns)):
                break
            at = key, value, place
            rows.append(self._at.part(at, partial(self._row, table, value, place, columns, env, at)))
        if rows:
            yield scenes.SceneTable(tuple(self._head(column, one) for column, one in columns), tuple(rows))

    def _has_values(self, column: game_looks.LinkedColumn) -> bool:
        """Whether there is something to tell in a column: of scores only where one of them is known."""
        return not all(part.score is not None for part in column.cell) or self._parts.knows_scores()

    def _head(self, column: game_looks.LinkedColumn, env: Env) -> scenes.ColumnHead:
        return scenes.ColumnHead(
            self._at.text(column.title, env), self._parts.colour(column.colour, env), column.wide, column.rank
        )

    def _row(
        self,
        table: game_looks.LinkedTable,
        value: int | None,
        place: int,
        columns: list[tuple[game_looks.LinkedColumn, Env]],
        env: Env,
        at: tuple[int, int | None, int],
    ) -> scenes.SceneRow:
        """A row. `at`: by which it is remembered."""
        kind = table.each.selection.type
        if value is None:
            stand = self._things.hidden(kind, table.each, place, env)
            return scenes.SceneRow(stand, (scenes.TextSpan(game_looks.UNKNOWN, style="dim"),), ((),) * len(columns))
        inner = {**env, table.each.var: value, "at": place}
        stand = self._things.answering(self._things.known_target(kind, value), table.answers, inner)
        name = self._parts.spans(table.name, inner)
        if not name:
            colour = self._parts.colour(table.colour, inner) or self._things.colour(kind, value)
            name = (scenes.TextSpan(stand.name, colour, stand=stand),)
        cells = tuple(
            self._cell(column.cell, {**one, **inner}, (*at, count)) for count, (column, one) in enumerate(columns)
        )
        if not self._at.is_seat(kind, value):
            return scenes.SceneRow(stand, name, cells)
        if self._at.notes is not None:
            self._at.notes.add(("acting", value))
            self._at.notes.add(("viewer", value))
        return scenes.SceneRow(stand, name, cells, value == self._acting, value == self._viewer)

    def _cell(self, parts: game_looks.Parts, env: Env, at: Hashable) -> scenes.TextSpans:
        """A cell; what is gone through for it takes longer than to see that nothing of it changed."""
        if self._at.notes is None or not any(part.show or part.pieces is not None for part in parts):
            return self._parts.spans(parts, env)
        return self._at.part(at, partial(self._parts.spans, parts, env))

    def _pieces(self, pieces: game_looks.LinkedPieces, env: Env) -> Iterator[scenes.SceneCards]:
        kind = pieces.each.selection.type
        stand = self._standing_together(pieces, env)
        if self._page and pieces.lies == "pile":
            yield from self._pile(pieces, env, stand)
            return
        cards = (*cards_of(pieces, env, self._at, self._things, self._parts),)
        room = 0 if pieces.room is None else self._at.value(pieces.room, env) or 0
        if cards or room:
            backs = game_looks.back_counts(self._at, kind, pieces.each, env) if any(card.back for card in cards) else ""
            room = max(0, min(room, game_looks.SIGNS))
            dice = self._things.are_dice(kind)
            yield scenes.SceneCards(pieces.lies, cards, room, backs=backs, stand=stand, small=pieces.small, dice=dice)

    def _standing_together(self, pieces: game_looks.LinkedPieces, env: Env) -> scenes.SceneTarget | None:
        value = None if pieces.stands is None else self._at.value(pieces.stands, env)
        if pieces.stands is None or value is None or value < 0:
            return None
        return self._things.known_target(pieces.stands.type, value)

    def _pile(
        self, pieces: game_looks.LinkedPieces, env: Env, stand: scenes.SceneTarget | None
    ) -> Iterator[scenes.SceneCards]:
        """The top of a pile and how many lie there. A deck is drawn from at its first place; on an open pile the last one is seen."""
        kind = pieces.each.selection.type
        lying = self._at.through(pieces.each, env)
        if not lying and pieces.room is None:
            return
        hidden = any(value is None for value, _ in lying)
        value, place = (None, lying[0][1]) if hidden else lying[-1] if lying else (None, 0)
        backs = game_looks.back_counts(self._at, kind, pieces.each, env) if hidden else ""
        top = (card_of(pieces, value, place, env, self._things, self._parts),) if lying else ()
        yield scenes.SceneCards("pile", top, backs=backs, stand=stand, count=len(lying), small=pieces.small)

    def _track(self, track: game_looks.LinkedTrack, env: Env) -> scenes.SceneTrack:
        to = None if track.to is None else self._at.value(track.to, env)
        held = None if track.held is None else self._at.value(track.held, env)
        return scenes.SceneTrack(
            self._at.text(track.name, env), self._at.value(track.value, env), to, held, track.groups,
            self._parts.colour(track.colour, env), self._parts.spans(track.after, env),
        )  # fmt: skip


# From a look and what a seat may know to a scene. Nothing here knows a game, a terminal or a page.


def scene(
    game: Game,
    seen: game_looks.MaskedState,
    lang: str = "en",
    names: Sequence[str] = (),
    options: Iterable[int] = (),
    followed: game_looks.PieceTracker | None = None,
    scores: Sequence[int | None] = (),
    colours: Sequence[str] = (),
    memory: game_looks.SceneCache | None = None,
    *,
    page: bool = False,
    room: game_looks.SceneBudget | None = None,
) -> scenes.Scene:
    """What a seat sees.

    Args:
        game: the game; its look says how it is shown.
        seen: what `State.masked` gave to the seat.
        lang: `en` or `es`.
        names: what the players are called, by seat.
        options: what the seat is offered, so that things can stand for options.
        followed: what the viewer lost sight of, so that what lies face down is another thing after a shuffle; else it is
            called by its place.
        scores: what the seat is told of the scores (`visible_scores`); by default nothing is.
        colours: of the seats (`seat_colours`); by default those of the game.
        memory: what was made at the same table in the same language before; by default everything is made.
        page: for a page: with strips of players, and panels in their own order with what pages show of them.
        room: for the scene; it says afterwards where the scene was cut.

    """
    at = game_looks.LookEvaluator(game, seen, lang, names, followed, memory, room)
    return _scene(game, game.source.look, at, options, scores, colours, page=page)


def scene_of_name(
    game: Game, name: str, seen: game_looks.MaskedState, lang: str = "en", names: Sequence[str] = ()
) -> scenes.Scene | None:
    """What a seat sees of one field, zone or resource: a panel for the table, or one for each seat; None for other names."""
    look = game_looks.look_for_name(game, name)
    return None if look is None else _scene(game, look, game_looks.LookEvaluator(game, seen, lang, names))


def _scene(
    game: Game,
    look: game_looks.LinkedLook,
    at: game_looks.LookEvaluator,
    options: Iterable[int] = (),
    scores: Sequence[int | None] = (),
    colours: Sequence[str] = (),
    *,
    page: bool = False,
) -> scenes.Scene:
    things = ItemBuilder(game, look, at, list(options), colours)
    seen, panels = at.seen, _PanelBuilder(game, at, things, scores, page=page)
    made = [*islice((one for panel in look.panels.values() for one in panels.panels_of(panel)), game_looks.PANELS)]
    if page:
        made += panels.choices(made)
    else:
        made.sort(key=lambda panel: (not panel.about, panel.rank))
    return scenes.Scene(
        game.id,
        game.title(at.lang),
        at.lang,
        seen.seat,
        seen.to_act,
        tuple(at.seat_name(seat) for seat in range(seen.n)),
        tuple(made),
        game.glossary.title("phases", seen.phase, at.lang) if seen.phase else "",
        seen.over,
        panels.strips(look.strip) if page else (),
        scenes.PanelAreas(**look.layout) if page else scenes.PanelAreas(),
    )


class _PanelBuilder:
    """Makes the panels of a scene."""

    def __init__(
        self,
        game: Game,
        at: game_looks.LookEvaluator,
        things: ItemBuilder,
        scores: Sequence[int | None],
        *,
        page: bool = False,
    ) -> None:
        self._page = page
        self._things = things
        self._title = game.title(at.lang)
        seen = at.seen
        self._players = seen.n
        self._watches = seen.seat < 0
        self._at = at
        self._asked = things.asked
        self._parts = SpanBuilder(at, things, scores)
        self._elements = ElementBuilder(game, at, things, self._parts, seen.to_act, seen.seat, page=page)
        if at.notes is not None:
            at.notes.asks["acting"] = lambda seat: seat == seen.to_act
            at.notes.asks["viewer"] = lambda seat: seat == seen.seat

    def strips(self, parts: game_looks.Parts) -> tuple[scenes.SceneStrip, ...]:
        """What stands beside the name of each player."""
        return tuple(
            self._at.part(
                self._at.number(parts, {"seat": seat}),
                partial(self._strip, parts, seat),
            )
            for seat in range(self._players)
        )

    def _strip(self, parts: game_looks.Parts, seat: int) -> scenes.SceneStrip:
        stand = self._things.known_target(game_looks.SEAT, seat)
        shown = self._parts.several(parts, {"me": seat, "seat": seat})
        return scenes.SceneStrip(seat, stand, tuple(map(_without_label, shown)))

    def panels_of(self, panel: game_looks.LinkedPanel) -> Iterator[scenes.ScenePanel]:
        """A panel of the table, or so many of the kind: one for each seat it is for, the viewer's first."""
        if panel.of == "table":
            yield from self._drawn(panel, {"me": self._at.me}, None)
            return
        seats = [(self._at.me + step) % self._players for step in range(self._players)]
        own, others = ([], seats) if self._watches else (seats[:1], seats[1:])
        for seat in {"seat": seats, "own": own, "others": others}[panel.of]:
            yield from self._drawn(panel, {"me": seat, "seat": seat}, seat)

    def choices(self, panels: Sequence[scenes.ScenePanel]) -> Iterator[scenes.ScenePanel]:
        """The shapes of answers, and how these may lie, as far as no panel has them: there they could not be picked."""
        offered = [(each, each.stand.identity) for each in self._things.offered_forms() if each.stand]
        if not offered:  # then nobody looks through all panels
            return
        shown = {stand.identity for stand in scenes.targets_in(tuple(panels))}
        if forms := tuple(each for each, identity in offered if identity not in shown):
            title = message("look.forms", self._at.lang)
            yield scenes.ScenePanel("forms", title, 1, self._at.me, True, (scenes.SceneLine((forms,)),), area="tray")

    def _drawn(self, panel: game_looks.LinkedPanel, env: Env, seat: int | None) -> Sequence[scenes.ScenePanel]:
        """A panel, as it was drawn before where nothing of it changed."""
        key = self._at.number(panel, env, self._asked in panel.about)
        drawn = self._at.part(key, lambda: (*self._panel(panel, env, seat),))
        if self._at.room.left < 0:
            self._at.room.cut = self._at.room.cut or panel.id
        return drawn

    def _panel(self, panel: game_looks.LinkedPanel, env: Env, seat: int | None) -> Iterator[scenes.ScenePanel]:
        at = self._at
        if not (at.room.take() and at.holds(panel.when, env)):
            return
        title = at.text(panel.title, env) or (self._title if seat is None else at.seat_name(seat))
        whole = panel.show if self._page or panel.terminal is None else panel.terminal
        show = tuple(self._elements.nodes(whole, env))
        short = None if self._page or panel.short is None else tuple(self._elements.nodes(panel.short, env))
        if show and (panel.backs or not all(map(_is_closed, show))):
            about = self._asked in panel.about
            note = "" if self._page and panel.terminal is not None else at.text(panel.note, env)
            yield scenes.ScenePanel(panel.id, title, panel.rank, seat, about, show, short, note, panel.area)


def _without_label(spans: scenes.TextSpans) -> scenes.TextSpans:
    """Spans without the label before them where a sign says the same."""
    signed = spans[0].style == "dim" and any(span.sign for span in spans[1:2])
    return spans[1:] if signed else spans


def _is_closed(node: scenes.SceneNode) -> bool:
    """Whether a node is nothing but pieces of which nothing is known: how many a seat has of these is said in its row."""
    if isinstance(node, scenes.SceneGroup):
        return all(map(_is_closed, node.items))
    return isinstance(node, scenes.SceneCards) and all(
        each.back and not (each.facts or each.stand.options) for each in node.cards
    )
