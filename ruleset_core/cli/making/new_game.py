"""A game, an expansion or a variant to start from, made of a template."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from string import Template
from typing import Final
from unicodedata import combining, normalize

import click

from ruleset_core.files import reason
from ruleset_core.header import read_header
from ruleset_core.model.reading.scalars import plain
from ruleset_core.model.words import is_name
from ruleset_core.paths import GAME_FILE, find_game

__all__ = ["checked_title", "made_id", "next_steps", "typed_path", "write_start"]

TEMPLATES: Final = Path(__file__).parents[2] / "_templates"


def write_start(
    directory: Path,
    start: str,
    other: str | None,
    title: str | None,
    data: Sequence[Path],
) -> list[Path]:
    """Write the files of a template into a directory, and give them; `other` is the game it belongs to, or is like.

    Raises:
        click.ClickException: the directory is not empty, or its name makes no id.
        GameNotFoundError: there is no such other game.
    """
    name = made_id(directory.resolve().name)
    game = read_header(find_game(other, data) / GAME_FILE).id if other else name
    if start == "variant" and game == name:
        raise click.ClickException(f"a variant has an id of its own, made from its directory: `{name}` is the game's.")
    if directory.exists() and any(directory.iterdir()):
        raise click.ClickException(f"`{directory}` is not empty; nothing was written.")
    title = checked_title(title or name.replace("_", " ").capitalize())
    return _write(
        TEMPLATES / start, directory, {"id": name, "game": game, "title": json.dumps(title, ensure_ascii=False)}
    )


def _write(template: Path, directory: Path, words: dict[str, str]) -> list[Path]:
    """Copy the files of a template with `$words` filled in; return what was written.

    Raises:
        click.ClickException: one cannot be written; then all are removed.
    """
    written: list[Path] = []
    own = {directory} if directory.exists() else set[Path]()  # the user made it, so it stays
    for source in sorted(template.rglob("*.yaml")):
        target = directory / source.relative_to(template)
        written.append(target)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            text = Template(source.read_text(encoding="utf-8")).substitute(words)
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            _remove(written, {directory, *(file.parent for file in written)} - own)
            raise click.ClickException(f"{target}: cannot be written: {reason(error)}; nothing was written.") from None
    return written


def _remove(files: Sequence[Path], directories: set[Path]) -> None:
    """Remove files and the directories made for them."""
    for file in files:
        with suppress(OSError):
            file.unlink()
    for directory in sorted(directories, reverse=True):  # the inner ones first
        with suppress(OSError):
            directory.rmdir()


def checked_title(title: str) -> str:
    """A title that data may hold. Raises `click.ClickException` for another."""
    if not title.isprintable():
        raise click.ClickException(f"{title!r} cannot be a title: write it on one line, in visible characters.")
    return title


def next_steps(directory: Path, expansion_of: str | None) -> list[str]:
    """The commands that go on from a start."""
    path = typed_path(directory)
    play = f"ruleset play {expansion_of} --expansion {path}" if expansion_of else f"ruleset play {path}"
    return [f"ruleset check {path}", f"ruleset test {path}", play]


def made_id(text: str) -> str:
    """An id made of a text. Raises `click.ClickException` where none can be."""
    name = re.sub(r"[^a-z0-9]+", "_", _fold(text).lower()).strip("_")
    if not is_name(name):
        raise click.ClickException(
            f"`{text}` cannot be an id: begin with a letter; letters a to z, digits and _ may follow."
        )
    if not isinstance(plain(name), str):
        raise click.ClickException(f"`{name}` cannot be an id: it means something else in YAML; choose another.")
    return name


def _fold(text: str) -> str:
    """A text without accents, so that an id can be made of it."""
    return "".join(char for char in normalize("NFKD", text) if not combining(char))


def typed_path(directory: Path) -> str:
    """A directory as a command takes it: never mistaken for a name."""
    return str(directory) if directory.is_absolute() else f"./{directory.as_posix()}"
