"""Information-set Monte Carlo tree search over determinized worlds, and playing a world to its end after an option, in restricted Python.

A bot that only looked one decision ahead would not see what an answer leads to, and a tree of the true state would use hidden
knowledge. So each simulation goes down the trees in a world of its own (`SearchArena.enter_world`):

    core.search(state, seat=0, sims=200, seed=1)       Pig, 16 points in the pot
    options  (0, 1)                                    roll or hold
    visits   (101, 99)                                 how many simulations began with each
    values   (35227, 33139)                            what each is worth, of 65536: roll

One simulation (`simulate`): draw world i; take the option of the root whose turn it is; go down by UCB1 (`select_child`) while nodes
are known, each seat in its own tree; add a node; play on by the policy (`heuristics.playout`); `measure` what each seat has
come to, from 0 to `ONE`, and add it to all nodes gone through. `halve` leaves out the worse half of the options at times.
"""

from __future__ import annotations

from ruleset_core.compile.search.arena import Long, SearchArena
from ruleset_core.compile.search.heuristics import (
    BELOW_ALL_WORTHS,
    FINE_BITS,
    GREEDY,
    ONE,
    OTHER,
    has_estimates,
    has_odds,
    is_due,
    isqrt,
    lead_of,
    moment_of,
    play_turn,
    playout,
    value,
    win_chance,
)
from ruleset_core.compile.search.turn_graph import first_look

# Information-set Monte Carlo tree search: what a seat does best, going by many worlds that it cannot tell apart.
#
# Written in the small part of Python that `compile.wasm.restricted_python` knows: Python runs it as it stands, and it is printed
# into the core. Only whole numbers decide, so both choose the same.
#
# Each simulation draws a world from what the thinking seat knows, goes down the tree, adds to it, and plays to the
# end. Every seat has a tree of its own. Its own decisions lead down in it, and of others those that it sees: what is
# chosen secretly, or at the same time, leads nowhere in the trees of others, so no decision depends on it. What
# differs from world to world is not told apart in a tree (open loop); an option counts as on offer in the worlds in
# which it is. Each seat looks for what is best for itself.
#
# An option that was never tried is judged at first by what it leads to at once, the first decision of all by what
# greedy thinks.

HALF = 1 << 15
"""Half of `ONE`, which is worth most: what is even."""
LOOKS = 16
"""Games that are played first to see how far margins lie apart."""
FIRST = 64
"""The number of the world of the first simulation; those before it are for what comes before."""
LAST_ENTRY = 4095
"""The last entry of the tables of how much is tried anew."""
WORLD = 0
"""The state that is played on; those after it are for looking ahead."""
AHEAD = 1


def margin_share(margin: Long, scale: Long) -> Long:
    """A margin as a smooth step from 0 to `ONE`; at a margin as large as the scale it is three quarters."""
    if margin < 0:
        return HALF - HALF * -margin // (scale - margin)
    return HALF + HALF * margin // (scale + margin)


def measure(t: SearchArena, seat: int, odds: Long) -> Long:
    """What a state is worth to a seat, from 0 to `ONE`; after `find_winners` if the game is over. `odds` are those of who decides, if they are known, else -1."""
    margin = lead_of(t, WORLD, seat)
    won = margin_share(margin, t.margin_scale)
    if t.offered(WORLD) == 0:
        won = HALF + HALF * t.seat_result[seat]
    elif odds >= 0:
        won = odds
        if seat != t.actor(WORLD):
            won = ONE - odds
    return (t.win * won + (256 - t.win) * margin_share(margin - t.seat_center[seat], t.margin_scale)) >> 8


def calibrate(t: SearchArena) -> None:
    """See how far margins lie apart at the end of play-outs, and around which one for each seat."""
    t.margin_scale = 1
    for seat in range(t.seats):
        t.seat_center[seat] = 0
        t.seat_worth[seat] = 0
    for number in range(LOOKS):
        t.enter_world(WORLD, number)
        t.begun = moment_of(t, WORLD, t.viewer)
        playout(t, WORLD, AHEAD, 0, -1)
        for seat in range(t.seats):
            margin = lead_of(t, WORLD, seat)
            t.seat_center[seat] += margin
            t.seat_worth[seat] += margin * margin
    for seat in range(t.seats):
        spread = (t.seat_worth[seat] - (t.seat_center[seat] * t.seat_center[seat] >> 4)) >> 4
        t.seat_center[seat] = t.seat_center[seat] >> 4
        if seat == t.viewer:
            t.margin_scale = 1 + isqrt(spread)


# -- nodes -------------------------------------------------------------------------------------------------------------


def edge_of(t: SearchArena, option: int, seat: int) -> int:
    """What leads down in a tree: an option, and who takes it. Chance may decide who does."""
    return option * t.seats + seat


def table_index(t: SearchArena, node: int, edge: int) -> int:
    """Where in the table the node stands that an edge leads to, or would stand."""
    at = (node * 40503 + edge * 9973) & t.table_mask
    while t.node_table[at] >= 0 and (t.node_parent[t.node_table[at]] != node or t.node_edge[t.node_table[at]] != edge):
        at = (at + 1) & t.table_mask
    return at


def node_at(t: SearchArena, node: int, edge: int) -> int:
    """The node that an edge leads to, made if there is none; -1 where there is no room."""
    at = table_index(t, node, edge)
    if t.node_table[at] < 0:
        if t.node_count >= t.nodes:
            t.tree_full = 1
            return -1
        t.node_table[at] = new_node(t, node, edge)
    return t.node_table[at]


def new_node(t: SearchArena, node: int, edge: int) -> int:
    """A node that nothing is known of."""
    new = t.node_count
    t.node_count = new + 1
    t.node_parent[new] = node
    t.node_edge[new] = edge
    t.node_visits[new] = 0
    t.node_offers[new] = 0
    t.node_prior[new] = -1
    t.node_total[new] = 0
    return new


def judge_options(t: SearchArena, node: int, seat: int) -> None:
    """Judge options that were never on offer at a node by what they lead to at once, the best of all offered being worth most."""
    offered = t.offered(WORLD)
    best: Long = BELOW_ALL_WORTHS
    for place in range(offered):
        t.copy_state(AHEAD, WORLD)
        t.reseed(AHEAD, OTHER)
        t.take(AHEAD, t.option(WORLD, place))
        t.option_worths[place] = value(t, AHEAD, seat)
        best = max(best, t.option_worths[place])
    set_priors(t, node, seat, best, 1)


def set_priors(t: SearchArena, node: int, seat: int, best: Long, count: int) -> None:
    """Put what options are worth into the nodes they lead to, where nothing stands there yet; `best` are sums over `count` worlds."""
    base: Long = HALF
    if t.node_visits[node] > 0:
        base = t.node_total[node] // t.node_visits[node]
    for place in range(t.offered(WORLD)):
        child = node_at(t, node, edge_of(t, t.option(WORLD, place), seat))
        if child >= 0 and t.node_prior[child] < 0:
            less = best - t.option_worths[place]
            most = 2 * count * t.margin_scale
            less = min(less, most)
            worth = base - less * HALF // most
            worth = max(worth, 0)
            t.node_prior[child] = worth


def unknown(t: SearchArena, node: int, seat: int) -> int:
    """Whether an option is offered of which nothing is known at a node."""
    for place in range(t.offered(WORLD)):
        child = t.node_table[table_index(t, node, edge_of(t, t.option(WORLD, place), seat))]
        if child < 0 or t.node_prior[child] < 0:
            return 1
    return 0


def select_child(t: SearchArena, node: int, seat: int) -> int:
    """The place of the option to go on with at a node: one that is good, or that little is known of."""
    offered = t.offered(WORLD)
    if offered == 1:
        return 0
    if unknown(t, node, seat) != 0 and t.node_count < t.nodes:
        judge_options(t, node, seat)
    best: Long = -1
    chosen = -1
    equal = 0
    for place in range(offered):
        child = t.node_table[table_index(t, node, edge_of(t, t.option(WORLD, place), seat))]
        if child >= 0 and t.node_prior[child] >= 0:
            offers = t.node_offers[child] + 1
            t.node_offers[child] = offers
            visits = t.node_visits[child]
            worth = (t.node_total[child] + t.trust * t.node_prior[child]) // (visits + t.trust)
            known: Long = t.inverse_root_table[min(visits + 1, LAST_ENTRY)]
            worth += known * t.log_table[min(offers, LAST_ENTRY)] * t.explore >> 16
            if worth > best:
                best = worth
                chosen = place
                equal = 1
            elif worth == best:
                equal += 1
                if t.random_below(equal) == 0:
                    chosen = place
    if chosen < 0:
        return t.random_below(offered)
    return chosen


# -- the first decision ------------------------------------------------------------------------------------------------


def candidate_worth(t: SearchArena, place: int) -> Long:
    """What an option of the first decision is worth by now."""
    child = t.root_child[place]
    if child < 0:
        return BELOW_ALL_WORTHS
    return (t.node_total[child] + t.trust * t.node_prior[child]) // (t.node_visits[child] + t.trust)


def best_candidate(t: SearchArena) -> int:
    """Where among those in question the option stands that is worth most by now."""
    best = 0
    for at in range(1, t.candidate_count):
        if candidate_worth(t, t.candidates[at]) > candidate_worth(t, t.candidates[best]):
            best = at
    return best


def halve(t: SearchArena) -> None:
    """Leave the worse half of the options in question out."""
    keep = (t.candidate_count + 1) >> 1
    for at in range(keep):
        best = at
        for other in range(at + 1, t.candidate_count):
            if candidate_worth(t, t.candidates[other]) > candidate_worth(t, t.candidates[best]):
                best = other
        chosen = t.candidates[best]
        t.candidates[best] = t.candidates[at]
        t.candidates[at] = chosen
    t.candidate_count = keep
    t.next_candidate = 0
    t.round_end += t.round_length


def choose_candidates(t: SearchArena) -> None:
    """All options of the first decision are in question, as many as there are simulations for: those greedy thinks most of."""
    offered = t.offered(WORLD)
    for place in range(offered):
        t.candidates[place] = place
    t.candidate_count = offered
    t.next_candidate = 0
    t.round_length = 0
    t.round_end = 0
    most = max(2, t.sims >> 3)
    most = min(most, t.keep)
    t.candidate_count = offered
    while t.candidate_count > most:
        halve(t)
    rounds = 1
    left = t.candidate_count
    while left > 2:
        rounds += 1
        left = (left + 1) >> 1
    t.round_length = t.sims // rounds
    t.round_end = t.round_length


# -- simulations -------------------------------------------------------------------------------------------------------


def begin_search(t: SearchArena) -> None:
    """An empty tree of every seat, and what greedy thinks of the first options."""
    for place in range(t.table_mask + 1):
        t.node_table[place] = -1
    t.node_count = 0
    t.tree_full = 0
    for _ in range(t.seats):
        new_node(t, -1, -1)
    calibrate(t)
    t.enter_world(WORLD, 0)
    offered = t.offered(WORLD)
    for place in range(offered):
        t.root_visits[place] = 0
        t.root_outcomes[place] = 0
        t.root_margins[place] = 0
        t.root_squares[place] = 0
    budget, ahead = t.budget, t.ahead
    t.budget = t.wide
    t.ahead = t.far
    count = first_look(t, AHEAD)
    t.budget = budget
    t.ahead = ahead
    best: Long = BELOW_ALL_WORTHS
    for place in range(offered):
        best = max(best, t.option_worths[place])
    t.enter_world(WORLD, 0)
    set_priors(t, t.viewer, t.viewer, best, count)
    for place in range(offered):
        t.root_child[place] = node_at(t, t.viewer, edge_of(t, t.option(WORLD, place), t.viewer))
    choose_candidates(t)


def descend(t: SearchArena, first: int) -> int:
    """Go down the trees from the world drawn, beginning with an option, and add to them; how many nodes were gone through."""
    length = 0
    for seat in range(t.seats):
        t.seat_node[seat] = seat
    t.depth = 0
    t.last_actor = -1
    judged = has_estimates(t)
    inside = 1
    while inside != 0 and t.offered(WORLD) > 0:
        actor = t.actor(WORLD)
        if judged != 0:
            if is_due(t, WORLD, t.depth, t.last_actor) != 0:
                return length
            t.depth += 1
            t.last_actor = actor
        place = first
        if length > 0:
            place = select_child(t, t.seat_node[actor], actor)
        option = t.option(WORLD, place)
        unseen = t.is_secret(WORLD, option)
        t.take(WORLD, option)
        for seat in range(t.seats):
            if seat == actor or unseen == 0:
                node = node_at(t, t.seat_node[seat], edge_of(t, option, actor))
                if node < 0 or length >= t.nodes:
                    inside = 0
                else:
                    if seat == actor and t.node_visits[node] == 0:
                        inside = 0
                    t.seat_node[seat] = node
                    length += 1
                    t.path[length] = node
                    t.path_owner[length] = seat
    return length


def simulate(t: SearchArena, number: int) -> None:
    """One simulation, in the world of a number."""
    first = t.candidates[t.next_candidate]
    if number + t.candidate_count > t.sims:
        first = t.candidates[best_candidate(t)]
    t.enter_world(WORLD, FIRST + t.root_visits[first])
    length = descend(t, first)
    playout(t, WORLD, AHEAD, t.depth, t.last_actor)
    result = 0
    odds: Long = -1
    if t.offered(WORLD) == 0:
        t.find_winners(WORLD)
        result = t.seat_result[t.viewer]
    elif has_odds(t) != 0:
        odds = win_chance(t, WORLD)
    for seat in range(t.seats):
        t.seat_worth[seat] = measure(t, seat, odds)
    for place in range(1, length + 1):
        node = t.path[place]
        t.node_visits[node] += 1
        t.node_total[node] += t.seat_worth[t.path_owner[place]]
    margin = lead_of(t, WORLD, t.viewer)
    if t.terms > 0:
        margin = margin >> FINE_BITS
    t.root_visits[first] += 1
    t.root_outcomes[first] += result
    t.root_margins[first] += margin
    t.root_squares[first] += margin * margin
    t.next_candidate += 1
    if t.next_candidate >= t.candidate_count:
        t.next_candidate = 0
        while t.candidate_count > 2 and number + 1 >= t.round_end:
            halve(t)


def search(t: SearchArena, begun: int, count: int) -> None:
    """So many simulations, the first of them being number `begun`."""
    if begun == 0:
        begin_search(t)
    for number in range(begun, begun + count):
        simulate(t, number)


# What becomes of a game after an option: it is played to its end in a world.

LATER = 1 << 16
"""The number of the first world: those before it are for searches, so what looks best in these does not look best here by the same luck."""


def play_until_asked(t: SearchArena) -> int:
    """Let others play until the viewer is asked, or the game ends; how many decisions they took."""
    count = 0
    while count < t.cut and t.offered(WORLD) > 0 and t.actor(WORLD) != t.viewer:
        if t.policy == GREEDY:
            count += play_turn(t, WORLD, AHEAD)
        else:
            t.take(WORLD, t.option(WORLD, t.random_below(t.offered(WORLD))))
            count += 1
    return count


def take_if_offered(t: SearchArena, option: int) -> None:
    """Take an option, if it is offered."""
    for place in range(t.offered(WORLD)):
        if t.option(WORLD, place) == option:
            t.take(WORLD, option)
            return


def play_ending(t: SearchArena, option: int, number: int, known: int) -> int:
    """Take an option in a world of a number, below 0 none, and play on; how many decisions it took, those of answers not counted.

    Before that come so many answers of the viewer, which lie in `path`: others play until it is asked. `seat_worth` holds the scores then, `seat_result` what
    came of it. A game that is cut short before its end is drawn.
    """
    t.enter_world(WORLD, LATER + number)
    t.begun = moment_of(t, WORLD, t.viewer)
    count = 0
    for place in range(known):
        count += play_until_asked(t)
        take_if_offered(t, t.path[place])
    if option >= 0:
        count += play_until_asked(t)
        take_if_offered(t, option)
    count += playout(t, WORLD, AHEAD, 0, -1)
    for seat in range(t.seats):
        t.seat_result[seat] = 0
    if t.offered(WORLD) == 0:
        t.find_winners(WORLD)
    t.find_scores(WORLD)
    return count
