"""A game that does not end is given up after so many decisions, by whoever plays it, with the same words."""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core import BrokenRuleError, core_of, load
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from ruleset_core.lab.sim import SimulationPlan, play_games
from tests import sampled

LONG = {"play.do.5": 2_000_000}
"""Points of Pig that nobody comes to."""
HOW: list[dict[str, Any]] = [{}, {"counts": True}, {"policies": ["random", "random"]}]


def given_up(core: Core, how: dict[str, Any]) -> None:
    with pytest.raises(BrokenRuleError) as raised:
        core.play(2, 3, 1, first=4, **how)
    assert str(raised.value) == (
        f"game 4 of seed 1: Pig: no end after {core.most:,} decisions: the game is taken to be endless"
    )
    assert "sin final tras 50 000 decisiones" in raised.value.text("es")


@pytest.mark.parametrize("how", HOW)
def test_a_game_that_does_not_end_is_told(how: dict[str, Any]) -> None:
    given_up(core_of(load("pig", numbers=LONG)), how)


@pytest.mark.slow
@pytest.mark.parametrize("how", HOW if sampled.LONG else HOW[:1])
def test_so_is_one_that_the_interpreter_plays(how: dict[str, Any]) -> None:
    game = load("pig", numbers=LONG)
    given_up(Core(game, InterpretedRunner(game), "interpreter", "asked for"), how)


def test_so_is_a_play_out():
    state = load("pig", numbers=LONG).new(seed=1)
    with pytest.raises(BrokenRuleError, match="world 0 of seed 3: Pig: no end after 50,000 decisions"):
        core_of(state.game).rollouts(state, 0, 2, 3)


def test_so_is_a_game_of_bots_of_ones_own():
    plan = SimulationPlan("pig", ("first", "first"), 1, 7, numbers=LONG)
    with pytest.raises(BrokenRuleError, match="game 0 of seed 7: Pig: no end after 50,000 decisions"):
        list(play_games(plan.load(), plan, [0]))
