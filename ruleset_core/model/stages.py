"""Where the time goes while games are read and checked: `ruleset check --timings`.

Time is that of the processor, so that a busy machine does not count. Whoever wants to know opens `watched()` and is given a list that fills; for all others a stage costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ContextDecorator, contextmanager
from contextvars import ContextVar
from time import process_time
from typing import Final

__all__ = ["STAGES", "add", "stage", "watched"]

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
def watched() -> Iterator[dict[str, float]]:
    """Measure what is done within: seconds of each stage, complete when it is left."""
    watch = _Watch()
    token = _WATCH.set(watch)
    try:
        yield watch.seconds
    finally:
        watch.charge()
        _WATCH.reset(token)


def add(seconds: Mapping[str, float]) -> None:
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
