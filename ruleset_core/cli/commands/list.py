"""`ruleset list`: the games that can be found. Reads headers only, so that it answers at once."""

from pathlib import Path

import click

from ruleset_core.cli.common import data_option, examples, format_option, lang_option, table, tell_problems
from ruleset_core.header import changes
from ruleset_core.model.diagnostic import shorten
from ruleset_core.paths import GameEntry, list_games
from ruleset_core.shown import as_json

LONGEST_NAME = 60
"""Characters of a name that are shown."""

CHANGING = "*"
"""Behind an expansion that changes what is there."""
SAYS = (
    "* changes the game, not only adds to it: `ruleset show GAME -x EXPANSION` says what",
    "* cambia el juego, no solo añade: `ruleset show JUEGO -x EXPANSIÓN` dice qué",
)
LIKE = ("a variant of {}", "una variante de {}")


@click.command(
    "list",
    epilog=examples(
        "ruleset list", "ruleset list --format json", "ruleset list --saved", "ruleset list --data ~/my_games"
    ),
)
@click.option("--saved", is_flag=True, help="List saved games instead: what they are, and their files.")
@data_option
@lang_option
@format_option
def command(saved: bool, data: tuple[Path, ...], lang: str, output: str) -> None:
    """List the games that can be found.

    Games come from --data, from the directories of RULESET_PATH, and with ruleset itself.
    """
    if saved:
        if output == "json":
            raise click.UsageError("--saved is a list to read; it has no --format json")
        from ruleset_core.texts.saved import saved_lines

        click.echo("\n".join(saved_lines(lang, data)))
        return
    games = list_games(data)
    tell_problems(data)
    click.echo(as_json([_record(game) for game in games]) if output == "json" else _plain(games, lang))


def _record(game: GameEntry) -> dict[str, object]:
    return {
        "game": game.id,
        "name": dict(game.header.name),
        "players": list(game.header.players) if game.header.players else None,
        "like": game.header.like or None,
        "expansions": {name: str(path) for name, path in game.expansions.items()},
        "changes": {name: list(found) for name, path in game.expansions.items() if (found := changes(path))},
        "path": str(game.path),
    }


def _plain(games: list[GameEntry], lang: str) -> str:
    rows = [("GAME", "NAME", "PLAYERS", "EXPANSIONS", "PATH")]
    for game in games:
        said = [name + CHANGING * bool(changes(path)) for name, path in game.expansions.items()]
        name = shorten(game.header.title(lang), LONGEST_NAME)
        name += f" ({LIKE[lang == 'es'].format(Path(game.header.like).name)})" if game.header.like else ""
        rows.append((game.id, name, _players(game), ", ".join(said) or "-", str(game.path)))
    changing = any(CHANGING in row[3] for row in rows)
    return table(rows) + (f"\n{SAYS[lang == 'es']}" if changing else "")


def _players(game: GameEntry) -> str:
    if game.header.players is None:
        return "?"
    low, high = game.header.players
    return str(low) if low == high else f"{low}-{high}"
