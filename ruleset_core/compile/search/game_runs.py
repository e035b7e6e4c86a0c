"""Whole games played one after the other by bots, with counts of what becomes of cards, in restricted Python.

Whole games of bots would spend most of their time between Python and the module, so the loop over games and decisions is compiled,
too. `Core.play(players=2, games=3, seed=1, policies=["easy", "random"])` in Pig:

    begin_game(t)        game 0 begins; `easy` sits on seat 0, `random` on seat 1
    continue_games(t)    decide(t): `random` draws one of the options offered; `easy` takes what `heuristics.sum_worths` thinks best
                         take_place(t, place): takes it, counts what it did to cards, notes it if moves are wanted
    results              options_taken [76, 104, 61], scores [[102, 57], [101, 95], [104, 52]]

`continue_games` stops after some work and is called again, so that Python can report progress or stop. In the counts there is a row for
each card: how often it came out, was offered and was taken, and by whom.
"""

from __future__ import annotations

from ruleset_core.compile.search.arena import Long, SearchArena
from ruleset_core.compile.search.heuristics import BELOW_ALL_WORTHS
from ruleset_core.compile.search.tree_search import DRAWN, LOST, UNPROVEN, edge_of, search, table_index
from ruleset_core.compile.search.turn_graph import first_look
from ruleset_core.lang.runtime import DECISIONS, numbered

# What becomes of cards in a game: how often they come out, are offered and are taken.
#
# `SearchArena.counts` holds rows of numbers, one a card: how many of its copies came out in a list of each seat, and behind
# those in a list of nobody's; at how many decisions each seat was offered it; how often each seat took it; how many
# each seat had at the end.

OPEN, TOP, KNOWN = 1, 2, 3
"""How a list is seen: somebody sees all of it; all see its last piece; each piece is known to somebody or to nobody."""
PIECE, LIST, SIGN, MEANT = 4, 2, 3, 2
"""Numbers in `card_pieces` for each piece: where it stands where it lies, where who knows it (-1: nowhere), its number, its card. In `list_sights` for each
list: how it is seen, and whose it is. In `card_flags` for each value that says that a seat has a card: its place, the seat, the card. In `option_cards` for each option: the cards that it means, -1 for none."""

FORCED = 256
"""Of options that are taken by themselves after one decision, so many are counted."""
FAR = 1 << 30
"""Nobody is taken to be further ahead than this."""


def begin_counts(t: SearchArena) -> None:
    """Nothing has come out but cards that are no pieces: they lie before all from the beginning."""
    for place in range((4 * t.seats + 1) * t.card_count):
        t.counts[place] = 0
    for card in range(t.card_count):
        t.counts[t.seats * t.card_count + card] = t.open_cards[card]
    if t.leads_wanted != 0:
        for place in range(t.seats * t.card_count):
            t.leads[place] = 0
    for piece in range(t.piece_count):
        t.unseen_pieces[piece] = piece
    t.unseen_count = t.piece_count


def count_sightings(t: SearchArena, s: int) -> None:
    """Count the pieces that somebody sees now and nobody saw before."""
    left = 0
    for place in range(t.unseen_count):
        piece = t.unseen_pieces[place]
        where = t.value_at(s, t.card_pieces[PIECE * piece])
        owner = -1
        if where >= 0 and t.list_sights[LIST * where] != 0:  # most lie where nobody sees them
            owner = sighting_list(t, s, PIECE * piece, where)
        if owner < 0:
            t.unseen_pieces[left] = piece
            left += 1
        else:
            t.counts[owner * t.card_count + t.card_pieces[PIECE * piece + 3]] += 1
    t.unseen_count = left


def sighting_list(t: SearchArena, s: int, row: int, where: int) -> int:
    """Whose list it is in which somebody sees a piece: a seat, or the number of seats where it is nobody's; -1 if nobody sees it."""
    how = t.list_sights[LIST * where]
    seen = how == OPEN
    if how == TOP:
        seen = t.piece_at(s, where, t.list_length(s, where) - 1) == t.card_pieces[row + 2]
    elif how == KNOWN:
        seen = t.value_at(s, t.card_pieces[row + 1]) != 0
    if seen:
        return t.list_sights[LIST * where + 1]
    return -1


def count_offers(t: SearchArena, s: int, seat: int) -> None:
    """Count the cards that a seat may choose from, each once."""
    t.offer_number += 1
    for place in range(t.offered(s)):
        option = t.option(s, place)
        for each in range(MEANT * option, MEANT * option + MEANT):
            card = t.option_cards[each]
            if card >= 0 and t.last_offered[card] != t.offer_number:
                t.last_offered[card] = t.offer_number
                count_offer(t, s, seat, card)


def count_offer(t: SearchArena, s: int, seat: int, card: int) -> None:
    """Count that a seat may choose a card; the first time, note by how many points it is ahead of the others, added up over them."""
    at = (t.seats + 1 + seat) * t.card_count + card
    if t.leads_wanted != 0 and t.counts[at] == 0:
        t.find_scores(s)
        lead: Long = t.seats * t.seat_worth[seat]
        for other in range(t.seats):
            lead -= t.seat_worth[other]
        lead = min(lead, FAR)
        lead = max(lead, -FAR)
        t.leads[seat * t.card_count + card] = lead
    t.counts[at] += 1


def count_choice(t: SearchArena, seat: int, option: int) -> None:
    """Count the cards that an option means which a seat takes."""
    for each in range(MEANT * option, MEANT * option + MEANT):
        card = t.option_cards[each]
        if card >= 0:
            t.counts[(2 * t.seats + 1 + seat) * t.card_count + card] += 1


def count_owned(t: SearchArena, s: int) -> None:
    """Count what each seat has: the pieces in lists of its own, and the cards of which a condition of its own holds."""
    for row in range(0, PIECE * t.piece_count, PIECE):
        where = t.value_at(s, t.card_pieces[row])
        if where >= 0 and t.list_sights[LIST * where + 1] < t.seats:
            t.counts[(3 * t.seats + 1 + t.list_sights[LIST * where + 1]) * t.card_count + t.card_pieces[row + 3]] += 1
    for row in range(0, SIGN * t.card_flag_count, SIGN):
        if t.value_at(s, t.card_flags[row]) != 0:
            t.counts[(3 * t.seats + 1 + t.card_flags[row + 1]) * t.card_count + t.card_flags[row + 2]] += 1


def count_forced(t: SearchArena, s: int) -> None:
    """Count the options that were taken by themselves after the last one, as there was no other: offered as well as taken."""
    for number in range(min(t.forced_count(), FORCED)):
        seat = t.forced_seat(number)
        option = t.forced_option(number)
        for each in range(MEANT * option, MEANT * option + MEANT):
            card = t.option_cards[each]
            if card >= 0 and seat >= 0:
                count_offer(t, s, seat, card)
                t.counts[(2 * t.seats + 1 + seat) * t.card_count + card] += 1


# Whole games, one after the other: who sits at them chooses, and what becomes of cards is counted.
#
# What a seat draws for its decision number `k` is told by two numbers of its own stream: 2 `k` is the first of the
# worlds it thinks in, by 2 `k` + 1 it casts lots. So nobody's choice depends on how often others have chosen, or on
# what they drew.

FIGURES = 25
"""Numbers in `policy_settings` for each policy: who it is, its simulations, then its settings, and the mask of its table."""
SETTING_NAMES = (
    "policy", "mix", "sample", "cut", "explore", "trust", "win", "wide", "far", "budget", "ahead", "keep", "nodes", "knots",
    "lowest", "step", "terms", "units", "moments", "clocks", "turn",
    "alike",
)  # fmt: skip
"""The settings of a search, in the order of `policy_settings`."""
CHANCE, EASY, SEARCH = 0, 1, 2
"""Who a policy is: it casts lots; it looks to the end of its turn; it searches."""
AT_ONCE = 32
"""Simulations of a search before it may be interrupted."""
SIMULATION, TURN = 100, 100
"""As how many decisions by lot a simulation counts, and a look to the end of a turn."""


def continue_games(t: SearchArena, work: int) -> int:
    """Go on with the games of the room until all are over (0), about so much is done (1: so many decisions by lot), or one does not end (2)."""
    t.work_done = 0
    t.log_length = 0
    while t.game_row < t.game_count:
        if t.game_begun == 0:
            begin_game(t)
        while t.offered(t.game_state) > 0 and t.work_done < work and t.decision_count < DECISIONS:
            t.work_done += 1
            place = decide(t)
            if place >= 0:
                take_place(t, place)
        if t.offered(t.game_state) > 0:
            if t.decision_count >= DECISIONS:
                return 2
            return 1
        if t.card_count > 0:
            count_owned(t, t.game_state)
        t.finish_game(t.game_state)
        log(t, -1)
        t.game_begun = 0
        t.game_row += 1
    return 0


def begin_game(t: SearchArena) -> None:
    """The next game, at its first decision, and who sits where."""
    t.new_game(t.game_state)
    t.game_begun = 1
    t.decision_count = 0
    t.option_count = t.forced_count()
    t.simulations_done = 0
    if t.policy_count > 0:
        for seat in range(t.seats):
            who = seat
            if t.seats_rotate != 0:
                who = (seat + (t.first_game + t.game_row) % t.seats) % t.seats
            t.policy_of_seat[seat] = who
            t.seat_decisions[seat] = 0
            t.seat_streams[seat] = numbered(t.policy_streams[who * t.seats + seat], t.first_game + t.game_row)
    if t.card_count > 0:
        begin_counts(t)
        count_forced(t, t.game_state)
        count_sightings(t, t.game_state)


def take_place(t: SearchArena, place: int) -> None:
    """Take one of the options offered."""
    seat = t.actor(t.game_state)
    option = t.option(t.game_state, place)
    if t.card_count > 0:
        count_offers(t, t.game_state, seat)
        count_choice(t, seat, option)
    log(t, option)
    t.take(t.game_state, option)
    t.decision_count += 1
    t.option_count += 1 + t.forced_count()
    if t.card_count > 0:
        count_forced(t, t.game_state)
        count_sightings(t, t.game_state)


def log(t: SearchArena, number: int) -> None:
    """Note an option, or -1 where a game is over, if that is wanted."""
    if t.log_wanted != 0:
        t.log[t.log_length] = number
        t.log_length += 1


# -- choosing ----------------------------------------------------------------------------------------------------------


def decide(t: SearchArena) -> int:
    """The place of the option that the seat to decide takes; -1 where it has not thought to the end."""
    offered = t.offered(t.game_state)
    if t.policy_count == 0:
        return t.random_below(offered)
    seat = t.actor(t.game_state)
    row = FIGURES * t.policy_of_seat[seat]
    place = 0
    if t.policy_settings[row] == CHANCE or offered == 1:
        place = draw_lot(t, seat, offered)
    else:
        if t.simulations_done == 0:
            begin_thinking(t, seat, row)
        if t.policy_settings[row] == EASY:
            t.work_done += TURN
            place = best_turn(t, seat)
        else:
            count = min(AT_ONCE, t.policy_settings[row + 1] - t.simulations_done)
            t.work_done += SIMULATION * count
            search(t, t.simulations_done, count)
            t.simulations_done += count
            if t.simulations_done < t.policy_settings[row + 1]:
                return -1
            place = best_searched(t)
        t.simulations_done = 0
    t.seat_decisions[seat] += 1
    return place


def draw_lot(t: SearchArena, seat: int, size: int) -> int:
    """A number below `size`, cast by a seat for its decision."""
    drawn = (numbered(t.seat_streams[seat], 2 * t.seat_decisions[seat] + 1) >> 32) * size >> 32
    place: int = drawn
    return place


def begin_thinking(t: SearchArena, seat: int, row: int) -> None:
    """A seat begins to think, with its settings."""
    t.policy = t.policy_settings[row + 2]
    t.mix = t.policy_settings[row + 3]
    t.sample = t.policy_settings[row + 4]
    t.cut = t.policy_settings[row + 5]
    t.explore = t.policy_settings[row + 6]
    t.trust = t.policy_settings[row + 7]
    t.win = t.policy_settings[row + 8]
    t.wide = t.policy_settings[row + 9]
    t.far = t.policy_settings[row + 10]
    t.budget = t.policy_settings[row + 11]
    t.ahead = t.policy_settings[row + 12]
    t.keep = t.policy_settings[row + 13]
    t.nodes = t.policy_settings[row + 14]
    t.knots = t.policy_settings[row + 15]
    t.lowest = t.policy_settings[row + 16]
    t.step = t.policy_settings[row + 17]
    t.terms = t.policy_settings[row + 18]
    t.units = t.policy_settings[row + 19]
    t.moments = t.policy_settings[row + 20]
    t.clocks = t.policy_settings[row + 21]
    t.turn = t.policy_settings[row + 22]
    t.alike = t.policy_settings[row + 23]
    t.table_mask = t.policy_settings[row + 24]
    t.sims = t.policy_settings[row + 1]
    t.first_world = numbered(t.seat_streams[seat], 2 * t.seat_decisions[seat]) >> 2
    t.think_as(t.policy_of_seat[seat], seat)
    t.set_viewer(t.game_state, seat)


def best_turn(t: SearchArena, seat: int) -> int:
    """The place of the option that greedy thinks best; lots decide between equal ones."""
    t.budget = t.wide
    t.ahead = t.far
    first_look(t, 0)
    best: Long = BELOW_ALL_WORTHS
    equal = 0
    for place in range(t.offered(t.game_state)):
        if t.option_worths[place] > best:
            best = t.option_worths[place]
            equal = 0
        if t.option_worths[place] == best:
            equal += 1
    left = draw_lot(t, seat, equal)
    for place in range(t.offered(t.game_state)):
        if t.option_worths[place] == best:
            if left == 0:
                return place
            left -= 1
    return 0


def best_searched(t: SearchArena) -> int:
    """The place of the option that a search thinks best, as `SearchResult.ranked` has it: a sure win, gone on with most often, worth most."""
    chosen = -1
    surest = LOST
    most = 0
    best: Long = 0
    for place in range(t.offered(t.game_state)):
        child = t.node_table[table_index(t, t.viewer, edge_of(t, t.option(t.game_state, place), t.viewer))]
        visits = 0
        worth: Long = 0
        proof = DRAWN
        if child >= 0:
            if t.node_proof[child] != UNPROVEN:
                proof = t.node_proof[child]
            visits = t.node_visits[child]
            worth = t.node_prior[child]
            if visits > 0:
                worth = t.node_total[child] // visits
        if chosen < 0 or proof > surest or (proof == surest and (visits > most or (visits == most and worth > best))):
            chosen = place
            surest = proof
            most = visits
            best = worth
    return chosen
