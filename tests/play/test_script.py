"""`ruleset play --moves FILE`: games from a script."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core.cli.openings import read_script
from tests.play.conftest import Ran, Run

pytestmark = pytest.mark.usefixtures("fake")


@pytest.fixture
def script(run: Run, tmp_path: Path):  # type: ignore[no-untyped-def]
    def start(text: str | bytes, *args: object, person: bool = False, typed: tuple[object, ...] = ()) -> Ran:
        file = tmp_path / "moves.txt"
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return run("play", "fake", "--moves", file, *args, person=person, typed=list(typed))

    return start


def test_a_script_plays_all_seats(script) -> None:  # type: ignore[no-untyped-def]
    ran = script("# a game\n" + "take  3   # three\nfinish plain\n\n" * 7)
    assert ran.code == 0
    assert ran.out.count("Player 1: take 3\n") == 4
    assert "The game is over." in ran.out


def test_a_script_that_ends_early_says_where_the_game_is(script, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    ran = script("take 3\n")
    assert ran.code == 0
    assert f"The moves of {tmp_path}/moves.txt end here: Player 1 is to decide (And then?)." in ran.out
    assert "Continue with: ruleset play --resume " in ran.out


def test_bots_play_their_own_seats(script) -> None:  # type: ignore[no-untyped-def]
    ran = script("take 3\nfinish plain\ntake 2", "--seats", "human,first")
    assert "Player 2: take 1 · finish plain\n" in ran.out


def test_a_person_goes_on_after_the_script(script) -> None:  # type: ignore[no-untyped-def]
    ran = script("take 3\n", person=True, typed=("finish plain",))
    assert "Player 1: finish plain\n" in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("take 3\nfinish plian\n", "moves.txt:2: `finish plian` is not a move of Fake; did you mean `finish plain`?"),
        ("take 3\n\ntake 3\n", "moves.txt:3: `take 3` is not possible now"),
        ("take 3\nfinish plain\n" * 7 + "take 1", "moves.txt:15: the game is over before this line"),
        (b"take \xff", "moves.txt: is not UTF-8 text"),
    ],
)  # fmt: skip
def test_a_move_that_cannot_be_played(script, text: str | bytes, said: str) -> None:  # type: ignore[no-untyped-def]
    ran = script(text)
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert said in ran.err


def test_a_script_that_is_not_there(run: Run, tmp_path: Path) -> None:
    ran = run("play", "fake", "--moves", tmp_path / "none")
    assert ran.code == 1
    assert ran.err == f"Error: {tmp_path}/none: there is no such file\n"


def test_a_copy_of_a_card_is_no_comment(tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text("# Tournay\nkeep white_cloister#2   # the second one\n#pass\n", encoding="utf-8")
    assert read_script(str(file), "en").moves == [(2, "keep white_cloister#2")]
