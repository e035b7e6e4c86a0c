"""A state that lies in the core, behind the same seam as any other."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ruleset_core.engine import history
from ruleset_core.engine.core.errors import DisagreementError
from ruleset_core.engine.state import State
from ruleset_core.errors import BrokenRuleError, SaveError
from ruleset_core.lang.wasm.record import Shared
from ruleset_core.native.binding import Trapped, WrongThreadError

if TYPE_CHECKING:
    from ruleset_core.engine.core.host import Host
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.wasm.image import Image

_blank = object.__new__


def _seen(name: str) -> property:
    """Something of a state that is read out of the record when somebody asks."""

    def read(self: CompiledState) -> Any:
        return getattr(self.view(), name)

    return property(read, doc=f"`{name}` of the state, as of any other; not to be changed.")


class CompiledState(State):
    """A game in progress within the core: `apply` and `clone` take about a microsecond, `options` and `seat` less.

    Everything else a `State` has is there as well; it is read out of the core when asked for. Any thread may use it, one at a time:
    a state that is used in another thread than before moves to the memory of that one. `plain` gives the same state outside of
    the core, `Core.compiled` brings one in.
    """

    __slots__ = ("at", "host", "known")

    known: State | None
    at: int
    host: Host

    @classmethod
    def of(cls, state: State, host: Host) -> CompiledState:
        """A state, in the core. Raises SaveError for one that the core has no room for."""
        try:
            record = host.image.pack(state)
        except ValueError as error:
            raise SaveError(str(error)) from error
        at = host.record()
        host.memory.write(at, record)
        new = _blank(ScriptedState if state.script else cls)
        if isinstance(new, ScriptedState):
            new.given = _copy(state.script or {})
        new.game, new.host, new.at = state.game, host, at
        new.options, new.known, new.past, new.kept = state.options, state.clone(), state.past, state.kept
        return new

    @classmethod
    def begun(cls, begun: history.Begun, host: Host) -> CompiledState:
        """A game at its first decision."""
        try:
            at, count = host.start(begun)
        except Trapped as trapped:
            too_long = host.too_long()
            state = begun.game.begin(begun.blank())
            if too_long:
                return cls.of(state, host)
            raise DisagreementError(begun.game, "in the setup") from trapped
        new = _blank(cls)
        new.game, new.host, new.at, new.known, new.past, new.kept = begun.game, host, at, None, begun, None
        new.options = host.options(at, count)
        host.latest = new
        return new

    def __del__(self) -> None:
        self.host.free.append(self.at)

    def view(self) -> State:
        """The state as it is now, outside of the core; it is shared, so not to be changed."""
        found = self.known
        if found is None:
            noted = self.host.noted() if self.host.latest is self and self.host.is_mine() else None
            if (
                noted is None
            ):  # another state was played on since then (or may be, in its thread), or it was more than is noted
                was = self._again()
                noted = ([], []) if was is None else (was.draws, was.forced)
            found = unpacked(self.game, self.host.image, self.host.memory.view(self.at, self.host.size), noted)
            found.past, found.kept = self.past, self.kept
            self.known = found
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
        except Trapped as trapped:
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
        self.options = host.offered[at : at + count].tolist()  # as `Host.options`, without a call

    def _stopped(self, option: int, trapped: Trapped) -> None:
        """The core stopped: the state is made again as it was, and Python says what is wrong.

        If all that stopped it were steps, of which the interpreter may count fewer, the decision stands.

        Raises:
            BrokenRuleError: what the interpreter refuses.
            DisagreementError: Python goes on where the core stops.
        """
        too_long, was = self.host.too_long(), self._again()
        if was is None:
            raise BrokenRuleError("a rule is broken, and it is not known how this state came about") from trapped
        history.keep(was)
        self._becomes(was)
        was.apply(option)
        if not too_long:
            raise DisagreementError(self.game, f"at `{self.game.notation(option)}`") from trapped
        history.keep(was)
        self._becomes(was)

    def _keep(self, count: int) -> int:
        """Keep the state as it is now, which is asked for so many options: of its history so far nothing need be played again."""
        host = self.host
        logs = host.logs()
        if logs is None:
            self.kept = history.Kept(self.past, self.plain())
        else:
            self.kept = KeptRecord(self.past, self.game, host.image, host.raw(self.at), logs)
        return count

    def _again(self) -> State | None:
        """The state as it was after its last decision, outside of the core: played again from what was kept."""
        start, taken = history.since(self.past, self.kept)
        host = self.host.here()
        if isinstance(start, history.Begun):
            at = host.start(start)[0]
        elif isinstance(start, KeptRecord) and taken:
            at = host.record()
            host.memory.write(at, start.record)
        else:
            return history.before(self.past, self.kept)
        try:
            for option in taken:
                host.go_on(at, option)
        except Trapped:  # it counts more steps than Python, which took this decision
            host.too_long()
            return history.before(self.past, self.kept)
        else:
            noted = host.noted()
            if noted is None:
                return history.before(self.past, self.kept)
            found = unpacked(self.game, host.image, host.memory.view(at, host.size), noted)
            found.past, found.kept = self.past, self.kept
            return found
        finally:
            host.latest = None
            host.release(at)

    def _becomes(self, state: State) -> None:
        """The same as another state."""
        self.host.memory.write(self.at, self.host.image.pack(state))
        self.options, self.known, self.past = state.options, state.clone(), state.past
        self.kept = state.kept

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

    def _carried(self) -> tuple[Host, int]:
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
            host.scores(self.at, Shared.row)
        except Trapped:
            return self.view().scores()
        except WrongThreadError:
            self._move()
            return self.scores()
        return list(struct.unpack_from(f"<{n}q", host.memory.view(Shared.row, 8 * n)))

    def verdict(self) -> tuple[list[int], list[int]]:
        """`winners` and `outcomes` at once."""
        host, n = self.host, self.n
        try:
            host.outcomes(self.at, Shared.row + n, Shared.row)
        except Trapped:
            return self.view().verdict()
        except WrongThreadError:
            self._move()
            return self.verdict()
        found: list[int] = host.memory.view(Shared.row, 2 * n, "b").tolist()
        return [seat for seat in range(n) if found[seat]], found[n:]

    def standings(self) -> list[tuple[int, int]]:
        """The team of every seat and what its score is worth there; see `State.standings`."""
        return self.view().standings() if self.game.winning.teams else super().standings()

    n = _seen("n")
    v, z, stack, queue, streams, settings = map(_seen, ("v", "z", "stack", "queue", "streams", "settings"))
    draws, forced, sim = map(_seen, ("draws", "forced", "sim"))
    point, stage, a, ended = map(_seen, ("point", "stage", "a", "ended"))
    script = property(lambda _state: None, doc="Outcomes to be drawn next, by stream; none are given.")


class ScriptedState(CompiledState):
    """A state for which outcomes to come are given, as scenarios do."""

    __slots__ = ("given",)

    given: dict[int, list[int]]

    def apply(self, option: int | str) -> None:
        """Take an option; see `State.apply`."""
        if not self.host.is_mine():
            self._move()
        host, before = self.host, self.given
        host.put_script(before)
        try:
            super().apply(option)
        finally:
            left = host.take_script()
        if self.given is before:  # else the state was put back, and its outcomes with it
            self.given = left

    def view(self) -> State:
        """The state as it is now, outside of the core."""
        found = super().view()
        found.script = _copy(self.given)
        return found

    def clone(self) -> CompiledState:
        """An independent copy."""
        new = super().clone()
        assert isinstance(new, ScriptedState)
        new.given = _copy(self.given)
        return new

    def _keep(self, count: int) -> int:
        """Scenarios are short, and what is left of the outcomes is not known yet: nothing is kept."""
        return count

    def _again(self) -> State | None:
        return history.before(self.past, self.kept)

    def _becomes(self, state: State) -> None:
        super()._becomes(state)
        self.given = _copy(state.script or {})

    script = property(lambda state: state.given, doc="Outcomes to be drawn next, by stream.")


class KeptRecord(history.Kept):
    """A state of the core, kept as its record."""

    __slots__ = ("_game", "_image", "_logs", "record")

    def __init__(self, past: Any, game: Game, image: Image, record: bytes, logs: tuple[bytes, bytes]) -> None:
        """`logs`: what the decision before drew and forced; see `Host.logs`."""
        self.past, self._game, self._image = past, game, image
        self.record, self._logs = record, logs

    def again(self) -> State:
        """The state, which may be changed."""
        draws, forced = (memoryview(log).cast("i").tolist() for log in self._logs)
        state = unpacked(self._game, self._image, self.record, (draws, forced))
        state.past, state.kept = self.past, self
        return state


def unpacked(game: Game, image: Image, record: bytes | memoryview, noted: tuple[list[int], list[int]]) -> State:
    """A record as a state outside of the core, without its history; `noted`: what its last decision drew and forced."""
    state = State.__new__(State)
    state.game, state.script, state.steps, state.since = game, None, 0, 0
    image.unpack(record, state)
    draws, forced = noted
    state.draws, state.forced = draws[:], forced[:]
    return state


def _copy(script: Mapping[int, list[int]]) -> dict[int, list[int]]:
    return {stream: outcomes[:] for stream, outcomes in script.items()}
