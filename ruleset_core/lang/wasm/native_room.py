"""The methods of a `Room` in the core. See `native` for how this is written.

States are records one after the other from `slots` on. What plays on stands in the game's module, which is imported.
"""

from __future__ import annotations

from ruleset_core.lang.search.known import lay_out
from ruleset_core.lang.search.room import Room
from ruleset_core.lang.seeds import numbered
from ruleset_core.lang.wasm.native import clone, entry_at, go_on, new, option_at, set_entry
from ruleset_core.lang.wasm.native_many import ahead_by, imagined, outcomes, pick, scores
from ruleset_core.lang.wasm.words import (
    G,
    K,
    Long,
    R,
    byte,
    copy,
    half,
    long,
    set_half,
    set_long,
    set_word,
    small,
    word,
)

MOST = 0xFFFF
"""What is counted in two bytes is at most this."""


def put(t: Room, to: int, source: int) -> None:
    """A state as a copy of another."""
    clone(t.slots + to * R.size, t.slots + source * R.size)


def take(t: Room, s: int, option: int) -> None:
    """Take an option that is offered."""
    go_on(t.slots + s * R.size, option)


def drew(t: Room) -> int:  # noqa: ARG001 - a method
    """Whether something was drawn when an option was taken last."""
    return word(G.drawn) > 0


def offered(t: Room, s: int) -> int:
    """How many options are offered."""
    return word(t.slots + s * R.size + R.offered)


def option(t: Room, s: int, place: int) -> int:
    """One of the options offered."""
    return option_at(t.slots + s * R.size, place)


def actor(t: Room, s: int) -> int:
    """Who decides."""
    return small(t.slots + s * R.size + R.seat)


def stage(t: Room, s: int) -> int:
    """The phase in progress."""
    return half(t.slots + s * R.size + R.stage)


def unseen(t: Room, s: int, taken: int) -> int:
    """Whether others do not see that an option is taken."""
    return byte(t.slots + s * R.size + R.together) | byte(t.secrets + taken)


def margin(t: Room, s: int, seat: int) -> Long:
    """The standing of a seat less the best of the others."""
    return ahead_by(t.slots + s * R.size, seat)


def judge(t: Room, s: int) -> None:
    """Put who wins into `won` and `result`."""
    outcomes(t.slots + s * R.size, G.row + t.seats, G.row)
    for seat in range(t.seats):
        t.won[seat] = byte(G.row + seat)
        t.result[seat] = small(G.row + t.seats + seat)


def points(t: Room, s: int) -> None:
    """Put the score of every seat into `worth`."""
    scores(t.slots + s * R.size, G.row)
    for seat in range(t.seats):
        t.worth[seat] = long(G.row + 8 * seat)


def world(t: Room, s: int, number: int) -> None:
    """Draw a world from what the viewer knows."""
    known = t.slots + t.known * R.size
    plan: int = t.plan  # type: ignore[assignment]  # an address here
    imagined(t.slots + s * R.size, known, t.viewer, plan, t.size, t.fixes, t.places, t.bases, t.offset + number)


def stir(t: Room, s: int, number: int) -> None:
    """Other luck to come."""
    at = t.slots + s * R.size + R.streams
    for stream in range(K.streams):
        set_long(at + 8 * stream, numbered(long(at + 8 * stream), number))


def below(t: Room, size: int) -> int:  # noqa: ARG001 - a method
    """A random number below `size`."""
    return pick(G.bot, size)


# -- what is known -----------------------------------------------------------------------------------------------------


def know(t: Room, s: int, viewer: int) -> None:
    """Begin to think about what a seat knows of a state: from then on `world` draws what it may be like."""
    t.viewer = viewer
    clone(t.slots + t.known * R.size, t.slots + s * R.size)
    set_word(t.slots + t.known * R.size + R.answer, -1)
    lay_out(t, viewer)
    fixes_of(t, t.slots + t.known * R.size)


def think_as(t: Room, who: int, seat: int) -> None:
    """Think in the worlds of a policy on a seat."""
    t.bases = t.thoughts + 8 * (K.streams + 1) * (who * t.seats + seat)


def fixes_of(t: Room, at: int) -> None:
    """Where frames and queue name hidden pieces: see `native_many.playouts`."""
    t.places = 0
    deep = word(at + R.deep)
    while deep > 0:
        deep -= 4
        block = word(at + deep + R.stack)
        deep -= 4 * t.frames[t.frames[block]]
        named(t, at, deep + R.stack, block)
    for place in range(half(at + R.queued)):
        entry = half(at + R.head) + place
        if entry >= R.entries:
            entry -= R.entries
        named(t, at, entry * R.entry + R.queue + 4, word(at + entry * R.entry + R.queue))


def named(t: Room, at: int, values: int, block: int) -> None:
    """Those of one frame, whose values begin so far into the record."""
    row = t.frames[block]
    for value in range(t.frames[row + 1]):
        kind = t.frames[row + 2 + 2 * value]
        most = t.frames[row + 3 + 2 * value]
        if most < 0:
            if kind >= 0:
                fix(t, values, kind)
            values += 4
        else:
            if kind >= 0:
                for one in range(word(at + values)):
                    fix(t, values + 4 + 4 * one, kind)
            values += 4 + 4 * most


def fix(t: Room, where: int, kind: int) -> None:
    """One more number that names a piece of a kind."""
    set_word(t.fixes + 8 * t.places, where)
    set_word(t.fixes + 8 * t.places + 4, t.instead[kind])
    t.places += 1


def set_number(t: Room, s: int, place: int, number: int) -> None:
    """Change a value of a state."""
    set_word(t.slots + s * R.size + 4 * place + R.values, number)


def set_piece(t: Room, s: int, where: int, place: int, piece: int) -> None:
    """Put another piece into a list."""
    at = t.slots + s * R.size + t.zones[where] + R.width * place
    set_entry(at + R.width, piece)


def together(t: Room, s: int) -> int:
    """Whether all choose at the same time."""
    return byte(t.slots + s * R.size + R.together)


def old_number(t: Room, s: int, place: int) -> int:
    """A value of a state as it was when all began to choose."""
    return word(t.slots + s * R.size + 4 * place + R.copy)


def old_length(t: Room, s: int, where: int) -> int:
    """How many pieces lay in a list then."""
    at = t.slots + s * R.size + t.zones[where] - R.values
    return entry_at(at + R.copy)


def old_piece(t: Room, s: int, where: int, place: int) -> int:
    """One of them."""
    at = t.slots + s * R.size + t.zones[where] + R.width * place - R.values
    return entry_at(at + R.copy + R.width)


def rewind(t: Room, s: int, seat: int) -> None:
    """What a seat has becomes what it had then."""
    at = t.slots + s * R.size
    values = 4 * (K.shared + seat * K.seat)
    first = K.shared_zones + seat * K.seat_zones
    lists = at + t.zones[first]
    copy(at + R.values + values, at + R.copy + values, 4 * K.seat)
    copy(lists, lists - R.values + R.copy, t.zones[first + K.seat_zones] - t.zones[first])


# -- whole games -------------------------------------------------------------------------------------------------------


def fresh(t: Room, s: int) -> None:
    """The game of the row, at its first decision; what its choices are drawn from begins as for `native_many.play`."""
    game = t.first + t.row
    set_word(G.playing, t.row)
    new(t.slots + s * R.size, t.template, t.deals, game)
    set_long(G.bot, numbered(long(t.deals + 8 * K.streams), game))


def over(t: Room, s: int) -> None:
    """Keep what came out of the game of the row, in the columns of `Games` and `Counts`."""
    at = t.slots + s * R.size
    first = t.seats * t.row
    scores(at, t.score_rows + 8 * first)
    outcomes(at, t.ends + first, t.best_of + first)
    set_word(t.asked + 4 * t.row, t.decisions)
    set_word(t.lengths + 4 * t.row, t.taken)
    width = (4 * t.seats + 1) * t.cards
    for place in range(width):
        set_half(t.noted + 2 * (width * t.row + place), min(t.counts[place], MOST))
    if t.standing != 0:
        for place in range(t.seats * t.cards):
            set_word(t.stood + 4 * (first * t.cards + place), t.leads[place])


def forced(t: Room) -> int:  # noqa: ARG001 - a method
    """How many options were taken by themselves when an option was taken last, or at the beginning."""
    return word(G.forced)


def forced_seat(t: Room, number: int) -> int:  # noqa: ARG001 - a method
    """Who took one of them."""
    return word(G.forced_log + 8 * number)


def forced_option(t: Room, number: int) -> int:  # noqa: ARG001 - a method
    """Which it was."""
    return word(G.forced_log + 8 * number + 4)


def number(t: Room, s: int, place: int) -> int:
    """A value of a state."""
    return word(t.slots + s * R.size + 4 * place + R.values)


def length(t: Room, s: int, where: int) -> int:
    """How many pieces lie in a list."""
    at = t.slots + s * R.size + t.zones[where]
    return entry_at(at)


def piece(t: Room, s: int, where: int, place: int) -> int:
    """One of them."""
    at = t.slots + s * R.size + t.zones[where] + R.width * place
    return entry_at(at + R.width)
