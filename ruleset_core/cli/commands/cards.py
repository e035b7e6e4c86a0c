"""`ruleset cards`: the cards of a game as a table, to read or as a CSV file for a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

from ruleset_core.cli.common import (
    data_option,
    examples,
    expansion_option,
    game_argument,
    lang_option,
    load_game,
)


def _complete_kind(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Kinds of cards that start with `incomplete`, for the completion of the shell; none when the game cannot be read."""
    from ruleset_core.cli.making.card_table import card_files
    from ruleset_core.errors import RulesetError
    from ruleset_core.model.words import is_name

    try:
        files = card_files(
            ctx.params.get("game") or "", ctx.params.get("expansion") or (), ctx.params.get("data") or ()
        )
    except (RulesetError, OSError):
        return []
    return [
        kind
        for kind in dict.fromkeys(each.file.kind for each in files)
        if kind.startswith(incomplete) and is_name(kind)
    ]


@click.command(
    epilog=examples(
        "ruleset cards troyes",
        "ruleset cards troyes --kind activity --lang es",
        "ruleset cards troyes --csv --kind activity -o activities.csv",
        "ruleset cards ./my_game --csv -o my_game/cards/wares.csv",
        "ruleset cards troyes -x bonus_2011 --csv --kind event",
    ),
)
@game_argument
@click.option("--csv", "as_csv", is_flag=True, help="Write a CSV file as `cards/` of a game holds it.")
@click.option("--kind", metavar="KIND", shell_complete=_complete_kind, help="Only cards of this kind.")
@click.option(
    "-o", "--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
    help="With --csv: write this file instead of printing; it must not be there.",
)  # fmt: skip
@expansion_option
@data_option
@lang_option
def command(
    game: str,
    as_csv: bool,
    kind: str | None,
    out: Path | None,
    expansion: tuple[str, ...],
    data: tuple[Path, ...],
    lang: str,
) -> None:
    """List the cards of a game with their facts, or write them for a spreadsheet.

    GAME is a name from `ruleset list` or the path of a directory.

    --csv writes the cards of one kind: a row for each card, a column for each of its keys, effects as text. Put into
    `cards/` in the place of the files it came from, it is the same game. With -x it holds the cards of that expansion (of
    the last one named), else those of the game itself.
    """
    from ruleset_core.cli.making.card_table import table_of_cards, write_table
    from ruleset_core.cli.showing.cards import card_tables

    if as_csv:
        write_table(*table_of_cards(game, kind, expansion, data), out)
    elif out is not None:
        raise click.UsageError("-o goes with --csv.")
    else:
        click.echo("\n\n".join(card_tables(load_game(game, expansion, data), kind, lang)))
