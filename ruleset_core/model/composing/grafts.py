"""A document in which parts stand that were written in other files: each place leads to where it was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ruleset_core.model.diagnostic import Span
from ruleset_core.model.source import Document, Home, Path, Place

__all__ = ["Composed", "Graft"]


@dataclass(slots=True)
class Graft:
    """Where the values below a place were written, as far as that is not where the value around them was.

    `home` is None where the place itself is what it was, and only something below it is not.
    """

    home: Home | None = None
    below: dict[str | int, Graft] = field(default_factory=dict)

    def find(self, base: Document, path: Path) -> Home:
        """The file a value was written in, and where in it."""
        document, last = base, cast("Graft | None", self)
        at: Path = ()
        for step in path:
            last = last.below.get(step) if last is not None else None
            if last is not None and last.home is not None:
                document, at = last.home
            else:
                at = (*at, step)
        return document, at

    def put(self, path: Path, home: Home) -> None:
        """The value at a path was written there, with all that is below it."""
        owner = self._node(path[:-1])
        owner.below[path[-1]] = Graft(home)

    def shift(self, base: Document, path: Path, first: int, size: int, by: int) -> None:
        """Items of the list at a path, from `first` to `size` (exclusive), have come to stand `by` places further on."""
        homes = {place: self.find(base, (*path, place)) for place in range(first, size)}
        owner = self._node(path)
        moved: dict[str | int, Graft] = {}
        for place, home in homes.items():
            old = owner.below.pop(place, None)
            moved[place + by] = Graft(home, old.below if old is not None else {})
        owner.below.update(moved)

    def arrange(self, base: Document, path: Path, items: Sequence[int | Home]) -> None:
        """The list at a path becomes these items: those of it that stay, by their place, and what was written elsewhere."""
        owner = self._node(path)
        old = dict(owner.below)
        found: dict[str | int, Graft] = {}
        for place, item in enumerate(items):
            if isinstance(item, int):
                kept = old.get(item)
                found[place] = Graft(self.find(base, (*path, item)), kept.below if kept is not None else {})
            else:
                found[place] = Graft(item)
        owner.below = found

    def _node(self, path: Path) -> Graft:
        found = self
        for step in path:
            found = found.below.setdefault(step, Graft())
        return found


@dataclass(frozen=True, eq=False, kw_only=True)
class Composed(Document):
    """A document with grafts. Its data are those that count; its text is that of the file it began as.

    `base` is that file as it was read.
    """

    base: Document
    grafts: Graft

    @classmethod
    def made(cls, base: Document, data: Any, grafts: Graft) -> Composed:
        """The document that `base` has become."""
        return cls(source=base.source, data=data, find=base.find, faulty=base.faulty, base=base, grafts=grafts)

    @property
    def places(self) -> Mapping[Path, Place]:
        """Where the values of the file itself stand."""
        return self.base.places

    @property
    def read(self) -> Document:
        """The file as it was read."""
        return self.base

    def home(self, path: Path) -> Home:
        """The file a value was written in, and where in it."""
        return self.grafts.find(self.base, path)

    def style(self, path: Path) -> str:
        """How the value is written."""
        document, at = self.home(path)
        return document.style(at)

    def span(self, path: Path) -> Span:
        """The span of the value at `path`, in the file it was written in."""
        document, at = self.home(path)
        return document.span(at)

    def key_span(self, path: Path) -> Span:
        """The span of the key at `path`, in the file it was written in."""
        document, at = self.home(path)
        return document.key_span(at)

    def whole(self, path: Path) -> Span:
        """The span of a value with its key, in the file it was written in."""
        document, at = self.home(path)
        return document.whole(at)

    def lacking(self, path: Path) -> Span:
        """Where a value is missing, in the file in which what should have it was written."""
        document, at = self.home(path)
        return document.lacking(at)

    def within(self, path: Path, start: int, end: int) -> Span:
        """The span of some characters of the text at `path`, in the file it was written in."""
        document, at = self.home(path)
        return document.within(at, start, end)
