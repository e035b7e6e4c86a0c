"""Hooks called from the core: functions of Python that see the state in its record, and change it there.

A hook gets a `HookedState`. Its values are those in memory. Everything else is read out of the record when the hook asks for
it, and what the hook changed of that is written back when it is done.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from weakref import ref

from ruleset_core.engine.state import State
from ruleset_core.lang.wasm.encode import HOOKS
from ruleset_core.lang.wasm.record import Shared
from ruleset_core.native.imports import Import

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.wasm.image import Image
    from ruleset_core.native.memory import Code, Memory

KEPT = 4096
"""So many records are kept as states, which takes longer to make than most hooks take."""


class Hooks:
    """The hooks of a game, called from its module; whoever has an instance of the module keeps them.

    Attributes:
        memory: that of the module, once there is an instance.
    """

    memory: Memory

    def __init__(self, game: Game, image: Image) -> None:
        self._game, self._image = game, image
        self._states: dict[int, HookedState] = {}
        self._words: dict[int, memoryview] = {}

    def imports(self) -> list[Import]:
        """What the module imports. It does not hold the hooks, since they hold its memory."""
        types = self._game.source.decided.hooks
        return [
            Import(HOOKS, name, _calling(ref(self), self._game.hooks[name], count)) for name, count in types.items()
        ]

    def words(self, count: int) -> memoryview:
        """Where the module puts what a hook of so many parameters is called with."""
        if count not in self._words:
            self._words[count] = self.memory.view(self._image.notes.hooked, 4 * (1 + count), "i")
        return self._words[count]

    def state(self, at: int) -> HookedState:
        """The state in a record."""
        found = self._states.get(at)
        if found is None or not found.fits():
            if len(self._states) >= KEPT:
                self._states.clear()
            found = self._states[at] = HookedState(self._game, self.memory, self._image, at)
        return found

    def forget(self, at: int) -> None:
        """What a hook that failed had read and changed."""
        self._states.pop(at, None)


def _calling(held: Callable[[], Hooks | None], run: Callable[..., int], count: int) -> Callable[[], None]:
    """Calls a hook of so many parameters, with the state first."""

    def called() -> None:
        hooks: Any = held()  # it is there, since its module calls
        words = hooks.words(count)
        numbers = words.tolist()
        at = numbers[0]
        state = numbers[0] = hooks.state(at)
        try:
            found = run(*numbers)
            state.write_back()
        except BaseException:
            hooks.forget(at)
            raise
        words[0] = found

    return called


class _List(Sequence[Any]):
    """A list that keeps its length, whose entries lie in memory."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return [*self] == ([*other] if isinstance(other, _List) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr([*self])

    def copy(self) -> list[Any]:
        """A list of the entries."""
        return [*self]


class Values(_List):
    """The values of a state."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: memoryview) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers.tolist())

    def __getitem__(self, place: Any) -> Any:
        found = self._numbers[place]
        return found if found.__class__ is int else found.tolist()

    def __setitem__(self, place: Any, value: Any) -> None:
        if not isinstance(place, slice):
            self._numbers[place] = value
            return
        for at, each in [*zip(range(*place.indices(len(self))), value, strict=True)]:  # all or nothing
            self._numbers[at] = each


class Zones(_List):
    """The lists of pieces of a state, each read when it is asked for."""

    __slots__ = ("_count", "_image", "_numbers", "_raw", "_read", "_was")

    def __init__(self, image: Image, raw: memoryview, count: int) -> None:
        self._image, self._raw, self._count = image, raw, count
        self._numbers = raw if image.record.width == 1 else raw.cast("H")
        self._read: dict[int, list[int]] = {}
        self._was: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(self._count))]
        found = self._read.get(place)
        return self._look(place) if found is None else found

    def _look(self, place: int) -> list[int]:
        if not 0 <= place < self._count:
            return self[range(self._count)[place]]  # type: ignore[no-any-return]
        start = self._image.record.zones[place] // self._image.record.width + 1
        found = self._read[place] = self._numbers[start : start + self._numbers[start - 1]].tolist()
        self._was[place] = found[:]
        return found

    def __setitem__(self, place: int, pieces: Sequence[int]) -> None:
        self[place][:] = pieces

    def write_back(self) -> None:
        """Put those that were changed into the record. Raises ValueError where they do not fit."""
        for place, now in self._read.items():
            if now != self._was[place]:
                self._image.put_zone(self._raw, place, now)
        self._read.clear()


def _number(place: str, code: Code) -> property:
    """A number that lies in the record."""

    def at(state: HookedState) -> memoryview:
        where = getattr(state._image.record, place)  # noqa: SLF001 - a property of its class
        return state._raw[where : where + struct.calcsize(code)].cast(code)  # noqa: SLF001

    def read(state: HookedState) -> int:
        found: int = at(state)[0]
        return found

    def write(state: HookedState, value: int) -> None:
        at(state)[0] = value

    return property(read, write, doc=f"`{place}` of the record.")


def _once(read: Callable[[HookedState], Any]) -> property:
    """Something that is read out of the record when a hook asks for it first."""
    name = read.__name__

    def get(state: HookedState) -> Any:
        found = state._read.get(name)  # noqa: SLF001 - a property of its class
        if found is None:
            found = state._read[name] = read(state)  # noqa: SLF001
        return found

    return property(get, doc=read.__doc__)


def _hardly(name: str) -> property:
    """Something that hooks hardly ever look at: the whole record is read for it."""
    return property(
        lambda state: getattr(state.rest, name), doc=f"`{name}` of the state, as of any other; not to be changed."
    )


class HookedState(State):
    """A state in its record, while a rule is in progress; a hook may use it as long as it runs.

    It may change values, lists of pieces, random streams, `draws`, `stage` and `ended`. What is still to be done (`stack`,
    `queue`) and the copy for choices at the same time (`sim`) are there to be read.
    """

    __slots__ = ("_image", "_memory", "_raw", "_read", "_was")

    v: Values  # type: ignore[assignment]
    z: Zones  # type: ignore[assignment]
    _image: Image
    _memory: Memory
    _raw: memoryview
    _read: dict[str, Any]
    _was: dict[str, list[int]]

    def __init__(self, game: Game, memory: Memory, image: Image, at: int) -> None:
        record, layout = image.record, image.notes.layout
        self.game, self._memory, self._image, self._read, self._was = game, memory, image, {}, {}
        raw = self._raw = memory.view(at, record.size)
        self.n = raw[record.seats]
        self.v = Values(raw[record.values : record.values + 4 * (layout.shared + self.n * layout.seat)].cast("i"))
        self.z = Zones(image, raw, layout.shared_zones + self.n * layout.seat_zones)
        self.past, self.kept, self.script, self.steps, self.since = None, None, None, 0, 0

    def fits(self) -> bool:
        """Whether as many play in the record as when this was made."""
        return self._raw[0] == self.n

    def write_back(self) -> None:
        """Put into the record what the hook changed of what it read, and forget it. Raises ValueError where it does not fit."""
        if self.z._read:  # noqa: SLF001 - they belong together
            self.z.write_back()
        if self._read:
            self._write_rest()

    def _write_rest(self) -> None:
        for name, was in self._was.items():
            now = self._read[name]
            if now != was and name == "streams":
                struct.pack_into(f"<{len(was)}Q", self._raw, self._image.record.streams, *now)
            elif now != was:
                self._note(now)
        self._read, self._was = {}, {}

    def _note(self, draws: list[int]) -> None:
        """What was drawn besides is noted, as far as the core notes it."""
        memory, count = self._memory, len(draws) // 3
        if memory.view(Shared.drawn, 4, "i")[0] <= Shared.drawn_most:
            kept = draws[: 3 * Shared.drawn_most]
            memory.write(Shared.drawn_log, struct.pack(f"<{len(kept)}i", *kept))
            memory.view(Shared.drawn, 4, "i")[0] = min(count, Shared.drawn_most + 1)

    def plain(self) -> State:
        """A copy of the state as it is now."""
        return self.clone()

    seat, ended, point = _number("seat", "b"), _number("ended", "B"), _number("point", "H")
    stage, a = _number("stage", "H"), _number("answer", "i")

    @_once
    def streams(self) -> list[int]:
        """The random streams."""
        count = self._image.notes.layout.streams
        found = list(struct.unpack_from(f"<{count}Q", self._raw, self._image.record.streams))
        self._was["streams"] = found[:]
        return found

    @_once
    def draws(self) -> list[int]:
        """What was drawn since the last decision."""
        found = self._log(Shared.drawn, Shared.drawn_log, 3, Shared.drawn_most)
        self._was["draws"] = found[:]
        return found

    @_once
    def forced(self) -> list[int]:
        """What was taken by itself since the last decision."""
        return self._log(Shared.forced, Shared.forced_log, 2, Shared.forced_most)

    @_once
    def rest(self) -> State:
        """The whole state, outside of the core."""
        found = State.__new__(State)
        self._image.unpack(self._raw, found)
        return found

    stack, queue, sim, settings, options = map(_hardly, ("stack", "queue", "sim", "settings", "options"))

    def _log(self, counted: int, at: int, words: int, most: int) -> list[int]:
        """As much of a log as is noted."""
        view = self._memory.view
        found: list[int] = view(at, 4 * words * min(view(counted, 4, "i")[0], most), "i").tolist()
        return found
