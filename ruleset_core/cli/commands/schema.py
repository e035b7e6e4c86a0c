"""`ruleset schema`: the JSON Schemas of the data files and of what leaves the engine, for editors and other tools."""

from pathlib import Path

import click

from ruleset_core.cli.common import complete_game, data_option, examples, expansion_option, load_game, order_option
from ruleset_core.shown import as_json


@click.command(
    epilog=examples(
        "ruleset schema",
        "ruleset schema --out schemas",
        "ruleset schema troyes_dice --out schemas",
        "ruleset schema ./my_game -x ./my_expansion --out schemas",
    )
)
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one file for each schema into this directory instead of printing.",
)
@expansion_option
@order_option
@data_option
def command(
    game: str | None, out: Path | None, expansion: tuple[str, ...], in_order: bool, data: tuple[Path, ...]
) -> None:
    """Print or write the JSON Schemas for editors and programs.

    An editor that knows them completes and validates while you type. They are written from the same models that load
    the files. With GAME, the schema of cards knows the facts of that game's cards and marks every other key.
    """
    from ruleset_core.model.shapes.schema import schemas, write_schemas

    found = schemas()
    if game is not None:
        found["cards"] = load_game(game, expansion, data, in_order=in_order).cards_schema()
    elif expansion:
        raise click.UsageError("-x goes with a GAME.")
    if out is None:
        click.echo(as_json(found))
        return
    for file in write_schemas(out, found):
        click.echo(f"wrote {file}")
