"""Many games, so that figures can be told of a game: who wins, how much, how long it takes, and how sure one can be.

It uses the public seam, bots and nothing else. What comes out depends on the plan alone, not on who does the work.
"""

from __future__ import annotations

from .cards import Card
from .causes import Cause, by_cause
from .comparing import Comparison, Line, Question, compared
from .figures import Estimate, difference, enough, mean_of, sure_of
from .kept import Kept, KeptError
from .plan import Plan
from .playing import GameRow, play_games
from .summary import Summary, Summing, summarise
from .sweeping import Curve, Point, swept
from .workers import run, run_abreast

__all__ = [
    "Card",
    "Cause",
    "Comparison",
    "Curve",
    "Estimate",
    "GameRow",
    "Kept",
    "KeptError",
    "Line",
    "Plan",
    "Point",
    "Question",
    "Summary",
    "Summing",
    "by_cause",
    "compared",
    "difference",
    "enough",
    "mean_of",
    "play_games",
    "run",
    "run_abreast",
    "summarise",
    "sure_of",
    "swept",
]
