"""Chances by points: fitted to turns, learned from games, written with the game."""

from __future__ import annotations

import contextlib
import io
import json
from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import copytree
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ruleset_core import Game, RulesetError, WinProbabilities, core_of, load
from ruleset_core.cli import main
from ruleset_core.cli.experiments import learn as command
from ruleset_core.engine.core.seat_policies import levels
from ruleset_core.lab.sim import search_trials
from ruleset_core.lab.sim.odds_learning import (
    FIRST_GAMES,
    LearnedOdds,
    OddsTraining,
    PointsGrid,
    TurnSample,
    fit_odds,
    initial_odds,
    learn_odds,
    rounded_odds,
)
from ruleset_core.lab.sim.plans import SimulationPlan
from ruleset_core.lab.sim.prospect_learning import OTHERS, ProspectsGames

PIG = Path(__file__).parents[2] / "examples/pig"
SHORT = ("--rounds", "2", "--games", "4", "--sims", "20", "--seed", "3")


def needs_core(game: Game) -> None:
    if core_of(game).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")


@pytest.mark.parametrize(
    ("points", "step", "grid"),
    [((0, 99), None, PointsGrid(0, 20, 6)), ((0, 100), None, PointsGrid(0, 20, 6)), ((0, 101), None, PointsGrid(0, 50, 4)),
     ((-3, 1), None, PointsGrid(-3, 1, 5)), ((-30, 200), None, PointsGrid(-50, 50, 6)), ((7, 7), None, PointsGrid(7, 1, 2)), ((0, 99), 10, PointsGrid(0, 10, 11))],
)  # fmt: skip
def test_a_table_reaches_over_all_points_in_round_steps(
    points: tuple[int, ...], step: int | None, grid: PointsGrid
) -> None:
    assert PointsGrid.over(points, step) == grid


def test_the_four_places_around_some_points_share_what_lies_there() -> None:
    """On a table that rises evenly by rows and falls by columns every point between the places has the value it should have."""
    grid = PointsGrid(-10, 5, 4)
    values = [3 * (-10 + 5 * row) - 2 * (-10 + 5 * column) for row in range(4) for column in range(4)]
    for mine in range(-10, 6):
        for theirs in range(-10, 6):
            around = grid.around(mine, theirs)
            assert sum(share * values[place] for place, share in around) == pytest.approx(3 * mine - 2 * theirs)
            assert sum(share for _, share in around) == pytest.approx(1)
            assert all(0 <= share <= 1 for _, share in around)


def test_the_first_round_has_more_games_and_later_ones_may_be_against_several_bots() -> None:
    course = OddsTraining(SimulationPlan("pig", ("easy", "easy"), 10, 1), 2, 20)
    assert [course.games_of(number) for number in range(3)] == [10 * FIRST_GAMES, 10, 10]
    for mixed, others in ((True, OTHERS), (False, ("easy",) * len(OTHERS))):
        games = ProspectsGames(cast("Any", SimpleNamespace(mixed=mixed)), 1, (None,), None)
        assert [games._seats(part, learned=False) for part in range(2)] == [("easy", "easy"), ("random", "easy")]
        assert [games._seats(part, learned=True)[1] for part in range(len(OTHERS))] == [*others]


@pytest.mark.slow
def test_a_table_is_found_again_by_what_was_seen_of_it() -> None:
    """Turns by lot, won or lost by lot with the chance that a table says: it is found again, as far as luck lets it."""
    grid, random = PointsGrid(0, 10, 4), Random(1)
    true = [0.5 + (row - column) * 0.12 + 0.04 * (row % 2) for row in range(4) for column in range(4)]
    turns = []
    for _ in range(40_000):
        mine, theirs = random.randint(0, 30), random.randint(0, 30)
        chance = sum(part * true[place] for place, part in grid.around(mine, theirs))
        turns.append(TurnSample(mine, theirs, float(random.random() < chance)))
    found = fit_odds(grid, turns, initial_odds(grid))
    assert max(abs(one - other) for one, other in zip(found, true, strict=True)) < 0.035
    far = fit_odds(grid, [TurnSample(0, 0, 0.2)] * 500, initial_odds(grid))
    assert far[0] == pytest.approx(0.2, abs=0.02)
    assert far[-1] == pytest.approx(initial_odds(grid)[-1], abs=0.1)
    assert all(
        0 <= each <= 1
        for each in fit_odds(grid, [TurnSample(30, 0, 1.0), TurnSample(20, 0, 1.0)] * 50, initial_odds(grid))
    )


def course(name: str = "pig", seed: int = 3, **more: Any) -> OddsTraining:
    return OddsTraining(SimulationPlan(name, ("strong", "strong"), 6, seed), **{"rounds": 3, "sims": 40, **more})


@pytest.mark.slow
def test_what_is_learned_says_that_more_points_are_better_and_the_same_seed_says_the_same() -> None:
    game = load("pig")
    needs_core(game)
    *_, before, last = learn_odds(course(), game)
    rows = rounded_odds(last).table
    assert (last.rounds, last.grid) == (4, PointsGrid(0, 20, 6))
    assert rows[0][4] < 200
    assert 450 < rows[0][0] < 750 < rows[4][0]
    assert 0 < last.changed < 0.1
    assert list(learn_odds(course(), game))[-1] == last
    assert list(learn_odds(course(), game, before)) == [last]  # where it was stopped does not matter
    assert list(learn_odds(course(seed=4), game))[-1] != last


@pytest.mark.slow
def test_two_processes_learn_the_same() -> None:
    game = load("pig")
    needs_core(game)
    short = course(rounds=1, sims=5)
    assert list(learn_odds(short, game, workers=2)) == list(learn_odds(short, game))


@pytest.mark.parametrize("name", ["tic_tac_toe", "hex"])
def test_where_points_say_nothing_nothing_is_learned(name: str) -> None:
    needs_core(load(name))
    with pytest.raises(RulesetError, match="nothing to learn"):
        list(learn_odds(course(name), load(name)))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    needs_core(load("pig"))
    copytree(PIG, tmp_path / "swine")
    (tmp_path / "swine/levels.json").write_text(
        '{"strong": {"sims": 50}, "odds": {"step": 9, "table": [[1, 2], [3, 4]]}}'
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("RULESET_LANG", "en")

    def typed(*words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(["learn", "./swine", *SHORT, "--workers", "1", *words])
        return code, out.getvalue(), err.getvalue()

    return typed


def test_what_is_learned_is_written_beside_the_game_and_all_else_stays(run: Any) -> None:
    code, out, err = run()
    assert code == 0
    written = json.loads(Path("swine/levels.json").read_text())
    assert written["strong"] == {"sims": 50}
    assert levels(Path("swine"))["strong"]["odds"] == WinProbabilities.from_data(written["odds"])
    assert [line.split()[1:] for line in out.splitlines()[2:]] == [
        list(map(str, row)) for row in written["odds"]["table"]
    ]
    assert len(written["odds"]["table"]) > 2
    assert "Round 3 of 3: the table changed by" in err
    assert "Written to swine/levels.json" in err
    assert not list(Path("state").glob("sims/*"))
    for one, other in pairwise(Path("swine/levels.json").read_text().splitlines()):
        assert len(one) < 80
        assert other


def stopping_after(rounds: int) -> Any:
    def stopped(*given: Any) -> Any:
        for each in learn_odds(*given):
            yield each
            if each.rounds == rounds:
                raise KeyboardInterrupt

    return stopped


@pytest.mark.slow
def test_stopped_and_gone_on_with_it_is_the_same(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Path("swine/levels.json").read_text()
    with monkeypatch.context() as patched:
        patched.setattr(command, "learn_odds", stopping_after(2))
        code, out, err = run()
    assert (code, out) == (130, "")
    assert "Stopped after 2 of 3 rounds" in err
    assert Path("swine/levels.json").read_text() == before
    code, _, err = run("--resume")
    assert code == 0
    assert "Round 2" not in err
    went_on = Path("swine/levels.json").read_text()
    assert run("--out", "other.json")[0] == 0
    assert Path("other.json").read_text() == went_on
    assert run("--resume")[2].count("there is nothing to continue") == 1


@pytest.mark.parametrize("content", ["{}", "[", '{"key": "x"}\n', "[3]\n"])
def test_resume_refuses_a_foreign_file(run: Any, content: str) -> None:
    Path("kept.odds").write_text(content)
    code, _, err = run("--keep", "kept.odds", "--resume")
    assert (code, err.count("kept.odds is not a file of kept games")) == (1, 1)
    assert Path("kept.odds").read_text() == content


def test_resume_refuses_the_file_of_another_course(run: Any) -> None:
    assert run("--keep", "kept.odds")[0] == 0
    code, _, err = run("--keep", "kept.odds", "--resume", "--sims", "7")
    assert (code, "another plan or of other rules" in err) == (1, True)


@pytest.mark.slow
def test_a_damaged_table_is_learned_again(run: Any) -> None:
    assert run("--out", "other.json", "--keep", "kept.odds")[0] == 0
    whole = Path("kept.odds").read_bytes()
    Path("kept.odds").write_bytes(whole.replace(b'"rounds":2', b'"rounds":9'))
    code, _, err = run("--out", "other.json", "--keep", "kept.odds", "--resume")
    assert (code, "Round 2" in err) == (0, True)
    assert Path("kept.odds").read_bytes() == whole


def test_written_elsewhere_bots_do_not_play_by_it(run: Any) -> None:
    code, _, err = run("--out", "other.json")
    assert (code, "Bots use it once it is copied to" in err) == (0, True)


def no_space(*_: Any) -> None:
    raise OSError(28, "No space left on device")


def test_rounds_are_kept_until_the_table_is_written(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("ruleset_core.play.records.write_atomically", no_space)
        code, _, err = run("--out", "other.json")
    (kept,) = Path("state/sims").iterdir()
    assert code == 1
    assert f"What was learned is kept in {kept.absolute()}; continue with the same command and --resume." in err
    assert "other.json: No space left on device" in err
    code, _, err = run("--out", "other.json", "--resume")
    assert (code, "Round" in err, list(Path("state/sims").iterdir())) == (0, False, [])


def test_what_cannot_be_is_told_before_anything_is_played(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: Any) -> LearnedOdds:
        raise AssertionError

    monkeypatch.setattr(command, "learn_odds", nothing)
    code, _, err = run("--out", "nowhere/levels.json")
    assert (code, "nowhere/levels.json" in err) == (1, True)
    Path("swine/levels.json").write_text("{")
    code, _, err = run()
    assert (code, "levels.json" in err) == (1, True)
    with contextlib.redirect_stderr(io.StringIO()) as told:
        assert main(["learn", "knucklebones_of_nobody"]) != 0
    assert "knucklebones_of_nobody" in told.getvalue()


def test_the_search_that_surely_wins_becomes_strong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    needs_core(load("tic_tac_toe"))
    copytree(PIG.with_name("tic_tac_toe"), tmp_path / "marks")
    (tmp_path / "marks/levels.json").write_text(
        '{"normal": {"sims": 9}, "strong": {"sims": 90, "policy": "random", "cut": 0}}'
    )
    monkeypatch.setattr(search_trials, "SEARCHES", {"tree": search_trials.SEARCHES["tree"]})
    monkeypatch.setattr(search_trials, "_play", lambda *_: 2)  # the challenger wins every game
    assert main(["learn", str(tmp_path / "marks"), "--search", "--games", "80"]) == 0
    assert "`tree` beats `strong`" in capsys.readouterr().out
    written = json.loads((tmp_path / "marks/levels.json").read_text())
    assert written["normal"] == {"sims": 9}
    assert written["strong"]["trust"] == 0
    assert "`tree` beat `strong`" in written["strong"]["note"]
    assert core_of(load(tmp_path / "marks")).levels["strong"]["sims"] == written["strong"]["sims"]


def test_trials_of_searches_know_nothing_of_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "pig", "--search", "--rounds", "3"]) == 2
    assert "--rounds" in capsys.readouterr().err
