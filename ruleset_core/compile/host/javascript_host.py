"""WebAssembly where Python itself runs in a browser: the host that `javascript_host.js` gives, behind the interface of `wasm_modules`.

    JavaScriptModule.compiled(wasm).instance().function("apply")(1024, 5)

Python has a mirror of the memory of each instance. It is copied before and after a call, so that views of it stay good, as they do with
wasmtime. There is one thread, so every instance is everybody's.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

from ruleset_core.compile.host.module_reader import I32, I64, signatures
from ruleset_core.compile.host.wasm_modules import HostFunction, HostImport, NumberCode
from ruleset_core.compile.host.wasmtime_binding import PAGE, OutOfBoundsError, ViewedMemory, WasmError, WasmTrap

RESERVED: Final = 64 << 20
"""Bytes that a mirror may take; Python's memory grows only by those that are used."""


def host() -> Any:
    """The functions of `javascript_host.js`, which the page registers before Python begins. Raises `ImportError` elsewhere."""
    import ruleset_host  # type: ignore[import-not-found]

    return ruleset_host


class JavaScriptModule:
    """A compiled module."""

    def __init__(self, wasm: bytes) -> None:
        from pyodide.ffi import JsException, to_js  # type: ignore[import-not-found]

        self.wasm = wasm
        try:
            self.compiled_module = host().compileModule(to_js(wasm))
        except JsException as problem:
            raise WasmError(str(problem)) from None

    @classmethod
    def compiled(cls, wasm: bytes) -> JavaScriptModule:
        """Validate and compile. Raises `WasmError` when the bytes are no valid module."""
        return cls(wasm)

    @cached_property
    def functions(self) -> dict[str, tuple[bytes, bytes]]:
        """See `signatures`."""
        return signatures(self.wasm)

    def instance(self, elsewhere: str = "", imports: Sequence[HostImport] = ()) -> JavaScriptInstance:
        """A new instance. Raises `WasmError`. `elsewhere` is what other threads are told, of which there are none."""
        del elsewhere
        return JavaScriptInstance(self, None, imports)


class MirroredMemory(ViewedMemory):
    """The memory of an instance, as Python reads and writes it in its mirror."""

    def __init__(self, instance: Any) -> None:
        self._buffer = (ctypes.c_uint8 * RESERVED)()
        self._whole = memoryview(self._buffer).cast("B")
        self.beside = host().memory(instance, ctypes.addressof(self._buffer))
        if self.size > RESERVED:
            raise WasmError(f"a memory of {self.size} bytes is larger than its mirror")
        self.beside.pull()

    @property
    def size(self) -> int:
        """How many bytes there are now."""
        found: int = self.beside.size()
        return found

    def grow(self, pages: int) -> int:
        """Add pages of zeros and return the size before, in bytes. Raises `WasmError` when there is no more."""
        if pages < 0:
            raise OutOfBoundsError(f"a memory does not grow by {pages} pages")
        if self.size + PAGE * pages > RESERVED:
            raise WasmError(f"a memory grows to {RESERVED} bytes at most")
        found: int = self.beside.grow(pages)
        return found

    def view(self, at: int, size: int, code: NumberCode = "B") -> memoryview:
        """A part of the mirror; see `ViewedMemory.view`."""
        if at < 0 or size < 0 or at + size > self.size:
            raise OutOfBoundsError(f"{size} bytes from {at} do not lie within a memory of {self.size}")
        part = self._whole[at : at + size]
        return part if code == "B" else part.cast(code)


class JavaScriptInstance:
    """A module at work. Modules beside it share its memory, and the mirror."""

    def __init__(
        self, module: JavaScriptModule, shared: JavaScriptInstance | None, imports: Sequence[HostImport] = ()
    ) -> None:
        from pyodide.ffi import JsException, create_proxy, to_js

        self._module = module
        self.raised: list[BaseException] = [] if shared is None else shared.raised
        self._hooks = [create_proxy(self._hook(each.call)) for each in imports]  # kept as long as the instance
        hooks = [[each.module, each.name, hook] for each, hook in zip(imports, self._hooks, strict=True)]
        try:
            self.own: Any = host().instantiate(
                module.compiled_module, None if shared is None else shared.own, to_js(hooks)
            )
        except JsException as problem:
            raise WasmError(str(problem)) from None
        self._memory: MirroredMemory = MirroredMemory(self.own) if shared is None else shared.memory()

    def _hook(self, call: Callable[[], object]) -> Callable[[], None]:
        """A function of Python between the module and its mirror. What it raises, the caller of the module gets."""

        def called() -> None:
            self._memory.beside.pull()
            try:
                call()
            except BaseException as error:
                self.raised.append(error)
                raise
            finally:
                self._memory.beside.push()

        return called

    def memory(self) -> MirroredMemory:
        """What the module exports as `memory`."""
        return self._memory

    def function(self, name: str, *, brief: bool = False) -> HostFunction:
        """An exported function of whole numbers. Raises `WasmError` when there is none of that name."""
        del brief
        try:
            takes, gives = self._module.functions[name]
        except KeyError:
            raise WasmError(f"the module exports no function `{name}`") from None
        if len(gives) > 1 or not {*takes, *gives} <= {I32, I64}:
            raise WasmError(f"the function `{name}` takes or gives something other than whole numbers")
        from pyodide.ffi import to_js

        call = host().caller(self.own, name, to_js([each == I64 for each in takes]), self._memory.beside)
        count = len(takes)

        def called(*arguments: int) -> int:
            if len(arguments) != count:
                raise TypeError(f"the function takes {count} whole numbers of 64 bits")
            found = call(*arguments)
            if len(found) == 1:
                return int(found[0])
            if self.raised:
                cause = self.raised.pop()
                if isinstance(cause, Exception):
                    raise WasmTrap("host", str(cause)) from cause
                raise cause
            raise WasmTrap(found[0], found[1])

        return called

    def beside(self, module: JavaScriptModule) -> JavaScriptInstance:
        """An instance of another module, which imports what this one exports, as of `game`. Raises `WasmError`."""
        return JavaScriptInstance(module, self)

    def mine(self) -> None:
        """There is one thread."""

    def is_mine(self) -> bool:
        """There is one thread."""
        return True

    def adopt(self) -> None:
        """There is one thread."""
