"""`ruleset new`: a game or an expansion to start from."""

import json
import re
from pathlib import Path
from string import Template

import click

from ruleset_core.cli.common import complete_game, data_option, examples
from ruleset_core.header import read_header
from ruleset_core.paths import GAME_FILE, find_game

TEMPLATES = Path(__file__).parents[1] / "_templates"
NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.command(
    epilog=examples(
        "ruleset new ./my_game",
        'ruleset new ./my_game --title "My Game"',
        "ruleset new ./more_chips --expansion-of troyes_dice",
    ),
)
@click.argument("directory", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--title", metavar="TEXT", help="Its name for people; the default is made from the directory's.")
@click.option("--expansion-of", metavar="GAME", shell_complete=complete_game, help="Start an expansion of this game.")
@data_option
def command(directory: Path, title: str | None, expansion_of: str | None, data: tuple[Path, ...]) -> None:
    """Start a new game or expansion from a template.

    The directory's name becomes its id. What is written checks and plays; change it from there.
    """
    name = _id(directory)
    game = read_header(find_game(expansion_of, data) / GAME_FILE).id if expansion_of else name
    if directory.exists() and any(directory.iterdir()):
        raise click.ClickException(f"`{directory}` is not empty; nothing was written.")
    title = title or name.replace("_", " ").capitalize()
    words = {"id": name, "game": game, "title": json.dumps(title, ensure_ascii=False)}
    for file in _write(TEMPLATES / ("expansion" if expansion_of else "game"), directory, words):
        click.echo(f"wrote {file}")
    click.echo("\nNext:\n" + "\n".join(f"  {line}" for line in _next(directory, expansion_of)))


def _id(directory: Path) -> str:
    name = directory.resolve().name.lower().replace("-", "_").replace(" ", "_")
    if not NAME.fullmatch(name):
        raise click.ClickException(
            f"`{directory.name}` cannot be an id: begin with a letter; letters a to z, digits and _ may follow."
        )
    return name


def _write(template: Path, directory: Path, words: dict[str, str]) -> list[Path]:
    """Copy the files of a template with `$words` filled in; return what was written."""
    written = []
    for source in sorted(template.rglob("*.yaml")):
        target = directory / source.relative_to(template)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = Template(source.read_text(encoding="utf-8")).substitute(words)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return written


def _next(directory: Path, expansion_of: str | None) -> list[str]:
    path = str(directory) if directory.is_absolute() else f"./{directory.as_posix()}"
    play = f"ruleset play {expansion_of} --expansion {path}" if expansion_of else f"ruleset play {path}"
    return [f"ruleset check {path}", f"ruleset test {path}", play]
