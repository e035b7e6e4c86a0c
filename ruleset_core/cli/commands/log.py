"""`ruleset log`: tell a recorded game, in sentences or as data."""

from __future__ import annotations

from pathlib import Path

import click

from ruleset_core.cli.common import data_option, examples, expansion_option, lang_option


@click.command(
    epilog=examples(
        "ruleset log game.ruleset                 # what happened, in sentences",
        "ruleset log game.ruleset --lang es       # in Spanish",
        "ruleset log game.ruleset --seat 2        # as the second player may know it",
        "ruleset log game.ruleset --json          # every part with its cause, for programs",
    ),
)
@click.argument("names", nargs=-1, metavar="[GAME] FILE")
@expansion_option
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="What this seat may know.")
@click.option("--json", "as_json", is_flag=True, help="The parts of the story as `story.schema.json` says.")
@click.option("--force", is_flag=True, help="Tell a game that no longer fits up to the last position that does.")
@data_option
@lang_option
def command(
    names: tuple[str, ...],
    expansion: tuple[str, ...],
    seat: int | None,
    as_json: bool,
    force: bool,
    data: tuple[Path, ...],
    lang: str,
) -> int:
    """Tell the recorded game in FILE, from the setup on.

    Before each sentence stands the position to which it leads: `ruleset replay FILE --to N` shows it. While a game is not
    over, what the first person may not know stays hidden.
    """
    from ruleset_core.cli.playing.resuming import recorded, viewer_of
    from ruleset_core.texts.log import told_lines

    record, session, _ = recorded(names, expansion, data, lang, force=force)
    viewer = viewer_of(record, session, seat, lang)
    if as_json:
        import json

        click.echo(json.dumps(session.story(seat=viewer).to_json(), ensure_ascii=False, indent=1))
    else:
        for line in told_lines(session, viewer, lang):
            click.echo(line)
    return 0
