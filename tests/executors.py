"""Games as both executors play them."""

from __future__ import annotations

from ruleset_core import Game, core_of


def both(game: Game) -> tuple[Game, Game]:
    """A game that its core plays from the first decision, where there is one, and the same played by the interpreter."""
    core_of(game)
    return game, game.interpreted()
