"""`ruleset bench`: how fast games are played, next to games written by hand in Python."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import (
    complete_game,
    core_option,
    data_option,
    examples,
    expansion_option,
    load_game,
    order_option,
    table,
    tell_problems,
)
from ruleset_core.shown import as_json

if TYPE_CHECKING:
    from ruleset_core.bench import Bench, Row

_HEADING = (
    "GAME",
    "PLAYERS",
    "RUN BY",
    "GAMES/S",
    "DECISIONS/S",
    "BESIDE PLAIN PYTHON",
    "CLONE",
    "DEEPCOPY",
    "LOAD",
    "SCENE",
    "ITS JSON",
)


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
    click.echo(as_json(bench.to_json()) if output == "json" else _table(bench))


def _table(bench: "Bench") -> str:
    lines = [table([_HEADING, *(cells for row in bench.rows for cells in _cells(row))]), ""]
    seen = {row.yardstick: row.yardstick_speed for row in bench.rows}
    lines += [f"{name} in plain Python: {_number(speed.decisions)} decisions/s" for name, speed in seen.items()]
    unlike = {row.yardstick: None for row in bench.rows if not row.own_yardstick}
    lines += [
        f"Games without a plain version of their own are compared with {name}, which does far less." for name in unlike
    ]
    reasons = dict.fromkeys(row.no_core for row in bench.rows if row.no_core)
    lines += [f"no core for {_those(bench, reason)}: {reason}" for reason in reasons]
    return "\n".join(lines)


def _those(bench: "Bench", reason: str) -> str:
    return ", ".join(row.game for row in bench.rows if row.no_core == reason)


def _cells(row: "Row") -> list[tuple[str, ...]]:
    """The line of a game as Python, and one for its core."""
    python = (
        row.game,
        str(row.players),
        "Python",
        _number(row.speed.games),
        _number(row.speed.decisions),
        _share(row.ratio, row),
        f"{row.clone_us:.1f} us",
        f"{row.deepcopy_us:.0f} us ({row.clone_gain:.0f}x)",
        f"{row.load_ms:.0f} ms",
        f"{row.scene_ms:.1f} ms",
        f"{row.scene_json_ms:.1f} ms",
    )
    if row.core is None:
        return [python]
    speed = row.core.speed
    gain = f"core ({row.core.gain:.0f}x)"
    core = ("", "", gain, _number(speed.games), _number(speed.decisions), _share(row.core.ratio, row), *[""] * 5)
    return [python, core]


def _share(ratio: float, row: "Row") -> str:
    """How fast something is beside the yardstick: `1/8.6 of the same`, `4.2 x pig`."""
    beside = "the same" if row.own_yardstick else row.yardstick
    return f"1/{1 / ratio:.1f} of {beside}" if ratio < 1 else f"{ratio:.1f} x {beside}"


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ")
