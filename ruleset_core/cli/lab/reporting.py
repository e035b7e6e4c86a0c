"""Reports: where one may be written, asked before anything is played, and written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.files import read_ordinary, reason

__all__ = ["COURSES", "check_report", "write_report"]

COURSES = 100
"""Of so many games a report shows how the scores grow."""
BEGINNING = b"<!doctype html"


def check_report(path: Path, lang: str) -> None:
    """Raises `click.ClickException` where no report can be written: hours of play should not end with that."""
    if path.suffix.lower() not in {".html", ".htm"}:
        raise click.BadParameter(say("report_kind", lang), param_hint="--report")
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise click.ClickException(say("report_no_place", lang, file=path.parent))
    try:
        foreign = target.exists() and read_ordinary(target, len(BEGINNING)).lower() not in {BEGINNING, b""}
    except OSError as error:
        raise click.ClickException(say("report_failed", lang, file=path, reason=reason(error))) from None
    if foreign:
        raise click.ClickException(say("report_foreign", lang, file=path))
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise click.ClickException(say("report_failed", lang, file=path, reason=os.strerror(13)))


def write_report(path: Path, page: str, lang: str) -> None:
    """Write a page and say where it is. Raises `click.ClickException`."""
    from ruleset_core.record import write_whole

    try:
        write_whole(Path(os.path.realpath(path)), page.encode())
    except OSError as error:
        raise click.ClickException(say("report_failed", lang, file=path, reason=reason(error))) from None
    click.echo(say("report_written", lang, file=path), err=True)
