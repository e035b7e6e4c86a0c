"""`Core`: many games of one game at once (random games, play-outs, searches, analyses) and `States`, which steps games side by side.

>>> from ruleset_core import core_of, load
>>> core = core_of(load("pig"))
>>> core.play(players=2, games=2, seed=1).scores.tolist() == core.play(players=2, games=2, seed=1).scores.tolist()
True
>>> core.rollouts(core.new(players=2, seed=4), seat=0, n=100, seed=1).wins.tolist()    # played to the end at random, 100 times
[[59, 41]]
>>> side_by_side = core.states(3, players=2, seed=1)
>>> side_by_side.masks.tolist()            # by place, whether each option is offered
[[1, 1], [1, 1], [1, 1]]
>>> side_by_side.step([0, 0, 1])           # an option in each place, one call

A result depends on the seed and the number of a game, never on who runs it (`compiled_runner`, `interpreted_runner`), on the
number of threads, or on how many games are asked for at once. A game that breaks a rule is played again by the interpreter.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, Protocol

from ruleset_core.engine.core.game_results import Endings, Games, Playouts
from ruleset_core.engine.core.interpreted_arenas import CardTally, CountingTables
from ruleset_core.engine.core.move_counts import count_moves
from ruleset_core.engine.core.seat_policies import (
    WORLDS,
    ChoiceStream,
    GameBatch,
    Progress,
    SearchResult,
    SearchSettings,
    SeatingPlan,
    WorldSeeds,
    ignore_progress,
    levels_of,
    policies_by_seat,
    policy_choice,
    world_seeds,
)
from ruleset_core.engine.game import Game
from ruleset_core.engine.history import NewGameStart
from ruleset_core.engine.position_games import PositionGames
from ruleset_core.engine.rule_errors import LARGEST_NUMBER, checked_seat, checked_seed, deadline_of, whole_number
from ruleset_core.engine.state import State
from ruleset_core.errors import OptionError, SaveError
from ruleset_core.lang.runtime import DECISIONS
from ruleset_core.slices import finish

CHUNK = 512
"""Most games that a thread plays before it looks up again: so that progress is told and Ctrl-C is heard."""
GAMES, THREADS = 100_000_000, 256
"""Most games of a call, whose results are kept in memory, and most that are played at the same time."""
ON = {"cut": 5_000, "mix": 0, "budget": 100, "ahead": 200}
"""How a state is played on to its end: so far that who goes on is taken for one who never ends, and with care."""
MOVES, AT_ONCE = 1_000, 4
"""Most moves that are counted, and how many of them in one go: so that progress is told and Ctrl-C is heard."""
ANSWERS = 64
"""Most answers of a seat before what is tried."""
STATES, MASKS = 1_000_000, 1 << 31
"""Most states side by side, and most bytes that their masks may take."""


class Runner(Protocol):
    """Whoever plays many games: the core, or the interpreter."""

    def play(self, batch: GameBatch, start: int, stop: int) -> None:
        """Play the games of rows `start` up to but not including `stop`."""

    def playouts(self, found: Playouts, state: State, seat: int, seed: int) -> None:
        """Play to the end from as many worlds as are asked for, each option in each of them."""

    def worths(self, state: State, seat: int, seeds: WorldSeeds, settings: SearchSettings) -> list[int]:
        """What greedy thinks of every option: a sum over as many worlds for each."""

    def search(
        self,
        state: State,
        seat: int,
        sims: int,
        seeds: WorldSeeds,
        settings: SearchSettings,
        until: float,
    ) -> Generator[int, None, SearchResult]:
        """A search of so many simulations, or of those that are begun until a time of `perf_counter`, in slices."""

    def endings(
        self, found: Endings, state: State, seat: int, seed: int, settings: SearchSettings
    ) -> Generator[int, None, None]:
        """Play every option on to the end in every world, in slices."""

    def count_moves(self, state: State, depth: int) -> int:
        """How many sequences of so many moves, at least one, there are from a state."""

    def enter(self, state: State) -> bool:
        """Internal: Move a state that lies outside into the core; whether there is one. Raises SaveError where that has no room for it."""

    def new(self, begun: NewGameStart) -> State:
        """A game at its first decision."""

    def table(self, count: int, players: int, seed: int, options: Mapping[str, object]) -> StateBatch:
        """So many games side by side."""


class StateBatch(Protocol):
    """States side by side: see `States`."""

    seats: memoryview
    masks: memoryview
    finished: memoryview
    final: memoryview
    outcomes: memoryview

    def step(self, options: Sequence[int]) -> None:
        """Take an option in each; those that are over are begun anew."""

    def state(self, place: int) -> State:
        """A copy of one of them."""

    def numbers(self) -> memoryview:
        """What the seat that decides may know in each, as `State.numbers`."""


class Core:
    """Plays many games of one game. Make one with `core_of(game)`; what it gives does not depend on who runs it.

    Attributes:
        game: the game played.
        executor: `core`, or `interpreter` where there is no core.
        reason: why there is no core; empty if there is one.
        most: after how many decisions a game is taken for one that never ends.

    Example:
        >>> from ruleset_core import core_of, load
        >>> found = core_of(load("pig")).play(players=2, games=100, seed=7)
        >>> len(found), sum(found.winners.tolist()[0])
        (100, 1)
    """

    most = DECISIONS

    def __init__(self, game: Game, runner: Runner, executor: str, reason: str) -> None:
        self.game, self.executor, self.reason = game, executor, reason
        self._runner = runner
        self._tables: dict[int, CountingTables] = {}

    def __deepcopy__(self, memo: object) -> Core:
        return self  # there is one for a game, which never changes

    def play(
        self, players: int | None = None, games: int = 1, seed: int | None = None,
        options: Mapping[str, object] | None = None, threads: int = 1, first: int = 0,
        progress: Progress = ignore_progress, policies: Sequence[str] = (), counts: bool = False,
        moves: bool = False, turned: bool = False, levels: Mapping[str, Mapping[str, Any]] | None = None,
        start: State | None = None,
        redrawn: Mapping[str, int] | None = None, categories: bool = False,
    ) -> Games:  # fmt: skip
        """Play games to their ends: random ones, in which every option is equally likely, unless `policies` say who sits where.

        Args:
            players: number of seats; the least possible if left out.
            games: how many, up to 100 million.
            seed: what all randomness comes from; a random one if left out.
            options: values of the game's options by name.
            threads: how many games at the same time, up to 256; the result is the same. The interpreter plays one at a time.
            first: number of the first game.
            progress: called now and then with the number of games played.
            policies: for each seat `random`, `easy`, `normal` or `strong`.
            counts: whether cards are counted, see `Counts`.
            moves: whether the options taken are kept.
            turned: whether policies change seats: game `i` begins with policy `i` on seat 0, the next one on seat 1, and so on.
            levels: by policy its figures, by default those of `levels`.
            start: a position that all games go on from, with chance of their own (see `engine.position_games`); `players` and `options` are left out.
            redrawn: fields that are rolled and zones that are shuffled otherwise than the seed says, each with the number of
                another draw from 1 on; all other luck stays as it is.
            categories: whether the points of each category of the score are kept.

        Raises:
            OptionError: the game has no such number of players, policy or option; a number is impossible; the position is over.
            BrokenRuleError: a rule broke in a game that the message names, or it has not ended after `most` decisions.
            SaveError: the position is of another game.
        """
        count, at_once = whole_number("games", games, 0, GAMES), whole_number("threads", threads, 1, THREADS)
        begun = None if start is None else self._from(start)
        blank = self.game.blank(players, 0, options) if begun is None else begun.base
        begin, number = whole_number("first", first, 0, LARGEST_NUMBER - count), checked_seed(seed)
        seats = policies_by_seat(policies, blank.n) if policies else ()
        sitting = SeatingPlan({**self.levels, **(levels or {})}, seats, number, turned=turned) if seats else None
        try:
            counted = self._counted(blank.n) if counts else None
            cards = None if counted is None else counted.cards
            found = Games.blank(
                blank.n, number, begin, count, cards, moves=moves, leads=bool(seats),
                categories=len(self.game.program.scores) if categories else 0,
            )  # fmt: skip
        except MemoryError:
            raise OptionError(
                f"there is no memory for what {count:,} games give; play fewer, and go on with `first`", ("games",)
            ) from None
        batch, size, done = (
            GameBatch(found, options or {}, counted, sitting, begun, redrawn),
            1 if sitting or begun else CHUNK,
            0,
        )
        starts = range(0, count, size)

        def part(row: int) -> int:
            stop = min(row + size, count)
            self._runner.play(batch, row, stop)
            return stop - row

        if (
            at_once == 1 or self.executor != "core"
        ):  # threads gain the interpreter nothing, and Ctrl-C would wait for them
            for row in starts:
                done += part(row)
                progress(done)
            return found
        with ThreadPoolExecutor(at_once) as pool:
            for played in pool.map(part, starts):
                done += played
                progress(done)
        return found

    def _from(self, start: State) -> PositionGames:
        """The games that go on from a position. Raises OptionError, SaveError."""
        self._ours(start)
        if start.over:
            raise OptionError("the game is over in this position: there is nothing to play", ("start",))
        return PositionGames(start)

    def _counted(self, players: int) -> CountingTables:
        """The tables that cards are counted by."""
        if players not in self._tables:
            self._tables[players] = CountingTables(self.game, players)
        return self._tables[players]

    def by_having(self, players: int | None = None) -> tuple[bool, ...]:
        """By card, whether `Counts.had` says who got it: no option picks it, or a yes/no field says who has it. Raises OptionError."""
        return self._counted(self.game.blank(players, 0, None).n).by_having

    def tally(self, players: int | None = None) -> CardTally:
        """Counts what becomes of cards in one game played step by step. Raises OptionError."""
        seats = self.game.blank(players, 0, None).n
        return CardTally(self.game, self._counted(seats), seats)

    def moves(
        self, game: int, players: int | None = None, seed: int = 0, options: Mapping[str, object] | None = None,
        policies: Sequence[str] = (), turned: bool = False, start: State | None = None,
        redrawn: Mapping[str, int] | None = None,
    ) -> list[int]:  # fmt: skip
        """The options that `play` takes in one of its games, in order.

        Args:
            game: its number.
            players: as for `play`, like all that follow.
            seed: the seed of the batch.
            options: values of the game's options by name.
            policies: who sits where.
            turned: whether they change seats.
            start: the position that it goes on from.
            redrawn: what is drawn otherwise.

        Raises:
            OptionError: as `play` does.
            BrokenRuleError: a rule breaks in it.
        """
        number = whole_number("game", game)
        found = self.play(
            players,
            1,
            seed,
            options,
            first=number,
            policies=policies,
            moves=True,
            turned=turned,
            start=start,
            redrawn=redrawn,
        )
        assert found.moves is not None
        return found.moves[0].tolist()

    def choose(self, state: State, policy: str, lots: ChoiceStream) -> int:
        """The option that a policy takes for the seat that decides, as in `play`; `lots` are its random numbers.

        Raises:
            OptionError: there is no such policy, or nothing to decide.
            SaveError: the state is of another game or of other expansions.
            BrokenRuleError: a rule broke in one of the worlds.
        """
        return finish(self.choosing(state, policy, lots))

    def choosing(self, state: State, policy: str, lots: ChoiceStream) -> Generator[int, None, int]:
        """`choose` in slices: a generator that returns the option."""
        self._asks(state, state.seat)
        return policy_choice(self, state, policies_by_seat([policy], 1)[0], lots)

    def rollouts(self, state: State, seat: int, n: int, seed: int) -> Playouts:
        """Play `n` imagined worlds of a seat to the end at random.

        World `i` is `imagine(state, seat, seed, i)`.

        Raises:
            OptionError: the state has no such seat, or `n` or the seed is none.
            SaveError: the state is of another game or of other expansions.
            BrokenRuleError: a rule broke in one of the worlds.
        """
        return self._playouts(state, seat, n, seed, ())

    def rollouts_by_option(self, state: State, seat: int, n: int, seed: int) -> Playouts:
        """The same for every option, taken first in the same `n` worlds."""
        return self._playouts(state, seat, n, seed, tuple(state.options))

    def _playouts(self, state: State, seat: int, n: int, seed: int, options: tuple[int, ...]) -> Playouts:
        self._ours(state)
        count, viewer, number = whole_number("n", n), checked_seat(seat, state.n), checked_seed(seed)
        found = Playouts.blank(count, options, state.n)
        if count and (options or not state.over):
            self._runner.playouts(found, state, viewer, number)
        elif count:
            for winner in state.winners():
                found.wins[0, winner] = count
            for each, score in enumerate(state.scores()):
                found.scores[0, each] = count * score
            for each, outcome in enumerate(state.outcomes()):
                found.outcomes[0, each] = count * outcome
        return found

    @cached_property
    def levels(self) -> dict[str, dict[str, Any]]:
        """The figures of bots, by level: settings of `worths` for `easy`, of `search` for the others.

        Raises:
            RulesetError: `levels.json` of the game is not what it should be.
        """
        return levels_of(self.game)

    def worths(self, state: State, seat: int, seed: int, first: int = 0, **settings: Any) -> dict[int, int]:
        """What `greedy` thinks of every option, for the seat that decides: a sum over the same number of worlds.

        World `i` is `imagine(state, seat, seed, first + i)`.

        Args:
            state: one that is not over.
            seat: who decides in it.
            seed: what all luck comes from.
            first: the number of the first world, so that one seed serves many decisions.
            settings: `wide` and `far`, see `SearchSettings`.

        Raises:
            OptionError: the state is over, or another seat decides; the seed or a setting is none.
            SaveError: the state is of another game or of other expansions.
            BrokenRuleError: a rule broke in one of the worlds.
        """
        self._asks(state, seat)
        chosen = SearchSettings.from_figures({"budget": 1, "ahead": 0, "nodes": 64, **settings})
        found = self._runner.worths(state, state.seat, world_seeds(seed, first), chosen)
        return dict(zip(state.options, found, strict=True))

    def search(
        self, state: State, seat: int, sims: int, seed: int, first: int = 0, *, seconds: float | None = None,
        progress: Progress = ignore_progress, **settings: Any,
    ) -> SearchResult:  # fmt: skip
        """A tree search for the seat that decides, in worlds that this seat cannot tell from the true one.

        The result depends on what the seat knows, `sims`, `seed`, `first` and the settings; with `seconds` also on the machine (`SearchResult.sims`).

        Args:
            state: one that is not over.
            seat: who decides in it.
            sims: how many simulations, at least 1.
            seed: what all luck comes from.
            first: the number of the first world, as for `worths`.
            seconds: after how long no more simulations are begun.
            progress: called now and then with the number of simulations; it may raise to stop.
            settings: what differs from the usual `SearchSettings`, by name.

        Raises:
            OptionError: the state is over, or another seat decides; a number or setting is none.
            SaveError: the state is of another game or of other expansions.
            BrokenRuleError: a rule broke in one of the worlds.
        """
        return finish(self.searching(state, seat, sims, seed, first, seconds=seconds, **settings), progress)

    def searching(
        self, state: State, seat: int, sims: int, seed: int, first: int = 0, *, seconds: float | None = None, **settings: Any,
    ) -> Generator[int, None, SearchResult]:  # fmt: skip
        """`search` in slices: a generator that yields how many simulations were done, and returns the result."""
        self._asks(state, seat)
        chosen, seeds = SearchSettings.from_figures(settings), world_seeds(seed, first)
        return self._runner.search(
            state, state.seat, whole_number("sims", sims, 1, 1 << 30), seeds, chosen, deadline_of(seconds)
        )

    def endings(
        self, state: State, seat: int, worlds: int, seed: int, options: Sequence[int] = (), first: int = 0,
        answers: Sequence[int] = (), by_category: bool = False, **settings: Any,
    ) -> Endings:  # fmt: skip
        """Play a state on to the end from what a seat knows of it, everybody by the policy of the settings.

        Args:
            state: one that is not over.
            seat: who thinks about it: who decides, if `options` are given.
            worlds: in how many worlds; all options meet the same ones.
            seed: what all luck comes from.
            options: what is taken first, each in every world.
            first: number of the first world, to go on with.
            answers: what the seat answered before that, at most 64, where all choose at the same time: then `state` is where that began. What a world does not offer is left out.
            by_category: whether the points of the seat are also told by category of the score.
            settings: what differs from the usual `SearchSettings`, by name. Usual here: `cut` 5000, `mix` 0, `budget` 100, `ahead` 200.

        Raises:
            OptionError, SaveError, BrokenRuleError: as `search` does; or an option is not offered.
        """
        return finish(self.ending(state, seat, worlds, seed, options, first, answers, by_category, **settings))

    def ending(
        self, state: State, seat: int, worlds: int, seed: int, options: Sequence[int] = (), first: int = 0,
        answers: Sequence[int] = (), by_category: bool = False, **settings: Any,
    ) -> Generator[int, None, Endings]:  # fmt: skip
        """`endings` in slices: a generator that returns them."""
        self._ours(state)
        if state.over:
            raise OptionError("the game is over: there is nothing to play", ("state",))
        if options and not state.simultaneous:
            self._asks(state, seat)
        if len(answers) > ANSWERS or not all(0 <= each < self.game.vocabulary_size for each in answers):
            raise OptionError("`answers` are options, at most 64", ("answers",))
        known = range(self.game.vocabulary_size) if answers or seat != state.seat else state.options
        if not set(options) <= set(known):
            raise OptionError("some of `options` are not offered", ("options",))
        chosen = SearchSettings.from_figures({**ON, **settings})
        count, begin = whole_number("worlds", worlds, 0, WORLDS), whole_number("first", first, 0, WORLDS)
        categories = len(self.game.program.scores) if by_category else 0
        found = Endings.blank(count, begin, tuple(options), tuple(answers), state.n, categories)
        yield from self._runner.endings(found, state, checked_seat(seat, state.n), checked_seed(seed), chosen)
        return found

    def count_moves(self, state: State, depth: int, progress: Progress = ignore_progress) -> int:
        """How many sequences of exactly so many moves there are from a state ("perft").

        A move is all that a seat answers until another one answers. What is answered by itself, as there is no choice, counts like the rest:
        a forced pass is a move. Chance is none: every sequence meets what its own random streams draw.

        Args:
            state: where they begin.
            depth: how many moves, at most 1,000.
            progress: called now and then with the number of sequences found so far; it may raise to stop.

        Raises:
            OptionError: `depth` is no such number.
            SaveError: the state is of another game or of other expansions.
            BrokenRuleError: a rule broke in one of them.

        Example:
            >>> from ruleset_core import core_of, load
            >>> core = core_of(load("reversi"))
            >>> [core.count_moves(core.new(seed=1), depth) for depth in range(1, 6)]
            [4, 12, 56, 244, 1396]
        """
        self._ours(state)
        found, counted = 0, whole_number("depth", depth, 0, MOVES)

        def count(state: State, depth: int) -> int:
            nonlocal found
            if depth > AT_ONCE:
                return count_moves(state, depth, count)
            total = self._runner.count_moves(state, depth)
            found += total
            progress(found)
            return total

        return count(state, counted) if counted else 1

    def _asks(self, state: State, seat: int) -> None:
        """Whether there is a decision for a seat to think about. Raises OptionError, SaveError."""
        self._ours(state)
        if state.over:
            raise OptionError("the game is over: there is nothing to think about", ("state",))
        if checked_seat(seat, state.n) != state.seat:
            raise OptionError(f"seat {seat} does not decide now, seat {state.seat} does", ("seat",))

    def compiled(self, state: State) -> State:
        """The same state within the core, where a decision takes about a microsecond.

        Without a core a clone. Raises SaveError for a state of another game, or without room for it.
        """
        self._ours(state)
        found = state.plain()
        self.enter(found)
        return found

    def enter(self, state: State) -> bool:
        """Internal: Move a state of this game into the core; whether there is one. Raises SaveError where it has no room for it."""
        return self._runner.enter(state)

    def _ours(self, state: State) -> None:
        """The numbers of a state mean something to its own rules alone. Raises SaveError for one of other rules."""
        other = state.game
        if other is not self.game and other.hash != self.game.hash:
            names, own = (" with ".join([game.id, *game.expansions]) for game in (other, self.game))
            raise SaveError(
                f"the state is of {names}, this core plays {own}; take the core of the state: `core_of(state.game)`"
            )

    def new(
        self, players: int | None = None, seed: int | None = None, options: Mapping[str, object] | None = None,
        game: int | None = None, redrawn: Mapping[str, int] | None = None,
    ) -> State:  # fmt: skip
        """A new game, as `Game.new`, within the core."""
        return self._runner.new(self.game.before(players, seed, options, game, redrawn))

    def states(
        self, n: int, players: int | None = None, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> States:
        """`n` games side by side, up to a million. Arguments as for `play`.

        Raises:
            OptionError: as `play` does; or there is no room for so many.
            BrokenRuleError: a rule broke in a setup.
        """
        count = whole_number("n", n, 1, min(STATES, MASKS // max(1, self.game.vocabulary_size)))
        blank = self.game.blank(players, 0, options)
        return States(self.game, self._runner.table(count, blank.n, checked_seed(seed), options or {}), blank.n)


class States:
    """Games side by side. One that ends begins anew: place `k` plays the games `k`, `k + n`... of the seed.

    Attributes:
        game: the game played.
        players: number of seats.
        seats: by place, who acts, 32 bits.
        masks: by place and option, 1 for every option that is offered, 8 bits.
        finished: by place, 1 if a game ended in the last step, 8 bits.
        final: by place and seat, the scores of the game that ended there last, 64 bits.
        outcomes: likewise who has won it: 1 won, 0 drawn, -1 lost, 8 bits.

    Example:
        >>> from ruleset_core import core_of, load
        >>> states = core_of(load("tic_tac_toe")).states(4, seed=3)
        >>> states.step([row.index(1) for row in states.masks.tolist()])
        >>> len(states), states.masks.shape
        (4, (4, 9))
    """

    def __init__(self, game: Game, table: StateBatch, players: int) -> None:
        self.game, self.players = game, players
        self.seats, self.masks, self.finished, self.final = table.seats, table.masks, table.finished, table.final
        self.outcomes = table.outcomes
        self._table = table

    def __len__(self) -> int:
        return len(self.seats)

    def step(self, options: Sequence[int]) -> None:
        """Take an option in every place.

        Raises:
            IllegalOption: an option is not offered in its place; nothing has changed anywhere.
            BrokenRuleError: a rule broke in a place; only the places before it have moved on.
        """
        self._table.step(options)

    def state(self, place: int) -> State:
        """A copy of one of the states. Raises IndexError for a place that there is not."""
        if place not in range(len(self)):
            raise IndexError(f"there is no place {place}: the places are 0 to {len(self) - 1}")
        return self._table.state(place)

    def numbers(self) -> memoryview:
        """By place, what the seat that decides there may know, as `State.numbers`, 32 bits each; `Game.numbers` says what they mean.

        The next call writes over it.
        """
        return self._table.numbers()
