"""What a broken rule leaves behind is made again from a position kept before, never from the beginning of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, Game, State, core_of
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.engine.core.instances import CoreInstance
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from ruleset_core.lang.runtime import EVERY, SideStream
from tests.engine.games import flow

LONG = """
flow:
  - phase: work
    turns: forever
    until: tally > 5000
    do: "roll face; choose amount n { set tally = tally + n; gain n point; roll face; if n == 5 { set round = 4 * n } }"
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return flow(tmp_path, LONG)


def begun(game: Game, kind: str) -> State:
    if kind == "core":
        if why_not() is not None:
            pytest.skip(f"there is no core here: {why_not()}")
        return core_of(game).new(2, 3)
    return game.new(2, 3) if kind == "new" else game.interpreted().new(2, 3)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many decisions were played again."""
    found, take, go_on = [0], Game.take, CoreInstance.__init__

    def slow(game: Game, state: State, option: int, *interpreter: Any) -> None:
        found[0] += 1
        take(game, state, option, *interpreter)

    def begin(host: Any, *about: Any) -> None:
        go_on(host, *about)
        real = host.go_on

        def count(*args: int) -> int:
            found[0] += 1
            return int(real(*args))

        host.go_on = count

    monkeypatch.setattr(Game, "take", slow)
    monkeypatch.setattr(CoreInstance, "__init__", begin)
    return found


@pytest.mark.parametrize("kind", ["core", "new", "interpreter"])
def test_a_broken_rule_plays_few_decisions_again(game: Game, kind: str, counted: list[int]) -> None:
    state, plain, aside = begun(game, kind), begun(game, "interpreter"), SideStream(7)
    for number in range(400):
        option = aside.pick(5)
        for each in (state, plain):
            each.apply(game.parse(f"amount {option}"))
        if number in {0, 5, 31, 32, 63, 64, 200, 399}:
            before, twin = plain.to_json(), state.clone()
            for each in (state, twin):
                counted[0] = 0
                with pytest.raises(BrokenRuleError, match="`round` is"):
                    each.apply("amount 5")
                assert counted[0] < 2 * EVERY
                assert each.to_json() == before
                assert each.draws == plain.draws


def test_what_was_drawn_is_told_without_playing_the_game_again(game: Game, counted: list[int]) -> None:
    """Two games side by side in the core: what the last decision of one drew is noted no more once the other is played on."""
    one, other, plain = begun(game, "core"), begun(game, "core"), begun(game, "interpreter")
    for number in range(200):
        one.apply("amount 1")
        plain.apply("amount 1")
        other.apply("amount 2")
        if number % 20 == 0:
            counted[0] = 0
            assert one.draws == plain.draws
            assert counted[0] < EVERY
            assert one.to_json() == plain.to_json()


def test_copies_keep_their_own_positions(game: Game) -> None:
    for kind in ("core", "interpreter"):
        state, aside, kept = begun(game, kind), SideStream(9), []
        for number in range(150):
            state.apply(game.parse(f"amount {aside.pick(5)}"))
            if number % 17 == 0:
                kept.append((state.clone(), state.to_json()))
        for twin, before in kept:
            with pytest.raises(BrokenRuleError):
                twin.apply("amount 5")
            assert twin.to_json() == before
            twin.apply("amount 1")


@pytest.mark.parametrize("how", ["random", "policies", "playouts", "worths", "search", "endings"])
def test_a_game_that_broke_is_not_played_again_in_the_core(
    game: Game, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The core stops a second time at the same decision, which alone is left to the interpreter."""
    if why_not() is not None:
        pytest.skip(f"there is no core here: {why_not()}")
    core, plain = core_of(game), Core(game, InterpretedRunner(game), "interpreter", "")
    state = game.new(2, 3)
    few: dict[str, Any] = {"budget": 12, "ahead": 12, "nodes": 64}

    def ask(of: Core) -> Any:
        match how:
            case "random":
                return of.play(2, 20, seed=1)
            case "policies":
                return of.play(2, 20, seed=1, policies=["random", "random"])
            case "playouts":
                return of.rollouts_by_option(state, 0, 20, 2)
            case "worths":
                return of.worths(state, 0, 5)
            case "search":
                return of.search(state, 0, 40, 5, **few)
        return of.endings(state, 0, 5, 2)

    with pytest.raises(BrokenRuleError) as right:
        ask(plain)

    def never(*_about: object, **_more: object) -> None:
        raise AssertionError("Python plays it again")

    for name in ("play", "playouts", "from_world"):
        monkeypatch.setattr(InterpretedRunner, name, never)
    for name in ("interpreted_worths", "interpreted_search", "interpreted_endings"):
        monkeypatch.setattr(f"ruleset_core.engine.core.compiled_runner.{name}", never)
    for _ in range(2):
        with pytest.raises(BrokenRuleError) as told:
            ask(core)
        assert str(told.value) == str(right.value)
        assert told.value.text("es") == right.value.text("es")
        assert core.play(2, 0, seed=1).decisions.tolist() == []
