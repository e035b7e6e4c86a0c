"""`ruleset replay` on the tiny game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.records import Seat, Session, save
from tests.play.conftest import Run
from tests.record.fake import FakeGame

MOVES = ("take 1", "finish plain", "take 3", "finish plain")


@pytest.fixture
def file(fake: Any, tmp_path: Path) -> Path:
    session = Session.start(fake, (Seat("Ana", "human"), Seat("Bo", "random")), seed=5)
    for move in MOVES:
        session.apply(move)
    return save(session.record(), tmp_path / "game.ruleset")


def test_without_a_terminal_everything_is_printed(run: Run, file: Path) -> None:
    ran = run("replay", file)
    assert ran.code == 0
    assert "2  Ana: take 1 · finish plain\n4  Bo: take 3 · finish plain\n" in ran.out
    assert "[heap 4, seen by 0]" in ran.out


def test_to_a_position(run: Run, file: Path) -> None:
    ran = run("replay", file, "--to", 2)
    assert "Bo: take 3" not in ran.out
    assert "Position 2 of 4" in ran.out
    assert "[heap 1, seen by 0]" in ran.out
    ran = run("replay", file, "--to", 5)
    assert (ran.code, ran.err) == (1, "Error: there is no position 5; there are 0 to 4\n")


def test_stepping(run: Run, file: Path) -> None:
    typed = ["p", "n", "", "g 4", "n", "p", "g1", "end", "log", "g 9", "g", "what", "q"]
    ran = run("replay", file, person=True, typed=typed)
    shown = [line for line in ran.out.splitlines() if line.startswith("Position")]
    assert [line.split()[1] for line in shown] == ["0", "1", "2", "4", "3", "1", "4"]
    assert "This is the start." in ran.out
    assert "This is the end." in ran.out
    assert "there is no position 9; there are 0 to 4" in ran.out
    assert ran.out.count("Type n, p, g N, end, log, why or q.") == 2


def test_stepping_without_a_terminal(run: Run, file: Path) -> None:
    ran = run("replay", file, "--step", "--to", "1", "--lang", "es", typed="n\nfin\n")
    assert ran.code == 0
    assert "Posición 1 de 4" in ran.out
    assert "Posición 4 de 4" in ran.out


def test_a_seat_sees_what_it_may_see(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = FakeGame(secret=("take",))
    monkeypatch.setattr("ruleset_core.load", lambda *_, **__: game)
    ran = run("replay", file)
    assert "shown as Ana may see it" in ran.out
    assert "Bo: take 3" not in ran.out
    ran = run("replay", file, "--seat", 2)
    assert "Ana: take 1" not in ran.out
    assert "Bo: take 3" in ran.out
    assert "seen by 1" in ran.out
    assert run("replay", file, "--seat", 3).code == 2


def test_changed_rules_are_said(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = FakeGame(data="fedcba")
    monkeypatch.setattr("ruleset_core.load", lambda *_, **__: game)
    ran = run("replay", file)
    assert ran.code == 0
    assert f"{file}: changed since: rule `heap`. All moves still fit" in ran.out
    ran = run("replay", file, "--lang", "es")
    assert "ha cambiado desde entonces: regla `heap`. Todas las jugadas siguen encajando" in ran.out


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 999, b"{}", b'{"format":"ruleset-record 9"}\n'])
def test_files_that_are_no_records(run: Run, tmp_path: Path, fake: Any, content: bytes) -> None:
    del fake
    file = tmp_path / "junk"
    file.write_bytes(content)
    for way in (("replay", file), ("play", "--resume", file)):
        ran = run(*way)
        assert ran.code == 1
        assert ran.err.startswith(f"Error: {file}: ")
        assert ran.err.count("\n") == 1


def test_a_cut_file_is_shown_with_a_note(run: Run, file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-9])
    ran = run("replay", file)
    assert ran.code == 0
    assert "was incomplete and has been dropped" in ran.out
    assert "Position 3 of 3" in ran.out


def test_the_number_of_a_game_among_those_of_its_seed_is_kept_and_told(run: Run, fake: Any, tmp_path: Path) -> None:
    one, other = (run("play", "fake", "--seed", 5, "--number", number, "--seats", "first,first") for number in (3, 4))
    assert "Seed 5, game 3." in one.out + one.err
    assert one.out != other.out
    session = Session.start(fake, (Seat("Ana", "human"), Seat("Bo", "human")), seed=5, number=3)
    session.apply("take 1")
    session.apply("finish dice")
    ran = run("replay", save(session.record(), tmp_path / "game.ruleset"))
    assert "Seed 5, game 3." in ran.out + ran.err
    assert ran.code == 0
    assert (
        "Semilla 5, partida 3."
        in (said := run("play", "fake", "--seed", 5, "--number", 3, "--seats", "first,first", "--lang", "es")).out
        + said.err
    )
