"""What points came from is the same whether all moves were heard or only those that changed something that counts."""

from __future__ import annotations

import pytest

from ruleset_core import ScoreTracker, account_of, core_of, load, story_of, trace_setup, trace_step
from ruleset_core.testing.goldens import golden_games
from tests.sampled import slow_if_long


@pytest.mark.parametrize(
    "subject", slow_if_long(golden_games(), {"tournay", "troyes", "troyes+bonus_2011"}), ids=lambda each: each.name
)
def test_an_account_is_that_of_the_whole_story(subject):
    game = load(subject.game, expansions=subject.expansions)
    asked = []
    for number in range(2):
        state = game.new(subject.players, 11, game=number)
        moves = list(core_of(game).moves(number, subject.players, 11))
        scored, heard, whole = ScoreTracker(state), [trace_setup(state)], state.clone()
        for step, option in enumerate(moves):
            heard.append(trace_step(whole, option, step))
            whole.apply(option)
            scored.take(option)
        story = story_of(game, state.n, heard)
        assert scored.accounts() == [account_of(whole, story, seat=seat) for seat in range(state.n)]
        asked.append(moves)
    assert all(asked)
