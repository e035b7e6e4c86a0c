"""Games whose reports are looked at: of many kinds, few each."""

from __future__ import annotations

from functools import cache
from itertools import chain

from ruleset_core import Game
from ruleset_core.sim import Plan, Summary, run, summarise

PLANS = {
    "pig": Plan("pig", ("greedy", "random"), 60, 1, stories=5, courses=30),
    "dice": Plan("troyes_dice", ("random",) * 4, 60, 2, stories=5, courses=30, counts=True),
    "solo": Plan("troyes_dice", ("random",), 20, 2, stories=2, courses=5),
    "toe": Plan("tic_tac_toe", ("random", "random"), 40, 2, courses=20),
    "oars": Plan("oars", ("random",) * 4, 12, 2, courses=12),
    "one": Plan("pig", ("random", "random"), 1, 1),
}


@cache
def played(name: str) -> tuple[Game, Plan, Summary]:
    plan = PLANS[name]
    game = plan.load()
    return game, plan, summed(game, plan)


def summed(game: Game, plan: Plan) -> Summary:
    """What the games of a plan say together; they are played."""
    return summarise(plan, chain.from_iterable(run(plan, game)), game.core().by_having(len(plan.seats)))
