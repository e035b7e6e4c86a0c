"""`ruleset replay`: go through a recorded game, forward and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import data_option, examples, expansion_option, lang_option

if TYPE_CHECKING:
    from ruleset_core.record import Record, Session


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
@click.option(
    "--plain",
    is_flag=True,
    help="No colours and nothing drawn: text to be read from top to bottom, as by a screen reader.",
)
@data_option
@lang_option
def command(
    names: tuple[str, ...],
    expansion: tuple[str, ...],
    to: int | None,
    step: bool,
    seat: int | None,
    force: bool,
    plain: bool,
    data: tuple[Path, ...],
    lang: str,
) -> int:
    """Go through the recorded game in FILE.

    A record knows its game and its expansions, and where they were. GAME and -x, as paths, say where they are now.

    In a terminal, step forward and back with the game drawn at every position; otherwise print all moves. While a
    game is not over, what a seat may not know stays hidden.
    """
    from ruleset_core.cli.playing.start import fit_notes, with_command
    from ruleset_core.cli.playing.steps import Player
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.cli.said.messages import say
    from ruleset_core.record import RecordError

    record, session, roots = recorded(names, expansion, data, lang, force=force)
    viewer = viewer_of(record, session, seat, lang)
    screen = Screen(plain=plain)
    if record.cut:
        screen.note(say("dropped", lang, file=names[-1]))
    for note in fit_notes(session, record, lang):
        screen.note(note)
    player = Player(session, screen, lang, viewer)
    try:
        (player.step if step or screen.interactive else player.print_all)(to)
    except RecordError as error:
        raise click.ClickException(with_command(error, roots, lang, look=True)) from None
    return 0


def recorded(
    names: tuple[str, ...], expansion: tuple[str, ...], data: tuple[Path, ...], lang: str, *, force: bool
) -> tuple[Record, Session, list[Path]]:
    """The record that `[GAME] FILE` names, the game as it was played, and the directories it was looked for in.

    Raises:
        click.UsageError: these are not one or two names.
        click.ClickException: the record cannot be used; the message says what to do next.
    """
    from ruleset_core.cli.playing.start import check_names, open_record, roots_named, with_command
    from ruleset_core.cli.said.messages import say
    from ruleset_core.record import RecordError, read_record

    if not 1 <= len(names) <= 2:
        raise click.UsageError(say("replay_what", lang))
    game, file = names if len(names) == 2 else (None, names[0])
    roots = roots_named((game or "", *expansion), data)
    try:
        record = read_record(file)
        check_names(record, game, expansion)
        return record, open_record(record, roots, force=force), roots
    except RecordError as error:
        raise click.ClickException(with_command(error, roots, lang, look=True)) from None


def viewer_of(record: Record, session: Session, seat: int | None, lang: str) -> int | None:
    """Whose eyes are used: those asked for; nobody's in a finished game; else the first person's.

    Raises:
        click.BadParameter: there is no such seat.
    """
    if seat is not None:
        if seat > record.header.players:
            from ruleset_core.cli.said.messages import say

            said = say("no_such_seat", lang, number=seat, last=record.header.players)
            raise click.BadParameter(said, param_hint="--seat")
        return seat - 1
    if session.live.over:
        return None
    from ruleset_core.record import HUMAN

    persons = [number for number, player in enumerate(record.header.seats) if player.kind == HUMAN]
    return persons[0] if persons else None
