"""What points came from is the same whether all moves were heard or only those that changed something that counts."""

from __future__ import annotations

import pytest

from ruleset_core import Scored, load
from ruleset_core.testing.goldens import subjects


@pytest.mark.parametrize("subject", list(subjects()), ids=lambda each: each.name)
def test_an_account_is_that_of_the_whole_story(subject):
    game = load(subject.game, expansions=subject.expansions)
    asked = []
    for number in range(2):
        state = game.new(subject.players, 11, game=number)
        moves = list(game.core().moves(number, subject.players, 11))
        scored, heard, whole = Scored(state), [state.hear_setup()], state.clone()
        for step, option in enumerate(moves):
            heard.append(whole.hear(option, step))
            whole.apply(option)
            scored.take(option)
        story = game.tell(state.n, heard)
        assert scored.accounts() == [whole.why(story, seat=seat) for seat in range(state.n)]
        asked.append(moves)
    assert all(asked)
