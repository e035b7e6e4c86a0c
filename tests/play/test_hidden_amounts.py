"""A game with hidden amounts at one table: nobody is told what another has."""

from __future__ import annotations

import re
from pathlib import Path

from tests.engine.games import PURSES, write
from tests.play.conftest import Run


def test_at_the_table(run: Run, tmp_path: Path) -> None:
    game = write(tmp_path / "purses", PURSES.replace("start: 4", "start: 44").replace("start: 17", "start: 37"))
    typed = ["scores", "1", "1", "log", "scores"]
    ran = run("play", game, "--seats", "Ana=first,Bo=human", "--seed", "3", typed=typed, person=True)
    said = "\n".join(line.strip("│ ") for line in ran.out.splitlines())
    assert re.search(
        r"Wood +3 +3\nCoins +66 +\?\nMost wood +0 +0\nDice +\d+ +\?\ndie 1 +\d+ +\?\nDebts +\? +\?\n"
        r"Richest +\? +\?\nOdd +\? +\?\n─+\ntotal +\? +\?\n",
        said,
    ), ran.out
    assert re.search(r"  Ana +\? +\? +\? +3", ran.out)
    assert not re.search(r"\b37\b", ran.out.replace(str(tmp_path), ""))  # its number may be anything
    ana = [line for line in ran.out.splitlines() if line.startswith("Ana chooses")]
    assert ana
    assert not any("of 4" in line for line in ana)


def test_between_two_persons_and_afterwards(run: Run, tmp_path: Path) -> None:
    game = write(tmp_path / "purses", PURSES.replace("start: 4", "start: 44"))
    typed = ["1", "", "scores", "3", "", "2", "2", "log"]
    ran = run("play", game, "--seats", "Ana=human,Bo=human", "--seed", "3", typed=typed, person=True)
    after = ran.out.partition("Bo: How much?")[2]
    assert "of 44" in ran.out.partition("Bo: How much?")[0]
    assert "Ana: 0 of" not in after
    played = run("play", game, "--seats", "Ana=first,Bo=first", "--seed", "3")
    assert "?" not in played.out.rpartition("Result")[2]
