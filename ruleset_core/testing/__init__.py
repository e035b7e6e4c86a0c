"""Tests for game authors: scenarios, the conformance suite, perft counts and golden files."""

from ruleset_core.testing.conformance import check_game
from ruleset_core.testing.scenarios import run_scenarios

__all__ = ["check_game", "run_scenarios"]
