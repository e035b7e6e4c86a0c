"""Theirs counts cards through ranks and suits, and calls a check a call, a bet a raise."""

from __future__ import annotations

from typing import Any

from ruleset_core import State
from tests.lockstep.frame import Draws, Pair

RANKS, SUITS = ["jack", "queen", "king"], ["spades", "hearts"]
ACTIONS = {"fold": 0, "check": 1, "match": 1, "bet": 2, "raise": 2}


def _chance(state: State, theirs: Any, _draws: Draws) -> int:
    seat = len(theirs.history())
    if seat < 2:
        zones = state.observe(seat)["seats"][seat]
        (card,) = zones["hand"] or zones["shown"]
    else:
        (card,) = state.observe(-1)["zones"]["common"]
    rank, suit = card.split("_")
    return 2 * RANKS.index(rank) + SUITS.index(suit)


PAIR = Pair("leduc_poker", lambda _, words: ACTIONS[words[1]], _chance, returns=State.scores)
