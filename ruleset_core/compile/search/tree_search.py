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

Where two play and nothing is ever hidden (`is_open`), both move in one tree, and where nothing was drawn on the way ends are proven:

    x has two in a row, o is asked      `settle` of o's other moves: x answers with three in a row, so each of them is LOST for o
    all moves of o but one are LOST     they are not tried again; once the last one is LOST, too, what x did before is WON
"""

from __future__ import annotations

from ruleset_core.compile.search.arena import Long, SearchArena
from ruleset_core.compile.search.heuristics import (
    AVERAGE,
    BELOW_ALL_WORTHS,
    FINE_BITS,
    GREEDY,
    ONE,
    OTHER,
    OUT_OF_QUESTION,
    best_place,
    count_taken,
    forget_moves,
    has_estimates,
    has_odds,
    is_due,
    isqrt,
    lead_of,
    moment_of,
    note_move,
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
UNPROVEN = 0
"""Of a node: it is not known for sure what it comes to for who moved to it."""
LOST = 1
"""It loses, whatever that seat does."""
DRAWN = 2
"""It is as good as an even end."""
WON = 3
"""It wins, if that seat goes on well."""
FAMILIAR = 3
"""After so many visits it is looked which options of a node end the game at once."""
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
    t.node_proof[new] = UNPROVEN
    t.node_open_options[new] = 0
    t.node_best_proof[new] = UNPROVEN
    t.node_alike[new] = 0
    t.node_alike_total[new] = 0
    t.node_first_child[new] = -1
    t.node_sibling[new] = -1
    if node >= 0:
        t.node_sibling[new] = t.node_first_child[node]
        t.node_first_child[node] = new
    return new


def root_of(t: SearchArena, seat: int) -> int:
    """The first node of the tree that a seat moves in: both share that of the viewer where nothing is hidden."""
    if t.is_open != 0:
        return t.viewer
    return seat


# -- proofs ------------------------------------------------------------------------------------------------------------


def end_proof(t: SearchArena, s: int, seat: int) -> int:
    """What the end of a game is to a seat."""
    t.find_winners(s)
    return DRAWN + t.seat_result[seat]


def settle(t: SearchArena, node: int, proof: int) -> None:
    """Note what a node comes to for sure, and what follows for those before it: the best of all options, once each is known or one wins."""
    while node >= 0 and proof != UNPROVEN and t.node_proof[node] == UNPROVEN:
        t.node_proof[node] = proof
        mover = t.node_edge[node] % t.seats
        node = t.node_parent[node]
        t.node_open_options[node] -= 1
        t.node_best_proof[node] = max(t.node_best_proof[node], proof)
        proof = UNPROVEN
        if t.node_best_proof[node] == WON or t.node_open_options[node] == 0:
            proof = t.node_best_proof[node]
            if node == t.viewer:
                t.is_solved = 1
                return
            if t.node_edge[node] % t.seats != mover:
                proof = WON + LOST - proof


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
        if t.is_certain != 0:
            settle_end(t, node_at(t, node, edge_of(t, t.option(WORLD, place), seat)), seat)
    set_priors(t, node, seat, best, 1)


def set_priors(t: SearchArena, node: int, seat: int, best: Long, count: int) -> None:
    """Put what options are worth into the nodes they lead to, where nothing stands there yet; `best` are sums over `count` worlds."""
    base: Long = HALF
    if t.node_visits[node] > 0:
        base = t.node_total[node] // t.node_visits[node]
        if t.is_open != 0 and t.node_edge[node] % t.seats != seat:
            base = ONE - base
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


def settle_end(t: SearchArena, child: int, seat: int) -> None:
    """Settle the node of an option that has just been taken ahead, if it has ended the game and nothing was drawn."""
    if child >= 0 and t.offered(AHEAD) == 0 and t.has_drawn() == 0:
        settle(t, child, end_proof(t, AHEAD, seat))


def look_for_ends(t: SearchArena, node: int, seat: int) -> None:
    """Settle those options of a node that end the game at once."""
    for place in range(t.offered(WORLD)):
        child = node_at(t, node, edge_of(t, t.option(WORLD, place), seat))
        if child >= 0 and t.node_proof[child] == UNPROVEN:
            t.copy_state(AHEAD, WORLD)
            t.take(AHEAD, t.option(WORLD, place))
            settle_end(t, child, seat)


def select_alike(t: SearchArena, node: int, seat: int) -> int:
    """As `select_child`, where no option is judged beforehand: those never gone on with come first, in the order of what came of them elsewhere."""
    offered = t.offered(WORLD)
    if t.is_certain != 0 and t.node_visits[node] == FAMILIAR:
        look_for_ends(t, node, seat)
    for place in range(offered):
        t.option_worths[place] = OUT_OF_QUESTION
        child = node_at(t, node, edge_of(t, t.option(WORLD, place), seat))
        if child >= 0 and (t.is_certain == 0 or t.node_proof[child] != LOST):
            t.node_offers[child] += 1
            visits = t.node_visits[child]
            alike = min(t.node_alike[child], t.alike)
            worth: Long = 2 * ONE
            if visits + alike > 0:
                worth = t.node_total[child]
                if alike > 0:
                    worth += alike * (t.node_alike_total[child] // t.node_alike[child])
                worth = worth // (visits + alike)
                known: Long = t.inverse_root_table[min(visits + 1, LAST_ENTRY)]
                worth += known * t.log_table[min(t.node_offers[child], LAST_ENTRY)] * t.explore >> 16
            t.option_worths[place] = worth
    return best_place(t, offered)


def count_alike(t: SearchArena, length: int) -> None:
    """What came of a simulation counts for all options of the nodes gone through that the same seat took later on, too.

    A stone on c3 that won on its fifth move speaks for c3 as the first move.
    """
    for place in range(1, length + 1):
        child = t.node_first_child[t.node_parent[t.path[place]]]
        while child >= 0:
            seat = t.node_edge[child] % t.seats
            if t.moves[seat * t.vocabulary_size + t.node_edge[child] // t.seats] >= t.path_time[place]:
                t.node_alike[child] += 1
                t.node_alike_total[child] += t.seat_worth[seat]
            child = t.node_sibling[child]


def select_child(t: SearchArena, node: int, seat: int) -> int:
    """The place of the option to go on with at a node: one that is good, or that little is known of."""
    offered = t.offered(WORLD)
    if t.is_certain != 0 and t.node_open_options[node] == 0 and t.node_best_proof[node] == UNPROVEN:
        t.node_open_options[node] = offered
    if offered == 1:
        return 0
    if t.trust == 0:
        return select_alike(t, node, seat)
    if unknown(t, node, seat) != 0 and t.node_count < t.nodes:
        judge_options(t, node, seat)
    for place in range(offered):
        t.option_worths[place] = OUT_OF_QUESTION
        child = t.node_table[table_index(t, node, edge_of(t, t.option(WORLD, place), seat))]
        if child >= 0 and t.node_prior[child] >= 0 and (t.is_certain == 0 or t.node_proof[child] != LOST):
            offers = t.node_offers[child] + 1
            t.node_offers[child] = offers
            visits = t.node_visits[child]
            worth = (t.node_total[child] + t.trust * t.node_prior[child]) // (visits + t.trust)
            known: Long = t.inverse_root_table[min(visits + 1, LAST_ENTRY)]
            worth += known * t.log_table[min(offers, LAST_ENTRY)] * t.explore >> 16
            t.option_worths[place] = worth
    return best_place(t, offered)


# -- the first decision ------------------------------------------------------------------------------------------------


def candidate_worth(t: SearchArena, place: int) -> Long:
    """What an option of the first decision is worth by now."""
    child = t.root_child[place]
    if child < 0 or is_lost(t, place) != 0:
        return BELOW_ALL_WORTHS
    if t.node_proof[child] != UNPROVEN:
        return HALF * (t.node_proof[child] - LOST)
    if t.node_visits[child] == 0:
        return t.node_prior[child]
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
    t.is_solved = 0
    t.is_certain = t.is_open
    forget_moves(t)
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
    t.root_count = offered
    t.node_open_options[t.viewer] = offered
    set_priors(t, t.viewer, t.viewer, best, count)
    for place in range(offered):
        t.root_child[place] = node_at(t, t.viewer, edge_of(t, t.option(WORLD, place), t.viewer))
    choose_candidates(t)


def descend(t: SearchArena, first: int) -> int:
    """Go down the trees from the world drawn, beginning with an option, and add to them; how many nodes were gone through.

    `is_certain` says afterwards whether nothing was drawn on the way in a game in which nothing is hidden.
    """
    length = 0
    t.taken_count = 0
    for seat in range(t.seats):
        t.seat_node[seat] = root_of(t, seat)
    t.depth = 0
    t.last_actor = -1
    t.is_certain = t.is_open
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
            if t.is_certain != 0 and t.node_proof[t.path[length]] != UNPROVEN:
                return length
        option = t.option(WORLD, place)
        unseen = t.is_secret(WORLD, option)
        note_move(t, actor, option)
        began = t.move_time
        t.take(WORLD, option)
        if t.has_drawn() != 0:
            t.is_certain = 0
        for seat in range(t.seats):
            if seat == actor or (unseen == 0 and t.is_open == 0):
                node = node_at(t, t.seat_node[seat], edge_of(t, option, actor))
                if node < 0 or length >= t.nodes:
                    inside = 0
                else:
                    if seat == actor and (
                        t.node_visits[node] == 0 or (t.is_certain != 0 and t.node_proof[node] != UNPROVEN)
                    ):
                        inside = 0
                    length += 1
                    t.path[length] = node
                    t.path_owner[length] = seat
                    t.path_time[length] = began
                    t.seat_node[seat] = node
                    if t.is_open != 0:
                        t.seat_node[0] = node
                        t.seat_node[1] = node
    if t.is_certain != 0 and length > 0 and t.offered(WORLD) == 0:
        settle(t, t.path[length], end_proof(t, WORLD, t.path_owner[length]))
    return length


def is_lost(t: SearchArena, place: int) -> int:
    """Whether an option of the first decision is proven to lose."""
    child = t.root_child[place]
    if child >= 0 and t.node_proof[child] == LOST:
        return 1
    return 0


def next_candidate(t: SearchArena) -> int:
    """The option of the first decision whose turn it is; those that are proven to lose have no turn, unless nothing else is left."""
    while t.candidate_count > 1 and is_lost(t, t.candidates[t.next_candidate]) != 0:
        t.candidate_count -= 1
        t.candidates[t.next_candidate] = t.candidates[t.candidate_count]
        if t.next_candidate >= t.candidate_count:
            t.next_candidate = 0
    if is_lost(t, t.candidates[0]) != 0:  # those left out come into question again
        t.candidate_count = 0
        for place in range(t.root_count):
            if is_lost(t, place) == 0:
                t.candidates[t.candidate_count] = place
                t.candidate_count += 1
        t.next_candidate = 0
    return t.candidates[t.next_candidate]


def simulate(t: SearchArena, number: int) -> None:
    """One simulation, in the world of a number."""
    first = t.candidates[t.next_candidate]
    if t.is_open != 0 and t.trust == 0:
        t.enter_world(WORLD, FIRST + number)
        t.is_certain = 1
        first = select_child(t, t.viewer, t.viewer)
    else:
        if t.is_open != 0:
            first = next_candidate(t)
        if number + t.candidate_count > t.sims:
            first = t.candidates[best_candidate(t)]
        t.enter_world(WORLD, FIRST + t.root_visits[first])
    length = descend(t, first)
    proof = UNPROVEN
    if t.is_certain != 0 and length > 0:
        proof = t.node_proof[t.path[length]]
    if proof == UNPROVEN or t.offered(WORLD) == 0:
        playout(t, WORLD, AHEAD, t.depth, t.last_actor)
        proof = UNPROVEN
    result = 0
    odds: Long = -1
    if t.offered(WORLD) == 0:
        t.find_winners(WORLD)
        result = t.seat_result[t.viewer]
    elif has_odds(t) != 0:
        odds = win_chance(t, WORLD)
    for seat in range(t.seats):
        if proof == UNPROVEN:
            t.seat_worth[seat] = measure(t, seat, odds)
        elif seat == t.path_owner[length]:
            t.seat_worth[seat] = HALF * (proof - LOST)
        else:
            t.seat_worth[seat] = HALF * (WON - proof)
    for place in range(1, length + 1):
        node = t.path[place]
        t.node_visits[node] += 1
        t.node_total[node] += t.seat_worth[t.path_owner[place]]
    if t.alike > 0:
        count_alike(t, length)
    if t.policy == AVERAGE:
        count_taken(t)
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
        if t.is_solved == 0:
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
    forget_moves(t)
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
