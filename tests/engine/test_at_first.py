"""A game is written out in Python once it is played enough; until then the interpreter plays it, and it is the same game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import BrokenRuleError, Game, load
from ruleset_core.engine import game as playing
from ruleset_core.paths import EXAMPLES_ROOT
from tests.engine import games


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "PATIENCE", 20)


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


def fresh() -> Game:
    return Game(load(EXAMPLES_ROOT / "pig").source)


def is_written_out(game: Game) -> bool:
    return "space" in vars(game)


def test_few_moves_need_no_python_text() -> None:
    game = fresh()
    state = game.new(2, seed=1)
    state.apply("play roll")
    assert state.scores() == [0, 0]
    assert state.winners() == [0, 1]
    assert state.score_sheet(0)
    assert not is_written_out(game)


def test_to_look_ahead_needs_no_python_text() -> None:
    game = Game(load("troyes_dice").source)
    state = game.new(1, seed=1)
    while state.decision is None or state.decision.name != "action":
        state.apply(state.options[0])
    for _ in range(9):
        assert any(state.foresee(option).points for option in state.options)
    assert not is_written_out(game)


def test_scores_that_take_long_are_a_reason_to_write_the_game_out(tmp_path: Path) -> None:
    """A menu asks for every option what it is worth, and an interpreter would keep a player waiting for minutes."""
    (tmp_path / "game.yaml").write_text(LAND, encoding="utf-8")
    game = Game(load(tmp_path).source)
    state = game.new(1, seed=1)
    assert [state.foresee(option).points for option in state.options[:3]] == [1, 1, 1]
    assert is_written_out(game)


def test_a_game_that_goes_on_is_written_out_and_goes_on_as_the_same() -> None:
    game, other = fresh(), load(EXAMPLES_ROOT / "pig").interpreted()
    state, twin, pick = game.new(2, seed=5), other.new(2, seed=5), Random(5)
    for number in range(60):
        option = pick.choice(state.options)
        state.apply(option)
        twin.apply(option)
        assert (state.v, state.z, state.stack, state.options, state.draws) == (
            twin.v, twin.z, twin.stack, twin.options, twin.draws,
        )  # fmt: skip
        assert state.scores() == twin.scores()
        if number == 3:
            assert not is_written_out(game)
    assert is_written_out(game)


def test_who_asks_for_python_gets_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESET_EXECUTOR", "python")
    game = fresh()
    game.new(2, seed=1).apply("play roll")
    assert is_written_out(game)


def test_a_broken_rule_is_told_at_first_as_later(tmp_path: object) -> None:
    flow = 'flow: [{phase: go, turns: forever, do: "choose amount n { set face = n }"}]'
    told = []
    for patience in (20, 0):
        game = Game(games.flow(tmp_path, flow).source)  # type: ignore[arg-type]
        game._patience = patience
        state = game.new(1, seed=1)
        before = state.to_json() if not patience else (state.v[:], state.options)
        with pytest.raises(BrokenRuleError) as broken:
            state.apply("amount 0")
        told.append(str(broken.value))
        assert before == (state.to_json() if not patience else (state.v, state.options))
    assert told[0] == told[1]
