"""What a process that checks a game again and again keeps of earlier checks: by what files hold, never by when they changed.

Somebody types the effect of a card of a game with an expansion:

    combinations   the game alone and with the expansion: both hold the card, so both are linked again; of a card of the
                   expansion the game alone would be as it was
    files          the scenarios of 20 files: parsed and validated once
    scenarios      those that were right are right, as long as all names and types that they may speak of are the same

A new kind of finding needs nothing here, unless it looks at something that is not in the files of a game and its pictures.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ruleset_core.budgets import BoundedCache
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.headers import EXPANSION_FILE, GAME_FILE, Lineage
from ruleset_core.model.sources import SourceFiles

if TYPE_CHECKING:
    from ruleset_core.check.combinations import LinkedCombination
    from ruleset_core.compile.linker import Linker

T = TypeVar("T")
_COMBINATIONS: Final = 24
"""So many linked games are kept: those of the last few versions of a game."""
_FILES: Final = 16 * 1024 * 1024
"""Bytes of files of scenarios that are kept."""


@dataclass(slots=True)
class CheckCache:
    """Results of earlier checks of one process. `files`: what files hold now; each check has its own."""

    combinations: BoundedCache[Hashable, LinkedCombination] = field(default_factory=lambda: BoundedCache(_COMBINATIONS))
    read: BoundedCache[Hashable, Any] = field(default_factory=lambda: BoundedCache(_FILES))
    """What was made of files, by their names and bytes (see `file`)."""
    sound: BoundedCache[Hashable, bool] = field(default_factory=lambda: BoundedCache(100_000))
    """Scenarios without mistakes, by `interface_of` and the text of their file."""
    files: SourceFiles = field(default_factory=SourceFiles)
    untold: set[tuple[str, str, str]] | None = None
    """Findings of a single combination that the last check of all did not tell, by their codes, sentences and files; None before the first."""

    late: list[Diagnostic] = field(default_factory=list)
    """Findings of lints and lowering of the last check of all, and `texts`: what files held then."""
    texts: Mapping[str, str] = field(default_factory=dict)

    def file(self, key: tuple[Path, bytes | Diagnostic, *tuple[Any, ...]], make: Callable[[], T]) -> T:
        """What is made of a file with these bytes."""
        found = self.read.get(key)
        if found is None:
            found = make()
            self.read.put(key, found, len(key[1]) if isinstance(key[1], bytes) else 0)
        return found

    def combination_key(self, game: Lineage, expansions: Mapping[str, Path], *, in_order: bool) -> Hashable:
        """What a combination depends on: all that its files hold, its translations, and which pictures lie beside it."""
        laid = [(game.game, GAME_FILE), *game.layers, *((path, EXPANSION_FILE) for path in expansions.values())]
        return game, tuple(expansions.items()), in_order, tuple(self._content(*each) for each in laid)

    def _content(self, directory: Path, header: str) -> Hashable:
        paths, problems = self.files.files_of(directory, header)
        translated = [self.files.translation(directory, lang) for lang in self.files.translations(directory)]
        held = tuple((path, self.files.raw(path)) for path in (*paths, *translated))
        return directory, held, tuple(problems), tuple(_pictures(directory))


def _pictures(directory: Path) -> Iterator[tuple[str, int, int]]:
    """The pictures in a directory and below it, with their sizes and when they were changed."""
    try:
        entries = sorted(os.scandir(directory), key=lambda each: each.name)
    except OSError:
        return
    for each in entries:
        if each.name.endswith(".svg"):
            try:
                found = each.stat()
            except OSError:
                continue
            yield each.path, found.st_size, found.st_mtime_ns
        elif not each.name.startswith(".") and each.is_dir(follow_symlinks=False):
            yield from _pictures(Path(each.path))


def interface_of(linker: Linker) -> Hashable:
    """What a scenario may speak of: names, types, bounds, notations and who sees what; not what effects do."""
    v, program = linker.v, linker.program
    assert linker.kept is not None
    keys = [(each.name, repr(each.keys)) for each in v.decisions.values() if each.keys]
    facts = [_facts(linker)] if keys else []  # notations are made of what keys show
    return (
        linker.kept.number, tuple(v.phases), tuple(program.streams), tuple(each.name for each in program.achievements), repr(keys), repr(facts),
        tuple((each.name, each.hidden, each.visible, each.derived) for each in v.fields.values()),
        tuple((each.name, each.visible, each.start) for each in v.zones.values()),
        tuple((each.name, each.start, each.maximum, each.spaces, each.visible) for each in v.resources),
        tuple((each.name, each.word, each.pattern, each.stops, each.out, each.secret) for each in v.decisions.values()),
        tuple(key for key in linker.homes if key[0] == "state"),
    )  # fmt: skip


def _facts(linker: Linker) -> Iterable[tuple[str, Any]]:
    domains = linker.v.domains.values()
    return [(f"{each.name}.{fact.name}", fact.values) for each in domains for fact in each.facts.values()]
