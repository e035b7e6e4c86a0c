"""Processes that work for this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from typing import Any

__all__ = ["end_with_parent", "pool_of", "processors"]


def processors() -> int:
    """How many processes can work at the same time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pool_of(processes: int, begin: Callable[..., object], *given: Any) -> ProcessPoolExecutor:
    """Processes that begin from nothing, as forked ones would share what the core holds; each calls `begin` first.

    Ctrl-C is for the process that shares out, and they end with it, however it ends.
    """
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin, (begin, given))


def _begin(begin: Callable[..., object], given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    begin(*given)


def end_with_parent(end: Callable[[], object] = lambda: os._exit(1)) -> None:
    """Let this process `end` as soon as the one that began it has ended: killed, that can tell it nothing, and it would work on for nobody."""
    Thread(target=_wait, args=(end,), name="waits for the parent's end", daemon=True).start()


def _wait(end: Callable[[], object]) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        end()
