"""Scenario files, as far as they can be checked without playing: shape, conditions, notations, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ruleset_core.check.combine import Linked
from ruleset_core.errors import OptionError
from ruleset_core.lang.given import Given, rolled
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Reader, Site, to_widen
from ruleset_core.lang.sight import Sight
from ruleset_core.lang.types import BOOL
from ruleset_core.lang.words import Mistake, read_value
from ruleset_core.model.diagnostic import Diagnostic, closest, error, hint, nearest, number_near
from ruleset_core.model.gather import wrong_folder
from ruleset_core.model.reading.yamlpos import load_document
from ruleset_core.model.shapes.scenarios import ExemptFile, Scenario, ScenarioFile
from ruleset_core.model.shapes.validate import validate
from ruleset_core.model.source import Document
from ruleset_core.model.source_files import listed
from ruleset_core.model.stages import stage
from ruleset_core.model.words import TRUTHS

_SEAT = re.compile(r"seat\s+(\d+)\s*:\s*")
_STEP_SEAT = re.compile(r"\d+\s*:\s+")
_EXEMPT = "exempt.yaml"


@dataclass(slots=True)
class Scenarios:
    """Scenario files as they were read: what was found in them, their texts, and all scenarios by the expansions they are played with."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    by_expansions: dict[frozenset[str], list[tuple[Site, Scenario]]] = field(default_factory=dict)


@stage("scenarios")
def read_scenarios(
    game: Path, expansions: Mapping[str, Path], played: Mapping[str, Path] | None = None
) -> Scenarios:  # fmt: skip
    """Read all scenario files of a game and its expansions, or of those that are `played`."""
    found = Scenarios()
    for origin, directory in {"": game, **(expansions if played is None else played)}.items():
        files, problems = listed(directory / "scenarios")
        found.diagnostics.extend(problems)
        for file in files:
            _file(file, origin, expansions, found)
    return found


def _file(file: Path, origin: str, expansions: Mapping[str, Path], found: Scenarios) -> None:
    with stage("reading"):
        document, problems = load_document(file)
    found.diagnostics.extend(problems)
    if document is None:
        return
    found.texts[document.file] = document.source.text
    misplaced = wrong_folder(document, ScenarioFile)
    if misplaced is not None:
        found.diagnostics.append(misplaced)
        return
    if file.name == _EXEMPT:
        found.diagnostics.extend(validate(document, ExemptFile)[1])
        return
    with stage("reading"):
        shaped, problems = validate(document, ScenarioFile)
    found.diagnostics.extend(problems)
    for place, scenario in enumerate(shaped.scenarios if shaped is not None and shaped.game is None else ()):
        site = Site(document, ("scenarios", place))
        missing = [name for name in scenario.expansions if name not in expansions]
        for name in missing:
            where = document.span((*site.path, "expansions", scenario.expansions.index(name)))
            advice, swap = hint(name, list(expansions), "expansions"), nearest(name, expansions, where)
            message = f"there is no expansion `{name}`"
            found.diagnostics.append(error("E404", message, where, help=advice, suggestion=swap, about=name))
        if not missing:
            names = frozenset({*scenario.expansions, *([origin] if origin else [])})
            found.by_expansions.setdefault(names, []).append((site, scenario))


@stage("scenarios")
def check_scenarios(linked: Linked, found: Scenarios) -> list[Diagnostic]:
    """Check all scenarios that are played with the expansions of a game that was linked."""
    if linked.linker is None or not linked.sound:
        return []
    sound = _Sound()
    scenarios = found.by_expansions.get(frozenset(linked.expansions), ())
    return [each for site, scenario in scenarios for each in _Scenario(linked.linker, site, sound).check(scenario)]


@dataclass(slots=True)
class _Sound:
    """What was found to be right in scenarios of the same game before: most of it comes again and again."""

    conditions: set[tuple[str, bool]] = field(default_factory=set)
    """With whether a seat is acting."""
    options: set[str] = field(default_factory=set)


class _Scenario:
    """Checks one scenario against the vocabulary of its game."""

    def __init__(self, linker: Linker, site: Site, sound: _Sound) -> None:
        self.v = linker.v
        self.sound = sound
        self.linker = linker
        self.site = site
        self.reader = Reader(linker.v)
        self.players = linker.v.players[0]

    def check(self, scenario: Scenario) -> list[Diagnostic]:
        """Everything that can be seen without playing."""
        low, high = self.v.players
        self.players = low if scenario.players is None else scenario.players
        if not low <= self.players <= high:
            span = str(low) if low == high else f"{low} to {high}"
            message, at = f"the game is for {span}, not for {self.players}", self.site.at("players")
            swap = number_near(self.players, low, high, at.document.span(at.path))
            self.reader.diagnostics.append(error("E106", message, swap.span, suggestion=swap))
            self.players = high
        self._options(scenario.options)
        self._dice(scenario.dice)
        self._mistakes(Given(self.v, self.players).read(scenario.given), self.site.at("given"))
        if scenario.at is not None and scenario.at not in self.v.phases:
            self._unknown("phase", scenario.at, list(self.v.phases), self.site.at("at"), code="E312")
        for place, step in enumerate(scenario.do):
            at = self.site.at("do", place)
            if step.option is not None:
                self._option(step.option, at.at(*_seats_written(at)))
            if step.seat is not None:
                self._seat(step.seat, at)
            if step.expect is not None:
                self._expect(step.expect, at.at("expect"))
        self._expect(scenario.expect, self.site.at("expect"))
        return self.reader.diagnostics

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
                self._mistakes(rolled(self.v, self.players, name, outcomes), site)

    def _mistakes(self, read: Iterable[Any], site: Site) -> None:
        """What cannot be among what was read: E301 for a name, E314 for a value."""
        for each in read:
            if isinstance(each, Mistake):
                code = "E301" if each.message.startswith("unknown ") or each.key else "E314"
                self._mistake(code, each, site.at(*each.path))

    def _mistake(self, code: str, found: Mistake, site: Site) -> None:
        """A value that cannot be, with the one that was probably meant."""
        where = site.document.key_span(site.path) if found.key else site.document.span(site.path)
        swap = nearest(found.word, found.known, where, TRUTHS) if found.known else None
        if found.bounds is not None and found.word.removeprefix("-").isdigit():
            swap = number_near(int(found.word), *found.bounds, where)
        item = error(code, found.message, where, help=found.advice, suggestion=swap, about=found.word)
        homes = [self.linker.homes[key] for step in site.path if (key := ("state", str(step))) in self.linker.homes]
        if found.bounds is not None and homes:
            item = to_widen(item, str(homes[0].path[-1]), homes[0].document.key_span(homes[0].path))
        self.reader.diagnostics.append(item)

    def _seat(self, seat: int, site: Site, *, key: bool = False) -> None:
        if not 0 <= seat < self.players:
            message = f"there is no seat {seat}; the scenario has {self.players} player(s)"
            self.reader.report("E314", message, site, "seats count from 0", key=key)

    def _names(self, given: Iterable[str], known: Sequence[str], what: str, site: Site) -> None:
        for name in given:
            if name not in known:
                self._unknown(what, name, known, site.at(name), key=True)

    def _unknown(
        self, what: str, name: str, known: Sequence[str], site: Site, *, code: str = "E301", key: bool = False, start: int = 0,
        aliases: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        message, named = f"unknown {what} `{name}`", list(known)
        self.reader.unknown(code, message, site, name, named, f"{what}s", key=key, start=start, aliases=aliases)

    def _expect(self, expect: Any, site: Site) -> None:
        for place, text in enumerate(expect.that):
            self._condition(text, _item(site.document, site.at("that"), place))
        for key in ("offered", "only"):
            for place, text in enumerate(getattr(expect, key) or ()):
                self._option(text, _item(site.document, site.at(key), place))
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
                self._mistakes(Sight(self.v, self.players).read(seen), site.at("sees", seat))
        for seat, names in expect.achievements.items():
            for place, name in enumerate(names):
                known = [each.name for each in self.linker.program.achievements]
                if name not in known:
                    self._unknown("achievement", name, known, site.at("achievements", seat, place))

    def _seats(self, expect: Any, site: Site) -> None:
        """Every seat that is spoken of is one of the scenario's, and scores are told of all of them."""
        if expect.seat is not None:
            self._seat(expect.seat, site.at("seat"))
        for key in ("sees", "achievements"):
            for seat in getattr(expect, key):
                self._seat(seat, site.at(key, seat), key=True)
        for place, seat in enumerate(expect.winners or ()):
            self._seat(seat, site.at("winners", place))
        if expect.scores is not None and len(expect.scores) != self.players:
            message = f"the scenario has {self.players} player(s), and these are {len(expect.scores)} scores"
            self.reader.report("E314", message, site.at("scores"), "one for every seat, in order")

    def _condition(self, text: str, site: Site) -> None:
        """A condition; the seat in front of it is left out, and put back when places are told."""
        match = _SEAT.match(text)
        if match:
            self._seat(int(match[1]), site)
        me = bool(match) or self.players == 1
        bare = text[match.end() :] if match else text
        if (bare, me) in self.sound.conditions:
            return
        blank = " " * match.end() + bare if match else text
        before = len(self.reader.diagnostics)
        self.reader.expr(blank, site, Scope(me=me), BOOL)
        if len(self.reader.diagnostics) == before:
            self.sound.conditions.add((bare, me))
        advice = "say in front whose it is: `seat 0: ...`"
        for place, item in enumerate(self.reader.diagnostics[before:], before):
            if item.code == "E309":
                self.reader.diagnostics[place] = replace(item, help=advice)

    def _option(self, text: str, site: Site, *, key: bool = False) -> None:
        written = site.document.value(site.path)  # of a step the seat was taken off before
        match = _STEP_SEAT.match(text) or (_STEP_SEAT.match(written) if isinstance(written, str) and not key else None)
        words = _STEP_SEAT.sub("", text, count=1).strip()
        start = match.end() if match else 0
        if words in self.sound.options:
            return
        fitting = [
            each for each in self.v.decisions.values() if words == each.word or words.startswith(f"{each.word} ")
        ]
        if not fitting:
            self._unworded(words, site, key=key, start=start)
            return
        values = [value for each in fitting for value in self._values(each)]
        if words not in values:
            head, _, last = words.rpartition(" ")
            truth = {f"{head}_{last}".lower(): f"{head} {TRUTHS[last]}"} if last in TRUTHS else None
            self._unknown("option", words, values, site, key=key, start=start, aliases=truth)
            return
        self.sound.options.add(words)

    def _unworded(self, words: str, site: Site, *, key: bool, start: int) -> None:
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
        close = closest(head, known)
        return close[0] if len(close) == 1 else ""

    def _values(self, decision: Any) -> Iterator[str]:
        yield from self.v.notations(decision)
        yield f"{decision.word} {decision.out}"


def _seats_written(site: Site) -> tuple[int, ...]:
    """The seat of a step, as YAML reads it: `- 1: deal buy` is a mapping with one key, `- deal buy` is a text."""
    value = site.document.value(site.path)
    return tuple(value) if isinstance(value, dict) else ()


def _heads(words: str) -> Iterator[tuple[str, str]]:
    """An option in two parts, wherever it has a blank: what may be the word of its decision, and the answer."""
    parts = words.split()
    yield from ((" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts)))


def _item(document: Document, site: Site, place: int) -> Site:
    """An item of a list that may be written as a single value."""
    return site.at(place) if isinstance(document.value(site.path), list) else site
