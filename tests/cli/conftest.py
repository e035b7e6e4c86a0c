"""How tests run the command: in this process for speed, in a process of its own where start-up is the subject."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ruleset_core.cli import main

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Outcome:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `ruleset` with the given words in this process."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "RULESET_LANG", "RULESET_PATH"):
        monkeypatch.delenv(name, raising=False)

    def run_words(*words: object) -> Outcome:
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run_words


@pytest.fixture
def start() -> Run:
    """Run `ruleset` with the given words in a new process."""

    def start_words(*words: object, **environment: str) -> Outcome:
        command = [sys.executable, "-m", "ruleset_core", *map(str, words)]
        kept = {name: os.environ[name] for name in ("PATH", "RULESET_CACHE")}
        variables = {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environment}
        done = subprocess.run(command, capture_output=True, text=True, env=variables, check=False, encoding="utf-8")
        return Outcome(done.returncode, done.stdout, done.stderr)

    return start_words
