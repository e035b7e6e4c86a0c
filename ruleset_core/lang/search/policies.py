"""Who plays a game to its end when a search wants to know what becomes of it. See `search` for how this is written."""

from __future__ import annotations

from ruleset_core.lang.search.greedy import LEAST, value, worths
from ruleset_core.lang.search.room import Long, Room

LIGHT, GREEDY = 1, 2
"""Policies other than chance: the option that looks best at once; the one that greedy takes."""
OTHER = 1 << 20
"""Where the numbers of other luck begin that is used for a look ahead: far from those of worlds."""


def light(t: Room, s: int, low: int) -> int:
    """The place of the option after which the margin is best at once; chance decides between equal ones.

    Where more than `sample` are offered, so many of them are tried, drawn by chance. What is drawn on the way is other luck than the one
    to come. The state `low` is used.
    """
    offered = t.offered(s)
    if offered < 2:
        return 0
    seat = t.actor(s)
    tries = offered
    tries = min(tries, t.sample)
    best: Long = LEAST
    chosen = 0
    equal = 0
    for each in range(tries):
        place = each
        if tries < offered:
            place = t.below(offered)
        t.put(low, s)
        t.stir(low, OTHER)
        t.take(low, t.option(s, place))
        worth = value(t, low, seat)
        if worth > best:
            best = worth
            chosen = place
            equal = 1
        elif worth == best:
            equal += 1
            if t.below(equal) == 0:
                chosen = place
    return chosen


def greedily(t: Room, s: int, low: int) -> int:
    """The place of the option that greedy takes, in worlds that differ in what is still to be drawn; states from `low` on are used."""
    offered = t.offered(s)
    if offered < 2:
        return 0
    source = t.source
    t.source = s
    worths(t, low)
    t.source = source
    return top(t, offered)


def top(t: Room, offered: int) -> int:
    """The place of the best option, after `worths`; chance decides between equal ones."""
    chosen = 0
    equal = 1
    for place in range(1, offered):
        if t.best[place] > t.best[chosen]:
            chosen = place
            equal = 1
        elif t.best[place] == t.best[chosen]:
            equal += 1
            if t.below(equal) == 0:
                chosen = place
    return chosen


def chosen_by(t: Room, policy: int, s: int, low: int) -> int:
    """The place of the option that a policy takes."""
    if policy == LIGHT and t.below(256) >= t.mix:
        return light(t, s, low)
    if policy == GREEDY and t.below(256) >= t.mix:
        return greedily(t, s, low)
    return t.below(t.offered(s))


def playout(t: Room, s: int, low: int) -> int:
    """Play a state on by the policy of the room, at most `cut` decisions; how many they were."""
    count = 0
    while count < t.cut and t.offered(s) > 0:
        t.take(s, t.option(s, chosen_by(t, t.policy, s, low)))
        count += 1
    return count
