"""What designers do with the files of a game besides loading it: format them, read and write cards, get their schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ruleset_core.discovery import GAME_FILE, find_expansion, find_game, lineage_of
from ruleset_core.errors import LoadError
from ruleset_core.files import os_error_reason, read_regular_file, replace_file, write_new
from ruleset_core.headers import read_header
from ruleset_core.lang.file_formatter import Formatted, files_under, format_all, format_file, is_text
from ruleset_core.model.csv_cards import append_card, cards_as_csv, load_csv
from ruleset_core.model.game_files import gather
from ruleset_core.model.json_schemas import json_schemas, write_schemas
from ruleset_core.model.sources import MAX_BYTES, TABLE

__all__ = [
    "CardFile", "Formatted", "UnwritableCardError", "cards_as_csv", "file_for_card", "files_under", "format_all",
    "format_file", "is_text", "json_schemas", "read_card_files", "write_card", "write_schemas",
]  # fmt: skip


class CardFile(NamedTuple):
    """A file of cards of one kind; `cards` holds what it says of each, by id."""

    path: Path
    kind: str
    cards: Mapping[str, Any]


class UnwritableCardError(Exception):
    """A card cannot be added to a file; the message says why."""


def read_card_files(name: str, expansion: Sequence[str], data: Sequence[Path]) -> list[CardFile]:
    """The files of cards of a game, or of the last one of the expansions.

    Raises:
        GameNotFoundError: there is no such game or expansion.
        LoadError: they have mistakes in their shape.
    """
    home = game = find_game(name, data)
    if expansion:
        home = find_expansion(read_header(game / GAME_FILE).id or game.name, expansion[-1], game, data)
    gathered, found = gather(lineage_of(game, data), [home] if expansion else [])
    wrong = [each for each in found if each.severity == "error" and Path(each.span.file).parent == home / "cards"]
    if wrong:
        raise LoadError(wrong)
    return [
        CardFile(Path(each.document.file), each.file.kind, each.document.read.data["cards"])
        for each in gathered.cards
        if Path(each.document.file).parent == home / "cards"
    ]


def file_for_card(directory: Path, kind: str) -> Path:
    """The last file with cards of this kind that a card can be added to at its end, else a new one in YAML.

    Raises:
        UnwritableCardError: the file that would be new is there, written in another way.
        OSError: a file cannot be read.
    """
    folder = directory / "cards"
    for file in sorted((*folder.glob("*.yaml"), *folder.glob(f"*{TABLE}")), reverse=True):
        if file.suffix == TABLE:
            document, _ = load_csv(file)
            if document is not None and document.data["kind"] == kind:
                return file
            continue
        lines = read_regular_file(file, MAX_BYTES).decode().splitlines()
        sections = [line for line in lines if line[:1].isalpha()]
        if f"kind: {kind}" in sections and sections[-1].startswith("cards:") and sections[-1].strip() == "cards:":
            return file
    file = folder / f"{kind}.yaml"
    if file.exists():
        raise UnwritableCardError(f"`{file}` is written in a way that no card can be added to; add it by hand")
    return file


def write_card(file: Path, kind: str, card: str, data: Mapping[str, Any], lines: Sequence[str]) -> None:
    """Add a card at the end of a file that `file_for_card` gave: `data` to a table, `lines` to a file in YAML.

    Raises:
        UnwritableCardError: the file cannot be written; the one before stays.
        OSError: it cannot be read.
    """
    old = read_regular_file(file, MAX_BYTES).decode() if file.exists() else f"kind: {kind}\ncards:\n"
    if file.suffix == TABLE:
        mark = "\ufeff" * old.startswith("\ufeff")  # a mark in front of it stays
        text = mark + append_card(old.removeprefix("\ufeff"), card, data)
    else:
        text = old + ("" if old.endswith("\n") else "\n") + "\n".join(lines) + "\n"
    content = text.encode()
    try:
        if file.exists():
            replace_file(file.resolve(), content)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_new(file, content)
    except OSError as error:
        raise UnwritableCardError(f"{file}: cannot be written: {os_error_reason(error)}") from None
