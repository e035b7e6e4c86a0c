"""Houses are counted in the order of sowing, from the first of the player's own row."""

from __future__ import annotations

from ruleset_core import State
from tests.lockstep.frame import Pair


def _action(state: State, words: list[str]) -> int:
    file = "abcdef".index(words[1][0])
    return 5 - file if state.seat else file


PAIR = Pair("oware", _action)
