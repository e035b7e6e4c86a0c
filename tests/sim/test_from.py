"""Games that begin in a position: the same by all who play them, each with chance of its own, and nothing that a seat knows drawn anew."""

from __future__ import annotations

import contextlib
import io
import json

import pytest

from ruleset_core import OptionError, State, core_of, load
from ruleset_core.cli import main
from ruleset_core.engine.position_games import PositionGames
from ruleset_core.lab.sim import SimulationPlan, play_games
from ruleset_core.lab.sim.plans import _by_bots
from ruleset_core.play.match.start_positions import find_start


def after(name: str, moves: int, seed: int = 5) -> State:
    state = load(name).new(2, seed)
    for _ in range(moves):
        state.apply(state.options[0])
    return state


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("RULESET_LANG", "en")

    def typed(*words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([*words, "--workers", "1"])
        return code, out.getvalue(), err.getvalue()

    return typed


@pytest.mark.parametrize(
    "name", ["pig", *(pytest.param(name, marks=pytest.mark.slow) for name in ("burrow", "troyes_dice"))]
)
def test_interpreter_core_and_bots_one_by_one_play_on_alike(name: str) -> None:
    state = after(name, 4)
    plan = SimulationPlan(name, ("easy", "easy"), 3, 7, stories=1, courses=1, counts=True, start=state.to_json())
    rows = list(play_games(state.game, plan, range(3)))
    assert rows == [_by_bots(state.game, plan, number) for number in range(3)]
    other = state.game.interpreted()
    found = core_of(state.game).play(games=5, seed=3, start=state)
    again = core_of(other).play(games=5, seed=3, start=other.from_json(state.to_json()))
    assert found.scores.tolist() == again.scores.tolist()
    assert found.decisions.tolist() == again.decisions.tolist()
    assert core_of(state.game).play(games=2, seed=3, first=3, start=state).scores.tolist() == found.scores.tolist()[3:]


def test_what_a_seat_knows_stays_and_what_nobody_knows_is_drawn_anew() -> None:
    state = after("lamplighters", 3)
    v = state.game.program.vocabulary
    deck, hands = (
        next(zone.slot for zone in v.zones.values() if not zone.per_seat),
        [v.zones_of(seat) for seat in range(2)],
    )
    games = [PositionGames(state).draw(1, number) for number in range(12)]
    assert len({tuple(game.z[deck]) for game in games}) == 12
    assert {tuple(sorted(game.z[deck])) for game in games} == {tuple(sorted(state.z[deck]))}
    assert all(game.z[hand] == state.z[hand] for game in games for hand in hands)
    assert all(game.observe(seat) == state.observe(seat) for game in games for seat in range(2))
    for game in games:
        state.game.from_json(game.to_json())  # says if a piece lies in two places


def test_coming_dice_are_drawn_anew() -> None:
    state = after("pig", 0)
    faces = set()
    for number in range(12):
        game = PositionGames(state).draw(1, number)
        game.apply("play roll")
        faces.add(game.ask("face"))
    assert len(faces) > 3


def test_a_game_that_is_over_goes_on_from_nowhere() -> None:
    state = load("tic_tac_toe").new(seed=1)
    while not state.over:
        state.apply(state.options[0])
    with pytest.raises(OptionError, match="nothing to play"):
        core_of(state.game).play(games=1, seed=1, start=state)


@pytest.mark.slow
def test_a_simulation_of_a_scenario_is_kept_and_resumed(run, tmp_path) -> None:
    words = ("simulate", "hurdles", "--from", "first dog across", "--bot", "random", "--stories", "0")
    code, out, err = run(*words, "--games", "6", "--keep", str(tmp_path / "a.games"))
    assert (code, err) == (0, "")
    assert out.splitlines()[1].startswith("From “first dog across” on: chance to come")
    more = run(*words, "--games", "9", "--keep", str(tmp_path / "a.games"), "--resume", "--format", "json")[1]
    assert more == run(*words, "--games", "9", "--format", "json")[1]
    assert json.loads(more)["from"] == "first dog across"


@pytest.mark.slow
def test_both_sides_of_a_comparison_begin_there(run) -> None:
    code, out, err = run(
        "compare", "hurdles", "--set", "hurdle.start=5", "--from", "first dog across", "--bot", "random", "--games", "2"
    )
    assert (code, err) == (0, "")
    assert "From “first dog across” on" in out
    code, out, err = run("compare", "troyes", "troyes_dice", "--from", "the other black dice may be", "--games", "2")
    assert (code, out) == (1, "")
    assert "does not fit the game any more" in err


def test_the_end_of_a_scenario_is_a_position_too() -> None:
    first, last = find_start("hurdles", "first dog across"), find_start("hurdles", "first dog across@end")
    assert (first.moves, last.moves, last.state.over) == (0, 1, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "2"), "leave --players out"),
        (("--seats", "easy"), "2 play in this position, and --seats names 1"),
    ],
)
def test_a_position_says_who_plays(run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("simulate", "hurdles", "--from", "first dog across", "--games", "2", *words)
    assert (code, out) == (2, "")
    assert said in err
