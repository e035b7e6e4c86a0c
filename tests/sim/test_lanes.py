"""Numbers side by side in one whole number are what they are one by one."""

from __future__ import annotations

from array import array
from random import Random

from ruleset_core.lab.sim.card_effects import BYTES_PER_SUM, RowSums, lane, nonzero_marks


def packed(numbers):
    return array("H", numbers).tobytes()


def test_rows_are_added_up_however_many_and_however_large():
    chance, rows = Random(2), RowSums()
    numbers = [[chance.choice((0, 0, 1, 255)) for _ in range(7)] for _ in range(3 * BYTES_PER_SUM + 5)]
    numbers[300] = [65535, 256, 0, 1, 65535, 512, 65535]
    for each in numbers:
        rows.add(packed(each))
    sums = [sum(column) for column in zip(*numbers, strict=True)]
    assert rows.values() == sums
    rows.add(packed(numbers[300]))  # also after they were told
    assert rows.values() == [one + other for one, other in zip(sums, numbers[300], strict=True)]
    assert RowSums().values() == []


def test_the_fullest_rows_do_not_run_over():
    rows = RowSums()
    for _ in range(2 * BYTES_PER_SUM):
        rows.add(packed([255, 255]))
    assert rows.values() == [2 * BYTES_PER_SUM * 255] * 2


def test_marks_say_what_is_there_in_each_part():
    found = nonzero_marks(packed([0, 3, 256, 0, 0, 65535]), 2)
    assert [[lane(part, place) for place in range(3)] for part in found] == [[0, 1, 1], [0, 0, 1]]


def test_sums_below_zero_stay_in_their_lane():
    chance = Random(3)
    for _ in range(50):
        places = [chance.randrange(2) for _ in range(5)]
        scores = [chance.randrange(-50, 20) for _ in range(30)]
        sums = sum(nonzero_marks(packed(places), 1)[0] * score for score in scores)
        assert [lane(sums, place) for place in range(5)] == [there * sum(scores) for there in places]
