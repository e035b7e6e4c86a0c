"""Games whose reports are looked at: of many kinds, few each."""

from __future__ import annotations

import os
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from ruleset_core import Game, core_of
from ruleset_core.cli import main
from ruleset_core.lab.report import simulation_html
from ruleset_core.lab.sim import SimulationPlan, Summary, run_plan, summarise

PLANS = {
    "pig": SimulationPlan("pig", ("easy", "random"), 60, 1, stories=5, courses=30),
    "dice": SimulationPlan("troyes_dice", ("random",) * 4, 60, 2, stories=5, courses=30, counts=True),
    "solo": SimulationPlan("troyes_dice", ("random",), 60, 2, stories=2, courses=5, counts=True),
    "toe": SimulationPlan("tic_tac_toe", ("random", "random"), 40, 2, courses=20),
    "oars": SimulationPlan("oars", ("random",) * 4, 12, 2, courses=12),
    "one": SimulationPlan("pig", ("random", "random"), 1, 1),
}
COMPARED = {
    "expansion": ("troyes_dice", "banquetes_y_asaltos", "--games", "40"),
    "card": (
        "troyes_dice",
        "banquetes_y_asaltos",
        "--games",
        "20",
        "--figure",
        "taken:tile_red_yellow_1",
        "--figure",
        "shared",
    ),
    "alike": ("pig", "pig", "--games", "5"),
    "curve": ("pig", "--set", "play.do.5=60..140..20", "--games", "40", "--figure", "score", "--figure", "wins:1"),
    "curves": (
        "pig",
        "--set",
        "play.do.5=80,120",
        "--set",
        "play.do.1=0,1",
        "--games",
        "20",
        "--figure",
        "score",
        "--figure",
        "wins:1",
    ),
}
PAGES = (*PLANS, *COMPARED)


AGAIN = "ruleset simulate pig --report report.html"


@cache
def written(name: str, lang: str) -> str:
    """The page of games of a plan, of two that are compared, or of numbers that are tried out."""
    if name in PLANS:
        return simulation_html(*played(name), AGAIN, lang)
    with TemporaryDirectory() as directory:
        file = Path(directory) / "page.html"
        words = ["compare", *COMPARED[name], "--bot", "random", "--workers", "1", "--lang", lang, "--report", str(file)]
        alone = patch.dict(os.environ, RULESET_STATE=directory)
        with alone, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            assert main(words) == 0
        return file.read_text(encoding="utf-8")


@cache
def played(name: str) -> tuple[Game, SimulationPlan, Summary]:
    plan = PLANS[name]
    game = plan.load()
    return game, plan, summed(game, plan)


def summed(game: Game, plan: SimulationPlan) -> Summary:
    """What the games of a plan say together; they are played."""
    return summarise(plan, chain.from_iterable(run_plan(plan, game)), core_of(game).by_having(len(plan.seats)))
