"""Commands that list or explain what there is: `list`, `bots`, `stats`, `explain`, `completion`. `list` reads headers only."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import Any, Final

import click
from click.shell_completion import get_completion_class

from ruleset_core.cli.parameters import (
    complete_game,
    data_option,
    examples,
    format_option,
    known_expansions,
    lang_option,
    load_game,
    print_problems,
    text_table,
)
from ruleset_core.diagnostics import shorten
from ruleset_core.discovery import GameEntry, lesson_files, list_games
from ruleset_core.headers import changed_sections
from ruleset_core.messages import message
from ruleset_core.safe_text import clean_line, safe_json

LONGEST_NAME = 60
"""Characters of a name that are shown."""

CHANGING = "*"
"""Behind an expansion that changes what is there."""


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
def list_command(saved: bool, data: tuple[Path, ...], lang: str, output: str) -> None:
    """List the games that can be found.

    Games come from --data, from the directories of RULESET_PATH, with ruleset itself, and from `ruleset add`.
    """
    if saved:
        if output == "json":
            raise click.UsageError("--saved is a list to read; it has no --format json")
        from ruleset_core.play.wording.game_messages import saved_lines

        click.echo("\n".join(saved_lines(lang, data)))
        return
    games = list_games(data)
    print_problems(data)
    click.echo(safe_json([_record(game) for game in games]) if output == "json" else _plain(games, lang))


def _record(game: GameEntry) -> dict[str, object]:
    return {
        "game": game.id,
        "name": dict(game.header.name),
        "players": list(game.header.players) if game.header.players else None,
        "like": game.header.like or None,
        "expansions": {name: str(path) for name, path in game.expansions.items()},
        "changes": {name: list(found) for name, path in game.expansions.items() if (found := changed_sections(path))},
        "lessons": _has_lessons(game),
        "version": game.header.version or None,
        "rights": game.header.rights.status,
        "added": game.added,
        "path": str(game.path),
    }


def _plain(games: list[GameEntry], lang: str) -> str:
    rows = [
        tuple(
            message(f"cli.list.{head}", lang) for head in ("game", "name", "version", "players", "expansions", "path")
        )
    ]
    for game in games:
        said = [name + CHANGING * bool(changed_sections(path)) for name, path in game.expansions.items()]
        name = shorten(game.header.title(lang), LONGEST_NAME)
        name += f" ({message('cli.list.variant', lang, game=Path(game.header.like).name)})" if game.header.like else ""
        version = game.header.version or "-"
        version += f" ({message('cli.list.added', lang)})" if game.added else ""
        rows.append((game.id, name, version, _players(game), ", ".join(said) or "-", str(game.path)))
    notes = [message("cli.list.changes", lang)] if any(CHANGING in row[4] for row in rows) else []
    if taught := [game.id for game in games if _has_lessons(game)]:
        notes.append(message("cli.list.lessons", lang, games=", ".join(taught)))
    return "\n".join([text_table(rows), *notes])


def _has_lessons(game: GameEntry) -> bool:
    return any(map(lesson_files, [game.path, *game.expansions.values()]))


def _players(game: GameEntry) -> str:
    if game.header.players is None:
        return "?"
    low, high = game.header.players
    return str(low) if low == high else f"{low}-{high}"


# `ruleset bots`: who can sit at a table.

OURS: Final = {
    "random": "cli.bots.random",
    "first": "cli.bots.first",
    "greedy": "cli.bots.greedy",
    "greedy1": "cli.bots.greedy1",
    "easy": "cli.bots.easy",
    "normal": "cli.bots.normal",
    "strong": "cli.bots.strong",
}
"""What is said of each bot of ours."""


@click.command(
    epilog=examples(
        "ruleset bots",
        "ruleset play pig --seats human,strong",
        "ruleset play pig --seats human,my_bot.py:MyBot",
    )
)
@format_option
@lang_option
def bots_command(*, output: str, lang: str) -> int:
    """List the bots that can sit at a table: those of `ruleset`, and those that are installed.

    A bot of your own is named by its file or module and its class. docs/bots.md says how to write one.
    """
    from ruleset_core.play.bots import bot_names, installed_bots

    own = installed_bots()
    rows = [
        (
            name,
            message(OURS[name], lang) if name in OURS else message("cli.bots.installed", lang, what=own.get(name, "")),
        )
        for name in bot_names()
    ]
    if output == "json":
        click.echo(safe_json([{"name": name, "plays": plays} for name, plays in rows]))
        return 0
    click.echo(text_table([(message("cli.bots.name", lang), message("cli.bots.what", lang)), *rows]))
    click.echo("\n" + message("cli.bots.own", lang))
    return 0


# `ruleset stats`: how much of each game is data.


@click.command(epilog=examples("ruleset stats", "ruleset stats troyes_dice", "ruleset stats --format json"))
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=complete_game)
@data_option
@format_option
def stats_command(games: tuple[str, ...], data: tuple[Path, ...], output: str) -> None:
    """Count cards and rules that need no Python.

    What a card does is written in its YAML file. A hook is a function in Python for what data cannot say well; the
    fewer, the better. Every game is counted together with all its expansions. Without GAME, all games are counted.
    """
    counted = {name: _stats(name, data) for name in games} if games else _all_stats(data)
    click.echo(safe_json(counted) if output == "json" else _stats_table(counted))


def _all_stats(data: tuple[Path, ...]) -> dict[str, dict[str, Any]]:
    """The figures of all games; one that cannot be loaded is left out, and said."""
    from ruleset_core import RulesetError

    print_problems(data)
    counted = {}
    for game in list_games(data):
        try:
            counted[game.id] = _stats(game.id, data)
        except RulesetError as error:
            click.echo(f"Left out: {clean_line(game.id)}: {clean_line(str(error))}", err=True)
    return counted


def _stats(name: str, data: tuple[Path, ...]) -> dict[str, Any]:
    return dict(load_game(name, known_expansions(name, data), data, in_order=True).stats())


def _stats_table(counted: dict[str, dict[str, Any]]) -> str:
    rows = [("GAME", "CARDS", "WITHOUT HOOKS", "RULES", "WITHOUT HOOKS", "HOOKS")]
    for name, stats in counted.items():
        cards, rules = stats["cards"], stats["rules"]
        rows.append(
            (
                name,
                str(cards),
                _share_of(stats["cards_without_hooks"], cards),
                str(rules),
                _share_of(stats["rules_without_hooks"], rules),
                ", ".join(stats["hooks"]) or "none",
            )
        )
    return text_table(rows)


def _share_of(part: int, whole: int) -> str:
    return f"{part} ({100 * part // whole} %)" if whole else "-"


# `ruleset explain`: the page of an error code, of a word of the language or of a key of a file.


@click.command(epilog=examples("ruleset explain E301", "ruleset explain choose", "ruleset explain while_in_play"))
@click.argument("topic", nargs=-1, metavar="[CODE|WORD|KEY]")
def explain_command(topic: tuple[str, ...]) -> None:
    """Explain an error code, a word of the language or a key of a file.

    Without a topic, list what can be explained.
    """
    from ruleset_core.check import help_pages

    if topic:
        click.echo(help_pages.explanation_page(" ".join(topic)).rstrip())
        return
    parts = (
        fill(f"{kind}: {', '.join(names)}", 100, subsequent_indent="  ")
        for kind, names in help_pages.page_topics().items()
    )
    click.echo("\n\n".join(parts))


# `ruleset completion`: let a shell complete commands and options.

SHELLS = ("bash", "zsh", "fish")


@click.command(
    epilog=examples(
        'eval "$(ruleset completion bash)"     # in ~/.bashrc',
        'eval "$(ruleset completion zsh)"      # in ~/.zshrc',
        "ruleset completion fish > ~/.config/fish/completions/ruleset.fish",
    ),
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    """Print the completion script for a shell.

    Put it where your shell starts; then the tab key completes commands, options and games.
    """
    from ruleset_core.cli.group import cli

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "ruleset", "_RULESET_COMPLETE").source())
