"""A score that is remembered as long as nothing changes that it read is what working it out anew gives."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.engine import scoring
from ruleset_core.testing.goldens import GoldenGame, golden_games

ALWAYS_ANOTHER = {"draughts", "go", "reversi"}
"""Games in which every move changes what the score reads: nothing remembered can be used."""


@pytest.mark.parametrize("subject", list(golden_games()), ids=lambda each: each.name)
def test_a_remembered_score_is_the_score(subject: GoldenGame, monkeypatch: pytest.MonkeyPatch) -> None:
    game, chance, again = load(subject.game, expansions=subject.expansions), random.Random(3), 0
    worked_out = 0
    lines = scoring._lines

    def counted(*args: Any) -> Any:
        nonlocal worked_out
        worked_out += 1
        return lines(*args)

    monkeypatch.setattr(scoring, "_lines", counted)
    for seed in range(2):
        state = game.new(subject.players, seed)
        for _ in range(40):
            for seat in range(state.n):
                for category in game.program.scores:
                    again += 1
                    assert scoring._known_lines(state.view(), seat, category) == (
                        *lines(state.view(), seat, category),
                    ), (category.name, seat)
            if state.over:
                break
            state.apply(chance.choice(state.options))
    assert worked_out < again or not game.program.scores or subject.name in ALWAYS_ANOTHER
