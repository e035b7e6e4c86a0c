"""Who plays a game to its end when a search wants to know what becomes of it. See `search` for how this is written."""

from __future__ import annotations

from ruleset_core.lang.search.greedy import LEAST, behind, explore, value
from ruleset_core.lang.search.odds import is_due, judges
from ruleset_core.lang.search.room import Long, Room

LIGHT, GREEDY = 1, 2
"""Policies other than chance: the option that looks best at once; the one that greedy takes."""
LUCKS, LUCKS_BITS = 4, 2
"""How often what is drawn is tried, and the power of 2 that this is."""
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


def turn(t: Room, s: int, low: int) -> int:
    """Play on as greedy does, up to where its turn ends or something is drawn; how many decisions it were.

    Something drawn on the way is looked behind with other luck than the one to come. States from `low` on are used.
    """
    offered = t.offered(s)
    if offered < 2:
        t.take(s, t.option(s, 0))
        return 1
    seat = t.actor(s)
    t.put(low, s)
    t.stir(low, OTHER)
    end = explore(t, low, 0, t.budget)
    lead = t.lead
    leaf = t.leaf
    last = t.last
    ties = t.ties
    chances = 0
    for step in range(low + 1, end):
        chances += t.chance[step]
    if chances > 0:
        share = t.ahead // (LUCKS * chances)
        for step in range(low + 1, end):
            if t.chance[step] != 0:
                total: Long = 0
                for number in range(LUCKS):
                    t.put(end, t.before[step])
                    t.stir(end, OTHER + number)
                    t.take(end, t.by[step])
                    total += behind(t, end, end + 1, offered, seat, share)
                worth = total >> LUCKS_BITS
                if worth > lead:
                    lead = worth
                    ties = 0
                if worth == lead:
                    ties += 1
                    if t.below(ties) == 0:
                        leaf = t.before[step]
                        last = t.by[step]
    return walk(t, s, low, leaf, last)


def walk(t: Room, s: int, low: int, leaf: int, last: int) -> int:
    """Take the options that lead from the step `low` to another one, and one more; how many they are."""
    t.needed[0] = last
    count = 1
    while leaf > low:
        t.needed[count] = t.by[leaf]
        leaf = t.before[leaf]
        count += 1
    for place in range(count - 1, -1, -1):
        t.take(s, t.needed[place])
    return count


def enough(t: Room, s: int, count: int, before: int) -> int:
    """Whether a play-out ends here: after so many decisions, the last of which somebody made; -1 for nobody.

    Where chances are known, they judge as soon as a turn begins. Otherwise it goes on until the viewer begins to decide again, so that all had as
    many turns wherever it began; at most four times as far, since that may never be.
    """
    if judges(t) != 0:
        return is_due(t, s, count, before)
    if count >= t.cut and (count >= 4 * t.cut or (t.actor(s) == t.viewer and before != t.viewer)):
        return 1
    return 0


def playout(t: Room, s: int, low: int, decided: int, decider: int) -> int:
    """Play a state on by the policy of the room, about `cut` decisions; how many they were, with those made before.

    So many were made before, the last of them by the decider; 0 and -1 where that does not matter.
    """
    count = decided
    before = decider
    inside = 1
    while inside != 0 and t.offered(s) > 0:
        actor = t.actor(s)
        if enough(t, s, count, before) != 0:
            inside = 0
        else:
            before = actor
            if t.policy == GREEDY and t.below(256) >= t.mix:
                count += turn(t, s, low)
            else:
                place = 0
                if t.policy == LIGHT and t.below(256) >= t.mix:
                    place = light(t, s, low)
                else:
                    place = t.below(t.offered(s))
                t.take(s, t.option(s, place))
                count += 1
    return count
