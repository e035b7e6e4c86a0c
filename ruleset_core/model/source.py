"""A loaded YAML document: plain data, and where in the file each key and value stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from ruleset_core.model.diagnostic import Span
from ruleset_core.model.reading.scalars import offsets

Path = tuple[str | int, ...]
Home: TypeAlias = "tuple[Document, Path]"
"""Where a value was written: a file, and where in it."""

_LINE_END = re.compile(r"\r\n|\n|\r")


class SourceText:
    """The text of a file with its line starts; turns character offsets into spans."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def span(self, start: int, end: int) -> Span:
        """The span from one offset to another (exclusive)."""
        return Span(self.file, *self.position(start), *self.position(max(start, end)))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of a character offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The character offset of a line and column, both from 1; the reverse of `position`."""
        return self._starts[line - 1] + column - 1

    def end_of_line(self, offset: int) -> int:
        """The offset just behind the last visible character of the line `offset` is in."""
        line = bisect_right(self._starts, offset)
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        return max(offset, len(self.text[offset:end].rstrip()) + offset)


class Place(NamedTuple):
    """Where a value stands: offsets of the value and of its key; for scalars also how it was written and what it says."""

    start: int
    end: int
    key: tuple[int, int] | None = None
    style: str = ""
    scalar: str | None = None


@dataclass(frozen=True, eq=False)
class Document:
    """The content of one YAML file, or of a table of cards.

    Attributes:
        file: the name diagnostics show.
        data: dict, list, str, int, bool or None; keys are str or int.
        find: what finds the places of all values; asked once, and only when somebody wants to know one.
        faulty: paths of values already reported as mistakes; later passes say nothing about them. A value that is
            missing may be among them.
        gaps: where values are missing, as far as there is a place for them: empty cells of a table.
        keys_apart: whether keys stand elsewhere than beside their values: as headings of a table.
    """

    source: SourceText
    data: Any
    find: Callable[[SourceText], Mapping[Path, Place]] = field(repr=False)
    faulty: frozenset[Path] = frozenset()
    gaps: Mapping[Path, Place] = field(default_factory=dict, repr=False)
    keys_apart: bool = False

    @cached_property
    def places(self) -> Mapping[Path, Place]:
        """Where all values stand, by their paths."""
        return self.find(self.source)

    @property
    def read(self) -> Document:
        """The file as it was read."""
        return self

    def home(self, path: Path) -> Home:
        """The file a value was written in, and where in it: expansions put values of theirs into those of a game."""
        return self, path

    def replaced(self, path: Path) -> bool:
        """Whether an expansion put a value there that replaces what its entry was written with."""
        return self.home(path)[0] is not self.home(path[:-1])[0]

    @property
    def file(self) -> str:
        """The name of the file as diagnostics show it."""
        return self.source.file

    def resolve(self, path: Path) -> Path:
        """The longest beginning of `path` that exists in the document.

        Where files may be written in a short form, paths of the long form are understood too: a name in a list of
        names stands for its position, and index 0 of a single mapping that stands where a list may stand is itself.
        """
        found: Path = ()
        node = self.data
        for part in path:
            if isinstance(node, dict):
                if part not in node:
                    if part == 0:
                        continue
                    break
                step = part
            elif isinstance(node, list):
                if isinstance(part, str):
                    if part not in node:
                        break
                    part = node.index(part)  # noqa: PLW2901 - the short form of the same place
                if not 0 <= part < len(node):
                    break
                step = part
            else:
                break
            found += (step,)
            node = node[step]
        return found

    def value(self, path: Path) -> Any:
        """The value at `path`, or of its nearest existing ancestor."""
        node = self.data
        for part in self.resolve(path):
            node = node[part]
        return node

    def style(self, path: Path) -> str:
        """How the value is written: `{`, `[`, `block`, a quote, `|`, `>`, or nothing for a plain scalar."""
        return self._place(path).style

    def torn(self, path: Path) -> bool:
        """Whether a key looks like a part of the text before it: `{en: Roll, or hold}` reads as two keys, the second without a value."""
        owner = self.value(path[:-1]) if path else None
        if not isinstance(owner, dict) or path[-1] not in owner or owner[path[-1]] is not None:
            return False
        key = self._place(path).key
        return (
            self.style(path[:-1]) == "{" and key is not None and not self.source.text[key[1] :].lstrip().startswith(":")
        )

    def span(self, path: Path) -> Span:
        """The span of the value at `path`, or of its nearest existing ancestor. A value left out is shown by its key."""
        place = self._place(path)
        if place.start == place.end and place.key is not None:
            return self.source.span(*place.key)
        return self.source.span(place.start, place.end)

    def key_span(self, path: Path) -> Span:
        """The span of the key at `path` (or its nearest existing ancestor); of an item of a list its first line."""
        place = self._place(path)
        if place.key is not None:
            return self.source.span(*place.key)
        return self.source.span(place.start, min(place.end, self.source.end_of_line(place.start)))

    def whole(self, path: Path) -> Span:
        """The span of a value with its key; of the value alone where keys stand apart."""
        place = self._place(path)
        start = place.start if place.key is None or self.keys_apart else place.key[0]
        return self.source.span(start, max(place.end, start))

    def lacking(self, path: Path) -> Span:
        """Where a value is missing: its empty cell in a table, else the key of what should have it."""
        gap = self.gaps.get(path)
        return self.source.span(gap.start, gap.end) if gap is not None else self.key_span(path[:-1])

    def within(self, path: Path, start: int, end: int) -> Span:
        """The span of the characters `start` to `end` (exclusive) of the text at `path`.

        Offsets count in the text as loaded (a number or bool as written). An empty range, such as the end of the
        text, becomes an empty span at that place. Falls back to the whole value.
        """
        place = self._place(path)
        if place.scalar is None or self.resolve(path) not in self.places:
            return self.span(path)
        where = self._characters(place, place.scalar)
        if where is None:
            return self.span(path)
        last = len(where) - 1
        low = min(max(start, 0), last)
        high = min(max(end, low), last)
        if high > low:
            # the end of the last character, not the start of the next: they are on different lines after a line break
            return self.source.span(where[low][0], where[high - 1][1])
        return self.source.span(where[low][0], where[low][0])

    def _characters(self, place: Place, scalar: str) -> list[tuple[int, int]] | None:
        """Where the characters of a text stand. Much may be found in one long text: they are looked for once."""
        if place not in self._last:
            self._last.clear()
            self._last[place] = offsets(self.source.text, place.start, place.end, place.style, scalar)
        return self._last[place]

    @cached_property
    def _last(self) -> dict[Place, list[tuple[int, int]] | None]:
        return {}

    def _place(self, path: Path) -> Place:
        found = self.resolve(path)
        while found not in self.places:
            found = found[:-1]
        return self.places[found]
