"""Theirs deals cards 0, 1 and 2, and knows two actions: pass (check or fold) and bet (or call)."""

from __future__ import annotations

from typing import Any

from ruleset_core import State
from tests.lockstep.frame import Draws, Pair

RANKS = ["jack", "queen", "king"]
ACTIONS = {"check": 0, "fold": 0, "bet": 1, "match": 1}


def _chance(state: State, theirs: Any, _draws: Draws) -> int:
    seat = len(theirs.history())
    zones = state.observe(seat)["seats"][seat]
    (card,) = zones["hand"] or zones["shown"]
    return RANKS.index(card)


PAIR = Pair("kuhn_poker", lambda _, words: ACTIONS[words[1]], _chance, returns=State.scores)
