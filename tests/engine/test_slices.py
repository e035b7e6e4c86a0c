"""Work in slices: what comes of it is the same whatever is done in between, and others need not wait for long."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from time import perf_counter
from typing import Generic, TypeVar

import pytest

from ruleset_core import ChoiceStream, core_of, load
from ruleset_core.play.bots import make_bot
from ruleset_core.play.match.hints import HintTask
from ruleset_core.slices import SLICE, SliceSize, finish, finish_between, relabel
from tests.engine.test_thinking import by_interpreter, positions

Result = TypeVar("Result")
GAMES = ("tic_tac_toe", "pig", "troyes_dice", "patios")
"""Some whose bots look at little, and some whose bots look at much, with hooks and hidden things."""


def count(to: int) -> Generator[int, None, int]:
    yield from range(to)
    return to


class Begun(Generic[Result]):
    """Work that goes on a slice at a time."""

    def __init__(self, work: Generator[int, None, Result]) -> None:
        self._work, self._result = work, list[Result]()

    def go_on(self) -> None:
        if not self._result:
            try:
                next(self._work)
            except StopIteration as ended:
                self._result.append(ended.value)

    def result(self) -> Result:
        while not self._result:
            self.go_on()
        return self._result[0]


def test_work_is_finished_and_tells_how_far_it_is() -> None:
    told: list[int] = []
    assert finish(count(3), told.append) == 3
    assert told == [0, 1, 2]
    assert finish(relabel(count(2), lambda done: done + 7), told.append) == 2
    assert told[3:] == [7, 8]
    assert asyncio.run(finish_between(count(3))) == 3


def test_work_that_is_given_up_ends() -> None:
    ended: list[bool] = []

    def work() -> Generator[int, None, None]:
        try:
            while True:
                yield 0
        finally:
            ended.append(True)

    async def given_up() -> None:
        task = asyncio.ensure_future(finish_between(work()))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(given_up())
    assert ended == [True]


def test_other_tasks_come_between_slices() -> None:
    async def longest() -> float:
        task = asyncio.ensure_future(finish_between(_busy(20 * SLICE)))
        waited = 0.0
        while not task.done():
            before = perf_counter()
            await asyncio.sleep(0)
            waited = max(waited, perf_counter() - before)
        return waited

    assert asyncio.run(longest()) < 10 * SLICE


def _busy(seconds: float) -> Generator[None, None, None]:
    end = perf_counter() + seconds
    while perf_counter() < end:
        yield


def test_a_slice_has_as_many_pieces_as_there_is_time_for(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("ruleset_core.slices.perf_counter", lambda: now[0])
    size, found = SliceSize(8), []
    for took in (0, 0, 0, 0, 0, 2 * SLICE, 2 * SLICE, SLICE * 0.8):
        now[0] += took
        found.append(size.next(100))
    assert found == [1, 2, 4, 8, 8, 4, 2, 2]
    assert size.next(1) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_done_in_between_changes_no_decision(name: str) -> None:
    """Another search and a glance at other options, play-outs, moves in the same memory, and the same search begun again."""
    game = load(name)
    core, (state, other) = core_of(game), positions(game, game.players[0], 3, 2)[:2]
    options = tuple(state.options[:2])
    alone, ends = core.search(state, state.seat, 40, 3), core.endings(state, state.seat, 3, 5, options)
    ending = Begun(core.ending(state, state.seat, 3, 5, options))
    others = [Begun(core.searching(each, each.seat, 40, 3)) for each in (other, state)]

    def disturb(_done: int) -> None:
        ending.go_on()
        for each in others:
            each.go_on()
        core.worths(other, other.seat, 1, wide=4, far=4)
        core.rollouts(other, other.seat, 2, 1)
        changed = core.compiled(other) if core.executor == "core" else other.clone()
        changed.apply(changed.options[-1])

    found = finish(core.searching(state, state.seat, 40, 3), disturb)
    assert found == alone
    assert found.tree.visits == alone.tree.visits
    assert ending.result().scores == ends.scores
    assert others[1].result() == alone


def test_the_same_move_in_slices_of_any_size_and_in_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic_tac_toe")
    state = game.new(2, 1)
    found = [each.search(state, 0, 60, 8) for each in (core_of(game), by_interpreter(game))]
    monkeypatch.setattr(SliceSize, "next", lambda _self, left: min(7, left))
    found.append(core_of(game).search(state, 0, 60, 8))
    assert found[0] == found[1] == found[2]


def test_a_level_chooses_the_same_in_slices() -> None:
    game = load("troyes_dice")
    state = game.new(2, 1)
    for level in ("easy", "normal"):
        bot = make_bot(level, 5, state.seat, 0)
        chosen = asyncio.run(finish_between(bot.choosing(state)))  # type: ignore[attr-defined]
        assert chosen == make_bot(level, 5, state.seat, 0).choose(state)
        assert chosen == core_of(game).choose(state, level, ChoiceStream(5, f"bot/{level}/{state.seat}"))


def test_a_hint_is_the_same_in_slices() -> None:
    state = load("troyes_dice").new(2, 1)
    task = HintTask.from_state(state, "normal", 3, 0, 20)
    assert asyncio.run(finish_between(task.thinking())) == task.think()


def test_a_search_that_a_clock_ends_tries_both_options_alike() -> None:
    """Of ten and nine tries the first would be taken whatever came of them: in Pig nobody would ever hold."""
    game = load("pig")
    core, state = core_of(game), game.new(2, 1)
    assert core.executor == "core"
    for seed in range(20):
        first, second = core.search(state, state.seat, 1 << 20, seed, seconds=0.001).visits
        assert first == second
