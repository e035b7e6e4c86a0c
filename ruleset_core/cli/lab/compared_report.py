"""What was compared, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ruleset_core.cli.lab.compared import titles
from ruleset_core.cli.lab.curves import point_name, tried
from ruleset_core.cli.lab.reporting import again

if TYPE_CHECKING:
    from ruleset_core.cli.lab.comparing import Played
    from ruleset_core.sim import Comparison, Curve

__all__ = ["comparison_page", "sweep_page"]


def comparison_page(played: Played, found: Comparison, lang: str) -> str:
    """Two games that were compared."""
    from ruleset_core.report.comparing import Sides, comparison

    sides = Sides(titles(played, lang), played.games, played.plans, played.rows, partial(played.asked, lang=lang))
    return comparison(sides, found, again(lang), lang)


def sweep_page(played: Played, curves: Sequence[Curve], lang: str) -> str:
    """Numbers that were tried out."""
    from ruleset_core.report.comparing import Sides
    from ruleset_core.report.sweeping import Tried, sweep

    found = [
        Tried(
            curve,
            [(point_name(played, numbers, point, lang), numbers, point) for numbers, point in tried(played, curve)],
        )
        for curve in curves
    ]
    sides = Sides(titles(played, lang), played.games, played.plans, played.rows, partial(played.asked, lang=lang))
    return sweep(sides, tuple(played.axis), found, again(lang), lang)
