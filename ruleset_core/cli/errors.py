"""Errors of a command as one message and an exit code. Imported only when something went wrong."""

import os
import sys

import click

from ruleset_core.cli.printed.streams import echo_painted
from ruleset_core.faults import DEBUG_VARIABLE, fault
from ruleset_core.shown import clean

EXIT_ERROR = 1
EXIT_BUG = 70


def report(error: Exception) -> int:
    """Print `error` for a person and return the exit code: 1, or 70 for a fault of ours."""
    if isinstance(error, OSError):
        click.echo(f"Error: {clean(_of_the_system(error))}", err=True)
        return EXIT_ERROR
    from ruleset_core.errors import LoadError, RulesetError

    if isinstance(error, LoadError):
        from ruleset_core.check.render import render, summary

        echo_painted(render(error.diagnostics, color=_color()), err=True)
        click.echo(f"The game cannot be loaded: {summary(error.diagnostics)}.", err=True)
        return EXIT_ERROR
    if isinstance(error, RulesetError):
        click.echo(f"Error: {clean(str(error))}", err=True)
        return EXIT_ERROR
    return _bug(error)


def _color() -> bool:
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def _of_the_system(error: OSError) -> str:
    """`No such file or directory: x` instead of `[Errno 2] No such file or directory: 'x'`."""
    if error.strerror is None:
        return str(error)
    return f"{error.strerror}: {error.filename}" if error.filename else error.strerror


def _bug(error: Exception) -> int:
    click.echo(f"Error: {fault(error)}", err=True)
    click.echo(f"Please report it with the command you ran; {DEBUG_VARIABLE}=1 prints where it happened.", err=True)
    return EXIT_BUG
