"""Information-set Monte Carlo tree search: what a seat does best, going by many worlds that it cannot tell apart.

Written in the small part of Python that `wasm.restricted` knows: Python runs it as it stands, and it is printed into the core.
Only whole numbers decide, so both choose the same.

Each simulation draws a world from what the thinking seat knows, goes down the tree, adds to it, and plays to the end. Every
seat has a tree of its own. Its own decisions lead down in it, and of others those that it sees: what is chosen secretly, or at the
same time, leads nowhere in the trees of others, so no decision depends on it. What differs from world to world is not told apart
in a tree (open loop); an option counts as on offer in the worlds in which it is. Each seat looks for what is best for itself.

An option that was never tried is judged at first by what it leads to at once, the first decision of all by what greedy thinks.
"""

from __future__ import annotations

from ruleset_core.lang.search.greedy import LEAST, isqrt, value, worths
from ruleset_core.lang.search.odds import ONE, chance, has_odds, is_due, judges
from ruleset_core.lang.search.policies import OTHER, playout
from ruleset_core.lang.search.prospects import FINE_BITS, lead_of
from ruleset_core.lang.search.room import Long, Room

HALF = 1 << 15
"""Half of `ONE`, which is worth most: what is even."""
LOOKS = 16
"""Games that are played first to see how far margins lie apart."""
FIRST = 64
"""The number of the world of the first simulation; those before it are for what comes before."""
MOST = 4095
"""The last entry of the tables of how much is tried anew."""
WORLD = 0
"""The state that is played on; those after it are for looking ahead."""
AHEAD = 1


def step_of(margin: Long, scale: Long) -> Long:
    """A margin as a smooth step from 0 to `ONE`; at a margin as large as the scale it is three quarters."""
    if margin < 0:
        return HALF - HALF * -margin // (scale - margin)
    return HALF + HALF * margin // (scale + margin)


def measure(t: Room, seat: int, odds: Long) -> Long:
    """What a state is worth to a seat, from 0 to `ONE`; after `judge` if the game is over. `odds` are those of who decides, if they are known, else -1."""
    margin = lead_of(t, WORLD, seat)
    won = step_of(margin, t.scale)
    if t.offered(WORLD) == 0:
        won = HALF + HALF * t.result[seat]
    elif odds >= 0:
        won = odds
        if seat != t.actor(WORLD):
            won = ONE - odds
    return (t.win * won + (256 - t.win) * step_of(margin - t.center[seat], t.scale)) >> 8


def calibrate(t: Room) -> None:
    """See how far margins lie apart at the end of play-outs, and around which one for each seat."""
    t.scale = 1
    for seat in range(t.seats):
        t.center[seat] = 0
        t.worth[seat] = 0
    for number in range(LOOKS):
        t.world(WORLD, number)
        playout(t, WORLD, AHEAD, 0, -1)
        for seat in range(t.seats):
            margin = lead_of(t, WORLD, seat)
            t.center[seat] += margin
            t.worth[seat] += margin * margin
    for seat in range(t.seats):
        spread = (t.worth[seat] - (t.center[seat] * t.center[seat] >> 4)) >> 4
        t.center[seat] = t.center[seat] >> 4
        if seat == t.viewer:
            t.scale = 1 + isqrt(spread)


# -- nodes -------------------------------------------------------------------------------------------------------------


def edge_of(t: Room, option: int, seat: int) -> int:
    """What leads down in a tree: an option, and who takes it. Chance may decide who does."""
    return option * t.seats + seat


def spot(t: Room, node: int, edge: int) -> int:
    """Where in the table the node stands that an edge leads to, or would stand."""
    at = (node * 40503 + edge * 9973) & t.mask
    while t.table[at] >= 0 and (t.parent[t.table[at]] != node or t.edge[t.table[at]] != edge):
        at = (at + 1) & t.mask
    return at


def node_at(t: Room, node: int, edge: int) -> int:
    """The node that an edge leads to, made if there is none; -1 where there is no room."""
    at = spot(t, node, edge)
    if t.table[at] < 0:
        if t.used >= t.nodes:
            t.full = 1
            return -1
        t.table[at] = new_node(t, node, edge)
    return t.table[at]


def new_node(t: Room, node: int, edge: int) -> int:
    """A node that nothing is known of."""
    new = t.used
    t.used = new + 1
    t.parent[new] = node
    t.edge[new] = edge
    t.visits[new] = 0
    t.offers[new] = 0
    t.glance[new] = -1
    t.total[new] = 0
    return new


def price(t: Room, node: int, seat: int) -> None:
    """Judge options that were never on offer at a node by what they lead to at once, the best of all offered being worth most."""
    offered = t.offered(WORLD)
    best: Long = LEAST
    for place in range(offered):
        t.put(AHEAD, WORLD)
        t.stir(AHEAD, OTHER)
        t.take(AHEAD, t.option(WORLD, place))
        t.best[place] = value(t, AHEAD, seat)
        best = max(best, t.best[place])
    glances(t, node, seat, best, 1)


def glances(t: Room, node: int, seat: int, best: Long, count: int) -> None:
    """Put what options are worth into the nodes they lead to, where nothing stands there yet; `best` are sums over `count` worlds."""
    base: Long = HALF
    if t.visits[node] > 0:
        base = t.total[node] // t.visits[node]
    for place in range(t.offered(WORLD)):
        child = node_at(t, node, edge_of(t, t.option(WORLD, place), seat))
        if child >= 0 and t.glance[child] < 0:
            less = best - t.best[place]
            most = 2 * count * t.scale
            less = min(less, most)
            worth = base - less * HALF // most
            worth = max(worth, 0)
            t.glance[child] = worth


def unknown(t: Room, node: int, seat: int) -> int:
    """Whether an option is offered of which nothing is known at a node."""
    for place in range(t.offered(WORLD)):
        child = t.table[spot(t, node, edge_of(t, t.option(WORLD, place), seat))]
        if child < 0 or t.glance[child] < 0:
            return 1
    return 0


def promising(t: Room, node: int, seat: int) -> int:
    """The place of the option to go on with at a node: one that is good, or that little is known of."""
    offered = t.offered(WORLD)
    if offered == 1:
        return 0
    if unknown(t, node, seat) != 0 and t.used < t.nodes:
        price(t, node, seat)
    best: Long = -1
    chosen = -1
    equal = 0
    for place in range(offered):
        child = t.table[spot(t, node, edge_of(t, t.option(WORLD, place), seat))]
        if child >= 0 and t.glance[child] >= 0:
            offers = t.offers[child] + 1
            t.offers[child] = offers
            visits = t.visits[child]
            worth = (t.total[child] + t.trust * t.glance[child]) // (visits + t.trust)
            known: Long = t.parts[min(visits + 1, MOST)]
            worth += known * t.logs[min(offers, MOST)] * t.explore >> 16
            if worth > best:
                best = worth
                chosen = place
                equal = 1
            elif worth == best:
                equal += 1
                if t.below(equal) == 0:
                    chosen = place
    if chosen < 0:
        return t.below(offered)
    return chosen


# -- the first decision ------------------------------------------------------------------------------------------------


def standing(t: Room, place: int) -> Long:
    """What an option of the first decision is worth by now."""
    child = t.child[place]
    if child < 0:
        return LEAST
    return (t.total[child] + t.trust * t.glance[child]) // (t.visits[child] + t.trust)


def leading(t: Room) -> int:
    """Where among those in question the option stands that is worth most by now."""
    best = 0
    for at in range(1, t.rivals):
        if standing(t, t.alive[at]) > standing(t, t.alive[best]):
            best = at
    return best


def halve(t: Room) -> None:
    """Leave the worse half of the options in question out."""
    keep = (t.rivals + 1) >> 1
    for at in range(keep):
        best = at
        for other in range(at + 1, t.rivals):
            if standing(t, t.alive[other]) > standing(t, t.alive[best]):
                best = other
        chosen = t.alive[best]
        t.alive[best] = t.alive[at]
        t.alive[at] = chosen
    t.rivals = keep
    t.turn = 0
    t.until += t.share


def contest(t: Room) -> None:
    """All options of the first decision are in question, as many as there are simulations for: those greedy thinks most of."""
    offered = t.offered(WORLD)
    for place in range(offered):
        t.alive[place] = place
    t.rivals = offered
    t.turn = 0
    t.share = 0
    t.until = 0
    most = max(2, t.sims >> 3)
    most = min(most, t.keep)
    t.rivals = offered
    while t.rivals > most:
        halve(t)
    rounds = 1
    left = t.rivals
    while left > 2:
        rounds += 1
        left = (left + 1) >> 1
    t.share = t.sims // rounds
    t.until = t.share


# -- simulations -------------------------------------------------------------------------------------------------------


def begin(t: Room) -> None:
    """An empty tree of every seat, and what greedy thinks of the first options."""
    for place in range(t.mask + 1):
        t.table[place] = -1
    t.used = 0
    t.full = 0
    for _ in range(t.seats):
        new_node(t, -1, -1)
    calibrate(t)
    t.world(WORLD, 0)
    offered = t.offered(WORLD)
    for place in range(offered):
        t.tried[place] = 0
        t.good[place] = 0
        t.margins[place] = 0
        t.squares[place] = 0
    budget, ahead = t.budget, t.ahead
    t.budget = t.wide
    t.ahead = t.far
    count = worths(t, AHEAD)
    t.budget = budget
    t.ahead = ahead
    best: Long = LEAST
    for place in range(offered):
        best = max(best, t.best[place])
    t.world(WORLD, 0)
    glances(t, t.viewer, t.viewer, best, count)
    for place in range(offered):
        t.child[place] = node_at(t, t.viewer, edge_of(t, t.option(WORLD, place), t.viewer))
    contest(t)


def down(t: Room, first: int) -> int:
    """Go down the trees from the world drawn, beginning with an option, and add to them; how many nodes were gone through."""
    length = 0
    for seat in range(t.seats):
        t.here[seat] = seat
    t.decided = 0
    t.decider = -1
    judged = judges(t)
    inside = 1
    while inside != 0 and t.offered(WORLD) > 0:
        actor = t.actor(WORLD)
        if judged != 0:
            if is_due(t, WORLD, t.decided, t.decider) != 0:
                return length
            t.decided += 1
            t.decider = actor
        place = first
        if length > 0:
            place = promising(t, t.here[actor], actor)
        option = t.option(WORLD, place)
        unseen = t.unseen(WORLD, option)
        t.take(WORLD, option)
        for seat in range(t.seats):
            if seat == actor or unseen == 0:
                node = node_at(t, t.here[seat], edge_of(t, option, actor))
                if node < 0 or length >= t.nodes:
                    inside = 0
                else:
                    if seat == actor and t.visits[node] == 0:
                        inside = 0
                    t.here[seat] = node
                    length += 1
                    t.path[length] = node
                    t.owner[length] = seat
    return length


def simulate(t: Room, number: int) -> None:
    """One simulation, in the world of a number."""
    first = t.alive[t.turn]
    if number + t.rivals > t.sims:
        first = t.alive[leading(t)]
    t.world(WORLD, FIRST + t.tried[first])
    length = down(t, first)
    playout(t, WORLD, AHEAD, t.decided, t.decider)
    result = 0
    odds: Long = -1
    if t.offered(WORLD) == 0:
        t.judge(WORLD)
        result = t.result[t.viewer]
    elif has_odds(t) != 0:
        odds = chance(t, WORLD)
    for seat in range(t.seats):
        t.worth[seat] = measure(t, seat, odds)
    for place in range(1, length + 1):
        node = t.path[place]
        t.visits[node] += 1
        t.total[node] += t.worth[t.owner[place]]
    margin = lead_of(t, WORLD, t.viewer)
    if t.terms > 0:
        margin = margin >> FINE_BITS
    t.tried[first] += 1
    t.good[first] += result
    t.margins[first] += margin
    t.squares[first] += margin * margin
    t.turn += 1
    if t.turn >= t.rivals:
        t.turn = 0
        while t.rivals > 2 and number + 1 >= t.until:
            halve(t)


def search(t: Room, begun: int, count: int) -> None:
    """So many simulations, the first of them being number `begun`."""
    if begun == 0:
        begin(t)
    for number in range(begun, begun + count):
        simulate(t, number)
