"""Work in slices: a generator that stops now and then, so that whoever runs it can do something else in between.

    def count(to):                    yields how far it is, and returns what came of it
        for number in range(to):
            yield number
        return to

    finish(count(3))                  3, at once
    await finish_between(count(3))    3; other tasks go on while it counts

What comes of the work does not depend on who runs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import closing
from time import perf_counter
from typing import Final, TypeVar

Done = TypeVar("Done")
Other = TypeVar("Other")
Result = TypeVar("Result")

SLICE: Final = 0.03
"""Seconds after which work should stop for others."""
TURNS: Final = 4
"""How often others come to their turn between two slices: to answer a page takes some."""


def finish(work: Generator[Done, None, Result], progress: Callable[[Done], object] = lambda _: None) -> Result:
    """Do all of it. `progress` is told what it yields, and may raise to stop."""
    with closing(work):
        while True:
            try:
                done = next(work)
            except StopIteration as ended:
                result: Result = ended.value
                return result
            progress(done)


async def finish_between(
    work: Generator[Done, None, Result], progress: Callable[[Done], object] = lambda _: None
) -> Result:
    """The same; whenever a slice is over, other tasks come first."""
    with closing(work):
        began = -SLICE
        while True:
            if perf_counter() - began >= SLICE:
                for _ in range(TURNS):
                    await asyncio.sleep(0)
                began = perf_counter()
            try:
                done = next(work)
            except StopIteration as ended:
                result: Result = ended.value
                return result
            progress(done)


def relabel(work: Generator[Done, None, Result], label: Callable[[Done], Other]) -> Generator[Other, None, Result]:
    """The same work that yields something else."""
    with closing(work):
        while True:
            try:
                done = next(work)
            except StopIteration as ended:
                result: Result = ended.value
                return result
            yield label(done)


class SliceSize:
    """How many pieces of work to do at once, so that they take about a slice: `first`, then as the clock says.

    >>> size = SliceSize(64)
    >>> size.next(1000), size.next(3)
    (1, 2)
    """

    __slots__ = ("_began", "_count", "_first", "_most")

    def __init__(self, most: int, first: int = 1) -> None:
        self._most, self._first, self._count, self._began = most, first, 0, 0.0

    def next(self, left: int) -> int:
        """How many come next, of those that are left. The time since the last call is what those before took."""
        now = perf_counter()
        took = now - self._began
        if not self._count:
            self._count = self._first
        elif took < SLICE / 2:
            self._count = min(self._most, 2 * self._count)
        elif took > SLICE:
            self._count = max(1, self._count // 2)
        self._began = now
        return min(self._count, left)
