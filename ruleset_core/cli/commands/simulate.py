"""`ruleset simulate`: many games between bots, and what they say of a game."""

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
    load_game,
    order_option,
    report_option,
    seed_option,
    sheets_option,
    workers_options,
)


@click.command(
    epilog=examples(
        "ruleset simulate troyes_dice                             # 1,000 games of two `easy` bots",
        "ruleset simulate pig --seats strong,easy --games 500     # who is better?",
        "ruleset simulate troyes --players 4 --bot random --games 100000 --workers 2",
        "ruleset simulate tournay --games 2000 --keep night.games # Ctrl-C, and later again with --resume",
        "ruleset simulate pig --games 5000 --out pig.csv          # all games, for a spreadsheet",
        "ruleset simulate troyes --games 400 --report troyes.html # a page with plots, to read and to print",
    ),
)
@click.argument("game", shell_complete=complete_game)
@expansion_option
@order_option
@click.option(
    "--seats",
    metavar="LIST",
    help="The bots, one for each seat: random, greedy, easy, normal, strong; my_bot.py:MyBot.",
)
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="How many seats, all with the same bot.")
@click.option("--bot", metavar="NAME", help="The bot on all seats; without it `easy`.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="How many.")
@seed_option
@click.option("--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the game; repeatable.")
@workers_options
@sheets_option
@click.option(
    "--stories",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    metavar="N",
    help="Of how many games, drawn by lot, to hear what every point came from.",
)
@click.option(
    "--cards",
    type=click.Choice(["some", "all"]),
    default="some",
    show_default=True,
    help="Tell of the cards it does most and least for to be taken, or of all.",
)
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
    help="Write a row for each game: .csv, .jsonl or .parquet.",
)
@click.option(
    "--out-cards",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a row for each card of each seat and game: dealt, offered, taken, had.",
)
@report_option
@clock_option
@format_option
@core_option
@data_option
@lang_option
def command(**given: Any) -> int:
    """Play many games of GAME between bots, and tell who wins, how much, how long it takes, and how sure that is.

    GAME is a name from `ruleset list`, or the path of a directory. The bots change seats from game to game, so that each sits everywhere
    as often. The same command gives the same figures, whatever the number of workers. Ctrl-C keeps what is done.
    """
    from ruleset_core.cli.lab.simulating import simulate

    game = load_game(given["game"], given["expansion"], given["data"], in_order=given["in_order"])
    return simulate(game, given)
