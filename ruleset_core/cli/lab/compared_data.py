"""What was compared, as data, and as files."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from ruleset_core.cli.lab.questions import spelled

if TYPE_CHECKING:
    from ruleset_core.cli.lab.comparing import Played
    from ruleset_core.sim import Comparison, Curve

__all__ = ["comparison_record", "curves_record"]


def comparison_record(played: Played, found: Comparison) -> dict[str, Any]:
    """A comparison, ready for JSON. Margins are those of 95 of 100; None where there is only one value."""
    plan = played.plans[0]
    return {
        **_head(played),
        "pairs": found.pairs,
        "alike": found.alike,
        "differences": [
            {
                "figure": spelled(line.question, plan),
                "a": line.one.record(),
                "b": line.other.record(),
                "change": line.change.record(),
                "chance": line.chance,
                "sure": line.sure,
                "pairs_needed": line.needed,
                "pairing_saves": None if line.saved == inf else line.saved,
            }
            for line in found.lines
        ],
    }


def curves_record(played: Played, curves: list[Curve]) -> dict[str, Any]:
    """Numbers that were tried out, ready for JSON."""
    return {
        **_head(played),
        "pairs": played.count,
        "curves": [
            {
                "figure": spelled(curve.question, played.plans[0]),
                "points": [
                    {
                        "numbers": dict(point.numbers),
                        "mean": point.mean.record(),
                        "change": None if point.change is None else point.change.record(),
                        "sure": point.sure,
                    }
                    for point in curve.points
                ],
            }
            for curve in curves
        ],
    }


def _head(played: Played) -> dict[str, Any]:
    plan = played.plans[0]
    sides = [
        {"game": game.name, "expansions": list(game.expansions), "numbers": dict(side.numbers), "hash": game.hash}
        for side, game in zip(played.sides, played.games, strict=True)
    ]
    return {"sides": sides, "seats": list(plan.seats), "seed": plan.seed}
