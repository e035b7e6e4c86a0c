"""Where values lie along an axis, at which round ones it has ticks, and numbers that were counted put into bins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

__all__ = ["Bins", "Scale", "binned", "scale", "step"]


def step(span: float, most: int) -> float:
    """The least round step (1, 2 or 5 times a power of ten) of which at most so many fit into a span."""
    if span <= 0:
        return 1.0
    power = 10.0 ** floor(log10(span / most))
    return next(times * power for times in (1, 2, 5, 10) if span <= times * power * most * (1 + 1e-9))


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis from `low` to `high`, drawn from `left` to `right`, with a tick every `step`; all in its own units or those of the picture."""

    low: float
    high: float
    left: float
    right: float
    step: float

    def at(self, value: float) -> float:
        """Where a value lies."""
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)

    def ticks(self) -> list[float]:
        """The round values of its ticks."""
        first, last = ceil(self.low / self.step - 1e-9), floor(self.high / self.step + 1e-9)
        return [number * self.step for number in range(first, last + 1)]

    @property
    def places(self) -> int:
        """How many decimals its ticks need."""
        return max(0, -floor(log10(self.step) + 1e-9))


def scale(
    low: float, high: float, left: float, right: float, *, most: int = 8, round_ends: bool = True, least: float = 0.0
) -> Scale:
    """An axis on which all values from `low` to `high` lie; it begins and ends with a tick unless `round_ends` is false.

    Ticks are not nearer to each other than `least`: where there are whole numbers alone, 1.
    """
    if high - low <= 1e-9 * max(1.0, abs(low), abs(high)):
        low, high = low - 0.5, high + 0.5
    size = max(step(high - low, most), least)
    if round_ends:
        low, high = floor(low / size + 1e-9) * size, ceil(high / size - 1e-9) * size
    return Scale(low, high, left, right, size)


FEWEST: Final = 12
"""Bins that there may be however little was counted."""


@dataclass(frozen=True, slots=True)
class Bins:
    """How often values were seen, `width` of them together: those from `first` on, those from `first + width` on..."""

    first: int
    width: int
    counts: tuple[int, ...]

    def edge(self, place: int) -> float:
        """Where a bin begins on an axis: a whole number is as wide as one, with itself in the middle."""
        return self.first + self.width * place - 0.5

    @property
    def ends(self) -> tuple[float, float]:
        """Where the first one begins and the last one ends."""
        return self.edge(0), self.edge(len(self.counts))


def binned(counts: Mapping[int, int], low: int, high: int, most: int) -> Bins:
    """Whole numbers from `low` to `high` put into at most so many bins, each a round number wide; fewer where little was counted (Rice's rule)."""
    some = max(FEWEST, min(most, round(2 * sum(counts.values()) ** (1 / 3))))
    width = max(1, round(step(high - low + 1, some)))
    first = low // width * width
    found = [0] * ((high - first) // width + 1)
    for value, count in counts.items():
        found[(value - first) // width] += count
    return Bins(first, width, tuple(found))
