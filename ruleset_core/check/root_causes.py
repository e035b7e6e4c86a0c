"""Reduces findings to root causes: consequences are dropped, equal findings grouped."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path

from ruleset_core.check.combinations import LinkedCombination
from ruleset_core.check.rendering import read_source_text
from ruleset_core.diagnostics import (
    SHORT,
    Diagnostic,
    Span,
    Suggestion,
    diagnostic_order,
    did_you_mean,
    is_within,
)
from ruleset_core.discovery import EXPANSION_FILE
from ruleset_core.lang.syntax.parser import BUILT_IN, keywords
from ruleset_core.lang.verbs import VERBS
from ruleset_core.messages import LANGUAGES
from ruleset_core.model.schema.base import FileModel
from ruleset_core.model.schema.validation import words_in_text
from ruleset_core.model.sources import TABLE, DataPath, Document

USES = frozenset({"W501", "W504", "W505", "W506", "W508", "W509", "W511", "W513", "W514", "W515", "W518"})
"""Warnings about what is missing somewhere: they are worth nothing while something cannot be understood."""
UNREAD = "W520"
"""The warning about a file that is passed over: what it declares is missing."""
ABSENT = "E405"
"""The error about a game without a section that every game has."""
DECIDED = "W502"
"""The warning about a condition that is always or never true: so it seems, too, where pieces are missing."""
MISPLACED = "E422"
"""The error that such a warning becomes where the game does not load without the file."""
UNKNOWN = frozenset({"E301", "E302", "E308", "E312", "E313", "E316", "E317", "E403", "E404", "E408"})
"""Errors about a name that points nowhere, or about what is missing of something that was declared."""
COUNTS = frozenset({"E307", "E309", "E402", "E403", "E405", "E412"})
"""Errors about what is not there: it may stand in what could not be read."""
OWN = frozenset({"W503", "W507", "W519", UNREAD})
"""Warnings about a place alone, whatever stands elsewhere."""
DECLARATIONS = ("E0", "E1", "E308", "E408", "E315", "E423")
"""Errors that leave what they stand in without meaning."""
UNTYPED = frozenset({"E308", "E408"})
"""Those of them about a type or kind that there is not."""
TOTAL = "E402"
"""The error about a number of cards: some may be counted for a kind that there is not."""
MISSED = frozenset({TOTAL, "E423"})
"""Errors about cards that are not there."""
TAKEN = "E315"
"""The error about a name that is taken; it is about a fact if that is called like a key of cards."""
GIVEN = "E103"
"""The error about a value of another kind: of such a fact, it was meant for the fact, not for the key."""
MISSING = "E102"
"""The error about a key or a text that is missing: it may stand under a key that is passed over."""
NO_NAME = "E012"
"""The error about such a key."""
PICTURE = "E019"
"""The error about a picture that is missing: its line can be understood all the same."""
SECTIONS = ("sets", "resources", "pieces", "state", "zones", "events", "decisions", "define", "options", "cards")
TEXTUAL = ("E0", "E2", TAKEN)
"""Errors in how something is written, whatever the names in it mean, and names that are there twice."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_QUOTED = re.compile(r"`([^`]*)`")
_SHOWN = 3
"""How many places of a folded finding are named."""


class RootCauses:
    """What of all that was found about a game is told."""

    def __init__(
        self, found: Iterable[Diagnostic], made: Sequence[LinkedCombination], texts: Mapping[str, str]
    ) -> None:
        """`found`: what all passes say; `made`: the game in all combinations; `texts`: all files by name."""
        self.found = list(found)
        self.names = _Names(made)
        unread = [item for item in self.found if item.code in {UNREAD, MISPLACED}]
        for item in unread:
            self.names.lose(item, texts)
            if Path(item.span.file).stem == Path(EXPANSION_FILE).stem:  # then all beside it is not read either
                beside = (each for end in (".yaml", TABLE) for each in Path(item.span.file).parent.glob(f"*/*{end}"))
                self.names.lost |= {
                    word for path in beside for word in words_in_text(read_source_text(str(path)) or "")
                }
        for item in [each for each in self.found if self.names.is_kind_of_file(each)]:
            self.names.lose(item, texts)
        self.names.note_undeclared(self.found)

    @property
    def sound(self) -> bool:
        """Whether all could be understood, so that warnings about what is missing are told."""
        return not self.names.lost and not any(item.severity == "error" for item in self.found)

    def diagnostics(self) -> list[Diagnostic]:
        """Without consequences; uses of a name that is misspelt where it is declared are one finding."""
        if self.sound:
            return self.found
        errors = [item for item in self.found if item.severity == "error"]
        swaps = [item.suggestion for item in errors if item.suggestion is not None]
        wrong = {item.about for item in errors} | {word for each in swaps for word in (each.replacement, *each.rivals)}
        taken = {item.about for item in self.found if item.code == TAKEN}
        lines = {(item.span.file, item.span.line) for item in errors if item.code != PICTURE}
        kept = [
            item
            for item in self.found
            if self._sure(item, wrong, lines) and not self.names.follows(item) and not self.names.given(item, taken)
        ]
        if wrong and not any(item.severity == "error" for item in kept):  # the game does not load: never a mere warning
            kept = [_lacked(item) if item.code == UNREAD else item for item in kept if item.code != DECIDED]
            if not any(
                item.severity == "error" for item in kept
            ):  # each follows from another one: none can be left out
                kept = self.found
        return list(_declared_wrongly(kept, self.names))

    def _sure(self, item: Diagnostic, wrong: set[str], lines: set[tuple[str, int]]) -> bool:
        """Whether a warning holds although something cannot be understood: nothing speaks of the name at all, and its line can be."""
        if item.code not in USES:
            there = item.severity == "warning" and (item.span.file, item.span.line) in lines
            return not there or item.code in OWN
        if self.unfinished:
            return False
        name = item.about
        known = name in self.names.lost or name in wrong
        return bool(name) and not known and self.words[name] == 1 and not did_you_mean(name, wrong)

    @cached_property
    def unfinished(self) -> bool:
        """Whether the game lacks a whole section, such as its flow: what is declared may be used there."""
        return any(item.code == ABSENT for item in self.found)

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word stands in the files."""
        return self.names.used()

    def follows(self, item: Diagnostic) -> bool:
        """Whether a finding follows from another one."""
        return self.names.follows(item)


def _lacked(item: Diagnostic) -> Diagnostic:
    """A file that is passed over, where the game does not load without what may stand in it."""
    message = f"{item.message}, and the game lacks what may stand in it"
    return replace(item, code=MISPLACED, severity="error", message=message)


def group_alike(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Findings in the order of causes, those that say the same as one with its further places."""
    groups: dict[tuple[str, ...], list[Diagnostic]] = {}
    for item in sorted(found, key=diagnostic_order):
        key = (item.about,) if item.about and item.code in UNKNOWN - {"E403"} else (item.code, item.message, item.help)
        groups.setdefault(key, []).append(item)
    return [_one(group) for group in groups.values()]


def _one(group: list[Diagnostic]) -> Diagnostic:
    first = next((item for item in group if item.span == group[0].span and item.suggestion), group[0])
    spans = tuple(dict.fromkeys(item.span for item in group if item.span != first.span))  # combinations say it again
    if not spans:
        return first
    return replace(first, alike=spans, notes=(*first.notes, _more(first.span, spans)))


def _more(first: Span, spans: tuple[Span, ...]) -> str:
    places = [f"line {span.line}" if span.file == first.file else f"{_short(span)}:{span.line}" for span in spans]
    named = ", ".join(dict.fromkeys(places[:_SHOWN])) + (", ..." if len(places) > _SHOWN else "")
    return f"{len(spans)} more like this: {named}"


def _short(span: Span) -> str:
    return span.file.replace("\\", "/").rsplit("/", 1)[-1]


class NestedPlaces:
    """The places of a document by where they begin: which of them a span lies in is found without looking at all."""

    def __init__(self, document: Document) -> None:
        found = [(document.read.whole(path), number, path) for number, path in enumerate(document.places)]
        self._sorted = sorted(found, key=lambda each: (each[0].line, each[0].column, -each[0].end_line, each[1]))
        self._starts = [(span.line, span.column) for span, _, _ in self._sorted]
        self._outer: list[int] = []
        opened: list[int] = []
        for place, (span, _, _) in enumerate(self._sorted):
            while opened and self._end(opened[-1]) < (span.line, span.column):
                opened.pop()
            self._outer.append(opened[-1] if opened else -1)
            opened.append(place)

    def _end(self, place: int) -> tuple[int, int]:
        span = self._sorted[place][0]
        return span.end_line, span.end_column

    def around(self, span: Span) -> list[tuple[Span, DataPath]]:
        """The places that a span lies in, in the order of the document."""
        place, found = bisect_right(self._starts, (span.line, span.column)) - 1, []
        while place >= 0:
            if is_within(span, self._sorted[place][0]):
                found.append(self._sorted[place])
            place = self._outer[place]
        return [(whole, path) for whole, _, path in sorted(found, key=lambda each: each[1])]


@dataclass
class _Names:
    """What is declared in the files of all combinations, and what was lost."""

    made: Sequence[LinkedCombination]
    lost: set[str] = field(default_factory=set)
    documents: dict[str, Document] = field(default_factory=dict)
    spoilt: dict[str, set[Span]] = field(default_factory=dict)
    around: list[Span] = field(default_factory=list)
    read: set[Diagnostic] = field(default_factory=set)
    untyped: bool = False
    unparsed: bool = False
    entries: list[tuple[Span, Span]] = field(default_factory=list)
    """Declarations of a type or kind that there is not, and where that stands."""
    certain: set[Diagnostic] = field(default_factory=set)
    """What was found in a combination of which all files could be read."""
    causes: set[Diagnostic] = field(default_factory=set)
    """Findings because of which a whole file is not understood."""
    no_names: list[Span] = field(default_factory=list)
    """Keys that were passed over."""
    nameless: bool = False
    """Whether a card has no name, or that of another one: it may be any that is missed."""
    _nested: dict[str, NestedPlaces] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for each in self.made:
            self.lost |= each.gathered.damage.words
            self.around += each.gathered.damage.around
            self.read |= {item for item in each.read if item.code == MISPLACED or not item.code.startswith("E4")}
            self.documents |= {document.file: document.read for document in each.gathered.documents}
            if not each.gathered.damage.files:
                self.certain |= set(each.diagnostics)

    def note_undeclared(self, found: Iterable[Diagnostic]) -> None:
        """Note what cannot be understood because of an error in its declaration."""
        for item in found:
            if item.code == NO_NAME:
                self.no_names.append(item.span)
            self.nameless = self.nameless or self._hides_card(item)
            if item.code.startswith(DECLARATIONS):
                for name in self._around(item.span):
                    self.spoilt.setdefault(name, set()).add(item.span)
            self.unparsed |= item.code.startswith("E2")
            if item.code in UNTYPED:
                self.untyped = True
                self.entries += [(entry, item.span) for entry in self._entries(item.span)]

    def _entries(self, span: Span) -> Iterator[Span]:
        """The entry of a section that a place belongs to."""
        yield from (whole for whole, path in self._places(span) if len(path) == 2)

    def _places(self, span: Span) -> list[tuple[Span, DataPath]]:
        """What a place stands in, with its paths, as the file has them."""
        document = self.documents.get(span.file)
        if document is None:
            return []
        if span.file not in self._nested:
            self._nested[span.file] = NestedPlaces(document)
        return self._nested[span.file].around(span)

    def _around(self, span: Span) -> Iterator[str]:
        """The names of what a place belongs to."""
        document = self.documents.get(span.file)
        if document is None:
            return
        for _, path in self._places(span):
            yield from (str(part) for part in path[1:])
            entry = document.value(path) if path else None
            if isinstance(entry, dict) and isinstance(entry.get("phase"), str):
                yield entry["phase"]

    def is_kind_of_file(self, item: Diagnostic) -> bool:
        """Whether the cards of a whole file are of a kind that there is not."""
        document = self.documents.get(item.span.file)
        known = item.code == "E408" and item.about not in self.lost
        return known and document is not None and item.span == document.span(("kind",))

    def lose(self, item: Diagnostic, texts: Mapping[str, str]) -> None:
        """Note that a whole file is not understood because of a finding."""
        self.certain.clear()
        self.causes.add(item)
        self.lost |= words_in_text(texts.get(item.span.file, ""))

    def _hides_card(self, item: Diagnostic) -> bool:
        """Whether a card has no name, or that of another one."""
        if item.code == "E005":
            document = self.documents.get(item.span.file)
            if (
                document is None
                or not isinstance(document.data, dict)
                or not isinstance(document.data.get("cards"), dict)
            ):
                return False
            firsts = [span for span, _ in item.related]
            return any(document.key_span(("cards", name)) in firsts for name in document.data["cards"])
        return item.code == "E018" and item.span.file.endswith(TABLE) and item.span.column == 1

    def follows(self, item: Diagnostic) -> bool:
        """Whether a finding follows from another one, or may do so: what it is about may stand in what could not be read."""
        if self.nameless and item.code in MISSED:
            return True
        if item.code == MISSING and self._holds_no_name(item.span):
            return True
        if item in self.read or item in self.causes:
            return False
        if item.severity == "error" and self._is_spoilt(item):
            return True
        if self.unparsed and item.code == "E412" and item.message.startswith("nothing reads"):
            return True
        if self.untyped and (item.code == TOTAL or (item.severity == "warning" and item.code not in OWN | USES)):
            return True
        if item in self.certain:
            return False
        if item.severity == "warning":
            return bool(self.lost) and item.code not in OWN
        if any(is_within(item.span, place) for place in self.around):
            return True
        if item.code in COUNTS and (self.lost or self.spoilt) and (not item.about or item.about in self.lost):
            return True
        if not self.lost or item.code.startswith(TEXTUAL):
            return False
        made = set(item.about.split("_"))  # a line of a board is called after its ends
        return bool(self.lost & self._words(item)) or made <= self.lost

    def _holds_no_name(self, key: Span) -> bool:
        """Whether what stands under a key has keys that were passed over."""
        document = self.documents.get(key.file)
        there = (
            [path for path in document.places if document.key_span(path) == key] if document and self.no_names else []
        )
        return any(is_within(bad, document.read.whole(path)) for path in there if document for bad in self.no_names)

    def _is_spoilt(self, item: Diagnostic) -> bool:
        """Whether a finding is about a name that is declared with an error, or stands in that declaration."""
        if item.code not in UNKNOWN | {"E303", "E304"}:
            return False
        if item.code not in UNTYPED and any(
            is_within(item.span, entry) and item.span != wrong for entry, wrong in self.entries
        ):  # two such errors in one entry are two causes
            return True
        if item.code == "E303":
            return False
        words = set(_WORD.findall(item.about))
        return any(self.spoilt.get(word, set()) - {item.span} for word in words)

    def _words(self, item: Diagnostic) -> set[str]:
        """The names that a finding depends on: those that it speaks of, and those in its lines."""
        document = self.documents.get(item.span.file)
        lines = document.source.text.splitlines()[item.span.line - 1 : item.span.end_line] if document else []
        named = set(_WORD.findall(" ".join((item.about, *_QUOTED.findall(item.message)))))
        return named | set(_WORD.findall(" ".join(lines))) - _common_words()

    def given(self, item: Diagnostic, taken: set[str]) -> bool:
        """Whether a value is wrong only because its fact is called like a key."""
        return item.code == GIVEN and any(name in taken for name in self._around(item.span))

    def declared(self) -> dict[str, Span]:
        """Names that are declared, with the place of the key."""
        names: dict[str, Span] = {}
        for document in self.documents.values():
            for path, place in document.places.items():
                if place.key is not None and path[0] in SECTIONS and isinstance(path[-1], str) and len(path) <= 4:
                    names.setdefault(path[-1], document.key_span(path))
        return names

    def used(self) -> Counter[str]:
        """How often each word stands in the files, texts for players left out."""
        words: Counter[str] = Counter()
        for document in self.documents.values():
            text = document.source.text
            for path, place in document.places.items():
                if place.key is not None:
                    words.update(_WORD.findall(text[slice(*place.key)]))
                if place.scalar is not None and not set(LANGUAGES) & set(path[-1:]):
                    words.update(_WORD.findall(place.scalar))
        return words


@cache
def _common_words() -> frozenset[str]:
    """Words that stand in most lines without being names of a game: those of the language, and keys that the models of files have."""
    models, keys = [FileModel], set[str]()
    while models:
        model = models.pop()
        models += model.__subclasses__()
        keys.update(info.alias or name for name, info in model.model_fields.items())
    return frozenset(keywords() | BUILT_IN | VERBS.keys() | keys)


def _declared_wrongly(found: list[Diagnostic], names: _Names) -> Iterator[Diagnostic]:
    """A name that several places use and none declares, and one like it that is declared and used nowhere: one slip."""
    uses: dict[str, list[Diagnostic]] = {}
    for item in found:
        if item.about and item.code in UNKNOWN - {"E403"}:
            uses.setdefault(item.about, []).append(item)
    several = {name: items for name, items in uses.items() if len({item.span for item in items}) > 1}
    declared, used = (names.declared(), names.used()) if several else ({}, Counter[str]())
    idle = [name for name in declared if used[name] == 1]
    moved: dict[str, Diagnostic] = {}
    for name, items in several.items():
        close = [each for each in did_you_mean(name, idle) if each not in uses and len(name) > SHORT]
        if len(close) == 1:
            moved[name] = _at_declaration(name, close[0], declared[close[0]], items)
    told: set[str] = set()
    for item in found:
        if item.about not in moved or item.code not in UNKNOWN:
            yield item
        elif item.about not in told:
            told.add(item.about)
            yield moved[item.about]


def _at_declaration(name: str, written: str, span: Span, uses: list[Diagnostic]) -> Diagnostic:
    places = sorted({item.span for item in uses})
    message = f"`{written}` is declared here, but {len(places)} places use `{name}`"
    related = ((places[0], "used here"),)
    return replace(
        min(uses, key=diagnostic_order), message=message, span=span, label="", notes=(), help=f"did you mean `{name}`?",
        suggestion=Suggestion(span, name), related=related, about=name, alike=(),
    )  # fmt: skip
