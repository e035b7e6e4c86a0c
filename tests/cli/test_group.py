"""The group of commands: help, suggestions, errors as messages."""

import re
from pathlib import Path

import click
import pytest

from ruleset_core.cli import main
from ruleset_core.cli.group import COMMANDS, cli
from ruleset_core.discovery import PluginError
from ruleset_core.errors import NotationError

CONTEXT = click.Context(cli, info_name="ruleset")
PRESENT = cli.list_commands(CONTEXT)


@pytest.mark.parametrize("name", PRESENT)
def test_help_of_every_command_has_an_example(run, name):
    outcome = run(name, "--help")
    assert outcome.code == 0
    assert "Example" in outcome.out
    assert f"ruleset {name}" in outcome.out


def test_every_command_is_listed():
    modules = (Path(main.__code__.co_filename).parent / "commands").glob("*.py")
    commands = {
        (file.stem, name)
        for file in modules
        for name in re.findall(r"^def (\w+)_command\(", file.read_text("utf-8"), re.MULTILINE)
    }
    assert commands == {(module, name) for name, (module, _) in COMMANDS.items()}
    assert {*COMMANDS} == {*PRESENT}


def test_help_lists_the_commands(run):
    outcome = run("--help")
    assert outcome.code == 0
    assert all(f"  {name} " in outcome.out for name in PRESENT)


@pytest.mark.parametrize(("typed", "meant"), [("lsit", "list"), ("shwo", "show"), ("explian", "explain")])
def test_unknown_command_is_answered_with_a_close_one(run, typed, meant):
    outcome = run(typed)
    assert outcome.code == 2
    assert f"Did you mean `{meant}`?" in outcome.err


def test_unknown_command_like_none(run):
    outcome = run("xyzzy")
    assert outcome.code == 2
    assert "There is no command `xyzzy`." in outcome.err


def test_wrong_option_is_wrong_usage(run):
    assert run("list", "--nope").code == 2


def test_a_wrong_language_is_that_of_the_variable_or_of_the_option(run, monkeypatch):
    monkeypatch.setenv("RULESET_LANG", "french")
    assert "Invalid value for 'RULESET_LANG': 'french' is not the code of a language" in run("list").err
    assert "Invalid value for '--lang': 'Italian' is not the code of a language" in run("list", "--lang", "Italian").err
    assert run("list", "--lang", "es").code == 0


def test_nothing_asked_shows_the_help(run):
    outcome = run()
    assert "Commands:" in outcome.out + outcome.err


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (FileNotFoundError(2, "No such file or directory", "cards.yaml"), 1, "No such file or directory: cards.yaml"),
        (PermissionError(13, "Permission denied", "save"), 1, "Permission denied: save"),
        (PluginError("the plugin of game `hexes` is broken"), 1, "hexes"),
        (NotationError("`take` is no move"), 1, "`take` is no move"),
        (ImportError("no module"), 70, "fault of ruleset"),
        (click.ClickException("no"), 1, "Error: no"),
        (KeyboardInterrupt(), 130, "Stopped."),
        (EOFError(), 130, "Stopped."),
        (ZeroDivisionError("division by zero"), 70, "fault of ruleset"),
        (RecursionError("deep"), 70, "fault of ruleset"),
    ],
)
def test_an_error_is_one_message_and_never_a_traceback(run, monkeypatch, error, code, message):
    def fail(*_args: object) -> None:
        raise error

    monkeypatch.setattr("ruleset_core.cli.commands.listings.list_games", fail)
    outcome = run("list")
    assert outcome.code == code
    assert message in outcome.err
    assert "Traceback" not in outcome.err


def test_a_fault_of_ours_shows_its_place_on_request(run, monkeypatch):
    def fail(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("ruleset_core.cli.commands.listings.list_games", fail)
    monkeypatch.setenv("RULESET_DEBUG", "1")
    assert "Traceback" in run("list").err


def test_a_closed_pipe_is_quiet(run, monkeypatch):
    def fail(*_args: object) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr("ruleset_core.cli.commands.listings.list_games", fail)
    outcome = run("list")
    assert outcome.err == ""
