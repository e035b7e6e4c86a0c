"""`ruleset new`: a game or an expansion to start from."""

import json
import re
from pathlib import Path
from string import Template
from unicodedata import combining, normalize

import click

from ruleset_core.cli.common import complete_game, data_option, examples
from ruleset_core.header import read_header
from ruleset_core.model.words import is_name
from ruleset_core.paths import GAME_FILE, find_game

TEMPLATES = Path(__file__).parents[2] / "_templates"


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
    name = _id(directory.resolve().name)
    other = expansion_of or variant_of
    game = read_header(find_game(other, data) / GAME_FILE).id if other else name
    if variant_of and game == name:
        raise click.ClickException(f"a variant has an id of its own, made from its directory: `{name}` is the game's.")
    if directory.exists() and any(directory.iterdir()):
        raise click.ClickException(f"`{directory}` is not empty; nothing was written.")
    title = title or name.replace("_", " ").capitalize()
    words = {"id": name, "game": game, "title": json.dumps(title, ensure_ascii=False)}
    template = "expansion" if expansion_of else "variant" if variant_of else "game"
    for file in _write(TEMPLATES / template, directory, words):
        click.echo(f"wrote {file}")
    click.echo("\nNext:\n" + "\n".join(f"  {line}" for line in _next(directory, expansion_of)))


def _add_card(
    directory: Path, kind: str, card_id: str | None, title: str | None, start: str, data: tuple[Path, ...]
) -> None:
    from ruleset_core.cli.showing.new_card import write_card

    if start:
        raise click.UsageError(f"--card adds to what is there; start the {start} first, without --card.")
    title = title or (card_id or f"new_{kind}").replace("_", " ").capitalize()
    name = _id(card_id if card_id is not None else title)
    file = write_card(directory, kind, name, title, data)
    click.echo(f"wrote the card `{name}` at the end of {file}")
    path = _path(directory)
    counted = f", count it in `total` of `{kind}`" if (directory / GAME_FILE).is_file() else ""
    click.echo(f"\nNext: open {file}, say what the card does{counted}, then\n  ruleset check {path}")


def _id(text: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "_", _fold(text).lower()).strip("_")
    if not is_name(name):
        raise click.ClickException(
            f"`{text}` cannot be an id: begin with a letter; letters a to z, digits and _ may follow."
        )
    return name


def _fold(text: str) -> str:
    """A text without accents, so that an id can be made of it."""
    return "".join(char for char in normalize("NFKD", text) if not combining(char))


def _path(directory: Path) -> str:
    """A directory as a command takes it: never mistaken for a name."""
    return str(directory) if directory.is_absolute() else f"./{directory.as_posix()}"


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
    path = _path(directory)
    play = f"ruleset play {expansion_of} --expansion {path}" if expansion_of else f"ruleset play {path}"
    return [f"ruleset check {path}", f"ruleset test {path}", play]
