"""Games of ours that OpenSpiel has too are the same games: answers offered, who is asked, and results, in random games side by side."""

from __future__ import annotations

from itertools import count

import pytest

pytest.importorskip("pyspiel")

from tests.lockstep.frame import GamesDifferError, Pair, pair_names, pair_of, play_side_by_side
from tests.sampled import LONG

GAMES = 1000 if LONG else 20


@pytest.mark.parametrize("name", pair_names())
def test_the_same_game(name):
    games = GAMES if LONG or pair_of(name).turns is None else 4  # all ends of turns take longer
    assert play_side_by_side(name, games) >= games


def test_another_game_is_noticed(monkeypatch):
    differing = Pair("breakthrough(rows=6,columns=7)", pair_of("breakthrough").action)
    monkeypatch.setattr("tests.lockstep.frame.pair_of", lambda _: differing)
    with pytest.raises(GamesDifferError, match="what is offered differs after"):
        play_side_by_side("breakthrough", 1)


def test_another_result_is_noticed(monkeypatch):
    own = count()
    differing = Pair("tic_tac_toe", pair_of("tic_tac_toe").action, returns=lambda state: [next(own)] * state.n)
    monkeypatch.setattr("tests.lockstep.frame.pair_of", lambda _: differing)
    with pytest.raises(GamesDifferError, match="what it brings differs after"):
        play_side_by_side("tic_tac_toe", 3)
