"""Bots think in processes of their own, so that pages never wait for them, and one that hangs can be ended."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.bots import BotError, is_own
from ruleset_core.processes import Pool, pool_of
from ruleset_core.table.apart import Rules, bot_ended
from ruleset_core.table.hint import HintTask

if TYPE_CHECKING:
    from ruleset_core.table import Task
    from ruleset_core.table.hint import Hint

__all__ = ["LIMIT", "Rules", "Thinkers"]

LIMIT: Final = 60.0
"""Seconds that an installed bot has for a decision; the included bots end by themselves."""
OWN: Final = 8
"""Installed bots that are asked at the same time; the others wait, until one that hangs has used up its seconds at most."""
OWN_KEPT: Final = 2
"""Processes of installed bots that are kept while nobody asks them."""


class _Ended(BrokenProcessPool):
    """A process ended with an exit code while it was asked."""

    def __init__(self, code: int) -> None:
        super().__init__(f"a process ended with exit code {code} while it was asked")
        self.code = code


class _Processes:
    """Processes of which each answers one question at a time: `most` of them, `kept` while nothing is asked. A question waits while all are busy."""

    def __init__(self, most: int, kept: int) -> None:
        self._free, self._kept = asyncio.Semaphore(most), kept
        self._all: list[Pool] = []
        self._idle: list[Pool] = []

    async def ask(self, seconds: float | None, work: Callable[..., Any], *asked: Any) -> Any:
        """What `work` answers. Where this is cancelled, the process that works at it is ended.

        Raises:
            TimeoutError: it did not answer within so many seconds; its process is ended.
            _Ended: its process ended, and so did the one that was asked again.
            Exception: what `work` raises.
        """
        async with self._free:
            try:
                return await self._once(seconds, work, *asked)
            except _Ended:  # perhaps somebody killed it
                return await self._once(seconds, work, *asked)

    async def _once(self, seconds: float | None, work: Callable[..., Any], *asked: Any) -> Any:
        pool = self._idle.pop() if self._idle else self._begin()
        try:
            found = await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, work, *asked), seconds)
        except BrokenProcessPool as error:
            code = pool.ended()[0][1]
            self._end(pool)
            raise _Ended(code) from error
        except (asyncio.CancelledError, TimeoutError):
            self._end(pool)
            raise
        except BaseException:
            self._give_back(pool)
            raise
        self._give_back(pool)
        return found

    def _begin(self) -> Pool:
        pool = pool_of(1, _begin)
        self._all.append(pool)
        return pool

    def _give_back(self, pool: Pool) -> None:
        if len(self._idle) < self._kept and pool in self._all:
            self._idle.append(pool)
        else:
            self._end(pool)

    def _end(self, pool: Pool) -> None:
        pool.abandon()
        if pool in self._all:
            self._all.remove(pool)

    def close(self) -> None:
        """End all processes, whatever they are at."""
        while self._all:
            self._all.pop().abandon()
        self._idle.clear()


class Thinkers:
    """Who answers what bots are asked: processes for the included bots and hints, and others for installed bots, which may hang or end theirs.

    `limit`: seconds that an installed bot has for a decision.
    """

    def __init__(self, processes: int, limit: float = LIMIT) -> None:
        self.limit = limit
        self._included, self._own = _Processes(processes, processes), _Processes(OWN, OWN_KEPT)

    async def choose(self, rules: Rules, task: Task) -> int:
        """What a bot takes.

        Raises:
            BotError: it is somebody's own and does not answer in time, ends its process, or goes wrong otherwise.
            Exception: what `Task.choose` raises, as text where it cannot travel.
        """
        own = is_own(task.kind)
        asked = (rules, task.state.to_json(), task.kind, task.seed, task.seat, task.decided)
        try:
            chosen: int = await (self._own if own else self._included).ask(self.limit if own else None, _choose, *asked)
        except TimeoutError:
            raise BotError("silent", bot=task.kind, seat=task.seat + 1, seconds=f"{self.limit:g}") from None
        except _Ended as ended:
            raise bot_ended(task.kind, task.seat, ended.code) from ended
        return chosen

    async def hint(self, rules: Rules, task: HintTask) -> Hint:
        """A hint. Raises what `HintTask.think` raises."""
        asked = (rules, task.state.to_json(), task.bot, task.seed, task.sims)
        found: Hint = await self._included.ask(None, _hint, *asked)
        return found

    def close(self) -> None:
        """End the processes."""
        self._included.close()
        self._own.close()


def _begin() -> None:
    """A process begins: pages go before bots."""
    if hasattr(os, "nice"):
        os.nice(5)


def _choose(rules: Rules, told: dict[str, Any], kind: str, seed: int, seat: int, decided: int) -> int:
    from ruleset_core.bots import make_bot

    return make_bot(kind, seed, seat, decided).choose(rules.load().from_json(told))


def _hint(rules: Rules, told: dict[str, Any], bot: str, seed: int, sims: int | None) -> Hint:
    state = rules.load().from_json(told)
    return HintTask(state.seat, state, bot, seed, sims).think()
