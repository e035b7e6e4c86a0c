"""`ruleset analyse`: on the screen, read aloud, as a picture; what cannot be is told before anybody waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import core_of, load
from ruleset_core.play.match import game_analysis
from ruleset_core.play.match.game_analysis import AnalysisRun, FirstLook, PositionAnalyst
from ruleset_core.play.records import Session, saved_files
from tests.play.conftest import Run

TWO = ("--seats", "Ana=human,Bo=human", "--seed", "3")
LOST = ["a1", "b2", "a2", "c1", "b1", "a3"]
"""Ana could win with her third mark, and does not."""


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    if core_of(load("tic_tac_toe")).executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    monkeypatch.setattr(game_analysis, "WORK", 2_000)


@pytest.fixture
def lost(run: Run) -> Path:
    """The file of a game that Bo has won."""
    assert run("play", "tic_tac_toe", *TWO, typed=LOST).code == 0
    return saved_files()[0]


def test_it_shows_where_a_game_was_lost(run: Run, lost: Path) -> None:
    ran = run("analyse", lost)
    assert ran.code == 0
    assert "Games won, of 100" in ran.out
    assert "A Ana  B Bo" in ran.out
    assert (
        "position 4: Ana, asked “Which cell do you mark?”, took “b1” instead of “a3”. By that, for Ana: 100 ± "
        in ran.out
    )
    assert f"ruleset replay {lost} --to " in " ".join(ran.out.split())
    assert max(len(line) for line in ran.out.splitlines() if line[3:5].endswith("│")) <= 100


def test_it_says_the_same_again(run: Run, lost: Path) -> None:
    assert run("analyse", lost).out == run("analyse", lost).out


def test_in_spanish(run: Run, lost: Path) -> None:
    ran = run("analyse", lost, "--lang", "es")
    assert "Dónde cambió la partida:" in ran.out
    assert "eligió “b1” en vez de “a3”" in ran.out


def test_read_aloud_nothing_is_drawn(run: Run, lost: Path) -> None:
    ran = run("analyse", lost, "--plain")
    assert "│" not in ran.out
    assert "0: Ana " in ran.out


def test_of_one_seat_alone(run: Run, lost: Path) -> None:
    ran = run("analyse", lost, "--seat", "2")
    assert "judged by what Bo could see" in ran.out
    assert "Ana took" not in ran.out


@pytest.mark.slow
def test_a_picture_is_written_and_nothing_else_overwritten(run: Run, lost: Path, tmp_path: Path) -> None:
    picture = tmp_path / "course.svg"
    for _ in range(2):
        assert run("analyse", lost, "--out", picture).code == 0
        assert picture.read_text(encoding="utf-8").startswith("<svg")
    picture.write_text("something of mine", encoding="utf-8")
    assert run("analyse", lost, "--out", picture).code == 1
    assert picture.read_text(encoding="utf-8") == "something of mine"


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--out", "course.html"), 2, "must end in .svg"),
        (("--out", "no/where/course.svg"), 2, "no/where"),
        (("--seat", "3"), 2, "there is no seat 3"),
        (("--bot", "greedy"), 1, "`greedy` gives no hints"),
    ],
)
def test_what_cannot_be_is_told_at_once(
    run: Run, lost: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], code: int, said: str
) -> None:
    monkeypatch.setattr(AnalysisRun, "run", lambda *_: pytest.fail("somebody waited"))
    ran = run("analyse", lost, *options)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_of_a_game_that_goes_on_the_first_person_is_told(run: Run) -> None:
    run("play", "tic_tac_toe", *TWO, typed=[*LOST[:4], "quit"])
    ran = run("analyse", saved_files()[0])
    assert ran.code == 0
    assert "judged by what Ana could see" in ran.out


def test_not_while_a_table_is_without_hints(run: Run) -> None:
    run("play", "tic_tac_toe", *TWO, "--no-hints", typed=[*LOST[:4], "quit"])
    file = saved_files()[0]
    ran = run("analyse", file)
    assert (ran.code, ran.out) == (1, "")
    assert "hints are off in this game" in ran.err
    run("play", "--resume", typed=LOST[4:])
    assert run("analyse", file).code == 0


def test_ctrl_c_tells_the_stand_so_far(run: Run, lost: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look, looked = PositionAnalyst.looking, []

    def stops(self: PositionAnalyst, session: Session, task: FirstLook) -> object:
        if looked:
            raise KeyboardInterrupt
        looked.append(task)
        return look(self, session, task)

    monkeypatch.setattr(PositionAnalyst, "looking", stops)
    ran = run("analyse", lost)
    assert ran.code == 130
    assert "Stopped: 1 of 6 decisions were analysed." in ran.out
