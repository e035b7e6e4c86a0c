"""What points came from adds up to them, in every game; how sure a figure of a cause is, is told by games."""

from __future__ import annotations

from contextlib import closing
from itertools import chain

import pytest

from ruleset_core.lab.sim import (
    GamesFile,
    PointSource,
    SimulationPlan,
    mean_points_by_source,
    play_games,
    run_plan,
    summarise,
)
from ruleset_core.testing.goldens import golden_games


@pytest.mark.parametrize("subject", list(golden_games()), ids=lambda each: each.name)
def test_causes_add_up_to_every_score_and_every_category(subject):
    plan = SimulationPlan(subject.game, ("random",) * subject.players, 1, 8, tuple(subject.expansions), stories=1)
    for row in play_games(plan.load(), plan, range(1)):
        for seat, causes in enumerate(row.causes):
            assert sum(points for _, points in causes) == row.scores[seat]
            found: dict[str, int] = {}
            for cause, points in causes:
                found[cause.category] = found.get(cause.category, 0) + points
            sheet = {category: points for category, points in row.sheet[seat].items() if points}
            assert {category: points for category, points in found.items() if points} == sheet


@pytest.mark.slow
def test_who_plays_and_who_thinks_are_heard_alike():
    plan = SimulationPlan("troyes_dice", ("greedy1", "first"), 1, 3, stories=1)
    (row,) = play_games(plan.load(), plan, [0])
    assert [sum(points for _, points in causes) for causes in row.causes] == list(row.scores)
    assert {"card"} < {cause.kind for causes in row.causes for cause, _ in causes}


@pytest.mark.slow
def test_the_first_games_are_heard_and_kept(tmp_path):
    plan = SimulationPlan("pig", ("first", "random"), 40, 1, stories=6, counts=True)
    alone = list(chain.from_iterable(run_plan(plan, plan.load())))
    assert [row.number for row in alone if row.causes] == [*range(6)]
    assert list(chain.from_iterable(run_plan(plan, plan.load(), workers=2))) == alone
    with closing(GamesFile(tmp_path / "pig.games", plan, "rules")) as kept:
        kept.add(alone)
    with closing(GamesFile(tmp_path / "pig.games", plan, "rules")) as again:
        assert again.rows == alone
        assert summarise(plan, again.rows) == summarise(plan, alone)


def test_a_game_is_one_value():
    """Of three games, in two of which both seats together had 4 points of a card: 2, 2 and 0 a seat."""
    card = PointSource("points", "card", "mill", "", (("en", "Mill"), ("es", "Molino")))
    games = [(((card, 1),), ((card, 3),)), (((card, 4),), ()), ((), ())]
    count, found = mean_points_by_source(games)
    assert count == 3
    assert found[card].count == 3
    assert found[card].mean == pytest.approx(4 / 3)
    assert found[card].deviation == pytest.approx((4 / 3) ** 0.5)
