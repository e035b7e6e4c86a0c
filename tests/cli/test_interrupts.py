"""Signals that end a command: at odd moments, twice, and while it has other processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background ignore it
from ruleset_core.cli import main
if __name__ == "__main__":
    raise SystemExit(main())
"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are counted in /proc")

SIMULATE = ["simulate", "pig", "--games", "30000", "--bot", "easy", "--workers", "2"]
SERVE = ["serve", "pig", "--port", "0", "--processes", "2"]


def children(pid: int) -> list[str]:
    """Processes that this one has started, with whichever of its threads."""
    return [child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


@contextmanager
def started(directory: Path, command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A command that has just started its first process (the second one, as Python starts one that tracks resources)."""
    program = directory / "program.py"  # a file, as processes that start read the main module again
    program.write_text(PROGRAM)
    (directory / "tmp").mkdir()
    with subprocess.Popen(
        [sys.executable, str(program), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # noqa: PLW1509 - the tests themselves may run under nohup
        env={**os.environ, "RULESET_STATE": str(directory / "state"), "TMPDIR": str(directory / "tmp")},
    ) as running:
        try:
            until = time.monotonic() + 30
            while len(children(running.pid)) < 2 and time.monotonic() < until:
                time.sleep(0.005)
            yield running
        finally:
            running.kill()


def none_left(group: int) -> bool:
    """Whether all processes of a group have ended, within some seconds."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("command", "code"), [(SIMULATE, 130), (SERVE, 0)])
@pytest.mark.parametrize("seconds", [0, 0.15])
def test_an_interrupt_while_processes_start_shows_no_traceback(
    tmp_path: Path, command: list[str], code: int, seconds: float
) -> None:
    with started(tmp_path, command) as running:
        time.sleep(seconds)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        problem = running.communicate(timeout=30)[1]
    assert "Traceback" not in problem, problem
    assert running.returncode == code


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "code", "which"),
    [(SIMULATE, 130, signal.SIGTERM), (SERVE, 0, signal.SIGTERM), (SERVE, 0, signal.SIGHUP)],
)
def test_who_is_told_to_end_tidies_up_as_after_an_interrupt(
    tmp_path: Path, command: list[str], code: int, which: signal.Signals
) -> None:
    with started(tmp_path, command) as running:
        time.sleep(1)
        os.kill(running.pid, which)
        problem = running.communicate(timeout=30)[1]
    assert running.returncode == code
    assert "resource_tracker" not in problem
    assert ("--resume" in problem) == (command is SIMULATE)
    assert list((tmp_path / "tmp").iterdir()) == []
    assert none_left(running.pid)


@pytest.mark.slow
def test_two_interrupts_end_a_server_as_one_does(tmp_path: Path) -> None:
    with started(tmp_path, SERVE) as running:
        until = time.monotonic() + 30
        while len(list(tmp_path.glob("tmp/ruleset-*/*"))) < 2 and time.monotonic() < until:  # all its processes listen
            time.sleep(0.05)
        for _ in range(2):
            os.kill(running.pid, signal.SIGINT)
            time.sleep(0.25)
        problem = running.communicate(timeout=30)[1]
    assert "Traceback" not in problem, problem
    assert list((tmp_path / "tmp").iterdir()) == []
    assert none_left(running.pid)


@pytest.mark.slow
def test_a_server_whose_bots_have_thought_ends_without_a_word(tmp_path: Path) -> None:
    with started(tmp_path, [*SERVE, "--seats", "Ana=human,Bo=human", "--seed", "1"]) as running:
        assert running.stdout is not None
        address, table, secret = "", "", ""
        for line in running.stdout:
            if found := re.search(r"  Ana: (http://[^/]+)/t/(\w+)#(\S+)", line):
                address, table, secret = found.groups()
                break
        told = {"authorization": f"Bearer {secret}", "content-type": "application/json", "origin": address}
        asked = Request(f"{address}/api/t/{table}/hint", b"{}", told)
        with urlopen(asked, timeout=30) as answer:
            assert b"best" in answer.read()
        running.send_signal(signal.SIGINT)
        problem = running.communicate(timeout=30)[1]
    assert problem == "Ctrl-C ends the server; all games are saved.\n"
    assert none_left(running.pid)
