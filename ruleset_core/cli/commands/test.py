"""`ruleset test`: scenarios, the conformance suite, goldens."""

from pathlib import Path

import click

from ruleset_core.cli.common import (
    complete_game,
    data_option,
    examples,
    expansion_option,
    load_game,
    order_option,
)
from ruleset_core.paths import GameNotFoundError

FORMATS = ("full", "concise", "json")


@click.command(
    epilog=examples(
        "ruleset test                                all scenarios of all games",
        "ruleset test troyes_dice                    those of one game and its expansions",
        "ruleset test data/my_game/scenarios/a.yaml  those of one file",
        "ruleset test --filter E13                   those that cover E13, or have it in their name",
        "ruleset test --conformance my_game          play 1000 random games and check every promise",
        "ruleset test --conformance my_game --games 50 --players 4",
    )
)
@click.argument("targets", nargs=-1, metavar="[PATH|GAME]...", shell_complete=complete_game)
@click.option("--filter", "filter_text", default="", metavar="TEXT", help="Only scenarios that have this text in them.")
@click.option("--format", "output", type=click.Choice(FORMATS), default="full", show_default=True, help="How to print.")
@click.option("--conformance", metavar="GAME", shell_complete=complete_game, help="Check a game by playing at random.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="Random games to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first random game.")
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=20.0, show_default=True, metavar="S",
    help="Processor time for the checks of one random game; what there is no time for is left out, and told.",
)  # fmt: skip
@click.option("--players", type=click.IntRange(min=1), help="How many play; default every number in turn.")
@expansion_option
@order_option
@data_option
@click.option(
    "--update-goldens", is_flag=True, help="Write playthroughs, counts and scenes of the included games again."
)
def command(
    targets: tuple[str, ...],
    filter_text: str,
    output: str,
    conformance: str | None,
    games: int,
    seed: int,
    seconds: float,
    players: int | None,
    expansion: tuple[str, ...],
    in_order: bool,
    data: tuple[Path, ...],
    update_goldens: bool,
) -> int:
    """Run scenarios: rules as tests.

    A scenario says in YAML which state is given, which options are taken, and what must come of it. They stand in
    `scenarios/` of a game or an expansion. PATH is a file or a directory; without one, all games are tested.

    With --conformance, a game is played at random instead, and everything the engine promises is checked on the way:
    copies, saves, replays, notation, hidden information, the reference interpreter, the final score.

    The exit code is 0 when all is as expected, 1 when something is not, 2 for wrong usage.
    """
    if update_goldens:
        return _update_goldens()
    if conformance is not None and targets:
        raise click.UsageError("--conformance takes its game itself; leave out the other names.")
    if conformance is None and (expansion or players):
        raise click.UsageError("A scenario says itself for how many players and with what it is played.")
    from ruleset_core.cli.reporting.tested import run_conformance, run_scenarios

    try:
        if conformance is not None:
            game = load_game(conformance, expansion, data, in_order=in_order)
            return run_conformance(game, conformance, games, seed, players, expansion, data, output, seconds)
        return run_scenarios(targets, filter_text, data, output)
    except GameNotFoundError as error:  # not 1: that says that something was tested and failed
        raise click.UsageError(str(error)) from None


def _update_goldens() -> int:
    from ruleset_core.testing.goldens import DIRECTORY, write_goldens

    if not DIRECTORY.is_dir():
        raise click.UsageError(f"There is no {DIRECTORY} here; goldens are kept in a checkout of ruleset.")
    changed = write_goldens()
    click.echo("\n".join(map(str, changed)) or "nothing changed")
    return 0
