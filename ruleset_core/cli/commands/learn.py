"""`ruleset learn`: what points and what else seats have are worth, found out by play."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from ruleset_core.cli.common import (
    complete_game,
    core_option,
    data_option,
    examples,
    lang_option,
    load_game,
    seed_option,
    workers_options,
)
from ruleset_core.cli.said.messages import say

OF_ODDS: Final = {"sims", "step"}
OF_PROSPECTS: Final = {"clock", "beside", "mixed", "far", "units"}


@click.command(
    epilog=examples(
        "ruleset learn my_game                              # some minutes; then its bots know",
        "ruleset learn my_game --rounds 24 --games 200      # longer, and surer",
        "ruleset learn pig --out levels.json                # written here, not with the game",
        "ruleset learn my_game --prospects --clock round    # what everything that a seat has is worth, round by round",
    ),
)
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="How often it goes on: 12 times, or 18 rounds of prospects.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Games in each round: 100, 4 times as many in the first one; or 1,200 for prospects.",
)
@click.option(
    "--sims",
    type=click.IntRange(1, 1 << 20),
    default=1000,
    show_default=True,
    metavar="N",
    help="Simulations for a decision.",
)
@click.option(
    "--step",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Points between two rows of the table; by default so many that there are about six rows.",
)
@click.option(
    "--prospects", is_flag=True, help="Learn what all that a seat has is worth, instead of `odds`. Needs numpy."
)
@click.option(
    "--clock", metavar="NAME,NAME...", help="Shared values that tell the time, the slowest one first, for --prospects."
)
@click.option(
    "--beside",
    metavar="NAME,NAME...",
    help="What else tells: shared values, and `decides`, which is whether the seat is to decide. For --prospects.",
)
@click.option(
    "--mixed",
    is_flag=True,
    help="Play every second game against `easy` as it is, not against itself. For --prospects.",
)
@click.option(
    "--far",
    type=click.IntRange(0, 100_000),
    default=800,
    show_default=True,
    metavar="N",
    help="How many positions it looks at behind what is drawn, for --prospects: more where many options draw something.",
)
@click.option(
    "--units",
    type=click.IntRange(0, 64),
    default=32,
    show_default=True,
    metavar="N",
    help="How many units judge what things are worth together, for --prospects.",
)
@seed_option
@click.option("--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the game; repeatable.")
@workers_options
@click.option(
    "--keep",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where what is learned is kept on the way.",
)
@click.option("--resume", is_flag=True, help="Go on with what the same command has kept.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write it; by default `levels.json` of the game.",
)
@core_option
@data_option
@lang_option
def command(**given: Any) -> int:
    """Let bots play GAME against themselves, and learn how often who begins a turn wins, by points.

    GAME is a name from `ruleset list`, or the path of a directory. What is learned is a small table, `odds`, in `levels.json` beside the game; the
    other figures there stay. It is written at the end. The same seed gives the same table, whatever the number of workers. Ctrl-C keeps what is done.

    With --prospects it is learned instead how many points are still to come, by what a seat has and by the time. That is for games in which things are
    built up that pay later.
    """
    _check(given)
    if given["prospects"]:
        from ruleset_core.cli.lab.schooling import school

        return school(load_game(given["game"], (), given["data"]), given)
    from ruleset_core.cli.lab.learning import learn

    return learn(load_game(given["game"], (), given["data"]), given)


def _check(given: dict[str, Any]) -> None:
    """Options of what is not to be learned say nothing, so they are refused. Raises UsageError."""
    source, lang = click.get_current_context().get_parameter_source, given["lang"]
    idle = OF_ODDS if given["prospects"] else OF_PROSPECTS
    options = ", ".join(f"--{name}" for name in sorted(idle) if source(name) is ParameterSource.COMMANDLINE)
    if options and given["prospects"]:
        raise click.UsageError(say("learn_no_prospects", lang, options=options))
    if options:
        raise click.UsageError(say("learn_only_prospects", lang, options=options))
