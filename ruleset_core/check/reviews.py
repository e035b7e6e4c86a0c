"""Rules texts beside what they explain: paragraphs that were not compared since it changed, and entries that none explains.

A paragraph says what it explains, and which hash that had when somebody last compared the two. The hash is made of what is played:

    explains: [income]      the phase `income`: what it does, without comments, blanks and texts
                            the definitions that it names, and those that these name, unless paragraphs of their own explain them
                            the rules that follow it, or change one of these definitions

Where an expansion in play changes any of this, the hash is another one, and W545 tells it: unless the expansion says the paragraph
anew, or says that it still holds (`override: {rulebook: {income: {reviewed: kfgpmbna}}}`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from ruleset_core.analysis.declaration_index import DeclarationIndex, DeclaredEntry
from ruleset_core.analysis.text_reader import SourceSite, TextReader
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Diagnostic, Span, friendly_list
from ruleset_core.model.game_files import GatheredFiles, GatheredPart
from ruleset_core.model.schema.section_models import ParagraphModel
from ruleset_core.model.sources import KIND_OF, DataPath, Document, played_entries
from ruleset_core.values import is_language, split_step

_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_MOMENTS: Final = ("when", "instead", "while_in_play")
_EXPLAINED: Final = ("flow", "resources", "pieces", "decisions")
"""Sections whose entries a rulebook explains."""
_LETTERS: Final = 8
"""Letters of a hash."""
SHOWN: Final = 8
"""So many names are told of those that no paragraph explains."""

Name = tuple[str, str]
"""A section and a name in it."""


@dataclass(frozen=True, slots=True)
class ReviewedText:
    """A paragraph of a rulebook, where it stands, and the hash of what it explains now; empty where it explains nothing."""

    paragraph: ParagraphModel
    part: GatheredPart
    path: DataPath
    hash: str

    @property
    def document(self) -> Document:
        """The file it stands in."""
        return self.part.document


def reviewed_texts(gathered: GatheredFiles, names: DeclarationIndex) -> list[ReviewedText]:
    """All paragraphs with the hashes of what they explain."""
    listed = [
        (part, ("rulebook", place), each)
        for part in gathered.parts
        for place, each in enumerate(part.sections.rulebook)
    ]
    if not listed:
        return []
    played = _PlayedEntries(gathered.documents, names)
    explains = [played.entries(each.explains) for _, _, each in listed]
    own = {name for (part, _, _), names in zip(listed, explains, strict=True) if not part.origin for name in names}
    every = {name for names in explains for name in names}
    return [
        ReviewedText(each, part, path, played.hash(names, every if part.origin else own))
        for (part, path, each), names in zip(listed, explains, strict=True)
    ]


class _PlayedEntries:
    """The entries of a game as they are played, and which of them name which others."""

    def __init__(self, documents: Sequence[Document], names: DeclarationIndex) -> None:
        self._names = names
        self._texts = played_entries(documents)
        self._followers: dict[str, list[Name]] = {}
        for rule in self._names.of("rules"):
            for name in _moments(rule.data):
                self._followers.setdefault(name, []).append(("rules", rule.name))

    def entries(self, names: Iterable[str]) -> list[Name]:
        """The sections and names of what a paragraph explains; of a member or a fact those of what it belongs to."""
        found = (entry for name in names for entry in self._names.find(name)[:1])
        return [(each.section, each.name.partition(".")[0]) for each in found]

    def hash(self, explained: Sequence[Name], elsewhere: set[Name]) -> str:
        """A hash of what is played of some entries and of what these name; not of what other paragraphs explain."""
        if not explained:
            return ""
        found = {*explained}
        waiting = [*explained]
        while waiting:
            section, name = waiting.pop()
            entry = self._names.full.get(f"{section}.{name}")
            named = [
                ("define", word)
                for word in _words(entry.data if entry else None)
                if f"define.{word}" in self._names.full
            ]
            for each in (*named, *self._followers.get(name, ())):
                if each not in found and each not in elsewhere:
                    found.add(each)
                    waiting.append(each)
        texts = [[*each, *self._texts.get(KIND_OF.get(each[0], ""), {}).get(each[1], ())] for each in sorted(found)]
        return _letters(repr(texts))


def _moments(rule: Any) -> Iterator[str]:
    """The phases and events that a rule follows, and the definitions that it changes."""
    for key in _MOMENTS if isinstance(rule, Mapping) else ():
        given = rule.get(key) or ()
        for each in given if isinstance(given, list) else [given]:
            said = each.get("event") or each.get("modify") if isinstance(each, Mapping) else None
            if isinstance(said, str):
                yield said.removeprefix("begin ").removeprefix("end ")


def _words(value: Any) -> Iterator[str]:
    """The words of what an entry does, its texts left out; of a phase those of its steps, too."""
    if isinstance(value, str):
        yield from _WORD.findall(value)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if key != "steps" and not (isinstance(each, Mapping) and each and all(map(is_language, each))):
                yield from _words(each)
    elif isinstance(value, list):
        for each in value:
            yield from _words(each)


def _letters(text: str) -> str:
    number = int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")
    found = ""
    for _ in range(_LETTERS):
        number, place = divmod(number, 26)
        found += chr(ord("a") + place)
    return found


# -- what `check` tells ------------------------------------------------------------------------------------------------


def lint_rulebook(linker: Linker) -> Iterator[Diagnostic]:
    """W545: paragraphs to be compared again. W546: what no paragraph explains, in a game that has a rulebook."""
    texts = reviewed_texts(linker.gathered, linker.names)
    if texts:
        yield from _outdated(linker.gathered, texts)
        yield from _unexplained(linker, texts)


def _outdated(gathered: GatheredFiles, texts: Sequence[ReviewedText]) -> Iterator[Diagnostic]:
    for text in texts:
        name, reviewed = text.paragraph.paragraph, text.paragraph.reviewed
        changed = {change.path[:1] for change in gathered.rewritten if change.name == name}
        if reviewed is None or reviewed == text.hash or (("text",) in changed and ("reviewed",) not in changed):
            continue
        what = friendly_list(text.paragraph.explains, "and")
        message = f"{what} changed since the paragraph `{name}` was reviewed"
        advice = f"read it again, then run `ruleset rules {gathered.lineage.directory.name} --review {name}`"
        if not text.part.origin and gathered.expansions:
            advice = f"replace its text in the expansion, or write there `override: {{rulebook: {{{name}: {{reviewed: {text.hash}}}}}}}`"
        yield Diagnostic("W545", "warning", message, text.document.span((*text.path, "reviewed")), help=advice)


def _unexplained(linker: Linker, texts: Sequence[ReviewedText]) -> Iterator[Diagnostic]:
    explained = {each for paragraph in linker.paragraphs for each in paragraph.explains}
    missing = [
        each for section in _EXPLAINED for each in linker.names.of(section) if _wants_text(linker, each, explained)
    ]
    origins = {id(each.document): each.origin for each in linker.gathered.parts}
    for origin in dict.fromkeys(origins[id(each.document)] for each in missing):
        mine = [each for each in missing if origins[id(each.document)] == origin]
        listed = [_short(linker.names, each) for each in mine]
        many = len(listed) > SHOWN + 1
        first = ", ".join(f"`{each}`" for each in listed[:SHOWN])
        said = f"{first} and {len(listed) - SHOWN} more" if many else friendly_list(listed, "and")
        advice = "write paragraphs with these under `explains`, or add them to what others explain"
        yield Diagnostic("W546", "warning", f"no paragraph explains {said}", _home(linker, texts, origin), help=advice)


def _short(names: DeclarationIndex, entry: DeclaredEntry) -> str:
    """A name as it is written under `explains`."""
    return entry.name if len(names.find(entry.name)) == 1 else entry.full


def _wants_text(linker: Linker, entry: DeclaredEntry, explained: set[Name]) -> bool:
    """Whether players meet an entry and no paragraph explains it. What has no name for players is of the rules alone."""
    if (entry.section, entry.name) in explained:
        return False
    if entry.section == "decisions":
        decision = linker.v.decisions.get(entry.name)
        return decision is not None and not any(("decisions", each) in explained for each in decision.kind_of)
    return isinstance(entry.data, dict) and "name" in entry.data


def _home(linker: Linker, texts: Sequence[ReviewedText], origin: str) -> Span:
    """Where it is told: at the rulebook of the game or the expansion, else at its first file."""
    for text in texts:
        if text.part.origin == origin:
            return text.document.key_span(("rulebook",))
    part = next(each for each in linker.gathered.parts if each.origin == origin)
    return part.document.span((next(iter(part.document.data)),))


def missing_pictures(linker: Linker, scenarios: Sequence[str]) -> list[Diagnostic]:
    """E301: pictures that name no scenario."""
    reader = TextReader(linker.v)
    for part in linker.gathered.parts:
        for place, each in enumerate(part.sections.rulebook):
            name, _ = split_step(each.picture or "")
            if name and name not in scenarios:
                site = SourceSite(part.document, ("rulebook", place, "picture"))
                reader.unknown("E301", f"there is no scenario `{name}`", site, name, scenarios, "scenarios")
    return reader.diagnostics
