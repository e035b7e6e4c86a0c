"""The levels of Yacht beside its best play, which is known when one plays alone."""

from __future__ import annotations

from functools import cache
from statistics import fmean, stdev

import pytest

from ruleset_core import ChoiceStream, State, core_of, load
from tests.bots.yacht_optimum import KEEP, ROLL, YACHT, YAHTZEE, DiceOptimum
from tests.sampled import LONG

ENOUGH = 0.95
"""The part of the best mean that `strong` surely makes."""


@cache
def optimum() -> DiceOptimum:
    return DiceOptimum(YACHT)


def test_the_best_mean_of_yacht_is_known() -> None:
    assert optimum().worth[0] == pytest.approx(166.95507, abs=1e-5)


@pytest.mark.slow
def test_the_method_gives_what_others_found_for_yahtzee() -> None:
    assert DiceOptimum(YAHTZEE).worth[0] == pytest.approx(229.64, abs=0.005)


def test_the_game_counts_boxes_as_the_optimum_does() -> None:
    game = load("yacht")
    for seed in range(40):
        state = game.new(1, seed)
        state.apply("reroll keep")
        place = ROLL[tuple(dice_of(state))]
        assert [state.ask(f"worth({name})") for name in boxes(state)] == [*optimum().boxes[:, place]]


def boxes(state: State) -> list[str]:
    return state.game.program.vocabulary.domains["box"].ids


def dice_of(state: State) -> list[int]:
    return [int(state.ask(f"pips[die_{place}]")) for place in range(1, 6)]


def lost(state: State, option: int) -> float:
    """What a decision takes from the mean of a game, all later ones being the best."""
    best, dice, name = optimum(), dice_of(state), state.game.notation(option)
    filled = sum(1 << place for place, each in enumerate(boxes(state)) if not state.ask(f"open[{each}]", seat=0))
    if name.startswith("fill"):
        box, roll = boxes(state).index(name.split()[1]), ROLL[tuple(dice)]
        return float(best.rolled(filled, 0)[roll] - best.boxes[box, roll] - best.worth[filled | 1 << box])
    kept = [pips for place, pips in enumerate(dice, 1) if f"die_{place}" not in name.split()]
    rolls = int(state.ask("rolls"))
    return float(best.rolled(filled, rolls)[ROLL[tuple(dice)]] - best.kept(filled, rolls)[KEEP[tuple(kept)]])


@pytest.mark.slow
def test_strong_plays_yacht_alone_nearly_as_well_as_can_be() -> None:
    """What each decision takes from the mean adds up to what a game loses. RULESET_LONG=1 also plays 500 games to the end, whose mean is surely enough."""
    game, count = load("yacht"), 20 if LONG else 2
    core = core_of(game)
    if core.executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    losses = []
    for number in range(count):
        state, stream, sum_lost = game.new(1, number), ChoiceStream(1, "bot/strong/0", game=number), 0.0
        while not state.over:
            option = core.choose(state, "strong", stream)
            sum_lost += lost(state, option)
            state.apply(option)
        losses.append(sum_lost)
    assert fmean(losses) < (1 - ENOUGH) * optimum().worth[0]
    if LONG:
        found = core.play(1, 500, 1, policies=["strong"])
        scores = [float(found.scores[row, 0]) for row in range(len(found))]
        assert fmean(scores) - 1.96 * stdev(scores) / len(scores) ** 0.5 >= ENOUGH * optimum().worth[0]
