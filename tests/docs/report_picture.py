"""The picture of a report: plots of a page that is played and written here, one below the other."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core.lab.report import simulation_html
from ruleset_core.lab.report.plots import standalone_svg
from ruleset_core.lab.sim import SimulationPlan, run_plan, summarise
from tests.docs.pages import DOCS

REPORT: Final = DOCS / "report.svg"
COMMAND: Final = "ruleset simulate troyes --players 3 --bot random --games 200 --report troyes.html"
SHOWN: Final = ("Scores by seat", "Scores in the course of a game", "Points by category")
_FIGURE: Final = re.compile(r'<h3>(.*?)</h3><div class="wide">(<svg.*?</svg>)', re.DOTALL)


def _plot(svg: str) -> ET.Element:
    """A plot of a page as an element within another picture."""
    return ET.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


@cache
def drawn() -> str:
    """Some plots of a report of games at random, as SVG that fetches nothing."""
    plan = SimulationPlan("troyes", ("random",) * 3, 200, 1, courses=30, sheets=100)
    game = plan.load()
    summary = summarise(plan, chain.from_iterable(run_plan(plan, game)))
    plots = dict(_FIGURE.findall(simulation_html(game, plan, summary, COMMAND, "en")))
    return standalone_svg(
        f"{game.title()}: what {summary.games} games say",
        [(name, _plot(plots[name])) for name in SHOWN],
        COMMAND,
    )
