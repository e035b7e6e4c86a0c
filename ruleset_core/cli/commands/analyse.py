"""`ruleset analyse`: go through a saved game and show where it was won and lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ruleset_core.cli.common import core_option, data_option, examples, expansion_option, lang_option


@click.command(
    epilog=examples(
        "ruleset analyse game.ruleset                    # a picture, where it turned, what cost something",
        "ruleset analyse game.ruleset --out course.svg   # the picture for a browser, light or dark",
        "ruleset analyse game.ruleset --seat 2           # the second player's decisions alone",
        "ruleset analyse game.ruleset --bot strong       # by one that thinks longer",
    ),
)
@click.argument("names", nargs=-1, metavar="[GAME] FILE")
@expansion_option
@click.option(
    "--bot",
    default="normal",
    show_default=True,
    metavar="NAME",
    help="Which bot says what is best: easy, normal, strong.",
)
@click.option(
    "--sims", type=click.IntRange(1, 1_000_000), metavar="N", help="Simulations a decision, if not those of its level."
)
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="N", help="The decisions of this seat alone, as it saw them."
)
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Write the picture: .svg.")
@click.option("--plain", is_flag=True, help="Nothing drawn: text to be read from top to bottom, as by a screen reader.")
@core_option
@data_option
@lang_option
def command(**given: Any) -> int:
    """Go through the game in FILE: what each player could expect, which decisions cost something, what luck did.

    Each position is seen as the player who decides there could see it. It takes half a minute to two on two processors; Ctrl-C tells the stand
    so far. The same file gives the same analysis. Of a game that is not over, only the first person's decisions are gone through.
    """
    from ruleset_core.cli.showing.analysing import analyse
    from ruleset_core.texts.names import kind_of

    return analyse({**given, "bot": kind_of(given["bot"])})
