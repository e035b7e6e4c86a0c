"""Streams that are closed, and an interrupt that comes early, end politely."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ruleset_core.cli import main

RULESET = f"{sys.executable} -m ruleset_core"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="shells differ")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("play pig --seats human,first --plain <&-", 0),
        ("play pig --seats first,random >&-", 0),
        ("play pig --moves - <&-", 0),
        ("list <&- >&- 2>&-", 0),
        ("nonsense 2>&-", 2),
        ("list >/dev/full", 1),
        ("list 1</dev/null", 1),
    ],
)
def test_a_closed_stream_is_no_fault_of_ours(words, code, tmp_path, monkeypatch):
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    done = subprocess.run(["sh", "-c", f"{RULESET} {words}"], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "fault" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    for record in tmp_path.glob("*"):  # what was closed is not taken for the file of the game
        assert record.read_bytes().startswith(b'{"format"')


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is full")
def test_what_cannot_be_written_is_named(tmp_path):
    (tmp_path / "cards.schema.json").symlink_to("/dev/full")
    for words, name in (
        ("list >/dev/full", "standard output"),
        ("check pig >/dev/full", "standard output"),
        (f"schema --out {tmp_path}", tmp_path / "cards.schema.json"),
    ):
        done = subprocess.run(["sh", "-c", f"{RULESET} {words}"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (1, f"Error: No space left on device: {name}\n")


def test_an_early_interrupt_is_no_traceback(monkeypatch, capsys):
    class Interrupted:
        def find_spec(self, name: str, *_more: object) -> None:
            if name == "ruleset_core.cli.group":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "ruleset_core.cli.group", raising=False)
    monkeypatch.delattr("ruleset_core.cli.group", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    assert main(["list"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


@pytest.mark.slow
def test_a_name_that_is_none_is_told_at_the_prompt(tmp_path, monkeypatch):
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    command = [sys.executable, "-m", "ruleset_core", "play", "pig", "--seats", "human,first", "--plain"]
    typed = b"save ~\0\nload ~\0\nsave ~nobody_of_that_name\nsave x\0y\nquit\n"
    done = subprocess.run(command, input=typed, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"embedded null" in done.stdout
