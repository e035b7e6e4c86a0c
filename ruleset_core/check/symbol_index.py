"""The symbol index of a game with its expansions: what has a name, where it is declared, and every place that names it.

Most places come from the compiler, which links the game once while `analysis.name_references` records what it resolves:

    pot      declared  game.yaml 25:3      `state.pot`
             used      game.yaml 45:31 … in effects, types, conditions of scenarios, `{pot}` of texts

What is named elsewhere, as in a position of a scenario or a look, is found by a trial: the name is changed where it is known to
stand, and what then points nowhere names it, too (`find_all`). So no place is found by its spelling alone, and none is missed that
`ruleset check` looks at. Python of a game (`hooks.py`) is not looked at.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import ascii_lowercase
from typing import Final

from ruleset_core.analysis.name_references import (
    ANYWHERE,
    KEY,
    LOCAL,
    GameSymbol,
    RecordedName,
    recording,
    symbol_of_member,
)
from ruleset_core.analysis.text_reader import SourceSite
from ruleset_core.budgets import limited_suggestions
from ruleset_core.check.bot_levels import check_levels
from ruleset_core.check.check_cache import CheckCache
from ruleset_core.check.combinations import link_names, read_combinations
from ruleset_core.check.companions import check_scenarios, check_translations, read_scenarios
from ruleset_core.check.lints import written_files
from ruleset_core.check.targets import CheckTarget
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Diagnostic, Span
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE
from ruleset_core.files import read_regular_file, with_unsaved
from ruleset_core.messages import FILE_LANGUAGES
from ruleset_core.model.sources import SourceText
from ruleset_core.values import is_language

_SECTIONS: Final = frozenset(
    {
        "sets", "pieces", "state", "zones", "decisions", "events", "define", "options", "ranges", "score", "positions",
        "achievements", "rules",
    }
)  # fmt: skip
"""Sections whose entries have names of their own."""
_INNER: Final = ("member ", "fact ", "side ", "part ", "param ", "field ")
"""How the sections of symbols begin that belong to an entry."""
_ROUNDS: Final = 8
"""So often a trial looks again at what points nowhere: what stands in a scenario is only looked at in a game without errors."""
_IN_TEXT: Final = f"{LOCAL}s of a text in"
"""The section of a local of a text in several languages, before its place."""
_ANSWER: Final = "unknown option"
"""How findings about answers of scenarios begin."""
_OTHER_VALUES: Final = "E433"
"""The finding about a translation that has values of its own, which the text in another language had as well."""
_WHOLE_LINE: Final = "E432"
"""The finding about an entry of a translation, whose line names it."""


def lines_of(text: str) -> list[str]:
    """The lines of a text, as `SourceText` counts them."""
    return re.split(r"\r\n|\n|\r", text)


def by_full_name(texts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Texts of files by their absolute names."""
    return {str(Path(file).absolute()): text for file, text in texts.items()}


@dataclass(frozen=True, slots=True)
class ResolvedNames:
    """What a game came to: the symbols declared, with their places, the places that name them, and what the compiler said.

    `stale`: translations whose English text has changed.
    """

    declared: dict[GameSymbol, Span]
    used: dict[GameSymbol, set[Span]]
    diagnostics: list[Diagnostic]
    stale: list[Span]
    texts: dict[str, str]


class SymbolIndex:
    """All symbols of a game. Nothing of it is kept when a file changes: make a new one.

    Args:
        target: the game, with the expansions that are looked at (`find_targets`).
        unsaved: texts that an editor has not saved, by the absolute names of their files.
        cache: what was read of scenarios before: of an earlier index of the game.
    """

    def __init__(
        self, target: CheckTarget, unsaved: Mapping[str, bytes] | None = None, cache: CheckCache | None = None
    ) -> None:
        self._target = target
        self._cache = cache or CheckCache()
        self.unsaved = dict(unsaved or {})
        self._all: dict[GameSymbol, frozenset[Span]] = {}
        self._spoken: set[Span] = set()
        """Places in answers of scenarios where a question is called by its name in words: `buy tool` is the answer of `buy_tool`."""

    @cached_property
    def resolved(self) -> ResolvedNames:
        """What the files came to as they are."""
        return self._linked({})

    @cached_property
    def _sources(self) -> dict[str, SourceText]:
        return {file: SourceText(file, text) for file, text in self.resolved.texts.items()}

    # -- what is asked ------------------------------------------------------------------------------------------

    def declaration(self, symbol: GameSymbol) -> Span | None:
        """Where a symbol is declared; None for what the language or the game makes itself."""
        return self.resolved.declared.get(symbol)

    def references(self, symbol: GameSymbol) -> list[Span]:
        """The places that the compiler itself resolves, in order, that of the declaration among them."""
        here = self.resolved.declared.get(symbol)
        return sorted({*self.resolved.used.get(symbol, ()), *([here] if here is not None else [])})

    def find_all(self, symbol: GameSymbol) -> list[Span]:
        """All places that name a symbol, those of scenarios, looks and translations included (see `_trial`)."""
        if symbol not in self._all:
            known = frozenset(self.references(symbol))
            local = symbol.section.startswith(f"{LOCAL} ") or symbol not in self.resolved.declared
            self._all[symbol] = known if local else self._trial(symbol, known)
        return sorted(self._all[symbol])

    def symbols_called(self, name: str) -> list[GameSymbol]:
        """What is declared under a name: `pot`, `state.pot` or `member.colour.red`; locals have none that tells them apart."""
        declared = [each for each in self.resolved.declared if not each.section.startswith(LOCAL)]
        return [each for each in declared if each.full == name] or [each for each in declared if each.name == name]

    def symbol_at(self, file: str, line: int, column: int) -> tuple[GameSymbol, Span] | None:
        """What stands at a place (line and column from 1), with the place of its name; None for what names nothing."""
        for span, symbol in self._at.get((file, line), ()):
            if span.column <= column <= span.end_column:
                return symbol, span
        return self._elsewhere(file, line, column)

    @cached_property
    def _at(self) -> dict[tuple[str, int], list[tuple[Span, GameSymbol]]]:
        found: dict[tuple[str, int], list[tuple[Span, GameSymbol]]] = {}
        for symbol, span in self.resolved.declared.items():
            found.setdefault((span.file, span.line), []).append((span, symbol))
        for symbol, spans in self.resolved.used.items():
            for span in spans:
                found.setdefault((span.file, span.line), []).append((span, symbol))
        return found

    def _elsewhere(self, file: str, line: int, column: int) -> tuple[GameSymbol, Span] | None:
        """A name in a place that only a trial finds."""
        source = self._sources.get(file)
        lines = lines_of(source.text) if source is not None else []
        if not 0 < line <= len(lines):
            return None
        for match in re.finditer(r"[A-Za-z_][A-Za-z0-9_]*", lines[line - 1]):
            if match.start() < column <= match.end() + 1:
                span = Span(file, line, match.start() + 1, line, match.end() + 1)
                named = self.symbols_called(match.group())
                found = next((each for each in named if span in self.find_all(each)), None)
                return None if found is None else (found, span)
        return None

    # -- trials -------------------------------------------------------------------------------------------------

    def _trial(self, symbol: GameSymbol, known: frozenset[Span]) -> frozenset[Span]:
        """The places that point nowhere when a name is changed where it is known to stand, until nothing does.

        The name in its place is as long as the one before, so that all places stay where they are.
        """
        other = self._unused(len(symbol.name))
        if not other:
            return known
        before = {finding_in_words(each, symbol.name, other) for each in self.resolved.diagnostics}
        for _ in range(_ROUNDS):
            tried = self._linked(self._renamed(known, other))
            fresh = [each for each in tried.diagnostics if finding_in_words(each, symbol.name, other) not in before]
            further = set[Span]()
            for each in fresh:
                places = {*_named_in(each, symbol, tried.texts)}
                further |= places
                if symbol.section == "decisions" and each.message.startswith(_ANSWER):
                    self._spoken |= places
            for span in {*tried.stale, *(each.span for each in fresh if each.code == _OTHER_VALUES)} - {
                *self.resolved.stale
            }:
                further |= {*_valued_in(span, symbol.name, tried.texts)}
            further -= known
            if not further:
                break
            known |= further
        return known

    def _unused(self, length: int) -> str:
        """A name of a length that no file has."""
        words = {word for text in self.resolved.texts.values() for word in re.findall(r"\w+", text)}
        ways = (letter * length for letter in reversed(ascii_lowercase))
        return next((each for each in ways if each not in words), "")

    def renamed_texts(self, symbol: GameSymbol, name: str) -> dict[str, bytes]:
        """The files that name a symbol as they are with another name in its place."""
        return self._renamed(self.find_all(symbol), name)

    def _renamed(self, places: Iterable[Span], name: str) -> dict[str, bytes]:
        by_file: dict[str, list[Span]] = {}
        for span in places:
            by_file.setdefault(span.file, []).append(span)
        texts = {}
        for file, spans in by_file.items():
            source, text = self._sources[file], self._sources[file].text
            for span in sorted(spans, reverse=True):
                start, end = source.offset(span.line, span.column), source.offset(span.end_line, span.end_column)
                text = text[:start] + (name.replace("_", " ") if span in self._spoken else name) + text[end:]
            raw = read_regular_file(file, len(BOM_UTF8)) if str(Path(file).absolute()) not in self.unsaved else b""
            texts[file] = (raw if raw == BOM_UTF8 else b"") + text.encode("utf-8", "surrogatepass")
        return texts

    # -- the compiler -------------------------------------------------------------------------------------------

    def _linked(self, texts: Mapping[str, bytes]) -> ResolvedNames:
        """Link the game and look at what lies beside it, with some texts in the place of those that are there."""
        target = self._target
        with with_unsaved(self.unsaved | by_full_name(texts)), recording() as recorder, limited_suggestions(0):
            made = read_combinations(target.made_of, target.expansions, in_order=target.in_order)
            scenarios = read_scenarios(target.game, target.expansions, target.played, self._cache)
            found, stale = [*scenarios.diagnostics], list[Span]()
            for each in made:
                link_names(each)
                found += each.diagnostics
                found += check_scenarios(each, scenarios)
            files = {file: text for each in made for file, text in each.texts.items()} | scenarios.texts
            first = made[0].linker
            known = first.v if first is not None and made[0].sound else None
            found += check_levels(target.game, target.played.values(), files, known)
            read = {document.file: document for each in made for document, _ in written_files(each.gathered)}
            for directory, header in (
                (target.game, GAME_FILE),
                *((each, EXPANSION_FILE) for each in target.played.values()),
            ):
                found += check_translations(directory, header, files, read, sound=known is not None, stale=stale)
        places = _Places(files, recorder.found)
        declared: dict[GameSymbol, Span] = {}
        used: dict[GameSymbol, set[Span]] = {}
        for each in made if not texts else ():
            for symbol, site in _declarations(each.linker) if each.linker is not None else ():
                start = KEY if site.path[-1] == symbol.name else ANYWHERE
                if (span := places.span(RecordedName(site, symbol, start))) is not None:
                    declared.setdefault(symbol, span)
                    further = (places.span(name) for name in _in_notation(symbol, site))
                    used.setdefault(symbol, set()).update({span, *(place for place in further if place is not None)})
        for name in recorder.found if not texts else ():
            if (span := places.span(name)) is not None:
                symbol = places.symbol(name, span)
                used.setdefault(symbol, set()).add(span)
                if symbol.section.startswith(LOCAL) and (home := places.home(name)) is not None:
                    declared.setdefault(symbol, home)
        return ResolvedNames(declared, used, found, stale, files)


# -- what is declared ----------------------------------------------------------------------------------------------------


def _declarations(linker: Linker) -> Iterator[tuple[GameSymbol, SourceSite]]:
    """All that a game declares, with the keys (or values) that give the names."""
    for (section, name), site in linker.homes.items():
        symbol = GameSymbol(section, name)
        if section.startswith("member "):
            symbol = symbol_of_member(linker.v, linker.v.domains[section.removeprefix("member ")], name)
        if (section in _SECTIONS or section.startswith(_INNER)) and " " not in name and "." not in name:
            yield symbol, site
            yield from _inner(symbol, site)
    for name, site in linker.phase_sites.items():
        yield GameSymbol("flow", name), site


def _inner(symbol: GameSymbol, site: SourceSite) -> Iterator[tuple[GameSymbol, SourceSite]]:
    """What an entry declares in itself: parameters, fields of events, sides, parts of answers."""
    data = site.document.value(site.path)
    for section, key, what in _WITHIN:
        names = data.get(key) if symbol.section == section and isinstance(data, dict) else None
        for name in names if isinstance(names, dict) else ():
            yield GameSymbol(f"{what} {symbol.name}", name), site.at(key, name)


def _in_notation(symbol: GameSymbol, site: SourceSite) -> Iterator[RecordedName]:
    """Where the notation of a question names a part of its answers: `"{it.amount} x {it.face}"`."""
    if symbol.section.startswith("part "):
        notation = SourceSite(site.document, (*site.path[:2], "notation"))
        said = site.document.value(site.path[:2]).get("notation")
        for match in re.finditer(rf"(?<=\bit\.){re.escape(symbol.name)}\b", said if isinstance(said, str) else ""):
            yield RecordedName(notation, symbol, match.start())


_WITHIN: Final = (
    ("define", "params", "param"),
    ("events", "fields", "field"),
    ("pieces", "sides", "side"),
    ("decisions", "of", "part"),
)
"""Sections, the keys of their entries that declare more names, and what these are called."""


# -- where names stand ---------------------------------------------------------------------------------------------------


class _Places:
    """Turns recorded names into places of files; a name that does not stand there as it is spelt has none."""

    def __init__(self, texts: Mapping[str, str], found: Iterable[RecordedName]) -> None:
        self._lines = {file: lines_of(text) for file, text in texts.items()}
        self._gone_through = {
            (each.site.document.file, each.site.path[:-1], each.symbol.name): each
            for each in found
            if each.symbol.section == LOCAL and each.start == each.symbol.declared == 0
        }
        """Values that begin with a local, as `each: p in seat` of a look, by what they stand in: all that stands there knows it."""

    def span(self, name: RecordedName) -> Span | None:
        """Where a recorded name stands."""
        return self._spelt(name.site, name.symbol.name, name.start)

    def home(self, name: RecordedName) -> Span | None:
        """Where a local is declared; None for one that nobody declares, such as `this`."""
        if name.symbol.declared < 0:
            around = self._around(name)
            return None if around is None else self.span(around)
        return self._spelt(name.site, name.symbol.name, name.symbol.declared)

    def symbol(self, name: RecordedName, span: Span) -> GameSymbol:
        """What a name means: locals told apart by the place that declares them, parameters by what has them."""
        symbol = name.symbol
        if symbol.section != LOCAL:
            return symbol
        if symbol.declared < 0 and (given := _parameter(symbol.name, name.site)) is not None:
            return given
        home = self.home(name)
        if home is None:
            return GameSymbol(f"{LOCAL} {span.file}", symbol.name)
        if _is_in_text(name.site):  # all languages say the same, so locals of one name are one
            return GameSymbol(f"{_IN_TEXT} {span.file} {name.site.path[:-1]}", symbol.name)
        return GameSymbol(f"{LOCAL} {span.file}", symbol.name, home.line * 10_000 + home.column)

    def _around(self, name: RecordedName) -> RecordedName | None:
        """The value around another one that declares its local."""
        file, path = name.site.document.file, name.site.path
        ways = (
            self._gone_through.get((file, path[:length], name.symbol.name)) for length in range(len(path) - 1, -1, -1)
        )
        return next((each for each in ways if each is not None), None)

    def _spelt(self, site: SourceSite, name: str, start: int) -> Span | None:
        document, path = site.document, site.path
        value = document.value(path)
        if start >= 0:
            return self._checked(document.within(path, start, start + len(name)), name)
        if start != KEY and isinstance(value, str) and document.resolve(path) == path:
            match = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", value)
            if match:
                return self._checked(document.within(path, match.start(), match.end()), name)
        return self._checked(document.key_span(path), name)

    def _checked(self, span: Span, name: str) -> Span | None:
        """A span of a name, without the quotes around it."""
        lines = self._lines.get(span.file, ())
        if span.line != span.end_line or span.line > len(lines):
            return None
        text = lines[span.line - 1][span.column - 1 : span.end_column - 1]
        if text == name:
            return span
        at = text.find(name)
        if at < 0 or text[:at] + text[at + len(name) :] not in {'""', "''"}:
            return None
        return Span(span.file, span.line, span.column + at, span.line, span.column + at + len(name))


def _is_in_text(site: SourceSite) -> bool:
    """Whether a value is what a text says in one of its languages."""
    owner = site.document.value(site.path[:-1])
    return is_language(str(site.path[-1])) and isinstance(owner, dict) and any(lang in owner for lang in FILE_LANGUAGES)


def _parameter(name: str, site: SourceSite) -> GameSymbol | None:
    """A local that comes with its text: a parameter of the definition, or a field of the event, that it belongs to."""
    path = site.path
    if path[:1] == ("define",) and len(path) > 1:
        params = site.document.value((*path[:2], "params"))
        if isinstance(params, dict) and name in params:
            return GameSymbol(f"param {path[1]}", name)
    if path[:1] == ("events",) and len(path) > 1:
        return GameSymbol(f"field {path[1]}", name)
    for length in range(len(path), 0, -1):
        owner = site.document.value(path[:length])
        for key, what in _BRINGING if isinstance(owner, dict) and name != "this" else ():
            if isinstance(owner.get(key), str):
                return GameSymbol(f"{what} {owner[key]}", name)
    return None


_BRINGING: Final = (("modify", "param"), ("event", "field"))
"""Keys of behaviours that name something whose parameters they may use."""


def finding_in_words(item: Diagnostic, name: str, other: str) -> tuple[str, str, str, int]:
    """What makes two findings the same one, whichever of two names is in them."""
    message = re.sub(rf"\b{re.escape(other)}\b", name, item.message)
    return item.code, message, item.span.file, item.span.line


def _named_in(item: Diagnostic, symbol: GameSymbol, texts: Mapping[str, str]) -> Iterator[Span]:
    """Where a finding has a name in the place that it is about.

    Names that are made of names have it as a part, such as `crate_wool`. A finding about a value may mean its key: once in its line.
    """
    name, span = re.escape(symbol.name), item.span
    lines = lines_of(texts.get(span.file, ""))
    if span.line > len(lines):
        return
    words = [rf"(?<!\w){name}(?!\w)"]
    if symbol.section == "decisions" and item.message.startswith(_ANSWER):
        words.append(rf"(?<!\w){name.replace('_', ' ')}(?!\w)")
    if symbol.section.startswith("member ") or symbol.section == "pieces":
        words.append(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])")
    for each in words:
        word = re.compile(each)
        if not word.search(item.message) and item.about != symbol.name:
            continue
        found = [*_words_within(span, word, lines)] if item.code != _WHOLE_LINE else []
        if not found:
            whole = Span(span.file, span.line, 1, span.line, len(lines[span.line - 1]) + 1)
            found = [*_words_within(whole, word, lines)]
            if len(found) != 1 and item.code != _WHOLE_LINE:
                found = [*_words_within(whole, re.compile(rf"(?<={{){name}(?=}})"), lines)]  # `one: {en: 'the {k}'}`
        if found and span.file.endswith(".json"):  # names of figures stand there several times, in the same order
            found = [*_words_within(Span(span.file, 1, 1, len(lines), len(lines[-1]) + 1), word, lines)]
        if found:
            yield from found
            return


def _words_within(span: Span, word: re.Pattern[str], lines: Sequence[str]) -> Iterator[Span]:
    for number in range(span.line, min(span.end_line, len(lines)) + 1):
        line = lines[number - 1]
        first = 0 if number > span.line else span.column - 1
        last = len(line) if number < span.end_line else span.end_column - 1
        for match in word.finditer(line, first, last):
            yield Span(span.file, number, match.start() + 1, number, match.end() + 1)


def _valued_in(span: Span, name: str, texts: Mapping[str, str]) -> Iterator[Span]:
    """Where an entry of a translation has a name within the values of its texts, `{pot}`."""
    word = re.compile(rf"(?<![\w]){re.escape(name)}(?![\w])")
    lines = lines_of(texts.get(span.file, ""))
    first = span.line
    while first > 1 and lines[first - 2].startswith("#"):
        first -= 1
    for number in range(first, len(lines) + 1):
        line = lines[number - 1]
        if not line.strip():
            return
        for value in () if line.startswith("#|") else re.finditer(r"\{.*?\}", line):
            for match in word.finditer(line, value.start(), value.end()):
                yield Span(span.file, number, match.start() + 1, number, match.end() + 1)
