"""A game that somebody is writing: checked after every save or key, with unsaved texts in the place of files.

A `Workspace` finds what a fresh `check_paths` would find, and keeps of each check what the next one may use (`check_cache`):

    workspace = Workspace("games/inn")
    workspace.check()                                          about a second of processor time: everything is read
    workspace.set_text(card, "... effect: gain 2 deniers")     what the editor has; the file itself stays
    workspace.check_file(card)                                 findings in this file, of the game in its smallest form
    workspace.check()                                          all findings of all files, scenarios and expansions too
    workspace.set_text(card, None)                             as it lies on disk again

Of the card of an expansion, the smallest form is the game with that expansion and what it requires.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

from ruleset_core.budgets import STAGES, limited_suggestions, measured_stages, without_garbage_collection
from ruleset_core.check.check_cache import CheckCache
from ruleset_core.check.checker import CheckedGame, CheckReport, check_one_target, check_written_file, is_wanted
from ruleset_core.check.root_causes import group_alike
from ruleset_core.check.targets import CheckTarget, find_targets
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.files import with_unsaved
from ruleset_core.model.sources import SourceFiles


class Workspace:
    """A game, an expansion or a file as `check_paths` takes it, that is checked again and again.

    Args:
        target: a path, or the name of a game; nothing of it is looked at before the first check.
        roots: further directories in which games and expansions are looked for.
        in_order: where two expansions change the same, the later one has the last word.
    """

    def __init__(self, target: str | Path, roots: Sequence[str | Path] = (), *, in_order: bool = False) -> None:
        self.target = target
        self.roots = tuple(roots)
        self.in_order = in_order
        self._unsaved: dict[str, bytes] = {}
        self._cache = CheckCache()

    def set_text(self, path: str | Path, text: str | None) -> None:
        """Take what an editor has in the place of a file; None: take the file again."""
        name = os.path.abspath(path)  # noqa: PTH100 - links stay
        if text is None:
            self._unsaved.pop(name, None)
        else:
            self._unsaved[name] = text.encode("utf-8", "surrogatepass")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Whoever reads files within reads them as they are in the editor."""
        with with_unsaved(self._unsaved):
            yield

    def targets(self) -> list[CheckTarget]:
        """The games that are meant, as files are now. Raises GameNotFoundError."""
        with self.reading():
            return find_targets([self.target], self.roots, in_order=self.in_order)

    @property
    def directories(self) -> list[Path]:
        """Where its files lie: the directories of the games, of what they are like, and of their expansions. Raises GameNotFoundError."""
        found: dict[Path, None] = {}
        for target in self.targets():
            layers = [path for path, _ in target.made_of.layers]
            found |= dict.fromkeys([target.game, *target.made_of.directories, *layers, *target.expansions.values()])
        every = [path.resolve() for path in found]
        return [path for path in every if not any(path != each and path.is_relative_to(each) for each in every)]

    def check(self, *, select: Sequence[str] = (), ignore: Sequence[str] = (), house: bool = False) -> CheckReport:
        """What a fresh `check_paths` would find. Raises GameNotFoundError."""
        began, start = perf_counter(), process_time()
        found: dict[Diagnostic, None] = {}
        files: set[str] = set()
        timings: dict[str, dict[str, float]] = {}
        checked: dict[object, CheckedGame] = {}
        self._cache.files = SourceFiles()
        with self.reading(), without_garbage_collection():
            for target in self.targets():
                if target.whole not in checked:
                    with measured_stages() as seconds:
                        checked[target.whole] = check_one_target(target, house=house, cache=self._cache)
                    times = timings.setdefault(target.game.resolve().name, dict.fromkeys(STAGES, 0.0))
                    for name in STAGES:
                        times[name] += seconds[name]
                one = checked[target.whole]
                found.update(dict.fromkeys(one.diagnostics_for(target)))
                files |= {file for file in one.files if target.shows(file)}
        kept = [item for item in found if is_wanted(item.code, select, ignore)]
        return CheckReport(tuple(group_alike(kept)), len(files), tuple(timings), perf_counter() - began, timings, start)

    def check_file(self, path: str | Path) -> tuple[Diagnostic, ...]:
        """Findings in one file, soon: of the game with as few expansions as the file needs, and of no other scenarios than those in it.

        `check` may find more there, or less: what a name is needed for may stand in an expansion. Raises GameNotFoundError.
        """
        self._cache.files = SourceFiles()
        with self.reading(), without_garbage_collection(), limited_suggestions():
            for target in self.targets():
                found = check_written_file(target, Path(path), self._cache)
                if found is not None:
                    return tuple(group_alike(found))
        return ()
