"""The games whose files are open in an editor: which game a file belongs to, what `check` finds in it, and what it declares.

Everything is answered with the unsaved texts of all open files. `OpenGames` is used by one thread at a time; whoever asks gives these texts, so
that an answer belongs to one state of the editor. Checks keep what the next one may use (`check.workspace`), and so does `linked`:

    games.check(home, texts)             the findings of all files of a game, as `ruleset check` has them
    games.check_file(home, texts, file)  those of the file that is being written, sooner
    games.linked(home, texts, file)      its names and types, with as few expansions as the file needs
    games.offers(home, texts, file, marked)
                                         what could stand at the mark in a text of the file (`cursor`)
    games.answers(home, texts, file, line, column)
                                         what could be answered at a place of a scenario, which is played down to there
    games.fixed(home, texts, file)       the texts that `ruleset check --fix` would make of it
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from ruleset_core import BrokenRuleError
from ruleset_core.budgets import BoundedCache, without_garbage_collection
from ruleset_core.check.check_cache import CheckCache
from ruleset_core.check.checker import CheckReport
from ruleset_core.check.combinations import LinkedCombination, hook_signatures, read_combination, with_requirements
from ruleset_core.check.companions import ScenarioFiles, check_scenarios, read_scenarios
from ruleset_core.check.fixes import FileChanges, apply_fixes
from ruleset_core.check.targets import CheckTarget
from ruleset_core.check.workspace import Workspace
from ruleset_core.compile.linker import Linker
from ruleset_core.cursor import CursorOffers, offers_at_cursor
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE, GameNotFoundError
from ruleset_core.errors import RulesetError
from ruleset_core.files import LESSONS, is_file
from ruleset_core.lang.traversal import deep
from ruleset_core.model.sources import TABLE, SourceFiles
from ruleset_core.testing.scenarios.answers import NamedAnswer, ScenarioAnswers, answers_at
from ruleset_core.values import LEVELS_FILE

Texts: TypeAlias = Mapping[Path, str]
"""The texts of open files as they stand in the editor, by absolute path."""
ENDINGS: Final = (".yaml", TABLE, ".po")
"""How the names of files end that a game may have."""
_LOOK: Final = re.compile(r"^(?:look|rulebook):", re.MULTILINE)
PLAYED: Final = frozenset({"scenarios", LESSONS})
"""Folders whose files are checked against a game that is linked without them."""


def home_of(file: Path) -> Path | None:
    """The directory of the game that a file belongs to, or of the expansion if that lies in no game; None for any other file."""
    homes = [each for each in file.parents if is_file(each / GAME_FILE) or is_file(each / EXPANSION_FILE)]
    if not homes or (file.suffix not in ENDINGS and file.name != LEVELS_FILE):
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


@dataclass(slots=True)
class _OpenGame:
    """A game with what is kept of it: `good` are linked games by the expansions in them, the last ones that could be linked."""

    workspace: Workspace
    texts: dict[Path, str] = field(default_factory=dict)
    cache: CheckCache = field(default_factory=CheckCache)
    good: dict[tuple[str, ...], Linker] = field(default_factory=dict)
    offers: BoundedCache[tuple[Path, str], tuple[CursorOffers, Linker | None]] = field(
        default_factory=lambda: BoundedCache(8)
    )
    """What was offered in texts with a mark: a game that was linked with it before is not linked again."""

    def take(self, texts: Texts) -> None:
        """Have the texts of the editor in the place of files."""
        for path in self.texts.keys() - texts.keys():
            self.workspace.set_text(path, None)
        for path, text in texts.items():
            if self.texts.get(path) != text:
                self.workspace.set_text(path, text)
        self.texts = dict(texts)


class OpenGames:
    """The games of the folders of an editor; `roots` are further directories in which games are looked for."""

    def __init__(self, roots: Sequence[str | Path] = ()) -> None:
        self.roots = tuple(roots)
        self._open: dict[Path, _OpenGame] = {}

    def game(self, home: Path, texts: Texts) -> Workspace:
        """A game with the texts of the editor."""
        return self._game(home, texts).workspace

    def _game(self, home: Path, texts: Texts) -> _OpenGame:
        found = self._open.setdefault(home, _OpenGame(Workspace(home, self.roots)))
        found.take(texts)
        return found

    def check(self, home: Path, texts: Texts) -> CheckedFiles:
        """What `ruleset check` finds in a game or expansion."""
        try:
            return CheckedFiles(_by_file(self.game(home, texts).check()))
        except GameNotFoundError:
            return CheckedFiles({})

    def check_file(self, home: Path, texts: Texts, file: Path) -> Sequence[Diagnostic]:
        """What is found in one file, sooner than all: with as few expansions as it needs."""
        try:
            return self.game(home, texts).check_file(file)
        except GameNotFoundError:
            return ()

    def linked(self, home: Path, texts: Texts, file: Path) -> Linker | None:
        """The names, types and trees of a game with as few expansions as a file needs; as they were last where it cannot be linked."""
        game = self._game(home, texts)
        with game.workspace.reading(), without_garbage_collection():
            found = _smallest(game, file)
            if found is None:
                return None
            names, linker = found
            if linker is not None:
                game.good[names] = linker
            return game.good.get(names)

    def offers(self, home: Path, texts: Texts, file: Path, marked: str) -> tuple[CursorOffers, Linker | None]:
        """What could stand at the mark in a text of a file, and the game that was looked at."""
        game = self._game(home, {**texts, file: marked})
        known = game.offers.get((file, marked))
        if known is not None:
            return known
        with game.workspace.reading(), without_garbage_collection(), offers_at_cursor() as offers:
            found = (
                _check_played(game, file)
                if file.parent.name in PLAYED
                else (_smallest(game, file, looks=_LOOK.search(marked) is not None) or (None, None))[1]
            )
        game.offers.put((file, marked), (offers, found), 1)
        return offers, found

    def answers(self, home: Path, texts: Texts, file: Path, line: int, column: int) -> Sequence[NamedAnswer]:
        """What could be answered at a place (from 1) of a scenario or lesson, as it is played down to there."""
        game = self._game(home, texts)
        try:
            with game.workspace.reading():
                found = answers_at(texts[file], line, file, column, roots=[Path(each) for each in self.roots])
        except (RulesetError, BrokenRuleError):
            return ()
        return found.answers if isinstance(found, ScenarioAnswers) else ()

    def fixed(self, home: Path, texts: Texts, file: Path) -> Texts:
        """The texts that change where all is mended in a file that `ruleset check --fix` would mend."""
        changed: dict[Path, str] = {}
        workspace = self.game(home, texts)

        def write(changes: FileChanges) -> None:
            for path, (_, new) in changes.items():
                changed[path] = new.decode("utf-8")
                workspace.set_text(path, changed[path])

        try:
            with workspace.reading():
                apply_fixes(workspace.check, lambda item: Path(item.span.file) == file, write)
        except GameNotFoundError:
            return {}
        finally:
            for path in changed:
                workspace.set_text(path, texts.get(path))
        return changed


def _target(game: _OpenGame) -> CheckTarget | None:
    """The game of a workspace; None where it is none that can be linked."""
    try:
        target = game.workspace.targets()[0]
    except GameNotFoundError:
        return None
    return None if target.problems else target


def _smallest(game: _OpenGame, file: Path, *, looks: bool = False) -> tuple[tuple[str, ...], Linker | None] | None:
    """The smallest combination with a file: the names of its expansions, and the linked game if it could be linked.

    `looks`: whether its looks and rules texts are linked, too.
    """
    target = _target(game)
    if target is None:
        return None
    homes = [name for name, each in target.expansions.items() if file.is_relative_to(each.absolute())]
    laid = with_requirements(target.expansions, homes)
    game.cache.files = SourceFiles()
    made = read_combination(target.made_of, laid, cache=game.cache)
    return tuple(laid), _link(made, looks=looks)


def _link(made: LinkedCombination, *, looks: bool = False) -> Linker | None:
    """A combination with its names, types and trees; None where it has none."""
    if made.linker is None and made.gathered.header is not None:
        linker = Linker(made.gathered)
        linker.judges = looks
        try:
            with deep():
                linker.read(hook_signatures(linker)[0])
        except Exception:  # noqa: BLE001 - `check` says what broke down
            return None
        made.linker = linker
    return made.linker


def _check_played(game: _OpenGame, file: Path) -> Linker | None:
    """Look at the scenarios or lessons of one file, in each combination that they are for; gives a game of these."""
    target = _target(game)
    if target is None:
        return None
    game.cache.files = SourceFiles()
    read = read_scenarios(target.game, target.expansions, target.played, game.cache)
    linker = None
    for names, cases in read.by_expansions.items():
        mine = [(site, case) for site, case in cases if Path(site.document.file) == file]
        if mine:
            made = read_combination(target.made_of, with_requirements(target.expansions, names), cache=game.cache)
            linker = _link(made)
            check_scenarios(made, ScenarioFiles(by_expansions={names: mine}))
    return linker


def _by_file(report: CheckReport) -> Mapping[Path, list[Diagnostic]]:
    found: dict[Path, list[Diagnostic]] = {}
    for item in report.diagnostics:
        found.setdefault(Path(item.span.file), []).append(item)
    return found
