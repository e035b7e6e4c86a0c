"""Determinization: a plan of what a seat does not know in, a state with hidden things drawn at random out.

What is hidden from a seat is worked out once, as a plan of numbers (`lay_out`); each world then only shuffles and deals by a copy
of the plan (`draw_world`). In Burrow seat 0 sees five of twelve cards; the plan begins

    1 kind of pieces; where in `v` it stands where each lies; 12 pieces, 1 stock, 2 lists, 12 sorts
    the piece that takes the place of each: 0, 1, 2, ... 11
    the stock: 7 hidden pieces of one back: 1, 2, 3, 8, 9, 10, 11
    what may lie where, since cards have hints
    list 1 (stump) has 2 of them, list 3 (hand of seat 1) has 5

    before    z = [[], [3, 11], [6, 7, 0, 4, 5], [9, 2, 10, 8, 1]]
    after     z = [[], [2, 10], [6, 7, 0, 4, 5], [9, 3, 1, 8, 11]], and the plan says that 2 took the place of 3, and so on

What goes on in frames and in the queue is then renamed by that, and hidden values and amounts are drawn within their bounds.

Both parts are also compiled to WebAssembly from this source.
"""

from __future__ import annotations

from collections.abc import Callable

from ruleset_core.compile.search.arena import SearchArena
from ruleset_core.lang.visibility import OTHERS, shows

# Drawing what somebody cannot see, as told by a plan: a list of whole numbers, used up by the drawing.
#
# A plan is made by `compile.search.world_plans` for one state and one viewer, and copied for each world that is drawn from it:
#
#     kinds, then for each kind of pieces that may be hidden
#         where in `v` it stands where each piece lies
#         pieces of the kind, stocks, lists, sorts (0: nothing is known of a piece without knowing it)
#         for each piece the one that takes its place (itself at first)
#         for each stock (hidden pieces with one back): its size, twice, and the pieces
#         if there are sorts, and so one stock: where the words of the kind begin in `v`, and how many each piece has; for each
#         piece its sort; for each hidden place, in the order of the lists, whether a piece of each sort may lie there, and all
#         words but the first of what does; room for two numbers a place
#         for each list with hidden pieces: its zone, how many are hidden, whether their backs differ, their places, and
#         for each the stock it comes from, as a distance from the first stock
#         how many pieces are hidden, and which; then in how many places of lists that are hidden pieces lie, and which, known or not
#         how many fields are seen with a piece; for each where the value of the first piece lies, the least and how many it can
#         be, whether it is hidden of all pieces in such places, or only of those that are hidden themselves
#     values, then for each: its place in `v`, the least it can be, how many it can be
#     amounts, then for each: its place in `v`, the place of what was ever gained of it; the least and how many numbers
#         it may have reached on its track (0: it has none, or is not on one); the most that can be held
#
# Everything is plain enough for both executors: whole numbers, lists and loops.

WORLDS = 10_000
"""How many worlds are drawn at most until one is found that fits what somebody is asked."""
HEAD = 5
"""Numbers before the pieces of a kind."""
WITH = 4
"""Numbers of a field that is seen with a piece."""


def draw_world(v: list[int], z: list[list[int]], plan: list[int], pick: Callable[[int], int]) -> None:
    """Put a world into `v` and `z`; afterwards the plan says which piece took whose place. `pick` draws below a number."""
    at = 1
    for _ in range(plan[0]):
        at = _deal(v, z, plan, at, pick)
    at = _values(v, plan, at, pick)
    _amounts(v, plan, at, pick)


def _deal(v: list[int], z: list[list[int]], plan: list[int], at: int, pick: Callable[[int], int]) -> int:
    """Deal the hidden pieces of a kind into their places, wherever one with the same back may lie."""
    lies, size, stocks = plan[at], plan[at + 1], plan[at + 2]
    lists, sorts, instead = plan[at + 3], plan[at + 4], at + HEAD
    at = instead + size
    first = at
    for _ in range(stocks):
        _mix(plan, at + 2, plan[at], pick)
        at += 2 + plan[at]
    told, width, known = 0, 1, 0
    if sorts > 0:
        told, width, known = plan[at], plan[at + 1], at + 2 + size
        at = known + plan[first] * (sorts + width + 1)
        _agree(plan, first, known - size, known, sorts + width - 1)
    for _ in range(lists):
        zone, places = plan[at], plan[at + 1]
        if plan[at + 2]:
            _mix(plan, at + 3 + places, places, pick)
        for one in range(at + 3, at + 3 + places):
            stock = first + plan[one + places]
            plan[stock + 1] -= 1
            piece = plan[stock + 2 + plan[stock + 1]]
            plan[instead + z[zone][plan[one]]] = piece
            z[zone][plan[one]] = piece
            v[lies + piece] = zone
            for word in range(1, width):
                v[told + piece * width + word] = plan[known + sorts + word - 1]
            known += sorts + width - 1
        at += 3 + 2 * places
    return _seen_with(v, plan, at, pick)


def _seen_with(v: list[int], plan: list[int], at: int, pick: Callable[[int], int]) -> int:
    """Draw what is seen with pieces that are hidden, such as their sides and what dice show under a cup."""
    hidden, covered = at, at + 1 + plan[at]
    fields = covered + 1 + plan[covered]
    at = fields + 1
    for _ in range(plan[fields]):
        pieces = hidden
        if plan[at + 3] != 0:
            pieces = covered
        for one in range(pieces + 1, pieces + 1 + plan[pieces]):
            v[plan[at] + plan[one]] = plan[at + 1] + pick(plan[at + 2])
        at += WITH
    return at


def _agree(plan: list[int], stock: int, sort: int, known: int, row: int) -> None:
    """Put a stock in order so that each piece may lie where it is dealt to, the last of the stock first.

    Pieces that do not fit are exchanged in rings, so every world that agrees with what is known may be drawn, though not all
    equally often. `sort` and `known`: where the sorts of the pieces and what is known of the places begin in the plan.
    """
    count = plan[stock]
    last = stock + 1 + count
    for place in range(count):
        if plan[known + place * row + plan[sort + plan[last - place]]] == 0:
            _exchange(plan, last, sort, known, row, count, place)


def _exchange(plan: list[int], last: int, sort: int, known: int, row: int, count: int, place: int) -> None:
    """Find the shortest ring of places, each of which may have the piece of the next, and hand the pieces on."""
    queue = known + count * row
    came = queue + count
    for there in range(count):
        plan[came + there] = -1
    plan[queue] = place
    plan[came + place] = place
    wanted = plan[sort + plan[last - place]]
    begin, end, found = 0, 1, -1
    while begin < end and found < 0:
        here = plan[queue + begin]
        begin += 1
        for there in range(count):
            fits = plan[known + here * row + plan[sort + plan[last - there]]]
            if found < 0 and fits > 0 and plan[came + there] < 0:
                plan[came + there] = here
                plan[queue + end] = there
                end += 1
                if plan[known + there * row + wanted] > 0:
                    found = there
    if found >= 0:
        held = plan[last - place]
        while found != place:
            taken = plan[last - found]
            plan[last - found] = held
            held = taken
            found = plan[came + found]
        plan[last - place] = held


def _mix(plan: list[int], start: int, length: int, pick: Callable[[int], int]) -> None:
    """A part of the plan in random order."""
    for place in range(length - 1, 0, -1):
        other = pick(place + 1)
        held = plan[start + place]
        plan[start + place] = plan[start + other]
        plan[start + other] = held


def _values(v: list[int], plan: list[int], at: int, pick: Callable[[int], int]) -> int:
    for one in range(plan[at]):
        v[plan[at + 1 + 3 * one]] = plan[at + 2 + 3 * one] + pick(plan[at + 3 + 3 * one])
    return at + 1 + 3 * plan[at]


def _amounts(v: list[int], plan: list[int], at: int, pick: Callable[[int], int]) -> None:
    """Hidden amounts. On a track what was ever gained says how far it is filled; elsewhere it is what is held."""
    for one in range(at + 1, at + 1 + 5 * plan[at], 5):
        most = plan[one + 4]
        reached = -1
        if plan[one + 3] > 0:
            reached = plan[one + 2] + pick(plan[one + 3])
            most = min(most, reached)
        amount = pick(most + 1)
        v[plan[one]] = amount
        v[plan[one + 1]] = amount if reached < 0 else reached


# What a seat knows of a state, as the plan that worlds are drawn by.
#
# The state `t.root_state` begins as a copy of the true one. What the seat cannot know of the past is taken out of it; what
# it cannot know of what lies there now goes into the plan, in an order that does not come from where it lies. The
# tables are made by `engine.determinization`.

KIND, SPOT, VALUE, AMOUNT = 13, 6, 5, 9
"""Numbers of a row of each table."""
LIES, SEEN, WIDTH, SIZE, FIRST, SPOTS, RANKS, BACKS, SORTS, WAYS, APART, SHOWN, FIELDS = range(KIND)
"""Of a kind of pieces: where in a state it stands where each lies; where it stands who knows it (-1: nowhere), and how many words each
piece has there; how many pieces; the first of its lists, and how many; where in `fact_table` the number of the back of each begins, and
behind it the sorts; how many backs; how many sorts can be told apart; where in `fact_table` the words of each sort begin, and how many
they are; where in it begins what is seen with a piece, and how many fields that are."""
SLOT, SIGHT, OWNER, NOTES, SPREAD, HAND = 0, 1, 2, 3, 4, 5
"""Of a list, as the mask has it: its place, who is shown its pieces and whose it is, where it stands who knows its first piece (-1: nowhere) and how far
these words lie apart, whether it has no places for others."""
UNKNOWN_AMOUNT = 20
"""The most that is imagined of a resource without a bound when not even the own amount is known."""
MOST_OWN = 1 << 29
"""Own amounts above it are as good as this."""


def as_before(t: SearchArena, viewer: int, owner: int) -> int:
    """Whether a viewer is shown something of a seat as it was before all began to choose at the same time."""
    return t.simultaneous(t.root_state) != 0 and owner >= 0 and owner != viewer


def value_of(t: SearchArena, place: int, before: int) -> int:
    """A value of the state, as it was before or as it is."""
    if before != 0:
        return t.old_value(t.root_state, place)
    return t.value_at(t.root_state, place)


def lay_out(t: SearchArena, viewer: int) -> None:
    """Take out what a seat cannot know, and make the plan; `replacements` says where in it stands which piece takes whose place."""
    if t.simultaneous(t.root_state) != 0:
        hide_choices(t, viewer)
    t.plan[0] = t.kind_count
    at = 1
    for kind in range(t.kind_count):
        at = lay_deal(t, viewer, kind, at)
    at = hidden_values(t, viewer, at)
    t.plan_length = hidden_amounts(t, viewer, at)


def hide_choices(t: SearchArena, viewer: int) -> None:
    """The others are as they were when all began to choose: no more is known of them."""
    for other in range(t.seats):
        if other != viewer:
            t.restore_seat(t.root_state, other)
    for home in range(0, 2 * t.home_count, 2):
        slot = t.home_rows[home]
        for place in range(t.list_length(t.root_state, slot)):
            t.set_value(t.root_state, t.home_rows[home + 1] + t.piece_at(t.root_state, slot, place), slot)


# -- pieces ------------------------------------------------------------------------------------------------------------


def lay_deal(t: SearchArena, viewer: int, kind: int, at: int) -> int:
    """How the hidden pieces of a kind are to be dealt into their places, from a place in the plan on; where the plan goes on.

    How many of each back lie in a list is seen, but not in which of its places.
    """
    row = KIND * kind
    size = t.kind_rows[row + SIZE]
    find_hidden(t, viewer, row, 1)
    if t.kind_rows[row + SEEN] >= 0:
        forget_what_others_know(t, viewer, row)
    sort_hands(t, viewer, row)
    t.plan[at] = t.kind_rows[row + LIES]
    t.plan[at + 1] = size
    t.replacements[kind] = at + HEAD
    for piece in range(size):
        t.plan[at + HEAD + piece] = piece
    head = at
    at = lay_stocks(t, row, at + HEAD + size)
    t.plan[head + 2] = t.stock_count
    at = lay_hints(t, viewer, row, head, at)
    at = lay_lists(t, row, head, at)
    at = lay_pieces(t, size, at)
    fields = t.kind_rows[row + FIELDS]
    t.plan[at] = 0
    at += 1
    if fields > 0:
        find_hidden(t, viewer, row, 0)
        at = lay_pieces(t, size, at - 1)
    t.plan[at] = fields
    at += 1
    for word in range(WITH * fields):
        t.plan[at + word] = t.fact_table[t.kind_rows[row + SHOWN] + word]
    return at + WITH * fields


def lay_pieces(t: SearchArena, size: int, at: int) -> int:
    """How many pieces are hidden, and which."""
    first = at
    at += 1
    for piece in range(size):
        for _ in range(t.hidden_copies[piece]):
            t.plan[at] = piece
            at += 1
    t.plan[first] = at - first - 1
    return at


def find_hidden(t: SearchArena, viewer: int, row: int, knowing: int) -> None:
    """By piece, in how many lists it lies without being shown to a viewer. `knowing`: 0 where it does not count that one knows it."""
    for piece in range(t.kind_rows[row + SIZE]):
        t.hidden_copies[piece] = 0
    first = SPOT * t.kind_rows[row + FIRST]
    last = first + SPOT * t.kind_rows[row + SPOTS]
    for spot in range(first, last, SPOT):
        slot = t.list_rows[spot + SLOT]
        for place in range(t.list_length(t.root_state, slot)):
            t.hidden_copies[t.piece_at(t.root_state, slot, place)] += 1
    for spot in range(first, last, SPOT):
        slot = t.list_rows[spot + SLOT]
        before = as_before(t, viewer, t.list_rows[spot + OWNER])
        count = t.list_length(t.root_state, slot)
        if before != 0:
            count = t.old_list_length(t.root_state, slot)
        for place in range(count):
            piece = t.piece_at(t.root_state, slot, place)
            if before != 0:
                piece = t.old_piece_at(t.root_state, slot, place)
            if is_shown(t, viewer, spot, before, piece, place == count - 1, knowing) != 0:
                t.hidden_copies[piece] = 0


def is_shown(t: SearchArena, viewer: int, spot: int, before: int, piece: int, last: int, knowing: int) -> int:
    """Whether a viewer is shown a piece of a list, or sees at least its place (`knowing`: 0)."""
    known = 0
    if knowing != 0 and t.list_rows[spot + NOTES] >= 0:
        known = value_of(t, t.list_rows[spot + NOTES] + piece * t.list_rows[spot + SPREAD], before)
    return shows(t.list_rows[spot + SIGHT], t.list_rows[spot + OWNER], viewer, last, known)


def forget_what_others_know(t: SearchArena, viewer: int, row: int) -> None:
    """Nobody is told what others know of a pile, so they know nothing; the viewer goes on knowing what it does."""
    seen, width = t.kind_rows[row + SEEN], t.kind_rows[row + WIDTH]
    for word in range(t.kind_rows[row + SIZE] * width):
        t.scratch[word] = 0
    first = SPOT * t.kind_rows[row + FIRST]
    for spot in range(first, first + SPOT * t.kind_rows[row + SPOTS], SPOT):
        owner = t.list_rows[spot + OWNER]
        if viewer >= 0 and t.list_rows[spot + NOTES] >= 0:
            before = as_before(t, viewer, owner)
            told = 1 << viewer
            if t.list_rows[spot + SIGHT] == OTHERS and owner >= 0:  # all who see it were there
                told = told | 1 << owner
            slot = t.list_rows[spot + SLOT]
            for place in range(t.list_length(t.root_state, slot)):
                at = t.piece_at(t.root_state, slot, place) * width
                t.scratch[at] = value_of(t, seen + at, before) & 1 << viewer
                for word in range(at + 1, at + width):
                    t.scratch[word] = value_of(t, seen + word, before) & told
    for word in range(t.kind_rows[row + SIZE] * width):
        t.set_value(t.root_state, seen + word, t.scratch[word])


def sort_hands(t: SearchArena, viewer: int, row: int) -> None:
    """A hand has no places for others: where in it lies what they know is not known to them, nor what they were told of the rest."""
    first = SPOT * t.kind_rows[row + FIRST]
    for spot in range(first, first + SPOT * t.kind_rows[row + SPOTS], SPOT):
        if t.list_rows[spot + HAND] != 0 and t.list_rows[spot + OWNER] != viewer:
            slot = t.list_rows[spot + SLOT]
            for place in range(1, t.list_length(t.root_state, slot)):
                piece = t.piece_at(t.root_state, slot, place)
                other = place - 1
                while other >= 0 and goes_before(t, row, piece, t.piece_at(t.root_state, slot, other)) != 0:
                    t.set_piece(t.root_state, slot, other + 1, t.piece_at(t.root_state, slot, other))
                    other -= 1
                t.set_piece(t.root_state, slot, other + 1, piece)


def goes_before(t: SearchArena, row: int, piece: int, other: int) -> int:
    """Whether a piece comes before another in a hand of somebody else's: known ones in order, then those of which less was told."""
    if t.hidden_copies[piece] == 0 or t.hidden_copies[other] == 0:
        return t.hidden_copies[piece] == 0 and (t.hidden_copies[other] != 0 or piece < other)
    if t.kind_rows[row + SORTS] > 0:
        width = t.kind_rows[row + WIDTH]
        for word in range(1, width):
            mine = t.value_at(t.root_state, t.kind_rows[row + SEEN] + piece * width + word)
            others = t.value_at(t.root_state, t.kind_rows[row + SEEN] + other * width + word)
            if mine != others:
                return mine < others
    return 0


def lay_stocks(t: SearchArena, row: int, at: int) -> int:
    """Hidden pieces by their backs; `stock_starts` says by back where its stock lies, as a distance from the first one."""
    first = at
    ranks = t.kind_rows[row + RANKS]
    t.stock_count = 0
    for back in range(t.kind_rows[row + BACKS]):
        t.stock_starts[back] = 0
    for piece in range(t.kind_rows[row + SIZE]):
        t.stock_starts[t.fact_table[ranks + piece]] += t.hidden_copies[piece]
    for back in range(t.kind_rows[row + BACKS]):
        count = t.stock_starts[back]
        t.stock_starts[back] = at - first
        if count > 0:
            t.stock_count += 1
            t.plan[at] = count
            t.plan[at + 1] = 0
            at += 2 + count
    for piece in range(t.kind_rows[row + SIZE]):
        for _ in range(t.hidden_copies[piece]):
            stock = first + t.stock_starts[t.fact_table[ranks + piece]]
            t.plan[stock + 2 + t.plan[stock + 1]] = piece
            t.plan[stock + 1] += 1
    return at


def lay_hints(t: SearchArena, viewer: int, row: int, head: int, at: int) -> int:
    """What is known of pieces without knowing them: which sorts may lie at which place."""
    sorts, size = t.kind_rows[row + SORTS], t.kind_rows[row + SIZE]
    t.plan[head + 4] = 0
    if sorts == 0 or t.stock_count == 0:
        return at
    seen, width = t.kind_rows[row + SEEN], t.kind_rows[row + WIDTH]
    t.plan[head + 4] = sorts
    t.plan[at] = seen
    t.plan[at + 1] = width
    at += 2
    for piece in range(size):
        t.plan[at + piece] = t.fact_table[t.kind_rows[row + RANKS] + size + piece]
    at += size
    places = 0
    first = SPOT * t.kind_rows[row + FIRST]
    for spot in range(first, first + SPOT * t.kind_rows[row + SPOTS], SPOT):
        slot = t.list_rows[spot + SLOT]
        for place in range(t.list_length(t.root_state, slot)):
            piece = t.piece_at(t.root_state, slot, place)
            if t.hidden_copies[piece] != 0:
                words = seen + piece * width
                for sort in range(sorts):
                    t.plan[at] = may_be_sort(t, viewer, row, words, sort)
                    at += 1
                for word in range(1, width):
                    t.plan[at] = t.value_at(t.root_state, words + word)
                    at += 1
                places += 1
    for place in range(2 * places):
        t.plan[at + place] = 0
    return at + 2 * places


def may_be_sort(t: SearchArena, viewer: int, row: int, words: int, sort: int) -> int:
    """Whether a piece with these words may be of a sort, for all a viewer was told."""
    if viewer >= 0:
        first = t.kind_rows[row + WAYS] + sort * t.kind_rows[row + APART]
        for way in range(first, first + t.kind_rows[row + APART]):
            if t.value_at(t.root_state, words + t.fact_table[way]) >> viewer & 1 != 0:
                return 0
    return 1


def lay_lists(t: SearchArena, row: int, head: int, at: int) -> int:
    """The lists with hidden pieces: where these lie, and the stocks they come from."""
    ranks, lists = t.kind_rows[row + RANKS], 0
    first = SPOT * t.kind_rows[row + FIRST]
    for spot in range(first, first + SPOT * t.kind_rows[row + SPOTS], SPOT):
        slot = t.list_rows[spot + SLOT]
        count = 0
        for place in range(t.list_length(t.root_state, slot)):
            if t.hidden_copies[t.piece_at(t.root_state, slot, place)] != 0:
                t.plan[at + 3 + count] = place
                count += 1
        if count > 0:
            lists += 1
            backs = at + 3 + count
            for one in range(count):
                piece = t.piece_at(t.root_state, slot, t.plan[at + 3 + one])
                back = t.stock_starts[t.fact_table[ranks + piece]]
                other = one - 1
                while other >= 0 and t.plan[backs + other] > back:
                    t.plan[backs + other + 1] = t.plan[backs + other]
                    other -= 1
                t.plan[backs + other + 1] = back
            t.plan[at] = slot
            t.plan[at + 1] = count
            t.plan[at + 2] = 0
            if t.plan[backs] != t.plan[backs + count - 1]:
                t.plan[at + 2] = 1
            at = backs + count
    t.plan[head + 3] = lists
    return at


# -- values and amounts ------------------------------------------------------------------------------------------------


def hidden_values(t: SearchArena, viewer: int, at: int) -> int:
    """Values that are hidden: where each lies, the least it can be, and how many values it can have."""
    first = at
    at += 1
    for row in range(0, VALUE * t.value_count, VALUE):
        if shows(t.value_rows[row + 3], t.value_rows[row + 4], viewer, 0, 0) == 0:
            for one in range(3):
                t.plan[at + one] = t.value_rows[row + one]
            at += 3
    t.plan[first] = (at - first - 1) // 3
    return at


def hidden_amounts(t: SearchArena, viewer: int, at: int) -> int:
    """Hidden amounts, within their bounds; without any, as many as twice the own ones and some. Never from the true ones."""
    first = at
    at += 1
    for row in range(0, AMOUNT * t.amount_count, AMOUNT):
        sight = t.amount_rows[row]
        if shows(sight, t.amount_rows[row + 1], viewer, 0, 0) == 0:
            for one in range(5):
                t.plan[at + one] = t.amount_rows[row + 2 + one]
            if t.plan[at + 4] < 0:
                t.plan[at + 4] = UNKNOWN_AMOUNT
                if viewer >= 0 and shows(sight, viewer, viewer, 0, 0) != 0:
                    own = t.value_at(t.root_state, t.amount_rows[row + 7] + viewer * t.amount_rows[row + 8])
                    t.plan[at + 4] = 2 * min(own, MOST_OWN) + 5
            at += 5
    t.plan[first] = (at - first - 1) // 5
    return at
