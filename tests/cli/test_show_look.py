"""`ruleset show --look`: what a seat sees of a position, in the terminal, as a picture, and anew at every save."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from shutil import copytree
from threading import Timer
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import ROOT
from tests.engine.games import write
from tests.scenes.test_room import trails


@pytest.fixture
def pig(tmp_path):
    copytree(ROOT / "examples" / "pig", tmp_path / "pig", ignore=lambda *_: ["earlier.json"])
    return tmp_path / "pig"


def test_the_first_position_is_drawn(run):
    done = run("show", "tic_tac_toe", "--look")
    assert (done.code, done.err) == (0, "")
    assert "Tic-tac-toe" in done.out
    assert done.out.count("+") == 9


def test_moves_are_made_at_random_and_the_same_each_time(run):
    first, again = (run("show", "tic_tac_toe", "--look", "--moves", 3).out for _ in range(2))
    assert first == again
    assert first.count("+") == 6


def test_a_scenario_gives_a_position_and_its_steps_go_on(run):
    given = run("show", "breakthrough", "--look", "--from", "a man is taken aslant")
    after = run("show", "breakthrough", "--look", "--from", "TAKEN aslant@1")
    assert given.code == after.code == 0
    assert given.out != after.out


def test_a_seat_sees_its_own_and_a_watcher_nobodys(run, tmp_path):
    texts = {}
    for seat in (0, 1, 2):
        assert run("show", "burrow", "--look", "--seat", seat, "--svg", tmp_path / f"{seat}.svg").code == 0
        texts[seat] = (tmp_path / f"{seat}.svg").read_text()
    assert len({*texts.values()}) == 3


def test_a_picture_is_written_and_nothing_else_overwritten(run, tmp_path):
    file, mine = tmp_path / "table.svg", tmp_path / "mine.txt"
    assert run("show", "hex", "--look", "--moves", 5, "--svg", file, "--lang", "es").out == f"Dibujado: {file}\n"
    assert ET.parse(file).getroot().get("lang") == "es"
    mine.write_text("mine")
    assert run("show", "hex", "--look", "--svg", mine).code == 1
    assert mine.read_text() == "mine"


def test_a_look_that_is_cut_is_told(run, tmp_path):
    cut, whole = (
        run("show", write(tmp_path / name, trails(spots, 2000)), "--look", "--svg", tmp_path / f"{name}.svg")
        for name, spots in (("cut", 400), ("whole", 20))
    )
    assert "the panel `map` is cut: a scene holds 8000 things" in " ".join(cut.err.split())
    assert (cut.code, whole.code, whole.err) == (0, 0, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pig", "--svg", "x.svg"), "--svg is for --look"), (("pig", "--seed", "4"), "--seed is for --look and --board"),
        (("pig", "roll", "--default-look", "-"), "writes a look"), (("pig", "roll", "--look"), "show a position"), (("pig", "--look", "--seat", "7"), "from 1 to 2"),
        (("pig", "--look", "--watch", "--svg", "x.svg"), "not both"), (("pig", "--look", "--from", "zebra"), "zebra"),
        (("troyes", "--look", "--from", "e"), "several positions"),
        (("pig", "--look", "--from", "holding", "--seed", "1"), "leave --seed out"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_told(run, words, said):
    done = run("show", *words)
    assert done.code != 0
    assert said in " ".join(done.err.split())
    assert "Traceback" not in done.err


def test_the_default_look_is_written_into_a_new_file_and_changes_nothing(run, pig):
    before = run("show", pig, "--look", "--moves", 4).out
    done = run("show", pig, "--default-look", pig / "look.yaml")
    assert (done.code, done.out) == (0, f"{pig / 'look.yaml'} shows what was shown before; change it as you like.\n")
    assert run("show", pig, "--look", "--moves", 4).out == before
    assert "replaces the default look completely" in run("show", pig, "--default-look", "-").err
    assert run("show", "tic_tac_toe", "--default-look", "-").out.startswith("# The default look of Tic-tac-toe")
    assert "exists already" in run("show", "tic_tac_toe", "--default-look", pig / "look.yaml").err


def test_a_look_with_a_mistake_is_told(run, pig):
    (pig / "look.yaml").write_text("look:\n  panels:\n    p:\n      show:\n        - line: [pt]\n")
    done = run("show", pig, "--look")
    assert done.code == 1
    assert "E301" in done.err
    assert "look.yaml" in done.err


@pytest.mark.slow
def test_watching_draws_at_every_save_and_tells_mistakes(pig):
    """A mistake is told without ending it, the mended look is drawn, Ctrl-C ends it."""
    pytest.importorskip("watchfiles")
    words = [sys.executable, "-m", "ruleset_core", "show", str(pig), "--look", "--watch", "--lang", "en"]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    guard = Timer(120, process.kill)
    guard.start()
    try:
        look = pig / "look.yaml"

        def until(text):
            seen = ""
            for line in process.stdout:
                seen += line
                if text in line:
                    return seen
            raise AssertionError(seen)

        until("waiting for changes")
        look.write_text("look:\n  panels:\n    p:\n      show:\n        - line: [pt]\n")
        assert "E301" in until("waiting for changes")
        look.write_text(
            "look:\n  panels:\n    p:\n      title: {en: Mended, es: Ya}\n      show:\n        - line: [pot]\n"
        )
        assert "Mended" in until("waiting for changes")
        process.send_signal(signal.SIGINT)
        assert "Traceback" not in process.stdout.read()
        assert process.wait() == 0
    finally:
        guard.cancel()
        guard.join()
        process.kill()
        process.stdout.close()
        process.wait()
