"""Checks files beside a game without playing: scenarios, lessons, translations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.rulebook_linker import LessonTextReader, RulebookLinker
from ruleset_core.analysis.text_reader import SourceSite, TextReader, range_to_widen
from ruleset_core.budgets import stage
from ruleset_core.check.check_cache import CheckCache, interface_of
from ruleset_core.check.combinations import LinkedCombination
from ruleset_core.check.own_texts import translated_figures
from ruleset_core.check.reviews import missing_pictures
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import (
    Diagnostic,
    Span,
    Suggestion,
    closest_candidates,
    counted,
    error,
    friendly_list,
    nearest_number,
    nearest_repair,
    unknown_name_help,
)
from ruleset_core.errors import LoadError, OptionError
from ruleset_core.files import LESSONS, names_in, replace_file
from ruleset_core.lang.expected_views import ExpectedViewReader
from ruleset_core.lang.situations import SituationReader, ValueMistake, read_value, scripted_draws
from ruleset_core.lang.types import BOOL
from ruleset_core.messages import FILE_LANGUAGES
from ruleset_core.model.csv_cards import load_csv
from ruleset_core.model.game_files import wrong_folder
from ruleset_core.model.schema.base import LocalizedText
from ruleset_core.model.schema.scenario_files import (
    ExemptFile,
    GivenPositionModel,
    LessonFile,
    LessonModel,
    ScenarioFile,
    ScenarioModel,
)
from ruleset_core.model.schema.validation import validate
from ruleset_core.model.sources import TABLE, TRANSLATIONS, Document, SourceFiles, list_folder, read_data_file
from ruleset_core.model.translations import (
    GameText,
    TranslatedText,
    Translation,
    is_known_language,
    named_values,
    print_translation,
    read_translation,
    texts_of,
)
from ruleset_core.model.yaml_documents import load_document
from ruleset_core.safe_text import clean_line
from ruleset_core.values import YAML_TRUTHS, is_language, with_truth

# Files of scenarios and lessons, as far as they can be checked without playing: shape, conditions, notations, names, texts.

_SEAT = re.compile(r"seat\s+(\d+)\s*:\s*")
_STEP_SEAT = re.compile(r"\d+\s*:\s+")
_EXEMPT = "exempt.yaml"


@dataclass(slots=True)
class ScenarioFiles:
    """Files of scenarios and lessons as they were read: what was found in them, their texts, and all that they hold by the expansions it is played with."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    by_expansions: dict[frozenset[str], list[tuple[SourceSite, GivenPositionModel]]] = field(default_factory=dict)
    lessons: dict[str, Span] = field(default_factory=dict)
    """Where each lesson stands, by its id."""


@stage("scenarios")
def read_scenarios(
    game: Path,
    expansions: Mapping[str, Path],
    played: Mapping[str, Path] | None = None,
    cache: CheckCache | None = None,
) -> ScenarioFiles:
    """Read all files of scenarios and lessons of a game and its expansions, or of those that are `played`."""
    found = ScenarioFiles()
    for origin, directory in {"": game, **(expansions if played is None else played)}.items():
        for folder, model in _FOLDERS.items():
            files, problems = list_folder(directory / folder)
            found.diagnostics.extend(problems)
            for file in files:
                _file(file, model, origin, expansions, found, cache)
    return found


_FOLDERS: Mapping[str, type[ScenarioFile | LessonFile]] = {"scenarios": ScenarioFile, LESSONS: LessonFile}


def _file(
    file: Path, model: type[ScenarioFile | LessonFile], origin: str, expansions: Mapping[str, Path], found: ScenarioFiles,
    cache: CheckCache | None,
) -> None:  # fmt: skip
    cache = cache or CheckCache()
    with stage("reading"):
        raw = read_data_file(file)
        document, problems = cache.file((file, raw), lambda: load_document(file, raw))
    found.diagnostics.extend(problems)
    if document is None:
        return
    found.texts[document.file] = document.source.text
    misplaced = wrong_folder(document, model)
    if misplaced is not None:
        found.diagnostics.append(misplaced)
        return
    if file.name == _EXEMPT and model is ScenarioFile:
        found.diagnostics.extend(validate(document, ExemptFile)[1])
        return
    with stage("reading"):
        shaped, problems = cache.file((file, raw, model), lambda: validate(document, model))
    found.diagnostics.extend(problems)
    if shaped is None or shaped.game is not None:
        return
    listed: Sequence[GivenPositionModel] = shaped.lessons if isinstance(shaped, LessonFile) else shaped.scenarios
    for place, scenario in enumerate(listed):
        site = SourceSite(document, (file.parent.name, place))
        if isinstance(scenario, LessonModel):
            _once(scenario.lesson, site, found)
        missing = [name for name in scenario.expansions if name not in expansions]
        for name in missing:
            where = document.span((*site.path, "expansions", scenario.expansions.index(name)))
            advice = unknown_name_help(name, list(expansions), "expansions")
            swap = nearest_repair(name, expansions, where)
            message = f"there is no expansion `{name}`"
            found.diagnostics.append(error("E404", message, where, help=advice, suggestion=swap, about=name))
        if not missing:
            names = frozenset({*scenario.expansions, *([origin] if origin else [])})
            found.by_expansions.setdefault(names, []).append((site, scenario))


def _once(name: str, site: SourceSite, found: ScenarioFiles) -> None:
    """A lesson is found by its id, so no two of a game and its expansions have the same."""
    span = site.document.span((*site.path, "lesson"))
    if name in found.lessons:
        related = ((found.lessons[name], "the other one"),)
        message = f"another lesson is called `{name}`"
        found.diagnostics.append(error("E407", message, span, help="give it another id", related=related))
    found.lessons.setdefault(name, span)


@stage("scenarios")
def check_scenarios(linked: LinkedCombination, found: ScenarioFiles) -> list[Diagnostic]:
    """Check all scenarios and lessons that are played with the expansions of a game that was linked."""
    if linked.linker is None or not linked.sound:
        return []
    sound, cache, wrong = _CheckedBefore(), linked.cache, list[Diagnostic]()
    interface = None if cache is None else interface_of(linked.linker)
    for site, scenario in found.by_expansions.get(frozenset(linked.expansions), ()):
        key = interface, site.document.source.text, site.path
        if cache is None or not cache.sound.get(key):
            wrong += (problems := _Scenario(linked.linker, site, sound).check(scenario))
            if cache is not None and not problems:
                cache.sound.put(key, value=True, size=1)
    listed = (case for cases in found.by_expansions.values() for _, case in cases)
    named = [case.name for case in listed if isinstance(case, ScenarioModel)]
    return [*wrong, *missing_pictures(linked.linker, named)]


@dataclass(slots=True)
class _CheckedBefore:
    """What was found to be right in scenarios of the same game before: most of it comes again and again."""

    conditions: set[tuple[str, bool]] = field(default_factory=set)
    """With whether a seat is acting."""
    options: set[str] = field(default_factory=set)


class _Scenario:
    """Checks one scenario or lesson against the vocabulary of its game."""

    def __init__(self, linker: Linker, site: SourceSite, sound: _CheckedBefore) -> None:
        self.v = linker.v
        self.sound = sound
        self.linker = linker
        self.site = site
        self.reader = TextReader(linker.v)
        self.players = linker.v.players[0]

    def check(self, scenario: GivenPositionModel) -> list[Diagnostic]:
        """Everything that can be seen without playing."""
        low, high = self.v.players
        self.players = low if scenario.players is None else scenario.players
        if not low <= self.players <= high:
            span = str(low) if low == high else f"{low} to {high}"
            message, at = f"the game is for {span}, not for {self.players}", self.site.at("players")
            swap = nearest_number(self.players, low, high, at.document.span(at.path))
            self.reader.diagnostics.append(error("E106", message, swap.span, suggestion=swap))
            self.players = high
        self._options(scenario.options)
        self._dice(scenario.dice)
        self._mistakes(SituationReader(self.v, self.players).read(scenario.given), self.site.at("given"))
        if scenario.at is not None and scenario.at not in self.v.phases:
            self._unknown("phase", scenario.at, list(self.v.phases), self.site.at("at"), code="E312")
        if isinstance(scenario, LessonModel):
            self._lesson(scenario)
        elif isinstance(scenario, ScenarioModel):
            self._steps(scenario)
        return self.reader.diagnostics

    def _lesson(self, lesson: LessonModel) -> None:
        """The answers of a lesson, and what it says: texts with values as `me`, the learner, has them."""
        self._seat(lesson.seat, self.site.at("seat"))
        names = {name for domain in self.v.domains.values() if not domain.parts for name in domain.ids}
        for place, step in enumerate(lesson.steps):
            at = self.site.at("steps", place)
            self._option(step.do, at.at("do" if step.seat is None else step.seat))
            if step.seat is not None:
                self._seat(step.seat, at.at(step.seat), key=True)
            for key in ("say", "instead", "then"):
                self._text(getattr(step, key), at.at(key))
            for number, name in enumerate(step.mark):
                if name not in names:
                    self._unknown("piece or member", name, sorted(names), _item(at.at("mark"), number))
            if step.expect is not None:
                self._expect(step.expect, at.at("expect"), me=True)
        self._text(lesson.free, self.site.at("free"))

    def _text(self, text: LocalizedText | None, site: SourceSite) -> None:
        if text is not None:
            linker = self.linker
            texts = LessonTextReader(self.reader, lambda: RulebookLinker(linker.program, linker.names))
            texts.in_languages(text, site, BindingScope(me=True))

    def _steps(self, scenario: ScenarioModel) -> None:
        for place, step in enumerate(scenario.do):
            at = self.site.at("do", place)
            if step.option is not None:
                self._option(step.option, at.at(*_seats_written(at)))
            if step.seat is not None:
                self._seat(step.seat, at)
            if step.expect is not None:
                self._expect(step.expect, at.at("expect"))
        self._expect(scenario.expect, self.site.at("expect"))

    def _options(self, given: Mapping[str, Any]) -> None:
        site = self.site.at("options")
        self._names(given, list(self.v.options), "option", site)
        for name, value in given.items():
            if name in self.v.options:
                try:
                    read_value(self.v, self.players, self.v.options[name].type, value, name)
                except OptionError as problem:
                    self.reader.report("E314", str(problem), site.at(name))

    def _dice(self, given: Mapping[str, Any]) -> None:
        site = self.site.at("dice")
        self._names(given, self.linker.program.streams, "random stream", site)
        for name, outcomes in given.items():
            if name in self.linker.program.streams:
                self._mistakes(scripted_draws(self.v, self.players, name, outcomes), site)

    def _mistakes(self, read: Iterable[Any], site: SourceSite) -> None:
        """What cannot be among what was read: E301 for a name, E314 for a value."""
        for each in read:
            if isinstance(each, ValueMistake):
                code = "E301" if each.message.startswith("unknown ") or each.key else "E314"
                self._mistake(code, each, site.at(*each.path))

    def _mistake(self, code: str, found: ValueMistake, site: SourceSite) -> None:
        """A value that cannot be, with the one that was probably meant."""
        where = site.document.key_span(site.path) if found.key else site.document.span(site.path)
        swap = nearest_repair(found.word, found.known, where, YAML_TRUTHS) if found.known else None
        if found.bounds is not None and found.word.removeprefix("-").isdigit():
            swap = nearest_number(int(found.word), *found.bounds, where)
        item = error(code, found.message, where, help=found.advice, suggestion=swap, about=found.word)
        homes = [self.linker.homes[key] for step in site.path if (key := ("state", str(step))) in self.linker.homes]
        if found.bounds is not None and homes:
            item = range_to_widen(item, str(homes[0].path[-1]), homes[0].document.key_span(homes[0].path))
        self.reader.diagnostics.append(item)

    def _seat(self, seat: int, site: SourceSite, *, key: bool = False) -> None:
        if not 0 <= seat < self.players:
            message = f"there is no seat {seat}; the scenario has {counted(self.players, 'player')}"
            self.reader.report("E314", message, site, "seats count from 0", key=key)

    def _names(self, given: Iterable[str], known: Sequence[str], what: str, site: SourceSite) -> None:
        for name in given:
            if name not in known:
                self._unknown(what, name, known, site.at(name), key=True)

    def _unknown(
        self, what: str, name: str, known: Sequence[str], site: SourceSite, *, code: str = "E301", key: bool = False, start: int = 0,
        aliases: Mapping[str, str] | None = None, otherwise: str = "",
    ) -> None:  # fmt: skip
        message, named = f"unknown {what} `{name}`", list(known)
        self.reader.unknown(
            code, message, site, name, named, f"{what}s", key=key, start=start, aliases=aliases, otherwise=otherwise
        )

    def _expect(self, expect: Any, site: SourceSite, *, me: bool = False) -> None:
        """What is expected of a position; `me`: conditions without a seat are about somebody."""
        for place, text in enumerate(expect.that):
            self._condition(text, _item(site.at("that"), place), me or self.players == 1)
        for key in ("offered", "only"):
            for place, text in enumerate(getattr(expect, key) or ()):
                self._option(text, _item(site.at(key), place))
        for text in expect.refused:
            self._option(
                text, site.at("refused", text), key=isinstance(site.document.value((*site.path, "refused")), dict)
            )
        if expect.decision is not None and expect.decision not in self.v.decisions:
            self._unknown("decision", expect.decision, list(self.v.decisions), site.at("decision"), code="E316")
        if expect.phase is not None and expect.phase not in self.v.phases:
            self._unknown("phase", expect.phase, list(self.v.phases), site.at("phase"), code="E312")
        self._seats(expect, site)
        for seat, seen in expect.sees.items():
            if 0 <= seat < self.players:
                self._mistakes(ExpectedViewReader(self.v, self.players).read(seen), site.at("sees", seat))
        for seat, names in expect.achievements.items():
            for place, name in enumerate(names):
                known = [each.name for each in self.linker.program.achievements]
                if name not in known:
                    self._unknown("achievement", name, known, site.at("achievements", seat, place))

    def _seats(self, expect: Any, site: SourceSite) -> None:
        """Every seat that is spoken of is one of the scenario's, and scores are told of all of them."""
        if expect.seat is not None:
            self._seat(expect.seat, site.at("seat"))
        for key in ("sees", "achievements"):
            for seat in getattr(expect, key):
                self._seat(seat, site.at(key, seat), key=True)
        for place, seat in enumerate(expect.winners or ()):
            self._seat(seat, site.at("winners", place))
        if expect.scores is not None and len(expect.scores) != self.players:
            message = f"the scenario has {counted(self.players, 'player')}, not {len(expect.scores)}"
            self.reader.report("E314", message, site.at("scores"), "one for every seat, in order")

    def _condition(self, text: str, site: SourceSite, me: bool) -> None:
        """A condition; the seat in front of it is left out, and put back when places are told."""
        match = _SEAT.match(text)
        if match:
            self._seat(int(match[1]), site)
        me = me or bool(match)
        bare = text[match.end() :] if match else text
        if (bare, me) in self.sound.conditions:
            return
        blank = " " * match.end() + bare if match else text
        before = len(self.reader.diagnostics)
        self.reader.expr(blank, site, BindingScope(me=me), BOOL)
        if len(self.reader.diagnostics) == before:
            self.sound.conditions.add((bare, me))
        advice = "say in front whose it is: `seat 0: ...`"
        for place, item in enumerate(self.reader.diagnostics[before:], before):
            if item.code == "E309":
                self.reader.diagnostics[place] = replace(item, help=advice)

    def _option(self, text: str, site: SourceSite, *, key: bool = False) -> None:
        written = site.document.value(site.path)  # of a step the seat was taken off before
        match = _STEP_SEAT.match(text) or (_STEP_SEAT.match(written) if isinstance(written, str) and not key else None)
        words = _STEP_SEAT.sub("", text, count=1).strip()
        start = match.end() if match else 0
        if words in self.sound.options:
            return
        words = with_truth(words)
        fitting = [
            each for each in self.v.decisions.values() if words == each.word or words.startswith(f"{each.word} ")
        ]
        if not fitting:
            self._unworded(words, site, key=key, start=start)
            return
        if not any(words in self.v.notations(each) or words == f"{each.word} {each.out}" for each in fitting):
            head, _, last = words.rpartition(" ")
            bounds = fitting[0].number_bounds if last.removeprefix("-").isdecimal() else ""
            values = [value for each in fitting if not bounds for value in self._values(each)]
            truth = {f"{head}_{last}".lower(): f"{head} {YAML_TRUTHS[last]}"} if last in YAML_TRUTHS else None
            self._unknown("option", words, values, site, key=key, start=start, aliases=truth, otherwise=bounds)
            return
        self.sound.options.add(words)

    def _unworded(self, words: str, site: SourceSite, *, key: bool, start: int) -> None:
        """An option that begins with the word of no decision. In `dael buy` the word alone is wrong, so what is meant is `deal buy`, not `deal`."""
        known = list(dict.fromkeys(each.word for each in self.v.decisions.values()))
        meant = next(((close, rest) for head, rest in _heads(words) if (close := self._word(head, known))), None)
        aliases = None
        if meant is not None:
            values = [
                value for each in self.v.decisions.values() if each.word == meant[0] for value in self._values(each)
            ]
            whole = f"{meant[0]} {meant[1]}"
            known, aliases = (
                ([whole], {re.sub("[ -]", "_", words.lower()): whole}) if whole in values else (values, None)
            )
        self._unknown("option", words, known, site, code="E316", key=key, start=start, aliases=aliases)

    @staticmethod
    def _word(head: str, known: Sequence[str]) -> str:
        """The one word of a decision that was mistyped as the beginning of an option; empty where there is none."""
        close = closest_candidates(head, known)
        return close[0] if len(close) == 1 else ""

    def _values(self, decision: Any) -> Iterator[str]:
        yield from self.v.notations(decision)
        yield f"{decision.word} {decision.out}"


def _seats_written(site: SourceSite) -> tuple[int, ...]:
    """The seat of a step, as YAML reads it: `- 1: deal buy` is a mapping with one key, `- deal buy` is a text."""
    value = site.document.value(site.path)
    return tuple(value) if isinstance(value, dict) else ()


def _heads(words: str) -> Iterator[tuple[str, str]]:
    """An option in two parts, wherever it has a blank: what may be the word of its decision, and the answer."""
    parts = words.split()
    yield from ((" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts)))


def _item(site: SourceSite, place: int) -> SourceSite:
    """An item of a list that may be written as a single value."""
    return site.at(place) if isinstance(site.document.value(site.path), list) else site


# Translations of a game beside its texts: what is translated, what is still to do, and what a translation gets wrong.


@dataclass(frozen=True, slots=True)
class TranslationState:
    """How far a translation of a game or expansion is.

    Attributes:
        file: where it lies, or would.
        lang: its language.
        texts: all texts there are.
        translation: what is translated in that file; texts of the language may stand beside the English ones too.
    """

    file: Path
    lang: str
    texts: tuple[GameText, ...]
    translation: Translation
    _by_place: dict[str, GameText] = field(repr=False)

    @property
    def missing(self) -> list[GameText]:
        """What has no text in the language."""
        known = self.translation.texts
        return [each for each in self.texts if self.lang not in each.said and each.place not in known]

    @property
    def outdated(self) -> list[TranslatedText]:
        """What is to be looked at again: a translator said so, or the English text has changed. The English one is shown meanwhile."""
        return [
            each
            for each in self.translation.texts.values()
            if each.place in self._by_place and (each.fuzzy or self._by_place[each.place].original != each.of)
        ]

    @property
    def unknown(self) -> list[TranslatedText]:
        """What names no text."""
        return [each for each in self.translation.texts.values() if each.place not in self._by_place]

    def write(self) -> None:
        """Write the file with all texts, those that are missing empty; what is translated stays. Raises OSError."""
        self.file.parent.mkdir(exist_ok=True)
        replace_file(self.file, print_translation(self.lang, self.texts, self.translation).encode())


def translation_state(directory: Path, header: str, lang: str, files: SourceFiles | None = None) -> TranslationState:
    """How far the translation of a game or expansion is; `header`: the name of its header's file. Raises LoadError where a file cannot be read."""
    files = files or SourceFiles()
    problems: list[Diagnostic] = []
    texts = tuple(text for _, text in _texts(directory, header, files, problems, {}))
    if problems:
        raise LoadError(problems)
    translation = read_translation(files, directory, lang) or Translation({})
    if translation.problems:
        raise LoadError(list(translation.problems))
    by_place = {each.place: each for each in texts}
    return TranslationState(files.translation(directory, lang), lang, texts, translation, by_place)


def _texts(
    directory: Path, header: str, files: SourceFiles, problems: list[Diagnostic], read: Mapping[str, Document]
) -> Iterator[tuple[Document, GameText]]:
    """The texts of a game or expansion; what is wrong with its files goes into `problems`. `read`: files that were read before."""
    paths, wrong = files.files_of(directory, header)
    lessons, wrong_lessons = list_folder(directory / LESSONS)
    problems += [*wrong, *wrong_lessons]
    for path in [*paths, *lessons]:
        document = read.get(str(path))
        if document is None:
            raw = files.raw(path)
            document, wrong = load_csv(path, raw) if path.suffix == TABLE else load_document(path, raw)
            problems += wrong
        if document is not None:
            document = document.as_written
            for text in texts_of(document.data, path.relative_to(directory).as_posix()):
                yield document, text


def check_translations(
    directory: Path, header: str, sources: dict[str, str], read: Mapping[str, Document], *, sound: bool = True,
    stale: list[Span] | None = None,
) -> Iterator[Diagnostic]:  # fmt: skip
    """What is wrong with the texts of a game or expansion in other languages.

    Args:
        directory: of the game or expansion.
        header: the name of its header's file.
        sources: gets the translations that were read.
        read: files of the data that were read before, by their names.
        sound: whether the game is; else it may lack texts because of another mistake.
        stale: gets the places of translations whose English text has changed, which is no mistake.
    """
    files, known = SourceFiles(), dict[str, GameText]()
    texts = list(_texts(directory, header, files, [], read))
    spoken = {*FILE_LANGUAGES, *(lang for _, text in texts for lang in text.said if is_known_language(lang))}
    for document, text in texts:
        known[text.place] = text
        for lang, said in text.said.items():
            if lang not in FILE_LANGUAGES:
                yield from _wrong_values(text, said, document.span((*text.path, lang)))
                yield from translated_figures(text, said, lang, document.span((*text.path, lang)))
            if not is_known_language(lang):
                yield _unknown_language(lang, spoken - text.said.keys(), document.key_span((*text.path, lang)))
    try:
        names = names_in(directory / TRANSLATIONS, ".po")
    except OSError:
        return
    for name in sorted(names):
        path = directory / TRANSLATIONS / name
        if not is_language(path.stem):
            message = f"`{path.stem}` is not the code of a language"
            yield error("E432", message, Span.whole(str(path)), help="name the file after the language, as in `fr.po`")
            continue
        translation = read_translation(files, directory, path.stem) or Translation({})
        raw = files.raw(path)
        sources[str(path)] = raw.decode("utf-8-sig", "replace") if isinstance(raw, bytes) else ""
        yield from translation.problems
        for entry in translation.texts.values():
            span = Span(str(path), entry.line, 1, entry.line, 1)
            if entry.place in known:
                if not entry.fuzzy and entry.of == known[entry.place].original:
                    yield from _wrong_values(known[entry.place], entry.text, span)
                    yield from translated_figures(known[entry.place], entry.text, path.stem, span)
                elif stale is not None:
                    stale.append(span)
            elif sound:  # else a name that is misspelt elsewhere takes its texts away with it
                near = nearest_repair(entry.place, known, span)
                advice = (
                    f"did you mean `{near.replacement}`?"
                    if near
                    else "delete it, or let `ruleset translate` put it aside"
                )
                yield error("E432", f"there is no text `{entry.place}`", span, help=advice)


def _unknown_language(lang: str, others: Iterable[str], span: Span) -> Diagnostic:
    """W544: a text under what is the code of no language. `others`: languages of the game that the text lacks."""
    close = closest_candidates(lang, sorted(others))
    return Diagnostic(
        "W544",
        "warning",
        f"`{lang}` is not the code of a language",
        span,
        help=f"did you mean {friendly_list(close)}?"
        if close
        else "codes are those of ISO 639, such as `fr` or `pt-BR`",
        suggestion=Suggestion(span, close[0]) if len(close) == 1 else None,
    )


def _wrong_values(text: GameText, said: str, span: Span) -> Iterator[Diagnostic]:
    """That a translation names a value that neither the English nor the Spanish text does, or stands on several lines."""
    own, offered = named_values(said), named_values(text.original)
    beside = {value for lang in FILE_LANGUAGES for value in named_values(text.said.get(lang, ""))}
    for value in sorted(own - offered - beside):
        advice = f"values of this text: {', '.join(sorted(offered))}" if offered else "this text has no values"
        yield error("E433", f"`{value}` does not stand in the English text", span, help=advice)
    lines = said.splitlines() if "\n" in text.original else [said]
    if not said.strip() or any(clean_line(line) != line for line in lines):
        yield error("E433", "a translation is one line of text", span, help="leave it out, or write it on one line")
