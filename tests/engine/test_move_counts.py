"""Sequences of moves are counted ("perft"): published figures, core and interpreter, and what is a move."""

from __future__ import annotations

import pytest

from ruleset_core import core_of, load
from ruleset_core.engine.core import compiled_runner
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.errors import BrokenRuleError, OptionError, SaveError
from tests.sampled import LONG

KNOWN = {
    "draughts": [7, 49, 302, 1469, 7361, 36768, 179740, 845931],
    "reversi": [4, 12, 56, 244, 1396, 8200, 55092, 390216],
    "tic_tac_toe": [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
}
"""Counted by many programs: of Reversi https://www.aartbik.com/strategy.php."""
QUICK = 7_500

JUMPS = """
game: jumps
name: {en: Jumps}
about: {en: Whoever jumps goes on.}
version: "1.0"
players: 2
provenance: house
sets: {way: {members: [on, over]}}
state: {jumped: {is: 0..2}, turns: {is: 0..9}}
decisions: {go: {of: way, ask: {en: How?}}}
flow:
  - phase: play
    turns: forever
    do: |
      choose go { on { set turns = turns + 1; set jumped = 0 } | over where jumped < 2 { set jumped = jumped + 1; again } }
score: {turns: {name: {en: turns}, amount: turns}}
"""


@pytest.fixture
def jumps(tmp_path):
    """One goes on, or jumps up to twice before that; the third answer is forced."""
    (tmp_path / "game.yaml").write_text(JUMPS, encoding="utf-8")
    return load(str(tmp_path))


@pytest.mark.parametrize("name", KNOWN)
def test_published_figures(name: str) -> None:
    core = core_of(load(name))
    state = core.new(seed=1)
    for depth, count in enumerate(KNOWN[name], start=1):
        if LONG or count <= QUICK:
            assert core.count_moves(state, depth) == count
    assert core.count_moves(state, 0) == 1


@pytest.mark.parametrize(("name", "depth"), [("pig", 3), ("breakthrough", 2), ("reversi", 3), ("masquerade", 1)])
def test_core_and_interpreter_count_the_same(name: str, depth: int) -> None:
    game = load(name)
    state = game.new(seed=3)
    assert core_of(game).count_moves(state, depth) == InterpretedRunner(game).count_moves(state.plain(), depth) > 0


def test_a_move_is_all_that_a_seat_answers(jumps) -> None:
    core = core_of(jumps)
    state = core.new(seed=1)
    assert [core.count_moves(state, depth) for depth in (1, 2, 3)] == [3, 9, 27]
    state.apply("go over")  # now it has begun its move
    assert [core.count_moves(state, depth) for depth in (1, 2)] == [2, 6]
    assert InterpretedRunner(jumps).count_moves(state.plain(), 3) == core.count_moves(state, 3) == 18


def test_the_state_stays_as_it_was(jumps) -> None:
    state = core_of(jumps).new(seed=1)
    before = state.to_json()
    core_of(jumps).count_moves(state, 6)
    assert state.to_json() == before


def test_more_decisions_than_there_is_room_for(jumps, monkeypatch: pytest.MonkeyPatch) -> None:
    core = core_of(jumps)
    whole = core.count_moves(core.new(seed=1), 4)
    monkeypatch.setattr(compiled_runner, "NESTED", 2)
    assert core.count_moves(core.new(seed=1), 4) == whole == 81


def test_a_broken_rule_is_told(jumps) -> None:
    with pytest.raises(BrokenRuleError, match="turns"):
        core_of(jumps).count_moves(core_of(jumps).new(seed=1), 10)


def test_progress_is_told_and_may_stop(jumps) -> None:
    core, told = core_of(jumps), list[int]()
    assert core.count_moves(core.new(seed=1), 6, told.append) == told[-1] == 729
    assert len(told) > 3
    assert told == sorted(told)


def test_what_cannot_be_counted_is_refused(jumps) -> None:
    core = core_of(jumps)
    with pytest.raises(OptionError, match="depth"):
        core.count_moves(core.new(seed=1), -1)
    with pytest.raises(SaveError, match="the state is of"):
        core.count_moves(load("pig").new(seed=1), 1)
