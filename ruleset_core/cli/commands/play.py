"""`ruleset play`: a game in the terminal, alone, with others or against bots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruleset_core.cli.common import (
    complete_game,
    data_option,
    examples,
    expansion_option,
    lang_option,
    load_game,
    order_option,
)

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.cli.playing.start import Opened
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.record import Seat


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
@click.option("--seats", metavar="LIST", help="Who plays: human, random, greedy, first; a name as in Ana=human.")
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
@click.option("--no-wait", is_flag=True, help="Do not wait for Enter after a turn in which a player had no choice.")
@click.option("--no-save", is_flag=True, help="Do not save the game by itself.")
@data_option
@lang_option
def command(**given: Any) -> int:
    """Play GAME, a name from `ruleset list` or the directory of a game.

    In a terminal you play the first seat and bots the others; without one, bots play a whole game. Every decision is
    written down at once, in $RULESET_STATE or the user's directory for program state. Type ? in a game for help.
    """
    from ruleset_core.cli.playing.host import Host
    from ruleset_core.cli.playing.script import read_script
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.cli.said.messages import say
    from ruleset_core.record import RecordError

    asked = Asked(**given)
    if asked.full:
        from ruleset_core.cli.full.run import need_full, play_full

        need_full(asked.lang, plain=asked.plain)
    screen = Screen(plain=asked.plain)
    try:
        script = read_script(asked.moves, asked.lang) if asked.moves is not None else None
        opened = _new(asked, screen) if asked.resume is None else _resume(asked, asked.resume)
    except RecordError as error:
        from ruleset_core.cli.playing.start import with_command

        raise click.ClickException(with_command(error, asked.data, asked.lang)) from None

    def play(screen: Screen) -> int:
        for note in opened.notes:
            screen.note(note)
        host = Host(opened.session, screen, asked.lang, script, waits=not asked.no_wait)
        code = host.run()
        if asked.full and host.table.over:
            screen.pause(say("full_over", asked.lang))
        return code

    return play_full(play, asked.lang, waits=not asked.no_wait) if asked.full else play(screen)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for, as the options say."""

    game: str | None
    expansion: tuple[str, ...]
    in_order: bool
    players: int | None
    seats: str | None
    seed: int | None
    number: int | None
    option: tuple[str, ...]
    moves: str | None
    resume: str | None
    force: bool
    plain: bool
    full: bool
    no_wait: bool
    no_save: bool
    data: tuple[Path, ...]
    lang: str


def _resume(asked: Asked, file: str) -> Opened:
    from ruleset_core.cli.playing.start import game_id, resume_session, roots_named
    from ruleset_core.cli.said.messages import say

    for name in ("expansion", "in_order", "players", "seats", "seed", "number", "option", "no_save"):
        given = getattr(asked, name)
        if given is not None and given is not False and given != ():  # --seed 0 is given
            raise click.UsageError(say("new_game_only", asked.lang, option=f"--{name.replace('_', '-')}"))
    game = asked.game
    named = Path(file).is_dir() or not (Path(file).exists() or "/" in file or "." in file)
    if file and game is None and named:
        file, game = "", file  # `play --resume pig`: the game, by name or path, taken for the file
    roots = roots_named((game or "",), asked.data)
    game = game_id(game) if game is not None else None
    return resume_session(file, game, roots, asked.lang, force=asked.force)


def _new(asked: Asked, screen: Screen) -> Opened:
    from ruleset_core.cli.playing.start import Opened, new_session, parse_options, roots_named
    from ruleset_core.cli.said.messages import say
    from ruleset_core.cli.said.of_records import explain
    from ruleset_core.record import HUMAN, RecordError, autosave

    if asked.game is None:
        raise click.UsageError(say("which_game", asked.lang))
    if asked.number is not None and asked.seed is None:
        raise click.UsageError(say("number_of_seed", asked.lang))
    options = parse_options(asked.option, asked.lang)
    game = load_game(asked.game, asked.expansion, asked.data, in_order=asked.in_order)
    seats = _seats(asked, game, screen)
    roots = roots_named((asked.game or "", *asked.expansion), asked.data)
    session = new_session(game, seats, asked.seed, options, roots, asked.lang, asked.number)
    notes: tuple[str, ...] = ()
    if not asked.no_save and any(seat.kind == HUMAN for seat in seats):
        try:
            session.journal = autosave(session.record())
        except RecordError as error:
            notes = (explain(error, asked.lang), say("not_saved", asked.lang))
    return Opened(session, notes)


def _seats(asked: Asked, game: Game, screen: Screen) -> list[Seat]:
    from ruleset_core.cli.playing.start import parse_seats, seats_for, usual_kinds
    from ruleset_core.cli.said.messages import say

    if asked.seats is None:
        kinds = partial(usual_kinds, person=screen.interactive, scripted=asked.moves is not None)
        return seats_for(game, asked.players, kinds, asked.lang)
    seats = parse_seats(asked.seats, asked.lang)
    if asked.players not in {None, len(seats)}:
        players = asked.players or 0
        example = ",".join([*asked.seats.split(","), *["random"] * players][:players])
        said = say("seats_players", asked.lang, seats=len(seats), players=players, example=example)
        raise click.BadParameter(said, param_hint="--seats")
    return seats
