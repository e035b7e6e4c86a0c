"""What stops the core: broken rules are told as the interpreter tells them, and nothing has changed."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, Core, Game, core_of, load
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from tests.engine.games import flow

GAME = """
game: stops
name: {en: Stops, es: Paradas}
players: 1..2
state:
  boss: {is: "seat?"}
  x: {is: int}
  y: {by: [seat], is: int}
decisions:
  amount: {of: 0..3, ask: {en: "How much?", es: "¿Cuánto?"}}
flow:
  - phase: work
    turns: forever
    until: x > 2000000
    do: |
      choose amount n {
        set x = x + n;
        if n == 3 { as boss { set y = y + 1 } };
        if n == 2 { repeat 250000 { set y = y + 1; set x = x + 1 } }
      }
score: {all: {name: {en: All, es: Todo}, amount: y}}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    found = load(tmp_path)
    if core_of(found).executor != "core":
        pytest.skip(core_of(found).reason)
    return found


def option(game: Game, number: int) -> int:
    return game.parse(f"amount {number}")


def by_interpreter(game: Game) -> Core:
    return Core(game, InterpretedRunner(game), "interpreter", "")


def test_a_broken_rule_leaves_a_compiled_state_as_it_was(game: Game) -> None:
    state, plain = core_of(game).new(2, 1), game.new(2, 1)
    for one in (state, plain):
        one.apply(option(game, 1))
    before = state.to_json()
    with pytest.raises(BrokenRuleError) as told:
        state.apply(option(game, 3))
    with pytest.raises(BrokenRuleError) as right:
        plain.apply(option(game, 3))
    assert str(told.value) == str(right.value)
    assert "as" in str(told.value) or "seat" in str(told.value)
    assert state.to_json() == before
    state.apply(option(game, 0))
    plain.apply(option(game, 0))
    assert state.to_json() == plain.to_json()


def test_a_broken_rule_is_told_with_its_game_and_place(game: Game) -> None:
    with pytest.raises(BrokenRuleError, match=r"game \d+ of seed 1"):
        core_of(game).play(2, 40, seed=1)
    with pytest.raises(BrokenRuleError) as told:
        core_of(game).rollouts(game.new(2, 1), 0, 40, seed=1)
    with pytest.raises(BrokenRuleError) as right:
        by_interpreter(game).rollouts(game.new(2, 1), 0, 40, seed=1)
    assert str(told.value) == str(right.value)
    states = core_of(game).states(3, 2, seed=1)
    kept = [states.state(place).to_json() for place in range(3)]
    with pytest.raises(BrokenRuleError, match="place 1"):
        states.step([option(game, number) for number in (1, 3, 1)])
    assert [states.state(place).to_json() for place in (1, 2)] == kept[1:]
    assert states.state(0).to_json() != kept[0]


DRAWING = """
flow:
  - phase: work
    turns: forever
    until: tally > 20
    do: "roll face; choose amount n { set tally = tally + face; roll face; if n == 5 { set round = 2 * face } }"
"""


@pytest.mark.parametrize("stop", ["decision", "batch", "playouts", "nothing"])
def test_what_a_decision_drew_is_told_after_another_one_was_stopped(stop: str, tmp_path: Path) -> None:
    game = flow(tmp_path, DRAWING)
    core = core_of(game)
    state, plain, other = core.new(2, 3), game.new(2, 3), core.new(2, 8)
    for one in (state, plain):
        one.apply(option(game, 1))
    with nullcontext() if stop == "nothing" else pytest.raises(BrokenRuleError):
        if stop == "nothing":
            other.apply(option(game, 1))
        elif stop == "decision":
            while True:
                other.apply(option(game, 5))
        elif stop == "batch":
            core.play(2, 20, seed=1)
        else:
            core.rollouts(other, 0, 20, seed=1)
    assert plain.draws
    assert state.draws == plain.draws
    assert state.to_json() == plain.to_json()


def test_play_outs_that_were_stopped_leave_no_memory_behind(game: Game) -> None:
    state, plain, room = core_of(game).new(2, 1), game.new(2, 1), []
    for _ in range(4):
        with pytest.raises(BrokenRuleError, match=r"^world \d+ of seed 1: Stops, phase"):
            core_of(game).rollouts(plain, 0, 40, seed=1)
        room.append(len(state.host.free))  # type: ignore[attr-defined]
    assert room == [room[0]] * 4
    assert room[0] >= 3, "the records that were played in"
