"""Errors of a command as one message and an exit code. Imported only when something went wrong."""

import os
import traceback

import click

from ruleset_core.model.diagnostic import Diagnostic

EXIT_ERROR = 1
EXIT_BUG = 70
DEBUG_VARIABLE = "RULESET_DEBUG"


def report(error: Exception) -> int:
    """Print `error` for a person and return the exit code: 1, or 70 for a fault of ours."""
    if isinstance(error, OSError):
        click.echo(f"Error: {_of_the_system(error)}", err=True)
        return EXIT_ERROR
    if isinstance(error, ImportError):
        click.echo(f"Error: {error}", err=True)
        return EXIT_ERROR
    from ruleset_core import LoadError, RulesetError

    if isinstance(error, LoadError):
        for diagnostic in error.diagnostics:
            click.echo(_concise(diagnostic), err=True)
        click.echo("The game cannot be loaded. `ruleset check` shows the places.", err=True)
        return EXIT_ERROR
    if isinstance(error, RulesetError):
        click.echo(f"Error: {error}", err=True)
        return EXIT_ERROR
    return _bug(error)


def _concise(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    line = f"{span.file}:{span.line}:{span.column}: {diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}"
    return f"{line}\n  help: {diagnostic.help}" if diagnostic.help else line


def _of_the_system(error: OSError) -> str:
    """`No such file or directory: x` instead of `[Errno 2] No such file or directory: 'x'`."""
    if error.strerror is None:
        return str(error)
    return f"{error.strerror}: {error.filename}" if error.filename else error.strerror


def _bug(error: Exception) -> int:
    if os.environ.get(DEBUG_VARIABLE):
        traceback.print_exception(error)
    click.echo(f"Error: this is a fault of ruleset, not yours: {type(error).__name__}: {error}", err=True)
    click.echo(f"Please report it with the command you ran; {DEBUG_VARIABLE}=1 prints where it happened.", err=True)
    return EXIT_BUG
