"""A share found in pairs of games, with an interval that holds however often somebody looks, and whenever they stop.

Each pair gives a number from 0 to 1. Who doubts that their mean is as low as `m` bets on the next pair: with stake `c` a capital of 1 becomes
`1 + c (x / m - 1)`. If the mean is `m` or less, no way of betting makes money in the long run, and the capital ever reaches 40 with a chance of at
most 1 in 40 (Ville's inequality). So as long as we have less than 40 from all stakes together, `m` cannot be ruled out; the lower end is the least such `m`, the upper
end likewise. Both together are wrong at most 5 times in 100, wherever one stops: the interval is a confidence sequence (Waudby-Smith and Ramdas,
"Estimating means of bounded random variables by betting", 2024), wider than one for a number of games that was fixed beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log
from typing import Final, Literal

__all__ = ["Claim", "Shares", "Verdict", "evidence"]

WRONG: Final = 0.025
"""How often each end of the interval may be wrong."""
STAKES: Final = tuple((step + 0.5) / 32 for step in range(32))
"""The capital is spread evenly over these: a great stake is best where the share is far off, a small one where it is near."""
NARROW: Final = 30
"""How often the place of an end is halved: to a thousandth of a millionth."""

Verdict = Literal["holds", "fails", "open"]


@dataclass(frozen=True, slots=True)
class Claim:
    """That a share is so great.

    Attributes:
        share: what is claimed, out of 1.
        sure: the lower end of the interval must lie above this for it to hold.
    """

    share: float
    sure: float


@dataclass(slots=True)
class Shares:
    """What pairs of games gave, counted: the order does not matter.

    Attributes:
        unit: a pair gives a whole number from 0 to this.
        seen: how often each number was given.
    """

    unit: int
    seen: Counter[int] = field(default_factory=Counter)

    @property
    def pairs(self) -> int:
        """How many there were."""
        return self.seen.total()

    @property
    def mean(self) -> float:
        """The share, out of 1; a half where nothing is known."""
        total = sum(number * count for number, count in self.seen.items())
        return total / (self.unit * self.pairs) if self.pairs else 0.5

    def interval(self) -> tuple[float, float]:
        """Where the true share lies: wrong at most 5 times in 100, whenever one stops."""
        return _end(self._values()), 1 - _end(self._turned())

    def verdict(self, claim: Claim) -> Verdict:
        """Whether a claim holds: the share is as great, and surely greater than what it must be. It fails where it is surely less."""
        if self.mean >= claim.share and evidence(self._values(), claim.sure) > 1 / WRONG:
            return "holds"
        if evidence(self._turned(), 1 - claim.share) > 1 / WRONG:
            return "fails"
        return "open"

    def _values(self) -> dict[float, int]:
        return {number / self.unit: count for number, count in self.seen.items()}

    def _turned(self) -> dict[float, int]:
        """The same from the other side of the table."""
        return {1 - number / self.unit: count for number, count in self.seen.items()}


def evidence(values: Mapping[float, int], mean: float) -> float:
    """How much speaks against a true mean of at most so much: the capital of who bet against it. `values` are counted, from 0 to 1."""
    if mean <= 0:
        return float("inf") if any(values) else 1.0
    return sum(_capitals(values, mean)) / len(STAKES)


def _capitals(values: Mapping[float, int], mean: float) -> Iterable[float]:
    tables = [(_logs(value, mean), count) for value, count in values.items()]
    for place in range(len(STAKES)):
        yield exp(min(700.0, sum(logs[place] * count for logs, count in tables)))


@lru_cache(4096)
def _logs(value: float, mean: float) -> tuple[float, ...]:
    """By stake, the logarithm of what a value makes of the capital."""
    return tuple(log(1 + stake * (value / mean - 1)) for stake in STAKES)


def _end(values: Mapping[float, int]) -> float:
    """The least mean that cannot be ruled out. The evidence is less the greater the mean."""
    low, high = 0.0, 1.0
    for _ in range(NARROW):
        middle = (low + high) / 2
        if evidence(values, middle) > 1 / WRONG:
            low = middle
        else:
            high = middle
    return low
