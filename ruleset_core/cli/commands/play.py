"""Commands that open a table: `play` in the terminal, `serve` in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ruleset_core.cli.parameters import (
    ask_option,
    complete_game,
    data_option,
    examples,
    expansion_option,
    from_option,
    game_or_lesson,
    lang_option,
    lesson_option,
    order_option,
    screen_options,
    values_option,
)


@click.command(
    epilog=examples(
        "ruleset play troyes_dice                                 # you against a bot",
        "ruleset play troyes_dice --seats Ana=human,Bo=human      # two at one terminal",
        "ruleset play troyes_dice --players 1 --seed 7 --lang es  # alone, the same dice every time",
        "ruleset play pig --seats greedy,random | less            # watch bots",
        "ruleset play tic_tac_toe --moves moves.txt               # a script, one move a line",
        "ruleset play pig --lesson                                # learn the game",
        "ruleset play troyes_dice --from 'available dice'         # from the position of a scenario",
        "ruleset play --resume                                    # go on with the last game",
    ),
)
@click.argument("game", required=False, shell_complete=complete_game)
@expansion_option
@order_option
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="How many play.")
@click.option(
    "--seats",
    metavar="LIST",
    help="Who plays: human, greedy, easy, normal, strong, random, first, my_bot.py:MyBot; a name as in Ana=human.",
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The same seed gives the same dice and cards.")
@click.option(
    "--number",
    type=click.IntRange(min=0),
    metavar="N",
    help="Play game N of those that `simulate` plays with this seed, from 0.",
)
@click.option(
    "--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the game; repeatable. Alone, NAME is true."
)
@from_option
@lesson_option
@click.option("--moves", metavar="FILE", help="Play these moves first: one a line, # for comments, - for the input.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[FILE]",
    help="Go on with a saved game, by default the last one not finished.",
)
@click.option(
    "--force", is_flag=True, help="Resume a game that no longer fits, from the last position that does, in a new file."
)
@screen_options
@click.option(
    "--no-wait",
    is_flag=True,
    help="Do not wait for Enter after a turn in which a player had no choice, nor for bots with --full.",
)
@click.option("--no-hints", is_flag=True, help="Nobody at this table may ask what a bot would do.")
@click.option("--no-save", is_flag=True, help="Do not save the game automatically.")
@data_option
@lang_option
def play_command(**given: Any) -> int:
    """Play GAME, a name from `ruleset list` or the directory of a game.

    In a terminal you play the first seat and bots the others; without one, bots play a whole game. Every
    decision is saved at once, in $RULESET_STATE or the user's state directory. Type ? in a game for help.
    """
    from ruleset_core.cli.console.game_loop import ConsoleHost
    from ruleset_core.cli.console.screen import Screen
    from ruleset_core.cli.openings import PlayRequest, new_game, read_script, resume_game
    from ruleset_core.messages import message
    from ruleset_core.play.records import RecordError
    from ruleset_core.play.wording.game_messages import record_error_text

    given["game"], given["lesson"] = game_or_lesson(given["game"], given["lesson"])
    asked = PlayRequest(**given)
    if asked.full:
        from ruleset_core.cli.fullscreen import need_full, play_full

        need_full(asked.lang, plain=asked.plain)
    screen = Screen(plain=asked.plain)
    try:
        script = read_script(asked.moves, asked.lang) if asked.moves is not None else None
    except RecordError as error:
        raise click.ClickException(record_error_text(error, asked.lang)) from None
    person = screen.interactive
    opened = new_game(asked, person=person) if asked.resume is None else resume_game(asked, asked.resume)

    def play(screen: Screen) -> int:
        for note in opened.notes:
            screen.note(note)
        host = ConsoleHost(opened.session, screen, asked.lang, script, waits=not asked.no_wait)
        for seat, kind in enumerate(opened.kinds):
            host.table.sit(seat, kind)
        code = host.run()
        if asked.full and host.table.over:
            screen.pause(message("cli.full.full_over", asked.lang))
        return code

    return play_full(play, asked.lang, waits=not asked.no_wait) if asked.full else play(screen)


# `ruleset serve`: tables in the browser.


@click.command(
    epilog=examples(
        "ruleset serve                                    # the lobby: choose there what is played",
        "ruleset serve troyes_dice                        # a table at once: you and a bot",
        "ruleset serve troyes --seats Ana=human,Bo=human  # one link for each",
        "ruleset serve hurdles --from 'first dog'         # from the position of a scenario",
        "ruleset serve pig --lesson                       # learn the game",
        "ruleset serve pig --share                        # for others on the same network",
    ),
)
@click.argument("game", required=False, shell_complete=complete_game)
@expansion_option
@order_option
@from_option
@lesson_option
@click.option("--seats", metavar="LIST", help="Who plays, as for `ruleset play`: Ana=human,Bo=easy.")
@click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="How many play: you and, on the other seats, bots."
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The same seed gives the same dice and cards.")
@values_option
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where others may reach it.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--public-url", default="", metavar="URL", help="What links begin with, where that is another address.")
@click.option(
    "--share",
    is_flag=True,
    help="Let others on the same network play: print the addresses and QR codes. People have all seats unless --seats says otherwise.",
)
@click.option("--no-hints", is_flag=True, help="Nobody may ask for hints.")
@click.option(
    "--pause",
    type=click.FloatRange(0, 30),
    default=0.8,
    show_default=True,
    help="Least time for a bot's move, in seconds.",
)
@click.option(
    "--bot-limit",
    type=click.FloatRange(1, 3600),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="An installed bot that takes longer for a move does not answer: the host can replace it.",
)
@click.option(
    "--private-games",
    is_flag=True,
    help="Where others may reach it: offer games that may not be published freely, too. Their notice is shown.",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that share the tables; by default one for each processor.",
)
@click.option(
    "--webhooks",
    multiple=True,
    metavar="HOST",
    help="Players may be told by webhooks on this host that it is their turn: discord.com, hooks.slack.com. May be repeated.",
)
@click.option(
    "--smtp",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Players may be told by mail, sent as this file says (TOML).",
)
@ask_option
@data_option
@lang_option
def serve_command(**given: Any) -> int:
    """Open tables in the browser on this machine, one secret link for each seat.

    With GAME there is a table at once, and its links are printed. Games are kept like those of `ruleset play`: after a restart all
    tables are there, with the same links. Ctrl-C ends the server and loses nothing. Needs `ruleset[web]`.
    """
    from ruleset_core.cli.serve import ServeRequest, serve

    given["game"], given["lesson"] = game_or_lesson(given["game"], given["lesson"])
    return serve(ServeRequest(**given))


# `ruleset dev`: a table that goes on with what is saved.


@click.command(
    epilog=examples(
        "ruleset dev ./my_game                        # a table; save a file, and it goes on with it",
        "ruleset dev ./my_game -x winter --players 3",
        "ruleset dev ./my_game --from 'last coin'     # from the position of a scenario",
    ),
)
@click.argument("game", shell_complete=complete_game)
@expansion_option
@order_option
@from_option
@click.option("--seats", metavar="LIST", help="Who plays, as for `ruleset play`: Ana=human,Bo=easy.")
@click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="How many play: you and, on the other seats, bots."
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The same seed gives the same dice and cards.")
@values_option
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option(
    "--pause", type=click.FloatRange(0, 30), default=0.3, show_default=True, help="Least time for a bot's move, in seconds."
)  # fmt: skip
@data_option
@lang_option
def dev_command(**given: Any) -> int:
    """Play a game in the browser while you write it.

    After each save the game is checked, and the table goes on with it where the moves made so far still fit. Where they do not, the
    page says at which move and after which change, and offers to go back to the last position that fits or to begin anew. Findings
    stand above the table and here; so do scenarios that fail: those that the change concerns are run first. Needs `ruleset[web,watch]`.
    """
    from ruleset_core.cli.serve import DevRequest, serve_live

    return serve_live(DevRequest(**given))
