"""Tests for authors of games: scenarios (rules as tests), the conformance suite, counts and playthroughs as goldens."""

from .conformance import Report, check_game
from .perft import perft
from .scenarios import Result, run_scenarios

__all__ = ["Report", "Result", "check_game", "perft", "run_scenarios"]
