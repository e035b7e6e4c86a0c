"""Files of a game while expansions are laid on: their data may be changed, and each change knows where it was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any, TypeAlias

from ruleset_core.model.composing.grafts import Composed, Graft
from ruleset_core.model.source import Document, Home, Path

__all__ = ["MISSING", "Draft", "Place", "named", "steps_of"]

MISSING: Any = object()
"""Stands for a value that is not there."""


class Draft:
    """A file, and what has become of it. `origin` is the expansion it belongs to, "" for the game itself."""

    def __init__(self, document: Document, origin: str) -> None:
        self.base = document
        self.origin = origin
        self.data: Any = document.data
        self.grafts = Graft()
        self.changed = False

    def value(self, path: Path) -> Any:
        """The value at a path; `MISSING` where there is none."""
        found = self.data
        for step in path:
            if isinstance(found, list) and isinstance(step, str):
                found = {} if step in found else MISSING  # the short form of members: a list of names
            elif isinstance(found, dict):
                found = found.get(step, MISSING)
            elif isinstance(found, list) and isinstance(step, int) and step < len(found):
                found = found[step]
            else:
                return MISSING
            if found is MISSING:
                return MISSING
        return found

    def _own(self) -> Any:
        """The data, no longer those of the file: others may hold these."""
        if not self.changed:
            self.data, self.changed = deepcopy(self.data), True
        return self.data

    def _around(self, path: Path) -> Any:
        """The mapping or list around a path, to be changed; mappings that are missing are made, short forms written out."""
        found = self._own()
        for step, following in pairwise(path):
            inner = found.get(step) if isinstance(found, dict) else found[step]
            if inner is None or (isinstance(inner, list) and isinstance(following, str)):
                inner = found[step] = {each: {} for each in inner or ()}
            elif isinstance(inner, str):
                inner = found[step] = {"is": inner}
            found = inner
        return found

    def put(self, path: Path, value: Any, home: Home) -> None:
        """A value that was written elsewhere takes the place at a path."""
        self._around(path)[path[-1]] = deepcopy(value)
        self.grafts.put(path, home)

    def insert(self, path: Path, place: int, value: Any, home: Home) -> None:
        """A value that was written elsewhere becomes an item of the list at a path."""
        listed = self._around((*path, place))
        self.grafts.shift(self.base, path, place, len(listed), 1)
        listed.insert(place, deepcopy(value))
        self.grafts.put((*path, place), home)

    def arrange(self, path: Path, items: Sequence[int | tuple[Any, Home]]) -> None:
        """The list at a path becomes these items: those of it that stay, by their place, and values that were written elsewhere."""
        if not isinstance(self.value(path), list):
            self._around(path)[path[-1]] = []
        listed = self._around((*path, 0))
        self.grafts.arrange(self.base, path, [each if isinstance(each, int) else each[1] for each in items])
        listed[:] = [listed[each] if isinstance(each, int) else deepcopy(each[0]) for each in items]

    def delete(self, path: Path) -> None:
        """Take out an entry of a mapping."""
        del self._around(path)[path[-1]]

    def home(self, path: Path) -> Home:
        """Where a value was written."""
        return self.grafts.find(self.base, path)

    def document(self) -> Document:
        """The file as it is now."""
        return Composed.made(self.base, self.data, self.grafts) if self.changed else self.base


Place: TypeAlias = tuple[Draft, Path]
"""Where an entry stands."""


def steps_of(draft: Draft) -> Iterator[tuple[str, Path]]:
    """All phases of a file by name, with their paths."""

    def below(listed: Any, path: Path) -> Iterator[tuple[str, Path]]:
        for place, phase in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(phase, dict):
                if isinstance(phase.get("phase"), str):
                    yield phase["phase"], (*path, place)
                yield from below(phase.get("steps"), (*path, place, "steps"))

    if isinstance(draft.data, dict):
        yield from below(draft.data.get("flow"), ("flow",))


def named(draft: Draft, section: str) -> dict[str, Path]:
    """The entries of a section by name, with their paths; phases wherever they stand, rules by `id`."""
    if not isinstance(draft.data, dict):
        return {}
    if section == "flow":
        return dict(steps_of(draft))
    found = draft.data.get(section)
    if section == "plans":
        return {str(draft.data["board"]): ()} if "board" in draft.data else {}
    if section == "rules":
        rules = found if isinstance(found, list) else []
        return {rule["id"]: ("rules", n) for n, rule in enumerate(rules) if isinstance(rule, dict) and "id" in rule}
    return {str(name): (section, name) for name in found} if isinstance(found, dict) else {}
