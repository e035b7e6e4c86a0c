"""Every scenario of the included games, one test each, in every executor that can run it."""

from __future__ import annotations

import pytest

from ruleset_core.check.rendering import render_diagnostics
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.discovery import DATA_ROOT, EXAMPLES_ROOT
from ruleset_core.testing.scenarios import ScenarioCase, ScenarioSuite, scenario_files

FILES = scenario_files([str(root) for root in (DATA_ROOT, EXAMPLES_ROOT)])
SCENARIOS = ScenarioSuite(FILES, in_all=True)


def _id(case: ScenarioCase) -> str:
    return f"{'+'.join((case.game.rpartition('/')[2], *case.expansions))}: {case.name}"


@pytest.mark.parametrize("case", SCENARIOS.cases, ids=_id)
def test_scenario(case: ScenarioCase) -> None:
    result = SCENARIOS.run(case)
    assert result.ok, "\n" + render_diagnostics(result.failures)
    assert [*result.skipped] == ["the core"] * (why_not() is not None)


def test_all_files_can_be_read() -> None:
    assert SCENARIOS.broken == []


def test_names_of_scenarios_are_unique_within_a_game() -> None:
    names = [_id(case) for case in SCENARIOS.cases]
    assert sorted({name for name in names if names.count(name) > 1}) == []
