"""The benchmark of games: the same figures each time, layouts that are noticed when they change, and bots of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ruleset_core import core_of, load
from ruleset_core.cli.group import cli
from ruleset_core.lab.game_benchmark import (
    BASELINES,
    GAMES,
    SOLVED,
    VERSION,
    BenchmarkGame,
    agents_of,
    measure,
    observation_layout,
)
from tests.docs import benchmark

BY_NAME = {each.name: each for each in GAMES}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_layouts_are_those_of_the_published_figures(game: BenchmarkGame) -> None:
    """Where this fails on purpose, raise `VERSION` and run `ruleset benchmark --out docs/benchmark.json` again."""
    told = benchmark.results()
    (row,) = (each for each in told["games"] if each["game"] == game.name)
    layout = observation_layout(load(game.name), game.players)
    assert told["benchmark"] == VERSION
    assert (row["numbers"], row["actions"], row["layout"]) == (layout.numbers, layout.actions, layout.digest)


def test_a_layout_is_told_by_what_numbers_mean() -> None:
    two, three = (observation_layout(load("pig"), players) for players in (2, 3))
    assert two.actions == three.actions
    assert two.numbers < three.numbers
    assert two.digest != three.digest


def test_the_published_figures_are_of_all_games_and_agents() -> None:
    told = {(row["game"], row["agent"]) for row in benchmark.results()["results"]}
    assert told == {(game.name, agent) for game in GAMES for agent in agents_of(game, (), solved=True)}
    assert all(load(game.name).rights.status == "free" for game in GAMES)


def test_published_figures_of_quick_agents_come_again() -> None:
    for name in ("tic_tac_toe", "kuhn_poker"):
        (row,) = (each for each in benchmark.results()["results"] if (each["game"], each["agent"]) == (name, "random"))
        assert measure(BY_NAME[name], "random").as_data() == row


def test_alone_points_are_told_and_of_two_the_share() -> None:
    alone = measure(BY_NAME["yacht"], "random", scale=0.1).as_data()
    assert {*alone} == {"game", "agent", "games", "points", "points_low", "points_high"}
    assert 30 < alone["points_low"] < alone["points"] < alone["points_high"] < 45
    two = measure(BY_NAME["pig"], "easy", scale=0.02).as_data()
    assert (two["share"], two["points"], two["games"]) == (0.5, 0, 4)


BOT = """
class First:
    def __init__(self, stream):
        pass

    def choose(self, state):
        return state.options[0]
"""


@pytest.mark.slow
def test_a_bot_of_ones_own_gets_a_column(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(BOT)
    own, out = f"{tmp_path / 'my_bot.py'}:First", tmp_path / "found.json"
    asked = ["benchmark", "yacht", "tic_tac_toe", "--bot", own, "--alone", "--scale", "0.03", "--out", str(out)]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    record = json.loads(out.read_text())
    assert [(row["game"], row["agent"]) for row in record["results"]] == [("yacht", own), ("tic_tac_toe", own)]
    assert own in done.output.splitlines()[0]


def test_mistakes_are_told() -> None:
    done = CliRunner().invoke(cli, ["benchmark", "pigg", "--lang", "en"])
    assert done.exit_code == 2
    assert "the benchmark has no game `pigg`; it has `pig`" in done.output
    done = CliRunner().invoke(cli, ["benchmark", "pig", "--alone", "--lang", "en"])
    assert done.exit_code == 2
    assert "`--alone` needs a bot" in done.output


@pytest.mark.slow
def test_what_solves_a_game_loses_to_nobody() -> None:
    pytest.importorskip("pyspiel")
    from ruleset_core.rl.solved_bot import solution

    game = load("kuhn_poker")
    assert all(sum(chances.values()) == pytest.approx(1) for chances in solution(game).values())
    found = measure(BY_NAME["kuhn_poker"], SOLVED, scale=0.3).as_data()
    assert found["points_high"] > 0
    assert {*BASELINES} <= {*agents_of(BY_NAME["kuhn_poker"], (), solved=True)}
    assert core_of(game).executor
