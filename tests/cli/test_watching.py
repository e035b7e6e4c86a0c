"""`check --watch` and `test --watch` do it again after each save, until Ctrl-C, and say what is missing."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, load
from ruleset_core.cli.watching import check_watchfiles, is_game_file, load_after_saves
from ruleset_core.testing.scenarios import ScenarioSuite
from tests.web.test_live_table import RACE, SCENARIO

watchfiles = pytest.importorskip("watchfiles", reason="following files is an extra: `pip install 'ruleset[watch]'`")


@pytest.fixture
def race(tmp_path: Path) -> Path:
    (tmp_path / "race" / "scenarios").mkdir(parents=True)
    (tmp_path / "race" / "game.yaml").write_text(RACE, encoding="utf-8")
    (tmp_path / "race" / "scenarios" / "pace.yaml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path / "race" / "game.yaml"


def told(command: str, file: Path, changed: str, *more: str) -> str:
    """What a command prints about a game, and after a change, until Ctrl-C; it ends with 0."""
    watching = subprocess.Popen(
        [sys.executable, "-m", "ruleset_core", command, str(file.parent), "--watch", *more],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert watching.stdout is not None
    found = ""
    try:
        for waits in (1, 2):
            while found.count("waiting for changes") < waits:
                line = watching.stdout.readline()
                assert line, found
                found += line
            if waits == 1:
                file.write_text(changed, encoding="utf-8")
    finally:
        watching.send_signal(signal.SIGINT)
        rest, _ = watching.communicate(timeout=20)
    assert watching.returncode == 0
    assert "Traceback" not in rest
    return found


@pytest.mark.slow
def test_a_check_is_done_again_after_each_save(race: Path) -> None:
    found = told("check", race, RACE.replace("gain 3 step", "gian 3 step"))
    first, _, second = found.partition("waiting for changes; Ctrl-C ends")
    assert first.startswith("No problems found in 1 game, 2 files")
    assert "E302" in second
    assert "after game.yaml was saved:" in second


@pytest.mark.slow
def test_scenarios_are_run_again_after_each_save(race: Path) -> None:
    found = told("test", race, RACE.replace("gain 3 step", "gain 2 step"))
    first, _, second = found.partition("waiting for changes; Ctrl-C ends")
    assert "2 scenarios: all passed" in first
    assert "FAILED slow is worth three" in second
    assert "2 scenarios: 1 failed" in second


@pytest.mark.slow
def test_boards_and_tokens_are_printed_again_after_each_save(race: Path) -> None:
    """The sheet lies beside the game: that it is written is no change."""
    sheet = race.parent / "sheet.svg"
    found = told("print", race, RACE.replace("gain 3 step", "gian 3 step"), "--boards", "--out", str(sheet))
    assert "E302" in found.partition("waiting for changes")[2]


def test_scenarios_that_a_change_concerns_come_first(race: Path) -> None:
    suite = ScenarioSuite([race.parent / "scenarios" / "pace.yaml"])

    def order(*given: set[str]) -> list[str]:
        return [case.name.partition(" ")[0] for case in suite.sorted_for(*given)]

    assert order(set()) == ["slow", "fast"]
    assert order({"face"}) == ["fast", "slow"]
    assert order({"face"}, set(), {"slow is worth three"}) == ["slow", "fast"]
    assert [*suite.games()] == [(suite.cases[0].game, (), suite.cases[0].roots)]


def test_files_of_editors_are_none_of_a_game() -> None:
    assert [name for name in ("a.yaml", "cards/b.csv", ".#a.yaml", "a.yaml~", "4913", "art/c.svg") if is_game_file(name)] == [
        "a.yaml", "cards/b.csv", "art/c.svg",
    ]  # fmt: skip


def test_who_lacks_what_follows_files_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(Exception, match=r'pip install "ruleset\[watch\]"'):
        check_watchfiles()


def test_a_game_with_mistakes_is_loaded_once_they_are_mended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.yaml"
    shutil.copy(load("pig").directory / "game.yaml", file)
    right = file.read_text(encoding="utf-8")
    file.write_text(right.replace("roll face", "rol face"), encoding="utf-8")
    tried: list[str] = []

    def read() -> Game:
        try:
            return load(tmp_path)
        finally:
            tried.append(file.read_text(encoding="utf-8"))
            file.write_text(right, encoding="utf-8")  # saved while it loads

    assert load_after_saves(read, [str(tmp_path)], "en").name == "pig"
    assert len(tried) == 2
    err = capsys.readouterr().err
    assert "unknown verb `rol`" in err
    assert "waiting for changes" in err
    file.write_text(right.replace("roll face", "rol face"), encoding="utf-8")
    with pytest.raises(LoadError):
        load_after_saves(read, ["pig"], "en")
