"""What the environment says about executors, and which of them runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from ruleset_core.errors import RulesetError

__all__ = [
    "EXECUTOR",
    "NO_CACHE",
    "Executor",
    "SwitchError",
    "announce",
    "announcing",
    "cache_wanted",
    "executor",
    "wanted",
    "why_not",
    "without_cache",
]

EXECUTOR = "RULESET_EXECUTOR"
"""Environment variable: `core`, `python` or `interpreter`. Without it, bulk work is done by the core where there is one."""

NO_CACHE = "RULESET_NO_CACHE"
"""Environment variable: with anything in it, nothing is kept on disk, nor read from there."""

_EXECUTORS = ("core", "python", "interpreter")
_switched_off = ContextVar("_switched_off", default=False)
_announce: ContextVar[Callable[[], None] | None] = ContextVar("_announce", default=None)


class SwitchError(RulesetError):
    """An environment variable says what is not known."""


class Executor(NamedTuple):
    """Which executor does bulk work: `core`, `python` or `interpreter`, and why it is not the core (empty if it is)."""

    name: str
    why: str
    version: str

    def __str__(self) -> str:
        """In words, as `ruleset --version` and `ruleset bench` say it."""
        if self.name == "core":
            return f"core (wasmtime {self.version})"
        return f"{self.name.title()}, not the core: {self.why}"


def wanted() -> str:
    """The executor that the environment asks for; `core` when it asks for none. Raises `SwitchError`."""
    name = os.environ.get(EXECUTOR, "").strip().lower() or "core"
    if name not in _EXECUTORS:
        raise SwitchError(f"{EXECUTOR} is `{name}`; it may be `core`, `python` or `interpreter`")
    return name


def executor() -> Executor:
    """Which executor does bulk work here, and why it is not the core. Raises `SwitchError`."""
    why = why_not()
    if why is not None:
        name = wanted()
        return Executor("python" if name == "core" else name, why, "")
    from ruleset_core.native.wheel import find

    return Executor("core", "", find().version)


def why_not() -> str | None:
    """Why WebAssembly cannot be run here, as a sentence without a full stop; None when it can.

    Raises:
        SwitchError: the environment asks for an executor that is not known.
    """
    name = wanted()
    if name != "core":
        return f"{EXECUTOR} is `{name}`"
    from ruleset_core.native.binding import NativeError
    from ruleset_core.native.probe import probe
    from ruleset_core.native.wheel import MissingError

    try:
        probe()
    except MissingError as missing:
        return str(missing)
    except NativeError as problem:  # no room for a memory, say
        return f"nothing can be run here: {' '.join(str(problem).split())}"
    except MemoryError:  # before the library was even found
        return "nothing can be run here: there is too little memory"
    return None


def cache_wanted() -> bool:
    """Whether what was compiled may be kept on disk and read from there."""
    return not (_switched_off.get() or os.environ.get(NO_CACHE))


@contextmanager
def without_cache() -> Iterator[None]:
    """Neither read nor write the cache on disk for a while, in this thread: what `--no-cache` does."""
    token = _switched_off.set(True)
    try:
        yield
    finally:
        _switched_off.reset(token)


def announce() -> Callable[[], None] | None:
    """What to call when compiling takes its time; None when nobody waits to be told."""
    return _announce.get()


@contextmanager
def announcing(call: Callable[[], None]) -> Iterator[None]:
    """For a while, in this thread, have `call` called whenever compiling takes its time; it is called in another thread."""
    token = _announce.set(call)
    try:
        yield
    finally:
        _announce.reset(token)
