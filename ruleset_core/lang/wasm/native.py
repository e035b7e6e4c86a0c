"""The part of the core that is the same for every game: stack, queue, options, `apply`, copies, random play.

Written in the small part of Python that `restricted` knows; Python never runs it. `R` tells where things lie in a record, `G` in
what all states share, `K` numbers of the game.
"""

from __future__ import annotations

from ruleset_core.lang.runtime import EVERY, STEPS
from ruleset_core.lang.seeds import numbered
from ruleset_core.lang.wasm.words import (
    G,
    K,
    Long,
    R,
    Wide,
    byte,
    copy,
    dispatch,
    fill,
    half,
    long,
    set_byte,
    set_half,
    set_long,
    set_steps,
    set_word,
    steps,
    trap,
    word,
)  # fmt: skip

# -- numbers -----------------------------------------------------------------------------------------------------------


def sum_of(left: Long, right: Long) -> Long:
    """A sum that may leave 64 bits, which breaks the rule."""
    total = left + right
    if (left ^ total) & (right ^ total) < 0:
        trap()
    return total


def difference_of(left: Long, right: Long) -> Long:
    """A difference that may leave 64 bits."""
    total = left - right
    if (left ^ right) & (left ^ total) < 0:
        trap()
    return total


def product_of(left: Long, right: Long) -> Long:
    """A product that may leave 64 bits."""
    total = left * right
    one: Wide = left + 0x80000000
    other: Wide = right + 0x80000000
    if (one | other) < 0x100000000:
        return total
    if left != 0:
        if left == -1:
            return difference_of(0, right)
        if total // left != right:
            trap()
    return total


# -- zones -------------------------------------------------------------------------------------------------------------


def entry_at(at: int) -> int:
    """A piece of a list, or its length."""
    if R.width == 1:
        return byte(at)
    return half(at)


def set_entry(at: int, number: int) -> None:
    """A piece of a list, or its length."""
    if R.width == 1:
        set_byte(at, number)
    else:
        set_half(at, number)


def append_piece(at: int, piece: int, zone: int) -> None:
    """A piece to the end of a zone that lies at an address."""
    count = entry_at(at)
    if count >= word(K.capacities + 4 * zone):
        trap()
    set_entry(at + R.width * count + R.width, piece)
    set_entry(at, count + 1)


def remove_piece(at: int, piece: int) -> None:
    """A piece out of the zone that lies at an address; it must be there."""
    last = at + R.width * entry_at(at)
    place = at + R.width
    while place <= last and entry_at(place) != piece:
        place += R.width
    if place > last:
        trap()
    while place < last:
        set_entry(place, entry_at(place + R.width))
        place += R.width
    set_entry(at, entry_at(at) - 1)


def sort(pieces: list[int], keys: int) -> None:
    """Pieces in ascending order of their keys, 64 bits each; equal ones keep their order."""
    for place in range(1, len(pieces)):
        piece = pieces[place]
        key = long(keys + 8 * place)
        other = place - 1
        while other >= 0 and long(keys + 8 * other) > key:
            pieces[other + 1] = pieces[other]
            set_long(keys + 8 * other + 8, long(keys + 8 * other))
            other -= 1
        pieces[other + 1] = piece
        set_long(keys + 8 * other + 8, key)


def begin_together(s: int) -> None:
    """From here seats see each other as they are now."""
    copy(s + R.copy, s + R.values, R.board_size)
    set_byte(s + R.together, 1)


def end_together(s: int) -> None:
    """Seats see each other as they are again."""
    set_byte(s + R.together, 0)


# -- options -----------------------------------------------------------------------------------------------------------


def option_at(s: int, place: int) -> int:
    """One of the options offered."""
    if R.option_width == 2:
        return half(s + 2 * place + R.options)
    return word(s + 4 * place + R.options)


def set_option(s: int, place: int, option: int) -> None:
    """One of the options offered."""
    if R.option_width == 2:
        set_half(s + 2 * place + R.options, option)
    else:
        set_word(s + 4 * place + R.options, option)


def sort_offered(s: int, count: int) -> int:
    """Options in ascending order, each once; how many are left. Mostly they are already."""
    last = -1
    place = 0
    while place < count and option_at(s, place) > last:
        last = option_at(s, place)
        place += 1
    if place == count:
        return count
    for place in range(1, count):
        option = option_at(s, place)
        other = place - 1
        while other >= 0 and option_at(s, other) > option:
            set_option(s, other + 1, option_at(s, other))
            other -= 1
        set_option(s, other + 1, option)
    kept = 0
    for place in range(count):
        option = option_at(s, place)
        if kept == 0 or option_at(s, kept - 1) != option:
            set_option(s, kept, option)
            kept += 1
    return kept


def take_only(s: int, seat: int) -> None:
    """The only option is taken by itself."""
    option = option_at(s, 0)
    set_word(s + R.answer, option)
    count = word(G.forced)
    if count < G.forced_most:
        set_word(G.forced_log + 8 * count, seat)
        set_word(G.forced_log + 8 * count + 4, option)
    set_word(G.forced, count + 1)


def note_draw(stream: int, size: int, outcome: int) -> None:
    """A random draw is kept for the host; beyond what can be kept it is only known that there were more."""
    count = word(G.drawn)
    if count <= G.drawn_most:
        set_word(G.drawn, count + 1)
        if count < G.drawn_most:
            set_word(G.drawn_log + 12 * count, stream)
            set_word(G.drawn_log + 12 * count + 4, size)
            set_word(G.drawn_log + 12 * count + 8, outcome)


def scripted(s: int, stream: int, size: int, outcome: int) -> int:  # noqa: ARG001 - as in `runtime`
    """The outcome that is given for this draw, or else the one that was drawn."""
    at = word(G.script) + 8 * stream
    left = word(at + 4)
    if left == 0:
        return outcome
    given = word(word(at))
    if given < 0 or given >= size:
        trap()
    set_word(at, word(at) + 4)
    set_word(at + 4, left - 1)
    return given


# -- stack and queue ---------------------------------------------------------------------------------------------------


def queue_place(s: int, block: int) -> int:
    """Where the values of a new entry at the end of the queue lie."""
    count = half(s + R.queued)
    if count >= R.entries:
        trap()
    place = half(s + R.head) + count
    if place >= R.entries:
        place -= R.entries
    set_half(s + R.queued, count + 1)
    at: int = s + place * R.entry + R.queue
    set_word(at, block)
    return at + 4


def push_queued(s: int) -> None:
    """The first entry of the queue moves onto the stack."""
    count = half(s + R.queued)
    if count == 0:
        trap()
    head = half(s + R.head)
    at = s + head * R.entry + R.queue
    block = word(at)
    size = 4 * word(K.frame_words + 4 * block)
    deep = word(s + R.deep)
    if deep + size + 4 > R.stack_bytes:
        trap()
    to = s + deep + R.stack
    copy(to, at + 4, size)
    set_word(to + size, block)
    set_word(s + R.deep, deep + size + 4)
    head += 1
    if head >= R.entries or count == 1:
        head = 0
    set_half(s + R.head, head)
    set_half(s + R.queued, count - 1)


def clear_all(s: int) -> None:
    """Nothing is left to do."""
    set_word(s + R.deep, 0)
    set_half(s + R.queued, 0)
    set_half(s + R.head, 0)


def frames(s: int) -> int:
    """How many frames lie on the stack."""
    deep = word(s + R.deep)
    count = 0
    while deep > 0:
        deep -= 4
        deep -= 4 * word(K.frame_words + 4 * word(s + deep + R.stack))
        count += 1
    return count


# -- playing -----------------------------------------------------------------------------------------------------------


def run(s: int) -> int:
    """Until a seat must decide (1), or nothing is left to do (0)."""
    while True:
        deep = word(s + R.deep)
        if deep == 0:
            set_byte(s + R.seat, 255)
            set_word(s + R.offered, 0)
            set_byte(s + R.together, 0)
            return 0
        if dispatch(s, word(s + deep + (R.stack - 4))):
            return 1


def too_long() -> int:
    """Whether what stopped the core were too many steps: of these it counts more than the reference interpreter, never less."""
    return steps() < 0


def resume(s: int, option: int) -> int:
    """As `go_on`, and what is noted is added to what was noted before."""
    if word(G.spare):
        clone(word(G.spare), s)
        set_word(G.tried, option)
    set_word(s + R.answer, option)
    set_steps(STEPS)
    return run(s)


def go_on(s: int, option: int) -> int:
    """As `apply`, for an option that is known to be offered; also from frames that a host has put on the stack."""
    set_word(G.drawn, 0)
    set_word(G.forced, 0)
    return resume(s, option)


def apply(s: int, option: Long) -> int:
    """Take an option and go on to the next decision: how many options it has, 0 when the game is over; -1 if it is not offered.

    After every `EVERY` decisions it is so many below -2, so that the host keeps the state.
    """
    count = word(s + R.offered)
    place = 0
    while place < count and option_at(s, place) != option:
        place += 1
    if place == count:
        return -1
    go_on(s, option)
    turn = byte(s + R.turns) + 1
    if turn < EVERY:
        set_byte(s + R.turns, turn)
        return word(s + R.offered)
    set_byte(s + R.turns, 0)
    return -2 - word(s + R.offered)


def clone(to: int, source: int) -> None:
    """A record as a copy of another."""
    copy(to, source, word(source + R.offered) * R.option_width + R.options)
    deep = word(source + R.deep)
    if deep:
        copy(to + R.stack, source + R.stack, deep)
    if byte(source + R.together):
        copy(to + R.copy, source + R.copy, R.board_size)
    count = half(source + R.queued)
    if count:
        head = half(source + R.head)
        if head + count > R.entries:  # it goes on at the beginning of the ring
            head = 0
            count = R.entries
        copy(to + R.queue + head * R.entry, source + R.queue + head * R.entry, count * R.entry)


def begin(s: int) -> int:
    """Play from the setup to the first decision; the record holds what a game has before anything has happened."""
    fill(s + R.stack, 255, 4 * K.entry_words)
    set_word(s + R.stack + 4 * K.entry_words, K.entry)
    set_word(s + R.deep, 4 * K.entry_words + 4)
    return go_on(s, -1)


def seed(s: int, bases: int, game: Wide) -> None:
    """The streams of game number `game` of a batch. At `bases` lies the batch's word for each stream."""
    for stream in range(K.streams):
        set_long(s + 8 * stream + R.streams, numbered(long(bases + 8 * stream), game))


def start(s: int, template: int) -> int:
    """A game up to its first decision, from a record before anything has happened; how many options are offered."""
    clone(s, template)
    begin(s)
    return word(s + R.offered)


def new(s: int, template: int, bases: int, game: Wide) -> int:
    """Game number `game` of a batch, up to its first decision, from a record before anything has happened."""
    clone(s, template)
    seed(s, bases, game)
    return begin(s)
