"""`ruleset replay`: go through a recorded game, forward and back."""

from __future__ import annotations

from pathlib import Path

import click

from ruleset_core.cli.common import data_option, examples, expansion_option, lang_option


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
@click.option("--full", is_flag=True, help="The whole screen: panes, keys and the mouse. Needs `ruleset[full]`.")
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
    full: bool,
    data: tuple[Path, ...],
    lang: str,
) -> int:
    """Go through the recorded game in FILE.

    A record knows its game and its expansions, and where they were. GAME and -x, as paths, say where they are now.

    In a terminal, step forward and back with the game drawn at every position; otherwise print all moves. While a
    game is not over, what a seat may not know stays hidden.
    """
    from ruleset_core.cli.playing.resuming import recorded, viewer_of
    from ruleset_core.cli.playing.steps import Player
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.cli.said.messages import say
    from ruleset_core.cli.said.of_opening import fit_notes, with_command
    from ruleset_core.record import RecordError

    if full:
        from ruleset_core.cli.full.run import REPLAYING, need_full, play_full

        need_full(lang, plain=plain)
    record, session, roots = recorded(names, expansion, data, lang, force=force)
    viewer = viewer_of(record, session, seat, lang)

    def play(screen: Screen) -> int:
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

    return play_full(play, lang, waits=False, keys=REPLAYING) if full else play(Screen(plain=plain))
