"""`ruleset compare`: what differs between two games, or what a number of a game does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ruleset_core.cli.common import (
    clock_option,
    complete_game,
    core_option,
    data_option,
    examples,
    expansion_option,
    format_option,
    lang_option,
    order_option,
    report_option,
    seed_option,
    sheets_option,
    workers_options,
)


@click.command(
    epilog=examples(
        "ruleset compare troyes_dice banquetes_y_asaltos    # what does an expansion do?",
        "ruleset compare troyes ./my_expansion",
        "ruleset compare ./before ./after --games 2000      # two directories",
        "ruleset compare troyes ./evening --bot strong      # a game and its variant",
        "ruleset compare troyes --set denier.start=7        # one number is another",
        "ruleset compare troyes --set denier.start=2..10..2 --figure score --figure wins:1 --out curve.svg",
        "ruleset compare troyes_dice banquetes_y_asaltos --report what.html  # a page with plots, to read and to print",
    ),
)
@click.argument("game", shell_complete=complete_game)
@click.argument("other", required=False, shell_complete=complete_game)
@click.option(
    "--set",
    multiple=True,
    metavar="NAME=VALUES",
    help="Try other numbers: 3, 2..6, 2..10..2 or 2,4,6; repeatable. `ruleset show GAME --numbers` lists the names.",
)
@click.option(
    "--figure",
    multiple=True,
    metavar="NAME",
    help="What to ask: score, score:SEAT, wins:SEAT, decisions, length, shared, category:NAME, taken:CARD; repeatable.",
)
@expansion_option
@order_option
@click.option(
    "--seats",
    metavar="LIST",
    help="The bots, one for each seat: random, greedy, easy, normal, strong; my_bot.py:MyBot.",
)
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="How many seats, all with the same bot.")
@click.option("--bot", metavar="NAME", help="The bot on all seats; without it `easy`.")
@click.option(
    "--games", type=click.IntRange(min=2), default=500, show_default=True, metavar="N", help="How many of each."
)
@seed_option
@click.option("--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the games; repeatable.")
@workers_options
@sheets_option
@click.option("--resume", is_flag=True, help="Go on with what the same command has kept.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the figures: .csv or .json; or the curves of --set as .svg.",
)
@clock_option
@report_option
@format_option
@core_option
@data_option
@lang_option
def command(**given: Any) -> int:
    """Play GAME and OTHER on the same seeds, and tell what differs beyond chance.

    GAME is a name from `ruleset list`, or the path of a directory; GAME+EXPANSION lays an expansion on it. OTHER is such a game, or an
    expansion of GAME. With --set, GAME is compared with itself where numbers of its data are others; no file is changed.

    Game after game both sides have the same luck, as far as they ask for it alike. So what is due to luck cancels out, and few games tell
    much. For what is not sure, it says how many games it would take. Ctrl-C tells what is known so far.
    """
    from ruleset_core.cli.lab.comparing import compare

    return compare(given)
