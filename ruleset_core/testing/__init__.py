"""Tests for authors of games: scenarios (rules as tests), the conformance suite, counts and playthroughs as goldens."""

from .conformance import Report, check_game

__all__ = ["Report", "check_game"]
