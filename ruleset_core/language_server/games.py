"""The games whose files are open in an editor: which game a file belongs to, and what `check` finds with the unsaved texts.

`Games` is used by one thread at a time. Whoever calls gives the texts of all open files, so that an answer belongs to one state of the editor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from ruleset_core.check.checker import CheckReport, check_paths
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE, GameNotFoundError
from ruleset_core.files import is_file
from ruleset_core.model.sources import TABLE

Texts: TypeAlias = Mapping[Path, str]
"""The texts of open files as they stand in the editor, by absolute path."""
ENDINGS: Final = (".yaml", TABLE, ".po")
"""How the names of files end that a game may have."""


def home_of(file: Path) -> Path | None:
    """The directory of the game that a file belongs to, or of the expansion if that lies in no game; None for any other file."""
    homes = [each for each in file.parents if is_file(each / GAME_FILE) or is_file(each / EXPANSION_FILE)]
    if not homes or file.suffix not in ENDINGS:
        return None
    game = next((each for each in homes if is_file(each / GAME_FILE)), None)
    return homes[0] if game is None else game


@dataclass(frozen=True, slots=True)
class CheckedFiles:
    """What a check found: the findings of each file, also of those that are not open."""

    by_file: Mapping[Path, Sequence[Diagnostic]]

    def of(self, file: Path) -> Sequence[Diagnostic]:
        """The findings in a file."""
        return self.by_file.get(file, ())


class Games:
    """The games of a folder of an editor; `roots` are further directories in which games are looked for."""

    def __init__(self, roots: Sequence[str | Path] = ()) -> None:
        self.roots = tuple(roots)

    def check(self, home: Path, texts: Texts) -> CheckedFiles:
        """What `ruleset check` finds in a game or expansion, with these texts in the place of the saved ones."""
        del texts
        try:
            report = check_paths([home], roots=self.roots)
        except GameNotFoundError:
            return CheckedFiles({})
        return CheckedFiles(_by_file(report))


def _by_file(report: CheckReport) -> Mapping[Path, list[Diagnostic]]:
    found: dict[Path, list[Diagnostic]] = {}
    for item in report.diagnostics:
        found.setdefault(Path(item.span.file), []).append(item)
    return found
