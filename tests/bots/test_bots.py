"""Bots: deterministic for a seed, legal, and greedy where greed pays."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from ruleset_core.play import bots
from ruleset_core.play.bots import LEVELS, Bot, Stream, UnknownBotError, bot_names, make_bot, register_bot
from ruleset_core.play.bots.bot_sources import explore_turn
from tests.record.fake import FakeGame
from tests.standin import ask_stand_ins


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_stand_ins(monkeypatch)


def playthrough(names: list[str], seed: int) -> list[str]:
    game: Any = FakeGame()
    state = game.new(len(names), seed)
    bots = [make_bot(name, seed, seat) for seat, name in enumerate(names)]
    moves = []
    while not state.over:
        option = bots[state.seat].choose(state)
        assert option in state.options
        moves.append(game.notation(option))
        state.apply(option)
    return moves


@pytest.mark.parametrize("name", [name for name in bot_names() if name not in LEVELS])
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    assert playthrough([name, name], 7) == playthrough([name, name], 7)


def test_other_seeds_give_other_games() -> None:
    assert len({tuple(playthrough(["random", "random"], seed)) for seed in range(8)}) == 8


@pytest.mark.slow
def test_the_same_game_in_every_process() -> None:
    code = "import pytest; from tests.bots.test_bots import ask_stand_ins, playthrough; ask_stand_ins(pytest.MonkeyPatch()); print(playthrough(['random', 'greedy'], 7))"
    for hash_seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == str(playthrough(["random", "greedy"], 7))


def test_streams_are_apart_and_even() -> None:
    assert [Stream(1, "a").pick(range(1000)) for _ in range(2)] == [Stream(1, "a").pick(range(1000))] * 2
    first, second = Stream(1, "a"), Stream(1, "b")
    assert [first.pick(range(99)) for _ in range(9)] != [second.pick(range(99)) for _ in range(9)]
    stream = Stream(3, "even")
    counts = Counter(stream.pick(range(6)) for _ in range(6000))
    assert all(850 < counts[face] < 1150 for face in range(6))


def test_a_stream_goes_on_where_it_was() -> None:
    whole = Stream(5, "x")
    numbers = [whole.pick(range(10**6)) for _ in range(6)]
    rest = Stream(5, "x", drawn=4)
    assert [rest.pick(range(10**6)) for _ in range(2)] == numbers[4:]


def test_what_is_drawn_aside_takes_nothing_from_the_stream() -> None:
    with_aside, without = Stream(5, "x"), Stream(5, "x")
    seen = set()
    for _ in range(20):
        seen.add(with_aside.aside)
        assert with_aside.aside == with_aside.aside
        assert with_aside.pick(range(10**6)) == without.pick(range(10**6))
    assert len(seen) == 20
    assert Stream(5, "x", drawn=20).aside == without.aside


def test_first_takes_the_first() -> None:
    assert set(playthrough(["first"], 1)) == {"take 1", "finish plain"}


def test_greedy_takes_most_and_does_not_know_its_dice() -> None:
    """Three is most; behind a plain end another seat decides, behind a die chance does, and both are worth the same."""
    game: Any = FakeGame()
    for seed in range(20):
        state = game.new(2, seed)
        bot = make_bot("greedy", seed, 0)
        assert game.notation(bot.choose(state)) == "take 3"
        state.apply("take 3")
        assert bot.choose(state) in {3, 4}


def test_greedy_wins_when_it_can() -> None:
    game: Any = FakeGame()
    state = game.new(2, 1)
    for _ in range(6):
        state.apply("take 3")
        state.apply("finish plain")
    state.apply("take 3")  # 21: ending the turn wins
    assert explore_turn(state, 50)[0][3] > 10**8


@pytest.mark.parametrize("budget", [0, 1, 3, 10, 1000])
def test_exploring_tries_every_option_whatever_its_budget(budget: int) -> None:
    game: Any = FakeGame()
    assert sorted(explore_turn(game.new(3, 1), budget)[0]) == [0, 1, 2]


def test_greedy_leaves_the_state_alone() -> None:
    game: Any = FakeGame()
    state = game.new(2, 1)
    before = state.to_json()
    make_bot("greedy", 1, 0).choose(state)
    assert state.to_json() == before


def test_an_unknown_bot_is_answered_with_a_close_name() -> None:
    with pytest.raises(UnknownBotError, match="did you mean `greedy`") as caught:
        make_bot("greddy", 1, 0)
    assert caught.value.suggestion == "greedy"


def test_bots_of_others_take_part(monkeypatch: pytest.MonkeyPatch) -> None:
    class Last:
        def __init__(self, stream: Stream) -> None:
            del stream

        def choose(self, state: Any) -> int:
            last: int = state.options[-1]
            return last

    monkeypatch.setattr(bots, "_FACTORIES", dict(bots._FACTORIES))
    register_bot("last", Last)
    bot: Bot = make_bot("last", 1, 0)
    game: Any = FakeGame()
    assert bot.choose(game.new(2, 1)) == 2
    for taken in ("last", "human"):
        with pytest.raises(ValueError, match="is taken"):
            register_bot(taken, Last)
