"""Our first player walks up from rank 1, theirs down from the rank that is their row 0: our ranks are their rows."""

from __future__ import annotations

from ruleset_core import State
from tests.lockstep.frame import Pair

FILES = "abcdef"


def _action(state: State, words: list[str]) -> int:
    start, goal = words[1:]
    column, row = FILES.index(start[0]), int(start[1]) - 1
    way = FILES.index(goal[0]) - column + 1 + 3 * state.seat
    takes = goal[0] != start[0] and state.observe(-1)["fields"]["man"][goal] is not None
    return ((row * 6 + column) * 6 + way) * 2 + int(takes)


PAIR = Pair("breakthrough(rows=6,columns=6)", _action)
