"""Sets of whole numbers as intervals with gaps: where the value of an expression certainly lies."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from ruleset_core.lang.types import NONE_VALUE

MOST_GAPS = 10_000
"""Gaps are listed up to a distance of this; beyond it, none is told apart from the numbers above it less exactly."""


class Values(NamedTuple):
    """Whole numbers from `low` to `high`, both included, without those in `gaps`."""

    low: float = -inf
    high: float = inf
    gaps: frozenset[float] = frozenset()

    def within(self, low: float, high: float, gaps: frozenset[float] = frozenset()) -> Values | None:
        """What is left of them within bounds; None if that is nothing."""
        low, high = max(low, self.low), min(high, self.high)
        gaps = gaps | self.gaps if gaps and self.gaps else gaps or self.gaps
        if not gaps:
            return Values(low, high) if low <= high else None
        while low in gaps and low <= high:
            low += 1
        while high in gaps and low <= high:
            high -= 1
        return Values(low, high, frozenset(each for each in gaps if low < each < high)) if low <= high else None

    def joined(self, other: Values) -> Values:
        """The numbers of both."""
        gaps = frozenset(each for each in self.gaps | other.gaps if each not in self and each not in other)
        low, high = min(self.low, other.low), max(self.high, other.high)
        if other.low > self.high or self.low > other.high:
            start, end = (self.high, other.low) if other.low > self.high else (other.high, self.low)
            if end - start <= MOST_GAPS:
                gaps |= frozenset(range(int(start) + 1, int(end)))
        return Values(low, high, gaps)

    def __contains__(self, number: object) -> bool:
        """Whether a number is among them."""
        return isinstance(number, int | float) and self.low <= number <= self.high and number not in self.gaps


ANY = Values()
TRUTHS = Values(0, 1)
NOTHING = Values(NONE_VALUE, NONE_VALUE)


def exactly(values: Iterable[int]) -> Values | None:
    """The numbers listed; None if there is none."""
    found = set(values)
    if not found:
        return None
    low, high = min(found), max(found)
    if high - low > MOST_GAPS or len(found) == high - low + 1:
        return Values(low, high)
    return Values(low, high, frozenset(set(range(low, high)) - found))


def worked_out(name: str, args: list[Values]) -> Values:
    """Where the result of an operation lies."""
    first, second = args[0], args[-1]
    match name:
        case "+":
            return Values(first.low + second.low, first.high + second.high)
        case "-":
            return Values(first.low - second.high, first.high - second.low)
        case "neg":
            return Values(-first.high, -first.low)
        case "min":
            return Values(min(first.low, second.low), min(first.high, second.high))
        case "max":
            return Values(max(first.low, second.low), max(first.high, second.high))
        case "abs":
            return Values(max(0, first.low, -first.high), max(abs(first.low), abs(first.high)))
        case "*" if -inf < min(first.low, second.low) and max(first.high, second.high) < inf:
            ends = [one * two for one in (first.low, first.high) for two in (second.low, second.high)]
            return Values(min(ends), max(ends))
        case "per" if first.low >= 0 and second.low > 0:
            least = first.low // second.high if second.high < inf else 0
            return Values(least, first.high // second.low if first.high < inf else inf)
        case "*" | "per" if min(first.low, second.low) >= 0:
            return Values(0, first.high if name == "per" else inf)
        case "mod" if second.high < inf:
            return Values(0, max(0, second.high - 1))
        case "if" if len(args) == 3:
            return args[1].joined(args[2])
        case _:
            return ANY
