"""The bench measures games next to hand-written ones."""

from __future__ import annotations

import json
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ruleset_core import load
from ruleset_core.lab import bench as speed
from ruleset_core.lab.bench import (
    HOLD,
    ROLL,
    YARDSTICKS,
    InterleavedTimings,
    Pig,
    Speed,
    TicTacToe,
    deep_copy,
    midgame,
    play_engine_game,
    play_yardstick,
    run_bench,
    time_interleaved,
)
from tests.standin import ask_stand_ins
from tests.testing import tiny


@pytest.fixture(autouse=True)
def _scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_stand_ins(monkeypatch)
    monkeypatch.setattr(speed, "scene", tiny.scene)


def test_a_row_compares_a_game_with_its_yardstick() -> None:
    bench = run_bench(["tiny"], lambda _: cast("Any", tiny.Game()), seconds=0.2)
    (row,) = bench.rows
    assert (row.game, row.players, row.yardstick) == ("tiny", 2, "pig")
    assert row.ratio == pytest.approx(row.speed.decisions / row.yardstick_speed.decisions, rel=0.5)
    assert not row.own_yardstick
    assert row.core is None
    assert row.no_core == "it is written by hand"
    assert row.clone_us > 0 < row.load_ms
    assert row.scene_ms > 0 < row.scene_json_ms
    assert row.clone_gain == pytest.approx(row.deepcopy_us / row.clone_us)
    assert json.loads(json.dumps(bench.to_json()))["games"][0]["yardstick"] == "pig"


class Twice:
    """A core that tells twice as many decisions as single games take."""

    executor = "core"

    def play(self, players: int, games: int, seed: int) -> SimpleNamespace:
        return SimpleNamespace(decisions=[2 * play_engine_game(cast("Any", tiny.Game()), players, games, seed)])


def test_a_core_is_compared_with_single_games_and_with_the_yardstick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny.Game, "core_of", lambda _: Twice())
    bench = run_bench(["tiny"], lambda _: cast("Any", tiny.Game()), seconds=0.3)
    (row,) = bench.rows
    assert row.core is not None
    assert row.core.gain == pytest.approx(2, rel=0.5)
    assert row.core.ratio > row.ratio
    assert row.no_core == ""
    assert bench.to_json()["games"][0]["core"]["gain"] == row.core.gain


def test_a_game_with_a_yardstick_is_compared_with_that() -> None:
    (row,) = run_bench(["pig"], load, seconds=0.1).rows
    assert (row.yardstick, row.own_yardstick) == ("pig", True)


def test_a_ratio_is_that_of_runs_beside_each_other() -> None:
    """Half way through, the machine became ten times as slow."""
    slow = InterleavedTimings((speeds(200, 200, 20, 20, 20), speeds(100, 100, 10, 10, 10)))
    assert slow.ratio(0, 1) == 2
    assert slow.speed(0).decisions == 20


def test_what_the_first_game_needs_made_is_not_timed() -> None:
    """The core of a game is read or compiled in the course of the first games."""
    asked: list[int] = []

    def play(games: int, _seed: int) -> int:
        asked.append(games)
        begin, rest = process_time(), 0.05 if len(asked) == 1 else 0.0005 * games
        while process_time() < begin + rest:
            pass
        return games

    time_interleaved([play], 0.02, runs=3)
    assert all(games > 10 for games in asked[-3:])


def speeds(*decisions: float) -> tuple[Speed, ...]:
    return tuple(Speed(1, each) for each in decisions)


def test_midgame_is_not_over() -> None:
    game = cast("Any", tiny.Game())
    assert not midgame(game, 2, 6, seed=1).over
    assert not midgame(game, 2, 100, seed=1).over


class Chained:
    """A state with a long chain that its clones share, and a list that they do not."""

    __slots__ = ("past", "v")

    def __init__(self, past: object, v: list[int]) -> None:
        self.past, self.v = past, v

    def clone(self) -> Chained:
        return Chained(self.past, self.v[:])

    plain = clone


def test_a_deep_copy_leaves_out_what_clones_share() -> None:
    past: object = None
    for _ in range(5000):
        past = (past, 1)
    state = Chained(past, [1, 2])
    copied = deep_copy(cast("Any", state), cast("Any", None))()
    assert copied["past"] is past
    assert copied["v"] == state.v
    assert copied["v"] is not state.v


def test_pig_banks_what_the_turn_gathered() -> None:
    game = Pig(iter([0.5, 0.9, 0.0]).__next__)  # faces 4, 6 and 1
    game.apply(ROLL)
    game.apply(ROLL)
    game.apply(HOLD)
    assert (game.scores, game.player, game.over) == ([10, 0], 1, False)
    game.apply(ROLL)
    assert (game.scores, game.player, game.pot) == ([10, 0], 0, 0)


def test_pig_is_won_with_a_hundred_points() -> None:
    game = Pig(lambda: 0.9)
    for _ in range(17):
        game.apply(ROLL)
    game.apply(HOLD)
    assert (game.over, game.scores) == (True, [102, 0])


def test_tic_tac_toe_is_won_by_three_in_a_line() -> None:
    game = TicTacToe(lambda: 0.0)
    for cell in (0, 3, 1, 4):
        game.apply(cell)
    assert game.legal() == [2, 5, 6, 7, 8]
    game.apply(2)
    assert (game.over, game.winner) == (True, 1)


def test_tic_tac_toe_may_be_a_draw() -> None:
    game = TicTacToe(lambda: 0.0)
    for cell in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        game.apply(cell)
    assert (game.over, game.winner, game.legal()) == (True, 0, [])


@pytest.mark.parametrize("name", YARDSTICKS)
def test_yardsticks_come_to_an_end(name: str) -> None:
    decisions = play_yardstick(YARDSTICKS[name], games=20, seed=1)
    assert 20 * 5 <= decisions <= 20 * 1000


def test_random_tic_tac_toe_is_as_long_as_it_should_be() -> None:
    """The exact mean of random play is 7.63 moves."""
    decisions = play_yardstick(YARDSTICKS["tic_tac_toe"], games=3000, seed=Random(1).randrange(99))
    assert decisions / 3000 == pytest.approx(7.63, abs=0.1)
