"""A game that does not end is given up after so many decisions, by whoever plays it, with the same words."""

from __future__ import annotations

import pytest

from ruleset_core import BrokenRuleError, load
from ruleset_core.engine.core.core import Core
from ruleset_core.engine.core.plain import PlainRunner
from ruleset_core.sim import Plan, play_games

LONG = {"play.do.5": 2_000_000}
"""Points of Pig that nobody comes to."""


@pytest.mark.parametrize("how", [{}, {"counts": True}, {"policies": ["random", "random"]}])
def test_a_game_that_does_not_end_is_told(how):
    game = load("pig", numbers=LONG)
    for core in (game.core(), Core(game, PlainRunner(game), "python", "asked for")):
        with pytest.raises(BrokenRuleError) as raised:
            core.play(2, 3, 1, first=4, **how)
        assert str(raised.value) == (
            f"game 4 of seed 1: Pig: no end after {core.most:,} decisions: it is taken for a game that never ends"
        )
        assert "sin final tras 50 000 decisiones" in raised.value.said("es")


def test_so_is_a_play_out():
    state = load("pig", numbers=LONG).new(seed=1)
    with pytest.raises(BrokenRuleError, match="world 0 of seed 3: Pig: no end after 50,000 decisions"):
        state.game.core().rollouts(state, 0, 2, 3)


def test_so_is_a_game_of_bots_of_ones_own():
    plan = Plan("pig", ("first", "first"), 1, 7, numbers=LONG)
    with pytest.raises(BrokenRuleError, match="game 0 of seed 7: Pig: no end after 50,000 decisions"):
        list(play_games(plan.load(), plan, [0]))
