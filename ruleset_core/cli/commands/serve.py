"""`ruleset serve`: tables in the browser."""

from __future__ import annotations

from typing import Any

import click

from ruleset_core.cli.common import (
    complete_game,
    data_option,
    examples,
    expansion_option,
    lang_option,
    order_option,
)


@click.command(
    epilog=examples(
        "ruleset serve                                    # the lobby: choose there what is played",
        "ruleset serve troyes_dice                        # a table at once: you and a bot",
        "ruleset serve troyes --seats Ana=human,Bo=human  # one link for each",
        "ruleset serve --host 0.0.0.0 --public-url http://192.168.1.20:8000",
    ),
)
@click.argument("game", required=False, shell_complete=complete_game)
@expansion_option
@order_option
@click.option("--seats", metavar="LIST", help="Who plays, as for `ruleset play`: Ana=human,Bo=easy.")
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="How many play: you and so many bots.")
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The same seed gives the same dice and cards.")
@click.option("--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the game; repeatable.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where others may reach it.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--public-url", default="", metavar="URL", help="What links begin with, where that is another address.")
@click.option("--no-hints", is_flag=True, help="Nobody may ask for hints.")
@click.option("--pause", type=click.FloatRange(0, 30), default=0.8, show_default=True, help="Seconds for a bot's move.")
@click.option(
    "--bot-limit",
    type=click.FloatRange(1, 3600),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="An installed bot that takes longer for a move does not answer: the host can replace it.",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    metavar="N",
    help="That share the tables; by default one for each processor.",
)
@data_option
@lang_option
def command(**given: Any) -> int:
    """Open tables in the browser on this machine, one secret link for each seat.

    With GAME there is a table at once, and its links are printed. Games are kept like those of `ruleset play`: after a restart all
    tables are there, with the same links. Ctrl-C ends the server and loses nothing. Needs `ruleset[web]`.
    """
    from ruleset_core.cli.playing.serving import serve

    return serve(given)
