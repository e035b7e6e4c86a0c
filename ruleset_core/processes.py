"""Pools of worker processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from signal import SIGTERM
from threading import Thread
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def cpu_count() -> int:
    """How many processes can work at the same time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C here, until the end of the block, and for good in processes that are started meanwhile.

    A terminal sends Ctrl-C to every process in its foreground. A Python process that is still starting would answer it with a traceback, before any code of
    ours can call `signal.signal`; a blocked signal is inherited, so the process never sees it. Where the system blocks no signals (Windows) nothing is done.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it unblocks the signal when it starts, so it must not start within the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Numbered(SpawnContext):
    """How processes of a pool are started: each has its number for a name, 0 for the first, and is known by that to the pool."""

    def __init__(self) -> None:
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **given: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802 - the executor asks for this name
        process = SpawnProcess(*args, **given)
        process.name = str(len(self.started))
        self.started.append(process)
        return process


def number_in_pool() -> int:
    """Which process of its pool this one is, from 0 on; for processes of pools alone."""
    return int(multiprocessing.current_process().name)


class ProcessPool(ProcessPoolExecutor):
    """Processes that begin from nothing, as forked ones would share what the core holds."""

    def __init__(self, processes: int, begin: Callable[..., object], given: tuple[Any, ...]) -> None:
        context = _Numbered()
        self._started = context.started
        self._ours, theirs = context.Pipe(duplex=False)[::-1]
        self._theirs = theirs  # held as long as processes may begin
        super().__init__(processes, context, _begin, (theirs, begin, given))

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give out work; processes are started here, when they are needed."""
        with interrupts_blocked():
            return super().submit(fn, *args, **kwargs)

    def abandon(self) -> None:
        """End the processes now, whatever they are at: one may be in a loop that never ends, and lets no other thread of it run."""
        self._ours.close()
        for process in self._started:
            if process.pid is not None:
                process.kill()
        self.shutdown(wait=False, cancel_futures=True)

    def ended(self) -> list[tuple[int, int]]:
        """After `BrokenProcessPool`: which processes ended by themselves or were ended from outside, by number, with their exit codes.

        -9 is signal 9. The executor then ends all others by SIGTERM; they are left out, unless there is none but them.
        """
        self.shutdown(wait=True)  # its thread has waited for all of them then, so that their exit codes are known
        codes = [(number, process.exitcode) for number, process in enumerate(self._started)]
        known = [(number, code) for number, code in codes if code is not None]
        return [(number, code) for number, code in known if code != -SIGTERM] or known


def process_pool(processes: int, begin: Callable[..., object], *given: Any) -> ProcessPool:
    """Processes of which each calls `begin` first.

    Ctrl-C is for the process that shares out, and they end with it, however it ends.
    """
    return ProcessPool(processes, begin, given)


def _begin(line: Connection, begin: Callable[..., object], given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with(line)
    begin(*given)


def exit_with_parent(end: Callable[[], object] = lambda: os._exit(1)) -> None:
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
