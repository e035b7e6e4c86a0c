"""Which entry of an expansion brings about what is found elsewhere: the one without which it is not found.

An expansion that says `override: {state: {face: {is: 1..6}}}` makes `pay_for(face)` doubtful in a file of its game. The game is
linked again with one entry of the expansion left out at a time, those first that the finding speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

from ruleset_core.check.combine import Linked, link, read
from ruleset_core.lineage import Lineage
from ruleset_core.model.diagnostic import Diagnostic, Span, inside
from ruleset_core.model.gather import Cards, Part, Plan, Shelf
from ruleset_core.model.salvage import words_of
from ruleset_core.model.shapes.validate import validate
from ruleset_core.model.source import Document, Path

__all__ = ["Causing", "key_of"]

_MOST = 12
"""Most entries that are left out in turn for an expansion: each time the game is linked again."""
_DEEPER = {("resources", "members"), ("extend", "sets"), ("extend", "flow")}
"""Mappings and lists of entries that stand one level deeper than in a section."""
_CHANGING = ("override", "remove")
"""Sections whose parts are known as changes."""
Key = tuple[str, str, Span]


def key_of(item: Diagnostic) -> Key:
    """What makes two findings of different combinations the same one."""
    return item.code, item.message, item.span


@dataclass(slots=True)
class Causing:
    """The entries of one expansion (or variant) of a game that was linked, and what is found without each of them.

    Attributes:
        lineage: what the game is made of, and `paths` its expansions.
        linked: the game with all of them, and `expansion` the id of the one that is looked at.
    """

    lineage: Lineage
    paths: dict[str, FilePath]
    in_order: bool
    linked: Linked
    expansion: str
    _shelf: Shelf = field(default_factory=dict)
    _found: dict[tuple[str, Path], set[Key] | None] = field(default_factory=dict)

    def cause(self, item: Diagnostic) -> Span | None:
        """The place of the entry without which a finding is gone; None where no single one is at fault."""
        words = self._words(item)
        entries = sorted(self._entries(), key=lambda each: not words & {str(step) for step in each[1][1:]})
        for document, path in entries:
            left = self._without(document, path)
            if left is not None and key_of(item) not in left:
                return document.key_span(path)
        return None

    def _words(self, item: Diagnostic) -> set[str]:
        """The names of what a finding speaks of: those in its words, in its lines, and of the entry around it."""
        span = item.span
        lines = self.linked.texts.get(span.file, "").splitlines()[span.line - 1 : span.end_line]
        words = words_of(" ".join((item.message, item.about, *lines)))
        for document in self.linked.gathered.documents:
            if document.file == span.file:
                for path in document.places:
                    key, value = document.read.key_span(path), document.read.span(path)
                    if inside(span, replace(key, end_line=value.end_line, end_column=value.end_column)):
                        words.update(str(part) for part in path)
        return words

    def _entries(self) -> Iterator[tuple[Document, Path]]:
        """What it replaces and takes out, then what it adds."""
        gathered = self.linked.gathered
        changes = [each for each in gathered.changes if each.expansion == self.expansion and not each.is_text]
        yield from {(each.home[0].file, each.home[1]): each.home for each in changes}.values()
        origins = {origin for origin, file in gathered.expansions if file.expansion == self.expansion}
        files: list[Part | Cards | Plan] = [*gathered.parts, *gathered.cards, *gathered.plans]
        for each in files:
            if each.origin in origins:
                yield from ((each.document.read, path) for path in _added(each.document.read.data))

    def _without(self, document: Document, path: Path) -> set[Key] | None:
        """What is found without an entry; None if that cannot be told, as where something else needs it."""
        at = document.file, path
        if at not in self._found:
            if len(self._found) >= _MOST:
                return None
            self._found[at] = self._look(document, path)
        return self._found[at]

    def _look(self, document: Document, path: Path) -> set[Key] | None:
        if not self._shelf:
            read(self.lineage, self.paths, self._shelf, in_order=self.in_order)
        place = next((key for key, (other, _) in self._shelf.items() if other.file == document.file), None)
        if place is None:
            return None
        other, value = self._shelf[place]
        less = replace(other, data=_cut(other.data, path))
        changed, wrong = validate(less, type(value))
        if changed is None or wrong:
            return None
        made = read(self.lineage, self.paths, self._shelf | {place: (less, changed)}, in_order=self.in_order)
        link(made, deciding=False)
        before = {key_of(item) for item in self.linked.diagnostics}
        if any(item.severity == "error" and key_of(item) not in before for item in made.diagnostics):
            return None
        if self.linked.sound and not made.sound:
            return None
        return {key_of(item) for item in made.diagnostics}


def _added(data: Any) -> Iterator[Path]:
    """The paths of the entries of a file, besides what changes those of others."""
    for section, value in data.items() if isinstance(data, dict) else ():
        if section in _CHANGING:
            continue
        for step in _steps(value):
            if (section, step) in _DEEPER:
                yield from ((section, step, each) for each in _steps(value[step]))
            else:
                yield section, step


def _steps(value: Any) -> Iterator[str | int]:
    if isinstance(value, dict):
        yield from value
    elif isinstance(value, list):
        yield from range(len(value))


def _cut(data: Any, path: Path) -> Any:
    """A copy of data without what stands at a path, and without what is empty then."""
    data = deepcopy(data)
    owners = [data]
    for step in path[:-1]:
        owners.append(owners[-1][step])
    for owner, step in zip(reversed(owners), reversed(path), strict=True):
        del owner[step]
        if owner:
            break
    return data
