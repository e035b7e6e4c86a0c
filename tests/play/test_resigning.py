"""`resign` in a terminal: asked once more, kept in the file, and shown by `replay`, `analyse` and the list of saved games."""

from __future__ import annotations

import pytest

from ruleset_core.cli.console.input import command_words
from ruleset_core.play.records import Resignation, read_record, saved_files
from tests.play.conftest import Run

TWO = ("--seats", "Ana=human,Bo=human", "--seed", "3")


def test_who_gives_up_is_asked_and_the_other_wins(run: Run) -> None:
    ran = run("play", "tic_tac_toe", *TWO, typed=["a1", "resign", "b2", "resign yes"])
    assert ran.code == 0
    assert "The game ends, and Ana wins. You cannot take that back." in ran.out
    assert "Ana resigns." in ran.out
    assert "Winner: Bo" in ran.out
    record = read_record(saved_files()[0])
    assert (record.resigned, record.over, len(record.moves)) == ((Resignation(0, 2),), None, 2)
    again = run("replay", str(saved_files()[0]))
    assert again.code == 0
    assert "Ana resigns." in again.out
    assert "Winner: Bo" in again.out
    assert run("analyse", str(saved_files()[0])).code == 0
    assert "over" in run("list", "--saved").out
    assert run("play", "--resume").code != 0, "it is over"


def test_of_three_a_bot_goes_on(run: Run) -> None:
    seats = ("--seats", "Ana=human,Bo=human,Cy=human", "--seed", "3")
    ran = run("play", "pig", *seats, typed=["resign yes", "quit"])
    assert "resigns; a bot plays on in that seat." in ran.out
    record = read_record(saved_files()[0])
    assert len(record.resigned) == 1
    assert not record.finished
    later = run("play", "--resume", typed=["quit"])
    assert later.code == 0


@pytest.mark.parametrize(("lang", "typed"), [("es", "abandonar si"), ("fr", "abandonner oui"), ("en", ":resign yes")])
def test_it_is_typed_in_every_language(run: Run, lang: str, typed: str) -> None:
    ran = run("play", "tic_tac_toe", *TWO, "--no-save", "--lang", lang, typed=[typed])
    assert ran.code == 0
    assert "Bo" in ran.out.splitlines()[-2]
    assert typed.strip(":").split()[0] in command_words(lang)
