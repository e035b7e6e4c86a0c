"""No game is played slower than by the generated code of commit 1f605c6, timed in turns in the same process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from ruleset_core import Core, core_of, load
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from tests.bench import bulk
from tests.bench.figures import TARGETS, compiled_of, core_beside_commit, single_beside_commit
from tests.engine.hooked_game import hooked

pytestmark = pytest.mark.bench

SECONDS = 0.5
"""CPU time for a comparison; a busy machine gets a second one, three times as long."""
CORE = 15.0
"""How fast the core is at least, by the commit's generated Python."""
SINGLE = 0.9
"""How much of what is wanted single games reach at least."""

BULK = 1.25
"""How many times as long as within the core games of `easy` take at least in which bots are asked one by one."""
COUNTED = 2.5
"""How many times as long random games take at most whose cards are counted."""
HOOKED = {"play": 2.2, "rollouts": 1.9}
"""How many times as long the interpreter takes at least for a game with small hooks, in many games and in play-outs."""


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_the_core_beside_python_of_the_commit(name: str) -> None:
    core = compiled_of(load(name))
    if core is None:
        pytest.skip("there is no core")
    ratio = at_least(CORE, lambda seconds: core_beside_commit(name, core, seconds).ratio(1, 0))
    assert ratio >= CORE


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_single_games_beside_python_of_the_commit(name: str) -> None:
    if compiled_of(load(name)) is None:
        pytest.skip("there is no core")
    wanted = SINGLE * TARGETS[name].single
    assert at_least(wanted, lambda seconds: single_beside_commit(name, seconds).ratio(1, 0)) >= wanted


@pytest.mark.slow
def test_many_games_within_the_core_beside_one_by_one_and_what_counting_costs() -> None:
    game = load("troyes_dice")
    if compiled_of(game) is None:
        pytest.skip("there is no core")
    assert at_least(BULK, lambda seconds: bulk.thinking(game, round(6 * seconds)).times) >= BULK
    assert at_least(1 / COUNTED, lambda seconds: 1 / bulk.counting(game, round(1000 * seconds)).times) >= 1 / COUNTED


@pytest.mark.slow
@pytest.mark.parametrize("what", HOOKED)
def test_a_game_with_hooks_in_the_core_beside_the_interpreter(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both call the same functions of Python; what the core needs to call one must not eat up what it gains."""
    game = hooked(tmp_path, monkeypatch)
    core, state = core_of(game), game.new(3, 7)
    if core.executor != "core":
        pytest.skip("there is no core")

    def work(each: Core, seconds: float, first: int) -> object:
        if what == "play":
            return each.play(3, round(800 * seconds), 1, first=first)
        return each.rollouts_by_option(state, state.seat, round(200 * seconds), 1)

    def ratio(seconds: float) -> float:
        both = core, Core(game, InterpretedRunner(game), "interpreter", "")
        one, other = (partial(work, each, seconds) for each in both)
        return bulk.beside(one, other, round(800 * seconds)).times

    assert at_least(HOOKED[what], ratio) >= HOOKED[what]


def at_least(wanted: float, ratio: Callable[[float], float]) -> float:
    """A ratio measured shortly; measured again, longer, if it is less than what is wanted."""
    found = ratio(SECONDS)
    return found if found >= wanted else ratio(3 * SECONDS)
