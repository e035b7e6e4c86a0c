"""Tests for game authors: scenarios, the conformance suite, perft counts and golden files."""

from ruleset_core.testing.conformance import ConformanceReport, check_game
from ruleset_core.testing.goldens import perft
from ruleset_core.testing.scenarios import ScenarioResult, run_scenarios

__all__ = ["ConformanceReport", "ScenarioResult", "check_game", "perft", "run_scenarios"]
