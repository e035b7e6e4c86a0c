"""Many numbers as one whole number, each in a lane of its own: a single addition adds them all up.

There are hundreds of thousands of games with hundreds of counts each, and a loop over those took most of the time of telling them.
"""

from __future__ import annotations

import sys
from typing import Final

__all__ = ["Rows", "lane", "marks"]

LANE: Final = 8
"""Bytes of each number: sums of millions of games fit, whether they are above zero or below."""
BITS: Final = 8 * LANE
FEW: Final = 256
"""So many numbers of one byte add up to one of two bytes at most."""
ONES: Final = bytes([0]) + bytes([1]) * 255


def lane(sums: int, place: int) -> int:
    """One of the numbers; those below it may be below zero."""
    found = sums + (1 << BITS * place >> 1) >> BITS * place & (1 << BITS) - 1
    return found - (found >> BITS - 1 << BITS)


def marks(row: bytes, parts: int) -> list[int]:
    """For each number of 16 bits, as this machine has them, whether it is something: 1 or 0. So many equal parts of a row apart."""
    low, high = _halves(row)
    if high.strip(b"\0"):
        low = bytes(map(max, low, high))
    low, size = low.translate(ONES), len(low) // parts
    return [_lanes(low[part * size : (part + 1) * size]) for part in range(parts)]


class Rows:
    """Rows of numbers of 16 bits, as this machine has them, added up. All are as long."""

    def __init__(self) -> None:
        """No row yet."""
        self._sums = self._packed = self._count = self._size = 0

    def add(self, row: bytes) -> None:
        """One more row."""
        self._size = len(row)
        if _halves(row)[1].strip(b"\0"):
            self._sums += _spread(row)
            return
        # numbers this small are added up where they stand, as long as that has room
        self._packed += int.from_bytes(row, sys.byteorder)
        self._count += 1
        if self._count == FEW:
            self._unpack()

    def told(self) -> list[int]:
        """The sums, in the order of a row."""
        self._unpack()
        return [lane(self._sums, place) for place in range(self._size // 2)]

    def _unpack(self) -> None:
        self._sums += _spread(self._packed.to_bytes(self._size, sys.byteorder))
        self._packed = self._count = 0


def _halves(row: bytes) -> tuple[bytes, bytes]:
    """The lower and the higher byte of each number."""
    low = int(sys.byteorder != "little")
    return row[low::2], row[1 - low :: 2]


def _lanes(low: bytes, high: bytes = b"") -> int:
    found = bytearray(LANE * len(low))
    found[0::LANE] = low
    if high:
        found[1::LANE] = high
    return int.from_bytes(found, "little")


def _spread(row: bytes) -> int:
    return _lanes(*_halves(row))
