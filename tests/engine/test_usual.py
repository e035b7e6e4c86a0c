"""The usual answer to a question, declared in data."""

from __future__ import annotations

from ruleset_core import State, load


def at(*moves: str) -> State:
    state = load("troyes_dice").new(2, 3)
    for move in moves:
        state.apply(move)
    return state


def test_the_die_as_it_lies_is_the_usual_answer() -> None:
    state = at("die 1", "pay influence")
    for expected in ("colour white", "value 1"):
        decision = state.decision
        assert decision is not None
        assert decision.default is not None
        assert state.game.notation(decision.default) == expected
        state.apply(decision.default)


def test_most_questions_have_no_usual_answer() -> None:
    decision = at().decision
    assert decision is not None
    assert decision.default is None
