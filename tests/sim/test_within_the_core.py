"""Games of bots that think are played many at once, and say the same as one by one."""

from __future__ import annotations

import pytest

from ruleset_core import load
from ruleset_core.lab.sim import SimulationPlan, play_games
from ruleset_core.lab.sim.plans import _by_bots


@pytest.mark.parametrize("name", ["pig", "troyes_dice"])
def test_a_game_within_the_core_is_the_one_that_its_bots_play_one_by_one(name: str) -> None:
    game, plan = load(name), SimulationPlan(name, ("easy", "easy"), 3, 7, stories=1, courses=1, counts=True)
    rows = list(play_games(game, plan, range(3)))
    assert rows == [_by_bots(game, plan, number) for number in range(3)]
    assert [row.causes is not None for row in rows].count(True) == 1
    assert all(row.sheet and row.counts is not None and row.stood is not None for row in rows)


def test_games_of_chance_and_thought_are_played_together() -> None:
    game, plan = load("pig"), SimulationPlan("pig", ("easy", "random"), 40, 7)
    rows = list(play_games(game, plan, range(40)))
    won = sum(row.winners[plan.seat_of(row.number, 0)] for row in rows)
    assert won > 24
    assert list(play_games(game, plan, range(3, 5))) == rows[3:5]
