"""Modules and their instances: what `wasmtime` compiles and runs.

Modules may be used by all threads. An instance belongs to one thread, at first to the one that made it; in
another one its functions raise `WrongThreadError`, while its memory may be looked at. So each thread makes its own, or adopts one.
"""

from __future__ import annotations

import ctypes
import struct
import weakref
from collections.abc import Callable, Sequence
from ctypes import byref
from threading import get_ident
from typing import Literal

from ruleset_core.native.binding import (
    EXTERN,
    FUNCTION,
    GLOBAL,
    MEMORY,
    Bytes,
    NativeError,
    check,
    open_library,
    raise_trap,
)
from ruleset_core.native.calls import Function, calling
from ruleset_core.native.engine import Store, engine
from ruleset_core.native.imports import Import, define
from ruleset_core.native.memory import Memory

__all__ = ["Function", "Instance", "Module"]

_CODES: dict[int, Literal["i", "q"]] = {0: "i", 1: "q"}
"""Whole numbers of 32 and of 64 bits: as the library numbers them, and as `struct` calls them."""

_KINDS = {FUNCTION: "function", GLOBAL: "global", MEMORY: "memory"}


class Module:
    """A compiled module: `compiled` makes one of WebAssembly, `restored` one of what `serialize` gave."""

    def __init__(self, pointer: int) -> None:
        self.pointer = pointer
        weakref.finalize(self, open_library().wasmtime_module_delete, pointer).atexit = False

    @classmethod
    def compiled(cls, wasm: bytes) -> Module:
        """Validate and compile. Raises `NativeError` when the bytes are no valid module."""
        pointer = ctypes.c_uint64()
        check(open_library().wasmtime_module_new(engine(), wasm, len(wasm), byref(pointer)))
        return cls(pointer.value)

    @classmethod
    def restored(cls, native: bytes) -> Module:
        """A module from what `serialize` gave.

        The bytes are native code: whoever can change them can run anything. Take them from a place that is the user's own.

        Raises:
            NativeError: they were made by another version, or for another processor.
        """
        pointer = ctypes.c_uint64()
        check(open_library().wasmtime_module_deserialize(engine(), native, len(native), byref(pointer)))
        return cls(pointer.value)

    def serialize(self) -> bytes:
        """The native code, for `restored`."""
        library, compiled = open_library(), Bytes()
        check(library.wasmtime_module_serialize(self.pointer, byref(compiled)))
        return compiled.take(library)

    def instance(
        self,
        elsewhere: str = "an instance belongs to the thread that made it, and this is another one",
        imports: Sequence[Import] = (),
    ) -> Instance:
        """A new instance.

        Args:
            elsewhere: what a `WrongThreadError` says to another thread that uses it.
            imports: functions of Python that it may import.

        Raises:
            NativeError: there is no memory for it, or it imports something else.
            Trapped: what it does at its beginning was stopped.
        """
        return Instance.of(self, Store(elsewhere), imports)


class Instance:
    """A module with a memory and globals of its own."""

    def __init__(self, store: Store) -> None:
        self._store, self._trap = store, (ctypes.c_uint64 * 1)()
        self._handle = ctypes.create_string_buffer(EXTERN)

    @classmethod
    def of(cls, module: Module, store: Store, imports: Sequence[Import] = ()) -> Instance:
        """One that imports nothing but functions of Python."""

        def link(linker: int) -> None:
            for each in imports:
                define(linker, store, each)

        new = cls(store)
        new.link(module, link)
        return new

    def beside(self, module: Module) -> Instance:
        """An instance of another module in the same thread, which imports what this one exports, as of `game`.

        Raises:
            NativeError: it imports something else.
        """
        self.mine()

        def link(linker: int) -> None:
            library = open_library()
            check(library.wasmtime_linker_define_instance(linker, self._store.context, b"game", 4, self._handle))

        new = Instance(self._store)
        new.link(module, link)
        return new

    def link(self, module: Module, link: Callable[[int], None]) -> None:
        """Begin as an instance of a module; `link` tells a linker what it may import. Raises `NativeError` and `Trapped`."""
        library = open_library()
        linker = library.wasmtime_linker_new(engine())
        try:
            link(linker)
            make = library.wasmtime_linker_instantiate
            check(make(linker, self._store.context, module.pointer, self._handle, byref(self._trap)))
        finally:
            library.wasmtime_linker_delete(linker)
        if self._trap[0]:
            raise_trap(self._trap[0])

    def mine(self) -> None:
        """Raise `WrongThreadError` in another thread than the owner, at first the one that made it."""
        self._store.entered()

    def adopt(self) -> None:
        """Make this thread the owner, which is the only one that may use it. The one before must be done with it.

        Raises:
            WrongThreadError: a function of the host is called from within.
        """
        self._store.adopt()

    def is_mine(self) -> bool:
        """Whether this thread may use it."""
        return self._store.thread == get_ident()

    def memory(self, name: str = "memory") -> Memory:
        """An exported memory. Raises `NativeError` when there is none of that name."""
        return Memory(self._store, self._export(name, MEMORY))

    def function(self, name: str, *, brief: bool = False) -> Function:
        """An exported function of whole numbers. Ask once and keep it: calls are quick, asking is not.

        A call raises `Trapped`; `WrongThreadError`; `TypeError` or `ValueError` for arguments that do not fit.

        Args:
            name: what the module calls it.
            brief: whether calls take microseconds. Other threads of Python stand still meanwhile; otherwise they go on.

        Raises:
            NativeError: there is none of that name, or it takes or gives something else.
        """
        handle = self._export(name, FUNCTION)
        params, results = self._signature(handle)
        if len(results) > 1 or not {*params, *results} <= _CODES.keys():
            raise NativeError(f"the function `{name}` takes or gives something other than whole numbers")
        return calling(self._store, handle, len(params), _CODES[results[0]] if results else "", brief=brief)

    def global_value(self, name: str) -> int:
        """The value of an exported global. Raises `NativeError` when there is none of that name, or it is no whole number."""
        value = ctypes.create_string_buffer(EXTERN)
        handle = self._export(name, GLOBAL)
        open_library().wasmtime_global_get(self._store.entered(), handle, value)
        kind = value.raw[0]
        if kind not in _CODES:
            raise NativeError(f"the global `{name}` is no whole number")
        found: int = struct.unpack_from(f"<{_CODES[kind]}", value.raw, 8)[0]
        return found

    def _export(self, name: str, kind: int) -> int:
        """The address of the handle of an export, which is kept as long as the store."""
        found, raw = ctypes.create_string_buffer(EXTERN), name.encode()
        get = open_library().wasmtime_instance_export_get
        if not get(self._store.entered(), self._handle, raw, len(raw), found) or found.raw[0] != kind:
            raise NativeError(f"the module exports no {_KINDS[kind]} `{name}`")
        self._store.handles.append(found)
        return ctypes.addressof(found) + 8

    def _signature(self, handle: int) -> tuple[list[int], list[int]]:
        """The kinds of what a function takes and gives."""
        library = open_library()
        signature = library.wasmtime_func_type(self._store.entered(), handle)
        try:
            sides = library.wasm_functype_params(signature), library.wasm_functype_results(signature)
            params, results = ([library.wasm_valtype_kind(each) for each in _pointers(side)] for side in sides)
            return params, results
        finally:
            library.wasm_functype_delete(signature)


def _pointers(vector: int) -> list[int]:
    """The pointers in a vector of the library."""
    found = Bytes.from_address(vector)
    return list((ctypes.c_uint64 * found.size).from_address(found.data)) if found.size else []
