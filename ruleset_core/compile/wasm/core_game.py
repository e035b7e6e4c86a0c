"""Core runtime in restricted Python: stack, queue, options, `apply`, copies, random play, enclosed areas. Python never runs it.

What the interpreter does with Python lists, the core does with a record `s`. A decision in Pig:

    apply(s, 0)         is option 0 among the options of the record? then go_on(s, 0)
      go_on             answer = 0; the steps that a decision may take are counted from here; run(s)
        run             the top of the stack says 6: dispatch(s, 6)
          block 6       (generated) rolls: draw(...) steps stream 0; sets face and pot; pushes block 5
        run             the top says 5: block 5 offers 0 and 1, pushes block 6, gives 1: somebody is asked
    apply gives 2       the number of options; 0 when the game is over, -1 if the option was not offered

A broken rule traps anywhere within. The host then has a record in the middle of a change, and puts back an earlier copy.
"""

from __future__ import annotations

from ruleset_core.compile.wasm.intrinsics import (
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
    lowest_bit,
    set_byte,
    set_half,
    set_long,
    set_steps,
    set_word,
    steps,
    trap,
    word,
)
from ruleset_core.lang.runtime import DECISIONS, EVERY, INCREMENT, MULTIPLIER, STEPS, numbered

# The part of the core that is the same for every game: stack, queue, options, `apply`, copies, random play.
#
# Written in the small part of Python that `restricted` knows; Python never runs it. `R` tells where things lie in a
# record, `G` in what all states share, `K` numbers of the game.

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
    least = option_at(s, 0)
    most = option_at(s, 0)
    for place in range(1, count):
        least = min(least, option_at(s, place))
        most = max(most, option_at(s, place))
    if most - least < 64:
        return sort_by_bits(s, count, least)
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


def sort_by_bits(s: int, count: int, least: int) -> int:
    """The same for options that differ by less than 64 from the least: each is a bit of a word."""
    one: Wide = 1
    bits: Wide = 0
    for place in range(count):
        bits = bits | one << option_at(s, place) - least
    kept = 0
    while bits != 0:
        set_option(s, kept, least + lowest_bit(bits))
        bits = bits & bits - one
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


def note_draw(stream: int, size: int, outcome: int) -> int:
    """A random draw is kept for the host; beyond what can be kept it is only known that there were more.

    Gives the outcome, which is another one if one is given for this draw. That is only so where draws are kept.
    """
    count = word(G.drawn)
    if count <= G.drawn_most:
        if word(G.script):
            outcome = scripted(stream, size, outcome)
        set_word(G.drawn, count + 1)
        if count < G.drawn_most:
            set_word(G.drawn_log + 12 * count, stream)
            set_word(G.drawn_log + 12 * count + 4, size)
            set_word(G.drawn_log + 12 * count + 8, outcome)
    return outcome


def scripted(stream: int, size: int, outcome: int) -> int:
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


def pick(at: int, size: int) -> int:
    """A random number below `size`, out of the stream whose word lies at an address; as `runtime.draw`."""
    old: Wide = long(at)
    set_long(at, old * MULTIPLIER + INCREMENT)
    mixed = ((old >> 18) ^ old) >> 27 & 0xFFFFFFFF
    turn = old >> 59
    return ((mixed >> turn | mixed << (-turn & 31)) & 0xFFFFFFFF) * size >> 32


def steps_left() -> Long:
    """How many steps the last decision, or amount asked for by itself, had left; below 0 where they were too many."""
    return steps()


def resume(s: int, option: int) -> int:
    """As `go_on`, and what is noted is added to what was noted before."""
    set_word(s + R.answer, option)
    set_steps(STEPS)
    return run(s)


def go_on(s: int, option: int) -> int:
    """As `apply`, for an option that is known to be offered; also from frames that a host has put on the stack."""
    set_word(G.drawn, 0)
    set_word(G.forced, 0)
    if word(G.spare):
        spared(s, option)
    return resume(s, option)


def spared(s: int, option: int) -> None:
    """Keep a state as it is before a decision, so that a host sees at which one a call is stopped."""
    clone(word(G.spare), s)
    set_word(G.tried, option)


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


def playout(s: int, bot: int) -> int:
    """Play a game to its end, with options drawn from the stream whose word lies at `bot`; how many were drawn."""
    count = 0
    careful = word(G.spare)
    offered = word(s + R.offered)
    while offered:
        option = option_at(s, pick(bot, offered))
        if careful:
            spared(s, option)
        resume(s, option)
        count += 1
        offered = word(s + R.offered)
        if count >= DECISIONS and offered:
            set_word(G.tried, G.unending)
            trap()
    return count


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
    """Game number `game` of a batch, up to its first decision, from a record before anything has happened; or from a position that is asked already."""
    clone(s, template)
    seed(s, bases, game)
    if word(template + R.offered):
        set_word(G.drawn, 0)
        set_word(G.forced, 0)
        return 0
    return begin(s)


# What a new wall closes, as `lang.runtime.enclosed` says, for the core.
#
# A search is a list of what was found, nearest first, of which the first ones have been looked around; what is found
# is marked.
#
# This is not read from `areas`, as the rest of the runtime is read from what Python runs: sets and queues, with which
# Python takes no longer than the area is large, are nothing that stretches of memory have, and clearing marks for a
# whole board would make Python slow. A test holds the two together on random planar boards, area by area, in their
# order.


def enclosed(s: int, field: int, line: int, found: int) -> int:
    """The spaces of the area that a line closes, nearest first, written to `found`; how many they are."""
    if line < 0 or line >= K.lines:
        trap()
    walls = s + 4 * field + R.values
    if not joined(walls, line):
        return 0
    fill(K.marks, 0, 2 * K.spaces)
    here = word(K.sides + 8 * line)
    there = word(K.sides + 8 * line + 4)
    looked_here = 0
    looked_there = 0
    count_here = 0
    count_there = 0
    if here >= 0:
        count_here = mark(K.here, K.marks, 0, here)
    if there >= 0:
        count_there = mark(K.there, K.marks + K.spaces, 0, there)
    while here >= 0 or there >= 0:
        if here >= 0:
            if looked_here == count_here:
                copy(found, K.here, 4 * count_here)
                return count_here
            count_here = look_around(walls, K.here, K.marks, looked_here, count_here)
            looked_here += 1
            if count_here < 0:
                here = -1
                continue
        if there >= 0:
            if looked_there == count_there:
                copy(found, K.there, 4 * count_there)
                return count_there
            count_there = look_around(walls, K.there, K.marks + K.spaces, looked_there, count_there)
            looked_there += 1
            if count_there < 0:
                there = -1
    return 0


def mark(found: int, marks: int, count: int, place: int) -> int:
    """Add something to what was found, unless it is; how many are found then."""
    if byte(marks + place):
        return count
    set_byte(marks + place, 1)
    set_word(found + 4 * count, place)
    return count + 1


def look_around(walls: int, found: int, marks: int, looked: int, count: int) -> int:
    """Go on from one space; how many are found then, or -1 where the area is open to the outside."""
    space = word(found + 4 * looked)
    for place in range(word(K.around_starts + 4 * space), word(K.around_starts + 4 * space + 4)):
        line = word(K.around + 4 * place)
        if not word(walls + 4 * line):
            beyond = word(K.sides + 8 * line)
            if beyond == space:
                beyond = word(K.sides + 8 * line + 4)
            if beyond < 0:
                return -1
            count = mark(found, marks, count, beyond)
    return count


def joined(walls: int, line: int) -> int:
    """Whether walls other than `line` join its ends; searched from both in turns. A mark says from where: 1 or 2."""
    fill(K.crossed, 0, K.crossings)
    near = K.near
    far = K.far
    one = word(K.ends + 8 * line)
    other = word(K.ends + 8 * line + 4)
    set_byte(K.crossed + one, 1)
    set_byte(K.crossed + other, 2)
    set_word(near, one)
    set_word(far, other)
    looked = 0
    count = 1
    looked_far = 0
    count_far = 1
    sign = 1
    while looked < count and looked_far < count_far:
        crossing = word(near + 4 * looked)
        looked += 1
        for place in range(word(K.meeting_starts + 4 * crossing), word(K.meeting_starts + 4 * crossing + 4)):
            each = word(K.meeting + 4 * place)
            if each != line and word(walls + 4 * each):
                beyond = word(K.ends + 8 * each)
                if beyond == crossing:
                    beyond = word(K.ends + 8 * each + 4)
                marked = byte(K.crossed + beyond)
                if marked == 3 - sign:
                    return 1
                if marked == 0:
                    set_byte(K.crossed + beyond, sign)
                    set_word(near + 4 * count, beyond)
                    count += 1
        near, far = far, near
        looked, looked_far = looked_far, looked
        count, count_far = count_far, count
        sign = 3 - sign
    return 0
