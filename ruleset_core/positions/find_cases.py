"""The lessons and positions of games for whoever plays: stored ones of an exported game, else those of files, which are read when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ruleset_core.discovery import lesson_files
from ruleset_core.positions.cases import LessonCase, PositionCase
from ruleset_core.positions.stored_cases import read_stored

if TYPE_CHECKING:
    from ruleset_core import Game


def lesson_cases(directories: Iterable[Path], roots: Sequence[Path] = ()) -> list[LessonCase]:
    """The lessons of a game and its expansions, by their directories, in the order of their files. Files with mistakes are left out."""
    found: list[PositionCase] = []
    for directory in dict.fromkeys(directories):
        found += stored if (stored := read_stored(directory)) is not None else _read(lesson_files(directory), roots)
    return [case for case in found if isinstance(case, LessonCase)]


def lessons_of(game: Game) -> list[LessonCase]:
    """The lessons that fit a loaded game: those for as many expansions as are loaded."""
    loaded = frozenset(game.expansions)
    return [case for case in lesson_cases(game.directories) if frozenset(case.expansions) == loaded]


def find_case(directories: Iterable[Path], name: str) -> PositionCase | None:
    """The scenario or lesson of that name in directories of a game; None where there is none."""
    for directory in dict.fromkeys(directories):
        stored = read_stored(directory)
        for case in _all(directory) if stored is None else stored:
            if case.name == name:
                return case
    return None


def _all(directory: Path) -> list[PositionCase]:
    from ruleset_core.positions.position_files import position_cases

    return position_cases([str(directory)])


def _read(files: Sequence[Path], roots: Sequence[Path]) -> list[PositionCase]:
    if not files:
        return []
    from ruleset_core.positions.position_files import read_cases

    return [case for file in files for case in read_cases(file, roots)[0]]
