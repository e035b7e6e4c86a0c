"""What becomes of a game after an option: it is played to its end in a world. See `search` for how this is written."""

from __future__ import annotations

from ruleset_core.lang.search.policies import playout
from ruleset_core.lang.search.room import Room
from ruleset_core.lang.search.tree import AHEAD, WORLD

LATER = 1 << 16
"""The number of the first world: those before it are for searches, so what looks best in these does not look best here by the same luck."""


def ending(t: Room, option: int, number: int) -> int:
    """Take an option in a world of a number, below 0 none, and play on; how many decisions it took.

    `worth` holds the scores then, `result` what came of it. A game that is cut short before its end is drawn.
    """
    t.world(WORLD, LATER + number)
    if option >= 0:
        t.take(WORLD, option)
    count = playout(t, WORLD, AHEAD)
    for seat in range(t.seats):
        t.result[seat] = 0
    if t.offered(WORLD) == 0:
        t.judge(WORLD)
    t.points(WORLD)
    return count
