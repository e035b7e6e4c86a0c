"""Pieces as they are printed: out of any position. Their facts are known, and nothing that play decides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruleset_core.engine.look.looking import Looking
from ruleset_core.engine.look.room import Room
from ruleset_core.lang import tree as t
from ruleset_core.lang.templates import expressions
from ruleset_core.lang.walk import everything

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.look.nodes import Hue, Part
    from ruleset_core.lang.types import Type


class OnPaper(Looking):
    """Looks at pieces alone: what depends on a position is not known."""

    def __init__(self, game: Game, lang: str) -> None:
        super().__init__(game, game.new(players=game.players[0], seed=0).observe(0), lang)
        self.seen.v = [None] * len(self.seen.v)
        self.seen.z = [[] for _ in self.seen.z]

    @contextmanager
    def lying(self, kind: Type, value: int, side: int) -> Iterator[None]:
        """While a piece is looked at with this side up, the first being 0; a piece without sides is as it is.

        Each piece has the room of a whole scene.
        """
        self.room = Room()
        at = self._side_at(kind, value)
        if at is None:
            yield
            return
        before = self.upside
        self.seen.v[at], self.upside = side, (at, side)
        self.seen.made = {}
        try:
            yield
        finally:
            self.seen.v[at], self.upside = None, before
            self.seen.made = {}


def facts_told(part: Part) -> frozenset[str]:
    """The facts of the piece `this` that a part of its face tells, or chooses its words by."""
    return frozenset(fact for shown in _shown(part) for fact in facts_told_by(shown))


def facts_told_by(value: t.Expr) -> frozenset[str]:
    """The facts of the piece `this` that a value is made of."""
    return frozenset(
        node.fact.name
        for node in everything(value)
        if isinstance(node, t.FactOf) and isinstance(node.of, t.Local) and node.of.name == "this"
    )


def _shown(part: Part) -> Iterator[t.Expr]:
    """What a part looks at to be shown. `when` is not among it: whether something is shown does not tell it."""
    hues: tuple[Hue, ...] = (part.value, part.times, part.of, part.colour)
    yield from (each for each in hues if each is not None and not isinstance(each, str))
    for texts in (part.text, part.said):
        yield from expressions(texts.get("en", []))
    for inner in part.show:
        yield from _shown(inner)
