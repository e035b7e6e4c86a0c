"""Functions of Python that a module imports: what it calls while one of its own functions runs.

They take nothing and give nothing: what both sides have to tell each other lies in the memory of the module. An exception
cannot pass through the frames of a module. So it is kept with the store, the module is stopped by a trap, and who called the
module raises it (`calls`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import byref, c_size_t, c_void_p
from typing import TYPE_CHECKING, NamedTuple

from ruleset_core.native.binding import Bytes, check, open_library

if TYPE_CHECKING:
    from ruleset_core.native.engine import Store

__all__ = ["Import", "define"]

_STOPPED = b"a function of the host raised an exception"

_Callback = ctypes.CFUNCTYPE(c_size_t, c_size_t, c_size_t, c_size_t, c_size_t)
"""Environment, caller, slots and their number, of which none is used; all as plain numbers, which Python gets fastest."""


class Import(NamedTuple):
    """A function of the host, as the module imports it.

    Attributes:
        module, name: what the module calls it.
        call: the function. What it raises, the caller of the module gets.
    """

    module: str
    name: str
    call: Callable[[], object]


def define(linker: int, store: Store, function: Import) -> None:
    """Let modules that a linker instantiates in this store import a function. Raises `NativeError`."""
    library, raised, call = open_library(), store.raised, function.call
    stop = library.wasmtime_trap_new

    def called(_environment: int, _caller: int, _slots: int, _count: int) -> int:
        thread, store.thread = store.thread, 0  # what is called must not enter the module, which is at work
        try:
            call()
        except BaseException as error:  # noqa: BLE001 - raised again behind the module
            raised.append(error)
            trap: int = stop(_STOPPED, len(_STOPPED))
            return trap
        finally:
            store.thread = thread
        return 0

    callback = _Callback(called)
    store.handles.append(callback)
    nothing, module, name = _nothing(), function.module.encode(), function.name.encode()
    put = library.wasmtime_linker_define_func_unchecked
    try:
        check(put(linker, module, len(module), name, len(name), nothing, ctypes.cast(callback, c_void_p), None, None))
    finally:
        library.wasm_functype_delete(nothing)


def _nothing() -> int:
    """The signature of a function that takes and gives nothing; it belongs to the caller."""
    found: int = open_library().wasm_functype_new(byref(Bytes()), byref(Bytes()))
    return found
