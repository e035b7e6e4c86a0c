"""What a check has found, what it mended and where its time went."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.printed.streams import echo_painted

if TYPE_CHECKING:
    from ruleset_core.check.run import Report

__all__ = ["mend", "print_report"]


def mend(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    data: tuple[Path, ...],
    jobs: int,
    *,
    in_order: bool,
    quiet: bool,
) -> None:
    """Make the changes that are sure, and say which."""
    from ruleset_core.check.fix import fix
    from ruleset_core.check.render import render
    from ruleset_core.check.run import check_paths, wanted

    made = fix(
        lambda: check_paths(paths, roots=data, jobs=jobs, in_order=in_order),
        lambda item: wanted(item.code, select, ignore),
    )
    for item, changes in made if not quiet else ():
        more = f" (in {len(changes)} places)" if len(changes) > 1 else ""
        click.echo(f"fixed {render([item], 'concise').rstrip()}{more}")


def print_report(report: "Report", form: str, *, timings: bool) -> None:
    """The findings, and for people a line that sums them up; then where the time went, if that was asked."""
    from typing import cast, get_args

    from ruleset_core.check.render import Format, render

    assert form in get_args(Format)
    color = sys.stdout.isatty() and click.get_current_context().color is not False
    text = render(report.diagnostics, cast("Format", form), color=color, timings=report.timings if timings else None)
    if form not in {"full", "concise"}:
        click.echo(text, nl=False)
    else:
        echo_painted(text, nl=False, color=color or None)
        if report.diagnostics and form == "full":
            click.echo()
        click.echo(_summary(report))
    if timings and form != "json":
        from ruleset_core.check.timings import table

        click.echo(table(report.timings, report.start), nl=False, err=form not in {"full", "concise"})


def _summary(report: "Report") -> str:
    from ruleset_core.check.house import CODES
    from ruleset_core.check.render import summary

    counted = [item for item in report.diagnostics if item.code not in CODES]
    house = sum(item.code == "W503" for item in report.diagnostics)
    inferred = len(report.diagnostics) - len(counted) - house
    listed = f" {house} house value{'' if house == 1 else 's'}." if house else ""
    listed += f" {inferred} inferred." if inferred else ""
    games, files = len(report.games), report.files
    read = f"{games} game{'' if games == 1 else 's'}, {files} file{'' if files == 1 else 's'}"
    found = summary(counted)
    return f"{found[0].upper()}{found[1:]} in {read} ({report.seconds:.2f} s).{listed}"
