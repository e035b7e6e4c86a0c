"""The commands on the tiny game of the tests of records: `load` and the view are replaced."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import ruleset_core
from ruleset_core import load
from ruleset_core.cli import main
from ruleset_core.cli.console.screen import Screen
from ruleset_core.view.scene import scene_builder
from tests.record.fake import FakeGame, fake_scene
from tests.standin import ask_stand_ins


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
FIRST = object()
"""Typed for the notation of the first option, whatever it is."""
INIT, ASK = Screen.__init__, Screen.ask


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_stand_ins(monkeypatch)


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "RULESET_LANG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "state"


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeGame:
    """The game that every name loads."""
    game = FakeGame()
    monkeypatch.setattr(ruleset_core, "load", lambda *_, **__: game)
    monkeypatch.setattr(scene_builder, "scene", fake_scene)
    return game


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `ruleset` with these arguments; `typed` is its standard input, `person` says that it is a terminal."""

    def start(*args: object, typed: str | list[Any] = "", person: bool = False) -> Ran:
        if person:
            assert isinstance(typed, list)
            monkeypatch.setattr(Screen, "__init__", terminal)
            monkeypatch.setattr(Screen, "ask", typing(iter(typed)))
        else:
            monkeypatch.setattr(Screen, "__init__", INIT)
            monkeypatch.setattr(Screen, "ask", ASK)
            monkeypatch.setattr("sys.stdin", io.StringIO(typed if isinstance(typed, str) else "\n".join(typed) + "\n"))
        code = main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return start


def terminal(self: Screen, *, plain: bool = False) -> None:
    """A plain screen that takes itself for a terminal."""
    del plain
    self.interactive = True
    self._console = None


def typing(lines: Iterator[Any]) -> Callable[..., str]:
    """A person who types these lines, then leaves; an exception among them is raised instead."""

    def ask(self: Screen, prompt: str, words: Any = ()) -> str:
        line = next(lines, EOFError())
        if line is FIRST:
            line = words[0] if words else ""  # nothing is asked: Enter is waited for
        if isinstance(line, BaseException):
            raise line
        self.line(f"{prompt}{line}")
        return str(line).strip()

    return ask


def rolls_again(seed: int) -> bool:
    state = load("pig").new(2, seed)
    state.apply("play roll")
    return state.seat == 0
