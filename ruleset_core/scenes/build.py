"""From a look and what a seat may know to a scene. Nothing here knows a game, a terminal or a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from ruleset_core import looks
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.elements import Elements
from ruleset_core.scenes.parts import Env, Parts
from ruleset_core.scenes.things import Things

if TYPE_CHECKING:
    from ruleset_core import Game


def scene(
    game: Game,
    observation: Mapping[str, Any],
    lang: str = "en",
    names: Sequence[str] = (),
    options: Iterable[int] = (),
    followed: looks.Followed | None = None,
    scores: Sequence[int | None] = (),
    colours: Sequence[str] = (),
    memory: looks.Memory | None = None,
) -> n.Scene:
    """What a seat sees.

    Args:
        game: the game; its look says how it is shown.
        observation: what `State.observe` gave to the seat.
        lang: `en` or `es`.
        names: what the players are called, by seat.
        options: what the seat is offered, so that things can stand for options.
        followed: what the viewer lost sight of, so that what lies face down is another thing after a shuffle; else it is
            called by its place.
        scores: what the seat is told of the scores (`State.told_scores`); by default nothing is.
        colours: of the seats (`seat_colours`); by default those of the game.
        memory: what was made at the same table in the same language before; by default everything is made.

    """
    at = looks.Looking(game, observation, lang, names, followed, memory)
    return _scene(game, game.source.look, observation, at, options, scores, colours)


def scene_of_name(
    game: Game, name: str, observation: Mapping[str, Any], lang: str = "en", names: Sequence[str] = ()
) -> n.Scene | None:
    """What a seat sees of one field, zone or resource: a panel for the table, or one for each seat; None for other names."""
    look = looks.look_at(game, name)
    return None if look is None else _scene(game, look, observation, looks.Looking(game, observation, lang, names))


def _scene(
    game: Game,
    look: looks.Look,
    observation: Mapping[str, Any],
    at: looks.Looking,
    options: Iterable[int] = (),
    scores: Sequence[int | None] = (),
    colours: Sequence[str] = (),
) -> n.Scene:
    things = Things(game, look, at, list(options), colours)
    panels = _Panels(game, observation, at, things, scores)
    made = [*islice((one for panel in look.panels.values() for one in panels.of(panel)), looks.PANELS)]
    made.sort(key=lambda panel: (not panel.about, panel.rank))
    return n.Scene(
        game.id,
        game.title(at.lang),
        at.lang,
        observation["seat"],
        observation.get("to_act"),
        tuple(at.seat_name(seat) for seat in range(observation["players"])),
        tuple(made),
        game.glossary.title("phases", observation["phase"], at.lang) if observation["phase"] else "",
        observation["over"],
    )


class _Panels:
    """Makes the panels of a scene."""

    def __init__(
        self,
        game: Game,
        seen: Mapping[str, Any],
        at: looks.Looking,
        things: Things,
        scores: Sequence[int | None],
    ) -> None:
        self._title = game.title(at.lang)
        self._is_made = game.source.look.made
        self._players: int = seen["players"]
        self._watches = seen["seat"] < 0
        self._at = at
        self._asked = things.asked
        self._elements = Elements(game, at, things, Parts(at, things, scores), seen.get("to_act"), seen["seat"])
        if at.notes is not None:
            at.notes.asks["acting"] = lambda seat: seat == seen.get("to_act")
            at.notes.asks["viewer"] = lambda seat: seat == seen["seat"]
            at.notes.asks["scores"] = lambda: tuple(scores)

    def of(self, panel: looks.Panel) -> Iterator[n.Panel]:
        """A panel of the table, or so many of the kind: one for each seat it is for, the viewer's first."""
        if panel.of == "table":
            yield from self._drawn(panel, {"me": self._at.me}, None)
            return
        seats = [(self._at.me + step) % self._players for step in range(self._players)]
        own, others = ([], seats) if self._watches else (seats[:1], seats[1:])
        for seat in {"seat": seats, "own": own, "others": others}[panel.of]:
            yield from self._drawn(panel, {"me": seat, "seat": seat}, seat)

    def _drawn(self, panel: looks.Panel, env: Env, seat: int | None) -> Sequence[n.Panel]:
        """A panel, as it was drawn before where nothing of it changed."""
        key = self._at.number(panel, env, self._asked in panel.about)
        return self._at.part(key, lambda: (*self._panel(panel, env, seat),))

    def _panel(self, panel: looks.Panel, env: Env, seat: int | None) -> Iterator[n.Panel]:
        at = self._at
        if not (at.room.take() and at.holds(panel.when, env)):
            return
        title = at.text(panel.title, env) or (self._title if seat is None else at.seat_name(seat))
        show = tuple(self._elements.nodes(panel.show, env))
        short = None if panel.short is None else tuple(self._elements.nodes(panel.short, env))
        if show and not (self._is_made and panel.of == "others" and all(map(_is_closed, show))):
            about = self._asked in panel.about
            yield n.Panel(panel.id, title, panel.rank, seat, about, show, short, at.text(panel.note, env))


def _is_closed(node: n.Node) -> bool:
    """Whether a node is nothing but pieces of which nothing is known: how many a seat has of these is said in its row."""
    if isinstance(node, n.Group):
        return all(map(_is_closed, node.items))
    return isinstance(node, n.Cards) and all(
        each.back and not (each.facts or each.stand.options) for each in node.cards
    )
