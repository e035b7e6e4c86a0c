"""Many games, one after the other, and what is counted in them. See `search` for how this is written."""

from __future__ import annotations

from ruleset_core.lang.search.counting import begin_counts, by_itself, choose, come_out, have, offer
from ruleset_core.lang.search.room import Room


def play_on(t: Room, work: int) -> int:
    """Go on with the games of the room until all are over (0), or about so many decisions are taken (1)."""
    while t.row < t.rows:
        if t.begun == 0:
            start(t)
        while t.offered(t.live) > 0 and work > 0:
            work -= 1
            act(t, t.below(t.offered(t.live)))
        if t.offered(t.live) > 0:
            return 1
        if t.cards > 0:
            have(t, t.live)
        t.over(t.live)
        t.begun = 0
        t.row += 1
    return 0


def start(t: Room) -> None:
    """The next game, at its first decision."""
    t.fresh(t.live)
    t.begun = 1
    t.decisions = 0
    t.taken = t.forced()
    if t.cards > 0:
        begin_counts(t)
        by_itself(t)
        come_out(t, t.live)


def act(t: Room, place: int) -> None:
    """Take one of the options offered."""
    seat = t.actor(t.live)
    option = t.option(t.live, place)
    if t.cards > 0:
        offer(t, t.live, seat)
        choose(t, seat, option)
    t.take(t.live, option)
    t.decisions += 1
    t.taken += 1 + t.forced()
    if t.cards > 0:
        by_itself(t)
        come_out(t, t.live)
