"""Worker processes for bots, hints and game analysis, so that pages never wait.

A bot may think for seconds, and one of somebody else may hang; pages must not wait for either. So bots run in processes:

    choose(rules, task)      rules: which game, with which expansions; task: the state as JSON, "normal", seed, seat
        included bot         a process of the pool loads the game once, then answers each task: 1, the number of an option
        installed bot        a process of its own; no answer within 60 seconds: it is ended, and `BotError` says so

What goes to a process and comes back is plain data, so a process may be ended at any time. One that dies is replaced, and is
asked once more.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from ruleset_core.play.bots import BotError, is_external_bot
from ruleset_core.play.match import BotTask
from ruleset_core.play.match.hints import HintTask
from ruleset_core.play.match.seating import GameSpec, bot_process_error
from ruleset_core.play.wording.names_and_numbers import LANGS
from ruleset_core.processes import ProcessPool, interrupts_blocked, process_pool
from ruleset_core.web.background_work import (
    OFTEN,
    AnalysisProgress,
    AnalysisRequest,
    Data,
    analyse_record,
    choose_option,
    hint_arguments,
    hint_in_words,
)

__all__ = ["LIMIT", "AnalysisQueue", "BotWorkers"]


# Bots think in processes of their own, so that pages never wait for them, and one that hangs can be ended.

LIMIT: Final = 60.0
"""Seconds that an installed bot has for a decision; the included bots end by themselves."""
OWN: Final = 8
"""Installed bots that are asked at the same time; the others wait, until one that hangs has used up its seconds at most."""
OWN_KEPT: Final = 2
"""Processes of installed bots that are kept while nobody asks them."""
HINT_THREADS: Final = 2
"""A person waits for a hint, so it is thought about on two processors."""


class _WorkerEnded(BrokenProcessPool):
    """A process ended with an exit code while it was asked."""

    def __init__(self, code: int) -> None:
        super().__init__(f"a process ended with exit code {code} while it was asked")
        self.code = code


class _WorkerPool:
    """Processes of which each answers one question at a time: `most` of them, `kept` while nothing is asked. A question waits while all are busy."""

    def __init__(self, most: int, kept: int) -> None:
        self._free, self._kept = asyncio.Semaphore(most), kept
        self._all: list[ProcessPool] = []
        self._idle: list[ProcessPool] = []

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
            except _WorkerEnded:  # perhaps somebody killed it
                return await self._once(seconds, work, *asked)

    async def _once(self, seconds: float | None, work: Callable[..., Any], *asked: Any) -> Any:
        pool = self._idle.pop() if self._idle else self._begin()
        try:
            found = await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, work, *asked), seconds)
        except BrokenProcessPool as error:
            code = pool.ended()[0][1]
            self._end(pool)
            raise _WorkerEnded(code) from error
        except (asyncio.CancelledError, TimeoutError):
            self._end(pool)
            raise
        except BaseException:
            self._give_back(pool)
            raise
        self._give_back(pool)
        return found

    def _begin(self) -> ProcessPool:
        pool = process_pool(1, _begin)
        self._all.append(pool)
        return pool

    def _give_back(self, pool: ProcessPool) -> None:
        if len(self._idle) < self._kept and pool in self._all:
            self._idle.append(pool)
        else:
            self._end(pool)

    def _end(self, pool: ProcessPool) -> None:
        pool.abandon()
        if pool in self._all:
            self._all.remove(pool)

    def close(self) -> None:
        """End all processes, whatever they are at."""
        while self._all:
            self._all.pop().abandon()
        self._idle.clear()


class BotWorkers:
    """Who answers what bots are asked: processes for the included bots and hints, and others for installed bots, which may hang or end theirs.

    `limit`: seconds that an installed bot has for a decision.
    """

    def __init__(self, processes: int, limit: float = LIMIT) -> None:
        self.limit = limit
        self._included, self._own = _WorkerPool(processes, processes), _WorkerPool(OWN, OWN_KEPT)

    async def choose(self, rules: GameSpec, task: BotTask) -> int:
        """What a bot takes.

        Raises:
            BotError: it is somebody's own and does not answer in time, ends its process, or goes wrong otherwise.
            Exception: what `Task.choose` raises, as text where it cannot travel.
        """
        own = is_external_bot(task.kind)
        asked = (rules, task.state.to_json(), task.kind, task.seed, task.seat, task.decided)
        try:
            chosen: int = await (self._own if own else self._included).ask(
                self.limit if own else None, choose_option, *asked
            )
        except TimeoutError:
            raise BotError("silent", bot=task.kind, seat=task.seat + 1, seconds=f"{self.limit:g}") from None
        except _WorkerEnded as ended:
            raise bot_process_error(task.kind, task.seat, ended.code) from ended
        return chosen

    async def hint(self, rules: GameSpec, task: HintTask, lang: str, names: Sequence[str]) -> Data:
        """A hint in words: the option, and what is said of it in paragraphs. Raises what `HintTask.think` raises."""
        state, asked = task.state.to_json(), hint_arguments(task)
        found: Data = await self._included.ask(
            None, hint_in_words, rules, state, asked, HINT_THREADS, lang, tuple(names)
        )
        return found

    def close(self) -> None:
        """End the processes."""
        self._included.close()
        self._own.close()


def _begin() -> None:
    """A process begins: pages go before bots."""
    if hasattr(os, "nice"):
        os.nice(5)


# Games that are over are gone through in a process of their own, one after the other, so that no table waits for it.

NICE: Final = 10
"""Moves and hints go before."""


class AnalysisQueue:
    """Who goes through games: one game at a time, the others wait."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def run(self, asked: AnalysisRequest, going: AnalysisProgress, tell: Callable[[], None]) -> None:
        """Go through a game. `tell` is called whenever `going` is another; what is cancelled stops at once."""
        async with self._turn:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=_go, args=(theirs, asked), daemon=True)
            with interrupts_blocked():
                process.start()
            theirs.close()
            try:
                while going.state in {"waits", "runs"}:
                    await _come(ours)
                    _receive_progress(ours, going)
                    tell()
            finally:
                process.terminate()
                ours.close()


async def _come(ours: Connection) -> None:
    """Until the process says something."""
    loop, come = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(ours.fileno(), come.set)
    try:
        await come.wait()
    finally:
        loop.remove_reader(ours.fileno())


def _receive_progress(ours: Connection, going: AnalysisProgress) -> None:
    """What the process says; one that is gone has failed."""
    try:
        going.state, going.done, going.of, going.found = ours.recv()
    except EOFError:
        going.state, going.found = "failed", {lang: {"problem": ""} for lang in LANGS}


def _go(theirs: Connection, asked: AnalysisRequest) -> None:
    """A process goes through a game and tells how far it is, as long as somebody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    last = 0.0

    def progress(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last > OFTEN:
            last = time.monotonic()
            theirs.send(("runs", done, of, {}))

    with suppress(BrokenPipeError):
        theirs.send(analyse_record(asked, progress))
