"""Points are counted from a1 along each rank, in both games; action 81 is the pass. A position that comes again is a draw in theirs."""

from __future__ import annotations

from ruleset_core import State
from tests.lockstep.frame import Pair


def _action(_state: State, words: list[str]) -> int:
    return 81 if words == ["say", "pass"] else "abcdefghj".index(words[1][0]) + 9 * (int(words[1][1]) - 1)


PAIR = Pair("go(board_size=9,komi=7.5)", _action, options=(("cycles", "drawn"),))
