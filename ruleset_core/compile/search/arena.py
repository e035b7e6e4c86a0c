"""The arena of a search: states by number and lists of numbers, in Python or in the memory of the core.

Restricted Python has no objects, so all that the search needs is one: the arena, with numbered states and lists of numbers. The
functions of this package take it as first argument:

    t.take(3, option)           take an option in state 3
    t.put(4, 3)                 state 4 becomes a copy of state 3
    t.visits[node] += 1         a list of numbers: how often a node of a tree was gone through
    t.below(t.offered(3))       a random number below the number of options offered in state 3

In Python an arena is an object (`engine.core.interpreted_arenas.InterpretedArena`); in the core it is an address, and each
attribute a word at a known distance from it (`engine.core.compiled_arenas.CompiledArena`). This class declares what both have.
"""

from __future__ import annotations

Words = list[int]
"""Numbers of 32 bits."""
Longs = list[int]
"""Numbers of 64 bits."""
Long = int
"""A number of 64 bits."""


class SearchArena:
    """Room to think ahead from one state, as one seat knows it.

    Attributes:
        best_end_worth, best_end_step, best_end_option, best_end_ties: the best end of a turn found by greedy: what it is worth, the step before it, the option taken there, and how
            many are as good.
        seats, viewer: how many there are, and who thinks.
        budget, ahead: states that greedy looks at before anything is drawn, and beyond.
        wide, far: likewise for the decision thought about, in a search.
        turn: positions that are looked at through the whole turn instead, with all that is drawn in it; 0 where that is not wanted.
        begun: when what is thought about begins, where a seat plays alone (see `heuristics.moment_of`).
        turn_count, turn_used: how many nodes the turn has so far, and samples of all of them.
        turn_table, turn_keys: places of nodes by what position they are, and by node that.
        turn_first, turn_samples, turn_worths: of each node its first sample, how many each option may have (0: not looked behind), what it is worth.
        turn_children, turn_next, turn_ends: of each sample the node that it leads to, -1 where the turn is over; the next one of the same option, -1
            after the last; what it is worth where the turn is over.
        turn_last, turn_alike: by option its last sample so far, and how many came to the same end of the turn.
        policy, mix, sample, cut: who plays to the end: 0 by chance, 1 lightly, 2 greedily; how often of 256 times by chance all
            the same; how many options at most are tried; after how many decisions it is judged as it stands.
        explore, trust, win: how much is tried anew; for how many simulations the first glance counts; what winning counts out
            of 256, the rest being the margin.
        margin_scale: the spread of margins at the root.
        knots, lowest, step, odds: how many rows and columns the table of chances has, 0 where there is none; the points they begin at and how far apart
            they are; and the table, in thousandths (see `heuristics`).
        terms, units, moments, clocks: how many numbers of a seat tell what a position promises, 0 where that is not known, how many units judge what they
            are worth together, how many times are told apart, and by how many shared values (see `heuristics`).
        term_places, seat_values_start, seat_values_stride: where each of these numbers lies among those of a seat, below 0 for others (see `heuristics`); where those of the first seat begin, and how far apart seats are.
        chosen_flag: which of these numbers says whether a seat has chosen, where all choose at the same time.
        seat_lists_start, seat_lists_stride: where in a state the lists of pieces of the first seat begin, and how far apart those of seats are.
        counted_list_count, counted_lists, piece_terms: how many of a seat's lists count, where each lies and what its pieces add to (see `heuristics`).
        term_values: room for what a seat has of each term.
        clock_rows, weights, hidden_units: of each such shared value where it lies, its least and how many there are; what numbers are worth; and room for the units.
        depth, last_actor: in the simulation in progress, how many decisions were made in the trees, and who made the last one; 0 and -1 where it
            does not matter.
        nodes, node_count, table_mask: most nodes there may be, those there are, and what places in the table are below.
        tree_full: whether there was no room for a node.
        is_open: whether two play a game in which nothing is ever hidden or chosen in secret; is_certain: and nothing was drawn in the simulation in progress; is_solved:
            whether it is proven what the best option comes to.
        node_proof, node_open_options, node_best_proof: of each node what it is proven to come to for who moved to it; of how many of its options that is not known; the best
            of the others (see `tree_search.settle`).
        alike, node_alike, node_alike_total: for how many simulations it counts at most what came of an option elsewhere; of each node how often that is known, and what it
            was worth (see `tree_search.count_alike`). node_first_child, node_sibling: the last node made after each; the one made before it after the same.
        vocabulary_size, move_time, moves, path_time: how many options the game has; a number that grows with each option taken; by seat and option when it was
            taken last; and when those were that lead to the nodes gone through.
        taken_count, taken, taken_often, taken_worth: how many options were taken in the simulation in progress, and which, by seat and option; of each how often it was
            taken in all, and what came of it.
        plan, plan_length: the plan that worlds are drawn by (see `world_plans`), and how long it is.
        root_state: the state of which worlds are drawn. first_world: the number of the first world, beyond which all others are counted.
        piece_references, reference_count, stream_bases, records, secret_options: where in the core's memory things lie that Python has elsewhere.
        step_drew, step_parent, step_option, step_root, step_replay, step_needed: of a step of greedy whether something was drawn; the one before it; the option
            taken; the place of the first one; where it lies in another world; whether something behind it is looked at.
        option_worths, step_sums: what each first option leads to, and what each step does, added up.
        seat_won, seat_result: of each seat, whether it wins, and 1, 0 or -1.
        node_table, node_parent, node_edge, node_visits, node_offers, node_prior, node_total: the tree: places of nodes; of each node the one before it, the option that
            leads to it, how often it was gone through, how often it was on offer, what it looked like at first, what it was worth.
        seat_node, path, path_owner: by seat the node it is at, and the nodes gone through in this simulation, with whose they are.
        seat_center, seat_worth: by seat the margin to be expected at the root, and what the simulation was worth.
        root_count: how many options the first decision has.
        root_visits, root_outcomes, root_margins, root_squares: by first option: simulations, outcomes and margins, added up.
        log_table, inverse_root_table: tables for how much is tried anew.
        kind_rows, list_rows, fact_table, home_rows, value_rows, amount_rows: tables of what may be hidden (see `world_plans`); kind_count, home_count, value_count, amount_count: how many
            kinds, lists of pieces of seats, values and amounts they are of.
        hidden_copies, scratch, stock_starts, replacements, stock_count: room for making a plan: by piece whether it is hidden, for other words, by back where its stock
            begins, by kind where it stands who takes whose place, how many stocks there are.
        frame_shapes: in the core, what the values of frames are (see `compile.wasm.core_search`).
        game_state: the state of the game that is played, when whole games are.
        policy_count, seats_rotate, policy_settings: how many policies play, whether they change seats from game to game, and what they are (see `game_runs`); 0 where
            everybody chooses at random.
        policy_of_seat, seat_decisions, seat_streams, policy_streams: by seat which policy sits there, how often it has chosen, the word of its stream; by policy and seat where streams begin.
        work_done, simulations_done: what was done since the core was called; simulations of the thought in progress. world_streams: where in the core's memory it stands
            where worlds begin.
        log_wanted, log_length, log: whether it is noted what is taken, how many numbers were, and they themselves.
        game_row, game_count, first_game, game_begun: the game in progress, how many there are, the number of the first one among those of a seed; whether it has begun.
        decision_count, option_count: how many questions were asked in it, and how many options taken.
        category_count: how many categories of the score are kept of each game, 0 where they are not wanted.
        out_scores, out_winners, out_outcomes, out_decisions, out_options, out_categories, out_counts, out_leads, blank_record, deal_streams: where in the core's memory what comes out of games goes, and what they begin with.
        zone_places: where in a record each list of pieces lies.
        card_count, piece_count, unseen_count, offer_number, last_offered: how many cards there are, and how many pieces that are cards; how many of these nobody has seen yet;
            the number of the decision, and of the last one at which each card was offered.
        leads_wanted, leads: whether it is noted how far a seat is ahead when it is first offered a card, and by seat and card how far it was.
        counts, open_cards, card_pieces, unseen_pieces, list_sights, card_flags, option_cards: see `game_runs`; `open_cards` are cards that are no pieces, `unseen_pieces` pieces that nobody has
            seen. card_flag_count: how many flags there are.
    """

    seats: int
    viewer: int
    budget: int
    ahead: int
    wide: int
    far: int
    turn: int
    begun: int
    turn_count: int
    turn_used: int
    turn_table: Words
    turn_keys: Longs
    turn_first: Words
    turn_samples: Words
    turn_worths: Longs
    turn_children: Words
    turn_next: Words
    turn_last: Words
    turn_alike: Words
    turn_ends: Longs
    policy: int
    mix: int
    sample: int
    cut: int
    explore: int
    trust: Long
    alike: int
    win: int
    margin_scale: Long
    knots: int
    lowest: int
    step: int
    odds: Words
    terms: int
    units: int
    moments: int
    clocks: int
    term_places: Words
    seat_values_start: int
    seat_values_stride: int
    chosen_flag: int
    seat_lists_start: int
    seat_lists_stride: int
    counted_list_count: int
    counted_lists: Words
    piece_terms: Words
    term_values: Words
    clock_rows: Words
    weights: Words
    hidden_units: Longs
    depth: int
    last_actor: int
    best_end_worth: Long
    best_end_step: int
    best_end_option: int
    best_end_ties: int
    keep: int
    sims: int
    candidate_count: int
    next_candidate: int
    round_length: int
    round_end: int
    nodes: int
    node_count: int
    table_mask: int
    tree_full: int
    is_open: int
    is_certain: int
    is_solved: int
    root_count: int
    root_state: int
    first_world: Long
    plan: Words
    plan_length: int
    piece_references: int
    reference_count: int
    stream_bases: int
    records: int
    secret_options: int
    step_drew: Words
    step_parent: Words
    step_option: Words
    step_root: Words
    step_replay: Words
    step_needed: Words
    option_worths: Longs
    step_sums: Longs
    seat_won: Words
    seat_result: Words
    node_table: Words
    node_parent: Words
    node_edge: Words
    node_visits: Words
    node_offers: Words
    node_prior: Words
    node_total: Longs
    node_proof: Words
    node_open_options: Words
    node_best_proof: Words
    node_alike: Words
    node_alike_total: Longs
    node_first_child: Words
    node_sibling: Words
    vocabulary_size: int
    move_time: int
    moves: Words
    path_time: Words
    taken_count: int
    taken: Words
    taken_often: Words
    taken_worth: Longs
    seat_node: Words
    path: Words
    path_owner: Words
    seat_center: Longs
    seat_worth: Longs
    candidates: Words
    root_child: Words
    root_visits: Words
    root_outcomes: Longs
    root_margins: Longs
    root_squares: Longs
    log_table: Words
    inverse_root_table: Words
    kind_count: int
    home_count: int
    value_count: int
    amount_count: int
    stock_count: int
    kind_rows: Words
    list_rows: Words
    fact_table: Words
    home_rows: Words
    value_rows: Words
    amount_rows: Words
    hidden_copies: Words
    scratch: Words
    stock_starts: Words
    replacements: Words
    frame_shapes: Words
    world_streams: int
    policy_count: int
    seats_rotate: int
    work_done: int
    simulations_done: int
    policy_settings: Words
    policy_of_seat: Words
    seat_decisions: Words
    policy_streams: Longs
    seat_streams: Longs
    log_wanted: int
    log_length: int
    log: Words
    game_state: int
    game_row: int
    game_count: int
    first_game: Long
    game_begun: int
    decision_count: int
    option_count: int
    out_scores: int
    out_winners: int
    out_outcomes: int
    out_decisions: int
    out_options: int
    category_count: int
    out_categories: int
    out_counts: int
    out_leads: int
    blank_record: int
    deal_streams: int
    zone_places: Words
    card_count: int
    piece_count: int
    unseen_count: int
    offer_number: int
    last_offered: Words
    leads_wanted: int
    leads: Words
    counts: Words
    open_cards: Words
    card_pieces: Words
    unseen_pieces: Words
    list_sights: Words
    card_flag_count: int
    card_flags: Words
    option_cards: Words

    def copy_state(self, to: int, source: int) -> None:
        """A state as a copy of another."""
        raise NotImplementedError

    def take(self, s: int, option: int) -> None:
        """Take an option that is offered."""
        raise NotImplementedError

    def has_drawn(self) -> int:
        """Whether something was drawn when an option was taken last, 1 or 0."""
        raise NotImplementedError

    def offered(self, s: int) -> int:
        """How many options are offered; 0 when the game is over."""
        raise NotImplementedError

    def option(self, s: int, place: int) -> int:
        """One of the options offered."""
        raise NotImplementedError

    def actor(self, s: int) -> int:
        """Who decides, -1 at the end."""
        raise NotImplementedError

    def stage(self, s: int) -> int:
        """The phase in progress, as a number."""
        raise NotImplementedError

    def is_secret(self, s: int, option: int) -> int:
        """Whether others do not see that this option is taken: it is secret, or all choose at the same time."""
        raise NotImplementedError

    def margin(self, s: int, seat: int) -> Long:
        """The standing of a seat less the best of the others, as if the game ended now."""
        raise NotImplementedError

    def find_winners(self, s: int) -> None:
        """Put who wins into `seat_won` and `seat_result`."""
        raise NotImplementedError

    def find_scores(self, s: int) -> None:
        """Put the score of every seat into `seat_worth`, as if the game ended now."""
        raise NotImplementedError

    def enter_world(self, s: int, number: int) -> None:
        """Draw a world from what the viewer knows; what is drawn by `random_below` begins anew with it."""
        raise NotImplementedError

    def reseed(self, s: int, number: int) -> None:
        """Other luck to come, one of many."""
        raise NotImplementedError

    def position_key(self, s: int) -> Long:
        """A number that positions share which differ in luck to come alone."""
        raise NotImplementedError

    def random_below(self, size: int) -> int:
        """A random number below `size`."""
        raise NotImplementedError

    def new_game(self, s: int) -> None:
        """The game of the row, at its first decision; `random_below` draws what its choices are drawn from."""
        raise NotImplementedError

    def finish_game(self, s: int) -> None:
        """Keep what came out of the game of the row."""
        raise NotImplementedError

    def forced_count(self) -> int:
        """How many options were taken by themselves when an option was taken last, or at the beginning."""
        raise NotImplementedError

    def forced_seat(self, number: int) -> int:
        """Who took one of them."""
        raise NotImplementedError

    def forced_option(self, number: int) -> int:
        """Which it was."""
        raise NotImplementedError

    def set_viewer(self, s: int, viewer: int) -> None:
        """Begin to think about what a seat knows of a state: from then on `enter_world` draws what it may be like."""
        raise NotImplementedError

    def think_as(self, who: int, seat: int) -> None:
        """Think in the worlds of a policy on a seat."""
        raise NotImplementedError

    def value_at(self, s: int, place: int) -> int:
        """A value of a state."""
        raise NotImplementedError

    def set_value(self, s: int, place: int, number: int) -> None:
        """Change a value of a state."""
        raise NotImplementedError

    def list_length(self, s: int, where: int) -> int:
        """How many pieces lie in a list."""
        raise NotImplementedError

    def piece_at(self, s: int, where: int, place: int) -> int:
        """One of them."""
        raise NotImplementedError

    def set_piece(self, s: int, where: int, place: int, piece: int) -> None:
        """Put another piece there."""
        raise NotImplementedError

    def simultaneous(self, s: int) -> int:
        """Whether all choose at the same time."""
        raise NotImplementedError

    def old_value(self, s: int, place: int) -> int:
        """A value of a state as it was when all began to choose."""
        raise NotImplementedError

    def old_list_length(self, s: int, where: int) -> int:
        """How many pieces lay in a list then."""
        raise NotImplementedError

    def old_piece_at(self, s: int, where: int, place: int) -> int:
        """One of them."""
        raise NotImplementedError

    def restore_seat(self, s: int, seat: int) -> None:
        """What a seat has becomes what it had then."""
        raise NotImplementedError


def arena_fields() -> dict[str, tuple[int, str]]:
    """Where each attribute lies in the core's memory, and its type."""
    return {name: (8 * place, str(kind)) for place, (name, kind) in enumerate(SearchArena.__annotations__.items())}
