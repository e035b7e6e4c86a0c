"""The group of commands: help, suggestions, errors as messages."""

from pathlib import Path

import click
import pytest

from ruleset_core.cli import main
from ruleset_core.cli.group import cli
from ruleset_core.errors import NotationError
from ruleset_core.paths import PluginError

CONTEXT = click.Context(cli, info_name="ruleset")
PRESENT = cli.list_commands(CONTEXT)


@pytest.mark.parametrize("name", PRESENT)
def test_help_of_every_command_has_an_example(run, name):
    outcome = run(name, "--help")
    assert outcome.code == 0
    assert "Example" in outcome.out
    assert f"ruleset {name}" in outcome.out


def test_every_command_is_listed():
    modules = [
        file for file in (Path(main.__code__.co_filename).parent / "commands").glob("*.py") if file.stem != "__init__"
    ]
    assert {file.stem for file in modules} == set(PRESENT)
    assert all("\ndef command(" in file.read_text(encoding="utf-8") for file in modules)


def test_help_lists_the_commands(run):
    outcome = run("--help")
    assert outcome.code == 0
    assert all(f"  {name} " in outcome.out for name in PRESENT)


@pytest.mark.parametrize(("typed", "meant"), [("lst", "list"), ("shwo", "show"), ("explian", "explain")])
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
    monkeypatch.setenv("RULESET_LANG", "fr")
    assert "Invalid value for 'RULESET_LANG': 'fr' is not one of 'en', 'es'." in run("list").err
    assert "Invalid value for '--lang': 'it' is not one of 'en', 'es'." in run("list", "--lang", "it").err
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

    monkeypatch.setattr("ruleset_core.cli.commands.list.list_games", fail)
    outcome = run("list")
    assert outcome.code == code
    assert message in outcome.err
    assert "Traceback" not in outcome.err


def test_a_fault_of_ours_shows_its_place_on_request(run, monkeypatch):
    def fail(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("ruleset_core.cli.commands.list.list_games", fail)
    monkeypatch.setenv("RULESET_DEBUG", "1")
    assert "Traceback" in run("list").err


def test_a_closed_pipe_is_quiet(run, monkeypatch):
    def fail(*_args: object) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr("ruleset_core.cli.commands.list.list_games", fail)
    outcome = run("list")
    assert outcome.err == ""
