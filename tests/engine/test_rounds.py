"""Phases that are played as long as a condition holds, with and without a most."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, Game, State, core_of, load
from tests.engine.games import flow, write


def taken(game: Game, *options: int) -> State:
    """A game for two in which these amounts were said, in the core as well."""
    state = game.new(players=2, seed=1)
    inside = core_of(game).compiled(state)
    for option in options:
        for one in (state, inside):
            one.apply(f"amount {option}")
    assert inside.plain().to_json() == state.to_json()
    return state


def test_rounds_go_on_while_a_condition_holds_before_them(tmp_path: Path) -> None:
    game = flow(
        tmp_path / "game",
        """
        flow:
          - phase: play
            while: tally < 6
            turns: once
            do: choose amount n { set tally = tally + n; gain n point }
    """,
    )
    assert not taken(game, 3, 2).over
    assert not taken(game, 3, 2, 1).over  # a round is played to its end
    assert taken(game, 3, 2, 1, 0).scores() == [4, 2]
    assert taken(game, 3, 2, 1, 0).over
    assert core_of(game.interpreted()).play(2, 30, 4).scores.tolist() == core_of(game).play(2, 30, 4).scores.tolist()


def test_rounds_are_not_begun_where_it_does_not_hold(tmp_path: Path) -> None:
    game = flow(
        tmp_path / "game",
        """
        flow:
          - {phase: never, while: tally > 0, do: set tally = 9}
          - {phase: play, turns: once, do: "choose amount n { gain tally + n point }"}
    """,
    )
    assert taken(game, 1, 2).scores() == [1, 2]


ROUNDS = """
    flow:
      - phase: play
        for: round
        in: 1 to 3
        while: tally < 6
        steps:
          - {phase: turn, turns: once, do: "choose amount n { set tally = tally + n; gain round point }"}
"""


def test_with_a_field_that_counts_there_is_a_most(tmp_path: Path) -> None:
    game = flow(tmp_path / "game", ROUNDS)
    assert taken(game, 0, 0, 0, 0, 0, 0).over
    assert taken(game, 0, 0, 0, 0, 0, 0).scores() == [6, 6]
    assert taken(game, 0, 0, 3, 3).scores() == [3, 3]
    assert taken(game, 0, 0, 3, 3).over
    assert "last" not in taken(game).observe(0)  # which round is the last is not known beforehand


def test_the_game_may_end_in_a_round(tmp_path: Path) -> None:
    game = flow(
        tmp_path / "game",
        """
        flow:
          - {phase: ask, turns: once, do: "choose amount n { gain n point }"}
          - {phase: count, while: tally >= 0, do: "set tally = tally + 1; if tally == 3 { end_game }"}
          - {phase: never, do: set tally = 99}
    """,
    )
    state = taken(game, 1, 1)
    assert state.over
    assert state.observe(0)["fields"]["tally"] == 3


@pytest.mark.slow
def test_rounds_without_end_break_the_rule(tmp_path: Path) -> None:
    game = flow(
        tmp_path / "game",
        """
        flow:
          - {phase: ask, turns: once, do: "choose amount n { gain n point }"}
          - {phase: count, while: tally >= 0, do: set tally = 1}
    """,
    )
    state = game.new(players=1, seed=1)
    with pytest.raises(BrokenRuleError, match="steps"):
        state.apply("amount 1")
    assert state.phase == "ask"


def test_a_game_without_resources_is_shown(tmp_path: Path) -> None:
    game = load(
        write(
            tmp_path / "bare",
            """
        game: bare
        name: {en: Bare, es: Nada}
        players: 1..2
        state: {round: {is: 0..3}}
        decisions: {nod: {of: 1..2, ask: {en: "Nod?", es: "¿Asientes?"}}}
        flow: [{phase: play, turns: once, do: "choose nod n { set round = n }"}]
        score: {rounds: {name: {en: rounds, es: rondas}, amount: round}}
    """,
        )
    )
    assert game.new(players=2, seed=1).observe(0)["fields"]["round"] == 0
