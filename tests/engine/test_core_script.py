"""Outcomes that are given for the draws to come are drawn in the core, too: each state has its own, as far as they are left."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, Game, State, core_of, start_at
from ruleset_core.compile.host.executor_choice import why_not
from tests.engine.games import flow

pytestmark = pytest.mark.skipif(why_not() is not None, reason=f"there is no core here: {why_not()}")

ROLLING = """
pieces: {card: {count: 5}}
zones: {deck: {of: card, start: all}}
flow:
  - phase: work
    turns: forever
    until: tally > 200
    do: "choose amount n { roll face; set tally = tally + face; shuffle deck; if n == 5 { set round = 5 * face } }"
"""
GIVEN = {"face": [2, 6, 1, 3, 4], "deck": [0, 2, 1, 0, 4, 3]}


def left(state: State) -> dict[int, list[int]]:
    """The outcomes that are still given."""
    return {stream: outcomes for stream, outcomes in (state.script or {}).items() if outcomes}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return flow(tmp_path, ROLLING)


def test_given_outcomes_are_drawn_before_others(game: Game) -> None:
    outside = start_at(game.interpreted(), "work", 2, 5, script=GIVEN)
    inside, other = core_of(game).compiled(outside), core_of(game).new(2, 3)
    tally = game.program.vocabulary.fields["tally"].offset
    for number in range(8):
        assert inside.script == left(outside)
        twin, own = inside.clone(), outside.clone()
        twin.apply("amount 0")
        own.apply("amount 0")
        other.apply("amount 1")
        assert twin.to_json() == own.to_json()
        for state in (inside, outside):
            state.apply(f"amount {number % 5}")
        assert inside.to_json() == outside.to_json()
        assert inside.draws == outside.draws
        assert inside.plain().script == left(outside)
    assert inside.script == {}
    assert inside.v[tally] > 2 + 6 + 1 + 3 + 4
    plain = game.new(2, 3)
    for _ in range(8):
        plain.apply("amount 1")
    assert other.to_json() == plain.to_json()


def test_a_broken_rule_gives_the_outcomes_back(game: Game) -> None:
    outside = start_at(game.interpreted(), "work", 2, 5, script=GIVEN)
    inside = core_of(game).compiled(outside)
    for state in (inside, outside):
        state.apply("amount 1")
        with pytest.raises(BrokenRuleError, match="`round` is"):
            state.apply("amount 5")
    assert inside.script == left(outside)
    for state in (inside, outside):
        state.apply("amount 2")
    assert inside.to_json() == outside.to_json()


def test_an_outcome_that_cannot_be_drawn_is_refused_by_all(game: Game) -> None:
    outside = start_at(game.interpreted(), "work", 2, 5, script={"deck": [0, 7]})
    refusals = []
    for state in (core_of(game).compiled(outside), outside):
        before = state.to_json()
        with pytest.raises(BrokenRuleError) as refused:
            state.apply("amount 1")
        refusals.append(str(refused.value))
        assert state.to_json() == before
    assert refusals[0] == refusals[1]
    assert "the outcome 7 is given for a draw out of 4" in refusals[0]
