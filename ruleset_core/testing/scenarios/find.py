"""Finds scenario files, and the game each belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ruleset_core.header import read_header
from ruleset_core.paths import EXPANSION_FILE, GAME_FILE, find_game, list_games

DIRECTORY: Final = "scenarios"
#: Lists rulings that cannot show in play, with reasons; it holds no scenarios.
_EXEMPT: Final = "exempt.yaml"


@dataclass(frozen=True, slots=True)
class Home:
    """The game a scenario file belongs to by its place: what `load` needs."""

    game: str = ""
    expansions: tuple[str, ...] = ()
    roots: tuple[Path, ...] = ()


def scenario_files(targets: Sequence[str], roots: Sequence[Path] = ()) -> list[Path]:
    """Give the scenario files of files, directories or games named; of all games when nothing is named.

    Raises:
        GameNotFoundError: a name that is neither a path nor a game.
    """
    found: dict[Path, Path] = {}
    for place in _places(targets, roots):
        for file in [place] if place.is_file() else sorted(place.rglob("*.yaml")):
            if place.is_file() or (DIRECTORY in file.parts and file.name != _EXEMPT):
                found.setdefault(file.resolve(), file)
    return list(found.values())


def home_of(file: Path) -> Home:
    """Say which game a scenario file belongs to, by the directories around it."""
    for directory in file.resolve().parents:
        if (directory / EXPANSION_FILE).is_file():
            header = read_header(directory / EXPANSION_FILE)
            around = [str(parent) for parent in directory.parents if (parent / GAME_FILE).is_file()]
            return Home(around[0] if around else header.of, (header.id or directory.name,), (directory,))
        if (directory / GAME_FILE).is_file():
            return Home(str(directory))
    return Home()


def _places(targets: Sequence[str], roots: Sequence[Path]) -> Iterator[Path]:
    for target in targets:
        yield Path(target) if Path(target).exists() else find_game(target, roots)
    if not targets:
        for game in list_games(roots):
            yield game.path
            yield from game.expansions.values()
