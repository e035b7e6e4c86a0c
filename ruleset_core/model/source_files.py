"""The data files of a game: which there are, and their bytes, read once. It imports no parser and no models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from ruleset_core.files import names_in, read_ordinary, reason
from ruleset_core.model.diagnostic import Diagnostic, Span, error

__all__ = ["FOLDERS", "MAX_BYTES", "MAX_FILES", "TABLE", "SourceFiles", "endings_in", "files_of", "listed", "raw_of"]

MAX_BYTES: Final = 1 << 20
"""Most bytes of a data file; what is longer is read up to one byte more, and refused."""
MAX_FILES: Final = 2000
"""Most files a game directory may hold."""
TABLE: Final = ".csv"
"""How the names of tables of cards end."""
FOLDERS: Final[Mapping[str, tuple[str, ...]]] = {"boards": (".yaml",), "cards": (".yaml", TABLE)}
"""The folders of a game or expansion, and how the names of data files in them end: cards may come from tables."""


class SourceFiles:
    """Data files as they were when somebody first asked: listed once, read once. So whoever reads a game twice reads the same game."""

    def __init__(self) -> None:
        self._found: dict[tuple[Path, str], tuple[list[Path], list[Diagnostic]]] = {}
        self._raw: dict[Path, bytes | Diagnostic] = {}

    def of(self, directory: Path, header: str) -> tuple[list[Path], list[Diagnostic]]:
        """See `files_of`."""
        if (directory, header) not in self._found:
            self._found[directory, header] = files_of(directory, header)
        return self._found[directory, header]

    def raw(self, path: Path) -> bytes | Diagnostic:
        """See `raw_of`."""
        if path not in self._raw:
            self._raw[path] = raw_of(path)
        return self._raw[path]


def raw_of(path: Path) -> bytes | Diagnostic:
    """What a data file holds, up to a limit, or why it cannot be read."""
    try:
        return read_ordinary(path, MAX_BYTES + 1)
    except OSError as problem:
        return error("E001", f"cannot read this file: {reason(problem)}", Span.whole(str(path)))


def files_of(directory: Path, header: str) -> tuple[list[Path], list[Diagnostic]]:
    """The data files of a game or expansion, and what keeps from reading them: no game is played with a part of its files.

    The header comes first, then parts, boards and cards, each by name.
    """
    files, problems = [directory / header], []
    for name in ("", *FOLDERS):
        found, wrong = listed(directory / name, endings_in(name))
        files += [path for path in found if path != files[0]]
        problems += wrong
    if len(files) <= MAX_FILES:
        return files, problems
    message = f"there are {len(files):,} files here; a game or expansion has at most {MAX_FILES:,}"
    advice = "put several cards into one file"
    return [], [*problems, error("E016", message, Span.whole(str(files[0])), help=advice)]


def endings_in(folder: str) -> tuple[str, ...]:
    """How the names of data files end in a folder of a game: cards may come from tables."""
    return FOLDERS.get(folder, (".yaml",))


def listed(folder: Path, endings: Iterable[str] = (".yaml",)) -> tuple[list[Path], list[Diagnostic]]:
    """The data files in a folder, which need not exist; a finding when what is there cannot be looked into."""
    try:
        return [folder / name for name in sorted(each for ending in endings for each in names_in(folder, ending))], []
    except OSError as problem:
        return [], [error("E001", f"cannot look into this directory: {reason(problem)}", Span.whole(str(folder)))]
