"""The kept games of commit 1f605c6 are played as that commit played them."""

from __future__ import annotations

from random import Random

import pytest

from ruleset_core import load
from tests.bench.baseline.game import FILES
from tests.bench.baseline.game import Game as Then
from tests.bench.figures import TARGETS


@pytest.mark.parametrize("name", ["pig", "tic_tac_toe"])
def test_games_whose_rules_stand_take_the_same_course(name: str) -> None:
    then, now = Then(name).new(players=2, seed=7), load(name).new(players=2, seed=7)
    chance = Random(7)
    while not now.over:
        assert (then.seat, then.options) == (now.seat, now.options)
        option = chance.choice(now.options)
        then.apply(option)
        now.apply(option)
    assert then.over


@pytest.mark.parametrize("name", TARGETS)
def test_every_kept_game_comes_to_its_end(name: str) -> None:
    state = Then(name).new(players=TARGETS[name].players, seed=3)
    chance = Random(3)
    decisions = 0
    while not state.over:
        state.apply(chance.choice(state.options))
        decisions += 1
    assert decisions >= 5
    assert state.seat == -1


def test_what_is_kept_is_small() -> None:
    assert sum(file.stat().st_size for file in FILES.glob("*.gz")) < 150_000
