"""`ruleset play`: a game in the terminal, alone, with others or against bots."""

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
        "ruleset play troyes_dice                                 # you against a bot",
        "ruleset play troyes_dice --seats Ana=human,Bo=human      # two at one terminal",
        "ruleset play troyes_dice --players 1 --seed 7 --lang es  # alone, the same dice every time",
        "ruleset play pig --seats greedy,random | less            # watch bots",
        "ruleset play tic_tac_toe --moves moves.txt               # a script, one move a line",
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
    help="Of the many games of the seed that with this number, from 0.",
)
@click.option(
    "--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the game; repeatable. Alone, NAME is true."
)
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
@click.option(
    "--plain",
    is_flag=True,
    help="No colours and nothing drawn: text to be read from top to bottom, as by a screen reader.",
)
@click.option("--full", is_flag=True, help="The whole screen: panes, keys and the mouse. Needs `ruleset[full]`.")
@click.option(
    "--no-wait",
    is_flag=True,
    help="Do not wait for Enter after a turn in which a player had no choice, nor for bots with --full.",
)
@click.option("--no-hints", is_flag=True, help="Nobody at this table may ask what a bot would do.")
@click.option("--no-save", is_flag=True, help="Do not save the game by itself.")
@data_option
@lang_option
def command(**given: Any) -> int:
    """Play GAME, a name from `ruleset list` or the directory of a game.

    In a terminal you play the first seat and bots the others; without one, bots play a whole game. Every decision is
    written down at once, in $RULESET_STATE or the user's directory for program state. Type ? in a game for help.
    """
    from ruleset_core.cli.playing.host import Host
    from ruleset_core.cli.playing.opening import Asked, new_game
    from ruleset_core.cli.playing.resuming import resumed
    from ruleset_core.cli.playing.script import read_script
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.cli.said.messages import say
    from ruleset_core.record import RecordError
    from ruleset_core.texts.records import explain

    asked = Asked(**given)
    if asked.full:
        from ruleset_core.cli.full.run import need_full, play_full

        need_full(asked.lang, plain=asked.plain)
    screen = Screen(plain=asked.plain)
    try:
        script = read_script(asked.moves, asked.lang) if asked.moves is not None else None
    except RecordError as error:
        raise click.ClickException(explain(error, asked.lang)) from None
    person = screen.interactive
    opened = new_game(asked, person=person) if asked.resume is None else resumed(asked, asked.resume)

    def play(screen: Screen) -> int:
        for note in opened.notes:
            screen.note(note)
        host = Host(opened.session, screen, asked.lang, script, waits=not asked.no_wait)
        for seat, kind in enumerate(opened.kinds):
            host.table.sit(seat, kind)
        code = host.run()
        if asked.full and host.table.over:
            screen.pause(say("full_over", asked.lang))
        return code

    return play_full(play, asked.lang, waits=not asked.no_wait) if asked.full else play(screen)
