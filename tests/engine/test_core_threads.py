"""States of the core may be used from any thread, one at a time; what comes of it is the same."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, Game, State, core_of, imagine, load
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.lang.runtime import SideStream
from tests.engine.games import flow

pytestmark = pytest.mark.skipif(why_not() is not None, reason=f"there is no core here: {why_not()}")


@pytest.fixture(params=["pig", "tic_tac_toe", "troyes_dice"])
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def elsewhere(call: Callable[[], Any]) -> Any:
    """What a call gives in a thread of its own."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(call).result()


USES: list[Callable[[State], Any]] = [
    lambda state: state.to_json(),
    lambda state: (state.seat, state.options, state.over, state.phase),
    lambda state: (state.scores(), state.winners(), state.outcomes()),
    lambda state: state.clone().to_json(),
    lambda state: state.observe(0),
    lambda state: (state.draws, state.forced),
    lambda state: imagine(state, 0, 3).to_json(),
    lambda state: state.numbers(0).tolist(),
    lambda state: state.score_sheet(0),
]


@pytest.mark.parametrize("use", range(len(USES)))
def test_another_thread_may_ask_a_state(game: Game, use: int) -> None:
    inside, outside, aside = core_of(game).new(2, 5), game.new(2, 5), SideStream(use)
    for _ in range(4):
        assert elsewhere(lambda: USES[use](inside)) == USES[use](outside)
        option = outside.options[aside.pick(len(outside.options))]
        inside.apply(option)
        outside.apply(option)
    assert inside.to_json() == outside.to_json()


def test_a_state_goes_from_thread_to_thread(game: Game) -> None:
    """Four threads hand states to each other; each of them takes one decision in whatever state it gets."""
    waiting: Queue[tuple[State, State, SideStream] | None] = Queue()
    done: list[tuple[State, State]] = []
    for number in range(8):
        waiting.put((core_of(game).new(2, number), game.new(2, number), SideStream(number)))

    def work() -> None:
        while (got := waiting.get()) is not None:
            inside, outside, aside = got
            option = outside.options[aside.pick(len(outside.options))]
            assert inside.options == outside.options
            twin = inside.clone()
            inside.apply(option)
            outside.apply(option)
            twin.apply(option)
            if outside.over or aside.pick(60) == 0:
                assert inside.to_json() == outside.to_json() == twin.to_json()
                assert inside.scores() == outside.scores()
                done.append((inside, outside))
                if len(done) == 8:
                    for _ in range(4):
                        waiting.put(None)
            else:
                waiting.put((inside if aside.pick(2) else twin, outside, aside))

    with ThreadPoolExecutor(4) as threads:
        for each in [threads.submit(work) for _ in range(4)]:
            each.result(60)
    assert len(done) == 8


def test_a_state_outlives_its_thread(game: Game) -> None:
    state, plain = elsewhere(lambda: core_of(game).new(2, 5)), game.new(2, 5)
    for _ in range(5):
        state.apply(state.options[0])
        plain.apply(plain.options[0])
    assert state.to_json() == plain.to_json()


def test_a_rule_that_breaks_in_another_thread_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    game = flow(
        tmp_path, 'flow: [{phase: go, turns: forever, do: "choose amount n { gain n point; set round = 4 * n }"}]'
    )
    state = core_of(game).new(2, 1)
    state.apply("amount 1")
    before = state.to_json()

    def wrong() -> None:
        with pytest.raises(BrokenRuleError, match=r"`round` is `0\.\.9` and cannot be 12"):
            state.apply("amount 3")

    elsewhere(wrong)
    assert state.to_json() == before
    state.apply("amount 2")


def test_states_side_by_side_are_stepped_by_any_thread(game: Game) -> None:
    one, other = (core_of(game).states(3, 2, 1) for _ in range(2))
    aside = SideStream(4)
    for number in range(30):
        taken = []
        for place in range(3):
            offered = [option for option in range(game.vocabulary_size) if one.masks[place, option]]
            taken.append(offered[aside.pick(len(offered))])
        other.step(taken)
        if number % 3 == 0:
            elsewhere(lambda taken=taken: one.step(taken))  # type: ignore[misc]
        else:
            one.step(taken)
        assert one.masks.tolist() == other.masks.tolist()
        told = elsewhere(one.numbers) if number % 4 == 0 else one.numbers()
        assert told.tolist() == other.numbers().tolist()
        assert one.state(1).to_json() == other.state(1).to_json()
