"""`ruleset stats`: how much of each game is data."""

from pathlib import Path
from typing import Any

import click

from ruleset_core.cli.common import (
    complete_game,
    data_option,
    examples,
    format_option,
    known_expansions,
    load_game,
    table,
    tell_problems,
)
from ruleset_core.paths import list_games
from ruleset_core.shown import as_json, clean


@click.command(epilog=examples("ruleset stats", "ruleset stats troyes_dice", "ruleset stats --format json"))
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=complete_game)
@data_option
@format_option
def command(games: tuple[str, ...], data: tuple[Path, ...], output: str) -> None:
    """Count cards and rules that need no Python.

    What a card does is written in its YAML file. A hook is a function in Python for what data cannot say well; the
    fewer, the better. Every game is counted together with all its expansions. Without GAME, all games are counted.
    """
    counted = {name: _stats(name, data) for name in games} if games else _all_stats(data)
    click.echo(as_json(counted) if output == "json" else _plain(counted))


def _all_stats(data: tuple[Path, ...]) -> dict[str, dict[str, Any]]:
    """The figures of all games; one that cannot be loaded is left out, and said."""
    from ruleset_core import RulesetError

    tell_problems(data)
    counted = {}
    for game in list_games(data):
        try:
            counted[game.id] = _stats(game.id, data)
        except RulesetError as error:
            click.echo(f"Left out: {clean(game.id)}: {clean(str(error))}", err=True)
    return counted


def _stats(name: str, data: tuple[Path, ...]) -> dict[str, Any]:
    return dict(load_game(name, known_expansions(name, data), data, in_order=True).stats())


def _plain(counted: dict[str, dict[str, Any]]) -> str:
    rows = [("GAME", "CARDS", "WITHOUT HOOKS", "RULES", "WITHOUT HOOKS", "HOOKS")]
    for name, stats in counted.items():
        cards, rules = stats["cards"], stats["rules"]
        rows.append(
            (
                name,
                str(cards),
                _share(stats["cards_without_hooks"], cards),
                str(rules),
                _share(stats["rules_without_hooks"], rules),
                ", ".join(stats["hooks"]) or "none",
            )
        )
    return table(rows)


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part // whole} %)" if whole else "-"
