"""Bots think in processes of their own, so that pages never wait for them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruleset_core import load
from ruleset_core.processes import Pool, pool_of
from ruleset_core.table.hint import HintTask

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.record import Header
    from ruleset_core.table import Task
    from ruleset_core.table.hint import Hint

__all__ = ["Rules", "Thinkers"]

GAMES: Final = 8
"""Games that a process keeps loaded."""


class Rules(NamedTuple):
    """Which game, as a process of its own needs it to load it."""

    game: str
    expansions: tuple[str, ...]
    roots: tuple[str, ...]
    in_order: bool

    @staticmethod
    def of(header: Header) -> Rules:
        """The rules of a record."""
        return Rules(header.game, header.expansions, header.roots, header.in_order)

    def load(self) -> Game:
        """The game. Raises LoadError."""
        return load(self.game, self.expansions, self.roots, in_order=self.in_order)


class Thinkers:
    """Processes that think. A question waits while all of them do."""

    def __init__(self, processes: int) -> None:
        self._count = processes
        self._pool: Pool | None = None

    async def choose(self, rules: Rules, task: Task) -> int:
        """What a bot takes. Raises what `Task.choose` raises, as text where it cannot travel."""
        told = task.state.to_json()
        chosen: int = await self._think(_choose, rules, told, task.kind, task.seed, task.seat, task.decided)
        return chosen

    async def hint(self, rules: Rules, task: HintTask) -> Hint:
        """A hint. Raises what `HintTask.think` raises."""
        found: Hint = await self._think(_hint, rules, task.state.to_json(), task.bot, task.seed, task.sims)
        return found

    async def _think(self, work: Callable[..., Any], *asked: Any) -> Any:
        for again in (True, False):
            try:
                return await asyncio.get_running_loop().run_in_executor(self._ready(), work, *asked)
            except BrokenProcessPool:  # somebody killed a process; its questions are asked again
                self.close()
                if not again:
                    raise
        raise AssertionError

    def _ready(self) -> Pool:
        if self._pool is None:
            self._pool = pool_of(self._count, _begin)
        return self._pool

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.abandon()
        self._pool = None


_loaded: dict[Rules, Game] = {}


def _begin() -> None:
    """A process begins: pages go before bots."""
    if hasattr(os, "nice"):
        os.nice(5)


def _choose(rules: Rules, told: dict[str, Any], kind: str, seed: int, seat: int, decided: int) -> int:
    from ruleset_core.bots import make_bot

    return make_bot(kind, seed, seat, decided).choose(_game(rules).from_json(told))


def _hint(rules: Rules, told: dict[str, Any], bot: str, seed: int, sims: int | None) -> Hint:
    state = _game(rules).from_json(told)
    return HintTask(state.seat, state, bot, seed, sims).think()


def _game(rules: Rules) -> Game:
    game = _loaded.get(rules)
    if game is None:
        while len(_loaded) >= GAMES:
            del _loaded[next(iter(_loaded))]
        game = _loaded[rules] = rules.load()
    return game
