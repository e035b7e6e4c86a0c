"""The module of a game at work in one thread: its memory handed out in pieces, its functions, records in and out."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from ruleset_core.engine.core.hooked import Hooks
from ruleset_core.lang.wasm.image import Image, Notes
from ruleset_core.lang.wasm.record import Shared
from ruleset_core.native.binding import Trapped
from ruleset_core.native.memory import PAGE

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.history import Begun
    from ruleset_core.native.machine import Instance, Module

GROWTH = 16
"""Pages that the memory grows by at least."""

ALONE, WAITING = 1 << 32, 1 << 48
"""What `Record.deep` and the two numbers after it, read as one, are below: when nobody chooses together with others and the queue
is empty; when the queue is empty."""


class Host:
    """An instance of a game's module. It belongs to one thread, at first to the one that made it.

    Attributes:
        here: gives the host of the thread that asks, to which states of another one move.
        memory: what all records lie in.
        seats: who decides, by the address of a record.
        latest: the state that was played on last; what its decision drew and forced is noted in memory.
        free: records that nobody needs.
        offered: the options, by the address of a record without its last `narrow` bits.
        apply, go_on, scores, outcomes: see the functions of these names in `lang.wasm.native`.
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
        "_too_long",
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

    def __init__(self, module: Module, notes: Notes, game: Game, here: Callable[[], Host]) -> None:
        self.notes, self.image, self.here = notes, Image(notes), here
        self._hooks = hooks = Hooks(game, self.image)
        self._instance = instance = module.instance(
            f"this memory of {game.title()} belongs to another thread, or a hook is called from it", hooks.imports()
        )
        self.is_mine, self.adopt = instance.is_mine, instance.adopt
        self.memory = hooks.memory = instance.memory()
        self._record = record = self.image.record
        self.size = record.size
        brief = partial(instance.function, brief=True)
        self.apply, self._clone = brief("apply"), brief("clone")
        self.go_on = brief("go_on")
        self._start, self._too_long = brief("start"), brief("too_long")
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
        self._noted = self.memory.view(Shared.forced, 8, "Q")

    def beside(self, module: Module) -> Instance:
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

    def start(self, begun: Begun) -> tuple[int, int]:
        """A game up to its first decision: the record, and how many options are offered. Raises Trapped."""
        template, count = self._templates.get((begun.seats, begun.settings)) or self._template(begun)
        if begun.streams:
            self._pack_streams(self._bytes, template + self._streams, *begun.streams)
        if count:
            self._noted[0] = 0
            return self.copied(template), count
        at = self.record()
        try:
            return at, self._start(at, template)
        except Trapped:
            self.release(at)
            raise

    def _template(self, begun: Begun) -> tuple[int, int]:
        """The record that a game is made from by putting its streams there, and how many options are offered in it.

        A setup that neither draws nor forces anything is over in it. Else it is a game before anything has happened, with no
        options yet.
        """
        key, blank = (begun.seats, begun.settings), begun.blank()
        blank.stack = []
        at = self.record()
        self.memory.write(at, self.image.pack(blank))
        self._templates[key] = at, 0
        first, count = self.start(begun)
        if self._noted[0]:
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
        self.memory.view(Shared.script, 4, "i")[0] = at

    def take_script(self) -> dict[int, list[int]]:
        """What is left of them; from now on the core draws by itself."""
        pointer, streams, view = self.memory.view(Shared.script, 4, "i"), self.notes.layout.streams, self.memory.view
        words = view(pointer[0], 8 * streams, "i").tolist()
        pointer[0] = 0
        return {
            stream: view(words[2 * stream], 4 * words[2 * stream + 1], "i").tolist()
            for stream in range(streams)
            if words[2 * stream + 1]
        }

    def too_long(self) -> bool:
        """Of a call that was stopped: whether the core counted too many steps. What is noted then belongs to no state."""
        self.latest = None
        return self._too_long() != 0

    def noted(self) -> tuple[list[int], list[int]] | None:
        """What the last decision drew, and what it took by itself, as `State` has it; None if it was more than is noted."""
        logs = self.logs()
        if logs is None:
            return None
        drawn, forced = (memoryview(log).cast("i").tolist() for log in logs)
        return drawn, forced

    def logs(self) -> tuple[bytes, bytes] | None:
        """The same as it lies in memory, four bytes a number."""
        both = self._noted[0]  # `Shared.forced`, and behind it `Shared.drawn`
        drawn, forced = both >> 32, both & 0xFFFFFFFF
        if drawn > Shared.drawn_most or forced > Shared.forced_most:
            return None
        all_of_it = self._bytes
        return (
            bytes(all_of_it[Shared.drawn_log : Shared.drawn_log + 12 * drawn]),
            bytes(all_of_it[Shared.forced_log : Shared.forced_log + 8 * forced]),
        )

    def stopped_at(self, again: Callable[[], object]) -> tuple[bytes, int]:
        """Where a call was stopped that can be made again: the record before the decision, and what was tried (see `Shared.tried`)."""
        spare, found = self.record(), self.memory.view(Shared.spare, 8, "i")
        found[0], found[1] = spare, Shared.elsewhere
        try:
            again()
        except Trapped:
            self.latest = None
            return self.raw(spare), found[1]
        finally:
            found[0] = 0
            self.release(spare)
        return b"", Shared.elsewhere

    def raw(self, at: int) -> bytes:
        """A record as it is."""
        return bytes(self._bytes[at : at + self.size])
