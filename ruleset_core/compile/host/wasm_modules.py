"""WebAssembly modules and instances: the interface of a host; a key and a function that makes bytes in, a compiled module out.

The same module is wanted by many processes and threads. It is compiled once, kept, and instantiated for each thread:

    load_module(key, make)      origin "made":    nothing was kept; `make` wrote the WebAssembly, wasmtime compiled it
                                origin "wasm":    WebAssembly was kept, machine code for this processor was not
                                origin "native":  machine code was kept

    module.instance()           a memory and globals of its own, for one thread
    instance.function("apply")(record, option)      2, or `WasmTrap` if a check failed

Two calls at once would spoil the memory, so every call looks whether it comes from the thread that owns the instance.
"""

from __future__ import annotations

import ctypes
import platform
import struct
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import addressof, byref, c_size_t, c_void_p
from functools import cache, partial
from hashlib import blake2b
from threading import Timer, get_ident
from typing import Final, Literal, NamedTuple, NoReturn, Protocol, Self, TypeVar

from ruleset_core.compile.host.executor_choice import IN_BROWSER, announce, cache_wanted, find_library, why_not
from ruleset_core.compile.host.wasmtime_binding import (
    EXTERN,
    FUNCTION,
    GLOBAL,
    MEMORY,
    LibraryBytes,
    LinearMemory,
    WasmError,
    WasmStore,
    WasmTrap,
    define_import,
    open_library,
    raise_error,
    raise_trap,
    raw_call,
    wasm_engine,
)
from ruleset_core.disk_cache import DiskCache, cache_directory, source_stamp
from ruleset_core.files import read_regular_file

# The interface of a host: what a WebAssembly engine must give the core. `wasmtime` is one; `tests/lang/wasm/host.mjs` is another, in JavaScript.

NumberCode = Literal["b", "B", "H", "i", "I", "q", "Q"]
"""What the items of a view are, as `memoryview.cast` names them."""

HostFunction = Callable[..., int]
"""An exported function of whole numbers within 64 bits; of a parameter of 32 bits the low ones count. One that gives
nothing gives 0. It raises `WasmTrap` where the module stops."""

_Other_contra = TypeVar("_Other_contra", contravariant=True)


class HostImport(NamedTuple):
    """A function of the host, as the module imports it.

    Attributes:
        module, name: what the module calls it.
        call: the function. What it raises, the caller of the module gets.
    """

    module: str
    name: str
    call: Callable[[], object]


class HostMemory(Protocol):
    """The memory of an instance. It may grow and never shrinks; views stay good."""

    @property
    def size(self) -> int:
        """How many bytes there are now."""

    def grow(self, pages: int) -> int:
        """Add pages of zeros and return the size before, in bytes."""

    def view(self, at: int, size: int, code: NumberCode = "B") -> memoryview:
        """A part of the memory itself, `size` bytes from `at`: what is written there, either side sees."""

    def read(self, at: int, size: int) -> bytes:
        """A copy of `size` bytes from `at`."""

    def write(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """Put bytes into the memory from `at`."""


class HostInstance(Protocol[_Other_contra]):
    """A module at work, with a memory and globals of its own. One thread at a time may be in it."""

    def memory(self) -> HostMemory:
        """What the module exports as `memory`."""

    def function(self, name: str, *, brief: bool = False) -> HostFunction:
        """An exported function; `brief`: calls take microseconds."""

    def beside(self, module: _Other_contra) -> Self:
        """An instance of another module, which imports what this one exports, as of `game`."""

    def mine(self) -> None:
        """Raise `WrongThreadError` in a thread that may not use it."""

    def is_mine(self) -> bool:
        """Whether this thread may use it."""

    def adopt(self) -> None:
        """Make this thread the one that may use it."""


class HostModule(Protocol):
    """A module that is ready to run."""

    def instance(self, elsewhere: str = ..., imports: Sequence[HostImport] = ()) -> HostInstance[Self]:
        """A new instance.

        Args:
            elsewhere: what a `WrongThreadError` says.
            imports: the functions that the module imports.
        """


# Modules and their instances: what `wasmtime` compiles and runs.
#
# Modules may be used by all threads. An instance belongs to one thread, at first to the one that made it; in another
# one its functions raise `WrongThreadError`, while its memory may be looked at. So each thread makes its own, or
# adopts one.


def exported_function(
    store: WasmStore, handle: int, takes: int, gives: Literal["i", "q", ""], *, brief: bool
) -> HostFunction:
    """A function of Python that calls the one of the module that `handle` is.

    Everything is laid out beforehand, because a call of the library takes half a microsecond. Parameters and the result share slots
    of sixteen bytes. That only the owner of a store may be in it is looked at in every call: two at once would spoil the memory of
    the process.
    """
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
        raise_error(error)
        raise_trap(trap)
    library, cause = open_library(), raised.pop()
    if error:  # the library wraps the trap of a function of the host
        library.wasmtime_error_delete(error)
    if trap:
        library.wasm_trap_delete(trap)
    if isinstance(cause, Exception):
        raise WasmTrap("host", str(cause)) from cause
    raise cause


# -- Modules and their instances ---------------------------------------------------------------------------------------


_CODES: dict[int, Literal["i", "q"]] = {0: "i", 1: "q"}
"""Whole numbers of 32 and of 64 bits: as the library numbers them, and as `struct` calls them."""

_KINDS = {FUNCTION: "function", GLOBAL: "global", MEMORY: "memory"}


class WasmModule:
    """A compiled module: `compiled` makes one of WebAssembly, `restored` one of what `serialize` gave."""

    def __init__(self, pointer: int) -> None:
        self.pointer = pointer
        weakref.finalize(self, open_library().wasmtime_module_delete, pointer).atexit = False

    @classmethod
    def compiled(cls, wasm: bytes) -> WasmModule:
        """Validate and compile. Raises `WasmError` when the bytes are no valid module."""
        pointer = ctypes.c_uint64()
        raise_error(open_library().wasmtime_module_new(wasm_engine(), wasm, len(wasm), byref(pointer)))
        return cls(pointer.value)

    @classmethod
    def restored(cls, native: bytes) -> WasmModule:
        """A module from what `serialize` gave.

        The bytes are native code: whoever can change them can run anything. Take them from a place that is the user's own.

        Raises:
            WasmError: they were made by another version, or for another processor.
        """
        pointer = ctypes.c_uint64()
        raise_error(open_library().wasmtime_module_deserialize(wasm_engine(), native, len(native), byref(pointer)))
        return cls(pointer.value)

    def serialize(self) -> bytes:
        """The native code, for `restored`."""
        library, compiled = open_library(), LibraryBytes()
        raise_error(library.wasmtime_module_serialize(self.pointer, byref(compiled)))
        return compiled.take(library)

    def instance(
        self,
        elsewhere: str = "an instance belongs to the thread that made it, and this is another one",
        imports: Sequence[HostImport] = (),
    ) -> WasmInstance:
        """A new instance.

        Args:
            elsewhere: what a `WrongThreadError` says to another thread that uses it.
            imports: functions of Python that it may import.

        Raises:
            WasmError: there is no memory for it, or it imports something else.
            WasmTrap: what it does at its beginning was stopped.
        """
        return WasmInstance.in_store(self, WasmStore(elsewhere), imports)


class WasmInstance:
    """A module with a memory and globals of its own."""

    def __init__(self, store: WasmStore) -> None:
        self._store, self._trap = store, (ctypes.c_uint64 * 1)()
        self._handle = ctypes.create_string_buffer(EXTERN)

    @classmethod
    def in_store(cls, module: WasmModule, store: WasmStore, imports: Sequence[HostImport] = ()) -> WasmInstance:
        """One that imports nothing but functions of Python."""

        def link(linker: int) -> None:
            for each in imports:
                define_import(linker, store, each)

        new = cls(store)
        new.link(module, link)
        return new

    def beside(self, module: WasmModule) -> WasmInstance:
        """An instance of another module in the same thread, which imports what this one exports, as of `game`.

        Raises:
            WasmError: it imports something else.
        """
        self.mine()

        def link(linker: int) -> None:
            library = open_library()
            raise_error(library.wasmtime_linker_define_instance(linker, self._store.context, b"game", 4, self._handle))

        new = WasmInstance(self._store)
        new.link(module, link)
        return new

    def link(self, module: WasmModule, link: Callable[[int], None]) -> None:
        """Begin as an instance of a module; `link` tells a linker what it may import. Raises `WasmError` and `WasmTrap`."""
        library = open_library()
        linker = library.wasmtime_linker_new(wasm_engine())
        try:
            link(linker)
            make = library.wasmtime_linker_instantiate
            raise_error(make(linker, self._store.context, module.pointer, self._handle, byref(self._trap)))
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

    def memory(self, name: str = "memory") -> LinearMemory:
        """An exported memory. Raises `WasmError` when there is none of that name."""
        return LinearMemory(self._store, self._export(name, MEMORY))

    def function(self, name: str, *, brief: bool = False) -> HostFunction:
        """An exported function of whole numbers. Ask once and keep it: calls are quick, asking is not.

        A call raises `WasmTrap`; `WrongThreadError`; `TypeError` or `ValueError` for arguments that do not fit.

        Args:
            name: what the module calls it.
            brief: whether calls take microseconds. Other threads of Python stand still meanwhile; otherwise they go on.

        Raises:
            WasmError: there is none of that name, or it takes or gives something else.
        """
        handle = self._export(name, FUNCTION)
        params, results = self._signature(handle)
        if len(results) > 1 or not {*params, *results} <= _CODES.keys():
            raise WasmError(f"the function `{name}` takes or gives something other than whole numbers")
        return exported_function(self._store, handle, len(params), _CODES[results[0]] if results else "", brief=brief)

    def global_value(self, name: str) -> int:
        """The value of an exported global. Raises `WasmError` when there is none of that name, or it is no whole number."""
        value = ctypes.create_string_buffer(EXTERN)
        handle = self._export(name, GLOBAL)
        open_library().wasmtime_global_get(self._store.entered(), handle, value)
        kind = value.raw[0]
        if kind not in _CODES:
            raise WasmError(f"the global `{name}` is no whole number")
        found: int = struct.unpack_from(f"<{_CODES[kind]}", value.raw, 8)[0]
        return found

    def _export(self, name: str, kind: int) -> int:
        """The address of the handle of an export, which is kept as long as the store."""
        found, raw = ctypes.create_string_buffer(EXTERN), name.encode()
        get = open_library().wasmtime_instance_export_get
        if not get(self._store.entered(), self._handle, raw, len(raw), found) or found.raw[0] != kind:
            raise WasmError(f"the module exports no {_KINDS[kind]} `{name}`")
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
    found = LibraryBytes.from_address(vector)
    return list((ctypes.c_uint64 * found.size).from_address(found.data)) if found.size else []


# From what a module is made of to a module that runs: from disk if it was compiled before, else made and kept.

SLOW = 0.3
"""Seconds after which somebody who waits is told (see `compile.host.executor_choice.announcing`)."""


class LoadedModule(NamedTuple):
    """A module, the WebAssembly it was compiled from, and where it came from: `made`, `wasm` or `native`."""

    module: HostModule
    wasm: bytes
    origin: str


WRITERS: Final = tuple(f"ruleset_core.{each}" for each in ("analysis", "compile", "eval", "lang", "model", "values"))
"""The packages and modules whose sources say what a module is like."""


def load_module(key: str, make: Callable[[], bytes], *, kept: DiskCache | None = None) -> LoadedModule:
    """The module that belongs to a key, compiled.

    Args:
        key: everything the bytes depend on besides the sources of `WRITERS`. The same key and sources, the same bytes.
        make: writes the WebAssembly; called only when the disk does not have it.
        kept: where things are kept; the user's directory of caches if not said, and nowhere if the user wants none.

    Raises:
        WasmError: WebAssembly cannot be run here, or the bytes are no valid module.
    """
    reason = why_not()
    if reason is not None:
        raise WasmError(f"the core does not run here: {reason}")
    place = kept or DiskCache(cache_directory() if cache_wanted() else None)
    try:
        stamp = source_stamp(*WRITERS)
    except OSError:  # in an archive: then nothing is kept
        place, stamp = DiskCache(None), ""
    with _announced():
        return _load(place, blake2b(f"{key} {stamp}".encode(), digest_size=20).hexdigest(), make)


@contextmanager
def _announced() -> Iterator[None]:
    """Tell whoever wants to be told when what is done here takes longer than `SLOW`."""
    call = announce()
    if call is None:
        yield
        return
    timer = Timer(SLOW, call)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _load(place: DiskCache, name: str, make: Callable[[], bytes]) -> LoadedModule:
    wasm = place.get(f"{name}.wasm")
    if IN_BROWSER:
        from ruleset_core.compile.host.javascript_host import JavaScriptModule

        if wasm is None:
            raise WasmError("the file holds no WebAssembly of this game")
        return LoadedModule(JavaScriptModule.compiled(wasm), wasm, "wasm")
    code = f"{name}-{_runtime()}.native"
    if wasm is not None:
        native = place.get(code) if place.keeps_code else None
        if native is not None:
            with suppress(WasmError):  # an upgrade of the processor's software, say: compiled again
                return LoadedModule(WasmModule.restored(native), wasm, "native")
        with suppress(WasmError):
            return _compiled(place, code, wasm, "wasm")
    wasm = make()
    loaded = _compiled(place, code, wasm, "made")
    place.put(f"{name}.wasm", wasm)
    return loaded


def _compiled(place: DiskCache, code: str, wasm: bytes, origin: str) -> LoadedModule:
    module = WasmModule.compiled(wasm)
    if place.keeps_code:
        place.put(code, module.serialize())
    return LoadedModule(module, wasm, origin)


@cache
def _runtime() -> str:
    """What native code depends on besides the WebAssembly: the version of `wasmtime`, the system and the processor.

    `wasmtime` refuses what does not fit; this keeps two machines with one home from overwriting each other's files.
    """
    about = [find_library().version, platform.system(), platform.machine(), platform.processor()]
    with suppress(OSError):
        lines = read_regular_file("/proc/cpuinfo", 1 << 14).decode("utf-8", "replace").splitlines()
        about += [line for line in lines if line.startswith(("flags", "Features"))][:1]
    return blake2b("\n".join(about).encode(), digest_size=8).hexdigest()
