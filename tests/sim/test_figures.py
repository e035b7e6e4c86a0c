"""Means and margins against values that books give."""

from __future__ import annotations

from math import inf, sqrt
from random import Random

import pytest

from ruleset_core.statistics import (
    Estimate,
    Sums,
    holm_significant,
    mean_difference,
    mean_of,
    quartiles,
    sample_size,
    t_quantile,
    unfair_shares,
)


@pytest.mark.parametrize(
    ("freedom", "value"), [(1, 12.706), (3, 3.182), (4, 2.776), (9, 2.262), (29, 2.045), (99, 1.984), (10**6, 1.960)]
)
def test_students_distribution(freedom, value):
    assert t_quantile(freedom) == pytest.approx(value, abs=0.012)


def test_a_mean_and_its_margin():
    found = mean_of([2, 4, 4, 4, 5, 5, 7, 9])
    assert found.mean == 5
    assert found.deviation == pytest.approx(sqrt(32 / 7))
    assert found.margin == pytest.approx(2.365 * sqrt(32 / 7) / sqrt(8), rel=1e-3)
    assert mean_of([6, 6], unit=0.5) == Estimate(3.0, 0.0, 2, 0.0)


def test_few_values_are_sure_of_nothing():
    assert mean_of([7]).margin == inf
    assert not mean_of([7]).beyond(0)
    assert Sums().estimate().count == 0


def test_the_true_mean_lies_within_the_margin_95_of_100_times():
    chance = Random(4)
    within = sum(
        abs(found.mean - 3.5) <= found.margin
        for found in (mean_of(chance.randint(1, 6) for _ in range(40)) for _ in range(2000))
    )
    assert 1870 <= within <= 1930


def test_differences_and_how_many_it_takes():
    one, other = Estimate(5.0, 3.0, 10, 6.0), Estimate(1.0, 4.0, 12, 8.0)
    assert mean_difference(one, other) == Estimate(4.0, 5.0, 10, 10.0)
    assert sample_size(Estimate(4.0, 5.0, 10, 10.0), power=0.5) == 25
    assert sample_size(Estimate(4.0, 5.0, 10, 10.0)) == 66  # (1.960 + 1.282)² * 10² / 4²
    assert sample_size(Estimate(0.0, 5.0, 10, 10.0)) is None


def test_the_middle_half():
    assert quartiles({1: 1, 2: 1, 3: 1, 4: 1}) == (1, 3)
    assert quartiles({7: 100}) == (7, 7)
    assert quartiles({0: 10, 5: 100, 9: 10}) == (5, 5)


@pytest.mark.parametrize(
    ("t", "count", "chance"),
    [(2.776, 5, 0.05), (2.262, 10, 0.05), (3.250, 10, 0.01), (1.984, 100, 0.05), (4.0, 100, 0.000122)],
)
def test_how_often_chance_brings_it(t, count, chance):
    found = Estimate(t, 0.0, count, count**0.5)
    assert found.chance() == pytest.approx(chance, rel=0.06)
    assert found.chance(t) == 1.0


def test_what_is_always_the_same_is_as_sure_as_coins():
    assert mean_of([1] * 6).chance() == 2 / 2**6
    assert mean_of([0] * 6).chance() == 1.0
    assert mean_of([3]).chance() == 1.0


def test_enough_values_find_it_nine_times_in_ten():
    chance = Random(7)
    count = sample_size(Estimate(0.5, 0.0, 100, 2.0))
    found = sum(mean_of(round(100 * chance.gauss(0.5, 2.0)) for _ in range(count)).chance() < 0.05 for _ in range(600))
    assert 510 <= found <= 570


def test_many_questions_are_answered_together():
    assert holm_significant([0.04]) == [True]
    assert holm_significant([0.04, 0.9]) == [False, False]
    assert holm_significant([0.9, 0.012, 0.001, 0.02]) == [False, True, True, True]
    assert holm_significant([0.9, 0.03, 0.001, 0.024]) == [False, False, True, False]
    assert holm_significant([]) == []
    chance = Random(2)
    wrong = sum(any(holm_significant([chance.random() for _ in range(15)])) for _ in range(2000))
    assert 70 <= wrong <= 130


@pytest.mark.parametrize("share", [0.02, 0.14, 0.5, 0.97])
def test_margins_of_shares_hold_for_few_games_and_where_nearly_all_are_alike(share):
    chance, held = Random(5), 0
    for _ in range(1000):
        won = sum(chance.random() < share for _ in range(30))
        found = Sums(30, won, won).share()
        held += abs(found.mean - share) <= found.margin
    assert held >= 920
    assert Sums().share().margin == inf
    assert Sums(1, 1, 1).share().margin == 1


@pytest.mark.parametrize(("outside", "most"), [(0.05, 30), (0.01, 10)])
def test_players_that_are_alike_are_hardly_ever_called_unlike(outside, most):
    chance, wrong = Random(6), 0
    for _ in range(500):
        won = [0] * 7
        for _ in range(40):
            won[chance.randrange(7)] += 1
        wrong += any(unfair_shares([Sums(40, each, each).share(together=7, outside=outside) for each in won], 1 / 7))
    assert wrong <= most
