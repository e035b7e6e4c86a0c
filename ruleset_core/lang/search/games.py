"""Whole games, one after the other: who sits at them chooses, and what becomes of cards is counted. See `search` for how this is written.

What a seat draws for its decision number `k` is told by two numbers of its own stream: 2 `k` is the first of the worlds it thinks in, by 2 `k` + 1
it casts lots. So nobody's choice depends on how often others have chosen, or on what they drew.
"""

from __future__ import annotations

from ruleset_core.lang.runtime import DECISIONS
from ruleset_core.lang.search.counting import begin_counts, by_itself, choose, come_out, have, offer
from ruleset_core.lang.search.greedy import LEAST, worths
from ruleset_core.lang.search.room import Long, Room
from ruleset_core.lang.search.tree import edge_of, search, spot
from ruleset_core.lang.seeds import numbered

FIGURES = 23
"""Numbers in `figures` for each policy: who it is, its simulations, then the manner in which it thinks, and the mask of its table."""
MANNER = (
    "policy", "mix", "sample", "cut", "explore", "trust", "win", "wide", "far", "budget", "ahead", "keep", "nodes", "knots",
    "lowest", "step", "terms", "units", "moments", "clocks",
)  # fmt: skip
"""The figures of the manner, in their order."""
CHANCE, EASY, SEARCH = 0, 1, 2
"""Who a policy is: it casts lots; it looks to the end of its turn; it searches."""
AT_ONCE = 32
"""Simulations of a search before it may be interrupted."""
SIMULATION, TURN = 100, 100
"""As how many decisions by lot a simulation counts, and a look to the end of a turn."""


def play_on(t: Room, work: int) -> int:
    """Go on with the games of the room until all are over (0), about so much is done (1: so many decisions by lot), or one does not end (2)."""
    t.spent = 0
    t.logged = 0
    while t.row < t.rows:
        if t.begun == 0:
            start(t)
        while t.offered(t.live) > 0 and t.spent < work and t.decisions < DECISIONS:
            t.spent += 1
            place = decide(t)
            if place >= 0:
                act(t, place)
        if t.offered(t.live) > 0:
            if t.decisions >= DECISIONS:
                return 2
            return 1
        if t.cards > 0:
            have(t, t.live)
        t.over(t.live)
        log(t, -1)
        t.begun = 0
        t.row += 1
    return 0


def start(t: Room) -> None:
    """The next game, at its first decision, and who sits where."""
    t.fresh(t.live)
    t.begun = 1
    t.decisions = 0
    t.taken = t.forced()
    t.done = 0
    if t.policies > 0:
        for seat in range(t.seats):
            who = seat
            if t.turned != 0:
                who = (seat + (t.first + t.row) % t.seats) % t.seats
            t.sitting[seat] = who
            t.turns[seat] = 0
            t.luck[seat] = numbered(t.lots[who * t.seats + seat], t.first + t.row)
    if t.cards > 0:
        begin_counts(t)
        by_itself(t, t.live)
        come_out(t, t.live)


def act(t: Room, place: int) -> None:
    """Take one of the options offered."""
    seat = t.actor(t.live)
    option = t.option(t.live, place)
    if t.cards > 0:
        offer(t, t.live, seat)
        choose(t, seat, option)
    log(t, option)
    t.take(t.live, option)
    t.decisions += 1
    t.taken += 1 + t.forced()
    if t.cards > 0:
        by_itself(t, t.live)
        come_out(t, t.live)


def log(t: Room, number: int) -> None:
    """Note an option, or -1 where a game is over, if that is wanted."""
    if t.logging != 0:
        t.log[t.logged] = number
        t.logged += 1


# -- choosing ----------------------------------------------------------------------------------------------------------


def decide(t: Room) -> int:
    """The place of the option that the seat to decide takes; -1 where it has not thought to the end."""
    offered = t.offered(t.live)
    if t.policies == 0:
        return t.below(offered)
    seat = t.actor(t.live)
    row = FIGURES * t.sitting[seat]
    place = 0
    if t.figures[row] == CHANCE or offered == 1:
        place = lot(t, seat, offered)
    else:
        if t.done == 0:
            think(t, seat, row)
        if t.figures[row] == EASY:
            t.spent += TURN
            place = best_turn(t, seat)
        else:
            count = min(AT_ONCE, t.figures[row + 1] - t.done)
            t.spent += SIMULATION * count
            search(t, t.done, count)
            t.done += count
            if t.done < t.figures[row + 1]:
                return -1
            place = favourite(t)
        t.done = 0
    t.turns[seat] += 1
    return place


def lot(t: Room, seat: int, size: int) -> int:
    """A number below `size`, cast by a seat for its decision."""
    drawn = (numbered(t.luck[seat], 2 * t.turns[seat] + 1) >> 32) * size >> 32
    place: int = drawn
    return place


def think(t: Room, seat: int, row: int) -> None:
    """A seat begins to think, in its manner."""
    t.policy = t.figures[row + 2]
    t.mix = t.figures[row + 3]
    t.sample = t.figures[row + 4]
    t.cut = t.figures[row + 5]
    t.explore = t.figures[row + 6]
    t.trust = t.figures[row + 7]
    t.win = t.figures[row + 8]
    t.wide = t.figures[row + 9]
    t.far = t.figures[row + 10]
    t.budget = t.figures[row + 11]
    t.ahead = t.figures[row + 12]
    t.keep = t.figures[row + 13]
    t.nodes = t.figures[row + 14]
    t.knots = t.figures[row + 15]
    t.lowest = t.figures[row + 16]
    t.step = t.figures[row + 17]
    t.terms = t.figures[row + 18]
    t.units = t.figures[row + 19]
    t.moments = t.figures[row + 20]
    t.clocks = t.figures[row + 21]
    t.mask = t.figures[row + 22]
    t.sims = t.figures[row + 1]
    t.offset = numbered(t.luck[seat], 2 * t.turns[seat]) >> 2
    t.think_as(t.sitting[seat], seat)
    t.know(t.live, seat)


def best_turn(t: Room, seat: int) -> int:
    """The place of the option that greedy thinks best; lots decide between equal ones."""
    t.budget = t.wide
    t.ahead = t.far
    worths(t, 0)
    best: Long = LEAST
    equal = 0
    for place in range(t.offered(t.live)):
        if t.best[place] > best:
            best = t.best[place]
            equal = 0
        if t.best[place] == best:
            equal += 1
    left = lot(t, seat, equal)
    for place in range(t.offered(t.live)):
        if t.best[place] == best:
            if left == 0:
                return place
            left -= 1
    return 0


def favourite(t: Room) -> int:
    """The place of the option that a search thinks best, as `Thought.ranked` has it: gone on with most often, then worth most."""
    chosen = -1
    most = 0
    best: Long = 0
    for place in range(t.offered(t.live)):
        child = t.table[spot(t, t.viewer, edge_of(t, t.option(t.live, place), t.viewer))]
        visits = 0
        worth: Long = 0
        if child >= 0:
            visits = t.visits[child]
            worth = t.glance[child]
            if visits > 0:
                worth = t.total[child] // visits
        if chosen < 0 or visits > most or (visits == most and worth > best):
            chosen = place
            most = visits
            best = worth
    return chosen
