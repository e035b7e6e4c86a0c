"""The command `ruleset play --full` with a person who presses keys and clicks, and no terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.full.fingers import played


@dataclass(frozen=True)
class Played:
    """What the command left in the terminal, and its exit code."""

    code: int
    out: str
    err: str


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[..., Played]:
    """Run `ruleset play --full` with these arguments, as `played` does."""
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "RULESET_LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def start(*args: str, **how: Any) -> Played:
        code = played(*args, **how)
        said = capsys.readouterr()
        return Played(code, said.out, said.err)

    return start
