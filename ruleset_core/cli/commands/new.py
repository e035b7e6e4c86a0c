"""`ruleset new`: a game or an expansion to start from."""

from pathlib import Path

import click

from ruleset_core.cli.common import complete_game, data_option, examples
from ruleset_core.cli.making.new_game import checked_title, made_id, next_steps, typed_path, write_start
from ruleset_core.paths import GAME_FILE


@click.command(
    epilog=examples(
        "ruleset new ./my_game",
        'ruleset new ./my_game --title "My Game"',
        "ruleset new ./more_chips --expansion-of troyes_dice",
        "ruleset new ./rich_troyes --variant-of troyes",
        'ruleset new ./my_game --card charm --title "Lucky coin"',
    ),
)
@click.argument("directory", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--title", metavar="TEXT", help="Its name for people; the default is made from the directory's.")
@click.option("--expansion-of", metavar="GAME", shell_complete=complete_game, help="Start an expansion of this game.")
@click.option("--variant-of", metavar="GAME", shell_complete=complete_game, help="Start a variant of this game.")
@click.option("--card", metavar="KIND", help="Add a card of this kind to the game or expansion in DIR.")
@click.option("--id", "card_id", metavar="NAME", help="With --card: its id; the default is made from its title.")
@data_option
def command(
    directory: Path,
    title: str | None,
    expansion_of: str | None,
    variant_of: str | None,
    card: str | None,
    card_id: str | None,
    data: tuple[Path, ...],
) -> None:
    """Start a new game, expansion or variant from a template, or a card in one.

    The directory's name becomes its id. What is written checks and plays; change it from there.

    --card KIND adds a card with all facts of its kind to a game or expansion that is there already.
    """
    if card is not None:
        _add_card(
            directory, card, card_id, title, "expansion" if expansion_of else "variant" if variant_of else "", data
        )
        return
    if card_id is not None:
        raise click.UsageError("--id goes with --card.")
    if expansion_of and variant_of:
        raise click.UsageError("--expansion-of and --variant-of do not go together.")
    start = "expansion" if expansion_of else "variant" if variant_of else "game"
    for file in write_start(directory, start, expansion_of or variant_of, title, data):
        click.echo(f"wrote {file}")
    click.echo("\nNext:\n" + "\n".join(f"  {line}" for line in next_steps(directory, expansion_of)))


def _add_card(
    directory: Path, kind: str, card_id: str | None, title: str | None, start: str, data: tuple[Path, ...]
) -> None:
    from ruleset_core.cli.making.new_card import write_card

    if start:
        raise click.UsageError(f"--card adds to what is there; start the {start} first, without --card.")
    title = checked_title(title or (card_id or f"new_{kind}").replace("_", " ").capitalize())
    name = made_id(card_id if card_id is not None else title)
    file = write_card(directory, kind, name, title, data)
    click.echo(f"wrote the card `{name}` at the end of {file}")
    path = typed_path(directory)
    counted = f", count it in `total` of `{kind}`" if (directory / GAME_FILE).is_file() else ""
    click.echo(f"\nNext: open {file}, say what the card does{counted}, then\n  ruleset check {path}")
