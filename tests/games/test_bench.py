"""The engine keeps its distance to plain Python. Only ratios of one run are compared, with room for busy machines."""

from __future__ import annotations

from functools import cache

import pytest

from ruleset_core import Game, load
from ruleset_core.lab.bench import GameSpeed, run_bench

pytestmark = pytest.mark.bench

ROOM = 1.3
"""How much worse than its target a ratio may come out on a busy machine."""


@cache
def measured(name: str, players: int) -> GameSpeed:
    def loaded(name: str) -> Game:
        return load(name)

    (row,) = run_bench([name], loaded, seconds=2.0, players=players).rows
    return row


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "share"), [("tic_tac_toe", 2, 5), ("troyes_dice", 4, 25)])
def test_decisions_a_second_beside_plain_python(name: str, players: int, share: int) -> None:
    row = measured(name, players)
    assert row.ratio >= 1 / (share * ROOM), f"1/{1 / row.ratio:.1f} of {row.yardstick}, wanted 1/{share}"


@pytest.mark.parametrize(("name", "players"), [("tic_tac_toe", 2), ("troyes_dice", 4)])
def test_cloning_beside_deepcopy(name: str, players: int) -> None:
    row = measured(name, players)
    assert row.clone_gain >= 15 / ROOM, f"{row.clone_us:.1f} us is only {row.clone_gain:.1f} times faster than deepcopy"
