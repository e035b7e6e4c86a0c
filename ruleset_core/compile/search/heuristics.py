"""Heuristics of the search, in restricted Python: greedy look to the end of a turn, play-out policies, learned win probabilities and value features.

Two things here are called by search and easy bots: how good a state is for a seat, and how to play on without a tree.

    value(t, s, seat)      how far the seat is ahead of the best other one; above all whether it has won
    explore(t, ...)        follows a turn through all its options, until another seat decides or something is drawn
    sum_worths(t, low)     sums that over worlds, for every option: Core.worths of Pig, first decision, gives {0: 174, 1: 104}
    best_at_once(t, ...)   a play-out policy: the option after which the margin is best at once
    win_chance(t, s)       looks up the learnt chance to win by points (`odds`), if the game has it in levels.json

The sums are over the same worlds for all options, so luck favours none, and whole numbers decide which is best.
"""

from __future__ import annotations

from ruleset_core.compile.search.arena import Long, SearchArena

# What a position still promises a seat in points, by what the seat has and by what lies on the table: learned from
# many games.
#
# Each number that a seat has is worth so much at each time, which a row of `SearchArena.weights` says; what they are worth
# together is added by units, each of which counts only as far as it is above nothing. A row is a time: shared values
# tell which.

FINE, FINE_BITS = 1024, 10
"""As many parts of a point are counted where prospects are known, and the power of 2 that this is."""
PIECES, DECIDES, SHARED = -1, -2, -3
"""What `term_places` says of a term that is no number of the seat: it is of pieces; it is whether the seat decides; or so much less the place of a shared number."""
MUCH = 1 << 20
"""More of one thing is worth no more."""
HEAP = 3
"""Numbers in `counted_lists` for each list that counts: where it lies among those of a seat; the term that is its length, -1 for none; where in
`piece_terms` it says by piece which term it adds to, -1 where cards do not count."""
STRONG = 1 << 30
"""The most that a unit says."""


def parts(t: SearchArena) -> int:
    """In how many parts of a point margins are told."""
    if t.terms > 0:
        return FINE
    return 1


def time_row(t: SearchArena, s: int, seat: int) -> int:
    """Which row tells of a state. Where all choose at the same time, who has chosen is a step further."""
    row = 0
    for clock in range(0, 3 * t.clocks, 3):
        hand = t.value_at(s, t.clock_rows[clock]) - t.clock_rows[clock + 1]
        hand = max(hand, 0)
        hand = min(hand, t.clock_rows[clock + 2] - 1)
        row = row * t.clock_rows[clock + 2] + hand
    if (
        t.simultaneous(s) != 0
        and seat != t.actor(s)
        and t.value_at(s, t.seat_values_start + seat * t.seat_values_stride + t.chosen_flag) != 0
    ):
        row += 1
    return min(row, t.moments - 1)


def moment_of(t: SearchArena, s: int, seat: int) -> int:
    """The time by which turns of a seat that plays alone are told apart: no turn of anybody else comes between. 0 where others play."""
    if t.seats > 1:
        return 0
    return time_row(t, s, seat)


def is_same_turn(t: SearchArena, s: int, seat: int, stage: int, moment: int) -> int:
    """Whether the turn of a seat goes on that was asked in a phase, at a moment."""
    if t.offered(s) == 0 or t.actor(s) != seat or t.stage(s) != stage or moment_of(t, s, seat) != moment:
        return 0
    return 1


def read_terms(t: SearchArena, s: int, seat: int) -> None:
    """Put into `term_values` what a position has of each term for a seat: a number of the seat or of nobody, whether the seat is to decide, or how many
    pieces lie in a list of its own, all or of a card.
    """
    own = t.seat_values_start + seat * t.seat_values_stride
    for term in range(t.terms):
        number = 0
        place = t.term_places[term]
        if place == DECIDES:
            if t.actor(s) == seat:
                number = 1
        elif place != PIECES:
            if place >= 0:
                number = t.value_at(s, own + place)
            else:
                number = t.value_at(s, SHARED - place)
            number = min(number, MUCH)
            number = max(number, -MUCH)
        t.term_values[term] = number
    first = t.seat_lists_start + seat * t.seat_lists_stride
    for row in range(0, HEAP * t.counted_list_count, HEAP):
        where = first + t.counted_lists[row]
        length = t.list_length(s, where)
        if t.counted_lists[row + 1] >= 0:
            t.term_values[t.counted_lists[row + 1]] = length
        if t.counted_lists[row + 2] >= 0:
            for place in range(length):
                term = t.piece_terms[t.counted_lists[row + 2] + t.piece_at(s, where, place)]
                if term >= 0:
                    t.term_values[term] += 1


def expected_points(t: SearchArena, s: int, seat: int) -> Long:
    """The points that are still to come for a seat, in parts of `FINE`."""
    read_terms(t, s, seat)
    row = time_row(t, s, seat) * (1 + t.terms)
    units = t.units
    first = t.moments * (1 + t.terms)
    for unit in range(units):
        t.hidden_units[unit] = t.weights[first + unit]
    found: Long = t.weights[row]
    for term in range(t.terms):
        if t.term_values[term] != 0:
            much: Long = t.term_values[term]
            found += much * t.weights[row + 1 + term]
            at = first + (1 + term) * units
            for unit in range(units):
                t.hidden_units[unit] += much * t.weights[at + unit]
    at = first + (1 + t.terms) * units
    for unit in range(units):
        strength = t.hidden_units[unit]
        if strength > 0:
            strength = min(strength, STRONG)
            found += strength * t.weights[at + unit] >> FINE_BITS
    return found


def lead_of(t: SearchArena, s: int, seat: int) -> Long:
    """The standing of a seat less the best of the others, and less what others may still hope for more than it; in `parts` of a point."""
    worth = t.margin(s, seat)
    if t.terms > 0:
        worth = worth << FINE_BITS
        if t.offered(s) > 0:
            best: Long = 0
            others = 0
            for other in range(t.seats):
                if other != seat:
                    hope = expected_points(t, s, other)
                    if others == 0 or hope > best:
                        best = hope
                    others += 1
            worth += expected_points(t, s, seat) - best
    return worth


# What chance a seat has that begins its turn, by a table of points: for two, of whom each has a turn in turn. See
# `search` for how this is written.
#
# `SearchArena.odds` holds rows by points of the seat that is to decide, columns by those of the other, both from `lowest`
# on, `step` apart.

ONE = 1 << 16
"""What is worth most: a game won for sure."""
PARTS = 1000
"""What is worth most in the table."""
PATIENCE = 1000
"""After so many more decisions a state is judged though no turn has begun: that may never be."""


def has_estimates(t: SearchArena) -> int:
    """Whether states are judged by the table, or by what they promise: as turns begin."""
    if t.terms > 0 or has_odds(t) != 0:
        return 1
    return 0


def has_odds(t: SearchArena) -> int:
    """Whether the table says who wins."""
    if t.knots > 0 and t.seats == 2:
        return 1
    return 0


def is_due(t: SearchArena, s: int, decided: int, before: int) -> int:
    """Whether a state is to be judged by now: after enough decisions, and as a turn begins; `before` is who decided last, -1 for nobody."""
    if decided >= t.cut and ((before >= 0 and t.actor(s) != before) or decided >= t.cut + PATIENCE):
        return 1
    if t.seats == 1 and decided >= t.cut and moment_of(t, s, 0) != t.begun:
        return 1
    return 0


def win_chance(t: SearchArena, s: int) -> Long:
    """The chance to win of the seat that is to decide, from 0 to `ONE`. Between the points of the table it is drawn straight, beyond them it stays."""
    t.find_scores(s)
    mover = t.actor(s)
    most: Long = t.step * (t.knots - 1)
    mine = t.seat_worth[mover] - t.lowest
    mine = max(mine, 0)
    mine = min(mine, most)
    theirs = t.seat_worth[1 - mover] - t.lowest
    theirs = max(theirs, 0)
    theirs = min(theirs, most)
    row: int = mine // t.step
    row = min(row, t.knots - 2)
    column: int = theirs // t.step
    column = min(column, t.knots - 2)
    down = mine - row * t.step
    along = theirs - column * t.step
    at = row * t.knots + column
    upper = (t.step - along) * t.odds[at] + along * t.odds[at + 1]
    lower = (t.step - along) * t.odds[at + t.knots] + along * t.odds[at + t.knots + 1]
    span: Long = t.step
    return ((t.step - down) * upper + down * lower) * ONE // (PARTS * span * span)


# Greedy: looking to the end of one's own turn, and one decision ahead.
#
# A step is a state on the way, by the number of its state. It follows its own decisions through copies, and compares
# what it finds: its own standing less the best of the others. Where something is drawn and its turn goes on, it draws
# several worlds, looks in each how far the turn could go from there with what was drawn, and counts the mean. Every
# option meets the same dice, so that none is luckier than another.

WIN = 10**9
"""Worth more than any score: a game won is not won by points alone."""
BELOW_ALL_WORTHS = -(10**12)
"""Less than anything is worth, also where several worlds are added up."""
SHARE = 30
"""As many states behind one draw in one world, if there is enough for the fewest worlds."""
FEWEST_WORLDS, MOST_WORLDS = 4, 32
"""The fewest and the most worlds for one decision."""


def value(t: SearchArena, s: int, seat: int) -> Long:
    """What a state is worth to a seat: how far it is ahead, in parts of a point, and a won game above all."""
    worth = lead_of(t, s, seat)
    if t.offered(s) == 0:
        t.find_winners(s)
        if t.seat_won[seat] > 0:
            worth += WIN
    return worth


def look_at(t: SearchArena, row: int, place: int, worth: Long) -> None:
    """Keep what an option leads to, if it is the best so far."""
    t.option_worths[row + place] = max(t.option_worths[row + place], worth)


def consider(t: SearchArena, step: int, option: int, worth: Long) -> None:
    """Keep how a turn ends, if it is the best end so far; chance decides between equal ones."""
    if worth > t.best_end_worth:
        t.best_end_worth = worth
        t.best_end_ties = 0
    if worth == t.best_end_worth:
        t.best_end_ties += 1
        if t.random_below(t.best_end_ties) == 0:
            t.best_end_step = step
            t.best_end_option = option


def explore(t: SearchArena, low: int, row: int, budget: int) -> int:
    """Follow a turn from the state `low` on; the steps are the states after it. Gives the number of the first state left.

    It goes on until another seat decides, the phase changes, something is drawn or the budget is used up; every option of the first
    state is tried. From `row` on, `option_worths` holds what each leads to; `BELOW_ALL_WORTHS` where all is left to chance.
    """
    seat = t.actor(low)
    moment = moment_of(t, low, seat)
    t.best_end_worth = BELOW_ALL_WORTHS
    t.best_end_ties = 0
    for place in range(t.offered(low)):
        t.option_worths[row + place] = BELOW_ALL_WORTHS
    t.step_drew[low] = 0
    end = low + 1
    step = low
    spent = 0
    while step < end and (spent < budget or step == low):
        if t.step_drew[step] == 0:
            stage = t.stage(step)
            offered = t.offered(step)
            for place in range(offered):
                option = t.option(step, place)
                t.copy_state(end, step)
                t.take(end, option)
                root = t.step_root[step]
                if step == low:
                    root = place
                if is_same_turn(t, end, seat, stage, moment) == 0:
                    worth = value(t, end, seat)
                    look_at(t, row, root, worth)
                    consider(t, step, option, worth)
                else:
                    t.step_drew[end] = t.has_drawn()
                    t.step_parent[end] = step
                    t.step_option[end] = option
                    t.step_root[end] = root
                    end += 1
            spent += offered
        step += 1
    while step < end:  # not looked behind: worth what they are worth now
        if t.step_drew[step] == 0:
            worth = value(t, step, seat)
            look_at(t, row, t.step_root[step], worth)
            consider(t, t.step_parent[step], t.step_option[step], worth)
        step += 1
    return end


def best_after_chance(t: SearchArena, s: int, low: int, row: int, seat: int, budget: int) -> Long:
    """What the turn can still come to after something was drawn. What is drawn next counts as it falls in this world."""
    if t.offered(s) == 0 or t.actor(s) != seat or t.offered(s) > budget:
        return value(t, s, seat)
    t.copy_state(low, s)
    end = explore(t, low, row, budget)
    best: Long = BELOW_ALL_WORTHS
    for place in range(t.offered(low)):
        best = max(best, t.option_worths[row + place])
    for step in range(low + 1, end):
        if t.step_drew[step] != 0:
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


def sum_worths(t: SearchArena, low: int) -> int:
    """What every option of the state thought about leads to, into `option_worths`, summed over so many worlds: the result.

    States from `low` on are used. `option_worths` holds for each option the sum over as many worlds, so that whole numbers say which mean is best.
    """
    t.enter_world(low, 0)
    seat = t.actor(low)
    offered = t.offered(low)
    end = explore(t, low, 0, t.budget)
    chances = 0
    for step in range(low, end):
        t.step_needed[step] = t.step_drew[step]
        chances += t.step_drew[step]
    if chances == 0:
        return 1
    for step in range(end - 1, low, -1):
        if t.step_needed[step] != 0:
            t.step_needed[t.step_parent[step]] = 1
    count = t.ahead // (chances * SHARE)
    count = max(count, FEWEST_WORLDS)
    count = min(count, MOST_WORLDS)
    share = t.ahead // (chances * count)
    now = value(t, low, seat)
    for place in range(offered):
        if t.option_worths[place] > BELOW_ALL_WORTHS:
            t.option_worths[place] = (t.option_worths[place] - now) * count
    used = end - low
    beyond = end + used
    for step in range(low, end):
        if t.step_drew[step] != 0:
            t.step_sums[step] = best_after_chance(t, step, beyond, offered, seat, share) - now
    for number in range(1, count):
        t.enter_world(end, number)
        now = value(t, end, seat)
        replay_steps(t, low, end, seat)
        for step in range(low, end):
            if t.step_drew[step] != 0:
                t.step_sums[step] += best_after_chance(t, t.step_replay[step], beyond, offered, seat, share) - now
    less = isqrt(count) * parts(t)
    for step in range(low, end):
        if t.step_drew[step] != 0:
            # Somewhat less than the mean, the more so the fewer worlds: of many means the best one is best by luck too, and
            # what a throw costs is often not in the score. It is half a point with four worlds, a fifth with thirty.
            look_at(t, 0, t.step_root[step], t.step_sums[step] - less)
    return count


def replay_steps(t: SearchArena, low: int, end: int, seat: int) -> None:
    """Take the decisions of the steps from `low` to `end` in another world, which begins in the state `end`.

    A decision may not be there, since what turns up may be hidden as well as random: what follows it is left out.
    """
    t.step_replay[low] = end
    for step in range(low + 1, end):
        if t.step_needed[step] != 0:
            s = t.step_replay[t.step_parent[step]]
            there = 0
            if t.actor(s) == seat:
                for place in range(t.offered(s)):
                    if t.option(s, place) == t.step_option[step]:
                        there = 1
            if there != 0:
                to = end + step - low
                t.copy_state(to, s)
                t.take(to, t.step_option[step])
                s = to
            t.step_replay[step] = s


# Who plays a game to its end when a search wants to know what becomes of it.

LIGHT, GREEDY, AVERAGE = 1, 2, 3
OUT_OF_QUESTION = -1
"""In the place of the worth of an option that is not to be chosen; all others are worth 0 or more."""
MOST_TAKEN = 1024
"""Options of a simulation that count where it goes by what came of each on average."""
"""Policies other than chance: the option that looks best at once; the one that greedy takes."""
LUCKS, LUCKS_BITS = 4, 2
"""How often what is drawn is tried, and the power of 2 that this is."""
OTHER = 1 << 20
"""Where the numbers of other luck begin that is used for a look ahead: far from those of worlds."""


def best_at_once(t: SearchArena, s: int, low: int) -> int:
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
    best: Long = BELOW_ALL_WORTHS
    chosen = 0
    equal = 0
    for each in range(tries):
        place = each
        if tries < offered:
            place = t.random_below(offered)
        t.copy_state(low, s)
        t.reseed(low, OTHER)
        t.take(low, t.option(s, place))
        worth = value(t, low, seat)
        if worth > best:
            best = worth
            chosen = place
            equal = 1
        elif worth == best:
            equal += 1
            if t.random_below(equal) == 0:
                chosen = place
    return chosen


def play_turn(t: SearchArena, s: int, low: int) -> int:
    """Play on as greedy does, up to where its turn ends or something is drawn; how many decisions it were.

    Something drawn on the way is looked behind with other luck than the one to come. States from `low` on are used.
    """
    offered = t.offered(s)
    if offered < 2:
        t.take(s, t.option(s, 0))
        return 1
    seat = t.actor(s)
    t.copy_state(low, s)
    t.reseed(low, OTHER)
    end = explore(t, low, 0, t.budget)
    lead = t.best_end_worth
    leaf = t.best_end_step
    last = t.best_end_option
    ties = t.best_end_ties
    chances = 0
    for step in range(low + 1, end):
        chances += t.step_drew[step]
    if chances > 0:
        share = t.ahead // (LUCKS * chances)
        for step in range(low + 1, end):
            if t.step_drew[step] != 0:
                total: Long = 0
                for number in range(LUCKS):
                    t.copy_state(end, t.step_parent[step])
                    t.reseed(end, OTHER + number)
                    t.take(end, t.step_option[step])
                    total += best_after_chance(t, end, end + 1, offered, seat, share)
                worth = total >> LUCKS_BITS
                if worth > lead:
                    lead = worth
                    ties = 0
                if worth == lead:
                    ties += 1
                    if t.random_below(ties) == 0:
                        leaf = t.step_parent[step]
                        last = t.step_option[step]
    return take_path(t, s, low, leaf, last)


def take_path(t: SearchArena, s: int, low: int, leaf: int, last: int) -> int:
    """Take the options that lead from the step `low` to another one, and one more; how many they are."""
    t.step_needed[0] = last
    count = 1
    while leaf > low:
        t.step_needed[count] = t.step_option[leaf]
        leaf = t.step_parent[leaf]
        count += 1
    for place in range(count - 1, -1, -1):
        t.take(s, t.step_needed[place])
    return count


def forget_moves(t: SearchArena) -> None:
    """Nothing is known of options but what a state offers."""
    t.move_time = 0
    t.taken_count = 0
    if t.alike > 0 or t.policy == AVERAGE:
        for place in range(t.seats * t.vocabulary_size):
            t.moves[place] = 0
            t.taken_often[place] = 0
            t.taken_worth[place] = 0


def note_move(t: SearchArena, seat: int, option: int) -> None:
    """Note that a seat has taken an option in the simulation in progress, and when."""
    if t.alike > 0 or t.policy == AVERAGE:
        row = seat * t.vocabulary_size + option
        t.move_time += 1
        t.moves[row] = t.move_time
        if t.taken_count < MOST_TAKEN:
            t.taken[t.taken_count] = row
            t.taken_count += 1


def best_place(t: SearchArena, offered: int) -> int:
    """Where in `option_worths` the best of so many options stands; chance decides between equal ones, and where all are out of the question."""
    best: Long = OUT_OF_QUESTION
    chosen = -1
    equal = 0
    for place in range(offered):
        worth = t.option_worths[place]
        if worth > best:
            best = worth
            chosen = place
            equal = 1
        elif chosen >= 0 and worth == best:
            equal += 1
            if t.random_below(equal) == 0:
                chosen = place
    if chosen < 0:
        return t.random_below(offered)
    return chosen


def best_on_average(t: SearchArena, s: int, seat: int) -> int:
    """The place of the option after which simulations came out best for a seat so far, wherever it took it; what it never took comes first."""
    offered = t.offered(s)
    for place in range(offered):
        row = seat * t.vocabulary_size + t.option(s, place)
        t.option_worths[place] = 2 * ONE
        if t.taken_often[row] > 0:
            t.option_worths[place] = t.taken_worth[row] // t.taken_often[row]
    return best_place(t, offered)


def count_taken(t: SearchArena) -> None:
    """Add what came of the simulation to all options taken in it."""
    for place in range(t.taken_count):
        row = t.taken[place]
        t.taken_often[row] += 1
        t.taken_worth[row] += t.seat_worth[row // t.vocabulary_size]


def is_playout_over(t: SearchArena, s: int, count: int, before: int) -> int:
    """Whether a play-out ends here: after so many decisions, the last of which somebody made; -1 for nobody.

    Where chances are known, they judge as soon as a turn begins. Otherwise it goes on until the viewer begins to decide again, so that all had as
    many turns wherever it began; at most four times as far, since that may never be.
    """
    if has_estimates(t) != 0:
        return is_due(t, s, count, before)
    if count >= t.cut and (count >= 4 * t.cut or (t.actor(s) == t.viewer and before != t.viewer)):
        return 1
    return 0


def playout(t: SearchArena, s: int, low: int, decided: int, decider: int) -> int:
    """Play a state on by the policy of the room, about `cut` decisions; how many they were, with those made before.

    So many were made before, the last of them by the decider; 0 and -1 where that does not matter.
    """
    count = decided
    before = decider
    inside = 1
    while inside != 0 and t.offered(s) > 0:
        actor = t.actor(s)
        if is_playout_over(t, s, count, before) != 0:
            inside = 0
        else:
            before = actor
            if t.policy == GREEDY and t.random_below(256) >= t.mix:
                count += play_turn(t, s, low)
            else:
                place = 0
                if t.policy == LIGHT and t.random_below(256) >= t.mix:
                    place = best_at_once(t, s, low)
                elif t.policy == AVERAGE and t.random_below(256) >= t.mix:
                    place = best_on_average(t, s, actor)
                else:
                    place = t.random_below(t.offered(s))
                note_move(t, actor, t.option(s, place))
                t.take(s, t.option(s, place))
                count += 1
    return count
