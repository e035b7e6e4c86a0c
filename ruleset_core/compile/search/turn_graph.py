"""The positions of one's own turn, through all that is drawn in it, in restricted Python.

`heuristics.sum_worths` looks behind one draw. Where a turn has several, such as three rolls of dice of which some are kept, what a draw is
worth depends on what one may still do with it. So the whole turn becomes a graph: positions that are alike but for luck to come are
one node, each with samples of what comes of its options. In Yacht, first question of a turn, 20,000 positions:

    node 0             32 options, 78 samples each         2,496 positions, among them 190 different ones
    nodes 1 to 51      32 options, 8 samples each          13,056 positions, 220 further nodes
    nodes 191 to 340   up to 12 boxes, then it is over     3,600 positions

Then nodes are judged from the last to the first: a turn that is over by `value`, a node by the best mean of its options. Every option
meets the same luck. Samples that lead to a node which there was no budget for are left out.
"""

from __future__ import annotations

from ruleset_core.compile.search.arena import Long, SearchArena
from ruleset_core.compile.search.heuristics import OTHER, is_same_turn, moment_of, sum_worths, value

ROOT_SHARE_BITS = 3
"""An eighth of all positions are samples of the decision thought about; of what is left, each further step of the turn takes three quarters."""
FEWEST_SAMPLES, MOST_SAMPLES = 8, 1024
"""The fewest and the most samples of an option."""
SETTLED, ROOT_SETTLED = 2, 16
"""An option of which so many samples end the turn with the same worth needs no more: later draws belong to later turns."""
NODE_BITS, MOST_NODES = 4, 2048
"""There is a node for every 16 positions, up to so many."""
TABLE_SIZE = 4096
"""Places of the table by which nodes are found: twice as many as nodes."""
SCALE_BITS = 10
"""Means are told in so many bits more than sums."""


def turn_node_limit(positions: int) -> int:
    """How many nodes there may be for a budget of positions."""
    return min((positions >> NODE_BITS) + 1, MOST_NODES)


def first_look(t: SearchArena, low: int) -> int:
    """What every option of the state thought about leads to, into `option_worths`, summed over so many worlds: the result. States from `low` on are used."""
    if t.turn > 0:
        return look_through(t, low)
    return sum_worths(t, low)


def look_through(t: SearchArena, low: int) -> int:
    """What every option of the state thought about leads to by the end of the turn, into `option_worths`, as the sum over so many samples: the result.

    States from `low` on are used: one for each node, and two more.
    """
    t.enter_world(low, 0)
    moment = moment_of(t, low, t.actor(low))
    for place in range(TABLE_SIZE):
        t.turn_table[place] = -1
    t.turn_count = 1
    t.turn_used = 0
    share: int = t.turn >> ROOT_SHARE_BITS
    layer_budget = t.turn
    layer_end = 1
    node = 0
    while node < t.turn_count:
        if node == layer_end:
            layer_end = t.turn_count
            layer_budget = (t.turn - t.turn_used) * 3 // 4
            share = layer_budget // (layer_end - node)
            layer_budget += t.turn_used
        t.turn_samples[node] = 0
        if node == 0 or t.turn_used + t.offered(low + node) * FEWEST_SAMPLES <= layer_budget:
            sample_options(t, low, node, share, moment)
        node += 1
    for judged in range(t.turn_count - 1, -1, -1):
        judge_node(t, low, judged)
    return t.turn_samples[0]


def sample_options(t: SearchArena, low: int, node: int, share: int, moment: int) -> None:
    """See what comes of every option of a node, in about so many positions all together."""
    state = low + node
    offered = t.offered(state)
    samples: int = share // offered
    samples = max(samples, FEWEST_SAMPLES)
    samples = min(samples, MOST_SAMPLES)
    enough = SETTLED
    if node == 0:
        samples = min(samples, max(1, t.turn // offered))
        enough = ROOT_SETTLED
    world: int = low + turn_node_limit(t.turn)
    first = t.turn_used
    t.turn_first[node] = first
    t.turn_samples[node] = samples
    for place in range(offered):
        t.turn_last[place] = -1
        t.turn_alike[place] = 0
    going = offered
    number = 0
    while number < samples and going > 0:
        if node == 0:
            t.enter_world(world, number)
        else:
            t.copy_state(world, state)
            t.reseed(world, OTHER + number)
        going = 0
        for place in range(offered):
            if t.turn_alike[place] < enough:
                t.copy_state(world + 1, world)
                t.take(world + 1, t.option(state, place))
                drew = t.has_drawn()
                edge = t.turn_used
                add_position(t, low, node, world + 1, moment)
                before = t.turn_last[place]
                if before >= 0:
                    t.turn_next[before] = edge
                t.turn_last[place] = edge
                t.turn_next[edge] = -1
                if drew == 0:
                    t.turn_alike[place] = enough
                elif t.turn_alike[place] == number and is_like_end(t, before, edge) != 0:
                    t.turn_alike[place] = number + 1
                if t.turn_alike[place] < enough:
                    going += 1
        number += 1


def is_like_end(t: SearchArena, before: int, edge: int) -> int:
    """Whether a sample ends the turn, worth as much as the one before it, if there is one (else -1)."""
    if t.turn_children[edge] >= 0:
        return 0
    if before < 0:
        return 1
    if t.turn_children[before] < 0 and t.turn_ends[before] == t.turn_ends[edge]:
        return 1
    return 0


def add_position(t: SearchArena, low: int, node: int, state: int, moment: int) -> None:
    """Note what a sample of a node has come to: a later node, or what the position is worth where the turn is over or there is no room."""
    edge = t.turn_used
    t.turn_used += 1
    t.turn_children[edge] = -1
    seat = t.actor(low)
    if is_same_turn(t, state, seat, t.stage(low), moment) != 0:
        key = t.position_key(state)
        at: int = key & (TABLE_SIZE - 1)
        while t.turn_table[at] >= 0 and t.turn_keys[t.turn_table[at]] != key:
            at = (at + 1) & (TABLE_SIZE - 1)
        child = t.turn_table[at]
        if child < 0 and t.turn_count < turn_node_limit(t.turn):
            child = t.turn_count
            t.turn_count = child + 1
            t.turn_table[at] = child
            t.turn_keys[child] = key
            t.copy_state(low + child, state)
        if child > node:  # a position before it would lead in a circle
            t.turn_children[edge] = child
            return
    t.turn_ends[edge] = value(t, state, seat)


def judge_node(t: SearchArena, low: int, node: int) -> None:
    """What a node is worth: the best mean of its options. One that was not looked behind is worth what it is worth now."""
    samples = t.turn_samples[node]
    if samples == 0:
        t.turn_worths[node] = value(t, low + node, t.actor(low)) << SCALE_BITS
        return
    offered = t.offered(low + node)
    best: Long = 0
    for place in range(offered):
        mean = option_mean(t, t.turn_first[node] + place)
        if node == 0:
            t.option_worths[place] = mean * samples >> SCALE_BITS
        if place == 0 or mean > best:
            best = mean
    t.turn_worths[node] = best


def option_mean(t: SearchArena, first: int) -> Long:
    """The mean of the samples of an option, the first of which is given: of those that end the turn or were looked behind, if there are any."""
    total: Long = 0
    rest: Long = 0
    counted = 0
    left = 0
    edge = first
    while edge >= 0:
        child = t.turn_children[edge]
        if child < 0:
            total += t.turn_ends[edge] << SCALE_BITS
            counted += 1
        elif t.turn_samples[child] > 0:
            total += t.turn_worths[child]
            counted += 1
        else:
            rest += t.turn_worths[child]
            left += 1
        edge = t.turn_next[edge]
    if counted == 0:
        total = rest
        counted = left
    if total < 0:
        return -(-total // counted)
    return total // counted
