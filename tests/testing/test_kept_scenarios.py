"""A position of a game that is played is kept as a scenario, which leads to the same position again."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from ruleset_core import describe_position, edit_position, load, same_position, start_at
from ruleset_core.cli import main
from ruleset_core.discovery import list_games
from ruleset_core.play.match.kept_scenarios import kept_scenario, save_scenario, scenario_home
from ruleset_core.play.match.session_setup import start_session
from ruleset_core.play.records import RecordedStart, Seat, Session, record_bytes
from ruleset_core.positions.position_files import read_cases
from ruleset_core.positions.position_runs import PositionRun, start_position
from ruleset_core.testing.scenarios.runner import run_case

SMALL = ("burrow", "hex", "lamplighters", "larders", "leduc_poker", "pig", "tic_tac_toe")


def played(name: str, seed: int, most: int = 40, number: int | None = None) -> Session:
    """A random game up to some move."""
    game, random = load(name), Random(seed)
    players = random.randint(*game.players)
    session = start_session(game, [Seat(f"P{seat}", "human") for seat in range(players)], seed, {}, (), number=number)
    for _ in range(random.randrange(most)):
        if not session.over:
            session.apply(random.choice(session.live.options))
    return session


def leads_back(session: Session) -> None:
    kept = kept_scenario(session, "kept: a position")
    assert kept.same
    cases, problems = read_cases(Path("a.yaml"), (), f"game: {session.game.name}\n{kept.text()}")
    assert problems == []
    assert run_case(cases[0], session.game).failures == ()
    run = PositionRun(cases[0], session.game, start_position(cases[0], session.game))  # type: ignore[arg-type]
    for text, seat, path in cases[0].options:
        assert run.take(text, seat, cases[0].span(*path)) is None
    assert same_position(run.state, session.live)


@pytest.mark.parametrize("name", SMALL)
def test_a_position_of_a_random_game_is_kept(name: str) -> None:
    for seed in range(3):
        leads_back(played(name, seed))


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.id for each in list_games(()) if each.id not in SMALL])
def test_so_it_is_in_every_game(name: str) -> None:
    leads_back(played(name, 1, 60))


def test_what_the_seed_does_not_say_is_written_as_dice() -> None:
    session = played("pig", 4, number=7)
    leads_back(session)


def test_a_position_is_given_in_words_where_they_suffice() -> None:
    game = load("hurdles")
    given = {"seats": {0: {"hurdle": 2, "dog": "d6"}}}
    state = start_at(game, "play", given=given)
    assert describe_position(state) == given
    state.apply("walk c6")
    assert describe_position(state) is None  # the turn of seat 1, which no words give


def test_a_command_prints_a_position_of_a_saved_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = played("tic_tac_toe", 1, 6)
    (tmp_path / "a.ruleset").write_bytes(record_bytes(session.record()))
    assert main(["log", str(tmp_path / "a.ruleset"), "--scenario", "two marks", "--to", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("scenarios:\n  - name: two marks\n")
    (tmp_path / "a.yaml").write_text("game: tic_tac_toe\n" + out, encoding="utf-8")
    assert main(["test", str(tmp_path / "a.yaml")]) == 0
    assert main(["log", str(tmp_path / "a.ruleset"), "--scenario", "x", "--to", "99"]) == 1


def test_scenarios_are_kept_with_a_game_of_ones_own_and_with_no_other(tmp_path: Path) -> None:
    assert scenario_home(load("pig")) is None
    shutil.copytree(load("tic_tac_toe").directory, tmp_path / "mine")
    game = load(tmp_path / "mine")
    home = scenario_home(game)
    assert home == tmp_path / "mine" / "scenarios" / "kept.yaml"
    for seed in range(2):
        session = start_session(game, [Seat("A", "human"), Seat("B", "human")], seed, {}, ())
        session.apply("mark b2")
        assert save_scenario(game, kept_scenario(session, f"number {seed}")) == home
    assert [case.name for case in read_cases(home)[0]] == ["number 0", "number 1"]
    assert main(["test", str(home)]) == 0


@pytest.fixture
def mine(tmp_path: Path) -> Session:
    shutil.copytree(load("tic_tac_toe").directory, tmp_path / "mine")
    session = start_session(load(tmp_path / "mine"), [Seat("A", "human"), Seat("B", "human")], 1, {}, ())
    session.apply("mark b2")
    return session


@pytest.mark.parametrize(
    "name", ["a: b # c", "- x", "{1: 2}", "~", "*x", "a\nscenarios: []", "\x00", "\x85", "\u202ex", "\ud83d", " "]
)
def test_any_name_can_be_read_again(mine: Session, name: str) -> None:
    home = save_scenario(mine.game, kept_scenario(mine, name))
    assert home is not None
    cases, problems = read_cases(home)
    assert (len(cases), problems) == (1, [])


@pytest.mark.parametrize(
    "before",
    [
        "scenarios: []\n",
        "scenarios:\n- name: a\n  do: [{0: mark b2}]\n",
        "scenarios:\n  - name: q\n    do: [[mark\n",
        "scenarios:\n  - name: q\n    about: |\n      text\nnote: x\n",
        pytest.param("scenarios:\n" + f"  # {'x' * 100}\n" * 42_000, id="long"),
    ],
)
def test_a_file_that_takes_no_more_stays_as_it_is(mine: Session, before: str) -> None:
    home = scenario_home(mine.game)
    assert home is not None
    home.parent.mkdir(exist_ok=True)
    home.write_text(before, encoding="utf-8")
    for _ in range(2):
        assert save_scenario(mine.game, kept_scenario(mine, "new")) == home.with_name("kept_2.yaml")
    assert home.read_text(encoding="utf-8") == before
    assert [case.name for case in read_cases(home.with_name("kept_2.yaml"))[0]] == ["new", "new"]


def test_nothing_is_written_through_links(mine: Session, tmp_path: Path) -> None:
    home = scenario_home(mine.game)
    assert home is not None
    home.parent.mkdir(exist_ok=True)
    home.symlink_to(tmp_path / "elsewhere.yaml")
    assert save_scenario(mine.game, kept_scenario(mine, "new")) == home.with_name("kept_2.yaml")
    assert not (tmp_path / "elsewhere.yaml").exists()
    shutil.rmtree(home.parent)
    home.parent.symlink_to(tmp_path)
    assert scenario_home(mine.game) is None


PONDS = """
game: ponds
name: {en: Ponds}
players: 2
resources: {members: {fish: {name: {en: fish}}}}
state: {face: {is: 1..6, name: {en: die}}, round: {is: 1..9, name: {en: round}}}
decisions: {swim: {of: 1..3, ask: {en: How far?}}}
flow:
  - phase: round
    for: round
    in: 1 to 9
    steps: [{phase: turn, turns: once, do: "roll face; choose swim n in 1 to 3 { gain n + face fish }"}]
score: {fish: {name: {en: fish}, amount: fish}}
"""


def test_an_edited_position_of_a_turn_that_begins_with_a_roll_is_kept(tmp_path: Path) -> None:
    (tmp_path / "ponds").mkdir()
    (tmp_path / "ponds" / "game.yaml").write_text(PONDS, encoding="utf-8")
    game = load(tmp_path / "ponds")
    seats = [Seat("A", "human"), Seat("B", "human")]
    session = start_session(game, seats, 4, {}, ())
    for _ in range(4):
        session.apply("swim 2")
    edited = edit_position(session.live, {"face": 6, "seats": {1: {"fish": 5}}})
    start = RecordedStart("edited", state=edited.to_json())
    session = Session.start(game, seats, 4, {}, (), (), start=start)
    kept = kept_scenario(session, "kept: a position")
    assert (kept.same, kept.data["at"], kept.data["dice"]) == (True, "turn", {"face": [6]})
    leads_back(session)
    session.apply("swim 1")
    leads_back(session)
