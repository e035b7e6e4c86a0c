"""The interval is right 95 times out of 100 though somebody looks after every pair, and the test is as rarely wrong: by simulation."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ruleset_core.statistics import Claim, PairShares, evidence

RUNS, PAIRS = 80, 100
CLAIM = Claim(0.65, 0.55)


def pair(chance: Random, mean: float, draws: float) -> int:
    """Two games of which the first bot wins so many on average; some are shared."""
    games = (chance.random() for _ in range(2))
    return sum(2 if game < mean - draws / 2 else game < mean + draws / 2 for game in games)


def ends(mean: float, claim: Claim = CLAIM, draws: float = 0.1) -> tuple[Counter[str], float, int]:
    """How runs end that stop as soon as something is known; pairs a run; how often the interval did not hold the truth."""
    chance, found, pairs, missed = Random(7), Counter[str](), 0, 0
    for _ in range(RUNS):
        shares, verdict = PairShares(4), "open"
        while verdict == "open" and shares.pairs < PAIRS:
            shares.seen[pair(chance, mean, draws)] += 1
            verdict = shares.verdict(claim)
        low, high = shares.interval()
        found[verdict] += 1
        missed += not low <= mean <= high
        pairs += shares.pairs
    return found, pairs / RUNS, missed


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.0, 0.3])
def test_a_claim_that_is_not_so_seldom_holds(draws):
    found, _, missed = ends(0.55, draws=draws)
    assert found["holds"] <= 0.05 * RUNS
    assert missed <= 0.05 * RUNS


@pytest.mark.slow
def test_a_claim_that_is_so_seldom_fails():
    found, _, missed = ends(0.65)
    assert found["fails"] <= 0.05 * RUNS
    assert missed <= 0.05 * RUNS


@pytest.mark.slow
def test_bots_of_one_strength_are_seldom_told_apart():
    found, _, missed = ends(0.5, Claim(0.5, 0.5))
    assert found["open"] >= 0.95 * RUNS
    assert missed <= 0.05 * RUNS


@pytest.mark.slow
@pytest.mark.parametrize(("mean", "verdict", "most"), [(0.45, "fails", 40), (0.75, "holds", 40), (0.9, "holds", 20)])
def test_what_is_clear_is_known_soon(mean, verdict, most):
    found, pairs, _ = ends(mean)
    assert found[verdict] == RUNS
    assert pairs <= most


def test_the_capital_is_fair_where_the_mean_is_as_doubted():
    """What makes the interval right: whoever bets against what is so wins nothing on average."""
    for values, mean in (([0.0, 1.0], 0.5), ([0.0, 0.25, 0.5, 0.5, 1.0], 0.45)):
        assert sum(evidence({value: 1}, mean) for value in values) / len(values) == pytest.approx(1)
    both = [evidence(Counter([one, other]), 0.5) for one in (0.0, 1.0) for other in (0.0, 1.0)]
    assert sum(both) / 4 == pytest.approx(1)


def test_an_interval_grows_narrow_around_the_share():
    shares, widths = PairShares(4), []
    for _ in range(4):
        shares.seen.update({0: 25, 2: 50, 4: 25})
        low, high = shares.interval()
        assert low < shares.mean == 0.5 < high
        assert low == pytest.approx(1 - high)
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert 0.1 < widths[-1] < 0.2


def test_of_nothing_nothing_is_known():
    assert PairShares(4).interval() == pytest.approx((0, 1))
    assert PairShares(4).verdict(Claim(0.5, 0.5)) == "open"
    lost = PairShares(4, Counter({0: 20}))
    assert lost.interval()[0] == pytest.approx(0)
    assert lost.verdict(CLAIM) == "fails"
