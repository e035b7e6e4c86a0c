"""States side by side within the core: records one after the other, one call a step."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING

from ruleset_core.engine.core.errors import DisagreementError
from ruleset_core.engine.core.plain import options_of
from ruleset_core.engine.state import State
from ruleset_core.errors import BrokenRuleError, IllegalOption
from ruleset_core.lang.wasm.record import Shared
from ruleset_core.native.binding import Trapped

if TYPE_CHECKING:
    from ruleset_core.engine.core.host import Host
    from ruleset_core.engine.game import Game


class CompiledTable:
    """What `States` shows lies in the memory of the core itself; nothing is copied out of it."""

    def __init__(
        self, game: Game, host: Host, count: int, blank: State, bases: bytes, seed: int, options: Mapping[str, object]
    ) -> None:
        self.game, self.host, self.count, self.players = game, host, count, blank.n
        self.seed, self.options = seed, options
        self._lock = RLock()
        self._refused, self._step, self._look = map(host.function, ("refused", "step", "look"))
        width = game.vocabulary_size
        self._kept, self._template, self._bases = host.record(), host.record(), host.room(len(bases))
        self._first = host.room(host.size * count)
        self._numbers, self._taken = host.room(8 * count), host.room(4 * count)
        self._finished, self._final = host.room(count), host.room(8 * count * blank.n)
        self._ends = host.room(count * blank.n)
        self._seats, self._masks = host.room(4 * count), host.room(count * width)
        host.memory.write(self._template, host.image.pack(blank))
        host.memory.write(self._bases, bases)
        host.memory.write(self._numbers, struct.pack(f"<{count}q", *range(count)))
        begin = host.function("new")
        for place in range(count):
            at = self._first + place * host.size
            try:
                begin(at, self._template, self._bases, place)
            except Trapped as trapped:
                too_long = host.too_long()
                state = game.new(blank.n, seed, options, game=place)
                if not too_long:
                    raise DisagreementError(game, f"in game {place} of seed {seed}") from trapped
                host.memory.write(at, host.image.pack(state))
        view = host.memory.view
        self.seats = view(self._seats, 4 * count, "i")
        self.masks = view(self._masks, count * width).cast("B", (count, width))
        self.finished = view(self._finished, count)
        self.final = view(self._final, 8 * count * blank.n).cast("q", (count, blank.n))
        self.outcomes = view(self._ends, count * blank.n).cast("b", (count, blank.n))
        self._told: tuple[memoryview, tuple[int, ...]] | None = None
        self.look()

    def step(self, options: Sequence[int]) -> None:
        """Take an option in each; see `States.step`."""
        taken = options_of(options, self.count)
        with self._held():
            self._take(taken)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Only one thread at a time is at work here."""
        with self._lock:
            if not self.host.is_mine():
                self.host.adopt()
            yield

    def _take(self, taken: array[int]) -> None:
        self.host.memory.write(self._taken, memoryview(taken))
        wrong = self._refused(self._first, self.host.size, self.count, self._taken)
        if wrong >= 0:
            raise IllegalOption(f"{taken[wrong]} is not possible now in place {wrong}")
        try:
            self._step(
                self._first, self.host.size, self.count, self._kept, self._template, self._bases, self._numbers,
                self._taken, self._finished, self._final, self._ends,
            )  # fmt: skip
        except Trapped as trapped:
            self._stopped(taken, trapped)
        self.look()

    def _stopped(self, taken: array[int], trapped: Trapped) -> None:
        """Put the state back in which a rule is broken, and let Python say which.

        If all that stopped the core were steps, of which the interpreter may count fewer, Python does the rest of this step.
        """
        host = self.host
        too_long, place = host.too_long(), host.memory.view(Shared.playing, 4, "i")[0]
        numbers = host.memory.view(self._numbers, 8 * self.count, "q")
        if self.finished[place]:  # it was the beginning of the next game that stopped
            numbers[place] -= self.count
        host.memory.write(self._at(place), host.memory.read(self._kept, host.size))
        for each in range(place, self.count if too_long else place + 1):
            try:
                self._in_python(each, taken[each], numbers)
            except BrokenRuleError as error:
                self.look()
                raise error.of(f"place {each}", f"lugar {each}") from error
        if not too_long:
            raise DisagreementError(self.game, f"in place {place}") from trapped

    def _in_python(self, place: int, option: int, numbers: memoryview) -> None:
        """Take an option in one place outside of the core."""
        state = self.state(place)
        state.apply(option)
        self.finished[place] = state.over
        if state.over:
            following = self.game.new(self.players, self.seed, self.options, game=numbers[place] + self.count)
            numbers[place] += self.count
            for seat, score in enumerate(state.scores()):
                self.final[place, seat] = score
            for seat, outcome in enumerate(state.outcomes()):
                self.outcomes[place, seat] = outcome
            state = following
        self.host.memory.write(self._at(place), self.host.image.pack(state))

    def _at(self, place: int) -> int:
        return self._first + place * self.host.size

    def look(self) -> None:
        """Who acts in each, and what is offered there."""
        self._look(self._first, self.host.size, self.count, self._seats, self._masks, self.game.vocabulary_size)

    def state(self, place: int) -> State:
        """A copy of one of them, outside of the core."""
        state = State.__new__(State)
        state.game, state.script, state.steps = self.game, None, 0
        self.host.image.unpack(self.host.memory.view(self._at(place), self.host.size), state)
        state.draws, state.forced = [], []
        state.past, state.kept, state.since = None, None, 0
        state.past = state.clone()
        return state

    def numbers(self) -> memoryview:
        """What the seat that decides may know in each, as `State.numbers`; there is room for it once somebody has asked."""
        with self._held():
            if self._told is None:
                self._told = self._room()
            found, places = self._told
            self.host.function("numbers")(self._first, self.host.size, self.count, *places)
        return found

    def _room(self) -> tuple[memoryview, tuple[int, ...]]:
        """Where the numbers go, and what the core is told: the plans, how long one is, where the numbers go, how many of each."""
        numbers, host = self.game.numbers(self.players), self.host
        plans = [each for plan in numbers.plans for each in plan]
        at, out = host.room(4 * len(plans)), host.room(4 * self.count * len(numbers))
        host.memory.write(at, struct.pack(f"<{len(plans)}i", *plans))
        view = host.memory.view(out, 4 * self.count * len(numbers), "i").cast("B").cast("i", (self.count, len(numbers)))
        return view, (at, len(plans) // len(numbers.plans), out, len(numbers))
