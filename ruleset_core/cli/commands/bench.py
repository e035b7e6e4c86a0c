"""`ruleset bench`: how fast games are played, next to games written by hand in Python."""

import sys
from pathlib import Path

import click

from ruleset_core.cli.common import (
    complete_game,
    core_option,
    data_option,
    examples,
    expansion_option,
    load_game,
    order_option,
    tell_problems,
)
from ruleset_core.shown import as_json


@click.command(
    epilog=examples(
        "ruleset bench",
        "ruleset bench troyes_dice --players 4",
        "ruleset bench pig tic_tac_toe --seconds 10 --format json",
        "ruleset bench ./my_game -x ./my_expansion",
    )
)
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=complete_game)
@expansion_option
@order_option
@click.option("--seconds", type=click.FloatRange(min=0.1), default=3.0, show_default=True, help="Time for each game.")
@click.option("--players", type=click.IntRange(min=1), help="Number of players; default the fewest a game allows.")
@click.option("--format", "output", type=click.Choice(("table", "json")), default="table", help="How to print.")
@core_option
@data_option
def command(
    games: tuple[str, ...],
    expansion: tuple[str, ...],
    in_order: bool,
    seconds: float,
    players: int | None,
    output: str,
    data: tuple[Path, ...],
) -> None:
    """Measure how fast games are played.

    GAME is a name from `ruleset list`, or the path of a directory. Every game is played at random, as Python and by its compiled core if it has one, in turns
    with a small game written by hand in plain Python that knows nothing of `ruleset`. Pig and tic-tac-toe are compared with
    themselves, all others with Pig. The share of its speed says how far the engine is from the limit of Python, on any
    machine. Times are CPU times on one core; medians of five runs. Decisions with a single option are not counted.
    """
    from ruleset_core.bench import run_bench
    from ruleset_core.cli.reporting.measured import bench_table
    from ruleset_core.paths import list_games

    if not games:
        tell_problems(data)
    if expansion and len(games) != 1:
        raise click.UsageError("name the one game that the expansions belong to")
    names = games or tuple(game.id for game in list_games(data))
    told = sys.stderr.isatty()
    bench = run_bench(
        names,
        lambda name: load_game(name, expansion, data, in_order=in_order),
        seconds=seconds,
        players=players,
        progress=lambda name: click.echo(f"measuring {name} ...", err=True) if told else None,
    )
    click.echo(as_json(bench.to_json()) if output == "json" else bench_table(bench))
