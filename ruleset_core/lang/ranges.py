"""Sets of whole numbers as intervals with gaps: where the value of an expression certainly lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import NamedTuple

from ruleset_core.lang.types import NONE_VALUE

MOST = 10_000
"""Gaps are told apart up to this number."""


class Values(NamedTuple):
    """Whole numbers from `low` to `high`, both included, without those in `gaps`: a bit for each, that of -1 first."""

    low: float = -inf
    high: float = inf
    gaps: int = 0

    def within(self, low: float, high: float, gaps: int = 0) -> Values | None:
        """What is left of them within bounds; None if that is nothing."""
        mine, most, own = self
        low, high, gaps = max(mine, low), min(most, high), gaps | own
        if low > high:
            return None
        if not gaps:
            return self if low == mine and high == most else Values(low, high)
        return _trimmed(low, high, gaps)

    def joined(self, other: Values) -> Values:
        """The numbers of both."""
        if self == other:
            return self
        low, high = min(self.low, other.low), max(self.high, other.high)
        if self.gaps == other.gaps == 0 and self.low <= other.high + 1 and other.low <= self.high + 1:
            return Values(low, high)
        missing = _missing(self) & _missing(other)
        return Values(low, high, missing & _between(low + 1, high - 1))

    def __contains__(self, number: object) -> bool:
        """Whether a number is among them."""
        if not isinstance(number, int | float) or not self.low <= number <= self.high:
            return False
        return not self.gaps or number < NONE_VALUE or not self.gaps >> int(number + 1) & 1

    def mask(self) -> int:
        """A bit for each, as for gaps; those beyond are left out."""
        return _between(self.low, self.high) & ~self.gaps

    def each(self) -> Iterator[int]:
        """One after the other; they must be bounded."""
        for number in range(int(self.low), int(self.high) + 1):
            if not self.gaps or number in self:
                yield number


def gap(number: float) -> int:
    """The gap of one number; none where it would be too far off."""
    return 1 << int(number) + 1 if NONE_VALUE <= number <= MOST else 0


def _between(low: float, high: float) -> int:
    """The gaps of all numbers from one to another."""
    low, high = max(low, NONE_VALUE), min(high, MOST)
    return (1 << int(high) + 2) - (1 << int(low) + 1) if low <= high else 0


def _missing(values: Values) -> int:
    """Gaps for all that is not among them, as far as gaps are told apart."""
    return values.gaps | _between(NONE_VALUE, values.low - 1) | _between(values.high + 1, MOST)


def _trimmed(low: float, high: float, gaps: int) -> Values | None:
    """With ends that are no gaps."""
    while low <= high and gap(low) & gaps:
        low += 1
    while low <= high and gap(high) & gaps:
        high -= 1
    return Values(low, high, gaps & _between(low + 1, high - 1)) if low <= high else None


def of_mask(mask: int) -> Values | None:
    """The numbers whose bits are set; None if there is none."""
    if not mask:
        return None
    low, high = (mask & -mask).bit_length() - 2, mask.bit_length() - 2
    return Values(low, high, _between(low, high) & ~mask)


ANY = Values()
TRUTHS = Values(0, 1)
NOTHING = Values(NONE_VALUE, NONE_VALUE)


def exactly(values: Iterable[int]) -> Values | None:
    """The numbers listed; None if there is none."""
    found = set(values)
    if not found:
        return None
    low, high = min(found), max(found)
    if len(found) == high - low + 1 or low < NONE_VALUE:
        return Values(low, high)
    gaps = _between(low, high)
    for number in found:
        gaps &= ~gap(number)
    return Values(low, high, gaps)


def compared(operator: str, other: Values) -> Values:
    """Where a value lies that compares like this with some of other values."""
    low, high, gaps = -inf, inf, 0
    if operator == "==":
        low, high, gaps = other
    elif operator == "!=" and other.low == other.high:
        gaps = gap(other.low)
    elif operator in {"<", "<="}:
        high = other.high - (operator == "<")
    elif operator in {">", ">="}:
        low = other.low + (operator == ">")
    return Values(low, high, gaps)
