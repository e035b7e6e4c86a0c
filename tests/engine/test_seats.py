"""Whose turn it is: seats that are left out, and a seat that the state names as the next one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, State, core_of, story_of, trace_setup, trace_step
from tests.engine.games import flow
from tests.executors import both


def asked(game: Game, players: int, options: str) -> tuple[str, State]:
    """The seats that were asked, where these amounts were said in turn, in the core as well."""
    state = game.new(players=players, seed=1)
    inside = core_of(game).compiled(state)
    seats = ""
    for option in options:
        seats += str(state.seat)
        for one in (state, inside):
            one.apply(f"amount {option}")
    assert inside.plain().to_json() == state.to_json()
    return seats + ("." if state.over else str(state.seat)), state


def made(tmp_path: Path, turns: str, do: str = "set turns = n") -> Game:
    """One phase in which a seat notes the number it says; 0 puts it out of the game."""
    return flow(
        tmp_path / "game",
        f"""
        flow:
          - phase: play
            {turns}
            do: choose amount n {{ set tally = tally + 1; {do}; if n == 0 {{ set turns = -1 }} }}
    """,
    )


@pytest.mark.parametrize(("turns", "players", "options", "seats"), [
    ("turns: forever, skip: turns < 0, until: tally == 6", 3, "100111", "012000."),
    ("turns: forever, skip: turns < 0", 3, "110100", "012010."),
    ("turns: snake, skip: turns < 0", 3, "10111", "01220."),
    ("turns: once, first: seat_1, skip: turns < 0", 3, "111", "120."),
    ("turns: forever, next: 'first p in others where p.turns >= 0', until: tally == 5", 3, "10111", "01202."),
    ("turns: forever, next: 'least p in seat where p.turns == 0 by p.point ties last'", 3, "111", "021."),
    ("turns: forever, next: 'if turns == 2 then me else first p in others', until: tally == 5", 3, "12211", "01112."),
])  # fmt: skip
def test_whose_turn_it_is(tmp_path: Path, turns: str, players: int, options: str, seats: str) -> None:
    game = made(tmp_path, turns.replace(", ", "\n            "))
    assert asked(game, players, options)[0] == seats
    fast, slow = (core_of(each).play(players, 30, 4) for each in both(game))
    assert fast.options_taken.tolist() == slow.options_taken.tolist()


def test_who_has_passed_and_who_is_out_get_no_turn(tmp_path: Path) -> None:
    game = made(tmp_path, "turns: until_all_pass\n            skip: turns < 0", "if n == 5 { pass_turn }")
    assert asked(game, 3, "15010")[0] == "01200."


def test_who_is_out_is_told_no_turn(tmp_path: Path) -> None:
    game = made(tmp_path, "turns: forever\n            skip: turns < 0\n            until: tally == 5")
    state = game.new(players=3, seed=1)
    heard = [trace_setup(state)]
    for option in (1, 0, 1, 1):
        heard.append(trace_step(state, game.parse(f"amount {option}"), len(heard) - 1))
        state.apply(f"amount {option}")
    turns = [part.seat for part in story_of(game, 3, heard).parts if part.kind == "turn"]
    assert turns == [0, 1, 2, 0, 2]


@pytest.mark.parametrize(("turns", "told"), [
    ("skip: turns < 0", "E412"), ("turns: once\n            next: me", "E412"), ("turns: forever\n            next: tally", "E303"),
])  # fmt: skip
def test_what_says_nothing_is_told(tmp_path: Path, turns: str, told: str) -> None:
    with pytest.raises(LoadError) as caught:
        made(tmp_path, turns)
    assert caught.value.diagnostics[0].code == told
