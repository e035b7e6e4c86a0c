"""Calling a function of a module: everything is laid out beforehand, because a call of the library takes half a microsecond.

Parameters and the result share slots of sixteen bytes. That only the owner of a store may be in it is looked at in every
call: two at once would spoil the memory of the process.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from ctypes import addressof, c_size_t, c_void_p
from functools import partial
from threading import get_ident
from typing import TYPE_CHECKING, Literal, NoReturn

from ruleset_core.native.binding import Trapped, check, open_library, raise_trap, raw_call

if TYPE_CHECKING:
    from ruleset_core.native.engine import Store

__all__ = ["Function", "calling"]

Function = Callable[..., int]
"""An exported function of whole numbers within 64 bits; of a parameter of 32 bits the low ones count. One that gives
nothing gives 0."""


def calling(store: Store, handle: int, takes: int, gives: Literal["i", "q", ""], *, brief: bool) -> Function:
    """A function of Python that calls the one of the module that `handle` is."""
    slots, trap = (ctypes.c_uint64 * (2 * max(takes, 1)))(), (ctypes.c_uint64 * 1)()
    pointer = c_void_p.from_param  # what a call takes as it is: anything else it would look at and convert every time
    raw = partial(
        raw_call(brief=brief),
        pointer(store.context),
        pointer(handle),
        pointer(addressof(slots)),
        c_size_t.from_param(max(takes, 1)),
        pointer(addressof(trap)),
    )
    words, stopped = memoryview(slots).cast("B").cast("q"), memoryview(trap).cast("B").cast("Q")
    result = words.cast("B").cast(gives) if gives else memoryview(b"\0")
    entered, raised = store.entered, store.raised
    pack = partial(struct.Struct("<" + "q8x" * takes).pack_into, slots, 0)

    def one(first: int) -> int:
        if get_ident() != store.thread:
            entered()
        words[0] = first
        if (error := raw()) or stopped[0]:
            _stopped(error, stopped, raised)
        return result[0]

    def two(first: int, second: int) -> int:
        if get_ident() != store.thread:
            entered()
        words[0], words[2] = first, second
        if (error := raw()) or stopped[0]:
            _stopped(error, stopped, raised)
        return result[0]

    def more(*arguments: int) -> int:
        if get_ident() != store.thread:
            entered()
        try:
            pack(*arguments)
        except struct.error as problem:
            raise TypeError(f"the function takes {takes} whole numbers of 64 bits: {problem}") from None
        if (error := raw()) or stopped[0]:
            _stopped(error, stopped, raised)
        return result[0]

    return one if takes == 1 else two if takes == 2 else more


def _stopped(error: int | None, stopped: memoryview, raised: list[BaseException]) -> NoReturn:
    """Raise what stopped a call: a trap; or what asks a program to end, which a function of the host let pass."""
    trap, stopped[0] = stopped[0], 0
    if not raised:
        check(error)
        raise_trap(trap)
    library, cause = open_library(), raised.pop()
    if error:  # the library wraps the trap of a function of the host
        library.wasmtime_error_delete(error)
    if trap:
        library.wasm_trap_delete(trap)
    if isinstance(cause, Exception):
        raise Trapped("host", str(cause)) from cause
    raise cause
