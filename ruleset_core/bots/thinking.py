"""Bots that think within the core: `easy` looks to the end of its turn, `normal` and `strong` search.

How far is a number of simulations, kept with the game: the same in every process and on every machine. What they choose depends on
what their seat may know, on the seed and on how often they have decided.
"""

from __future__ import annotations

from hashlib import blake2b
from json import dumps
from typing import TYPE_CHECKING, Any

from ruleset_core import RulesetError

from .base import Stream

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruleset_core import Core, Game, State

__all__ = ["LEVELS", "LevelBot", "check_thinking", "figures_of", "plays_as", "rules_of", "stand_ins"]

LEVELS = ("easy", "normal", "strong")
"""From the weakest to the strongest."""
MANY = 1 << 30
"""More simulations than there is time for."""


def plays_as(name: str, game: Game) -> str:
    """The bot that really plays where one of this name sits: without a core a search would take minutes, so `easy` plays in its place."""
    return "easy" if name.partition("@")[0] in LEVELS[1:] and game.core().executor != "core" else name


def stand_ins(names: Iterable[str], game: Game) -> list[str]:
    """Those of some bots in whose place another would play here."""
    return sorted({name for name in names if plays_as(name, game) != name})


def check_thinking(names: Iterable[str], game: Game) -> None:
    """See that bots play as themselves, where it is told how they play. Raises RulesetError."""
    found = stand_ins(names, game)
    if found:
        raise RulesetError(
            f"{game.name}: {', '.join(found)} cannot think ahead here, and `easy` would play instead: {game.core().reason}"
        )


def figures_of(core: Core, level: str, seconds: float | None = None) -> dict[str, Any]:
    """What `Core.worths` takes for `easy`, and `Core.search` for the others, which may think for so many seconds instead."""
    figures: dict[str, Any] = core.levels[level]
    return figures if seconds is None or level == "easy" else {**figures, "sims": MANY, "seconds": seconds}


def rules_of(game: Game) -> str:
    """What decides, beside the seed, how games of bots come out: the rules, and how far its levels look. Equal where both are."""
    told = dumps([game.hash, game.levels], sort_keys=True, default=repr)
    return blake2b(told.encode(), digest_size=8).hexdigest()


class LevelBot:
    """Plays as well as its level says; or thinks ahead in its manner for so many `seconds` an answer.

    Attributes:
        sims: how many simulations the last answer took.
    """

    def __init__(self, stream: Stream, level: str, seconds: float | None = None) -> None:
        self._stream, self._level, self._seconds = stream, level, seconds
        self.sims = 0

    def choose(self, state: State) -> int:
        """The best option, as far as the level sees."""
        core, level, lots, self.sims = state.game.core(), plays_as(self._level, state.game), self._stream.lots, 0
        thinks = len(state.options) > 1 and level != "easy"
        if not thinks or self._seconds is None:
            self.sims = int(core.levels[level]["sims"]) if thinks else 0
            return core.choose(state, level, lots)
        figures = figures_of(core, level, self._seconds)
        thought = core.search(state, state.seat, seed=lots.seed, first=lots.first, **figures)
        self.sims = thought.sims
        lots.pick(1)  # the decision is made
        return thought.option
