"""Search states played by the interpreter (the specification of `compiled_arenas`), and counting of what becomes of cards in a game.

The same functions (`compile.search`) run in Python on an arena of `State` objects. It is what is meant, slow enough to be read:

    arena.enter_world(0, 3)    state 0 becomes world 3 of what the seat knows
    arena.copy_state(1, 0)     state 1 becomes a copy of state 0
    arena.take(1, 0)           option 0 is taken in state 1
    arena.offered(1)           2 options, of which arena.option(1, 0) is the first
    arena.margin(1, 0)         how far seat 0 is ahead in state 1

Tests let both arenas think about the same states and compare every number of the results. `CardTally` counts what becomes of
cards with the same functions (`compile.search.game_runs`), for whoever plays a game step by step.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from math import inf
from time import perf_counter

from ruleset_core.compile.search import game_runs, tree_search
from ruleset_core.compile.search.arena import arena_fields
from ruleset_core.compile.search.game_runs import (
    begin_counts,
    count_choice,
    count_forced,
    count_offers,
    count_owned,
    count_sightings,
)
from ruleset_core.compile.search.heuristics import MOST_TAKEN
from ruleset_core.compile.search.tree_search import play_ending
from ruleset_core.compile.search.turn_graph import TABLE_SIZE, first_look, turn_node_limit
from ruleset_core.engine.core.game_results import LARGEST_COUNT, Counts, Endings
from ruleset_core.engine.core.seat_policies import (
    SearchResult,
    SearchSettings,
    SearchTree,
    WorldSeeds,
    exploration_tables,
    search_result,
)
from ruleset_core.engine.core.value_features import FeatureLayout
from ruleset_core.engine.determinization import StateArena, WorldSampler, tables_of
from ruleset_core.engine.game import Game
from ruleset_core.engine.state import State
from ruleset_core.lang.runtime import SideStream, mixed, numbered
from ruleset_core.lang.traversal import depends_on_state
from ruleset_core.lang.visibility import TOP, knowledge_field, mask_of
from ruleset_core.values import ODDS_SIZE_LIMITS, TERM_COUNT_LIMITS, UNIT_COUNT_LIMITS

# A room to think in, played by the interpreter: the specification of the one in the core.


def most_states(settings: SearchSettings, most: int) -> int:
    """The most states that are looked at for a decision with so many options at most, those kept for other worlds included."""
    budget, ahead = max(settings.budget, settings.wide), max(settings.ahead, settings.far)
    beyond = 8 + 2 * (budget + most) + max(ahead // 4, 1) + 2 * most
    return max(beyond, turn_node_limit(settings.turn) + 3) if settings.turn else beyond


def list_sizes(settings: SearchSettings, most: int, seats: int, options: int) -> dict[str, int]:
    """How long each list of a room is."""
    steps, nodes = most_states(settings, most), settings.nodes
    table = 1 << (2 * nodes - 1).bit_length()
    found = dict.fromkeys(
        ("step_drew", "step_parent", "step_option", "step_root", "step_replay", "step_needed", "step_sums"), steps
    )
    found |= dict.fromkeys(
        (
            "node_parent", "node_edge", "node_visits", "node_offers", "node_prior", "node_total", "node_proof", "node_open_options",
            "node_best_proof", "node_alike", "node_alike_total", "node_first_child", "node_sibling",
        ),
        nodes,
    )  # fmt: skip
    found |= dict.fromkeys(("seat_won", "seat_result", "seat_node", "seat_center", "seat_worth"), seats)
    found |= dict.fromkeys(
        ("candidates", "root_child", "root_visits", "root_outcomes", "root_margins", "root_squares"), most
    )
    limit = turn_node_limit(settings.turn) if settings.turn else 0
    found |= dict.fromkeys(("turn_keys", "turn_first", "turn_samples", "turn_worths"), limit)
    found |= dict.fromkeys(("turn_children", "turn_next", "turn_ends"), settings.turn + most if settings.turn else 0)
    found |= dict.fromkeys(("turn_last", "turn_alike"), most if settings.turn else 0)
    return found | {
        "turn_table": TABLE_SIZE if settings.turn else 0,
        "option_worths": 2 * most,
        "node_table": table,
        "path": nodes + 1 + seats,
        "path_owner": nodes + 1 + seats,
        "path_time": nodes + 1 + seats,
        "moves": seats * options,
        "taken": MOST_TAKEN,
        "taken_often": seats * options,
        "taken_worth": seats * options,
        "log_table": 4096,
        "inverse_root_table": 4096,
        "odds": ODDS_SIZE_LIMITS[1] ** 2,
        "hidden_units": UNIT_COUNT_LIMITS[1],
        "term_values": TERM_COUNT_LIMITS[1],
    }


class InterpretedArena(StateArena):
    """A room whose states the interpreter plays.

    Attributes:
        worlds: what the viewer knows; numbered by `seed`.
    """

    worlds: WorldSampler
    seed: int
    aside: SideStream

    def __init__(self, game: Game, seats: int, settings: SearchSettings) -> None:
        super().__init__()
        self._drew, self._forced = 0, list[int]()
        most = game.source.ir.layout.most_options
        for name, (_, kind) in arena_fields().items():
            if kind in {"int", "Long"}:
                setattr(self, name, 0)
        lengths = list_sizes(settings, most, seats, game.vocabulary_size)
        for name, length in lengths.items():
            setattr(self, name, [0] * length)
        for name, number in settings.figures().items():
            setattr(self, name, number)
        self.log_table, self.inverse_root_table = exploration_tables()
        if settings.odds is not None:
            self.odds = settings.odds.flat
        if settings.prospects is not None:
            self.lay(settings.prospects.laid(game))
        self.vocabulary_size = game.vocabulary_size
        self.seats, self.table_mask, self.game_state = seats, lengths["node_table"] - 1, most_states(settings, most)
        self._secret = game.is_secret

    def enter(self, worlds: WorldSampler, seeds: WorldSeeds) -> InterpretedArena:
        """Think about what a seat knows of a state; gives the room."""
        self.worlds, self.viewer, self.is_open = worlds, worlds.seat, tables_of(worlds.base).is_open
        self.seed, self.first_world = seeds.seed, seeds.first
        return self

    def lay(self, laid: FeatureLayout) -> None:
        """Judge by what positions promise from now on."""
        for name, found in (*laid.lists.items(), *laid.numbers.items()):
            setattr(self, name, found)

    def set_viewer(self, s: int, viewer: int) -> None:
        """Begin to think about what a seat knows of a state: from then on `enter_world` draws what it may be like."""
        self.worlds, self.viewer = WorldSampler(self.states[s], viewer), viewer
        self.is_open = tables_of(self.states[s]).is_open

    def show(self, s: int, state: State) -> None:
        """A state that somebody else plays, as it is after an option was taken."""
        self.states[s], self._forced = state, state.forced

    def copy_state(self, to: int, source: int) -> None:
        """A state as a copy of another."""
        self.states[to] = self.states[source].clone()

    def take(self, s: int, option: int) -> None:
        """Take an option that is offered."""
        state = self.states[s]
        state.game.take(state, option)
        self._drew, self._forced = int(bool(state.draws)), state.forced

    def has_drawn(self) -> int:
        """Whether something was drawn when an option was taken last."""
        return self._drew

    def offered(self, s: int) -> int:
        """How many options are offered."""
        return len(self.states[s].options)

    def option(self, s: int, place: int) -> int:
        """One of the options offered."""
        return self.states[s].options[place]

    def actor(self, s: int) -> int:
        """Who decides."""
        return self.states[s].seat

    def stage(self, s: int) -> int:
        """The phase in progress."""
        return self.states[s].stage

    def is_secret(self, s: int, option: int) -> int:
        """Whether others do not see that an option is taken."""
        return int(self.states[s].simultaneous or self._secret(option))

    def margin(self, s: int, seat: int) -> int:
        """The standing of a seat less the best of the others."""
        standings = self.states[s].standings()
        team, own = standings[seat]
        return own - max((each for other, each in standings if other != team), default=0)

    def find_winners(self, s: int) -> None:
        """Put who wins into `seat_won` and `seat_result`."""
        winners, self.seat_result = self.states[s].verdict()
        self.seat_won = [int(seat in winners) for seat in range(self.seats)]

    def find_scores(self, s: int) -> None:
        """Put the score of every seat into `seat_worth`."""
        self.seat_worth[:] = self.states[s].scores()

    def enter_world(self, s: int, number: int) -> None:
        """Draw a world from what the viewer knows."""
        self.states[s], self.aside = self.worlds.draw(self.seed, self.first_world + number)

    def reseed(self, s: int, number: int) -> None:
        """Other seeds to come."""
        state = self.states[s]
        state.streams = [numbered(word, number) for word in state.streams]

    def position_key(self, s: int) -> int:
        """A number that positions share which differ in luck to come alone."""
        state = self.states[s]
        key = mixed(mixed(0, state.seat), state.stage)
        for number in state.v:
            key = mixed(key, number)
        for pieces in state.z:
            for number in (len(pieces), *pieces):
                key = mixed(key, number)
        for number in state.options:
            key = mixed(key, number)
        for block, *values in (*reversed(state.stack), *state.queue):
            key = mixed(key, block)
            for value in values:
                for number in (len(value), *value) if isinstance(value, tuple) else (value,):
                    key = mixed(key, number)
        return key

    def random_below(self, size: int) -> int:
        """A random number below `size`."""
        return self.aside.pick(size)

    def forced_count(self) -> int:
        """How many options were taken by themselves when an option was taken last, or at the beginning."""
        return len(self._forced) // 2

    def forced_seat(self, number: int) -> int:
        """Who took one of them."""
        return self._forced[2 * number]

    def forced_option(self, number: int) -> int:
        """Which it was."""
        return self._forced[2 * number + 1]


def halvings(rivals: int, until: float) -> list[float]:
    """When the worse half of so many options is left out where a clock ends the search: all rounds take as long."""
    begun = perf_counter()
    rounds = max(1, (rivals - 1).bit_length())
    return [begun + (until - begun) * number / rounds for number in range(1, rounds)]


def interpreted_worths(worlds: WorldSampler, seeds: WorldSeeds, settings: SearchSettings) -> list[int]:
    """What greedy thinks of every option: a sum over as many worlds for each."""
    room = InterpretedArena(worlds.base.game, worlds.base.n, settings).enter(worlds, seeds)
    room.budget, room.ahead = settings.wide, settings.far
    first_look(room, 0)
    return room.option_worths[: len(worlds.base.options)]


def interpreted_search(
    worlds: WorldSampler,
    sims: int,
    seeds: WorldSeeds,
    settings: SearchSettings,
    until: float = inf,
) -> Generator[int, None, SearchResult]:
    """A search of so many simulations, or of those that are begun until a time, in slices."""
    room = InterpretedArena(worlds.base.game, worlds.base.n, settings).enter(worlds, seeds)
    done, count = 0, 1
    room.sims, marks = sims, list[float]()
    while done < sims and (not done or perf_counter() < until):
        tree_search.search(room, done, count)
        if not done and until < inf:
            marks = halvings(room.candidate_count, until)
        while marks and perf_counter() > marks[0]:
            marks.pop(0)
            tree_search.halve(room)
        done += count
        yield done
    rows = []
    options = worlds.base.options
    for place, option in enumerate(options):
        child = room.node_table[
            tree_search.table_index(room, room.viewer, tree_search.edge_of(room, option, room.viewer))
        ]
        lists = room.node_visits, room.node_total, room.node_prior, room.node_proof
        seen = tuple(each[child] if child >= 0 else 0 for each in lists)
        rows.append(
            (
                *seen,
                room.root_visits[place],
                room.root_outcomes[place],
                room.root_margins[place],
                room.root_squares[place],
            )
        )
    made = slice(room.node_count)
    tree = SearchTree(room.viewer, room.seats, room.node_parent[made], room.node_edge[made], room.node_visits[made])
    return search_result(options, rows, done, tree, full=bool(room.tree_full))


def interpreted_endings(
    found: Endings, worlds: WorldSampler, seeds: WorldSeeds, settings: SearchSettings, start: int
) -> Generator[int, None, None]:
    """What becomes of every option in every world from one on, in slices."""
    room = InterpretedArena(worlds.base.game, worlds.base.n, settings).enter(worlds, seeds)
    known = len(found.answers)
    room.path[:known] = found.answers
    for number in range(start, found.count):
        for row, option in enumerate(found.options or (-1,)):
            found.note(
                row, number, play_ending(room, option, found.first + number, known), room.seat_worth, room.seat_result
            )
            found.note_categories(row, number, room.states[tree_search.WORLD], worlds.seat)
        yield number + 1


# Counting what becomes of cards in a game that somebody plays step by step.

LITTLE = SearchSettings(nodes=64, wide=1, far=0, budget=1, ahead=0, cut=0)
"""For rooms that nobody thinks in."""


def counting_room(game: Game, tables: CountingTables, seats: int) -> InterpretedArena:
    """A room in which cards are counted."""
    room = InterpretedArena(game, seats, LITTLE)
    count_in(room, tables)
    room.leads_wanted = 1
    return room


def count_in(room: InterpretedArena, tables: CountingTables) -> None:
    """Count cards in a room."""
    room.card_count, room.piece_count, room.card_flag_count = (
        len(tables.cards),
        tables.piece_count,
        tables.card_flag_count,
    )
    room.card_pieces, room.list_sights, room.option_cards, room.open_cards, room.card_flags = (
        tables.card_pieces, tables.list_sights, tables.option_cards, tables.open_cards, tables.card_flags
    )  # fmt: skip
    room.counts, room.leads = [0] * ((4 * room.seats + 1) * room.card_count), [0] * (room.seats * room.card_count)
    room.last_offered, room.unseen_pieces = [0] * room.card_count, [0] * room.piece_count


class CardTally:
    """Counts in one game: call `begin`, then `choose` before and `go_on` after each `apply`, then `end`.

    Example:
        >>> from ruleset_core import core_of, load
        >>> game = load("troyes_dice")
        >>> tally = core_of(game).tally(players=2)
        >>> state = game.new(players=2, seed=1)
        >>> tally.begin(state)
        >>> len(tally.counts().cards) == len(game.card_ids())
        True
    """

    def __init__(self, game: Game, tables: CountingTables, seats: int) -> None:
        self._room, self._cards = counting_room(game, tables, seats), tables.cards

    def begin(self, state: State) -> None:
        """The game is at its first decision."""
        self._room.show(0, state)
        begin_counts(self._room)
        self._after()

    def choose(self, state: State, option: int) -> None:
        """An option is going to be taken."""
        self._room.show(0, state)
        count_offers(self._room, 0, state.seat)
        count_choice(self._room, state.seat, option)

    def go_on(self, state: State) -> None:
        """It was taken."""
        self._room.show(0, state)
        self._after()

    def end(self, state: State) -> None:
        """The game is over."""
        self._room.show(0, state)
        count_owned(self._room, 0)

    def _after(self) -> None:
        count_forced(self._room, 0)
        count_sightings(self._room, 0)

    def put(self, counts: Counts, row: int = 0) -> None:
        """Put what became of the cards so far into the row of a game."""
        put_counts(counts, row, self._room)

    def counts(self) -> Counts:
        """The same, as of one of many games."""
        found = Counts.blank(self._cards, self._room.seats, 1)
        self.put(found)
        return found


def put_counts(counts: Counts, row: int, room: InterpretedArena) -> None:
    """Put what was counted in a room into the row of a game."""
    at = row * len(room.counts)
    numbers = counts.numbers.cast("B").cast("H")
    for place, count in enumerate(room.counts):
        numbers[at + place] = min(count, LARGEST_COUNT)
    if counts.leads is not None:
        leads = counts.leads.cast("B").cast("i")
        for place, lead in enumerate(room.leads):
            leads[row * len(room.leads) + place] = lead


# What is counted of cards, as tables of numbers for one game and number of players. See `compile.search.game_runs`.


class CountingTables:
    """The tables.

    Attributes:
        cards: the cards by id, in the order of the data.
        piece_count: how many of the game's pieces are cards.
        card_flag_count: how many values say that a seat has a card.
        by_having: by card, whether seats come to have it otherwise than by an option that picks it: it is no piece, or no option picks it.
        option_cards, list_sights, card_flags, card_pieces, open_cards: see `compile.search.game_runs`, and `SearchArena` for the last.
    """

    def __init__(self, game: Game, players: int) -> None:
        self.cards = tuple(game.program.cards)
        self._place = {card: place for place, card in enumerate(self.cards)}
        self._kinds = dict.fromkeys(entry.kind for entry in game.program.cards.values())
        shown = self._cards_of_options(game, players)
        self.option_cards = [
            card for option in range(game.vocabulary_size) for card in self._meant(game, option, shown)
        ]
        self.list_sights = _lists(game, players)
        self.card_pieces, self.open_cards = list[int](), [0] * len(self.cards)
        v = game.program.vocabulary
        for kind in self._kinds:
            lies, known, ids = v.fields.get(f"{kind}.at"), knowledge_field(v, kind), v.domains[kind].ids
            for piece, name in enumerate(ids):
                card = self._place[name.partition("#")[0]]
                if lies is None:
                    self.open_cards[card] += 1
                else:
                    bits = -1 if known is None else known.offset + piece * known.strides[0]
                    self.card_pieces += [lies.offset + piece, bits, piece, card]
        self.card_flags = [*self._signs(game, players)]
        self.card_flag_count = len(self.card_flags) // game_runs.SIGN
        self.piece_count = len(self.card_pieces) // game_runs.PIECE
        picked, signed = set(self.option_cards), set(self.card_flags[2 :: game_runs.SIGN])
        self.by_having = tuple(
            card not in picked or (self.open_cards[card] > 0 and card in signed) for card in range(len(self.cards))
        )

    def _signs(self, game: Game, players: int) -> Iterator[int]:
        """Where each condition that a seat has of a card stands, the seat, and the card."""
        v = game.program.vocabulary
        for field in v.fields.values():
            of_cards = [axis for axis, kind in enumerate(field.index) if kind.domain in self._kinds]
            if field.per_seat and field.type.kind == "bool" and not field.hidden and of_cards:
                axis = of_cards[0]
                members, stride = v.domains[field.index[axis].domain].ids, field.strides[axis]
                for seat in range(players):
                    for place in range(field.size):
                        name = members[place // stride % len(members)]
                        yield from (v.fields_of(seat) + field.offset + place, seat, self._place[name.partition("#")[0]])

    def _cards_of_options(self, game: Game, players: int) -> dict[int, list[int]]:
        """The cards that options of questions with `notation` mean: pieces are told apart there by what they show.

        With `notation: "{it.suit} {it.rank}"` the option `card red 3` is the red three. Where pieces show what changes in play, as the pips of a die
        do, or several cards show the same, an option may mean any of them: such cards are not counted. Nor are pieces made by `product`
        (a pack of suits and ranks): they are no cards.
        """
        v, state = game.program.vocabulary, depends_on_state(game.program.under)
        found: dict[int, list[int]] = {}
        blank = game.blank(players, 0, None)
        for decision in v.decisions.values():
            domain = v.domains.get(decision.type.domain)
            if not decision.keys or domain is None or domain.name not in self._kinds:
                continue
            if any(map(state.bits_of, decision.keys)):
                continue
            for piece, name in enumerate(domain.ids):
                values = (game.interpreter.amount(key, blank, {"it": piece, "me": 0}) for key in decision.keys)
                number = v.combination(decision, values)
                if number is not None:
                    meant = found.setdefault(decision.base + number, [])
                    card = self._place[name.partition("#")[0]]
                    meant += [] if card in meant else [card]
        return {option: meant for option, meant in found.items() if len(meant) == 1}

    def _meant(self, game: Game, option: int, shown: Mapping[int, list[int]]) -> list[int]:
        """The cards that an option means, each once."""
        cards = game.program.cards
        found = shown.get(option) or [
            self._place[name]
            for name, family in ((thing.id.partition("#")[0], thing.family) for thing in game.things(option))
            if name in cards and cards[name].kind == family
        ]
        return [*dict.fromkeys(found), *[-1] * game_runs.MEANT][: game_runs.MEANT]


def _lists(game: Game, players: int) -> list[int]:
    """How each list of pieces is seen, and whose it is."""
    v = game.program.vocabulary
    found = list[int]()
    for part in mask_of(v).lists[: v.zones_of(players)]:
        seen = any(map(part.whole.to, range(players)))
        how = game_runs.TOP if part.whole.sight == TOP else game_runs.OPEN if seen else 0
        found += [how or (game_runs.KNOWN if part.notes >= 0 else 0), players if part.seat is None else part.seat]
    return found
