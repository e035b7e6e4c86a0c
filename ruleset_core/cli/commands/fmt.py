"""`ruleset fmt`: the effects and expressions in data files, all written in one way."""

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import examples

if TYPE_CHECKING:
    from ruleset_core.formatting import Formatted


@click.command(
    epilog=examples(
        "ruleset fmt",
        "ruleset fmt ./my_game",
        "ruleset fmt my_game/cards/inn.yaml --diff",
        "ruleset fmt --check .",
    )
)
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path(exists=True, path_type=Path))
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 when some file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
def command(paths: tuple[Path, ...], check: bool, diff: bool) -> int:
    """Format the effects in YAML files.

    PATH is a data file, or a directory: then all games and expansions below it. Without PATH: this directory. Only what
    is written in the effect language is touched, and only how it is written; comments stay. A file that cannot be read
    is left alone, and so are tables of cards: how these are written is for the spreadsheet they come from.

    The exit code is 0 when all went well, 1 when a file could not be read (or would change, with --check), 2 for wrong
    usage.
    """
    from ruleset_core.formatting import format_all, is_text

    tables = [path for path in paths if not is_text(path)]
    for path in tables:
        click.echo(f"left alone {path}: a table of cards stays as its spreadsheet writes it", err=True)
    if tables and len(tables) == len(paths):
        return 0
    results = format_all([path for path in paths if path not in tables] or [Path()])
    bad = [result for result in results if result.problems]
    changed = [result for result in results if result.changed]
    for result in bad:
        _tell(result)
    for result in changed:
        if diff:
            click.echo(_difference(result), nl=False)
        elif not check:
            result.write()
        click.echo(f"{'would format' if check or diff else 'formatted'} {result.path}", err=diff)
    click.echo(_sum(len(results), len(changed), len(bad)), err=True)
    return int(bool(bad or (check and changed)))


def _tell(result: "Formatted") -> None:
    """Why a file is left alone."""
    for problem in result.problems:
        span = problem.span
        click.echo(f"{span.file}:{span.line}:{span.column}: {problem.code} {problem.message}", err=True)
    click.echo(f"left alone {result.path}", err=True)


def _difference(result: "Formatted") -> str:
    old, new = (text.splitlines(keepends=True) for text in (result.old, result.new))
    return "".join(difflib.unified_diff(old, new, str(result.path), str(result.path)))


def _sum(files: int, changed: int, bad: int) -> str:
    if not files:
        return "no data files here"
    parts = [f"{files} file{'s' * (files != 1)}"]
    parts += [f"{changed} not in form"] * bool(changed) + [f"{bad} left alone"] * bool(bad)
    return ", ".join(parts if changed or bad else [*parts, "all in form"])
