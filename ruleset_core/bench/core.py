"""The one place where `bench` asks for the compiled core of a game."""

from __future__ import annotations

from typing import Protocol

from ruleset_core import Game


class Core(Protocol):
    """A game compiled to machine code."""

    def play(self, players: int, games: int, seed: int) -> int:
        """Play complete games at random; gives the number of decisions, without forced ones."""
        ...


def core_of(game: Game) -> Core | str:
    """The compiled core of a game, or why there is none, as half a sentence."""
    del game  # no game has one yet
    return "this version of ruleset compiles none"
