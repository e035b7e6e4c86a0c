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
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from time import perf_counter
from typing import Final, Generic, TypeVar

Done = TypeVar("Done")
Other = TypeVar("Other")
Result = TypeVar("Result")

SLICE: Final = 0.03
"""Seconds after which work should stop for others."""
TURNS: Final = 4
"""How often others come to their turn between two slices: to answer a page takes some."""


class _Steps(Generic[Done, Result]):
    """What work yields, one after the other; then `result` is what it returned."""

    result: Result

    def __init__(self, work: Generator[Done, None, Result]) -> None:
        self._work = work

    def __iter__(self) -> Iterator[Done]:
        self.result = yield from self._work


def finish(work: Generator[Done, None, Result], progress: Callable[[Done], object] = lambda _: None) -> Result:
    """Do all of it. `progress` is told what it yields, and may raise to stop."""
    steps = _Steps(work)
    with closing(work):
        for done in steps:
            progress(done)
    return steps.result


async def finish_between(
    work: Generator[Done, None, Result], progress: Callable[[Done], object] = lambda _: None
) -> Result:
    """The same; whenever a slice is over, other tasks come first."""
    steps = _Steps(work)
    with closing(work):
        await _others()
        began = perf_counter()
        for done in steps:
            progress(done)
            if perf_counter() - began >= SLICE:
                await _others()
                began = perf_counter()
    return steps.result


async def _others() -> None:
    """Let other tasks come to their turn."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


def relabel(work: Generator[Done, None, Result], label: Callable[[Done], Other]) -> Generator[Other, None, Result]:
    """The same work that yields something else."""
    steps = _Steps(work)
    with closing(work):
        for done in steps:
            yield label(done)
    return steps.result


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
