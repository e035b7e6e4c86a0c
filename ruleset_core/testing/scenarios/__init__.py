"""Scenarios and lessons are played as tests: a state given in the game's words, choices in notation, results expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from ruleset_core import Game, LoadError, RulesetError, load
from ruleset_core.diagnostics import Diagnostic, Span, error
from ruleset_core.positions.cases import PositionCase, ScenarioCase
from ruleset_core.positions.position_files import read_cases, scenario_files
from ruleset_core.positions.position_runs import START
from ruleset_core.testing.scenarios.runner import ScenarioResult, run_case

__all__ = ["ScenarioCase", "ScenarioResult", "ScenarioSuite", "run_scenarios", "scenario_files"]

_WORD = re.compile(r"[a-z][a-z0-9_]*")


class ScenarioSuite:
    """The scenarios and lessons of some files, each game loaded once. With `in_all` they are run in every executor that can.

    Attributes:
        cases: those that can be run, in order of files and lines.
        broken: one failed result for each file that cannot be read.
    """

    def __init__(
        self, files: Iterable[Path], roots: Sequence[Path] = (), filter_text: str = "", *, in_all: bool = False
    ) -> None:
        self.cases: list[PositionCase] = []
        self.in_all = in_all
        self.broken: list[ScenarioResult] = []
        self._games: dict[tuple[object, ...], Game | Exception] = {}
        self._interpreted: dict[int, tuple[Game, Game]] = {}
        for file in files:
            cases, diagnostics = read_cases(file, roots)
            self.cases += [case for case in cases if _matches(case, filter_text)]
            if diagnostics:
                self.broken.append(ScenarioResult(str(file), Span.whole(str(file)), failures=tuple(diagnostics)))

    def games(self) -> dict[tuple[object, ...], Game]:
        """The games of all cases that can be loaded, by what they are loaded with."""
        for case in self.cases:
            self._load(case)
        return {key: game for key, game in self._games.items() if isinstance(game, Game)}

    def sorted_for(
        self, names: Collection[str], files: Collection[str] = (), failed: Collection[str] = ()
    ) -> list[PositionCase]:
        """All cases, those that a change concerns first: which failed before, stand in a changed file, or say a changed name.

        `names`: ids of changed cards, phases, decisions and so on. What a case leads to without naming it comes with the others, in order.
        """
        words = {id(case): set(_WORD.findall(repr(case.options) + repr(case.described))) for case in self.cases}

        def rank(case: PositionCase) -> int:
            return 0 if case.name in failed else 1 if case.file in files else 2 if words[id(case)] & {*names} else 3

        return sorted(self.cases, key=rank)

    def run(self, case: PositionCase) -> ScenarioResult:
        """Run one. Nothing raises: a game that cannot be loaded is a failure too."""
        game = self._load(case)
        if isinstance(game, Exception):
            return ScenarioResult(case.name, case.span(), failures=tuple(_unloadable(case, game)))
        return run_case(case, self._reference(game), game) if self.in_all else run_case(case, game)

    def _reference(self, game: Game) -> Game:
        """The same game played by the interpreter, made once."""
        if id(game) not in self._interpreted:
            self._interpreted[id(game)] = game, game.interpreted()
        return self._interpreted[id(game)][1]

    def _load(self, case: PositionCase) -> Game | Exception:
        key = (case.game, case.expansions, case.roots)
        if key not in self._games:
            try:
                self._games[key] = load(case.game, expansions=case.expansions, roots=case.roots)
            except (RulesetError, OSError, ImportError) as problem:
                self._games[key] = problem
        return self._games[key]


def run_scenarios(
    targets: Sequence[str] = (),
    *,
    roots: Sequence[Path] = (),
    filter_text: str = "",
    progress: Callable[[ScenarioResult], object] = lambda _: None,
    in_all: bool = False,
) -> list[ScenarioResult]:
    """Run the scenarios of files, directories or games; those of every game that can be found when none is named.

    Args:
        targets: files, directories, names of games.
        roots: further directories with games, as for `load`.
        filter_text: run only scenarios whose name, covered ids or file contain this text.
        progress: called with each result.
        in_all: run them in every executor that can, and compare.

    Raises:
        GameNotFoundError: a target is neither a path nor a game.
    """
    scenarios = ScenarioSuite(scenario_files(targets, roots), roots, filter_text, in_all=in_all)
    results = list(scenarios.broken)
    for case in scenarios.cases:
        results.append(scenarios.run(case))
        progress(results[-1])
    return results


def _matches(case: PositionCase, text: str) -> bool:
    covers = case.scenario.covers if isinstance(case, ScenarioCase) else ()
    words = (case.name, case.file, *covers)
    return any(text.lower() in word.lower() for word in words)


def _unloadable(case: PositionCase, problem: Exception) -> Iterator[Diagnostic]:
    if isinstance(problem, LoadError) and problem.diagnostics:
        yield from problem.diagnostics
    else:
        yield error(START, f"the game cannot be loaded: {problem}", case.span())
