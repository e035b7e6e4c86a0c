"""The one place where `bench` asks for the compiled core of a game."""

from __future__ import annotations

from ruleset_core import Game

from .turns import Play


def core_play(game: Game, players: int) -> Play | str:
    """Random play by the core of a game, or why it has none, as half a sentence."""
    core = game.core()
    if core.executor != "core":
        return core.reason or "it is played as Python"
    return lambda games, seed: sum(core.play(players, games, seed).decisions)
