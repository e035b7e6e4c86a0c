"""What the command line says of the core, and what its options do."""

from __future__ import annotations

import click
import pytest

from ruleset_core import __version__, executor
from ruleset_core.cli.parameters import core_option
from ruleset_core.compile.host.executor_choice import announce, cache_wanted


def test_the_version_says_what_runs(start):
    lines = start("--version").out.splitlines()
    assert lines[0] == f"ruleset {__version__}"
    assert lines[1].startswith("executor: ")


def test_the_version_says_why_the_core_does_not(start):
    assert start("--version", RULESET_EXECUTOR="interpreter").out.splitlines()[1] == (
        "executor: Interpreter, not the core: RULESET_EXECUTOR is `interpreter`"
    )


@pytest.mark.slow
def test_an_unknown_executor_is_one_message(start):
    for words in (("--version",), ("play", "pig", "--seats", "random,random", "--seed", "1")):
        outcome = start(*words, RULESET_EXECUTOR="rust")
        assert outcome.code == 1
        assert "RULESET_EXECUTOR is `rust`; it may be `core` or `interpreter`" in outcome.err
        assert "Traceback" not in outcome.err


@pytest.mark.slow
def test_python_that_is_no_executor_any_more_is_told_with_the_next_step(start):
    outcome = start("play", "pig", "--seats", "random,random", "--seed", "1", RULESET_EXECUTOR="python")
    assert outcome.code == 1
    assert "games are no longer written out in Python; leave it out, or say `interpreter`" in outcome.err
    assert "Traceback" not in outcome.err


@pytest.mark.slow
def test_the_interpreter_plays_the_same_game(start):
    words = ("play", "pig", "--seats", "random,random", "--seed", "1")
    assert start(*words, RULESET_EXECUTOR="interpreter").out == start(*words).out


@pytest.mark.slow
def test_bench_says_why_there_is_no_core(start):
    said = start("bench", "pig", "--seconds", "0.1", "--no-cache", RULESET_EXECUTOR="interpreter").out
    assert "no core for pig: RULESET_EXECUTOR is `interpreter`" in said


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("words", [(), ("--no-cache",)])
def test_options_count_while_a_command_runs(monkeypatch, capsys, words, terminal):
    seen = []

    @click.command()
    @core_option
    def command() -> None:
        seen.append((cache_wanted(), announce()))

    monkeypatch.delenv("RULESET_NO_CACHE", raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    command.main(words, standalone_mode=False)
    ((kept, call),) = seen
    assert kept is not bool(words)
    assert (call is not None) is terminal
    if call is not None:
        call()
        assert "compiling" in capsys.readouterr().err
    assert cache_wanted()
    assert announce() is None


def test_what_runs_is_part_of_the_seam(monkeypatch):
    monkeypatch.setenv("RULESET_EXECUTOR", "interpreter")
    assert executor().name == "interpreter"
