"""Means with 95 % margins, tests of several findings together (Holm), and sequential tests of a share that stay valid
however often one looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from math import ceil, erfc, exp, inf, log, log1p, sqrt
from typing import Final, Literal

# How sure one can be of a figure: means with the margin within which the true one lies 95 times out of 100.
#
# The margin of a mean is that of Student's distribution. A share is a mean of zeros and ones, which is good enough
# from some thirty games on.

SURE = 1.959963984540054
"""95 of 100 values of a normal distribution lie within so many deviations."""
SURER = 2.5758293035489004
"""99 of 100."""
OUTSIDE: Final = 0.05
"""How often the true figure lies outside a margin."""
TWO: Final = 2
ALIKE: Final = 2
"""So many games more are taken to be won, and as many to be lost, where it is said how sure a share is."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its margin.

    Attributes:
        mean: the mean of what was seen.
        margin: the true mean lies within so much of it, 95 times out of 100; infinite for fewer than two values.
        count: how many values there were.
        deviation: how far values usually lie from their mean.
    """

    mean: float
    margin: float
    count: int
    deviation: float

    def times(self, unit: float) -> Estimate:
        """The same of values that were so many units each."""
        return Estimate(self.mean * unit, self.margin * unit, self.count, self.deviation * unit)

    def beyond(self, value: float) -> bool:
        """Whether it differs from a value by more than chance explains: less than once in a hundred times it would by chance alone."""
        return abs(self.mean - value) > self.margin * SURER / SURE

    def record(self) -> dict[str, float | None]:
        """As plain data; None stands for what is infinite."""
        return {name: None if value == inf else value for name, value in asdict(self).items()}

    def chance(self, value: float = 0.0) -> float:
        """How often chance alone would bring a mean at least as far from a value, if that were the true one (a two-sided t-test).

        Where all values are the same, how often as many coins all show the same side.
        """
        away = abs(self.mean - value)
        if self.count < 2 or not away:
            return 1.0
        if not self.deviation:
            return min(1.0, 2.0 ** (1 - self.count))
        return _beyond(away / self.deviation * sqrt(self.count), self.count - 1)


@dataclass(slots=True)
class Sums:
    """Whole numbers added up: the same whatever the order."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """One more value."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @staticmethod
    def from_counts(values: Mapping[int, int]) -> Sums:
        """The sums of values that came so often."""
        found = Sums()
        for value, times in values.items():
            found.count += times
            found.total += times * value
            found.squares += times * value * value
        return found

    def among(self, count: int) -> Sums:
        """The same among so many values, of which the others are 0."""
        return Sums(count, self.total, self.squares)

    def estimate(self, unit: float = 1.0) -> Estimate:
        """The mean of the values, each so many units."""
        if not self.count:
            return Estimate(0.0, inf, 0, 0.0)
        mean = self.total / self.count
        if self.count == 1:
            return Estimate(mean * unit, inf, 1, 0.0)
        spread = (self.squares * self.count - self.total**2) / (self.count * (self.count - 1))
        deviation = sqrt(max(0.0, spread))
        margin = t_quantile(self.count - 1) * deviation / sqrt(self.count)
        return Estimate(mean * unit, margin * unit, self.count, deviation * unit)

    def share(self, unit: float = 1.0, *, together: int = 1, outside: float = OUTSIDE) -> Estimate:
        """The mean of shares between 0 and 1, each so many units.

        The margin is that of two more that are 1 and two that are 0 (Agresti and Coull): else there would be none where all are alike, as if no other
        were possible.

        Args:
            unit: what one unit is worth.
            together: of how many players that are compared this is one; their margins are so much wider (Bonferroni) that all hold together.
            outside: how often the true share of any of them lies outside.
        """
        if not self.count:
            return Estimate(0.0, inf, 0, 0.0)
        count, raw = self.count + 2 * ALIKE, self.estimate(unit)
        mean, square = (self.total * unit + ALIKE) / count, (self.squares * unit * unit + ALIKE) / count
        apart = 1 if together == TWO else together  # of two, what one has the other lacks
        wide = t_quantile(max(1, self.count - 1), outside / apart) * sqrt((square - mean * mean) / count)
        margin = min(
            1.0, wide + abs(mean - raw.mean)
        )  # on both sides of what was seen, though the middle lies further in
        return Estimate(raw.mean, margin, raw.count, raw.deviation)


def mean_of(values: Iterable[int], unit: float = 1.0) -> Estimate:
    """The mean of whole numbers, each so many units."""
    sums = Sums()
    for value in values:
        sums.add(value)
    return sums.estimate(unit)


def mean_difference(one: Estimate, other: Estimate) -> Estimate:
    """How much greater the first mean is than the second, of values that have nothing to do with each other."""
    margin = sqrt(one.margin**2 + other.margin**2) if inf not in {one.margin, other.margin} else inf
    deviation = sqrt(one.deviation**2 + other.deviation**2)
    return Estimate(one.mean - other.mean, margin, min(one.count, other.count), deviation)


def sample_size(found: Estimate, level: float = 0.05, power: float = 0.9) -> int | None:
    """How many values it would take to tell such a mean from 0; None where it is 0, so that no number is enough.

    Args:
        found: the mean as it looks so far, and how far values lie apart.
        level: how rarely chance alone may look like a difference.
        power: how often such a difference is then found.
    """
    if found.mean == 0 or found.deviation == 0:
        return None
    apart = _normal(1 - level / 2) + _normal(power)
    return ceil((apart * found.deviation / found.mean) ** 2)


def holm_significant(chances: Sequence[float], level: float = 0.05) -> list[bool]:
    """Which of several findings hold, where all are looked at together (Holm's correction).

    Who asks twenty questions finds something by chance once in twenty times each. So that all that is called sure is so in 95 of 100 cases,
    the least likely finding must be 20 times as unlikely, the next one 19 times, and so on until one is not.

    Args:
        chances: of each finding how often chance alone would bring it about.
        level: how rarely anything may be called sure that is not.
    """
    found = [False] * len(chances)
    for place, which in enumerate(sorted(range(len(chances)), key=lambda each: chances[each])):
        if chances[which] * (len(chances) - place) > level:
            break
        found[which] = True
    return found


def unfair_shares(shares: Sequence[Estimate], fair: float) -> list[bool]:
    """Which shares are not what each would be if all were alike: those whose margin does not reach it. See `Sums.share` for several looked at together."""
    return [abs(each.mean - fair) > each.margin for each in shares]


def _beyond(t: float, freedom: int) -> float:
    """How often a value of Student's distribution lies further from 0 than `t` (Wallace's approximation, exact to a few thousandths)."""
    z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))
    return erfc(z / sqrt(2))


def quartiles(counts: Mapping[int, int]) -> tuple[int, int]:
    """Between which two values the middle half lies; `counts` says how often each was seen."""
    total, seen, found = sum(counts.values()), 0, list[int]()
    for value in sorted(counts):
        seen += counts[value]
        while len(found) < 2 and 4 * seen >= (1, 3)[len(found)] * total:
            found.append(value)
    return found[0], found[1]


def t_quantile(freedom: int, outside: float = OUTSIDE) -> float:
    """Outside how many deviations so much of Student's distribution lies (an expansion; exact to a hundredth from 4 on); infinite for fewer if it is not 0.05."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1] if outside == OUTSIDE else inf
    z, n = SURE if outside == OUTSIDE else _normal(1 - outside / 2), freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


@cache
def _normal(share: float) -> float:
    """Below how many deviations such a share of a normal distribution lies."""
    from statistics import NormalDist  # heavy to import, and seldom asked for

    return NormalDist().inv_cdf(share)


_FEW = (12.706, 4.303, 3.182)
"""The same for one, two and three degrees of freedom."""


# A share found in pairs of games, with an interval that holds however often somebody looks, and whenever they stop.
#
# Each pair gives a number from 0 to 1. Who doubts that their mean is as low as `m` bets on the next pair: with stake
# `c` a capital of 1 becomes `1 + c (x / m - 1)`. If the mean is `m` or less, no way of betting makes money in the
# long run, and the capital ever reaches 40 with a chance of at most 1 in 40 (Ville's inequality). So as long as we
# have less than 40 from all stakes together, `m` cannot be ruled out; the lower end is the least such `m`, the upper
# end likewise. Both together are wrong at most 5 times in 100, wherever one stops: the interval is a confidence
# sequence (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024), wider than one
# for a number of games that was fixed beforehand.

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
class PairShares:
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
