"""Whether anything can be run at all: there may be too little room for a memory, or a library that is not what it says."""

from __future__ import annotations

from functools import cache

from ruleset_core.native import wheel
from ruleset_core.native.binding import NativeError
from ruleset_core.native.machine import Module
from ruleset_core.native.wheel import find, major_of

__all__ = ["probe"]

_ANSWER = 42
_LEAST = (
    b"\0asm\x01\0\0\0"  # WebAssembly, version 1
    b"\x01\x05\x01\x60\x00\x01\x7f\x03\x02\x01\x00"  # a function that takes nothing and gives 32 bits
    b"\x05\x03\x01\x00\x01"  # a memory of one page
    b"\x07\x05\x01\x01f\x00\x00"  # the function is exported as `f`
    b"\x0a\x06\x01\x04\x00\x41\x2a\x0b"  # and gives 42
)


@cache
def probe() -> None:
    """Run the least module there is, once in a process.

    Raises:
        NativeError: that cannot be done.
        MissingError: there is no library that fits.
    """
    if major_of(find().version) > wheel.TRIED:
        from ruleset_core.native.selftest import ensure  # what it needs is imported only then

        ensure()
    if Module.compiled(_LEAST).instance().function("f")() != _ANSWER:
        raise NativeError("wasmtime gives wrong answers")
