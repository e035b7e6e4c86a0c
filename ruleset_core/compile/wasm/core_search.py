"""Core runtime in restricted Python: the methods of `SearchArena`. Python never runs it.

The search (`compile.search`) asks its arena for what it needs of states: it does not know whether they are Python objects or
records. Each method that `SearchArena` declares is a function here, with the arena as first argument:

    t.take(3, option)     take(t, 3, option)     go_on(t.records + 3 * R.size, option)     record 3 of the arena
    t.copy_state(4, 3)    copy_state(t, 4, 3)    clone(t.records + 4 * R.size, t.records + 3 * R.size)
    t.random_below(6)     random_below(t, 6)     a random number of the thought, not of the game

`engine.core.interpreted_arenas.InterpretedArena` has the same methods for `State` objects; both must give the same numbers.
"""

from __future__ import annotations

from ruleset_core.compile.search.arena import SearchArena
from ruleset_core.compile.search.world_plans import lay_out
from ruleset_core.compile.wasm.core_batch import ahead_by, begin_world, outcomes, scores, sheets
from ruleset_core.compile.wasm.core_game import clone, entry_at, go_on, new, option_at, pick, set_entry
from ruleset_core.compile.wasm.intrinsics import (
    G,
    K,
    Long,
    R,
    Wide,
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
from ruleset_core.lang.runtime import mixed, numbered

LARGEST_COUNT = 0xFFFF
"""What is counted in two bytes is at most this."""


def copy_state(t: SearchArena, to: int, source: int) -> None:
    """A state as a copy of another."""
    clone(t.records + to * R.size, t.records + source * R.size)


def take(t: SearchArena, s: int, option: int) -> None:
    """Take an option that is offered."""
    go_on(t.records + s * R.size, option)


def has_drawn(t: SearchArena) -> int:  # noqa: ARG001 - a method
    """Whether something was drawn when an option was taken last."""
    return word(G.drawn) > 0


def offered(t: SearchArena, s: int) -> int:
    """How many options are offered."""
    return word(t.records + s * R.size + R.offered)


def option(t: SearchArena, s: int, place: int) -> int:
    """One of the options offered."""
    return option_at(t.records + s * R.size, place)


def actor(t: SearchArena, s: int) -> int:
    """Who decides."""
    return small(t.records + s * R.size + R.seat)


def stage(t: SearchArena, s: int) -> int:
    """The phase in progress."""
    return half(t.records + s * R.size + R.stage)


def is_secret(t: SearchArena, s: int, taken: int) -> int:
    """Whether others do not see that an option is taken."""
    return byte(t.records + s * R.size + R.together) | byte(t.secret_options + taken)


def margin(t: SearchArena, s: int, seat: int) -> Long:
    """The standing of a seat less the best of the others."""
    return ahead_by(t.records + s * R.size, seat)


def find_winners(t: SearchArena, s: int) -> None:
    """Put who wins into `seat_won` and `seat_result`."""
    outcomes(t.records + s * R.size, G.row + t.seats, G.row)
    for seat in range(t.seats):
        t.seat_won[seat] = byte(G.row + seat)
        t.seat_result[seat] = small(G.row + t.seats + seat)


def find_scores(t: SearchArena, s: int) -> None:
    """Put the score of every seat into `seat_worth`."""
    scores(t.records + s * R.size, G.row)
    for seat in range(t.seats):
        t.seat_worth[seat] = long(G.row + 8 * seat)


def enter_world(t: SearchArena, s: int, number: int) -> None:
    """Draw a world from what the viewer knows."""
    known = t.records + t.root_state * R.size
    plan: int = t.plan  # type: ignore[assignment]  # an address here
    begin_world(
        t.records + s * R.size,
        known,
        t.viewer,
        plan,
        t.plan_length,
        t.piece_references,
        t.reference_count,
        t.stream_bases,
        t.first_world + number,
    )


def reseed(t: SearchArena, s: int, number: int) -> None:
    """Other luck to come."""
    at = t.records + s * R.size + R.streams
    for stream in range(K.streams):
        set_long(at + 8 * stream, numbered(long(at + 8 * stream), number))


def position_key(t: SearchArena, s: int) -> Long:
    """A number that positions share which differ in luck to come alone: it is made of all but the streams."""
    at = t.records + s * R.size
    key: Wide = mixed(mixed(0, small(at + R.seat)), half(at + R.stage))
    for place in range(K.shared + t.seats * K.seat):
        key = mixed(key, word(at + 4 * place + R.values))
    for where in range(K.shared_zones + t.seats * K.seat_zones):
        count = list_length(t, s, where)
        key = mixed(key, count)
        for place in range(count):
            key = mixed(key, piece_at(t, s, where, place))
    for place in range(offered(t, s)):
        key = mixed(key, option_at(at, place))
    deep = word(at + R.deep)
    while deep > 0:
        deep -= 4
        block = word(at + deep + R.stack)
        deep -= 4 * t.frame_shapes[t.frame_shapes[block]]
        key = frame_key(t, key, at + deep + R.stack, block)
    for place in range(half(at + R.queued)):
        entry = half(at + R.head) + place
        if entry >= R.entries:
            entry -= R.entries
        key = frame_key(t, key, at + entry * R.entry + R.queue + 4, word(at + entry * R.entry + R.queue))
    return key


def frame_key(t: SearchArena, key: Wide, values: int, block: int) -> Wide:
    """The key with the frame of a block mixed in, whose values lie at an address."""
    key = mixed(key, block)
    row = t.frame_shapes[block]
    for value in range(t.frame_shapes[row + 1]):
        key = mixed(key, word(values))
        if t.frame_shapes[row + 3 + 2 * value] < 0:
            values += 4
        else:
            for one in range(word(values)):
                key = mixed(key, word(values + 4 + 4 * one))
            values += 4 + 4 * t.frame_shapes[row + 3 + 2 * value]
    return key


def random_below(t: SearchArena, size: int) -> int:  # noqa: ARG001 - a method
    """A random number below `size`."""
    return pick(G.bot, size)


# -- what is known -----------------------------------------------------------------------------------------------------


def set_viewer(t: SearchArena, s: int, viewer: int) -> None:
    """Begin to think about what a seat knows of a state: from then on `enter_world` draws what it may be like."""
    t.viewer = viewer
    clone(t.records + t.root_state * R.size, t.records + s * R.size)
    set_word(t.records + t.root_state * R.size + R.answer, -1)
    lay_out(t, viewer)
    find_references(t, t.records + t.root_state * R.size)


def think_as(t: SearchArena, who: int, seat: int) -> None:
    """Think in the worlds of a policy on a seat."""
    t.stream_bases = t.world_streams + 8 * (K.streams + 1) * (who * t.seats + seat)


def find_references(t: SearchArena, at: int) -> None:
    """Where frames and queue name hidden pieces: see `compile.wasm.core_batch.playouts`."""
    t.reference_count = 0
    deep = word(at + R.deep)
    while deep > 0:
        deep -= 4
        block = word(at + deep + R.stack)
        deep -= 4 * t.frame_shapes[t.frame_shapes[block]]
        add_frame_references(t, at, deep + R.stack, block)
    for place in range(half(at + R.queued)):
        entry = half(at + R.head) + place
        if entry >= R.entries:
            entry -= R.entries
        add_frame_references(t, at, entry * R.entry + R.queue + 4, word(at + entry * R.entry + R.queue))


def add_frame_references(t: SearchArena, at: int, values: int, block: int) -> None:
    """Those of one frame, whose values begin so far into the record."""
    row = t.frame_shapes[block]
    for value in range(t.frame_shapes[row + 1]):
        kind = t.frame_shapes[row + 2 + 2 * value]
        most = t.frame_shapes[row + 3 + 2 * value]
        if most < 0:
            if kind >= 0:
                add_reference(t, values, kind)
            values += 4
        else:
            if kind >= 0:
                for one in range(word(at + values)):
                    add_reference(t, values + 4 + 4 * one, kind)
            values += 4 + 4 * most


def add_reference(t: SearchArena, where: int, kind: int) -> None:
    """One more number that names a piece of a kind."""
    set_word(t.piece_references + 8 * t.reference_count, where)
    set_word(t.piece_references + 8 * t.reference_count + 4, t.replacements[kind])
    t.reference_count += 1


def set_value(t: SearchArena, s: int, place: int, number: int) -> None:
    """Change a value of a state."""
    set_word(t.records + s * R.size + 4 * place + R.values, number)


def set_piece(t: SearchArena, s: int, where: int, place: int, piece: int) -> None:
    """Put another piece into a list."""
    at = t.records + s * R.size + t.zone_places[where] + R.width * place
    set_entry(at + R.width, piece)


def simultaneous(t: SearchArena, s: int) -> int:
    """Whether all choose at the same time."""
    return byte(t.records + s * R.size + R.together)


def old_value(t: SearchArena, s: int, place: int) -> int:
    """A value of a state as it was when all began to choose."""
    return word(t.records + s * R.size + 4 * place + R.copy)


def old_list_length(t: SearchArena, s: int, where: int) -> int:
    """How many pieces lay in a list then."""
    at = t.records + s * R.size + t.zone_places[where] - R.values
    return entry_at(at + R.copy)


def old_piece_at(t: SearchArena, s: int, where: int, place: int) -> int:
    """One of them."""
    at = t.records + s * R.size + t.zone_places[where] + R.width * place - R.values
    return entry_at(at + R.copy + R.width)


def restore_seat(t: SearchArena, s: int, seat: int) -> None:
    """What a seat has becomes what it had then."""
    at = t.records + s * R.size
    values = 4 * (K.shared + seat * K.seat)
    first = K.shared_zones + seat * K.seat_zones
    lists = at + t.zone_places[first]
    copy(at + R.values + values, at + R.copy + values, 4 * K.seat)
    copy(lists, lists - R.values + R.copy, t.zone_places[first + K.seat_zones] - t.zone_places[first])


# -- whole games -------------------------------------------------------------------------------------------------------


def new_game(t: SearchArena, s: int) -> None:
    """The game of the row, at its first decision; what its choices are drawn from begins as for `compile.wasm.core_batch.play_random_games`."""
    game = t.first_game + t.game_row
    set_word(G.playing, t.game_row)
    new(t.records + s * R.size, t.blank_record, t.deal_streams, game)
    set_long(G.bot, numbered(long(t.deal_streams + 8 * K.streams), game))


def finish_game(t: SearchArena, s: int) -> None:
    """Keep what came out of the game of the row, in the columns of `Games` and `Counts`."""
    at = t.records + s * R.size
    first = t.seats * t.game_row
    scores(at, t.out_scores + 8 * first)
    outcomes(at, t.out_outcomes + first, t.out_winners + first)
    if t.category_count != 0:
        sheets(at, t.out_categories + 8 * first * t.category_count)
    set_word(t.out_decisions + 4 * t.game_row, t.decision_count)
    set_word(t.out_options + 4 * t.game_row, t.option_count)
    width = (4 * t.seats + 1) * t.card_count
    for place in range(width):
        set_half(t.out_counts + 2 * (width * t.game_row + place), min(t.counts[place], LARGEST_COUNT))
    if t.leads_wanted != 0:
        for place in range(t.seats * t.card_count):
            set_word(t.out_leads + 4 * (first * t.card_count + place), t.leads[place])


def forced_count(t: SearchArena) -> int:  # noqa: ARG001 - a method
    """How many options were taken by themselves when an option was taken last, or at the beginning."""
    return word(G.forced)


def forced_seat(t: SearchArena, number: int) -> int:  # noqa: ARG001 - a method
    """Who took one of them."""
    return word(G.forced_log + 8 * number)


def forced_option(t: SearchArena, number: int) -> int:  # noqa: ARG001 - a method
    """Which it was."""
    return word(G.forced_log + 8 * number + 4)


def value_at(t: SearchArena, s: int, place: int) -> int:
    """A value of a state."""
    return word(t.records + s * R.size + 4 * place + R.values)


def list_length(t: SearchArena, s: int, where: int) -> int:
    """How many pieces lie in a list."""
    at = t.records + s * R.size + t.zone_places[where]
    return entry_at(at)


def piece_at(t: SearchArena, s: int, where: int, place: int) -> int:
    """One of them."""
    at = t.records + s * R.size + t.zone_places[where] + R.width * place
    return entry_at(at + R.width)
