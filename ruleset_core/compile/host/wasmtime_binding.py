"""The C API of `wasmtime` by ctypes: library, engine, stores, memory, and imports of Python functions."""

from __future__ import annotations

import ctypes
import os
import sys
import weakref
from collections.abc import Callable, Iterator
from ctypes import POINTER, Array, byref, c_bool, c_char_p, c_int32, c_size_t, c_uint8, c_uint64, c_void_p, string_at
from functools import cache
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Any, NoReturn

from ruleset_core.compile.host.executor_choice import MissingLibraryError, find_library
from ruleset_core.errors import RulesetError

if TYPE_CHECKING:
    from ruleset_core.compile.host.wasm_modules import HostImport, NumberCode


# The functions of `wasmtime`'s C API that are used, bound with ctypes, and its two kinds of bad news as exceptions.
#
# The wrappers in the package `wasmtime` are not used: a call through them takes forty times as long as a call of the
# library, and their fast way is private. What is bound here has been the same since the oldest version that `wheel`
# lets pass. Handles (functions, memories, globals) stay the bytes that the library wrote: only their place within
# `EXTERN` is known here.

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


class WasmError(RulesetError):
    """A module is not what it should be, or cannot be run on this machine; the message is `wasmtime`'s."""


class WrongThreadError(WasmError):
    """Something was used in a thread other than the one that made it; nothing happened."""


class WasmTrap(Exception):
    """A call was stopped; `kind` says by what. What the memory holds then is what the call had written until then.

    Kinds: `unreachable` (the instruction of that name), `memory` (an address outside), `table` and `call` (a call through a
    table that leads nowhere), `division` (by zero), `overflow`, `conversion`, `stack` (calls too deep), `host` (a
    function of the host raised what `__cause__` is), `other`.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class LibraryBytes(ctypes.Structure):
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
    function = kind(str(find_library().path))[_CALL]
    function.restype = c_void_p
    return function


@cache
def open_library() -> ctypes.CDLL:
    """The library with all functions bound. Raises `MissingLibraryError` where there is none that fits, or it is broken."""
    found = find_library()
    try:
        library = ctypes.CDLL(str(found.path))
        for name, (gives, *takes) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = gives, takes
        raw_call(brief=False)
    except (OSError, AttributeError) as problem:
        raise MissingLibraryError(f"the library of `wasmtime` {found.version} does not load: {problem}") from problem
    return library


def raise_error(error: int | None) -> None:
    """Raise the `WasmError` that a function gave back, if it gave one."""
    if error:
        library, said = open_library(), LibraryBytes()
        library.wasmtime_error_message(error, byref(said))
        library.wasmtime_error_delete(error)
        raise WasmError(said.take(library).decode("utf-8", "replace"))


def raise_trap(trap: int) -> NoReturn:
    """Raise what stopped a call as `WasmTrap`."""
    library, said, code = open_library(), LibraryBytes(), c_uint8()
    known = library.wasmtime_trap_code(trap, byref(code))
    library.wasm_trap_message(trap, byref(said))
    library.wasm_trap_delete(trap)
    message = said.take(library).decode("utf-8", "replace").rstrip("\0")
    raise WasmTrap(_TRAPS.get(code.value, "other") if known else "other", message)


# The engine of `wasmtime`, one in a process, and the stores in which instances live, each of one thread.

STACK = 512 * 1024
"""Bytes of stack that calls within a module may take; threads of Python have at least a megabyte on all systems at hand."""

_making = Lock()


def wasm_engine() -> int:
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
        raise WasmError("wasmtime cannot make an engine here")
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


class WasmStore:
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
        pointer = library.wasmtime_store_new(wasm_engine(), None, None)
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


# The memory of an instance, as Python reads and writes it: never past its end.

PAGE = 65536
"""Bytes of a page: memories grow by pages."""


class OutOfBoundsError(WasmError, IndexError):
    """The host wanted to read or write outside the memory; nothing was touched."""


class ViewedMemory:
    """Reads and writes of a memory by its views."""

    def view(self, at: int, size: int, code: NumberCode = "B") -> memoryview:
        """A part of the memory itself, `size` bytes from `at`: what is written there, either side sees.

        Args:
            at: where it begins, in bytes.
            size: how long it is, in bytes; a multiple of what `code` takes.
            code: what its items are, as `memoryview.cast` names them: `b` and `B` are bytes, `H` 16 bits, `i` and
                `I` 32, `q` and `Q` 64; capital ones have no sign.

        Raises:
            OutOfBoundsError: it does not lie within the memory.
        """
        raise NotImplementedError

    def read(self, at: int, size: int) -> bytes:
        """A copy of `size` bytes from `at`. Raises `OutOfBoundsError`."""
        return self.view(at, size).tobytes()

    def write(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """Put bytes into the memory from `at`. Raises `OutOfBoundsError`; then nothing was written."""
        raw = memoryview(data).cast("B")
        self.view(at, len(raw))[:] = raw


class LinearMemory(ViewedMemory):
    """The memory of an instance. It may grow and never shrinks or moves: views stay good, and keep the memory alive."""

    def __init__(self, store: WasmStore, handle: int) -> None:
        self._store, self._handle = store, handle
        self._whole = memoryview(b"")

    @property
    def size(self) -> int:
        """How many bytes there are now."""
        found: int = open_library().wasmtime_memory_data_size(self._store.context, self._handle)
        return found

    def grow(self, pages: int) -> int:
        """Add pages of zeros and return the size before, in bytes. Raises `WasmError` when there is no more."""
        before = ctypes.c_uint64()
        if pages < 0:
            raise OutOfBoundsError(f"a memory does not grow by {pages} pages")
        grow = open_library().wasmtime_memory_grow
        raise_error(grow(self._store.entered(), self._handle, pages, ctypes.byref(before)))
        return before.value * PAGE

    def view(self, at: int, size: int, code: NumberCode = "B") -> memoryview:
        """See `ViewedMemory.view`."""
        if at < 0 or size < 0 or at + size > len(self._whole):
            self._look(at, size)
        part = self._whole[at : at + size]
        return part if code == "B" else part.cast(code)

    def _look(self, at: int, size: int) -> None:
        """See whether the memory has grown, and has room for this."""
        now = self.size
        if now != len(self._whole):
            library = open_library()
            place = library.wasmtime_memory_data(self._store.context, self._handle)
            array = (ctypes.c_uint8 * now).from_address(place)
            array.store = self._store  # type: ignore[attr-defined]  # whoever has a view keeps the memory alive
            self._whole = memoryview(array).cast("B")
        if at < 0 or size < 0 or at + size > now:
            raise OutOfBoundsError(f"{size} bytes from {at} do not lie within a memory of {now}")


# Functions of Python that a module imports: what it calls while one of its own functions runs.
#
# They take nothing and give nothing: what both sides have to tell each other lies in the memory of the module. An
# exception cannot pass through the frames of a module. So it is kept with the store, the module is stopped by a trap,
# and who called the module raises it (`machine`).

_STOPPED = b"a function of the host raised an exception"

_Callback = ctypes.CFUNCTYPE(c_size_t, c_size_t, c_size_t, c_size_t, c_size_t)
"""Environment, caller, slots and their number, of which none is used; all as plain numbers, which Python gets fastest."""


def define_import(linker: int, store: WasmStore, function: HostImport) -> None:
    """Let modules that a linker instantiates in this store import a function. Raises `WasmError`."""
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
        raise_error(
            put(linker, module, len(module), name, len(name), nothing, ctypes.cast(callback, c_void_p), None, None)
        )
    finally:
        library.wasm_functype_delete(nothing)


def _nothing() -> int:
    """The signature of a function that takes and gives nothing; it belongs to the caller."""
    found: int = open_library().wasm_functype_new(byref(LibraryBytes()), byref(LibraryBytes()))
    return found


# Numbers of 32 bits in a memory, as a list of Python.


class Numbers(Array[c_int32]):
    """A list that keeps its length, whose numbers lie in memory. Reading one costs as little as in a list."""

    _type_ = c_int32
    _length_ = 0

    def __iter__(self) -> Iterator[int]:
        numbers: list[int] = self[:]
        return iter(numbers)

    def __reversed__(self) -> Iterator[int]:
        numbers: list[int] = self[::-1]
        return iter(numbers)

    def __setitem__(self, place: Any, value: Any) -> None:
        if place.__class__ is slice:
            for at, each in [*zip(range(*place.indices(len(self))), value, strict=True)]:  # all or nothing
                self[at] = each
        elif -(1 << 31) <= value < 1 << 31:  # a larger one would lose its high bits
            _put(self, place, value)
        else:
            raise ValueError(f"{value} is no number of 32 bits")

    def __contains__(self, value: object) -> bool:
        return value in self[:]

    def __eq__(self, other: object) -> bool:
        return self[:] == (other[:] if isinstance(other, Numbers) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self[:])

    def index(self, value: int, *bounds: int) -> int:
        """Where a number stands first. Raises ValueError where it does not."""
        return self[:].index(value, *bounds)

    def count(self, value: int) -> int:
        """How many times a number stands there."""
        return self[:].count(value)

    def copy(self) -> list[int]:
        """A list of the numbers."""
        return self[:]


_put = Array.__setitem__


@cache
def numbers_type(count: int) -> type[Numbers]:
    """The type of so many numbers."""
    return type("Numbers", (Numbers,), {"_length_": count})
