"""`ruleset test` and `ruleset bench` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

import ruleset_core
from ruleset_core import LoadError
from ruleset_core.cli import main
from ruleset_core.diagnostics import Span, error
from ruleset_core.lab import bench as speed
from ruleset_core.lab.bench import play_engine_game
from ruleset_core.testing import scenarios
from ruleset_core.testing.conformance import game_checks, position_checks
from tests.standin import ask_stand_ins
from tests.testing import tiny


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_stand_ins(monkeypatch)

    def load(*_: Any, **__: Any) -> Any:
        return tiny.Game()

    monkeypatch.setattr(scenarios, "load", load)
    monkeypatch.setattr(ruleset_core, "load", load)
    monkeypatch.setattr(position_checks, "scene", tiny.scene)
    monkeypatch.setattr(speed, "scene", tiny.scene)
    monkeypatch.setattr(
        game_checks, "digest_in_new_process", lambda played, *_: [game_checks.game_digest(game) for game in played]
    )


@pytest.fixture
def file(tmp_path: Path) -> str:
    file = tmp_path / "cases.yaml"
    file.write_text(
        "game: tiny\nscenarios:\n  - {name: good, covers: R1, expect: {seat: 0}}\n  - {name: bad, expect: {seat: 1}}\n",
        encoding="utf-8",
    )
    return str(file)


def test_failures_are_shown_with_their_line(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", file]) == 1
    out = capsys.readouterr().out
    assert f"FAILED bad ({file}:4)" in out
    assert "expected seat 1, found 0" in out
    assert "    - {name: bad, expect: {seat: 1}}".strip() in out
    assert "2 scenarios: 1 failed in" in out


def test_a_game_that_cannot_be_loaded_is_told_once(
    tmp_path: Path, monkeypatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(*_: object, **__: object) -> None:
        raise LoadError([error("E302", "unknown verb `gian`", Span.whole("game.yaml"))])

    monkeypatch.setattr(scenarios, "load", load)
    file = tmp_path / "cases.yaml"
    file.write_text("game: tiny\nscenarios:\n  - {name: one}\n  - {name: two}\n", encoding="utf-8")
    assert main(["test", str(file)]) == 1
    out = capsys.readouterr().out
    assert out.count("unknown verb `gian`") == 1
    assert out.count("FAILED") == 2
    assert "for the same reason as above" in out
    assert "2 scenarios: 2 failed" in out


def test_concise_failures_are_one_line_each(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", file, "--format", "concise"]) == 1
    assert f"{file}:4:32: E503 expected seat 1, found 0\n" in capsys.readouterr().out


def test_all_results_as_json(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", file, "--format", "json"]) == 1
    assert [(one["name"], one["ok"]) for one in json.loads(capsys.readouterr().out)] == [("good", True), ("bad", False)]


def test_the_exit_code_is_0_when_all_passed(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", file, "--filter", "R1"]) == 0
    assert "1 scenario: all passed in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--filter", "nothing like it"], "There are no scenarios with `nothing like it` in them"),
        (["--conformance", "tiny"], "--conformance takes its game itself"),
        (["-x", "winter"], "A scenario says itself"),
        (["no_such_game"], "there is no game `no_such_game`"),
        (["--format", "xml"], "is not one of"),
    ],
)
def test_wrong_usage(file: str, args: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", file, *args]) == 2
    assert said in capsys.readouterr().err


def test_conformance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "--conformance", "tiny", "--games", "5"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tiny: 5 games, ")
    assert "ok    clone " in out
    assert "all promises kept in" in out


def test_conformance_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "--conformance", "tiny", "--games", "5", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_conformance_with_too_many_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "--conformance", "tiny", "--players", "3"]) == 2
    assert "Tiny (en) is for 2 to 2 players, not 3." in capsys.readouterr().err


def test_goldens_are_written_in_a_checkout_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["test", "--update-goldens"]) == 2
    assert "There is no tests/goldens here" in capsys.readouterr().err


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "tiny", "--seconds", "0.1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("GAME  PLAYERS  PLAYED      GAMES/S")
    assert "of pig" in out or "x pig" in out
    assert "pig in plain Python: " in out
    assert "compared with pig, which does far less" in out
    assert "no core for tiny: it is written by hand" in out


def test_bench_of_a_game_with_a_core(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games at once have a line of their own, with how many times as fast as single games they are."""
    game = tiny.Game()
    monkeypatch.setattr(
        speed, "core_play", lambda *_: lambda games, seed: play_engine_game(cast("Any", game), 2, games, seed)
    )
    assert main(["bench", "tiny", "--seconds", "0.1"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^ +many at once \([01]x\) +[\d ]+ ", out, re.MULTILINE)
    assert "no core" not in out


def test_bench_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "tiny", "--seconds", "0.1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"][0]["game"] == "tiny"
