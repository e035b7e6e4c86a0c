"""What becomes of a game after an option: it is played to its end in a world. See `search` for how this is written."""

from __future__ import annotations

from ruleset_core.lang.search.policies import GREEDY, playout, turn
from ruleset_core.lang.search.room import Room
from ruleset_core.lang.search.tree import AHEAD, WORLD

LATER = 1 << 16
"""The number of the first world: those before it are for searches, so what looks best in these does not look best here by the same luck."""


def asked(t: Room) -> int:
    """Let others play until the viewer is asked, or the game ends; how many decisions they took."""
    count = 0
    while count < t.cut and t.offered(WORLD) > 0 and t.actor(WORLD) != t.viewer:
        if t.policy == GREEDY:
            count += turn(t, WORLD, AHEAD)
        else:
            t.take(WORLD, t.option(WORLD, t.below(t.offered(WORLD))))
            count += 1
    return count


def answered(t: Room, option: int) -> None:
    """Take an option, if it is offered."""
    for place in range(t.offered(WORLD)):
        if t.option(WORLD, place) == option:
            t.take(WORLD, option)
            return


def ending(t: Room, option: int, number: int, known: int) -> int:
    """Take an option in a world of a number, below 0 none, and play on; how many decisions it took, those of answers not counted.

    Before that come so many answers of the viewer, which lie in `path`: others play until it is asked. `worth` holds the scores then, `result` what
    came of it. A game that is cut short before its end is drawn.
    """
    t.world(WORLD, LATER + number)
    count = 0
    for place in range(known):
        count += asked(t)
        answered(t, t.path[place])
    if option >= 0:
        count += asked(t)
        answered(t, option)
    count += playout(t, WORLD, AHEAD, 0, -1)
    for seat in range(t.seats):
        t.result[seat] = 0
    if t.offered(WORLD) == 0:
        t.judge(WORLD)
    t.points(WORLD)
    return count
