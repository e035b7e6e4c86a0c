"""`ruleset hint`: what a bot would do in a saved game."""

from __future__ import annotations

from typing import Any

import click

from ruleset_core.cli.common import core_option, data_option, examples, expansion_option, lang_option


@click.command(
    epilog=examples(
        "ruleset hint game.ruleset                # what `strong` would do now",
        "ruleset hint game.ruleset --bot easy     # one that looks to the end of the turn alone",
        "ruleset hint game.ruleset --sims 5000    # longer still",
    ),
)
@click.argument("names", nargs=-1, metavar="[GAME] FILE")
@expansion_option
@click.option(
    "--bot",
    default="strong",
    show_default=True,
    metavar="NAME",
    help="Which bot is asked: easy, normal, strong; strong@2s thinks as long.",
)
@click.option(
    "--sims",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="How often it plays the game on, if not as often as its level says.",
)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Who asks; without it, whose turn it is.")
@click.option("--plain", is_flag=True, help="No colours: text to be read from top to bottom, as by a screen reader.")
@core_option
@data_option
@lang_option
def command(**given: Any) -> int:
    """Say what a bot would do in the game of FILE, what it expects of that, and what comes next.

    It knows what the player knows who is asked, and no more. That a hint was asked for is written into FILE: everybody at the
    table may know. In a game that is being played, type `hint` instead.
    """
    from ruleset_core.cli.playing.hinting import hint_of_file
    from ruleset_core.texts.names import kind_of

    return hint_of_file({**given, "bot": kind_of(given["bot"])})
