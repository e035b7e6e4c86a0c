"""Chances by points: states are judged by them as a turn begins, in games of two, and the core does it as the interpreter does."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from ruleset_core import Game, OptionError, core_of, load
from ruleset_core.compile.search.heuristics import ONE, win_chance
from ruleset_core.engine.core.interpreted_arenas import InterpretedArena
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from ruleset_core.engine.core.seat_policies import SearchSettings, levels
from ruleset_core.engine.core.value_features import WinProbabilities
from ruleset_core.play.bots import bot_rules_key
from tests.engine.test_policies import SMALL, of_little_levels, one_by_one
from tests.engine.test_thinking import by_interpreter, positions
from tests.sampled import LONG

RACE = WinProbabilities(20, ((500, 420, 100), (610, 500, 170), (930, 850, 500)))
"""Somebody's guess for a race."""
BY_RACE: dict[str, Any] = {"odds": RACE, "cut": 0, "win": 256}


def judged(odds: WinProbabilities, mine: int, theirs: int) -> int:
    """What a table says of points that a game is made to have."""
    room = InterpretedArena(load("pig"), 2, SearchSettings(odds=odds))
    room.actor = lambda _: 1  # type: ignore[method-assign,assignment]
    room.find_scores = lambda _: room.seat_worth.__setitem__(slice(2), [theirs, mine])  # type: ignore[method-assign,assignment]
    return win_chance(room, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "thousandths"),
    [(0, 0, 500), (40, 0, 930), (0, 40, 100), (10, 0, 555), (0, 30, 260), (30, 10, (610 + 500 + 930 + 850) / 4),
     (5, 15, (3 * (500 + 3 * 420) + 610 + 3 * 500) / 16), (90, 0, 930), (90, 95, 500), (-7, 20, 420)],
)  # fmt: skip
def test_between_its_points_a_table_is_drawn_straight_and_beyond_them_it_stays(
    mine: int, theirs: int, thousandths: float
) -> None:
    assert judged(RACE, mine, theirs) == int(thousandths * ONE / 1000)


def test_a_table_may_begin_below_nothing() -> None:
    below = WinProbabilities(20, RACE.table, first=-20)
    assert [judged(below, mine, 0) for mine in (-20, -10, 0)] == [judged(RACE, mine, 20) for mine in (0, 10, 20)]


def test_large_tables_stay_within_what_a_number_may_be() -> None:
    wide = WinProbabilities(100_000, tuple((1000,) * 32 for _ in range(32)), first=-1_000_000_000)
    assert judged(wide, 10**9, 10**9) == judged(wide, -(10**9), 99_999 - 10**9) == ONE


@pytest.mark.parametrize("executor", ["core", "interpreter"])
def test_a_turn_that_ends_is_worth_what_the_table_says(executor: str) -> None:
    """Who holds with 0 points leaves them to a seat whose chance is known to be 3 in 10, wherever the game stands."""
    game = load("pig")
    core = core_of(game) if executor == "core" else by_interpreter(game)
    state = game.new(2, 4)
    while len(state.options) < 2:
        state.apply("play roll")
    always = WinProbabilities(50, ((300, 300), (300, 300)))
    thought = core.search(state, state.seat, 60, 1, odds=always, cut=0, win=256)
    hold, roll = (thought.options.index(game.parse(f"play {each}")) for each in ("hold", "roll"))
    assert thought.values[hold] == ONE - 300 * ONE // 1000
    assert thought.values[roll] == ONE - 300 * ONE // 1000  # the turn ends some day, and nobody is near 100
    assert sum(thought.visits) == 60


@pytest.mark.parametrize("cut", [0, 1, 5])
def test_the_core_judges_as_the_interpreter_does(cut: int) -> None:
    game = load("pig")
    if core_of(game).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    for number, state in enumerate(positions(game, 2, 5, 6 if LONG else 2)):
        for policy, win in (("random", 256), ("greedy", 100), ("light", 256)):
            settings: dict[str, Any] = {"odds": RACE, "cut": cut, "win": win, "policy": policy, "nodes": 300}
            found = [
                each.search(state, state.seat, 30, number, **settings) for each in (core_of(game), by_interpreter(game))
            ]
            assert found[0] == found[1], f"{policy}, position {number}"


def test_who_thinks_twice_by_different_tables_is_told_by_each() -> None:
    """The table lies in memory that is used again."""
    game = load("pig")
    state = positions(game, 2, 5, 1)[0]
    tables = [WinProbabilities(50, ((each, each), (each, each))) for each in (200, 700)]
    found = [core_of(game).search(state, state.seat, 20, 1, **{**BY_RACE, "odds": odds}).values for odds in tables * 2]
    assert found[0] == found[2] != found[1] == found[3]
    bare = core_of(game).search(state, state.seat, 20, 1, cut=0, win=256)
    assert bare == by_interpreter(game).search(state, state.seat, 20, 1, cut=0, win=256)


@pytest.mark.parametrize("name", ["pig", "troyes_dice"])
def test_where_there_are_not_two_nobody_looks_at_a_table(name: str) -> None:
    game = load(name)
    (state,) = positions(game, 3, 6, 1)
    settings = {**SMALL, "win": 256}
    assert core_of(game).search(state, state.seat, 12, 1, odds=RACE, **settings) == core_of(game).search(
        state, state.seat, 12, 1, **settings
    )


@pytest.mark.parametrize("name", ["tic_tac_toe", "troyes_dice", "hex"])
def test_games_that_are_no_race_are_thought_about_all_the_same(name: str) -> None:
    game = load(name)
    if core_of(game).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    for number, state in enumerate(positions(game, 2, 4, 2)):
        settings = {**SMALL, **BY_RACE, "nodes": 300}
        found = [
            each.search(state, state.seat, 12, number, **settings) for each in (core_of(game), by_interpreter(game))
        ]
        assert found[0] == found[1]


def racing(game: Game, *, core: bool) -> Core:
    """A core of which one level judges by a table and the other does not."""
    found = of_little_levels(game) if core else Core(game, InterpretedRunner(game), "interpreter", "")
    manner: dict[str, Any] = {"sims": 5, "nodes": 64, **SMALL}
    found.__dict__["levels"] = {
        "easy": {"wide": 12, "far": 20}, "normal": manner, "strong": {**manner, **BY_RACE},
    }  # fmt: skip
    return found


@pytest.mark.slow
@pytest.mark.parametrize("policies", [["strong", "normal"], ["easy", "strong"], ["strong", "strong"]])
def test_whole_games_are_judged_by_the_table_too(policies: list[str]) -> None:
    game = load("pig")
    core = racing(game, core=True)
    found = core.play(2, 2, 5, policies=policies, turned=True, moves=True)
    python = racing(game, core=False).play(2, 2, 5, policies=policies, turned=True, moves=True)
    assert found.moves is not None
    assert found.moves == python.moves
    for row in range(2):
        assert found.moves[row].tolist() == one_by_one(core, policies, 5, row)[0]


@pytest.mark.parametrize(
    ("given", "named"),
    [({"step": 0, "table": ((1, 2), (3, 4))}, "step"), ({"step": 5, "table": ((1, 2),)}, "table"),
     ({"step": 5, "table": ((1, 2), (3,))}, "table"), ({"step": 5, "table": ((1, 2), (3, 1001))}, "table"),
     ({"step": 5, "table": ((1, 2), (3, 4)), "first": 1 << 40}, "first")],
)  # fmt: skip
def test_tables_that_cannot_be_are_refused_by_name(given: dict[str, Any], named: str) -> None:
    with pytest.raises(OptionError, match=named):
        WinProbabilities(**given)
    with pytest.raises(OptionError, match="odds"):
        core_of(load("pig")).search(load("pig").new(2, 1), 0, 1, 1, odds=3)


def test_a_game_with_a_table_looks_to_the_end_of_a_turn_unless_it_says_otherwise(tmp_path: Any) -> None:
    table = '"odds": {"step": 20, "table": [[500, 1], [9, 2]]}'
    (tmp_path / "levels.json").write_text(f"{{{table}}}")
    found = levels(tmp_path)
    assert (
        (found["strong"]["cut"], found["strong"]["win"]) == (found["normal"]["cut"], found["normal"]["win"]) == (0, 256)
    )
    assert found["normal"]["odds"] == found["strong"]["odds"] == WinProbabilities(20, ((500, 1), (9, 2)))
    assert "odds" not in found["easy"]
    (tmp_path / "levels.json").write_text(f'{{"strong": {{"cut": 7}}, {table}}}')
    assert levels(tmp_path)["strong"]["cut"] == 7


def test_games_of_bots_are_told_apart_by_the_table_they_judge_by(tmp_path: Any) -> None:
    copytree(Path(__file__).parents[2] / "examples/pig", tmp_path / "swine")
    told = []
    for table in ("[[500, 1], [9, 2]]", "[[500, 1], [9, 3]]", "[[500, 1], [9, 2]]"):
        (tmp_path / "swine/levels.json").write_text(f'{{"odds": {{"step": 20, "table": {table}}}}}')
        told.append(bot_rules_key(load(str(tmp_path / "swine"))))
    assert told[0] == told[2] != told[1]
