"""Commands about a saved game: `replay` it, tell its `log`, give a `hint`, `analyse` it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ruleset_core.cli.parameters import (
    core_option,
    data_option,
    examples,
    expansion_option,
    file_option,
    from_option,
    lang_option,
    screen_options,
)


@click.command(
    epilog=examples(
        "ruleset replay game.ruleset              # step with n, p, g 12, end, q",
        "ruleset replay game.ruleset --to 12      # begin after the twelfth move",
        "ruleset replay ./my_game game.ruleset    # a game that lies here",
        "ruleset replay game.ruleset | less       # all moves, the last position and the scores",
    ),
)
@click.argument("names", nargs=-1, metavar="[GAME] FILE")
@expansion_option
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Go to the position after N moves.")
@click.option("--step", is_flag=True, help="Ask before every step, also without a terminal.")
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="See the game as this seat sees it.")
@click.option("--force", is_flag=True, help="Replay a game that no longer fits up to the last position that does.")
@screen_options
@data_option
@lang_option
def replay_command(
    names: tuple[str, ...],
    expansion: tuple[str, ...],
    to: int | None,
    step: bool,
    seat: int | None,
    force: bool,
    plain: bool,
    full: bool,
    data: tuple[Path, ...],
    lang: str,
) -> int:
    """Step through the saved game in FILE.

    The file names its game and expansions, and where they were. GAME and -x, as paths, say where they are
    now.

    In a terminal, step forward and back with the game drawn at every position; otherwise print all moves. While a
    game is not over, what a seat may not know stays hidden.
    """
    from ruleset_core.cli.console.recorded_games import ReplayPlayer
    from ruleset_core.cli.console.screen import Screen
    from ruleset_core.cli.openings import fit_notes, recorded_game, viewer_seat
    from ruleset_core.messages import message
    from ruleset_core.play.records import RecordError
    from ruleset_core.play.wording.game_messages import record_error_text

    if full:
        from ruleset_core.cli.fullscreen import REPLAYING, need_full, play_full

        need_full(lang, plain=plain)
    record, session = recorded_game(names, expansion, data, lang, force=force)
    viewer = viewer_seat(record, session, seat, lang)

    def play(screen: Screen) -> int:
        if record.cut:
            screen.note(message("cli.play.dropped", lang, file=names[-1]))
        for note in fit_notes(session, record, lang):
            screen.note(note)
        player = ReplayPlayer(session, screen, lang, viewer)
        try:
            (player.step if step or screen.interactive else player.print_all)(to)
        except RecordError as error:  # there is no such position
            raise click.ClickException(record_error_text(error, lang)) from None
        return 0

    return play_full(play, lang, waits=False, keys=REPLAYING) if full else play(Screen(plain=plain))


# `ruleset log`: tell a recorded game, in sentences or as data.


@click.command(
    epilog=examples(
        "ruleset log game.ruleset                 # what happened, in sentences",
        "ruleset log game.ruleset --lang es       # in Spanish",
        "ruleset log game.ruleset --seat 2        # as the second player may know it",
        "ruleset log game.ruleset --json          # every part with its cause, for programs",
        "ruleset log game.ruleset --scenario 'a full house' --to 12   # the position after twelve moves as a scenario",
    ),
)
@click.argument("names", nargs=-1, metavar="[GAME] FILE")
@expansion_option
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="What this seat may know.")
@click.option("--json", "as_json", is_flag=True, help="The parts of the story as `story.schema.json` says.")
@click.option(
    "--scenario", metavar="NAME", help="Print a position as a scenario of this name: the last one, or that of --to."
)
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="With --scenario: the position after N moves.")
@click.option("--force", is_flag=True, help="Print a game that no longer fits up to the last position that does.")
@data_option
@lang_option
def log_command(
    names: tuple[str, ...],
    expansion: tuple[str, ...],
    seat: int | None,
    as_json: bool,
    scenario: str | None,
    to: int | None,
    force: bool,
    data: tuple[Path, ...],
    lang: str,
) -> int:
    """Print what happened in the saved game FILE, from the setup on.

    Each sentence begins with the position that it leads to: `ruleset replay FILE --to N` shows it. While a game is not
    over, what the first person may not know stays hidden; a scenario holds all of it.
    """
    from ruleset_core.cli.openings import recorded_game, viewer_seat
    from ruleset_core.play.wording.analysis_messages import numbered_log_lines

    record, session = recorded_game(names, expansion, data, lang, force=force)
    if scenario is not None or to is not None:
        from ruleset_core.cli.console.recorded_games import print_scenario

        return print_scenario(session, scenario, to, lang)
    viewer = viewer_seat(record, session, seat, lang)
    if as_json:
        import json

        click.echo(json.dumps(session.story(seat=viewer).to_json(), ensure_ascii=False, indent=1))
    else:
        for line in numbered_log_lines(session, viewer, lang):
            click.echo(line)
    return 0


# `ruleset hint`: what a bot would do in a saved game.


@click.command(
    epilog=examples(
        "ruleset hint game.ruleset                # what `strong` would do now",
        "ruleset hint game.ruleset --bot easy     # one that looks to the end of the turn alone",
        "ruleset hint game.ruleset --sims 5000    # longer still",
        "ruleset hint hurdles --from 'first dog'  # in the position of a scenario",
    ),
)
@click.argument("names", nargs=-1, metavar="[GAME] FILE")
@expansion_option
@from_option
@click.option(
    "--bot",
    default="strong",
    show_default=True,
    metavar="NAME",
    help="Which bot is asked: easy, normal, strong; strong@2s thinks for two seconds.",
)
@click.option(
    "--sims",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Simulations; by default those of its level.",
)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Who asks; without it, whose turn it is.")
@click.option("--plain", is_flag=True, help="No colours: text for screen readers.")
@core_option
@data_option
@lang_option
def hint_command(**given: Any) -> int:
    """Say what a bot would do in the saved game FILE, what it expects, and the next best options.

    The bot knows only what the player who is asked knows. FILE records that a hint was asked for, and
    everybody at the table can see it. During a game, type `hint` instead.

    With --from, name the game alone: the hint is for a position of it, and nothing is written.
    """
    from ruleset_core.cli.console.prompts import hint_of_file, hint_of_position
    from ruleset_core.cli.openings import HintCommandRequest

    asked = HintCommandRequest(**given)
    return hint_of_file(asked) if asked.start is None else hint_of_position(asked, asked.start)


# `ruleset analyse`: go through a saved game and show where it was won and lost.


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
    "--sims",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Simulations for a decision; by default those of its level.",
)
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="N", help="The decisions of this seat alone, as it saw them."
)
@file_option("--out", help="Write the picture: .svg.")
@click.option("--plain", is_flag=True, help="No drawing: text for screen readers.")
@core_option
@data_option
@lang_option
def analyse_command(**given: Any) -> int:
    """Analyse the game in FILE: what each player could expect, which decisions cost something, what was luck.

    Each position is seen as the player who decides there could see it. It takes half a minute to two on two processors;
    Ctrl-C shows the result so far. The same file gives the same analysis. Of a game that is not over, only
    the first person's decisions are analysed.
    """
    from ruleset_core.cli.console.recorded_games import AnalyseRequest, analyse

    return analyse(AnalyseRequest(**given))
