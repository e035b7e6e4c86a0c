"""Where everything of a state lies in linear memory: the record of a state, and what all states share.

A record is a stretch of bytes that begins at a multiple of 8. What a decision touches lies together at its beginning;
the stack, the copy for choices made at the same time and the queue follow, and only what is in use of them is copied.
"""

from __future__ import annotations

from ruleset_core.lang.code.nodes import Code, Layout

SMALL = 255
"""Lists of at most so many pieces hold them in bytes."""


class Shared:
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


class Record:
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

    def __init__(self, layout: Layout) -> None:
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


def seat_zones(record: Record) -> list[int]:
    """Where the zones of each seat begin in a record, and at the end where those of the last one are over."""
    layout, places = record.layout, (*record.zones, record.board_end)
    return [places[layout.shared_zones + seat * layout.seat_zones] for seat in range(layout.players[1] + 1)]


def _aligned(at: int, to: int = 4) -> int:
    return -(-at // to) * to


def frame_words(code: Code) -> dict[int, int]:
    """How many words the values of each block's frame take."""
    lists = code.layout.lists
    return {
        block.number: sum(1 + lists[each] if isinstance(each, str) else 1 for each in block.params)
        for block in code.blocks.values()
    }
