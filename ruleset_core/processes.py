"""Processes that work for this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Pool", "end_with_parent", "pool_of", "processors"]


def processors() -> int:
    """How many processes can work at the same time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool(ProcessPoolExecutor):
    """Processes that begin from nothing, as forked ones would share what the core holds."""

    def __init__(self, processes: int, begin: Callable[..., object], given: tuple[Any, ...]) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe(duplex=False)[::-1]
        self._theirs = theirs  # held as long as processes may begin
        super().__init__(processes, context, _begin, (theirs, begin, given))

    def abandon(self) -> None:
        """End the processes now, whatever they are at: one may be in a loop that never ends."""
        self._ours.close()
        self.shutdown(wait=False, cancel_futures=True)


def pool_of(processes: int, begin: Callable[..., object], *given: Any) -> Pool:
    """Processes of which each calls `begin` first.

    Ctrl-C is for the process that shares out, and they end with it, however it ends.
    """
    return Pool(processes, begin, given)


def _begin(line: Connection, begin: Callable[..., object], given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with(line)
    begin(*given)


def end_with_parent(end: Callable[[], object] = lambda: os._exit(1)) -> None:
    """Let this process `end` as soon as the one that began it has ended: killed, that can tell it nothing, and it would work on for nobody."""
    _end_with(end=end)


def _end_with(*lines: Connection, end: Callable[[], object] = lambda: os._exit(1)) -> None:
    Thread(target=_wait, args=(lines, end), name="waits for the parent's end", daemon=True).start()


def _wait(lines: Sequence[Connection], end: Callable[[], object]) -> None:
    """Until the parent has ended, or let one of these lines go, on which nothing is ever said."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel, *lines])
        end()
