"""`may up to N DECISION { COSTS -> ... }`: one question, how often."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, State, start_at
from tests.engine import games
from tests.executors import both


def made(directory: Path, do: str) -> Game:
    return games.flow(directory, f"flow: [{{phase: go, turns: once, do: '{do}'}}]")


def begun(game: Game, point: int) -> list[State]:
    """Both executors at the question of the first seat, which has so many points to pay with."""
    made = [start_at(each, "go", 1, 1, given={"seats": [{"point": point}]}) for each in both(game)]
    assert made[0].to_json() == made[1].to_json()
    return made


def offered(state: State) -> list[str]:
    return [state.game.notation(option).removeprefix("amount ") for option in state.options]


@pytest.mark.parametrize(("point", "often"), [(7, "0 1 2 3"), (6, "0 1 2 3"), (5, "0 1 2"), (2, "0 1")])
def test_one_pays_at_most_that_often_and_as_far_as_one_can(tmp_path: Path, point: int, often: str) -> None:
    game = made(tmp_path, "may up to 3 amount { pay 2 point -> gain 5 log }")
    for state in begun(game, point):
        assert offered(state) == often.split()


def test_all_is_paid_together_and_what_it_brings_comes_as_often(tmp_path: Path) -> None:
    game = made(tmp_path, "may up to 3 amount { pay 2 point -> { gain 5 log; set tally = tally + 1 } }")
    for state in begun(game, 7):
        state.apply("amount 3")
        assert [state.ask(each, 0) for each in ("point", "log", "tally")] == [1, 15, 3]
    for state in begun(game, 7):
        state.apply("amount 0")
        assert [state.ask(each, 0) for each in ("point", "log", "tally")] == [7, 0, 0]


def test_who_can_pay_nothing_is_not_asked(tmp_path: Path) -> None:
    game = made(tmp_path, "may up to 3 amount { pay 2 point -> gain 5 log }")
    for state in begun(game, 1):
        assert state.over
        assert state.ask("log", 0) == 0


def test_the_same_resource_twice_is_added_up(tmp_path: Path) -> None:
    game = made(tmp_path, "may up to 5 amount { pay 1 point, pay 1 point -> gain 1 log }")
    for state in begun(game, 5):
        assert offered(state) == ["0", "1", "2"]


def test_what_it_brings_may_ask_again(tmp_path: Path) -> None:
    game = made(tmp_path, "may up to 2 amount { pay 1 point -> { may more { gain 1 log } } }")
    for state in begun(game, 2):
        for answer in ("amount 2", "more true", "more false"):
            state.apply(answer)
        assert state.over
        assert state.ask("log", 0) == 1


@pytest.mark.parametrize(
    ("do", "code"),
    [
        ("may up to 2 more { pay 1 point -> gain 1 log }", "E317"),
        ("may up to 2 amount { gain 1 log }", "E317"),
        ("may up to 2 amount { pay 1 point -> gain 1 log; gain 1 log }", "E317"),
        ("may up to face == 2 amount { pay 1 point -> gain 1 log }", "E303"),
    ],
)
def test_what_is_refused(tmp_path: Path, do: str, code: str) -> None:
    with pytest.raises(LoadError) as raised:
        made(tmp_path, do)
    assert [each.code for each in raised.value.diagnostics if each.severity == "error"] == [code]
