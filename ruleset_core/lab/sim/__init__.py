"""Simulation of many games: who wins, how much, how long it takes, and how sure that is.

It uses the public API and bots only. The results depend on the plan alone, not on how many workers play.
"""

from __future__ import annotations

from ruleset_core.lab.sim.parallel import run_plan, run_plans
from ruleset_core.lab.sim.plans import GameRow, PointSource, SimulationPlan, mean_points_by_source, play_games
from ruleset_core.lab.sim.result_files import GamesFile, ResultFileError
from ruleset_core.lab.sim.summary import (
    CardSummary,
    ComparedFigure,
    Comparison,
    Curve,
    CurvePoint,
    FigureComparison,
    Summary,
    SummaryBuilder,
    compare_games,
    summarise,
    sweep_curves,
)
from ruleset_core.statistics import Estimate

__all__ = [
    "CardSummary", "ComparedFigure", "Comparison", "Curve", "CurvePoint", "Estimate", "FigureComparison", "GameRow",
    "GamesFile", "PointSource", "ResultFileError", "SimulationPlan", "Summary", "SummaryBuilder", "compare_games",
    "mean_points_by_source", "play_games", "run_plan", "run_plans", "summarise", "sweep_curves",
]  # fmt: skip
