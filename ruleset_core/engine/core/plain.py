"""Many games by the Python executor: slower than the core, and the same to the last byte."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ruleset_core.engine.broken import endless
from ruleset_core.engine.core.manner import Luck, Progress
from ruleset_core.engine.core.plain_games import PlainGames
from ruleset_core.engine.core.plain_room import plain_endings, plain_search, plain_worths
from ruleset_core.engine.core.results import Endings, Playouts, column, rows
from ruleset_core.engine.imagine import Worlds
from ruleset_core.errors import BrokenRuleError, IllegalOption
from ruleset_core.lang.runtime import DECISIONS

if TYPE_CHECKING:
    from ruleset_core.engine.core.manner import Manner, Thought
    from ruleset_core.engine.core.seated import Batch
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.history import Begun
    from ruleset_core.engine.state import State
    from ruleset_core.lang.seeds import Aside


def at_random(state: State, aside: Aside) -> Iterator[int]:
    """Play a state to its end, every option being equally likely; each is told once it is taken."""
    for _ in range(DECISIONS):
        if state.over:
            return
        option = state.options[aside.pick(len(state.options))]
        state.apply(option)
        yield option
    if not state.over:
        raise endless(state.game)


class PlainRunner:
    """Plays with states of the game itself."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(self, batch: Batch, start: int, stop: int) -> None:
        """Play the games of rows `start` up to but not including `stop`."""
        PlainGames(self.game, batch).play(start, stop)

    def table(self, count: int, players: int, seed: int, options: Mapping[str, object]) -> PlainTable:
        """So many games side by side."""
        return PlainTable(self.game, count, players, seed, options)

    def state(self, state: State) -> State:
        """The same state: a clone."""
        return state.clone()

    def new(self, begun: Begun) -> State:
        """A game at its first decision."""
        return self.game.begin(begun.blank())

    def worths(self, state: State, seat: int, luck: Luck, manner: Manner) -> list[int]:
        """What greedy thinks of every option: a sum over as many worlds for each."""
        return plain_worths(Worlds(state, seat), luck, manner)

    def search(
        self, state: State, seat: int, sims: int, luck: Luck, manner: Manner, until: float, progress: Progress
    ) -> Thought:
        """A search of so many simulations, or of those that are begun until a time."""
        return plain_search(Worlds(state, seat), sims, luck, manner, until, progress)

    def endings(self, found: Endings, state: State, seat: int, seed: int, manner: Manner) -> None:
        """What becomes of every option in every world."""
        plain_endings(found, Worlds(state, seat), Luck(seed), manner, 0)

    def playouts(self, found: Playouts, state: State, seat: int, seed: int) -> None:
        """Play to the end from as many worlds as are asked for, each option in each of them."""
        worlds = Worlds(state, seat)
        for number in range(found.count):
            self.from_world(found, worlds, seed, number)

    def from_world(self, found: Playouts, worlds: Worlds, seed: int, number: int) -> None:
        """Play to the end from one world, each option in it."""
        world, aside = worlds.draw(seed, number)
        word = aside.word
        try:
            for row in range(len(found.decisions)):
                one, aside.word = world.clone(), word
                if found.options:
                    one.apply(found.options[row])
                self._playout(found, row, one, aside)
        except BrokenRuleError as error:
            raise error.of(f"world {number} of seed {seed}", f"mundo {number} de la semilla {seed}") from error

    @staticmethod
    def _playout(found: Playouts, row: int, state: State, aside: Aside) -> None:
        found.decisions[row] += sum(1 for _ in at_random(state, aside))
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


class PlainTable:
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
        return self.game.new(self.players, self.seed, self.options, game=number)

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
                raise error.of(f"place {place}", f"lugar {place}") from error
        self._look()

    def _one(self, place: int, option: int) -> None:
        state = self.states[place].clone()
        state.apply(option)
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
