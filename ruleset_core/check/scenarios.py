"""Scenario files, as far as they can be checked without playing: shape, conditions, notations, names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruleset_core.check.combine import Linked
from ruleset_core.check.targets import Target
from ruleset_core.lang.link.linker import Linker
from ruleset_core.lang.resolve.exprs import Scope
from ruleset_core.lang.resolve.site import Reader, Site
from ruleset_core.lang.sight import Mistake, Sight
from ruleset_core.lang.types import BOOL
from ruleset_core.model.diagnostic import Diagnostic, error, hint
from ruleset_core.model.documents import ExemptFile, ScenarioFile
from ruleset_core.model.source import Document
from ruleset_core.model.validate import validate
from ruleset_core.model.yamlpos import load_document

_SEAT = re.compile(r"seat\s+\d+\s*:\s*")
_STEP_SEAT = re.compile(r"\d+\s*:\s+")
_EXEMPT = "exempt.yaml"


@dataclass(slots=True)
class Scenarios:
    """What was found in scenario files, and their texts."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)


def check_scenarios(target: Target, made: Sequence[Linked]) -> Scenarios:
    """Check all scenario files of a game and its expansions."""
    found = Scenarios()
    by_names = {frozenset(each.expansions): each for each in made}
    for origin, directory in {"": target.game, **target.expansions}.items():
        for file in sorted((directory / "scenarios").glob("*.yaml")):
            _file(file, origin, target, by_names, found)
    return found


def _file(file: Path, origin: str, target: Target, made: dict[frozenset[str], Linked], found: Scenarios) -> None:

    document, problems = load_document(file)
    found.diagnostics.extend(problems)
    if document is None:
        return
    found.texts[document.file] = document.source.text
    if file.name == _EXEMPT:
        found.diagnostics.extend(validate(document, ExemptFile)[1])
        return
    shaped, problems = validate(document, ScenarioFile)
    found.diagnostics.extend(problems)
    for place, scenario in enumerate(shaped.scenarios if shaped is not None and shaped.game is None else ()):
        site = Site(document, ("scenarios", place))
        missing = [name for name in scenario.expansions if name not in target.expansions]
        for name in missing:
            where = document.span((*site.path, "expansions", scenario.expansions.index(name)))
            advice = hint(name, list(target.expansions), "expansions")
            found.diagnostics.append(error("E404", f"there is no expansion `{name}`", where, help=advice))
        linked = made.get(frozenset({*scenario.expansions, *([origin] if origin else [])}))
        if not missing and linked is not None and linked.linker is not None and linked.sound:
            found.diagnostics.extend(_Scenario(linked.linker, site).check(scenario))


class _Scenario:
    """Checks one scenario against the vocabulary of its game."""

    def __init__(self, linker: Linker, site: Site) -> None:
        self.v = linker.v
        self.linker = linker
        self.site = site
        self.reader = Reader(linker.v)

    def check(self, scenario: Any) -> list[Diagnostic]:
        """Everything that can be seen without playing."""
        self._names(scenario.options, list(self.v.options), "option", self.site.at("options"))
        self._names(scenario.dice, self.linker.program.streams, "random stream", self.site.at("dice"))
        known = [each.name for each in self.v.fields.values() if not each.per_seat and not each.hidden]
        self._names(scenario.given, [*known, "seats", "zones", "pieces"], "field", self.site.at("given"))
        if scenario.at is not None and scenario.at not in self.v.phases:
            self._unknown("phase", scenario.at, list(self.v.phases), self.site.at("at"), code="E312")
        for place, step in enumerate(scenario.do):
            at = self.site.at("do", place)
            if step.option is not None:
                self._option(step.option, at)
            if step.expect is not None:
                self._expect(step.expect, at.at("expect"))
        self._expect(scenario.expect, self.site.at("expect"))
        return self.reader.diagnostics

    def _names(self, given: Iterable[str], known: Sequence[str], what: str, site: Site) -> None:
        for name in given:
            if name not in known:
                self._unknown(what, name, known, site.at(name), key=True)

    def _unknown(
        self, what: str, name: str, known: Sequence[str], site: Site, *, code: str = "E301", key: bool = False
    ) -> None:
        self.reader.report(code, f"unknown {what} `{name}`", site, hint(name, list(known), f"{what}s"), key=key)

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
        players = self.v.players[1]
        for seat, seen in expect.sees.items():
            if seat >= players or seat < 0:
                self.reader.report("E301", f"there is no seat {seat}", site.at("sees", seat), key=True)
                continue
            for each in Sight(self.v, players).read(seen):
                if isinstance(each, Mistake):
                    self.reader.report(
                        "E301", each.message, site.at("sees", seat, *each.path), each.advice, key=each.key
                    )
        for seat, names in expect.achievements.items():
            for place, name in enumerate(names):
                known = [each.name for each in self.linker.program.achievements]
                if name not in known:
                    self._unknown("achievement", name, known, site.at("achievements", seat, place))

    def _condition(self, text: str, site: Site) -> None:
        """A condition; the seat in front of it is left out, and put back when places are told."""
        match = _SEAT.match(text)
        blank = " " * match.end() + text[match.end() :] if match else text
        self.reader.expr(blank, site, Scope(me=True), BOOL)

    def _option(self, text: str, site: Site, *, key: bool = False) -> None:
        match = _STEP_SEAT.match(text)
        words = text[match.end() if match else 0 :].strip()
        fitting = [
            each for each in self.v.decisions.values() if words == each.word or words.startswith(f"{each.word} ")
        ]
        if not fitting:
            known = list(dict.fromkeys(each.word for each in self.v.decisions.values()))
            self._unknown("option", words, known, site, code="E316", key=key)
            return
        values = [value for each in fitting for value in self._values(each)]
        if words not in values:
            self._unknown("option", words, values, site, key=key)

    def _values(self, decision: Any) -> Iterator[str]:
        yield from self.v.notations(decision)
        yield f"{decision.word} done"


def _item(document: Document, site: Site, place: int) -> Site:
    """An item of a list that may be written as a single value."""
    return site.at(place) if isinstance(document.value(site.path), list) else site
