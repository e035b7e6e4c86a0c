"""Origins: the file, line and owner of every statement and definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cached_property
from typing import NamedTuple

from ruleset_core.diagnostics import Span
from ruleset_core.messages import message
from ruleset_core.model.sources import DataPath, Document
from ruleset_core.values import frozen

KINDS = frozenset(
    {
        "cards",
        "rules",
        "define",
        "flow",
        "resources",
        "score",
        "tie_breaks",
        "outcome",
        "invariants",
        "positions",
        "achievements",
        "decisions",
        "events",
        "pieces",
    }
)
"""Who can own a text, by the section it stands in."""


class TextOwner(NamedTuple):
    """Whose text it is: an entry of a section, such as the card `ferryman`. A part of no entry has no name."""

    section: str
    name: str

    def text(self, lang: str = "en") -> str:
        """Told to a reader: "the card `ferryman`"."""
        kind = message(f"origin.{self.section}", lang) if self.section in KINDS else f"`{self.section}`"
        return f"{kind} `{self.name}`" if self.name else kind


@frozen
class Passage:
    """A text of the data, or an entry that holds several.

    Attributes:
        document: the file it stands in, and `path` where in it.
        file: the file within its game, such as `cards/river.yaml`; of an expansion its name goes before it.
    """

    document: Document = field(repr=False)
    path: DataPath
    file: str

    @property
    def home(self) -> str:
        """The file it was written in, as diagnostics name it."""
        return self.document.home(self.path)[0].file

    @property
    def owner(self) -> TextOwner:
        """Whose it is."""
        entry, _ = _split(self.path)
        section = str(entry[0]) if entry else ""
        if section in _NAMED_BY:
            name = self.document.value((*entry, _NAMED_BY[section]))
            return TextOwner(section, name if isinstance(name, str) else "")
        name = entry[-1] if len(entry) > 1 else ""
        return TextOwner(section, str(name + 1) if isinstance(name, int) else name)

    @property
    def key(self) -> str:
        """Where it stands in its owner, such as `effect`, `when[0].do` or `sides.night.while_in_play[1].set`."""
        found, entry = "", self.document.resolve(_split(self.path)[0])
        for part in self.document.resolve(self.path)[len(entry) :]:  # as it is written: one `when` needs no list
            found += f"[{part}]" if isinstance(part, int) else f".{part}" if found else part
        return found

    def span(self, start: int, end: int) -> Span:
        """Characters of it, in the file; of the whole (-1) its key, or its first line."""
        if start < 0:
            return self.document.key_span(self.path)
        return self.document.within(self.path, start, end)


class StoredPassage(Passage):
    """A passage of a game that was read from a file of its linked form: what is said of it was worked out when that was written.

    The documents are read again only where somebody asks for one.
    """

    __slots__ = ("number", "places")
    __stored__ = ("places", "number")

    def __init__(self, places: StoredLocations, number: int) -> None:
        self.places, self.number = places, number

    @property
    def document(self) -> Document:
        """The file it stands in."""
        return self.places.document(self._location.document)

    @property
    def path(self) -> DataPath:
        """Where in the document."""
        return self._location.path

    @property
    def file(self) -> str:
        """The file within its game."""
        return self._location.file

    @property
    def home(self) -> str:
        """The file it was written in, as diagnostics name it."""
        return self._location.home

    @property
    def owner(self) -> TextOwner:
        """Whose it is."""
        return TextOwner(*self._location.owner)

    @property
    def key(self) -> str:
        """Where it stands in its owner."""
        return self._location.key

    def span(self, start: int, end: int) -> Span:
        """Characters of it, in the file."""
        found = self._location.spans.get((start, end))
        return Span(self.home, *found) if found is not None else super().span(start, end)

    @property
    def _location(self) -> StoredLocation:
        return self.places.locations[self.number]


class StoredLocation(NamedTuple):
    """What is said of a stored passage; `document` is a number, `spans` are line, column, last line and column by start and end."""

    document: int
    path: DataPath
    file: str
    home: str
    owner: tuple[str, str]
    key: str
    spans: dict[tuple[int, int], tuple[int, int, int, int]]


class StoredLocations:
    """What is said of the passages of a stored game; read when the first is asked for."""

    def __init__(
        self, read: Callable[[], Sequence[StoredLocation]], documents: Callable[[], Sequence[Document]]
    ) -> None:
        self._read, self._documents = read, documents

    @cached_property
    def locations(self) -> Sequence[StoredLocation]:
        """By number of passage."""
        return self._read()

    def document(self, number: int) -> Document:
        """The file with this number, read again."""
        if number < 0:
            raise LookupError("this passage stands in a file that an expansion changes")
        return self._documents()[number]


_NAMED_BY = {"flow": "phase", "rules": "id", "rulebook": "paragraph"}
"""Sections that are lists: what names their entries."""


def _split(path: DataPath) -> tuple[DataPath, DataPath]:
    """The path of the entry that owns what stands at a path, and the rest of it."""
    size = 2
    if path[:1] == ("flow",):
        while path[size : size + 1] == ("steps",):
            size += 2
    elif path[1:2] == ("members",):
        size = 3
    return path[:size], path[size:]


class Origin(NamedTuple):
    """Some characters of a passage: from `start` to `end`, the end left out; of a whole passage -1 to -1."""

    passage: Passage
    start: int = -1
    end: int = -1

    @property
    def owner(self) -> TextOwner:
        """Whose text it is."""
        return self.passage.owner

    @property
    def key(self) -> str:
        """The key of its owner that it stands under."""
        return self.passage.key

    @property
    def file(self) -> str:
        """The file within its game."""
        return self.passage.file

    @property
    def span(self) -> Span:
        """The stretch of the file, named as diagnostics name it. The first one of a file takes milliseconds."""
        return self.passage.span(self.start, self.end)

    @property
    def line(self) -> int:
        """The line in the file, from 1."""
        return self.span.line

    @property
    def column(self) -> int:
        """The column in the file, from 1."""
        return self.span.column

    @property
    def text(self) -> str:
        """The place for a reader: `cards/river.yaml:12:5`."""
        span = self.span
        return f"{self.file}:{span.line}:{span.column}"

    def describe(self, lang: str = "en") -> str:
        """Whose it is and where in it: "`when[0].do` of the card `ferryman`"."""
        owner = self.owner.text(lang)
        if not self.key:
            return owner
        return message("rule.key_of", lang, key=self.key, owner=owner)
