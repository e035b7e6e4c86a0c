"""Limits on work: time per stage, a cache of bounded size, a budget for name suggestions, garbage collection paused while much is built."""

from __future__ import annotations

import gc
from collections.abc import Hashable, Iterator, Mapping
from contextlib import AbstractContextManager, ContextDecorator, contextmanager
from contextvars import ContextVar
from threading import Lock
from time import process_time
from typing import Final, Generic, TypeVar

from ruleset_core.values import set_within

# How much effort goes into looking for close names: bounded, however many unknown names a file has.
#
# Without a bound, a thousand unknown names beside thousands of known ones take a minute. Of so many nobody reads the
# last.

LONGEST = 60
"""Longest word, in characters, for which close ones are looked for."""
WORDS_COMPARED = 150_000
"""Words compared in one check; a second or two."""
_LEFT: ContextVar[list[int] | None] = ContextVar("_LEFT", default=None)


def limited_suggestions(most: int = WORDS_COMPARED) -> AbstractContextManager[object]:
    """Compare at most so many words within; what is unknown after that is told without a close name."""
    return set_within(_LEFT, [most])


def spend_comparisons(words: int) -> bool:
    """Take the effort of comparing so many words; False when it has been used up."""
    left = _LEFT.get()
    if left is None:
        return True
    left[0] -= words
    return left[0] >= 0


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Look for no garbage within: nearly all that is made stays until the end, and to look through it again and again takes time."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# Where the time goes while games are read and checked: `ruleset check --timings`.
#
# Time is that of the processor, so that a busy machine does not count. Whoever wants to know opens `watched()` and is
# given a list that fills; for all others a stage costs next to nothing.

STAGES: Final = ("reading", "parsing", "linking", "proving", "lowering", "deciding", "lints", "scenarios", "rest")
"""All stages in their order; what belongs to no other is `rest`."""


class _Watch:
    """Seconds by stage. Time within an inner stage belongs to that one alone."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = dict.fromkeys(STAGES, 0.0)
        self.open = ["rest"]
        self.since = process_time()

    def charge(self) -> None:
        """What has passed belongs to the innermost stage."""
        now = process_time()
        self.seconds[self.open[-1]] += now - self.since
        self.since = now


_WATCH: ContextVar[_Watch | None] = ContextVar("_WATCH", default=None)


@contextmanager
def measured_stages() -> Iterator[dict[str, float]]:
    """Measure what is done within: seconds of each stage, complete when it is left."""
    watch = _Watch()
    with set_within(_WATCH, watch):
        try:
            yield watch.seconds
        finally:
            watch.charge()


def add_stage_times(seconds: Mapping[str, float]) -> None:
    """Count what another process has measured as if it had been done here."""
    watch = _WATCH.get()
    if watch is not None:
        for name, each in seconds.items():
            watch.seconds[name] += each


class stage(ContextDecorator):  # noqa: N801 - stands in front of functions and behind `with`, as a word
    """What is done within, or by a function, belongs to a stage, one of `STAGES`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        watch = _WATCH.get()
        if watch is not None:
            watch.charge()
            watch.open.append(self.name)

    def __exit__(self, *_: object) -> None:
        watch = _WATCH.get()
        if watch is not None:
            watch.charge()
            watch.open.pop()


# What a process keeps in memory of its work, as long as there is room.

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Values by their keys. Each has a size; while all are larger than `most` together, the one that was put first goes."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._kept: dict[K, tuple[V, int]] = {}
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """The value with this key, if it is still there."""
        found = self._kept.get(key)
        return None if found is None else found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value in the place of another with its key."""
        with self._lock:
            self._size += size - self._kept.pop(key, (value, 0))[1]
            self._kept[key] = value, size
            while self._size > self._most:
                self._size -= self._kept.pop(next(iter(self._kept)))[1]
