"""Bots that think as long as they may: `strong@500ms`. They do not play the same twice."""

from __future__ import annotations

import re
from typing import Final

from .problems import BotError
from .thinking import LEVELS

__all__ = ["LONGEST", "budget_of", "repeatable", "without_budget"]

LONGEST: Final = 600.0
"""Most seconds for an answer."""
_WRITTEN: Final = re.compile(r"(\d{1,6})(ms|s)")


def without_budget(name: str) -> str:
    """The name of a bot alone: `strong` of `strong@500ms`. Where somebody's own file stands, nothing is cut off."""
    return name if ":" in name else name.partition("@")[0]


def repeatable(name: str) -> bool:
    """Whether a bot of this name plays the same each time."""
    return without_budget(name) == name


def budget_of(name: str) -> float | None:
    """How many seconds a bot of this name may think about an answer; None where its level says how far it thinks.

    Raises:
        BotError: it is not written so, or it is no bot that thinks ahead.
    """
    if repeatable(name):
        return None
    bot, _, text = name.partition("@")
    if bot not in LEVELS[1:]:
        raise BotError("no_budget", bot=name, known=", ".join(f"`{level}`" for level in LEVELS[1:]))
    match = _WRITTEN.fullmatch(text)
    seconds = int(match[1]) / (1000 if match[2] == "ms" else 1) if match else 0.0
    if not 0 < seconds <= LONGEST:
        raise BotError("bad_budget", bot=name, example=f"{bot}@500ms", longest=f"{LONGEST:.0f}s")
    return seconds
