"""How large samples are that every change is tried with. RULESET_LONG=1 takes the long forms."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import pytest

LONG = bool(os.environ.get("RULESET_LONG"))

INTERPRETED_LONG = {
    "backgammon", "ditches", "draughts", "go", "hurdles", "patios", "reversi", "tournay", "troyes_dice", "yacht",
}  # fmt: skip
"""Games whose decisions take the interpreter longest: half a minute for a few searches in Ditches, four in Hurdles."""


def slow_if_long(games: Iterable[Any], long: Collection[str] = INTERPRETED_LONG) -> list[Any]:
    """Games of a test by name, or whatever has their names; those that take long, in the interpreter if nothing else is said, are for the slow tests."""
    return [
        pytest.param(game, marks=pytest.mark.slow) if getattr(game, "name", game) in long else game for game in games
    ]


def sampled(names: Iterable[str], always: Collection[str]) -> list[str]:
    """All names with RULESET_LONG=1, else those that stand for the others."""
    return [name for name in names if LONG or name in always]


CONFORMANCE_SECONDS = 20 if LONG else 0.5
"""CPU seconds that the conformance suite may take for a game; what it looks at is spread over whole games, each promise at least once."""

CLOSELY = 1.0 if LONG else 0.2
"""Of long games, the share of the first decisions at which all that the engine promises is looked at: most of the time goes there."""
