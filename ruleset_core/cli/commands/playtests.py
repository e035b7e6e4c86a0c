"""`ruleset playtests`: what the notes of many play-tests say together, in the terminal and as a page."""

from __future__ import annotations

from pathlib import Path

import click

from ruleset_core.cli.parameters import data_option, examples, file_option, lang_option


@click.command(
    epilog=examples(
        "ruleset playtests tests/                        # all notes in a directory",
        "ruleset playtests tests/ --html tests.html      # a page with the position of each note",
        "ruleset playtests a.playtest.txt b.playtest.txt",
        "ruleset playtests tests/ --data .               # the game lies in a directory below this one",
    ),
)
@click.argument("paths", nargs=-1, required=True, metavar="DIR|FILES...", type=click.Path(path_type=Path))
@file_option("--html", help="Write one HTML page with plots, notes and their positions.")
@data_option
@lang_option
def playtests_command(paths: tuple[Path, ...], html: Path | None, data: tuple[Path, ...], lang: str) -> int:
    """Sum up what testers noted: where they hesitated, what they looked up, which cards they never chose, what they wrote.

    Testers agree under Settings, Play-test, on the page of a table, and send the file that they download there. Of a
    directory all files are read whose name holds `playtest` and ends in .txt. Exit code 1: some could not be read.
    """
    from ruleset_core.cli.playtest_output import sum_up_playtests

    return sum_up_playtests(paths, html, data, lang)
