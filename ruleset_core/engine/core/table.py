"""States side by side within the core: records one after the other, one call a step."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ruleset_core.engine.core.errors import DisagreementError
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
        self._refused, self._step, self._look = map(host.function, ("refused", "step", "look"))
        width = game.vocabulary_size
        self._kept, self._template, self._bases = host.record(), host.record(), host.room(len(bases))
        self._first = host.room(host.size * count)
        self._numbers, self._taken = host.room(8 * count), host.room(4 * count)
        self._finished, self._final = host.room(count), host.room(8 * count * blank.n)
        self._seats, self._masks = host.room(4 * count), host.room(count * width)
        host.memory.write(self._template, host.image.pack(blank))
        host.memory.write(self._bases, bases)
        host.memory.write(self._numbers, struct.pack(f"<{count}q", *range(count)))
        begin = host.function("new")
        for place in range(count):
            try:
                begin(self._first + place * host.size, self._template, self._bases, place)
            except Trapped as trapped:
                game.new(blank.n, seed, options, game=place)
                raise DisagreementError(game, f"in game {place} of seed {seed}") from trapped
        view = host.memory.view
        self.seats = view(self._seats, 4 * count, "i")
        self.masks = view(self._masks, count * width).cast("B", (count, width))
        self.finished = view(self._finished, count)
        self.final = view(self._final, 8 * count * blank.n).cast("q", (count, blank.n))
        self.look()

    def step(self, options: Sequence[int]) -> None:
        """Take an option in each; see `States.step`."""
        taken = array("i", options)
        if len(taken) != self.count:
            raise ValueError(f"{len(taken)} options for {self.count} states")
        self.host.memory.write(self._taken, memoryview(taken))
        wrong = self._refused(self._first, self.host.size, self.count, self._taken)
        if wrong >= 0:
            raise IllegalOption(f"{taken[wrong]} is not possible now in place {wrong}")
        try:
            self._step(
                self._first, self.host.size, self.count, self._kept, self._template, self._bases, self._numbers,
                self._taken, self._finished, self._final,
            )  # fmt: skip
        except Trapped as trapped:
            self._stopped(taken, trapped)
        self.look()

    def _stopped(self, taken: array[int], trapped: Trapped) -> None:
        """Put the state back in which a rule is broken, and let Python say which."""
        host = self.host
        place = host.memory.view(Shared.playing, 4, "i")[0]
        host.memory.write(self._first + place * host.size, host.memory.read(self._kept, host.size))
        self.look()
        state = self.state(place)
        try:
            state.apply(taken[place])
            if state.over:  # it was the beginning of the next that broke
                numbers = host.memory.view(self._numbers, 8 * self.count, "q")
                following, numbers[place] = numbers[place], numbers[place] - self.count
                self.game.new(self.players, self.seed, self.options, game=following)
        except BrokenRuleError as error:
            raise BrokenRuleError(f"place {place}: {error}") from error
        raise DisagreementError(self.game, f"in place {place}") from trapped

    def look(self) -> None:
        """Who acts in each, and what is offered there."""
        self._look(self._first, self.host.size, self.count, self._seats, self._masks, self.game.vocabulary_size)

    def state(self, place: int) -> State:
        """A copy of one of them, outside of the core."""
        state = State.__new__(State)
        state.game, state.script, state.steps = self.game, None, 0
        self.host.image.unpack(self.host.memory.view(self._first + place * self.host.size, self.host.size), state)
        state.draws, state.forced = [], []
        state.past = None
        state.past = state.clone()
        return state
