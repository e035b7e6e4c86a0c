"""`game.core()`: many games at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from ruleset_core.engine.arguments import MOST, seat_of, seed_of, until_of, whole
from ruleset_core.engine.core.counted import Counted
from ruleset_core.engine.core.manner import WORLDS, Luck, Manner, Progress, Thought, luck_of, quiet
from ruleset_core.engine.core.results import Endings, Games, Playouts
from ruleset_core.engine.core.seated import Batch, Sitting, chosen, seats_of
from ruleset_core.engine.core.tally import Tally
from ruleset_core.errors import OptionError, SaveError
from ruleset_core.lang.runtime import DECISIONS

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.history import Begun
    from ruleset_core.engine.lots import Lots
    from ruleset_core.engine.state import State

CHUNK = 512
"""Most games that a thread plays before it looks up again: so that progress is told and Ctrl-C is heard."""
GAMES, THREADS = 100_000_000, 256
"""Most games of a call, whose results are kept in memory, and most that are played at the same time."""
ON = {"cut": 5_000, "mix": 0, "budget": 100, "ahead": 200}
"""How a state is played on to its end: so far that who goes on is taken for one who never ends, and with care."""
ANSWERS = 64
"""Most answers of a seat before what is tried."""
STATES, MASKS = 1_000_000, 1 << 31
"""Most states side by side, and most bytes that their masks may take."""


class Runner(Protocol):
    """Whoever plays many games: the core, or Python."""

    def play(self, batch: Batch, start: int, stop: int) -> None:
        """Play the games of rows `start` up to but not including `stop`."""
        ...

    def playouts(self, found: Playouts, state: State, seat: int, seed: int) -> None:
        """Play to the end from as many worlds as are asked for, each option in each of them."""
        ...

    def worths(self, state: State, seat: int, luck: Luck, manner: Manner) -> list[int]:
        """What greedy thinks of every option: a sum over as many worlds for each."""
        ...

    def search(
        self, state: State, seat: int, sims: int, luck: Luck, manner: Manner, until: float, progress: Progress
    ) -> Thought:
        """A search of so many simulations, or of those that are begun until a time of `perf_counter`."""
        ...

    def endings(self, found: Endings, state: State, seat: int, seed: int, manner: Manner) -> None:
        """Play every option on to the end in every world."""
        ...

    def state(self, state: State) -> State:
        """The same state, as this executor plays it on."""
        ...

    def new(self, begun: Begun) -> State:
        """A game at its first decision."""
        ...

    def table(self, count: int, players: int, seed: int, options: Mapping[str, object]) -> Table:
        """So many games side by side."""
        ...


class Table(Protocol):
    """States side by side: see `States`."""

    seats: memoryview
    masks: memoryview
    finished: memoryview
    final: memoryview
    outcomes: memoryview

    def step(self, options: Sequence[int]) -> None:
        """Take an option in each; those that are over are begun anew."""
        ...

    def state(self, place: int) -> State:
        """A copy of one of them."""
        ...

    def numbers(self) -> memoryview:
        """What the seat that decides may know in each, as `State.numbers`."""
        ...


class Core:
    """Plays many games of one game. Make one with `game.core()`; what it gives does not depend on who runs it.

    Attributes:
        game: the game played.
        executor: `core`, or `python` where there is no core.
        reason: why there is no core; empty if there is one.
        most: after how many decisions a game is taken for one that never ends.
    """

    most = DECISIONS

    def __init__(self, game: Game, runner: Runner, executor: str, reason: str) -> None:
        self.game, self.executor, self.reason = game, executor, reason
        self._runner = runner
        self._tables: dict[int, Counted] = {}

    def __deepcopy__(self, memo: object) -> Core:
        return self  # there is one for a game, which never changes

    def play(
        self, players: int | None = None, games: int = 1, seed: int | None = None,
        options: Mapping[str, object] | None = None, threads: int = 1, first: int = 0,
        progress: Progress = quiet, policies: Sequence[str] = (), counts: bool = False,
        moves: bool = False, turned: bool = False, levels: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Games:  # fmt: skip
        """Play games to their ends: random ones, in which every option is equally likely, unless `policies` say who sits where.

        Args:
            players: number of seats; the least possible if left out.
            games: how many, up to 100 million; go on with `first` for more.
            seed: what all randomness comes from; a random one if left out.
            options: values of the game's options by name.
            threads: how many games are played at the same time, up to 256; the result is the same. Python plays one at a time.
            first: number of the first game, to go on where an earlier call stopped.
            progress: called with the number of games played so far, now and then.
            policies: for each seat `random`, `easy`, `normal` or `strong`.
            counts: whether it is counted how often each card comes out, is offered and is taken; see `Counts`.
            moves: whether it is noted what is taken.
            turned: whether policies change seats: game `i` begins with policy `i` of them on seat 0, the next one on seat 1, and so on.
            levels: by policy how far it looks, if not as `levels` has it.

        Raises:
            OptionError: a number of players, a policy or an option the game does not have; a number of anything that is not possible.
            BrokenRuleError: a rule broke in one of the games, or one has not ended after `most` decisions; the message says in which.
        """
        count, at_once = whole("games", games, 0, GAMES), whole("threads", threads, 1, THREADS)
        blank = self.game.blank(players, 0, options)
        begin, number = whole("first", first, 0, MOST - count), seed_of(seed)
        seats = seats_of(policies, blank.n) if policies else ()
        sitting = Sitting({**self.levels, **(levels or {})}, seats, number, turned=turned) if seats else None
        try:
            counted = self._counted(blank.n) if counts else None
            cards = None if counted is None else counted.cards
            found = Games.blank(blank.n, number, begin, count, cards, moves=moves, leads=bool(seats))
        except MemoryError:
            raise OptionError(
                f"there is no memory for what {count:,} games give; play fewer, and go on with `first`", ("games",)
            ) from None
        batch, size, done = Batch(found, options or {}, counted, sitting), 1 if sitting else CHUNK, 0
        starts = range(0, count, size)

        def part(start: int) -> int:
            stop = min(start + size, count)
            self._runner.play(batch, start, stop)
            return stop - start

        if at_once == 1 or self.executor == "python":  # threads of Python gain nothing, and Ctrl-C would wait for them
            for start in starts:
                done += part(start)
                progress(done)
            return found
        with ThreadPoolExecutor(at_once) as pool:
            for played in pool.map(part, starts):
                done += played
                progress(done)
        return found

    def _counted(self, players: int) -> Counted:
        """The tables that cards are counted by."""
        if players not in self._tables:
            self._tables[players] = Counted(self.game, players)
        return self._tables[players]

    def by_having(self, players: int | None = None) -> tuple[bool, ...]:
        """By card, whether what seats had at the end says who got it: no option picks it, or a yes/no field says who has it. Raises OptionError."""
        return self._counted(self.game.blank(players, 0, None).n).by_having

    def tally(self, players: int | None = None) -> Tally:
        """Counts what becomes of cards in one game, for whoever plays it step by step, as `play` does in many. Raises OptionError."""
        seats = self.game.blank(players, 0, None).n
        return Tally(self.game, self._counted(seats), seats)

    def moves(
        self, game: int, players: int | None = None, seed: int = 0, options: Mapping[str, object] | None = None,
        policies: Sequence[str] = (), turned: bool = False,
    ) -> list[int]:  # fmt: skip
        """The options that `play` takes in one of its games, in order: enough to play it again and to save it as a record.

        Args:
            game: its number.
            players: as for `play`, like all that follow.
            seed: the seed of the batch.
            options: values of the game's options by name.
            policies: who sits where.
            turned: whether they change seats.

        Raises:
            OptionError: as `play` does.
            BrokenRuleError: a rule breaks in it.
        """
        number = whole("game", game)
        found = self.play(players, 1, seed, options, first=number, policies=policies, moves=True, turned=turned)
        assert found.moves is not None
        return found.moves[0].tolist()

    def choose(self, state: State, policy: str, lots: Lots) -> int:
        """The option that a policy takes for the seat that decides, as it does in `play`; it is drawn from lots of its own.

        Raises:
            OptionError: there is no such policy, or nothing to decide.
            SaveError: the state is of another game, or of the same with other expansions.
            BrokenRuleError: a rule broke in one of the worlds.
        """
        self._asks(state, state.seat)
        return chosen(self, state, seats_of([policy], 1)[0], lots)

    def rollouts(self, state: State, seat: int, n: int, seed: int) -> Playouts:
        """Play `n` times to the end from what `seat` knows of a state, each time in a world of its own.

        World `i` is `state.imagine(seat, seed, i)`; everybody chooses at random in it.

        Raises:
            OptionError: the state has no such seat, or `n` or the seed is none.
            SaveError: the state is of another game, or of the same with other expansions.
            BrokenRuleError: a rule broke in one of the worlds.
        """
        return self._playouts(state, seat, n, seed, ())

    def rollouts_by_option(self, state: State, seat: int, n: int, seed: int) -> Playouts:
        """The same for every option of a state: each is tried first, in the same `n` worlds."""
        return self._playouts(state, seat, n, seed, tuple(state.options))

    def _playouts(self, state: State, seat: int, n: int, seed: int, options: tuple[int, ...]) -> Playouts:
        self._ours(state)
        count, viewer, number = whole("n", n), seat_of(seat, state.n), seed_of(seed)
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
        """How far bots look ahead in this game, by level: what `worths` takes for `easy`, what `search` takes for the others.

        Raises:
            RulesetError: `levels.json` of the game is not what it should be.
        """
        return self.game.levels

    def worths(self, state: State, seat: int, seed: int, first: int = 0, **settings: Any) -> dict[int, int]:
        """What `greedy` thinks of every option of a state, for the seat that decides: a sum over as many worlds for each.

        World `i` is `state.imagine(seat, seed, first + i)`.

        Args:
            state: one that is not over.
            seat: who decides in it.
            seed: what all luck comes from.
            first: the number of the first world: who thinks often about a game needs one seed alone.
            settings: `wide` and `far`, see `Manner`.

        Raises:
            OptionError: the state is over, or another seat decides; the seed or a setting is none.
            SaveError: the state is of another game, or of the same with other expansions.
            BrokenRuleError: a rule broke in one of the worlds.
        """
        self._asks(state, seat)
        manner = Manner.of({"budget": 1, "ahead": 0, "nodes": 64, **settings})
        found = self._runner.worths(state, state.seat, luck_of(seed, first), manner)
        return dict(zip(state.options, found, strict=True))

    def search(
        self, state: State, seat: int, sims: int, seed: int, first: int = 0, *, seconds: float | None = None,
        progress: Progress = quiet, **settings: Any,
    ) -> Thought:  # fmt: skip
        """Think about a state for the seat that decides: a tree search in worlds that this seat cannot tell from the true one.

        What comes of it depends on what the seat knows, `sims`, `seed`, `first` and the settings alone; with `seconds` also on how many
        simulations there is time for: `Thought.sims` tells.

        Args:
            state: one that is not over.
            seat: who decides in it.
            sims: how many simulations, at least 1.
            seed: what all luck comes from.
            first: the number of the first world, as for `worths`.
            seconds: after how long no more simulations are begun; a few are made in any case.
            progress: a function that is told now and then how many simulations were made; it may raise to stop.
            settings: what differs from the usual `Manner`, by name.

        Raises:
            OptionError: the state is over, or another seat decides; a number or setting is none.
            SaveError: the state is of another game, or of the same with other expansions.
            BrokenRuleError: a rule broke in one of the worlds.
        """
        self._asks(state, seat)
        manner, luck = Manner.of(settings), luck_of(seed, first)
        return self._runner.search(
            state, state.seat, whole("sims", sims, 1, 1 << 30), luck, manner, until_of(seconds), progress
        )

    def endings(
        self, state: State, seat: int, worlds: int, seed: int, options: Sequence[int] = (), first: int = 0,
        answers: Sequence[int] = (), **settings: Any,
    ) -> Endings:  # fmt: skip
        """Play a state on to the end from what a seat knows of it, everybody by the policy of the settings.

        Args:
            state: one that is not over.
            seat: who thinks about it; whoever decides, if `options` are given, or chooses at the same time.
            worlds: in how many worlds; all options meet the same ones.
            seed: what all luck comes from.
            options: what is taken first, each in every world; nothing if left out.
            first: number of the first world, to go on with.
            answers: what the seat answers before that, as others play until it is asked: where all choose at the same time, the state is the one
                in which that began. At most 64; what is not offered in a world is left out.
            settings: what differs from the usual `Manner`, by name. Usual here: `cut` 5000, `mix` 0, `budget` 100, `ahead` 200.

        Raises:
            OptionError, SaveError, BrokenRuleError: as `search` does; or an option is not offered.
        """
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
        manner = Manner.of({**ON, **settings})
        count, begin = whole("worlds", worlds, 0, WORLDS), whole("first", first, 0, WORLDS)
        found = Endings.blank(count, begin, tuple(options), tuple(answers), state.n)
        self._runner.endings(found, state, seat_of(seat, state.n), seed_of(seed), manner)
        return found

    def _asks(self, state: State, seat: int) -> None:
        """Whether there is a decision for a seat to think about. Raises OptionError, SaveError."""
        self._ours(state)
        if state.over:
            raise OptionError("the game is over: there is nothing to think about", ("state",))
        if seat_of(seat, state.n) != state.seat:
            raise OptionError(f"seat {seat} does not decide now, seat {state.seat} does", ("seat",))

    def compiled(self, state: State) -> State:
        """The same state within the core, for many decisions one by one: about a microsecond each, whatever the game.

        Without a core it is a clone.

        Raises:
            SaveError: it is of another game or of the same with other expansions; or outcomes are written out for it
                (scenarios do that).
        """
        self._ours(state)
        return self._runner.state(state)

    def _ours(self, state: State) -> None:
        """The numbers of a state mean something to its own rules alone. Raises SaveError for one of other rules."""
        other = state.game
        if other is not self.game and other.hash != self.game.hash:
            names, own = (" with ".join([game.id, *game.expansions]) for game in (other, self.game))
            raise SaveError(
                f"the state is of {names}, this core plays {own}; take the core of the state: `state.game.core()`"
            )

    def new(
        self, players: int | None = None, seed: int | None = None, options: Mapping[str, object] | None = None,
        game: int | None = None,
    ) -> State:  # fmt: skip
        """A new game, as `Game.new`, within the core."""
        return self._runner.new(self.game.before(players, seed, options, game))

    def states(
        self, n: int, players: int | None = None, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> States:
        """`n` games side by side, up to a million, one call a step. Arguments as for `play`.

        Raises:
            OptionError: as `play` does; or there is no room for so many.
            BrokenRuleError: a rule broke in a setup.
        """
        count = whole("n", n, 1, min(STATES, MASKS // max(1, self.game.vocabulary_size)))
        blank = self.game.blank(players, 0, options)
        return States(self.game, self._runner.table(count, blank.n, seed_of(seed), options or {}), blank.n)


class States:
    """Games side by side. One that ends is begun anew at once: place `k` plays the games `k`, `k + n`, `k + 2 n`... of the seed.

    Attributes:
        game: the game played.
        players: number of seats.
        seats: by place, who acts, 32 bits.
        masks: by place and option, 1 for every option that is offered, 8 bits.
        finished: by place, 1 if a game ended there in the last step, 8 bits.
        final: by place and seat, the scores of the game that ended there last, 64 bits.
        outcomes: likewise who has won it: 1 won, 0 drawn, -1 lost, 8 bits.
    """

    def __init__(self, game: Game, table: Table, players: int) -> None:
        self.game, self.players = game, players
        self.seats, self.masks, self.finished, self.final = table.seats, table.masks, table.finished, table.final
        self.outcomes = table.outcomes
        self._table = table

    def __len__(self) -> int:
        return len(self.seats)

    def step(self, options: Sequence[int]) -> None:
        """Take an option in every place; `options` is any sequence or buffer of numbers, one a place.

        Raises:
            IllegalOption: an option is not offered in its place; nothing has changed anywhere.
            BrokenRuleError: a rule broke in a place. Places before it have moved on, it and those after it have not.
        """
        self._table.step(options)

    def state(self, place: int) -> State:
        """A copy of one of the states. Raises IndexError for a place that there is not."""
        if place not in range(len(self)):
            raise IndexError(f"there is no place {place}: the places are 0 to {len(self) - 1}")
        return self._table.state(place)

    def numbers(self) -> memoryview:
        """By place, what the seat that decides there may know, as `State.numbers`, 32 bits each; `Game.numbers` says what they mean.

        The same memory each time: the next call writes over it.
        """
        return self._table.numbers()
