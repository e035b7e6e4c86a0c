"""Bots of one's own at a table: named where the game is begun, kept in the record by name alone, replaced where they are missing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.bots import bot_sources
from tests.bots.dangerous import DANGEROUS

Run = Any

MINE = """
from pathlib import Path

Path("was_run").touch()

class Last:
    def __init__(self, stream):
        self.decided = 0

    def choose(self, state):
        self.decided += 1
        return state.options[-1]

class Tired(Last):
    def choose(self, state):
        if state.scores()[state.seat] > 5:
            raise RuntimeError("enough of it")
        return super().choose(state)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(bot_sources, "_admitted", {})
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


def saved(here: Path) -> Path:
    (found,) = (here / "state").rglob("*.ruleset")
    return found


def test_a_bot_of_ones_own_plays_a_game(run: Run) -> None:
    done = run("play", "tic_tac_toe", "--seats", "Ana=mine.py:Last,random", "--seed", 1)
    assert done.code == 0
    assert "Ana (mine.py:Last)" in done.out


@pytest.mark.slow
def test_the_record_keeps_its_name_and_another_can_go_on(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "pig", "--seats", "Ana=human,Bo=mine.py:Last", "--seed", 1, typed=["2", "quit"])
    file = saved(here)
    assert json.loads(file.read_text().splitlines()[0])["seats"][1]["kind"] == "mine.py:Last"
    (here / "was_run").unlink()
    monkeypatch.setattr(bot_sources, "_admitted", {})
    done = run("play", "--resume", file)
    assert done.code == 1
    assert "`mine.py:Last`, who plays seat 2, is not a bot known here; say who plays from now on" in done.err
    assert not (here / "was_run").exists(), "what a file names is not run"
    done = run("play", "--resume", file, "--seats", "human,random", typed=["quit"])
    assert done.code == 0
    assert "Bo (random)" in done.out
    done = run("play", "--resume", file, "--seats", "human,mine.py:Last", "--lang", "es", typed=["quit"])
    assert done.code == 0
    assert "Bo (mine.py:Last)" in done.out
    assert "tiene 2 asientos, no 1" in run("play", "--resume", file, "--seats", "human", "--lang", "es").err


def test_a_bot_that_goes_wrong_ends_the_game_with_a_message_and_the_game_is_kept(run: Run, here: Path) -> None:
    done = run("play", "pig", "--seats", "human,mine.py:Tired", "--seed", 1, typed=["roll", "hold"] * 40)
    assert done.code == 1
    assert "mine.py:Tired` on seat 2 failed at the question `Roll again, or hold what you have?`" in done.err
    assert "RuntimeError: enough of it (mine.py, line " in done.err
    assert "Traceback" not in done.err
    moves = len(saved(here).read_text().splitlines())
    assert moves > 2
    assert "resume" in done.out
    spanish = run("play", "pig", "--seats", "mine.py:Tired,random", "--seed", 1, "--lang", "es")
    assert "del asiento 1 falló en la pregunta `¿Lanzar otra vez o plantarse?`" in spanish.err


@pytest.mark.slow
@pytest.mark.parametrize("command", [("simulate", "--seats"), ("tournament", "--bots")])
def test_many_games_with_it(run: Run, command: tuple[str, str]) -> None:
    name, option = command
    words = (name, "tic_tac_toe", option, "mine.py:Last,random", "--games", 30, "--format", "json")
    alone = run(*words, "--workers", 1)
    assert alone.code == 0
    assert run(*words, "--workers", 2).out == alone.out
    done = run(name, "pig", option, "mine.py:Tired,random", "--games", 9, "--workers", 2, "--lang", "es")
    assert done.code == 1
    assert "el bot `mine.py:Tired` del asiento" in done.err
    assert "Traceback" not in done.err
    assert "no tiene `Lst`" in run(name, "pig", option, "mine.py:Lst,random", "--lang", "es").err


@pytest.mark.slow
def test_a_seat_may_go_by_the_clock_and_the_record_keeps_its_moves(run: Run, here: Path) -> None:
    done = run("play", "tic_tac_toe", "--seats", "human,strong@30ms", "--seed", 1, typed=["1", "2", "3", "quit"])
    assert "strong@30ms" in done.out
    assert run("log", saved(here)).code == 0
    assert run("play", "--resume", saved(here), typed=["quit"]).code == 0
    assert (
        "solo `normal`, `strong` admiten un tiempo"
        in run("play", "pig", "--seats", "human,random@1s", "--lang", "es").err
    )


def test_bots_are_listed(run: Run) -> None:
    done = run("bots")
    assert done.code == 0
    assert "strong " in done.out
    assert {"name": "easy", "plays": "como `greedy`, pero mira menos lejos"} in json.loads(
        run("bots", "--lang", "es", "--format", "json").out
    )


def by_itself(*words: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run `ruleset` in a process of its own, which a bot may end."""
    return subprocess.run(
        [sys.executable, "-m", "ruleset_core", *map(str, words)],
        capture_output=True, input=typed, text=True, check=False, timeout=300, env={**os.environ, "RULESET_LANG": "en"},
    )  # fmt: skip


ENDED = [("Exits", "exit code 3"), ("Killed", "signal SIGKILL")]


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "how"), ENDED)
def test_a_bot_that_ends_its_process_is_named_and_the_game_is_kept(here: Path, bot: str, how: str) -> None:
    (here / "mine.py").write_text(DANGEROUS)
    done = by_itself("play", "tic_tac_toe", "--seats", f"human,mine.py:{bot}", "--seed", 1, typed="1\n")
    assert done.returncode == 1
    assert f"Error: the process of the bot `mine.py:{bot}` on seat 2 ended: {how}" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "--resume" in done.stdout
    assert saved(here).exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "ended", "workers"),
    [
        (("simulate", "tic_tac_toe", "--seats"), ENDED[0], 1),
        (("simulate", "tic_tac_toe", "--seats"), ENDED[1], 2),
        (("tournament", "tic_tac_toe", "--bots"), ENDED[0], 2),
        (("compare", "tic_tac_toe", "tic_tac_toe", "--seats"), ENDED[1], 1),
    ],
)
def test_a_bot_that_ends_its_process_is_named_among_many_games(
    here: Path, command: tuple[str, ...], ended: tuple[str, str], workers: int
) -> None:
    (here / "mine.py").write_text(DANGEROUS)
    bot, how = ended
    done = by_itself(*command, f"mine.py:Last,mine.py:{bot}", "--games", 40, "--workers", workers)
    assert done.returncode == 1
    assert f"Error: the process of the bot `mine.py:{bot}` on seat " in done.stderr
    assert f"ended: {how}" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_bot_that_ends_its_process_when_it_is_made_is_named(here: Path) -> None:
    (here / "mine.py").write_text(DANGEROUS)
    done = by_itself("simulate", "tic_tac_toe", "--seats", "mine.py:Unmade,random", "--games", 9, "--lang", "es")
    assert done.returncode == 1
    assert "no se puede crear el bot `mine.py:Unmade`: su proceso terminó (código de salida 0)" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["Hangs", "HoldsLock"])
def test_ctrl_c_ends_a_bot_that_hangs(here: Path, bot: str) -> None:
    (here / "mine.py").write_text(
        "from pathlib import Path\n"
        + DANGEROUS.replace("(self, state):\n", "(self, state):\n        Path('asked').touch()\n")
    )
    words = [sys.executable, "-m", "ruleset_core", "play", "tic_tac_toe", "--seats", f"first,mine.py:{bot}"]
    with subprocess.Popen(
        words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as done:
        until = time.monotonic() + 120
        while not (here / "asked").exists() and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(done.pid, signal.SIGINT)
        _, err = done.communicate(timeout=120)
    assert (done.returncode, err) == (130, "")
