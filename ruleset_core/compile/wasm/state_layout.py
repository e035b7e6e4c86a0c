"""The layout of a state in linear memory (the record), and packing a state into it and back.

A state is one record of fixed size in linear memory, so that a copy is one `memory.copy`, and an index is an offset. A new game of
Pig for two players, 192 bytes, in words of four:

    0    02000000 00000000 02000000 00000000    2 seats, seat 0 is asked; point 0; 2 options; the last answer was 0
    16   08000000 00000000 00000000 00000000    8 bytes of the stack are in use; nothing queued
    32   c35c0c3b f935db45                      the word of the stream `face`
    40   04000000 04000000 ...                  values: face 4, pot 4, then 0 for all else (room for ten seats)
    172  0000 0100                              the options 0 and 1
    176  00000000 06000000                      the stack: the local `me` of block 6, then its number

`StateImage.pack` and `unpack` translate between this and `State`; `ModuleMetadata` is stored in the module, so that a host that has
the module needs nothing else.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ruleset_core.compile.host.module_reader import custom_section
from ruleset_core.compile.ir import IrProgram, IrStateSizes
from ruleset_core.lang.runtime import StateMemory

# Where everything of a state lies in linear memory: the record of a state, and what all states share.
#
# A record is a stretch of bytes that begins at a multiple of 8. What a decision touches lies together at its
# beginning; the stack, the copy for choices made at the same time and the queue follow, and only what is in use of
# them is copied.

SMALL = 255
"""Lists of at most so many pieces hold them in bytes."""


class SharedMemory:
    """Where in memory lies what all states share and a host may read or write. It is the same for every game.

    Attributes:
        playing: the number of the game of a batch that is being played, counted from its first: four bytes.
        forced, drawn: how many forced decisions and random draws the last `apply` or `begin` noted, four bytes each.
        forced_log: they themselves, as (seat, option) of four bytes each; only the first `forced_most` are kept.
        drawn_log: the draws, as (stream, size, outcome) of four bytes each; only the first `drawn_most` are kept,
            and `drawn` is never more than one above that.
        script: where the outcomes lie that are given for the draws to come, 0 if none are: for each stream the address of the next
            one and how many there are, four bytes each; the outcomes themselves are four bytes each.
        bot: the word that options are drawn from in a batch.
        spare: a record that every decision is copied to before it is taken, 0 for none; a host lets a call that was stopped be stopped
            once more with it, to see where. tried: what was being done then: the option, -1 for a beginning, or one of the two that follow.
        elsewhere: no decision was in progress. unending: the game was given up.
        row: room for the outcome of a play-out: ten bytes for each of so many `seats`, as many as a game can be for. free: where the
            game's own part begins.
    """

    playing, forced, drawn, script, bot, spare, tried = 16, 20, 24, 28, 32, 40, 44
    elsewhere, unending = -2, -3
    forced_most, drawn_most = 256, 1024
    forced_log = 64
    drawn_log = forced_log + 8 * forced_most
    seats = 104
    row = drawn_log + 12 * drawn_most
    free = row + 10 * seats


class RecordLayout:
    """Byte offsets into a record. All words are little-endian.

    Attributes:
        turns: one byte: decisions that a host let `apply` take, counted anew after every `EVERY`.
        ended, seats: one byte each. `seat`: one byte with a sign, -1 when nobody decides.
        point, stage: two bytes each. offered: four bytes, the number of options.
        answer: four bytes, -1 before the first.
        deep: four bytes, how many bytes of the stack are in use. Then `together`: one byte, and one that is 0; then `queued`:
            two bytes, how many entries the queue has. Read at once, these eight bytes say what of a record is in use.
        head: two bytes, which entry of the queue is the first.
        streams: eight bytes each. settings: four bytes each. values: four bytes each.
        zones: for each zone where it lies: its length, then its pieces, `width` bytes each.
        options: `option_width` bytes each, ascending.
        stack: words of four bytes; a frame's values, then the number of its block. A gathered list is its length and then
            room for the longest it can be.
        copy: values and zones as they were when seats began to choose at the same time. It stands before the stack where there
            is more room for the stack than it takes, else behind it.
        queue: a ring of entries of `entry` bytes: the number of the block, then the values.
        size: bytes of a record, a multiple of 8.
    """

    def __init__(self, layout: IrStateSizes) -> None:
        self.layout = layout
        most = layout.players[1]
        self.value_count = layout.shared + most * layout.seat
        shared, own = layout.capacity[: layout.shared_zones], layout.capacity[layout.shared_zones :]
        self.capacity = shared + own * most
        self.width = 1 if max(self.capacity, default=0) <= SMALL else 2
        self.option_width = 2 if layout.options <= 1 << 16 else 4
        self.seats, self.seat, self.ended, self.turns, self.point, self.stage, self.offered = 0, 1, 2, 3, 4, 6, 8
        self.answer, self.deep, self.together, self.queued, self.head = 12, 16, 20, 22, 24
        self.streams = 32
        self.settings = self.streams + 8 * layout.streams
        self.values = self.settings + 4 * layout.settings
        at = self.values + 4 * self.value_count
        places = []
        for each in self.capacity:
            places.append(at)
            at += self.width * (1 + each)
        self.zones = tuple(places)
        self.board_end = at
        self.options = -(-at // self.option_width) * self.option_width
        self.board_size = self.board_end - self.values
        self.stack_bytes = 4 * layout.stack_words
        self.copy_bytes = _aligned(self.board_size) if layout.together else 0
        at = _aligned(self.options + self.option_width * layout.most_options)
        copy_first = self.copy_bytes <= self.stack_bytes  # what lies between two stretches in use is copied with them
        self.stack = at + self.copy_bytes * copy_first
        self.copy = at + self.stack_bytes * (not copy_first)
        self.queue = at + self.stack_bytes + self.copy_bytes
        self.entry = 4 * (1 + layout.queue_words)
        self.entries = layout.queue_entries
        self.size = _aligned(self.queue + self.entry * layout.queue_entries, 8)


def seat_zones(record: RecordLayout) -> list[int]:
    """Where the zones of each seat begin in a record, and at the end where those of the last one are over."""
    layout, places = record.layout, (*record.zones, record.board_end)
    return [places[layout.shared_zones + seat * layout.seat_zones] for seat in range(layout.players[1] + 1)]


def _aligned(at: int, to: int = 4) -> int:
    return -(-at // to) * to


def frame_words(code: IrProgram) -> dict[int, int]:
    """How many words the values of each block's frame take."""
    lists = code.layout.lists
    return {
        block.number: sum(1 + lists[each] if isinstance(each, str) else 1 for each in block.params)
        for block in code.blocks.values()
    }


# States as bytes and back: what a host writes into a record, and reads out of it.

SECTION = "ruleset"
"""The part of a module that says what a host must know; engines pass over it."""
HEAD = "<BbBxHHIiIBxHH"
"""How a record begins; see `Record`."""


@dataclass(frozen=True, slots=True)
class ModuleMetadata:
    """What a host must know of a module.

    Attributes:
        layout: how large a state is.
        frames: for every block a value of its frame at a time: -1, or for a gathered list the longest it can be.
        heap: the first address at which records may lie.
        hooked: where a hook finds what it is called with, four bytes each: the record, the acting seat, its parameters. What it
            gives goes to the first.
    """

    layout: IrStateSizes
    frames: Mapping[int, tuple[int, ...]]
    heap: int
    hooked: int

    def written(self) -> bytes:
        """As bytes."""
        return json.dumps(asdict(self), separators=(",", ":")).encode()

    @staticmethod
    def read(module: bytes) -> ModuleMetadata:
        """Those of a module of ours. Raises ValueError if it has none."""
        content = custom_section(module, SECTION)
        if content is None:
            raise ValueError("the module is not one of ours")
        found: dict[str, Any] = json.loads(content)
        layout = found["layout"]
        for name in ("players", "capacity"):
            layout[name] = tuple(layout[name])
        frames = {int(block): tuple(values) for block, values in found["frames"].items()}
        return ModuleMetadata(IrStateSizes(**layout), frames, found["heap"], found["hooked"])


def module_metadata(code: IrProgram, heap: int, hooked: int) -> ModuleMetadata:
    """What a host must know of a program."""
    lists = code.layout.lists
    frames = {
        number: tuple(lists[each] if isinstance(each, str) else -1 for each in block.params)
        for number, block in code.blocks.items()
    }
    return ModuleMetadata(code.layout, frames, heap, hooked)


class StateImage:
    """States as bytes and back, for one game."""

    def __init__(self, notes: ModuleMetadata) -> None:
        self.notes = notes
        self.record = RecordLayout(notes.layout)
        self._pieces = "B" if self.record.width == 1 else "H"
        self._options = "H" if self.record.option_width == 2 else "I"

    def pack(self, s: StateMemory) -> bytearray:
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
                words = [*self._frame_words(frame), frame[0]]
                _fits(deep + 4 * len(words), r.stack_bytes, "frames")
                struct.pack_into(f"<{len(words)}i", found, r.stack + deep, *words)
                deep += 4 * len(words)
            struct.pack_into("<I", found, r.deep, deep)
            _fits(len(s.queue), r.entries, "triggers")
            for place, frame in enumerate(s.queue):
                words = [frame[0], *self._frame_words(frame)]
                _fits(4 * len(words), r.entry, "values of a trigger")
                struct.pack_into(f"<{len(words)}i", found, r.queue + place * r.entry, *words)
        except struct.error as error:
            raise ValueError(f"a state does not fit its record: {error}") from None
        return found

    def named(self, s: StateMemory) -> Iterator[tuple[int, int, int]]:
        """Every number in the frames and the queue of a state: where it lies in its record, the block, and which of its values.

        Of a gathered list each number is told.
        """
        r, at = self.record, self.record.stack
        for frame in s.stack:
            yield from self._named(frame, at)
            at += 4 * (len(self._frame_words(frame)) + 1)
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

    def _frame_words(self, frame: tuple[Any, ...]) -> list[int]:
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

    def unpack(self, raw: bytes | memoryview, s: StateMemory) -> None:
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
