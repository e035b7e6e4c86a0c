"""Axes have round ticks, and numbers that were counted are put into round bins."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleset_core.lab.report.plots import axis_scale, bin_counts, round_step


@pytest.mark.parametrize(
    ("span", "most", "found"), [(10, 5, 2), (10, 10, 1), (11, 10, 2), (0.3, 4, 0.1), (900, 8, 200)]
)
def test_steps_are_round(span: float, most: int, found: float) -> None:
    assert round_step(span, most) == pytest.approx(found)


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6), st.integers(3, 9))
def test_all_values_lie_on_an_axis(low: float, span: float, most: int) -> None:
    axis = axis_scale(low, low + span, 10, 300, most=most)
    assert 10 - 1e-3 <= axis.at(low) <= axis.at(low + span) <= 300 + 1e-3
    assert 2 <= len(axis.ticks()) <= most + 2
    assert all(9.9 <= axis.at(tick) <= 300.1 for tick in axis.ticks())


def test_ticks_have_as_many_decimals_as_they_need() -> None:
    assert axis_scale(0, 40, 0, 1, most=4).places == 0
    assert axis_scale(0, 0.4, 0, 1, most=4).places == 1
    assert axis_scale(0, 1, 0, 1, most=4).places == 1


@given(st.dictionaries(st.integers(-500, 500), st.integers(1, 900), min_size=1), st.integers(5, 60))
def test_bins_hold_every_value_once(counts: dict[int, int], most: int) -> None:
    found = bin_counts(counts, min(counts), max(counts), most)
    assert sum(found.counts) == sum(counts.values())
    assert found.first <= min(counts)
    low, high = found.ends
    assert low < min(counts) <= max(counts) < high
    places = Counter[int]()
    for value, count in counts.items():
        places[(value - found.first) // found.width] += count
    assert [places[place] for place in range(len(found.counts))] == list(found.counts)


def test_few_values_get_few_bins() -> None:
    assert len(bin_counts({0: 20, 99: 20}, 0, 99, 50).counts) <= 12
    assert len(bin_counts({0: 90_000, 99: 20}, 0, 99, 50).counts) == 50
