"""The functions of `wasmtime`'s C API that are used, bound with ctypes, and its two kinds of bad news as exceptions.

The wrappers in the package `wasmtime` are not used: a call through them takes forty times as long as a call of the library,
and their fast way is private. What is bound here has been the same since the oldest version that `wheel` lets pass.
Handles (functions, memories, globals) stay the bytes that the library wrote: only their place within `EXTERN` is known here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import POINTER, byref, c_bool, c_char_p, c_size_t, c_uint8, c_uint64, c_void_p, string_at
from functools import cache
from typing import NoReturn

from ruleset_core.errors import RulesetError
from ruleset_core.native.wheel import MissingError, find

__all__ = [
    "EXTERN",
    "FUNCTION",
    "GLOBAL",
    "MEMORY",
    "Bytes",
    "NativeError",
    "Trapped",
    "WrongThreadError",
    "check",
    "open_library",
    "raise_trap",
    "raw_call",
]

EXTERN = 64
"""Bytes kept for what an export is (40 in the versions at hand): its kind in the first, the handle from the eighth on."""

FUNCTION, GLOBAL, MEMORY = 0, 1, 3
"""Kinds of exports."""

_TRAPS = {
    0: "stack", 1: "memory", 3: "table", 4: "call", 5: "call", 6: "overflow", 7: "division", 8: "conversion", 9: "unreachable",
}  # fmt: skip
"""What a trap is called here, by the number `wasmtime` gives it."""

_FUNCTIONS = {
    "wasm_config_new": (c_void_p,),
    "wasmtime_config_wasm_tail_call_set": (None, c_void_p, c_bool),
    "wasmtime_config_max_wasm_stack_set": (None, c_void_p, c_size_t),
    "wasmtime_config_parallel_compilation_set": (None, c_void_p, c_bool),
    "wasmtime_config_memory_may_move_set": (None, c_void_p, c_bool),
    "wasm_engine_new_with_config": (c_void_p, c_void_p),
    "wasmtime_module_new": (c_void_p, c_void_p, c_char_p, c_size_t, c_void_p),
    "wasmtime_module_serialize": (c_void_p, c_void_p, c_void_p),
    "wasmtime_module_deserialize": (c_void_p, c_void_p, c_char_p, c_size_t, c_void_p),
    "wasmtime_module_delete": (None, c_void_p),
    "wasmtime_store_new": (c_void_p, c_void_p, c_void_p, c_void_p),
    "wasmtime_store_context": (c_void_p, c_void_p),
    "wasmtime_store_delete": (None, c_void_p),
    "wasmtime_instance_export_get": (c_bool, c_void_p, c_void_p, c_char_p, c_size_t, c_void_p),
    "wasmtime_linker_new": (c_void_p, c_void_p),
    "wasmtime_linker_define_instance": (c_void_p, c_void_p, c_void_p, c_char_p, c_size_t, c_void_p),
    "wasmtime_linker_define_func_unchecked": (
        c_void_p, c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_void_p, c_void_p, c_void_p, c_void_p,
    ),
    "wasmtime_linker_instantiate": (c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
    "wasmtime_linker_delete": (None, c_void_p),
    "wasmtime_func_type": (c_void_p, c_void_p, c_void_p),
    "wasm_functype_new": (c_void_p, c_void_p, c_void_p),
    "wasm_functype_params": (c_void_p, c_void_p),
    "wasm_functype_results": (c_void_p, c_void_p),
    "wasm_functype_delete": (None, c_void_p),
    "wasm_valtype_kind": (c_uint8, c_void_p),
    "wasmtime_memory_data": (c_void_p, c_void_p, c_void_p),
    "wasmtime_memory_data_size": (c_size_t, c_void_p, c_void_p),
    "wasmtime_memory_grow": (c_void_p, c_void_p, c_void_p, c_uint64, POINTER(c_uint64)),
    "wasmtime_global_get": (None, c_void_p, c_void_p, c_void_p),
    "wasmtime_global_set": (c_void_p, c_void_p, c_void_p, c_void_p),
    "wasmtime_error_message": (None, c_void_p, c_void_p),
    "wasmtime_error_delete": (None, c_void_p),
    "wasmtime_trap_new": (c_void_p, c_char_p, c_size_t),
    "wasm_trap_message": (None, c_void_p, c_void_p),
    "wasmtime_trap_code": (c_bool, c_void_p, POINTER(c_uint8)),
    "wasm_trap_delete": (None, c_void_p),
    "wasm_byte_vec_delete": (None, c_void_p),
}  # fmt: skip
"""What each function gives and takes. All pointers are plain addresses: nothing here looks into what they point to."""


_CALL = "wasmtime_func_call_unchecked"


class NativeError(RulesetError):
    """A module is not what it should be, or cannot be run on this machine; the message is `wasmtime`'s."""


class WrongThreadError(NativeError):
    """Something was used in a thread other than the one that made it; nothing happened."""


class Trapped(Exception):
    """A call was stopped; `kind` says by what. What the memory holds then is what the call had written until then.

    Kinds: `unreachable` (the instruction of that name), `memory` (an address outside), `table` and `call` (a call through a
    table that leads nowhere), `division` (by zero), `overflow`, `conversion`, `stack` (calls too deep), `host` (a
    function of the host raised what `__cause__` is), `other`.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Bytes(ctypes.Structure):
    """Bytes that belong to the library, as it hands them out."""

    _fields_ = (("size", c_size_t), ("data", c_void_p))

    def take(self, library: ctypes.CDLL) -> bytes:
        """A copy of them; the library gets its own back."""
        copied = string_at(self.data, self.size) if self.data else b""
        library.wasm_byte_vec_delete(byref(self))
        return copied


@cache
def raw_call(*, brief: bool) -> Callable[..., int | None]:
    """The function that calls a function of a module; its arguments come ready made, so they are not declared.

    Args:
        brief: whether other threads of Python stand still meanwhile. Letting them run costs a call of a microsecond a tenth of
            its time, and where there are others, up to 5 ms until they give Python back.
    """
    kind = ctypes.PyDLL if brief else ctypes.CDLL
    function = kind(str(find().path))[_CALL]
    function.restype = c_void_p
    return function


@cache
def open_library() -> ctypes.CDLL:
    """The library with all functions bound. Raises `MissingError` where there is none that fits, or it is broken."""
    found = find()
    try:
        library = ctypes.CDLL(str(found.path))
        for name, (gives, *takes) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = gives, takes
        raw_call(brief=False)
    except (OSError, AttributeError) as problem:
        raise MissingError(f"the library of `wasmtime` {found.version} does not load: {problem}") from problem
    return library


def check(error: int | None) -> None:
    """Raise the `NativeError` that a function gave back, if it gave one."""
    if error:
        library, said = open_library(), Bytes()
        library.wasmtime_error_message(error, byref(said))
        library.wasmtime_error_delete(error)
        raise NativeError(said.take(library).decode("utf-8", "replace"))


def raise_trap(trap: int) -> NoReturn:
    """Raise what stopped a call as `Trapped`."""
    library, said, code = open_library(), Bytes(), c_uint8()
    known = library.wasmtime_trap_code(trap, byref(code))
    library.wasm_trap_message(trap, byref(said))
    library.wasm_trap_delete(trap)
    message = said.take(library).decode("utf-8", "replace").rstrip("\0")
    raise Trapped(_TRAPS.get(code.value, "other") if known else "other", message)
