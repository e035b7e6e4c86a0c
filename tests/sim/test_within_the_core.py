"""Games of bots that think are played many at once, and say the same as one by one."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core import Core, core_of, load
from ruleset_core.lab.sim import SimulationPlan, play_games
from ruleset_core.lab.sim.plans import _by_bots, category_sheets


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


def test_only_games_whose_story_is_heard_are_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, plan = load("troyes_dice"), SimulationPlan("troyes_dice", ("random",) * 2, 60, 7, sheets=50, stories=2)
    again, moves = list[int](), Core.moves

    def noted(core: Core, number: int, *rest: Any, **named: Any) -> list[int]:
        again.append(number)
        return moves(core, number, *rest, **named)

    monkeypatch.setattr(Core, "moves", noted)
    found = list(play_games(game, plan, range(60)))
    assert again == [0, 1]
    for row in found[:50]:
        state = game.new(2, 7, game=row.number)
        for option in moves(core_of(game), row.number, 2, 7):
            state.apply(option)
        assert row.sheet == category_sheets(state)
    assert not any(row.sheet for row in found[50:])
