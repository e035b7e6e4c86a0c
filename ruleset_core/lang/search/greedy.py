"""Greedy: looking to the end of one's own turn, and one decision ahead. See `search` for how this is written.

A step is a state on the way, by the number of its state. It follows its own decisions through copies, and compares what it finds:
its own standing less the best of the others. Where something is drawn and its turn goes on, it draws several worlds, looks in each how far
the turn could go from there with what was drawn, and counts the mean. Every option meets the same dice, so that none is luckier than
another.
"""

from __future__ import annotations

from ruleset_core.lang.search.prospects import lead_of, parts
from ruleset_core.lang.search.room import Long, Room

WIN = 10**9
"""Worth more than any score: a game won is not won by points alone."""
LEAST = -(10**12)
"""Less than anything is worth, also where several worlds are added up."""
SHARE = 30
"""As many states behind one draw in one world, if there is enough for the fewest worlds."""
FEWEST, MOST = 4, 32
"""The fewest and the most worlds for one decision."""


def value(t: Room, s: int, seat: int) -> Long:
    """What a state is worth to a seat: how far it is ahead, in parts of a point, and a won game above all."""
    worth = lead_of(t, s, seat)
    if t.offered(s) == 0:
        t.judge(s)
        if t.won[seat] > 0:
            worth += WIN
    return worth


def look_at(t: Room, row: int, place: int, worth: Long) -> None:
    """Keep what an option leads to, if it is the best so far."""
    t.best[row + place] = max(t.best[row + place], worth)


def consider(t: Room, step: int, option: int, worth: Long) -> None:
    """Keep how a turn ends, if it is the best end so far; chance decides between equal ones."""
    if worth > t.lead:
        t.lead = worth
        t.ties = 0
    if worth == t.lead:
        t.ties += 1
        if t.below(t.ties) == 0:
            t.leaf = step
            t.last = option


def explore(t: Room, low: int, row: int, budget: int) -> int:
    """Follow a turn from the state `low` on; the steps are the states after it. Gives the number of the first state left.

    It goes on until another seat decides, the phase changes, something is drawn or the budget is used up; every option of the first
    state is tried. From `row` on, `best` holds what each leads to; `LEAST` where all is left to chance.
    """
    seat = t.actor(low)
    t.lead = LEAST
    t.ties = 0
    for place in range(t.offered(low)):
        t.best[row + place] = LEAST
    t.chance[low] = 0
    end = low + 1
    step = low
    spent = 0
    while step < end and (spent < budget or step == low):
        if t.chance[step] == 0:
            stage = t.stage(step)
            offered = t.offered(step)
            for place in range(offered):
                option = t.option(step, place)
                t.put(end, step)
                t.take(end, option)
                root = t.root[step]
                if step == low:
                    root = place
                if t.offered(end) == 0 or t.actor(end) != seat or t.stage(end) != stage:
                    worth = value(t, end, seat)
                    look_at(t, row, root, worth)
                    consider(t, step, option, worth)
                else:
                    t.chance[end] = t.drew()
                    t.before[end] = step
                    t.by[end] = option
                    t.root[end] = root
                    end += 1
            spent += offered
        step += 1
    while step < end:  # not looked behind: worth what they are worth now
        if t.chance[step] == 0:
            worth = value(t, step, seat)
            look_at(t, row, t.root[step], worth)
            consider(t, t.before[step], t.by[step], worth)
        step += 1
    return end


def behind(t: Room, s: int, low: int, row: int, seat: int, budget: int) -> Long:
    """What the turn can still come to after something was drawn. What is drawn next counts as it falls in this world."""
    if t.offered(s) == 0 or t.actor(s) != seat or t.offered(s) > budget:
        return value(t, s, seat)
    t.put(low, s)
    end = explore(t, low, row, budget)
    best: Long = LEAST
    for place in range(t.offered(low)):
        best = max(best, t.best[row + place])
    for step in range(low + 1, end):
        if t.chance[step] != 0:
            worth = value(t, step, seat)
            best = max(best, worth)
    return best


def isqrt(number: Long) -> Long:
    """The whole part of a square root."""
    if number < 2:
        return number
    root: Long = number
    step: Long = 1
    while step < root:
        root = (root + step) >> 1
        step = number // root
    return root


def worths(t: Room, low: int) -> int:
    """What every option of the state thought about leads to, into `best`, summed over so many worlds: the result.

    States from `low` on are used. `best` holds for each option the sum over as many worlds, so that whole numbers say which mean is best.
    """
    t.world(low, 0)
    seat = t.actor(low)
    offered = t.offered(low)
    end = explore(t, low, 0, t.budget)
    chances = 0
    for step in range(low, end):
        t.needed[step] = t.chance[step]
        chances += t.chance[step]
    if chances == 0:
        return 1
    for step in range(end - 1, low, -1):
        if t.needed[step] != 0:
            t.needed[t.before[step]] = 1
    count = t.ahead // (chances * SHARE)
    count = max(count, FEWEST)
    count = min(count, MOST)
    share = t.ahead // (chances * count)
    now = value(t, low, seat)
    for place in range(offered):
        if t.best[place] > LEAST:
            t.best[place] = (t.best[place] - now) * count
    used = end - low
    beyond = end + used
    for step in range(low, end):
        if t.chance[step] != 0:
            t.sums[step] = behind(t, step, beyond, offered, seat, share) - now
    for number in range(1, count):
        t.world(end, number)
        now = value(t, end, seat)
        replayed(t, low, end, seat)
        for step in range(low, end):
            if t.chance[step] != 0:
                t.sums[step] += behind(t, t.again[step], beyond, offered, seat, share) - now
    less = isqrt(count) * parts(t)
    for step in range(low, end):
        if t.chance[step] != 0:
            # Somewhat less than the mean, the more so the fewer worlds: of many means the best one is best by luck too, and
            # what a throw costs is often not in the score. It is half a point with four worlds, a fifth with thirty.
            look_at(t, 0, t.root[step], t.sums[step] - less)
    return count


def replayed(t: Room, low: int, end: int, seat: int) -> None:
    """Take the decisions of the steps from `low` to `end` in another world, which begins in the state `end`.

    A decision may not be there, since what turns up may be hidden as well as random: what follows it is left out.
    """
    t.again[low] = end
    for step in range(low + 1, end):
        if t.needed[step] != 0:
            s = t.again[t.before[step]]
            there = 0
            if t.actor(s) == seat:
                for place in range(t.offered(s)):
                    if t.option(s, place) == t.by[step]:
                        there = 1
            if there != 0:
                to = end + step - low
                t.put(to, s)
                t.take(to, t.by[step])
                s = to
            t.again[step] = s
