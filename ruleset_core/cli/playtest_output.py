"""Reads the notes of play-tests that testers have sent, prints what they say, and writes the page."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.parameters import text_table
from ruleset_core.files import os_error_reason
from ruleset_core.lab.playtests import PlaytestGroup, group_playtests
from ruleset_core.lab.report.document import ReportLanguage
from ruleset_core.lab.report.playtest_pages import PlaytestPage, playtest_findings, playtests_html
from ruleset_core.messages import message
from ruleset_core.play.records import write_atomically
from ruleset_core.play.records.playtest_files import PlaytestError, read_playtest
from ruleset_core.safe_text import clean_line

if TYPE_CHECKING:
    from ruleset_core.play.records.playtest_files import Playtest

WIDEST: Final = 72
"""Columns of a question."""
MOST_FILES: Final = 1000
"""Files of a directory that are read."""


def sum_up_playtests(paths: Sequence[Path], html: Path | None, data: Sequence[Path], lang: str) -> int:
    """Do what the command line asks for; the exit code: 1 where a file was skipped. Raises `click.ClickException`."""
    read: list[Playtest] = []
    skipped = 0
    for path in _files(paths, lang):
        try:
            read.append(read_playtest(path))
        except PlaytestError as problem:
            skipped += 1
            click.echo(problem.text(lang), err=True)
    if not read:
        raise click.ClickException(message("cli.playtests.all_skipped", lang))
    groups = group_playtests(read, data)
    page = PlaytestPage(ReportLanguage(lang))
    for group in groups:
        for line in _lines(page, group):
            click.echo(clean_line(line))
        click.echo()
    if html is not None:
        try:
            write_atomically(html, playtests_html(groups, skipped, lang).encode())
        except (OSError, ValueError) as error:
            reason = os_error_reason(error) if isinstance(error, OSError) else str(error)
            raise click.ClickException(f"{clean_line(str(html))}: {reason}") from None
        click.echo(message("cli.playtests.wrote", lang, file=clean_line(str(html))))
    if skipped:
        click.echo(message("cli.playtests.skipped", lang, count=skipped), err=True)
    return 1 if skipped else 0


def _files(paths: Iterable[Path], lang: str) -> Iterator[Path]:
    """The files that are named, and those that lie in directories. Raises `click.ClickException` for a directory without any."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(each for each in path.iterdir() if "playtest" in each.name and each.suffix == ".txt")
        if not found:
            raise click.ClickException(message("cli.playtests.none", lang, path=clean_line(str(path))))
        yield from found[:MOST_FILES]


def _lines(page: PlaytestPage, group: PlaytestGroup) -> Iterator[str]:
    """What a version of a game says, line by line."""
    words, lang = page.words, page.words.lang
    whole = sum(test.notes.record is not None for test in group.tests)
    yield group.title(lang)
    yield " ".join([page.say("lead", count=len(group.tests)), page.say("whole", count=whole)])
    if group.game is None:
        yield page.say("not_here", why=str(group.problem))
    elif group.game.hash != group.version[3]:
        yield page.say("other_version")
    yield from (f"- {each.text}" for each in playtest_findings(page, group, named=False))
    if group.questions:
        heads = [page.say(f"h_{key}") for key in ("question", "answers", "middle", "longest")]
        rows = [
            [
                page.question(group, each.question, code=False)[:WIDEST],
                str(len(each.times)),
                words.number(each.middle),
                words.number(max(each.times)),
            ]
            for each in group.questions
        ]
        yield ""
        yield from text_table([heads, *rows]).splitlines()
    for test, entry in group.notes:
        place = test.position(entry)
        yield ""
        move = entry.at if place is None else place
        yield message(
            "cli.playtests.note", lang, seat=test.notes.seat + 1, move=move, note=" ".join(entry.what.split())
        )
        if place is not None:
            seat = str(test.notes.seat + 1)
            yield "  " + shlex.join(["ruleset", "replay", test.notes.file, "--to", str(place), "--seat", seat])
