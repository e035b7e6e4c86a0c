"""Instances of the module of a game, one a thread: memory, functions, records in and out, and hooks called from WebAssembly.

Each thread plays in an instance of its own, since two in one memory would spoil it. An instance is the module's memory with names
for what lies there:

    record(), release(at)    room for the record of a state that lives here, by its address
    start(begun)             a new game up to its first decision, in a record of its own
    options(at, count)       the options of the record: [0, 1]
    noted()                  what the last decision drew, (stream, size, outcome), and took by itself, (seat, option)
    HookState                what a hook gets: a state that reads the record at the address it was called with

Records in and out go through `compile.wasm.state_layout.StateImage`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any
from weakref import ref

from ruleset_core.compile.host.wasm_modules import HostImport, HostInstance, HostMemory, HostModule, NumberCode
from ruleset_core.compile.host.wasmtime_binding import PAGE, Numbers, WasmTrap, numbers_type
from ruleset_core.compile.wasm.module_builder import HOOKS
from ruleset_core.compile.wasm.state_layout import ModuleMetadata, SharedMemory, StateImage
from ruleset_core.engine.game import Game
from ruleset_core.engine.history import NewGameStart
from ruleset_core.engine.state import State

# Hooks called from the core: functions of Python that see the state in its record, and change it there.
#
# A hook gets a `HookState`. Its values are those in memory. Everything else is read out of the record when the hook
# asks for it, and what the hook changed of that is written back when it is done.

KEPT = 4096
"""So many records are kept as states, which takes longer to make than most hooks take."""


class HookImports:
    """The hooks of a game, called from its module; whoever has an instance of the module keeps them.

    Attributes:
        words: where the module puts what a hook is called with, by how many words that is; there once `enter` was called.
        states: the states in the records that hooks were called with, by address.
    """

    def __init__(self, game: Game, image: StateImage) -> None:
        self._game, self._image = game, image
        self.words: dict[int, memoryview] = {}
        self.states: dict[int, HookState] = {}

    def imports(self) -> list[HostImport]:
        """What the module imports. It does not hold the hooks, since they hold its memory."""
        return [
            HostImport(HOOKS, name, _calling(ref(self), self._game.hooks[name], 1 + count))
            for name, count in self._counts()
        ]

    def _counts(self) -> list[tuple[str, int]]:
        """Hooks, and with how many words the core calls them: the seat and the arguments. No IR is made for it, as the module may come from disk."""
        hooks = self._game.program.vocabulary.hooks
        return [(name, 1 + len(hooks[name].params)) for name in sorted(hooks)]

    def enter(self, memory: HostMemory) -> None:
        """Begin to work with the memory of an instance."""
        self._memory = memory
        for _, count in self._counts():
            self.words[1 + count] = memory.view(self._image.notes.hooked, 4 * (1 + count), "i")

    def state(self, at: int) -> HookState:
        """A new state in a record, kept in `states`."""
        if len(self.states) >= KEPT:
            self.states.clear()
        found = self.states[at] = HookState(self._game, self._memory, self._image, at)
        return found


def _calling(held: Callable[[], HookImports | None], run: Callable[..., int], count: int) -> Callable[[], None]:
    """Calls a hook that is given so many words, with the state first. Little is done here: rules call hooks very often."""

    def called() -> None:
        hooks: Any = held()  # it is there, since its module calls
        words = hooks.words[count]
        numbers = words.tolist()
        at = numbers[0]
        state = hooks.states.get(at)
        if state is None or state.raw[0] != state.n:  # others may play in that record than when it was made
            state = hooks.state(at)
        numbers[0] = state
        try:
            words[0] = run(*numbers)
            zones = state.z
            if zones.read:
                zones.write_back()
            if state.read:
                state.write_back()
        except BaseException:
            hooks.states.pop(at, None)  # with what the hook had read and changed
            raise

    return called


class RecordZones(Sequence[list[int]]):
    """The lists of pieces of a state, each read when it is asked for.

    Attributes:
        read: those that were asked for, as they are now.
    """

    __slots__ = ("_image", "_numbers", "_raw", "_starts", "_was", "read")

    def __init__(self, image: StateImage, raw: memoryview, count: int) -> None:
        width, self._image, self._raw = image.record.width, image, raw
        self._numbers = raw if width == 1 else raw.cast("H")
        self._starts = [place // width for place in image.record.zones[:count]]
        self.read: dict[int, list[int]] = {}
        self._was: dict[int, list[int]] = {}

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, place: Any) -> Any:
        if place.__class__ is slice:
            return [self[each] for each in range(*place.indices(len(self._starts)))]
        found = self.read.get(place)
        if found is not None:
            return found
        start = self._starts[place] + 1
        if place < 0:
            return self[place + len(self._starts)]
        numbers = self._numbers
        found = self.read[place] = numbers[start : start + numbers[start - 1]].tolist()
        self._was[place] = found[:]
        return found

    def __setitem__(self, place: int, pieces: Sequence[int]) -> None:
        self[place][:] = pieces

    def __eq__(self, other: object) -> bool:
        return [*self] == ([*other] if isinstance(other, RecordZones) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr([*self])

    def copy(self) -> list[list[int]]:
        """A list of the lists."""
        return [*self]

    def write_back(self) -> None:
        """Put those that were changed into the record, and forget all. Raises ValueError where they do not fit."""
        read, was = self.read, self._was
        if read != was:
            for place, now in read.items():
                if now != was[place]:
                    self._image.put_zone(self._raw, place, now)
        read.clear()
        was.clear()


def _number(place: str, code: NumberCode) -> property:
    """A number that lies in the record."""
    word = struct.Struct("<" + code)

    def read(state: HookState) -> int:
        found: int = word.unpack_from(state.raw, getattr(state._image.record, place))[0]  # noqa: SLF001 - a property of its class
        return found

    def write(state: HookState, value: int) -> None:
        word.pack_into(state.raw, getattr(state._image.record, place), value)  # noqa: SLF001

    return property(read, write, doc=f"`{place}` of the record.")


def _once(read: Callable[[HookState], Any]) -> property:
    """Something that is read out of the record when a hook asks for it first."""
    name = read.__name__

    def get(state: HookState) -> Any:
        found = state.read.get(name)
        if found is None:
            found = state.read[name] = read(state)
        return found

    return property(get, doc=read.__doc__)


def _hardly(name: str) -> property:
    """Something that hooks hardly ever look at: the whole record is read for it."""
    return property(
        lambda state: getattr(state.rest, name), doc=f"`{name}` of the state, as of any other; not to be changed."
    )


class HookState(State):
    """A state in its record, while a rule is in progress; a hook may use it as long as it runs.

    It may change values, lists of pieces, random streams, `draws`, `stage` and `ended`. What is still to be done (`stack`,
    `queue`) and the copy for choices at the same time (`sim`) are there to be read.

    Attributes:
        raw: the record.
        read: what the hook asked for besides values and lists of pieces.
    """

    __slots__ = ("_drawn", "_image", "_memory", "_was", "raw", "read")

    v: Numbers  # type: ignore[assignment]
    z: RecordZones  # type: ignore[assignment]
    _drawn: memoryview
    _image: StateImage
    _memory: HostMemory
    raw: memoryview
    read: dict[str, Any]
    _was: dict[str, list[int]]

    def __init__(self, game: Game, memory: HostMemory, image: StateImage, at: int) -> None:
        record, layout = image.record, image.notes.layout
        self.game, self._memory, self._image, self.read, self._was = game, memory, image, {}, {}
        raw = self.raw = memory.view(at, record.size)
        self._drawn = memory.view(SharedMemory.drawn, 4, "i")
        self.n = raw[record.seats]
        self.v = numbers_type(layout.shared + self.n * layout.seat).from_buffer(raw, record.values)
        self.z = RecordZones(image, raw, layout.shared_zones + self.n * layout.seat_zones)
        self.past, self.kept, self.script, self.steps = None, None, None, 0

    def write_back(self) -> None:
        """Put into the record what the hook changed of what is in `read`, and forget it."""
        for name, was in self._was.items():
            now = self.read[name]
            if now != was and name == "streams":
                struct.pack_into(f"<{len(was)}Q", self.raw, self._image.record.streams, *now)
            elif now != was:
                self._note(now)
        self.read.clear()
        self._was.clear()

    def _note(self, draws: list[int]) -> None:
        """What was drawn besides is noted, as far as the core notes it."""
        kept = draws[: 3 * SharedMemory.drawn_most]
        self._memory.write(SharedMemory.drawn_log, struct.pack(f"<{len(kept)}i", *kept))
        self._drawn[0] = min(len(draws) // 3, SharedMemory.drawn_most + 1)

    def plain(self) -> State:
        """A copy of the state as it is now."""
        return self.clone()

    seat, ended, point = _number("seat", "b"), _number("ended", "B"), _number("point", "H")
    stage, a = _number("stage", "H"), _number("answer", "i")

    @_once
    def streams(self) -> list[int]:
        """The random streams."""
        count = self._image.notes.layout.streams
        found = list(struct.unpack_from(f"<{count}Q", self.raw, self._image.record.streams))
        self._was["streams"] = found[:]
        return found

    @_once
    def draws(self) -> list[int]:
        """What was drawn since the last decision; nothing, and what is added is not noted, where the core does not note it.

        It does not while it plays many games, and after very many draws.
        """
        count = self._drawn[0]
        if count > SharedMemory.drawn_most:
            return []
        found: list[int] = self._memory.view(SharedMemory.drawn_log, 12 * count, "i").tolist()
        self._was["draws"] = found[:]
        return found

    @_once
    def forced(self) -> list[int]:
        """What was taken by itself since the last decision, as much as the core notes."""
        view = self._memory.view
        count = min(view(SharedMemory.forced, 4, "i")[0], SharedMemory.forced_most)
        found: list[int] = view(SharedMemory.forced_log, 8 * count, "i").tolist()
        return found

    @_once
    def rest(self) -> State:
        """The whole state, outside of the core."""
        found = State.__new__(State)
        self._image.unpack(self.raw, found)
        return found

    stack, queue, sim, settings, options = map(_hardly, ("stack", "queue", "sim", "settings", "options"))


# The module of a game at work in one thread: its memory handed out in pieces, its functions, records in and out.

GROWTH = 16
"""Pages that the memory grows by at least."""

ALONE, WAITING = 1 << 32, 1 << 48
"""What `RecordLayout.deep` and the two numbers after it, read as one, are below: when nobody chooses together with others and the queue
is empty; when the queue is empty."""


class CoreInstance:
    """An instance of a game's module. It belongs to one thread, at first to the one that made it.

    Attributes:
        here: gives the host of the thread that asks, to which states of another one move.
        memory: what all records lie in.
        seats: who decides, by the address of a record.
        latest: the state that was played on last; what its decision drew and forced is noted in memory.
        free: records that nobody needs.
        offered: the options, by the address of a record without its last `narrow` bits.
        apply, go_on, scores, outcomes: see the functions of these names in `compile.wasm.core_game`.
    """

    __slots__ = (
        "_behind_copy",
        "_bytes",
        "_clone",
        "_hooks",
        "_instance",
        "_lent",
        "_noted",
        "_pack_streams",
        "_record",
        "_stack",
        "_start",
        "_streams",
        "_templates",
        "_top",
        "_used",
        "adopt",
        "apply",
        "free",
        "function",
        "go_on",
        "here",
        "image",
        "is_mine",
        "latest",
        "memory",
        "narrow",
        "notes",
        "offered",
        "outcomes",
        "scores",
        "seats",
        "size",
    )  # fmt: skip

    def __init__(self, module: HostModule, notes: ModuleMetadata, game: Game, here: Callable[[], CoreInstance]) -> None:
        self.notes, self.image, self.here = notes, StateImage(notes), here
        self._hooks = hooks = HookImports(game, self.image)
        self._instance = instance = module.instance(
            f"this memory of {game.title()} belongs to another thread, or a hook is called from it", hooks.imports()
        )
        self.is_mine, self.adopt = instance.is_mine, instance.adopt
        self.memory = instance.memory()
        hooks.enter(self.memory)
        self._record = record = self.image.record
        self.size = record.size
        brief = partial(instance.function, brief=True)
        self.apply, self._clone = brief("apply"), brief("clone")
        self.go_on = brief("go_on")
        self._start = brief("start")
        self.scores, self.outcomes = brief("scores"), brief("outcomes")
        self.function = instance.function
        self.latest: object = None
        self.free: list[int] = []
        self.seats = self._bytes = self.offered = self._used = memoryview(b"")
        self.narrow = record.option_width // 2
        self._streams, self._stack = record.streams, record.stack
        self._behind_copy = record.queue if record.stack < record.copy else 0
        self._top = notes.heap
        self._pack_streams = struct.Struct(f"<{notes.layout.streams}Q").pack_into
        self._lent = (0, 0)
        self._templates: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}
        self._noted = self.memory.view(SharedMemory.forced, 8, "Q")

    def beside(self, module: HostModule) -> HostInstance[HostModule]:
        """Another module at work in the same memory."""
        return self._instance.beside(module)

    def room(self, size: int) -> int:
        """So many bytes of memory, at a multiple of 8. They are never given back. Raises WrongThreadError."""
        self._instance.mine()
        at = -(-self._top // 8) * 8
        missing = at + size - self.memory.size
        if missing > 0:
            self.memory.grow(max(GROWTH, -(-missing // PAGE)))
        self._top = at + size
        if missing > 0 or not len(self._bytes):
            self._look()
        return at

    def _look(self) -> None:
        """See the whole memory. Where a view is of one part of records, it begins with that part of a record at address 0."""
        record, size = self._record, self.memory.size
        self._bytes = self.memory.view(0, size)
        self.seats = self.memory.view(record.seat, size - record.seat, "b")
        self.offered = self.memory.view(record.options, size - record.options, "H" if self.narrow == 1 else "I")
        self._used = self.memory.view(record.deep, size - record.deep, "Q")

    def rooms(self, sizes: Sequence[int]) -> list[int]:
        """Where there is room for so many bytes each, at multiples of 8, until somebody else asks."""
        ends = list(accumulate(size + -size % 8 for size in sizes))
        if ends[-1] > self._lent[1]:
            self._lent = (self.room(2 * ends[-1]), 2 * ends[-1])
        return [self._lent[0] + start for start in (0, *ends[:-1])]

    def record(self) -> int:
        """Room for a record."""
        try:
            return self.free.pop()
        except IndexError:
            return self.room(self.size)

    def release(self, at: int) -> None:
        """A record that nobody needs any more."""
        self.free.append(at)

    def start(self, begun: NewGameStart) -> tuple[int, int]:
        """A game up to its first decision: the record, and how many options are offered. Raises WasmTrap."""
        template, count = self._templates.get((begun.seats, begun.settings)) or self._template(begun)
        if begun.streams:
            self._pack_streams(self._bytes, template + self._streams, *begun.streams)
        if count:
            self._noted[0] = 0
            return self.copied(template), count
        at = self.record()
        try:
            return at, self._start(at, template)
        except WasmTrap:
            self.release(at)
            raise

    def _template(self, begun: NewGameStart) -> tuple[int, int]:
        """The record that a game is made from by putting its streams there, and how many options are offered in it.

        A setup that neither draws nor forces anything, and asks something in the end, is over in it. Else it is a game before anything
        has happened, with no options yet.
        """
        key, blank = (begun.seats, begun.settings), begun.blank()
        blank.stack = []
        at = self.record()
        self.memory.write(at, self.image.pack(blank))
        self._templates[key] = at, 0
        first, count = self.start(begun)
        if self._noted[0] or not count:
            self.release(first)
        else:
            self._templates[key] = first, count
            self.release(at)
        return self._templates[key]

    def copied(self, source: int) -> int:
        """A new record, as a copy of another. It is one stretch of bytes, unless reactions wait in the queue behind it."""
        try:
            to = self.free.pop()
        except IndexError:
            to = self.record()
        used = self._used[source >> 3]
        if used < ALONE:
            size = self._stack + used
        elif used < WAITING:
            size = self._behind_copy or self._stack + used - ALONE
        else:
            self._clone(to, source)
            return to
        all_of_it = self._bytes
        all_of_it[to : to + size] = all_of_it[source : source + size]
        return to

    def options(self, at: int, count: int) -> list[int]:
        """The options of a record, which are so many."""
        start = at >> self.narrow
        found: list[int] = self.offered[start : start + count].tolist()
        return found

    def playing(self) -> int:
        """The number of the game or world in progress, counted from the first of the call."""
        return self.memory.view(SharedMemory.playing, 4, "i")[0]

    def put_script(self, script: Mapping[int, Sequence[int]]) -> None:
        """The outcomes of the draws to come, by stream."""
        streams = self.notes.layout.streams
        words, outcomes = list[int](), list[int]()
        (at,) = self.rooms([8 * streams + 4 * sum(map(len, script.values()))])
        for stream in range(streams):
            given = script.get(stream, ())
            words += [at + 8 * streams + 4 * len(outcomes), len(given)]
            outcomes += given
        self.memory.write(at, struct.pack(f"<{len(words) + len(outcomes)}i", *words, *outcomes))
        self.memory.view(SharedMemory.script, 4, "i")[0] = at

    def take_script(self) -> dict[int, list[int]]:
        """What is left of them; from now on the core draws by itself."""
        pointer, streams, view = (
            self.memory.view(SharedMemory.script, 4, "i"),
            self.notes.layout.streams,
            self.memory.view,
        )
        words = view(pointer[0], 8 * streams, "i").tolist()
        pointer[0] = 0
        return {
            stream: view(words[2 * stream], 4 * words[2 * stream + 1], "i").tolist()
            for stream in range(streams)
            if words[2 * stream + 1]
        }

    def is_out_of_steps(self) -> bool:
        """Whether what was played or asked for last stopped because it took too many steps."""
        return int(self.function("steps_left")()) < 0

    def noted(self) -> tuple[list[int], list[int]] | None:
        """What the last decision drew, and what it took by itself, as `State` has it; None if it was more than is noted."""
        logs = self.logs()
        if logs is None:
            return None
        drawn, forced = (memoryview(log).cast("i").tolist() for log in logs)
        return drawn, forced

    def logs(self) -> tuple[bytes, bytes] | None:
        """The same as it lies in memory, four bytes a number."""
        both = self._noted[0]  # `SharedMemory.forced`, and behind it `SharedMemory.drawn`
        drawn, forced = both >> 32, both & 0xFFFFFFFF
        if drawn > SharedMemory.drawn_most or forced > SharedMemory.forced_most:
            return None
        all_of_it = self._bytes
        return (
            bytes(all_of_it[SharedMemory.drawn_log : SharedMemory.drawn_log + 12 * drawn]),
            bytes(all_of_it[SharedMemory.forced_log : SharedMemory.forced_log + 8 * forced]),
        )

    def stopped_at(self, again: Callable[[], object]) -> tuple[bytes, int]:
        """Where a call was stopped that can be made again: the record before the decision, and what was tried (see `SharedMemory.tried`)."""
        spare, found = self.record(), self.memory.view(SharedMemory.spare, 8, "i")
        found[0], found[1] = spare, SharedMemory.elsewhere
        try:
            again()
        except WasmTrap:
            self.latest = None
            return self.raw(spare), found[1]
        finally:
            found[0] = 0
            self.release(spare)
        return b"", SharedMemory.elsewhere

    def raw(self, at: int) -> bytes:
        """A record as it is."""
        return bytes(self._bytes[at : at + self.size])
