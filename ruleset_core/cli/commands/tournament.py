"""`ruleset tournament`: bots play against each other until it is known who is better."""

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
    seed_option,
    workers_options,
)


@click.command(
    epilog=examples(
        "ruleset tournament pig                                   # each level against the one below",
        "ruleset tournament troyes tournay --keep night.games     # Ctrl-C, and later again with --resume",
        "ruleset tournament pig --bots strong,greedy --share 60   # does `strong` win at least 60 %?",
        "ruleset tournament troyes_dice --bots easy,normal,strong --games 100 --all",
        "ruleset tournament tic_tac_toe --out levels.md           # the table for a document",
    ),
)
@click.argument("game", nargs=-1, required=True, shell_complete=complete_game)
@expansion_option
@order_option
@click.option(
    "--bots",
    metavar="LIST",
    help="All pairings of these; else each level against the one below, and strong against greedy.",
)
@click.option(
    "--players", type=click.IntRange(min=2), metavar="N", help="How many seats, which the two share; 2 if possible."
)
@click.option(
    "--share",
    type=click.FloatRange(0, 100, min_open=True, max_open=True),
    metavar="PERCENT",
    help="What share the first is to have at least; without it, for --bots, who plays better.",
)
@click.option(
    "--sure",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="What share it must surely have; by default 10 less than --share.",
)
@click.option(
    "--games", type=click.IntRange(min=2), default=400, show_default=True, metavar="N", help="Most games of a pairing."
)
@click.option("--all", is_flag=True, help="Play all games, also where it is known before who is better.")
@seed_option
@click.option("--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the games; repeatable.")
@workers_options
@click.option(
    "--keep",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where games are kept while they are played.",
)
@click.option("--resume", is_flag=True, help="Go on with what the same command has kept.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the table: .json, .csv or .md.",
)
@click.option("--times", is_flag=True, help="With --out and --format json: how long answers took, too.")
@clock_option
@format_option
@core_option
@data_option
@lang_option
def command(**given: Any) -> int:
    """Let bots play GAME against each other, and tell who plays better and how sure that is.

    GAME is a name from `ruleset list`, or the path of a directory; there may be several. Two bots meet in pairs of games: the same dice and
    cards, and each in the other's place the second time. A pairing ends when it is known whether the first has the share that is asked for. The
    same command gives the same table, whatever the number of workers; only how long answers took is another each time. Ctrl-C keeps what is done.
    """
    from ruleset_core.cli.lab.tournament import hold

    return hold(given)
