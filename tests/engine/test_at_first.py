"""The interpreter plays the first decisions of a game; then its states move into the core, and it is the same game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, SaveError, State, core_of, foresee, imagine, load, start_at
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.discovery import EXAMPLES_ROOT
from ruleset_core.engine import game as playing
from ruleset_core.engine.core import factory
from ruleset_core.engine.core.compiled_states import CompiledState
from ruleset_core.engine.core.factory import game_of
from tests.executors import both

FEW = 6_000
"""Steps of the interpreter: some ten decisions of Pig."""


@pytest.fixture(autouse=True)
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    if why_not() is not None:
        pytest.skip(f"there is no core here: {why_not()}")
    monkeypatch.setattr(playing, "EARLY", FEW)


LAND = """
game: land
name: {en: Land, es: Tierra}
about: {en: Mark land., es: Marca tierra.}
version: "1.0"
players: 1
provenance: house
sets: {cell: {grid: [12, 12]}}
state: {mark: {by: [cell], is: bool, name: {en: mark, es: marca}}}
decisions: {cell: {of: cell, ask: {en: Where?, es: ¿Dónde?}}}
flow: [{phase: play, turns: forever, until: "every c in cell has mark[c]", do: "choose cell c where not mark[c] { set mark[c] = true }"}]
score: {land: {name: {en: land, es: tierra}, amount: "count c in cell where mark[c] or (count d in cell where d.x == c.x + c.y + 99) > 0"}}
"""


def fresh(name: str = "pig") -> Game:
    return game_of(load(EXAMPLES_ROOT / name if (EXAMPLES_ROOT / name).exists() else name).source)


def has_core(game: Game) -> bool:
    return game.has_core


def test_few_moves_need_no_core() -> None:
    game = fresh()
    state = game.new(2, seed=1)
    state.apply("play roll")
    assert state.scores() == [0, 0]
    assert state.winners() == [0, 1]
    assert state.score_sheet(0)
    assert type(state) is State
    assert not has_core(game)


def test_to_look_ahead_needs_no_core() -> None:
    game = fresh("troyes_dice")
    state = game.new(1, seed=1)
    while state.decision is None or state.decision.name != "action":
        game.take(state, state.options[0])
    for _ in range(9):
        assert any(foresee(state, option).points for option in state.options)
    assert not has_core(game)


def test_scores_that_take_long_are_foreseen(tmp_path: Path) -> None:
    """A menu asks for every option what it is worth."""
    (tmp_path / "game.yaml").write_text(LAND, encoding="utf-8")
    state = game_of(load(tmp_path).source).new(1, seed=1)
    assert [foresee(state, option).points for option in state.options[:3]] == [1, 1, 1]


def test_a_state_moves_into_the_core_and_goes_on_as_the_same() -> None:
    game, other = fresh(), load(EXAMPLES_ROOT / "pig").interpreted()
    state, twin, pick = game.new(2, seed=5), other.new(2, seed=5), Random(5)
    begun, kinds = state.clone(), set()
    while not state.over:
        option = pick.choice(state.options)
        state.apply(option)
        twin.apply(option)
        kinds.add(type(state))
        assert state.to_json() == twin.to_json()
        assert (state.draws, state.forced) == (twin.draws, twin.forced)
        assert state.scores() == twin.scores()
        assert state.plain().to_json() == state.clone().to_json() == twin.to_json()
    assert kinds == {State, CompiledState}
    assert type(game.new(2, seed=5)) is CompiledState
    assert game.new(2, seed=5).to_json() == begun.to_json()
    begun.apply("play roll")
    assert type(begun) is CompiledState


def test_states_of_every_origin_move_into_the_core() -> None:
    game = fresh("troyes_dice")
    before = [game.new(2, seed=3), game.from_json(game.new(2, seed=3).to_json())]
    before += [imagine(before[0], 0, 1), start_at(game, None, 2, 3)]
    core_of(game)
    for state in before:
        twin = game.interpreted().from_json(state.to_json())
        for _ in range(40):
            option = state.options[-1]
            state.apply(option)
            twin.apply(option)
            assert type(state) is CompiledState
            assert state.to_json() == twin.to_json()


def test_outcomes_that_are_given_move_along() -> None:
    game = fresh()
    states = [start_at(each, None, 2, 1, script={"face": [2, 3, 4, 5, 6, 2]}) for each in both(game)]
    core_of(game)
    for _ in range(5):
        for each in states:
            each.apply("play roll")
        assert states[0].draws == states[1].draws
        assert (states[0].script or {}).get(0, []) == (states[1].script or {}).get(0, [])
    assert isinstance(states[0], CompiledState)


def test_the_interpreter_goes_on_where_the_core_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fresh()
    state, twin = game.new(2, seed=1), game.interpreted().new(2, seed=1)

    def full(*_: object) -> bool:
        raise SaveError("no room")

    monkeypatch.setattr(type(core_of(game)), "enter", full)
    for each in (state, twin):
        each.apply("play roll")
    assert type(state) is State
    assert state.to_json() == twin.to_json()


def test_that_there_is_no_core_is_told_once_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(factory, "why_not", lambda: "wasmtime is of another world")
    monkeypatch.setattr(playing, "EARLY", 0)
    for _ in range(2):
        state = fresh().new(2, seed=1)
        state.apply("play roll")
        assert type(state) is State
    assert caplog.messages == [
        "there is no core here, so the interpreter plays, which takes longer: wasmtime is of another world"
    ]


def test_who_asks_for_the_interpreter_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_EXECUTOR", "interpreter")
    monkeypatch.setattr(playing, "EARLY", 0)
    game = fresh()
    core_of(game)
    state = game.new(2, seed=1)
    state.apply("play roll")
    assert type(state) is State
