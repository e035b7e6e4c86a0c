"""All entries of a game by section and name, as texts for people and reviews refer to them: `income`, or `flow.income` where `income` is several things.

Of the game Pig:

    decide           DeclaredEntry("decisions", "decide", ...)
    points           `resources.points` and `score.points`: what is meant has to be said
    roll             DeclaredEntry("sets", "course.roll", ...), a member
    face.is          the key `is` of the field `face`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ruleset_core.messages import LANGUAGES, in_all_languages
from ruleset_core.model.drafts import DraftFile, section_entries
from ruleset_core.model.sources import DataPath, Document

SECTIONS: Final = (
    "flow", "decisions", "resources", "pieces", "cards", "sets", "zones", "state", "events", "define", "rules", "score", "options", "ranges",
    "boards", "positions", "achievements",
)  # fmt: skip
"""The sections whose entries have names."""


@dataclass(frozen=True, slots=True)
class DeclaredEntry:
    """An entry of a section, or a part of one (`course.roll`, a member of the set `course`; `card.price`, a fact)."""

    section: str
    name: str
    document: Document
    path: DataPath

    @property
    def data(self) -> Any:
        """What the file says of it, with what expansions put in its place."""
        return self.document.value(self.path)

    @property
    def full(self) -> str:
        """Its name behind its section."""
        return f"{self.section}.{self.name}"

    @property
    def is_named(self) -> bool:
        """Whether the data has a name for it that players read."""
        return isinstance(self.data, dict) and self._key in self.data

    @property
    def is_sentence(self) -> bool:
        """Whether its name has values in it, such as that of an event: no thing is called so."""
        return any("{" in text for text in self.title().values())

    @property
    def _key(self) -> str:
        return "because" if self.section == "rules" else "name"

    def title(self) -> dict[str, str]:
        """What players call it, by language; its id in words where the data has no name for it."""
        data = self.data
        said = data.get(self._key) if isinstance(data, dict) else None
        plain = self.name.rpartition(".")[2].replace("_", " ")
        given = in_all_languages(said) if isinstance(said, dict) and said else {}
        return {lang: text if isinstance(text := given.get(lang), str) and text else plain for lang in LANGUAGES}


class DeclarationIndex:
    """The entries of a game, found by their names."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.full: dict[str, DeclaredEntry] = {}
        """By section and name."""
        headers = (each.data for each in documents if isinstance(each.data, dict))
        self.header: Mapping[str, Any] = next((data for data in headers if "game" in data), {})
        """What the game says of itself."""
        self._entries: dict[str, list[DeclaredEntry]] = {}
        self._inner: dict[str, list[DeclaredEntry]] = {}
        for entry in _entries(documents):
            if entry.full in self.full:
                continue  # a set to which an expansion adds members
            self.full[entry.full] = entry
            self._entries.setdefault(entry.name, []).append(entry)
        for entry in [*self.full.values()]:
            for inner in _parts(entry, documents):
                self.full.setdefault(inner.full, inner)
                for name in (inner.name, inner.name.rpartition(".")[2]):
                    self._inner.setdefault(name, []).append(inner)

    def find(self, name: str) -> list[DeclaredEntry]:
        """What a name may mean: what has it behind its section, else entries, else parts of entries.

        A part of the score is often called after what it counts, which is meant by the bare name.
        """
        if name in self.full:
            return [self.full[name]]
        found = self._entries.get(name) or self._inner.get(name) or []
        return [each for each in found if each.section != "score"] or found

    def called(self, name: str) -> list[DeclaredEntry]:
        """What a name may mean in a text: as `find`, but without what is named by a sentence with values."""
        found = self.find(name)
        plain = [each for each in found if not each.is_sentence]
        return plain or [each for each in self._inner.get(name, ()) if not each.is_sentence] or found

    def all(self) -> list[str]:
        """All names that mean something."""
        return list(dict.fromkeys([*self._entries, *self._inner, *self.full]))

    def of(self, section: str) -> Iterator[DeclaredEntry]:
        """The entries of a section."""
        return (each for each in self.full.values() if each.section == section and "." not in each.name)


def _entries(documents: Sequence[Document]) -> Iterator[DeclaredEntry]:
    for document in documents:
        draft = DraftFile(document, "")
        for section in SECTIONS:
            for name, path in section_entries(draft, section).items():
                yield DeclaredEntry(section, name, document, path)


def _parts(entry: DeclaredEntry, documents: Sequence[Document]) -> Iterator[DeclaredEntry]:
    """The members of a set, also those that expansions add, and the facts of a kind or a set."""
    for document in documents if entry.section == "sets" else [entry.document] if entry.section == "pieces" else ():
        data: Any = document.value((entry.section, entry.name)) if _has(document, entry) else None
        given = data if isinstance(data, dict) else {}
        for key in ("members", "facts", "side_facts", "sides"):
            for name in given.get(key) or ():
                yield DeclaredEntry(
                    entry.section, f"{entry.name}.{name}", document, (entry.section, entry.name, key, name)
                )


def _has(document: Document, entry: DeclaredEntry) -> bool:
    data = document.data if isinstance(document.data, dict) else {}
    return isinstance(data.get(entry.section), dict) and entry.name in data[entry.section]
