"""Games of two plans compared pair by pair: on games of which it is known what a change does."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from ruleset_core.lab.sim import GameRow, SimulationPlan, play_games
from ruleset_core.lab.sim.summary import (
    ComparedFigure,
    compare_games,
    compared_figures,
    mean_figure,
    paired_estimates,
    sweep_curves,
)
from ruleset_core.statistics import mean_difference
from tests.sim.luck import LUCK


@pytest.fixture(scope="module")
def luck(tmp_path_factory):
    place = tmp_path_factory.mktemp("luck") / "luck"
    place.mkdir()
    (place / "game.yaml").write_text(LUCK, encoding="utf-8")
    return str(place)


def games(plan):
    return list(play_games(plan.load(), plan, range(plan.games)))


def change(luck, numbers, **given):
    plan = SimulationPlan(luck, ("random", "random"), given.pop("games", 200), given.pop("seed", 3))
    return compare_games(plan, games(plan), games(replace(plan, numbers=numbers)))


def test_a_change_that_adds_one_point_is_found_exactly(luck):
    found = change(luck, {"coin.start": 3}, games=40)
    score = found.lines[0]
    assert score.question == ComparedFigure("score")
    assert (score.change.mean, score.change.margin) == (1.0, 0.0)
    assert score.sure
    assert score.saved == inf
    assert found.alike == 0
    won = next(line for line in found.lines if line.question == ComparedFigure("won", seat=0))
    assert (won.change.mean, won.change.deviation, won.sure, won.needed) == (0.0, 0.0, False, None)


def test_what_is_the_same_is_said_to_be(luck):
    found = change(luck, {"coin.start": 2}, games=40)
    assert found.alike == found.pairs == 40
    assert not any(line.sure or line.change.mean or line.needed for line in found.lines)


def test_a_change_of_luck_is_found_and_pairs_save_games(luck):
    """Six throws, each of which brings a coin from 3 on instead of from 4 on: one coin more."""
    score = change(luck, {"lucky": 3}, games=400).lines[0]
    assert abs(score.change.mean - 1.0) < score.change.margin
    assert score.sure
    assert score.saved > 3
    unpaired = mean_difference(score.other, score.one)
    assert unpaired.margin**2 == pytest.approx(score.saved * score.change.margin**2, rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("numbers", "true"), [({"lucky": 3}, 1.0), ({"idle": 2}, 0.0)])
def test_true_changes_lie_within_the_margin_95_of_100_times(luck, numbers, true):
    """`idle` throws once more before: nothing changes but which luck comes, so the pairs have little to do with each other."""
    plan = SimulationPlan(luck, ("random", "random"), 40 * 250, 11)
    one, other = games(plan), games(replace(plan, numbers=numbers))
    within = 0
    for at in range(0, len(one), 40):
        found = paired_estimates(
            plan, ComparedFigure("score"), zip(one[at : at + 40], other[at : at + 40], strict=True)
        )[2]
        within += abs(found.mean - true) <= found.margin
    assert 229 <= within <= 246  # 237.5 are to be expected; 99 of 100 campaigns lie here


@pytest.mark.slow
def test_where_nothing_changes_hardly_anything_is_called_sure(luck):
    plan = SimulationPlan(luck, ("random", "random"), 60 * 150, 12)
    one, other = games(plan), games(replace(plan, numbers={"idle": 2}))
    wrong = sum(
        any(line.sure for line in compare_games(plan, one[at : at + 60], other[at : at + 60]).lines)
        for at in range(0, len(one), 60)
    )
    assert wrong <= 14  # 7.5 at most are to be expected


def test_so_many_games_are_needed(luck):
    line = change(luck, {"lucky": 3}, games=30, seed=9).lines[0]
    assert line.needed is not None
    more = change(luck, {"lucky": 3}, games=2 * line.needed, seed=10).lines[0]
    assert more.sure


def row(number, scores, winners, sheet=None):
    return GameRow(number, scores, tuple(winners), tuple(winners), 10, 12, sheet)


def test_questions_and_what_they_ask():
    plan = SimulationPlan("pig", ("easy", "random"), 2, 1)
    rows = [row(0, (4, 9), (0, 1), ({"a": 1, "b": 3}, {"a": 9})), row(1, (5, 5), (1, 1))]
    questions = compared_figures(plan, rows)
    kinds = [each.kind for each in questions]
    assert kinds == ["score"] * 5 + ["won"] * 4 + ["shared", "decisions", "length", "category", "category"]
    told = {each: mean_figure(plan, each, rows).mean for each in questions}
    assert told[ComparedFigure("score")] == (13 + 10) / 4
    assert told[ComparedFigure("score", seat=1)] == 7
    assert told[ComparedFigure("score", bot=0)] == (4 + 5) / 2  # on seat 1, then on seat 2
    assert told[ComparedFigure("won", seat=0)] == 0.25
    assert told[ComparedFigure("won", bot=1)] == 0.75
    assert told[ComparedFigure("shared")] == 0.5
    assert told[ComparedFigure("category", category="a")] == 5
    assert told[ComparedFigure("length")] == 12
    assert [each.kind for each in compared_figures(SimulationPlan("pig", ("easy", "easy"), 2, 1), rows)].count(
        "score"
    ) == 3
    assert {each.kind for each in compared_figures(SimulationPlan("pig", ("easy",), 2, 1), [row(0, (4,), (1,))])} == {
        "score",
        "decisions",
        "length",
    }


def test_what_one_side_has_not_played_yet_is_left_out(luck):
    plan = SimulationPlan(luck, ("random", "random"), 30, 3)
    found = compare_games(plan, games(plan), games(replace(plan, games=20)))
    assert found.pairs == found.alike == 20


@pytest.mark.slow
def test_a_figure_over_the_numbers_that_were_tried(luck):
    plan = SimulationPlan(luck, ("random", "random"), 300, 3)
    plans = [plan, *(replace(plan, numbers={"lucky": value}) for value in (2, 4, 6))]
    score, length = sweep_curves(
        plans, [games(each) for each in plans], [ComparedFigure("score"), ComparedFigure("length")]
    )
    assert [point.numbers for point in score.points] == [{}, {"lucky": 2}, {"lucky": 4}, {"lucky": 6}]
    assert score.points[0].change is None
    two, four, six = score.points[1:]
    assert (four.change.mean, four.change.deviation, four.sure) == (0.0, 0.0, False)
    assert abs(two.change.mean - 2) < 2 * two.change.margin
    assert abs(six.change.mean + 2) < 2 * six.change.margin
    assert two.sure
    assert six.sure
    assert not any(point.sure for point in length.points)
