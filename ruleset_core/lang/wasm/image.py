"""States as bytes and back: what a host writes into a record, and reads out of it."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ruleset_core.lang.code.nodes import Code, Layout
from ruleset_core.lang.runtime import Memory
from ruleset_core.lang.wasm.record import Record

SECTION = "ruleset"
"""The part of a module that says what a host must know; engines pass over it."""
HEAD = "<BbBxHHIiIBxHH"
"""How a record begins; see `Record`."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a host must know of a module.

    Attributes:
        layout: how large a state is.
        frames: for every block a value of its frame at a time: -1, or for a gathered list the longest it can be.
        heap: the first address at which records may lie.
        hooked: where a hook finds what it is called with, four bytes each: the record, the acting seat, its parameters. What it
            gives goes to the first.
    """

    layout: Layout
    frames: Mapping[int, tuple[int, ...]]
    heap: int
    hooked: int

    def written(self) -> bytes:
        """As bytes."""
        return json.dumps(asdict(self), separators=(",", ":")).encode()

    @staticmethod
    def read(module: bytes) -> Notes:
        """Those of a module of ours. Raises ValueError if it has none."""
        title = bytes([len(SECTION)]) + SECTION.encode()
        start = 8
        if module[8:9] != b"\0":
            raise ValueError("the module is not one of ours")
        size, shift, start = 0, 0, 9
        while True:
            size |= (module[start] & 0x7F) << shift
            shift += 7
            start += 1
            if module[start - 1] < 0x80:
                break
        content = module[start : start + size]
        if not content.startswith(title):
            raise ValueError("the module is not one of ours")
        found: dict[str, Any] = json.loads(content[len(title) :])
        layout = found["layout"]
        for name in ("players", "capacity"):
            layout[name] = tuple(layout[name])
        frames = {int(block): tuple(values) for block, values in found["frames"].items()}
        return Notes(Layout(**layout), frames, found["heap"], found["hooked"])


def notes_of(code: Code, heap: int, hooked: int) -> Notes:
    """What a host must know of a program."""
    lists = code.layout.lists
    frames = {
        number: tuple(lists[each] if isinstance(each, str) else -1 for each in block.params)
        for number, block in code.blocks.items()
    }
    return Notes(code.layout, frames, heap, hooked)


class Image:
    """States as bytes and back, for one game."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.record = Record(notes.layout)
        self._pieces = "B" if self.record.width == 1 else "H"
        self._options = "H" if self.record.option_width == 2 else "I"

    def pack(self, s: Memory) -> bytearray:
        """A state as a record. Raises ValueError if it is larger than the game says that states can be."""
        r, layout = self.record, self.notes.layout
        found = bytearray(r.size)
        try:
            struct.pack_into(
                HEAD, found, 0,
                s.n, s.seat, s.ended, s.point, s.stage, len(s.options), s.a, 0, s.sim is not None, len(s.queue), 0,
            )  # fmt: skip
            struct.pack_into(f"<{layout.streams}Q", found, r.streams, *s.streams)
            struct.pack_into(f"<{layout.settings}i", found, r.settings, *s.settings)
            self._pack_board(found, r.values, s.v, s.z)
            if s.sim is not None:
                self._pack_board(found, r.copy, *s.sim)
            _fits(len(s.options), layout.most_options, "options")
            struct.pack_into(f"<{len(s.options)}{self._options}", found, r.options, *s.options)
            deep = 0
            for frame in s.stack:
                words = [*self._words(frame), frame[0]]
                _fits(deep + 4 * len(words), r.stack_bytes, "frames")
                struct.pack_into(f"<{len(words)}i", found, r.stack + deep, *words)
                deep += 4 * len(words)
            struct.pack_into("<I", found, r.deep, deep)
            _fits(len(s.queue), r.entries, "triggers")
            for place, frame in enumerate(s.queue):
                words = [frame[0], *self._words(frame)]
                _fits(4 * len(words), r.entry, "values of a trigger")
                struct.pack_into(f"<{len(words)}i", found, r.queue + place * r.entry, *words)
        except struct.error as error:
            raise ValueError(f"a state does not fit its record: {error}") from None
        return found

    def named(self, s: Memory) -> Iterator[tuple[int, int, int]]:
        """Every number in the frames and the queue of a state: where it lies in its record, the block, and which of its values.

        Of a gathered list each number is told.
        """
        r, at = self.record, self.record.stack
        for frame in s.stack:
            yield from self._named(frame, at)
            at += 4 * (len(self._words(frame)) + 1)
        for place, frame in enumerate(s.queue):
            yield from self._named(frame, r.queue + place * r.entry + 4)

    def _named(self, frame: tuple[Any, ...], at: int) -> Iterator[tuple[int, int, int]]:
        for number, (value, most) in enumerate(zip(frame[1:], self.notes.frames[frame[0]], strict=True)):
            if most < 0:
                yield at, frame[0], number
                at += 4
            else:
                yield from ((at + 4 + 4 * place, frame[0], number) for place in range(len(value)))
                at += 4 + 4 * most

    def _pack_board(self, found: bytearray, at: int, values: list[int], zones: list[list[int]]) -> None:
        r = self.record
        _fits(len(values), r.value_count, "values")
        _fits(len(zones), len(r.zones), "zones")
        struct.pack_into(f"<{len(values)}i", found, at, *values)
        for place, pieces in enumerate(zones):
            self.put_zone(found, place, pieces, at - r.values)

    def _words(self, frame: tuple[Any, ...]) -> list[int]:
        """The values of a frame as words."""
        words: list[int] = []
        shape = self.notes.frames.get(frame[0])
        if shape is None or len(shape) != len(frame) - 1:
            raise ValueError(f"a frame of block {frame[0]} has {len(frame) - 1} values")
        for value, most in zip(frame[1:], shape, strict=True):
            if most < 0:
                words.append(value)
            else:
                _fits(len(value), most, "numbers of a list")
                words += [len(value), *value, *(0 for _ in range(most - len(value)))]
        return words

    def unpack(self, raw: bytes | memoryview, s: Memory) -> None:
        """A record into a state; `draws`, `forced` and `script` are left as they are."""
        r, layout = self.record, self.notes.layout
        seats, s.seat, s.ended, s.point, s.stage, offered, s.a, deep, together, queued, head = struct.unpack_from(
            HEAD, raw
        )
        s.n = seats
        s.streams = list(struct.unpack_from(f"<{layout.streams}Q", raw, r.streams))
        s.settings = struct.unpack_from(f"<{layout.settings}i", raw, r.settings)
        s.v, s.z = self._board(raw, r.values, seats)
        s.sim = self._board(raw, r.copy, seats) if together else None
        s.options = list(struct.unpack_from(f"<{offered}{self._options}", raw, r.options))
        words = struct.unpack_from(f"<{deep // 4}i", raw, r.stack)
        frames = []
        while words:
            block = words[-1]
            size = sum(1 if most < 0 else 1 + most for most in self.notes.frames[block])
            frames.append(self._frame(block, words[-1 - size : -1]))
            words = words[: -1 - size]
        s.stack = frames[::-1]
        s.queue = []
        for place in range(queued):
            at = r.queue + (head + place) % r.entries * r.entry
            words = struct.unpack_from(f"<{r.entry // 4}i", raw, at)
            s.queue.append(self._frame(words[0], words[1:]))

    def _board(self, raw: bytes | memoryview, at: int, seats: int) -> tuple[list[int], list[list[int]]]:
        r, layout = self.record, self.notes.layout
        values = list(struct.unpack_from(f"<{layout.shared + seats * layout.seat}i", raw, at))
        count = layout.shared_zones + seats * layout.seat_zones
        return values, [self.zone(raw, place, at - r.values) for place in range(count)]

    def zone(self, raw: bytes | memoryview, place: int, offset: int = 0) -> list[int]:
        """One list of pieces of a record; `offset`: how far behind the board it is the copy of."""
        start = offset + self.record.zones[place]
        (count,) = struct.unpack_from(f"<{self._pieces}", raw, start)
        return list(struct.unpack_from(f"<{count}{self._pieces}", raw, start + self.record.width))

    def put_zone(self, raw: bytearray | memoryview, place: int, pieces: list[int], offset: int = 0) -> None:
        """Put a list of pieces into a record. Raises ValueError where there is no room for it."""
        _fits(len(pieces), self.record.capacity[place], "pieces")
        try:
            struct.pack_into(
                f"<{1 + len(pieces)}{self._pieces}", raw, offset + self.record.zones[place], len(pieces), *pieces
            )
        except struct.error as error:
            raise ValueError(f"a state does not fit its record: {error}") from None

    def _frame(self, block: int, words: tuple[int, ...]) -> tuple[Any, ...]:
        frame: list[Any] = [block]
        at = 0
        for most in self.notes.frames[block]:
            if most < 0:
                frame.append(words[at])
                at += 1
            else:
                frame.append(tuple(words[at + 1 : at + 1 + words[at]]))
                at += 1 + most
        return tuple(frame)


def _fits(count: int, most: int, what: str) -> None:
    if count > most:
        raise ValueError(f"a state has {count} {what}; its game has at most {most}")
