"""The module of a game at work in one thread: its memory handed out in pieces, its functions, records in and out."""

from __future__ import annotations

import struct
from functools import partial
from typing import TYPE_CHECKING

from ruleset_core.lang.wasm.image import Image, Notes
from ruleset_core.lang.wasm.record import Shared
from ruleset_core.native.memory import PAGE

if TYPE_CHECKING:
    from ruleset_core.engine.history import Begun
    from ruleset_core.native.machine import Module

GROWTH = 16
"""Pages that the memory grows by at least."""


class Host:
    """An instance of a game's module. It belongs to the thread that made it, and so does everything it hands out.

    Attributes:
        memory: what all records lie in; `bytes` is all of it.
        latest: the state that was played on last; what its decision drew and forced is noted in memory.
        free: records that nobody needs.
        apply, scores, winners, too_long: see the functions of these names in `lang.wasm.native`.
    """

    def __init__(self, module: Module, notes: Notes) -> None:
        instance = module.instance()
        self.notes, self.image = notes, Image(notes)
        self.memory = instance.memory()
        self._record = self.image.record
        self.size = self._record.size
        brief = partial(instance.function, brief=True)
        self.apply, self._clone = brief("apply"), brief("clone")
        self._start, self.too_long = brief("start"), brief("too_long")
        self.scores, self.winners = brief("scores"), brief("winners")
        self.function = instance.function
        self.seat = self.image.record.seat
        self.latest: object = None
        self.free: list[int] = []
        self.bytes = memoryview(b"")
        self._halves = self._words_of = self.bytes
        self._top = notes.heap
        self._pack_streams = struct.Struct(f"<{notes.layout.streams}Q").pack_into
        self._words = self.room(8 * notes.layout.streams)
        self._lent = (0, 0)
        self._templates: dict[tuple[int, tuple[int, ...]], int] = {}

    def room(self, size: int) -> int:
        """So many bytes of memory, at a multiple of 8. They are never given back."""
        at = -(-self._top // 8) * 8
        missing = at + size - self.memory.size
        if missing > 0:
            self.memory.grow(max(GROWTH, -(-missing // PAGE)))
        self._top = at + size
        if missing > 0 or not len(self.bytes):
            self.bytes = self.memory.view(0, self.memory.size)
            self._halves, self._words_of = self.bytes.cast("H"), self.bytes.cast("i")
        return at

    def borrow(self, size: int) -> int:
        """So many bytes until somebody else borrows."""
        if size > self._lent[1]:
            self._lent = (self.room(2 * size), 2 * size)
        return self._lent[0]

    def record(self) -> int:
        """Room for a record."""
        return self.free.pop() if self.free else self.room(self.size)

    def template(self, begun: Begun) -> int:
        """The record of a game before anything has happened, streams apart."""
        key = (begun.seats, begun.settings)
        if key not in self._templates:
            at = self._templates[key] = self.record()
            blank = begun.blank()
            blank.stack = []
            self.memory.write(at, self.image.pack(blank))
        return self._templates[key]

    def release(self, at: int) -> None:
        """A record that nobody needs any more."""
        self.free.append(at)

    def start(self, at: int, template: int, streams: list[int]) -> None:
        """A game up to its first decision into a record. Raises Trapped."""
        self._pack_streams(self.bytes, self._words, *streams)
        self._start(at, template, self._words)

    def clone(self, to: int, source: int) -> None:
        """A record as a copy of another. Mostly that is one stretch of bytes; else the core does it, which takes longer."""
        used, record = self.bytes, self._record
        if used[source + record.together] or self._halves[(source + record.queued) >> 1]:
            self._clone(to, source)
            return
        size = record.stack + self._words_of[(source + record.deep) >> 2]
        used[to : to + size] = used[source : source + size]

    def options(self, at: int) -> list[int]:
        """The options offered in a record."""
        r = self._record
        halves, start = self._halves, (at + r.options) >> 1
        count = halves[(at + r.offered) >> 1]
        if r.option_width == 2:
            return halves[start : start + count].tolist()
        return self.memory.view(at + r.options, 4 * count, "i").tolist()

    def noted(self) -> tuple[list[int], list[int]] | None:
        """What the last decision drew, and what it took by itself, as `State` has it; None if it was more than is noted."""
        drawn, forced = (self.memory.view(at, 4, "i")[0] for at in (Shared.drawn, Shared.forced))
        if drawn > Shared.drawn_most or forced > Shared.forced_most:
            return None
        view = self.memory.view
        return view(Shared.drawn_log, 12 * drawn, "i").tolist(), view(Shared.forced_log, 8 * forced, "i").tolist()
