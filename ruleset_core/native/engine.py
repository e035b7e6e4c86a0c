"""The engine of `wasmtime`, one in a process, and the stores in which instances live, each of one thread."""

from __future__ import annotations

import os
import sys
import weakref
from functools import cache
from threading import Lock, get_ident

from ruleset_core.native.binding import NativeError, WrongThreadError, open_library

__all__ = ["STACK", "Store", "engine"]

STACK = 512 * 1024
"""Bytes of stack that calls within a module may take; threads of Python have at least a megabyte on all systems at hand."""

_making = Lock()


def engine() -> int:
    """The engine, made once: a module of one does not run in another, and the library ends the process that tries."""
    with _making:
        return _made_engine()


@cache
def _made_engine() -> int:
    """A new engine: tail calls, no fuel, no epochs (they cost speed), no threads of its own (they do not survive a fork).

    Memories do not move, so that a view of one stays good.
    """
    library = open_library()
    _faults_below()
    config = library.wasm_config_new()
    library.wasmtime_config_wasm_tail_call_set(config, True)
    library.wasmtime_config_max_wasm_stack_set(config, STACK)
    library.wasmtime_config_parallel_compilation_set(config, False)
    library.wasmtime_config_memory_may_move_set(config, False)
    found: int | None = library.wasm_engine_new_with_config(config)
    if not found:
        raise NativeError("wasmtime cannot make an engine here")
    return found


def _faults_below() -> None:
    """Let Python's `faulthandler` install its handlers of signals before `wasmtime` does, if it ever will.

    A trap is a signal that `wasmtime` answers. A `faulthandler` enabled later would be asked first, and end the process;
    one that is enabled already is asked only about what `wasmtime` does not know. Until somebody enables it, it tells nobody.
    """
    if sys.platform in {"win32", "darwin"}:  # there traps do not come as signals, or both are asked
        return
    import faulthandler

    if not faulthandler.is_enabled():
        faulthandler.enable(os.open(os.devnull, os.O_WRONLY))  # open as long as the process


class Store:
    """Where an instance lives, for as long as anything of it is held. One thread at a time may be in it: its owner.

    Attributes:
        thread: the owner, at first the thread that made it; 0 while a function of the host is called from within.
        raised: what a function of the host raised, until who called the module raises it.
    """

    __slots__ = ("__weakref__", "_elsewhere", "context", "handles", "raised", "thread")

    def __init__(self, elsewhere: str) -> None:
        """`elsewhere`: what a `WrongThreadError` says."""
        self._elsewhere = elsewhere
        library = open_library()
        pointer = library.wasmtime_store_new(engine(), None, None)
        self.context: int = library.wasmtime_store_context(pointer)
        self.thread = get_ident()
        self.handles: list[object] = []
        self.raised: list[BaseException] = []
        weakref.finalize(self, library.wasmtime_store_delete, pointer).atexit = False

    def entered(self) -> int:
        """What the library calls this store. Raises `WrongThreadError` in another thread than its owner."""
        if get_ident() != self.thread:
            raise WrongThreadError(self._elsewhere)
        return self.context

    def adopt(self) -> None:
        """Make this thread the owner. The one before must be done with it. Raises `WrongThreadError` while a call is in progress."""
        if not self.thread:
            raise WrongThreadError(self._elsewhere)
        self.thread = get_ident()
