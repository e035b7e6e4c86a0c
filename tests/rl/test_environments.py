"""The environments keep the promises that PettingZoo, Gymnasium and OpenSpiel test, for every game."""

from __future__ import annotations

import sys
import time
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

from ruleset_core import load
from ruleset_core.testing.goldens import golden_games
from tests.sampled import sampled

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, seed_test

from ruleset_core.rl import Batch, ParallelTableEnv, SeatEnv, TableEnv, aec_env

GAMES = list(dict.fromkeys(subject.game for subject in golden_games()))
QUICK = ("pig", "tic_tac_toe", "burrow")


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries' own checks
        yield


@pytest.mark.parametrize("name", GAMES)
def test_the_agent_environment_cycle(name):
    game = load(name)
    api_test(aec_env(game, max_decisions=400), num_cycles=60)
    seed_test(lambda: aec_env(game, max_decisions=400), num_cycles=25)


@pytest.mark.parametrize("name", GAMES)
def test_the_parallel_environment(name):
    game = load(name)
    parallel_api_test(ParallelTableEnv(game, max_decisions=60), num_cycles=60)
    parallel_seed_test(lambda: ParallelTableEnv(game, max_decisions=60), num_cycles=25)


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(GAMES, QUICK))
def test_the_benchmark_of_pettingzoo_runs(name, capsys, monkeypatch):
    quick = SimpleNamespace(time=lambda: time.time() * 10)  # else it takes five seconds, whatever the game
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", quick)
    performance_benchmark(TableEnv(load(name)))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("name", QUICK)
def test_a_seat_among_bots_is_an_environment_of_gymnasium(name):
    game = load(name)
    check_env(SeatEnv(game, ["random"] * (game.players[0] - 1)), skip_render_check=True)


def test_a_seat_may_be_drawn_anew_for_each_game():
    env = SeatEnv(load("tic_tac_toe"), ["first"], seat=-1)
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1}
    with pytest.raises(ValueError, match="no seat 2"):
        SeatEnv(load("tic_tac_toe"), ["first"], seat=2)


def test_a_game_is_played_to_its_end_and_told_by_its_outcome():
    env = SeatEnv(load("tic_tac_toe"), ["first"])
    seen, _ = env.reset(seed=1)
    rewards = []
    over = False
    while not over:
        option = int(np.flatnonzero(seen["action_mask"])[-1])  # from the far end, where `first` does not go
        seen, reward, over, cut, _ = env.step(option)
        rewards.append(reward)
        assert not cut
    assert set(rewards[:-1]) <= {0.0}
    assert rewards[-1] in {1.0, -1.0}
    assert not seen["action_mask"].any()


def test_what_is_not_offered_loses():
    env = SeatEnv(load("tic_tac_toe"), ["first"])
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0]) if (seen["action_mask"] == 0).any() else -1
    if wrong < 0:  # an empty board: all is offered
        seen, *_ = env.step(4)
        wrong = 4
    _, reward, over, _, told = env.step(wrong)
    assert (reward, over, told) == (-1.0, True, {"illegal": True})


def test_in_a_parallel_environment_who_is_not_asked_waits():
    game = load("tic_tac_toe")
    env = ParallelTableEnv(game)
    seen, _ = env.reset(seed=3)
    masks = [np.flatnonzero(each["action_mask"]).tolist() for each in seen.values()]
    assert masks == [list(range(9)), [game.vocabulary_size]]
    _, rewards, ended, _, _ = env.step({"seat_0": game.vocabulary_size, "seat_1": 0})
    assert rewards == {"seat_0": -1.0, "seat_1": 0.0}
    assert all(ended.values())
    assert env.agents == []


def test_the_table_can_be_drawn():
    env = TableEnv(load("tic_tac_toe"), render_mode="ansi")
    env.reset(seed=1)
    assert "Tic-tac-toe" in env.render()
    assert TableEnv(load("pig")).render_mode is None


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_tells_what_single_states_tell(name):
    game, chance = load(name), np.random.default_rng(1)
    batch = Batch(game, 6, players=game.players[0], seed=4)
    for _ in range(10):
        taken = batch.at_random(chance)
        assert batch.masks[np.arange(6), taken].all()
        batch.step(taken)
    told = batch.observe()
    for place in range(6):
        state = batch._states.state(place)
        assert told[place].tolist() == list(state.numbers(state.seat))
        assert state.seat == batch.seats[place]


def test_random_options_are_all_as_likely():
    batch, chance = Batch(load("tic_tac_toe"), 900, seed=1), np.random.default_rng(2)
    counts = np.bincount(batch.at_random(chance), minlength=9)
    assert counts.sum() == 900
    assert counts.min() > 60
    assert counts.max() < 145
