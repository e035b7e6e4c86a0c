"""Runs many games with the interpreter: slower than `compiled_runner`, same results to the last byte."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

from ruleset_core.compile.search.game_runs import continue_games
from ruleset_core.engine.core.game_results import Endings, Games, MoveRows, Playouts, column, rows
from ruleset_core.engine.core.interpreted_arenas import (
    LITTLE,
    InterpretedArena,
    count_in,
    interpreted_endings,
    interpreted_search,
    interpreted_worths,
    put_counts,
)
from ruleset_core.engine.core.move_counts import count_moves
from ruleset_core.engine.core.seat_policies import (
    GameBatch,
    SearchResult,
    SearchSettings,
    SeatingPlan,
    WorldSeeds,
)
from ruleset_core.engine.determinization import WorldSampler
from ruleset_core.engine.game import Game
from ruleset_core.engine.history import NewGameStart
from ruleset_core.engine.rule_errors import endless_game
from ruleset_core.engine.scoring import category_amounts
from ruleset_core.engine.state import State
from ruleset_core.errors import BrokenRuleError, IllegalOption
from ruleset_core.lang.runtime import ASIDE, DECISIONS, SideStream, numbered, stream_start
from ruleset_core.messages import translations

# Whole games by the interpreter, one after the other: the specification of those that `core_games` plays.

ENDLESS = 2
"""What `continue_games` gives where a game does not end."""
WORK = 20_000
"""What is done in one go, in decisions by lot; see `continue_games`."""


def choice_stream(seed: int, number: int) -> SideStream:
    """What the choices of one of the many games of a seed are drawn from."""
    return SideStream(numbered(stream_start(seed, ASIDE), number))


class InterpretedGames(InterpretedArena):
    """A room in which whole games are played, and what came out of them is put into rows."""

    def __init__(self, game: Game, batch: GameBatch) -> None:
        found, sitting = batch.found, batch.sitting
        super().__init__(game, found.players, LITTLE if sitting is None else sitting.widest)
        self._game, self._found, self._batch = game, found, batch
        self._start, self._seeds = 0, list[int]()
        self.log_wanted, self.log = int(found.moves is not None), [0] * (WORK + 1)
        if batch.counted is not None:
            count_in(self, batch.counted)
            self.leads_wanted = int(found.counts is not None and found.counts.leads is not None)
        if sitting is not None:
            self._sit(sitting)

    def _sit(self, sitting: SeatingPlan) -> None:
        if sitting.odds is not None:
            self.odds = sitting.odds.flat
        if sitting.prospects is not None:
            self.lay(sitting.prospects.laid(self._game))
        self.policy_count, self.seats_rotate = len(sitting.policies), int(sitting.turned)
        self.policy_settings, self._seeds = sitting.figures, [each.seed for each in sitting.lots]
        self.policy_streams = self._seeds
        self.policy_of_seat, self.seat_streams, self.seat_decisions = ([0] * self.seats for _ in range(3))

    def play(self, start: int, stop: int) -> None:
        """Play the games of rows `start` up to but not including `stop`. Raises BrokenRuleError, which says in which game."""
        self._start, self.game_row, self.game_count, self.game_begun = start, 0, stop - start, 0
        self.first_game = self._found.first + start
        moves = MoveRows(self._found.moves, start)
        try:
            going = 1
            while going:
                going = continue_games(self, WORK)
                moves.add(self.log[: self.log_length])
                if going == ENDLESS:
                    raise endless_game(self._game)
        except BrokenRuleError as error:
            number, seed = self.first_game + self.game_row, self._found.seed
            raise error.within(translations("rule.in_game", number=number, seed=seed)) from error

    def think_as(self, who: int, seat: int) -> None:
        """Think in the worlds of a policy on a seat."""
        self.seed = self._seeds[who * self.seats + seat]

    def new_game(self, s: int) -> None:
        """The game of the row, at its first decision."""
        number, found = self.first_game + self.game_row, self._found
        if self._batch.start is None:
            state = self._game.begin(
                self._game.blank(found.players, found.seed, self._batch.options, number, self._batch.redrawn)
            )
        else:
            state = self._batch.template(self._game, self._start + self.game_row)
        self.show(s, state)
        self.aside = choice_stream(found.seed, number)

    def finish_game(self, s: int) -> None:
        """Keep what came out of the game of the row."""
        row, found = self._start + self.game_row, self._found
        put_outcome(found, row, self.states[s])
        if len(found.categories):
            put_categories(found, row, self.states[s])
        found.decisions[row], found.options_taken[row] = self.decision_count, self.option_count
        if found.counts is not None:
            put_counts(found.counts, row, self)


def put_outcome(found: Games, row: int, state: State) -> None:
    """Put how a game ended into a row."""
    for seat, score in enumerate(state.scores()):
        found.scores[row, seat] = score
    winners, outcomes = state.verdict()
    for seat, outcome in enumerate(outcomes):
        found.outcomes[row, seat] = outcome
    for seat in winners:
        found.winners[row, seat] = 1


def put_categories(found: Games, row: int, state: State) -> None:
    """Put the points of every seat by category into a row."""
    for seat in range(state.n):
        for category, points in enumerate(category_amounts(state, seat)):
            found.categories[row, seat, category] = points


# Many games by the interpreter: slower than the core, and the same to the last byte.


def play_at_random(state: State, aside: SideStream) -> Iterator[int]:
    """Play a state to its end, every option being equally likely; each is told once it is taken."""
    for _ in range(DECISIONS):
        if state.over:
            return
        option = state.options[aside.pick(len(state.options))]
        state.game.take(state, option)
        yield option
    if not state.over:
        raise endless_game(state.game)


class InterpretedRunner:
    """Plays with states of the game itself."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(self, batch: GameBatch, start: int, stop: int) -> None:
        """Play the games of rows `start` up to but not including `stop`."""
        InterpretedGames(self.game, batch).play(start, stop)

    def table(self, count: int, players: int, seed: int, options: Mapping[str, object]) -> InterpretedBatch:
        """So many games side by side."""
        return InterpretedBatch(self.game, count, players, seed, options)

    def new(self, begun: NewGameStart) -> State:
        """A game at its first decision."""
        return self.game.begin(begun.blank())

    def enter(self, state: State) -> bool:
        """Move a state into the core: no, there is none."""
        _ = state
        return False

    def worths(self, state: State, seat: int, seeds: WorldSeeds, settings: SearchSettings) -> list[int]:
        """What greedy thinks of every option: a sum over as many worlds for each."""
        return interpreted_worths(WorldSampler(state, seat), seeds, settings)

    def search(
        self,
        state: State,
        seat: int,
        sims: int,
        seeds: WorldSeeds,
        settings: SearchSettings,
        until: float,
    ) -> Generator[int, None, SearchResult]:
        """A search of so many simulations, or of those that are begun until a time, in slices."""
        return interpreted_search(WorldSampler(state, seat), sims, seeds, settings, until)

    def endings(
        self, found: Endings, state: State, seat: int, seed: int, settings: SearchSettings
    ) -> Generator[int, None, None]:
        """What becomes of every option in every world, in slices."""
        return interpreted_endings(found, WorldSampler(state, seat), WorldSeeds(seed), settings, 0)

    def count_moves(self, state: State, depth: int) -> int:
        """How many sequences of so many moves, at least one, there are from a state."""
        return count_moves(state, depth, self.count_moves)

    def playouts(self, found: Playouts, state: State, seat: int, seed: int) -> None:
        """Play to the end from as many worlds as are asked for, each option in each of them."""
        worlds = WorldSampler(state, seat)
        for number in range(found.count):
            self.from_world(found, worlds, seed, number)

    def from_world(self, found: Playouts, worlds: WorldSampler, seed: int, number: int) -> None:
        """Play to the end from one world, each option in it."""
        world, aside = worlds.draw(seed, number)
        word = aside.word
        try:
            for row in range(len(found.decisions)):
                one, aside.word = world.clone(), word
                if found.options:
                    one.game.take(one, found.options[row])
                self._playout(found, row, one, aside)
        except BrokenRuleError as error:
            raise error.within(translations("rule.in_world", number=number, seed=seed)) from error

    @staticmethod
    def _playout(found: Playouts, row: int, state: State, aside: SideStream) -> None:
        found.decisions[row] += sum(1 for _ in play_at_random(state, aside))
        for seat, score in enumerate(state.scores()):
            found.scores[row, seat] += score
        winners, outcomes = state.verdict()
        for seat, outcome in enumerate(outcomes):
            found.outcomes[row, seat] += outcome
        for seat in winners:
            found.wins[row, seat] += 1


def options_of(options: Sequence[int], states: int) -> array[int]:
    """Options for states side by side, one for each.

    Raises:
        IllegalOption: what is no option of any game stands at a place.
        ValueError: they are not as many as the states, or no sequence at all.
    """
    numbers = memoryview(options) if isinstance(options, bytes | bytearray) else options
    try:
        taken = array("i", numbers)
    except (TypeError, OverflowError):
        taken = _one_by_one(numbers)
    if len(taken) != states:
        raise ValueError(f"{len(taken)} options for {states} states")
    return taken


def _one_by_one(options: object) -> array[int]:
    """The same, told where something is wrong."""
    if isinstance(options, str) or not isinstance(options, Iterable):
        raise ValueError("options are a sequence of numbers, one for each state")  # noqa: TRY004 - as for a wrong length
    taken = array("i")
    for place, option in enumerate(options):
        try:
            taken.append(option)
        except (TypeError, OverflowError):
            raise IllegalOption(f"{option!r} is not possible now in place {place}") from None
    return taken


class InterpretedBatch:
    """States side by side, as `States` drives them."""

    def __init__(self, game: Game, count: int, players: int, seed: int, options: Mapping[str, object]) -> None:
        self.game, self.players, self.seed, self.options = game, players, seed, options
        self.games = list(range(count))
        self.states = [self._new(number) for number in self.games]
        self.seats, self.masks = column("i", count), rows("B", count, game.vocabulary_size)
        self.finished, self.final = column("B", count), rows("q", count, players)
        self.outcomes = rows("b", count, players)
        self._look()

    def _new(self, number: int) -> State:
        return self.game.begin(self.game.blank(self.players, self.seed, self.options, number))

    def step(self, options: Sequence[int]) -> None:
        """Take an option in each; those that are over are begun anew. See `States.step`."""
        taken = options_of(options, len(self.states))
        for place, option in enumerate(taken):
            if option not in self.states[place].options:
                raise IllegalOption(f"{option} is not possible now in place {place}")
        for place, option in enumerate(taken):
            try:
                self._one(place, option)
            except BrokenRuleError as error:
                self._look()
                raise error.within(translations("rule.in_place", place=place)) from error
        self._look()

    def _one(self, place: int, option: int) -> None:
        state = self.states[place].clone()
        self.game.take(state, option)
        if state.over:
            number = self.games[place] + len(self.states)
            self.states[place], self.games[place] = self._new(number), number
            for seat, score in enumerate(state.scores()):
                self.final[place, seat] = score
            for seat, outcome in enumerate(state.outcomes()):
                self.outcomes[place, seat] = outcome
        else:
            self.states[place] = state
        self.finished[place] = int(state.over)

    def _look(self) -> None:
        """Who acts in each, and what is offered there."""
        flat = self.masks.cast("B")
        flat[:] = bytes(len(flat))
        for place, state in enumerate(self.states):
            self.seats[place] = state.seat
            for option in state.options:
                self.masks[place, option] = 1

    def state(self, place: int) -> State:
        """A copy of one of them."""
        return self.states[place].clone()

    def numbers(self) -> memoryview:
        """What the seat that decides may know in each, as `State.numbers`."""
        found = rows("i", len(self.states), len(self.game.numbers(self.players)))
        for place, state in enumerate(self.states):
            for one, number in enumerate(state.numbers(state.seat)):
                found[place, one] = number
        return found
