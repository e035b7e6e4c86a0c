"""States in the memory of the core: `CompiledState` behaves as `State`, `CompiledBatch` steps many records with one call.

The first decisions of a game are the interpreter's; then `move_into_core` packs the state into a record of the module. The object
stays the same, and reads what it is asked for out of memory:

>>> from ruleset_core import core_of, load
>>> state = core_of(load("pig")).new(players=2, seed=4)
>>> state.v[:2], state.options
([4, 4], [0, 1])
>>> state.apply(0)                        # one call of the module: `apply(record, 0)`
>>> state.v[:2], state.options
([6, 10], [0, 1])

A check that fails in the core traps in the middle of a change. So a state keeps a copy of its record every 32 decisions: after a
trap it is played again from there up to the decision, the interpreter takes the option and says what is wrong, and
the state is put back. `apply` raises, and the state is what it was.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any, cast

from ruleset_core.compile.host.wasmtime_binding import WasmTrap, WrongThreadError
from ruleset_core.compile.wasm.state_layout import SharedMemory, StateImage
from ruleset_core.engine import history
from ruleset_core.engine.core.instances import CoreInstance
from ruleset_core.engine.core.interpreted_runner import options_of
from ruleset_core.engine.game import Game
from ruleset_core.engine.state import State
from ruleset_core.errors import BrokenRuleError, IllegalOption, RulesetError
from ruleset_core.messages import translations

# What should never happen: the core and the interpreter do not agree.


class CoreDisagreementError(RulesetError):
    """The core stopped where the interpreter goes on: a fault of ruleset."""

    def __init__(self, game: Game, where: str) -> None:
        super().__init__(
            f"the compiled core of {game.title()} ({game.hash[:12]}) stopped {where}, and the interpreter does not: "
            "please report this; RULESET_EXECUTOR=interpreter plays without the core"
        )


# A state that lies in the core, with the same methods as any other.

_blank = object.__new__
_READ = (
    "a", "draws", "ended", "forced", "n", "point", "queue", "seat", "settings", "sim", "stack", "stage", "streams", "v", "z",
)  # fmt: skip
"""What is read out of the record, and not held by a state in the core itself."""


def _view_property(name: str) -> property:
    """Something of a state that is read out of the record when somebody asks."""

    def read(self: CompiledState) -> Any:
        return getattr(self.view(noted=False), name)

    return property(read, doc=f"`{name}` of the state, as of any other; not to be changed.")


_UNREAD: list[int] = []
"""Stands for what the last decision drew where it was not read out of the core."""


def _noted(name: str, place: int) -> property:
    """What the last decision drew or forced: of the state that was played on last it is still noted, and no state need be read for it."""

    def read(self: CompiledState) -> Any:
        host = self.host
        if self.known is None and host.latest is self and host.is_mine():
            noted = host.noted()
            if noted is not None:
                return noted[place]
        return getattr(self.view(), name)

    return property(read, doc=f"`{name}` of the state, as of any other; not to be changed.")


class CompiledState(State):
    """A game in progress within the core: `apply` and `clone` take about a microsecond, `options` and `seat` less.

    A `State` becomes one when it moves into the core (`enter`). Everything else a `State` has is there as well; it is read out of the core
    when asked for. Any thread may use it, one at a time:
    a state that is used in another thread than before moves to the memory of that one. `plain` gives the same state outside of
    the core, `Core.compiled` brings one in.
    """

    __slots__ = ()  # those of a `State`, which may become one

    at: int
    host: CoreInstance
    known: State | None

    @classmethod
    def enter(cls, state: State, host: CoreInstance) -> None:
        """Move a state that lies outside into the core. Raises ValueError or WasmError where there is no room for it."""
        record, at = host.image.pack(state), host.record()
        host.memory.write(at, record)
        known = state.clone()
        if state.script:
            state.kept = history.Checkpoint(state.past, known)
        else:
            logs = (
                struct.pack(f"<{len(state.draws)}i", *state.draws),
                struct.pack(f"<{len(state.forced)}i", *state.forced),
            )
            state.kept = RecordCheckpoint(state.past, state.game, host.image, bytes(record), logs)
        for name in _READ:
            delattr(state, name)
        state.__class__ = ScriptedState if known.script else cls
        entered = cast("CompiledState", state)
        entered.host, entered.at, entered.known = host, at, known

    @classmethod
    def begun(cls, begun: history.NewGameStart, host: CoreInstance) -> State:
        """A game at its first decision."""
        try:
            at, count = host.start(begun)
        except WasmTrap as trapped:
            host.latest = None
            begun.game.begin(begun.blank())
            raise CoreDisagreementError(begun.game, "in the setup") from trapped
        new = _blank(cls)
        new.game, new.host, new.at, new.known, new.past, new.kept = begun.game, host, at, None, begun, None
        new.options = host.options(at, count)
        host.latest = new
        return new

    def __del__(self) -> None:
        self.host.free.append(self.at)

    def view(self, *, noted: bool = True) -> State:
        """The state as it is now, outside of the core; it is shared, so not to be changed.

        Args:
            noted: what the last decision drew and forced is wanted too. A state that was not played on last must be played
                again for that; what seats see does not need it.
        """
        found, host = self.known, self.host
        if found is None:
            last = host.noted() if host.latest is self and host.is_mine() else None
            found = unpack_state(self.game, host.image, host.memory.view(self.at, host.size), last or ([], []))
            found.past, found.kept = self.past, self.kept
            if (
                last is None
            ):  # another state was played on since then (or may be, in its thread), or it was more than is noted
                found.draws = _UNREAD
            self.known = found
        if noted and found.draws is _UNREAD:
            was = self._again()
            found.draws, found.forced = ([], []) if was is None else (was.draws, was.forced)
        return found

    def plain(self) -> State:
        """A copy outside of the core."""
        return self.view().clone()

    # -- playing ------------------------------------------------------------------------------------------------

    def apply(self, option: int | str) -> None:
        """Take an option; see `State.apply`."""
        if option.__class__ is not int:
            option = self.game.option_of(option)
        host, at = self.host, self.at
        try:
            count = host.apply(at, option)
        except WasmTrap as trapped:
            self._stopped(int(option), trapped)
            return
        except WrongThreadError:
            self._move()
            self.apply(option)
            return
        except ValueError:  # a number of more than 64 bits
            count = -1
        if count == -1:
            raise self._illegal(int(option))
        host.latest, self.known = self, None
        self.past = (self.past, option)
        if count < 0:
            count = self._keep(-2 - count)
        at >>= host.narrow
        self.options = host.offered[at : at + count].tolist()  # as `CoreInstance.options`, without a call

    def _stopped(self, option: int, trapped: WasmTrap) -> None:
        """The core stopped: the state is made again as it was, and the interpreter says what is wrong.

        Raises:
            BrokenRuleError: what the interpreter refuses.
            CoreDisagreementError: the interpreter goes on where the core stops.
        """
        too_long = self.host.is_out_of_steps()
        self.host.latest, was = None, self._again()
        if was is None:
            raise BrokenRuleError("a rule is broken, and it is not known how this state came about") from trapped
        self._becomes(was)
        self.game.take(was, option, self.game.profiler() if too_long else None)
        raise CoreDisagreementError(self.game, f"at `{self.game.notation(option)}`") from trapped

    def _keep(self, count: int) -> int:
        """Keep the state as it is now, which is asked for so many options: of its history so far nothing need be played again."""
        host = self.host
        logs = host.logs()
        if logs is None:
            self.kept = history.Checkpoint(self.past, self.plain())
        else:
            self.kept = RecordCheckpoint(self.past, self.game, host.image, host.raw(self.at), logs)
        return count

    def _again(self) -> State | None:
        """The state as it was after its last decision, outside of the core: played again from what was kept."""
        start, taken = history.replay_start(self.past, self.kept)
        host = self.host.here()
        if isinstance(start, history.NewGameStart):
            at = host.start(start)[0]
        elif isinstance(start, RecordCheckpoint) and taken:
            at = host.record()
            host.memory.write(at, start.record)
        else:
            return history.state_before(self.past, self.kept)
        try:
            for option in taken:
                host.go_on(at, option)
            noted = host.noted()
            if noted is None:
                return history.state_before(self.past, self.kept)
            found = unpack_state(self.game, host.image, host.memory.view(at, host.size), noted)
            found.past, found.kept = self.past, self.kept
            return found
        finally:
            host.latest = None
            host.release(at)

    def _becomes(self, state: State) -> None:
        """The same as another state."""
        self.host.memory.write(self.at, self.host.image.pack(state))
        self.options, self.known, self.past = state.options, state.clone(), state.past
        self.kept = history.Checkpoint(state.past, self.known)

    def clone(self) -> CompiledState:
        """An independent copy."""
        host = self.host
        try:
            at = host.copied(self.at)
        except WrongThreadError:
            host, at = self._carried()
        new = _blank(self.__class__)
        new.host, new.at, new.game = host, at, self.game
        new.past, new.kept = self.past, self.kept
        new.options, new.known = self.options, self.known
        return new

    def _move(self) -> None:
        """To the memory of this thread; nobody uses the state in another one meanwhile."""
        known, old, at = self.view(), self.host, self.at
        self.host, self.at = self._carried()
        self.known = known
        old.release(at)

    def _carried(self) -> tuple[CoreInstance, int]:
        """A copy of the record in the memory of this thread."""
        here = self.host.here()
        at = here.record()
        here.memory.write(at, self.host.memory.view(self.at, here.size))
        return here, at

    @property
    def seat(self) -> int:  # type: ignore[override]
        """Who decides, -1 when the game is over."""
        found: int = self.host.seats[self.at]
        return found

    def scores(self) -> list[int]:
        """The score of every seat as if the game ended now."""
        host, n = self.host, self.n
        try:
            host.scores(self.at, SharedMemory.row)
        except WasmTrap:
            return self._put_right().scores()
        except WrongThreadError:
            self._move()
            return self.scores()
        return list(struct.unpack_from(f"<{n}q", host.memory.view(SharedMemory.row, 8 * n)))

    def verdict(self) -> tuple[list[int], list[int]]:
        """`winners` and `outcomes` at once."""
        host, n = self.host, self.n
        try:
            host.outcomes(self.at, SharedMemory.row + n, SharedMemory.row)
        except WasmTrap:
            return self._put_right().verdict()
        except WrongThreadError:
            self._move()
            return self.verdict()
        found: list[int] = host.memory.view(SharedMemory.row, 2 * n, "b").tolist()
        return [seat for seat in range(n) if found[seat]], found[n:]

    def _put_right(self) -> State:
        """The state as it is, outside of the core, where a question was stopped: in a trial, what was tried is left in the record."""
        found = self.known or self._again()
        if found is None:
            return self.view()
        self.host.memory.write(self.at, self.host.image.pack(found))
        self.known = found
        return found

    def standings(self) -> list[tuple[int, int]]:
        """The team of every seat and what its score is worth there; see `State.standings`."""
        return self.view().standings() if self.game.winning.teams else super().standings()

    n = _view_property("n")
    v, z, stack, queue, streams, settings = map(_view_property, ("v", "z", "stack", "queue", "streams", "settings"))
    draws, forced = _noted("draws", 0), _noted("forced", 1)
    sim = _view_property("sim")
    point, stage, a, ended = map(_view_property, ("point", "stage", "a", "ended"))
    script = property(lambda _state: None, doc="Outcomes to be drawn next, by stream; none are given.")


class ScriptedState(CompiledState):
    """A state for which outcomes to come are given, as scenarios do."""

    __slots__ = ()

    script = State.script

    def apply(self, option: int | str) -> None:
        """Take an option; see `State.apply`."""
        if not self.host.is_mine():
            self._move()
        host, before = self.host, self.script
        host.put_script(before or {})
        try:
            super().apply(option)
        finally:
            left = host.take_script()
        if self.script is before:  # else the state was put back, and its outcomes with it
            self.script = left

    def view(self, *, noted: bool = True) -> State:
        """The state as it is now, outside of the core; see `CompiledState.view`."""
        found = super().view(noted=noted)
        found.script = _copy(self.script)
        return found

    def clone(self) -> CompiledState:
        """An independent copy."""
        new = super().clone()
        new.script = _copy(self.script)
        return new

    def _keep(self, count: int) -> int:
        """Scenarios are short, and what is left of the outcomes is not known yet: nothing is kept."""
        return count

    def _again(self) -> State | None:
        return history.state_before(self.past, self.kept)

    def _becomes(self, state: State) -> None:
        super()._becomes(state)
        self.script = _copy(state.script)


class RecordCheckpoint(history.Checkpoint):
    """A state of the core, kept as its record."""

    __slots__ = ("_game", "_image", "_logs", "record")

    def __init__(self, past: Any, game: Game, image: StateImage, record: bytes, logs: tuple[bytes, bytes]) -> None:
        """`logs`: what the decision before drew and forced; see `CoreInstance.logs`."""
        self.past, self._game, self._image = past, game, image
        self.record, self._logs = record, logs

    def again(self) -> State:
        """The state, which may be changed."""
        draws, forced = (memoryview(log).cast("i").tolist() for log in self._logs)
        state = unpack_state(self._game, self._image, self.record, (draws, forced))
        state.past, state.kept = self.past, self
        return state


def unpack_state(
    game: Game, image: StateImage, record: bytes | memoryview, noted: tuple[list[int], list[int]]
) -> State:
    """A record as a state outside of the core, without its history; `noted`: what its last decision drew and forced."""
    state = State.__new__(State)
    state.game, state.script, state.steps = game, None, 0
    image.unpack(record, state)
    draws, forced = noted
    state.draws, state.forced = draws[:], forced[:]
    return state


def _copy(script: Mapping[int, list[int]] | None) -> dict[int, list[int]]:
    return {stream: outcomes[:] for stream, outcomes in (script or {}).items()}


# States side by side within the core: records one after the other, one call a step.


class CompiledBatch:
    """What `States` shows lies in the memory of the core itself; nothing is copied out of it."""

    def __init__(
        self,
        game: Game,
        host: CoreInstance,
        count: int,
        blank: State,
        bases: bytes,
        seed: int,
        options: Mapping[str, object],
    ) -> None:
        self.game, self.host, self.count, self.players = game, host, count, blank.n
        self.seed, self.options = seed, options
        self._lock = RLock()
        names = ("find_illegal", "apply_options", "read_options")
        self._find_illegal, self._apply, self._read = map(host.function, names)
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
            except WasmTrap as trapped:
                game.new(blank.n, seed, options, game=place)
                raise CoreDisagreementError(game, f"in game {place} of seed {seed}") from trapped
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
        wrong = self._find_illegal(self._first, self.host.size, self.count, self._taken)
        if wrong >= 0:
            raise IllegalOption(f"{taken[wrong]} is not possible now in place {wrong}")
        try:
            self._apply(
                self._first, self.host.size, self.count, self._kept, self._template, self._bases, self._numbers,
                self._taken, self._finished, self._final, self._ends,
            )  # fmt: skip
        except WasmTrap as trapped:
            self._stopped(taken, trapped)
        self.look()

    def _stopped(self, taken: array[int], trapped: WasmTrap) -> None:
        """Put the state back in which a rule is broken, and let the interpreter say which."""
        host = self.host
        place = host.playing()
        numbers = host.memory.view(self._numbers, 8 * self.count, "q")
        if self.finished[place]:  # it was the beginning of the next game that stopped
            numbers[place] -= self.count
        host.memory.write(self._at(place), host.memory.read(self._kept, host.size))
        try:
            self._by_interpreter(place, taken[place], numbers[place] + self.count)
        except BrokenRuleError as error:
            self.look()
            raise error.within(translations("rule.in_place", place=place)) from error
        raise CoreDisagreementError(self.game, f"in place {place}") from trapped

    def _by_interpreter(self, place: int, option: int, following: int) -> None:
        """Take an option in one place outside of the core, and begin the following game if that one is over."""
        state = self.state(place).plain()
        self.game.take(state, option)
        if state.over:
            state.verdict()
            self.game.begin(self.game.blank(self.players, self.seed, self.options, following))

    def _at(self, place: int) -> int:
        return self._first + place * self.host.size

    def look(self) -> None:
        """Who acts in each, and what is offered there."""
        self._read(self._first, self.host.size, self.count, self._seats, self._masks, self.game.vocabulary_size)

    def state(self, place: int) -> State:
        """A copy of one of them, outside of the core."""
        state = State.__new__(State)
        state.game, state.script, state.steps = self.game, None, 0
        self.host.image.unpack(self.host.memory.view(self._at(place), self.host.size), state)
        state.draws, state.forced = [], []
        state.past = state.kept = None
        state.past = state.clone()
        return state

    def numbers(self) -> memoryview:
        """What the seat that decides may know in each, as `State.numbers`; there is room for it once somebody has asked."""
        with self._held():
            if self._told is None:
                self._told = self._room()
            found, places = self._told
            self.host.function("read_observations")(self._first, self.host.size, self.count, *places)
        return found

    def _room(self) -> tuple[memoryview, tuple[int, ...]]:
        """Where the numbers go, and what the core is told: the plans, how long one is, where the numbers go, how many of each."""
        numbers, host = self.game.numbers(self.players), self.host
        plans = [each for plan in numbers.plans for each in plan]
        at, out = host.room(4 * len(plans)), host.room(4 * self.count * len(numbers))
        host.memory.write(at, struct.pack(f"<{len(plans)}i", *plans))
        view = host.memory.view(out, 4 * self.count * len(numbers), "i").cast("B").cast("i", (self.count, len(numbers)))
        return view, (at, len(plans) // len(numbers.plans), out, len(numbers))
