"""From what a module is made of to a module that runs: from disk if it was compiled before, else made and kept."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from threading import Timer
from typing import NamedTuple

from ruleset_core.files import read_ordinary
from ruleset_core.native.binding import NativeError
from ruleset_core.native.cache import Cache, cache_directory
from ruleset_core.native.machine import Module
from ruleset_core.native.switches import announce, cache_wanted, why_not
from ruleset_core.native.wheel import find

__all__ = ["SLOW", "Loaded", "load"]

SLOW = 0.3
"""Seconds after which somebody who waits is told (see `switches.announcing`)."""


class Loaded(NamedTuple):
    """A module, the WebAssembly it was compiled from, and where it came from: `made`, `wasm` or `native`."""

    module: Module
    wasm: bytes
    origin: str


def load(key: str, make: Callable[[], bytes], *, kept: Cache | None = None) -> Loaded:
    """The module that belongs to a key, compiled.

    Args:
        key: everything the bytes depend on: hash of the data, version of what writes them. The same key, the same bytes.
        make: writes the WebAssembly; called only when the disk does not have it.
        kept: where things are kept; the user's directory of caches if not said, and nowhere if the user wants none.

    Raises:
        NativeError: WebAssembly cannot be run here, or the bytes are no valid module.
    """
    reason = why_not()
    if reason is not None:
        raise NativeError(f"the core does not run here: {reason}")
    place = kept or Cache(cache_directory() if cache_wanted() else None)
    with _announced():
        return _load(place, blake2b(key.encode(), digest_size=20).hexdigest(), make)


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


def _load(place: Cache, name: str, make: Callable[[], bytes]) -> Loaded:
    wasm = place.get(f"{name}.wasm")
    code = f"{name}-{_runtime()}.native"
    if wasm is not None:
        native = place.get(code) if place.keeps_code else None
        if native is not None:
            with suppress(NativeError):  # an upgrade of the processor's software, say: compiled again
                return Loaded(Module.restored(native), wasm, "native")
        with suppress(NativeError):
            return _compiled(place, code, wasm, "wasm")
    wasm = make()
    loaded = _compiled(place, code, wasm, "made")
    place.put(f"{name}.wasm", wasm)
    return loaded


def _compiled(place: Cache, code: str, wasm: bytes, origin: str) -> Loaded:
    module = Module.compiled(wasm)
    if place.keeps_code:
        place.put(code, module.serialize())
    return Loaded(module, wasm, origin)


@cache
def _runtime() -> str:
    """What native code depends on besides the WebAssembly: the version of `wasmtime`, the system and the processor.

    `wasmtime` refuses what does not fit; this keeps two machines with one home from overwriting each other's files.
    """
    about = [find().version, platform.system(), platform.machine(), platform.processor()]
    with suppress(OSError):
        lines = read_ordinary("/proc/cpuinfo", 1 << 14).decode("utf-8", "replace").splitlines()
        about += [line for line in lines if line.startswith(("flags", "Features"))][:1]
    return blake2b("\n".join(about).encode(), digest_size=8).hexdigest()
