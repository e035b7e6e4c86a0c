"""Reports: where one may be written, asked before anything is played, and written whole or not at all."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.files import read_ordinary, reason

__all__ = ["COURSES", "again", "check_report", "write_report"]

COURSES = 100
"""Of so many games a report shows how the scores grow."""
LEFT_OUT = {"workers", "keep", "resume", "out", "output", "report", "lang"}
"""What does not change a report, or is told by itself."""
ALWAYS = {"games", "seed"}
"""What is told also where it is what it would be anyway."""
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


def again(lang: str) -> str:
    """What is typed to do again what this command does, and to write the same page."""
    context = click.get_current_context()
    words = ["ruleset", str(context.info_name)]
    for param in context.command.params:
        name, value = str(param.name), context.params.get(str(param.name))
        if (
            name in LEFT_OUT
            or value in (None, (), False)
            or (value == param.get_default(context) and name not in ALWAYS)
        ):
            continue
        lead = [] if isinstance(param, click.Argument) else [max(param.opts, key=len)]
        for each in value if param.multiple or isinstance(value, tuple) else (value,):
            words += lead if each is True else [*lead, str(each)]
    return shlex.join([*words, "--lang", lang, "--report", "report.html"])
