"""Running WebAssembly: the library `wasmtime`, if it is installed, and what was compiled, kept on disk.

Nothing here knows a game: bytes of a module come in, and something whose functions can be called comes out.

    reason = why_not()                       # None, or a sentence that says why nothing can be run
    loaded = load("what it is made of", make_bytes)
    instance = loaded.module.instance()      # a memory and globals of its own; one for each thread
    instance.function("add")(2, 3)

`wheel` finds what the package `wasmtime` brings, `binding` names the few functions of it that are used, `machine` makes
modules and instances with them, `memory` is what an instance computes on, `cache` keeps bytes on disk under `keys`, `loading`
brings it together, `switches` reads the environment. Importing this package imports none of them.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `ruleset_core`

if TYPE_CHECKING:
    from typing import Any

    from ruleset_core.native.binding import NativeError, Trapped
    from ruleset_core.native.calls import Function
    from ruleset_core.native.keys import version_of
    from ruleset_core.native.loading import Loaded, load
    from ruleset_core.native.machine import Instance, Module
    from ruleset_core.native.memory import Memory, OutOfBoundsError
    from ruleset_core.native.switches import Executor, announcing, executor, why_not, without_cache

_HOMES = {
    "NativeError": "binding", "Trapped": "binding", "Loaded": "loading", "load": "loading", "version_of": "keys", "Function": "calls",
    "Instance": "machine", "Module": "machine", "Memory": "memory", "OutOfBoundsError": "memory", "Executor": "switches",
    "announcing": "switches", "executor": "switches", "why_not": "switches", "without_cache": "switches",
}  # fmt: skip

__all__ = [
    "Executor", "Function", "Instance", "Loaded", "Memory", "Module", "NativeError", "OutOfBoundsError", "Trapped", "announcing",
    "executor", "load", "version_of", "why_not", "without_cache",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
