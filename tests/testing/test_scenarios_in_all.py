"""A scenario that is run in every executor fails where one of them plays otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, State, core_of, load
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.testing.scenarios import ScenarioSuite
from ruleset_core.testing.scenarios.runner import run_case

STEPS = """
game: steps
name: {en: Steps, es: Pasos}
version: "1.0"
players: 2
provenance: house
sets: {cell: {name: {en: cell, es: casilla}, grid: {squares: [6, 6], sides: edge}}}
state:
  shut: {by: [edge], is: bool}
  pawn: {by: [seat], is: cell, start: b1}
  rests: {is: int}
  face: {is: 1..6}
decisions: {step: {of: cell, word: go, ask: {en: "Where?", es: "¿Adónde?"}, done: {en: rest, es: descansar}}}
define:
  passage: {params: {a: cell, b: cell}, condition: "no s in a.sides where shut[s] and (b in s.cells)"}
flow:
  - {phase: setup, do: "set shut[b1_b2] = true"}
  - phase: play
    name: {en: play, es: partida}
    turns: forever
    do: |
      choose step c in pawn.near where passage(pawn, c) { set pawn = c }
      or rest where rests < 3 { set rests = rests + 1; roll face }
outcome: {wins: me == seat_0}
"""
CASES = """
scenarios:
  - name: seats walk in turn, and not through the wall
    players: 2
    do: ["0: go a1", {expect: {seat: 1, only: [go a1, go c1, go rest]}}, "1: go rest", "0: go a2", "1: go c1"]
    expect: {seat: 0, that: ["seat 0: pawn == a2", "seat 1: pawn == c1"]}
  - name: what is rolled is written out beforehand
    players: 2
    dice: {face: [5]}
    do: ["0: go rest"]
    expect: {that: [face == 5]}
"""
"""Of a walled grid of five or more, another executor once asked other seats than the interpreter."""


@pytest.fixture
def written(tmp_path: Path) -> ScenarioSuite:
    (tmp_path / "game.yaml").write_text(STEPS, encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "steps.yaml").write_text(CASES, encoding="utf-8")
    return ScenarioSuite([tmp_path / "scenarios" / "steps.yaml"], in_all=True)


def test_all_executors_run_it(written: ScenarioSuite) -> None:
    plain, scripted = (written.run(case) for case in written.cases)
    assert plain.ok, plain.failures
    assert scripted.ok, scripted.failures
    for each in (plain, scripted):
        assert [*each.skipped] == ["the core"] * (why_not() is not None)


@pytest.mark.skipif(why_not() is not None, reason="there is no core")
def test_a_core_that_plays_otherwise_is_found(written: ScenarioSuite, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(written.cases[0].game)
    core = type(core_of(game))
    compiled = core.compiled

    def other(core: object, state: State) -> State:
        changed = state.clone()
        changed.v[-1] += 1
        return compiled(core, changed)

    monkeypatch.setattr(core, "compiled", other)
    assert _told(written, game) == "the executors disagree: the core is in another state than the interpreter"


def _told(written: ScenarioSuite, game: Game) -> str:
    (failure,) = run_case(written.cases[0], game.interpreted(), game).failures
    return failure.message.rpartition(":")[0]
