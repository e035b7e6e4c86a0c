"""`ruleset schema`: the JSON Schemas of the data files, for editors and other tools."""

import json
from pathlib import Path

import click

from ruleset_core.cli.common import examples


@click.command(epilog=examples("ruleset schema", "ruleset schema --out schemas"))
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write one file per kind of data file into this directory instead of printing.",
)
def command(out: Path | None) -> None:
    """Print or write the JSON Schemas for editors.

    An editor that knows them completes and validates while you type. They are written from the same models that load
    the files.
    """
    from ruleset_core.model.schema import schemas, write_schemas

    if out is None:
        click.echo(json.dumps(schemas(), indent=2, ensure_ascii=False))
        return
    for file in write_schemas(out):
        click.echo(f"wrote {file}")
