"""The memory of an instance, as Python reads and writes it: never past its end."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Literal

from ruleset_core.native.binding import NativeError, check, open_library

if TYPE_CHECKING:
    from ruleset_core.native.engine import Store

__all__ = ["PAGE", "Code", "Memory", "OutOfBoundsError"]

Code = Literal["b", "B", "H", "i", "I", "q", "Q"]

PAGE = 65536
"""Bytes of a page: memories grow by pages."""


class OutOfBoundsError(NativeError, IndexError):
    """The host wanted to read or write outside the memory; nothing was touched."""


class Memory:
    """The memory of an instance. It may grow and never shrinks or moves: views stay good, and keep the memory alive."""

    def __init__(self, store: Store, handle: int) -> None:
        self._store, self._handle = store, handle
        self._whole = memoryview(b"")

    @property
    def size(self) -> int:
        """How many bytes there are now."""
        found: int = open_library().wasmtime_memory_data_size(self._store.context, self._handle)
        return found

    def grow(self, pages: int) -> int:
        """Add pages of zeros and return the size before, in bytes. Raises `NativeError` when there is no more."""
        before = ctypes.c_uint64()
        if pages < 0:
            raise OutOfBoundsError(f"a memory does not grow by {pages} pages")
        grow = open_library().wasmtime_memory_grow
        check(grow(self._store.entered(), self._handle, pages, ctypes.byref(before)))
        return before.value * PAGE

    def view(self, at: int, size: int, code: Code = "B") -> memoryview:
        """A part of the memory itself, `size` bytes from `at`: what is written there, either side sees.

        Args:
            at: where it begins, in bytes.
            size: how long it is, in bytes; a multiple of what `code` takes.
            code: what its items are, as `memoryview.cast` names them: `b` and `B` are bytes, `H` 16 bits, `i` and
                `I` 32, `q` and `Q` 64; capital ones have no sign.

        Raises:
            OutOfBoundsError: it does not lie within the memory.
        """
        if at < 0 or size < 0 or at + size > len(self._whole):
            self._look(at, size)
        part = self._whole[at : at + size]
        return part if code == "B" else part.cast(code)

    def read(self, at: int, size: int) -> bytes:
        """A copy of `size` bytes from `at`. Raises `OutOfBoundsError`."""
        return self.view(at, size).tobytes()

    def write(self, at: int, data: bytes | bytearray | memoryview) -> None:
        """Put bytes into the memory from `at`. Raises `OutOfBoundsError`; then nothing was written."""
        raw = memoryview(data).cast("B")
        self.view(at, len(raw))[:] = raw

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
