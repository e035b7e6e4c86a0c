"""`ruleset log` tells a recorded game."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ruleset_core import load
from ruleset_core.play.records import Seat, Session, save
from ruleset_core.values import schema_problem
from tests.play.conftest import Run


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    session = Session.start(load("pig"), (Seat("Ana", "random"), Seat("Bo", "random")), seed=5)
    pick = Random(5)
    while not session.live.over:
        session.apply(pick.choice(session.live.options))
    return save(session.record(), tmp_path_factory.mktemp("log") / "game.ruleset")


def test_each_sentence_stands_behind_the_position_it_leads_to(run: Run, file: Path) -> None:
    ran = run("log", file)
    assert ran.code == 0
    lines = ran.out.splitlines()
    numbers = [int(line.split()[0]) for line in lines]
    assert numbers == sorted(numbers)
    assert all(line.split()[1] in {"Ana", "Bo"} for line in lines)
    there = run("replay", file, "--to", numbers[3])
    assert f"Position {numbers[3]} of" in there.out
    assert lines[0] in there.out


def test_in_spanish(run: Run, file: Path) -> None:
    out = run("log", file, "--lang", "es").out
    assert "Ana lanza" in out
    assert "gana" in out


@pytest.mark.slow
def test_as_data(run: Run, file: Path) -> None:
    parts = json.loads(run("log", file, "--json", "--seat", 2).out)
    assert schema_problem("story", parts) == ""
    assert {part["kind"] for part in parts} >= {"choice", "amount", "turn", "event"}


def test_what_is_not_there_is_told(run: Run, file: Path) -> None:
    assert "no seat 7" in run("log", file, "--seat", 7).err or "7" in run("log", file, "--seat", 7).err
    assert run("log", file, "--seat", 7).code == 2
    assert run("log", "nothing.ruleset").code == 1
    assert run("log").code == 2
