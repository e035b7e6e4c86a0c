"""What a seat knows of a state, as the plan that worlds are drawn by. See `search` for how this is written, `worlds` for what a plan is.

The state `t.known` begins as a copy of the true one. What the seat cannot know of the past is taken out of it; what it cannot know of what
lies there now goes into the plan, in an order that does not come from where it lies. The tables are made by `engine.known`.
"""

from __future__ import annotations

from ruleset_core.lang.search.room import Room
from ruleset_core.lang.worlds import HEAD

KIND, SPOT, VALUE, AMOUNT = 14, 5, 4, 9
"""Numbers of a row of each table."""
LIES, SIDE, SEEN, WIDTH, SIZE, FIRST, SPOTS, RANKS, BACKS, SORTS, WAYS, APART = 0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
"""Of a kind of pieces: where in a state it stands where each lies; its side, the least side and how many; where it stands who knows it (-1:
nowhere), and how many words each piece has there; how many pieces; the first of its lists, and how many; where in `facts` the number of the back of each
begins, and behind it the sorts; how many backs; how many sorts can be told apart; where in `facts` the words of each sort begin, and how many they are."""
SLOT, OWNER, SIGHT, KEEPS, HAND = 0, 1, 2, 3, 4
"""Of a list: its place, whose it is, who sees it, whether it is kept who knows its pieces, whether it has no places for others."""
NOBODY, ALL, OWN, OTHERS, TOP = 0, 1, 2, 3, 4
"""Who sees something."""
SHARED = -2
"""The owner of what is nobody's."""
UNKNOWN_AMOUNT = 20
"""The most that is imagined of a resource without a bound when not even the own amount is known."""
MOST_OWN = 1 << 29
"""Own amounts above it are as good as this."""


def may_see(sight: int, viewer: int, owner: int) -> int:
    """Whether a viewer (-1: somebody beside the table) sees something of a seat."""
    if sight == OTHERS:
        return viewer >= 0 and owner != viewer
    return sight == ALL or (sight == OWN and owner == viewer)


def as_before(t: Room, viewer: int, owner: int) -> int:
    """Whether a viewer is shown something of a seat as it was before all began to choose at the same time."""
    return t.together(t.known) != 0 and owner >= 0 and owner != viewer


def value_of(t: Room, place: int, before: int) -> int:
    """A value of the state, as it was before or as it is."""
    if before != 0:
        return t.old_number(t.known, place)
    return t.number(t.known, place)


def lay_out(t: Room, viewer: int) -> None:
    """Take out what a seat cannot know, and make the plan; `instead` says where in it stands which piece takes whose place."""
    if t.together(t.known) != 0:
        as_shown(t, viewer)
    t.plan[0] = t.veiled
    at = 1
    for kind in range(t.veiled):
        at = deal_of(t, viewer, kind, at)
    at = hidden_values(t, viewer, at)
    t.size = hidden_amounts(t, viewer, at)


def as_shown(t: Room, viewer: int) -> None:
    """The others are as they were when all began to choose: no more is known of them."""
    for other in range(t.seats):
        if other != viewer:
            t.rewind(t.known, other)
    for home in range(0, 2 * t.homed, 2):
        slot = t.homes[home]
        for place in range(t.length(t.known, slot)):
            t.set_number(t.known, t.homes[home + 1] + t.piece(t.known, slot, place), slot)


# -- pieces ------------------------------------------------------------------------------------------------------------


def deal_of(t: Room, viewer: int, kind: int, at: int) -> int:
    """How the hidden pieces of a kind are to be dealt into their places, from a place in the plan on; where the plan goes on.

    How many of each back lie in a list is seen, but not in which of its places.
    """
    row = KIND * kind
    size = t.kinds[row + SIZE]
    find_hidden(t, viewer, row)
    if t.kinds[row + SEEN] >= 0:
        forget_others(t, viewer, row)
    known_first(t, viewer, row)
    t.plan[at] = t.kinds[row + LIES]
    for one in range(3):
        t.plan[at + 1 + one] = t.kinds[row + SIDE + one]
    t.plan[at + 4] = size
    t.instead[kind] = at + HEAD
    for piece in range(size):
        t.plan[at + HEAD + piece] = piece
    head = at
    at = stocks_of(t, row, at + HEAD + size)
    t.plan[head + 5] = t.stocks
    at = told_of(t, viewer, row, head, at)
    at = lists_of(t, row, head, at)
    first = at
    at += 1
    for piece in range(size):
        for _ in range(t.among[piece]):
            t.plan[at] = piece
            at += 1
    t.plan[first] = at - first - 1
    return at


def find_hidden(t: Room, viewer: int, row: int) -> None:
    """By piece, in how many lists it lies without being shown to a viewer."""
    for piece in range(t.kinds[row + SIZE]):
        t.among[piece] = 0
    first = SPOT * t.kinds[row + FIRST]
    last = first + SPOT * t.kinds[row + SPOTS]
    for spot in range(first, last, SPOT):
        slot = t.spots[spot + SLOT]
        for place in range(t.length(t.known, slot)):
            t.among[t.piece(t.known, slot, place)] += 1
    for spot in range(first, last, SPOT):
        slot = t.spots[spot + SLOT]
        before = as_before(t, viewer, t.spots[spot + OWNER])
        count = t.length(t.known, slot)
        if before != 0:
            count = t.old_length(t.known, slot)
        for place in range(count):
            piece = t.piece(t.known, slot, place)
            if before != 0:
                piece = t.old_piece(t.known, slot, place)
            if is_shown(t, viewer, row, spot, before, piece, place == count - 1) != 0:
                t.among[piece] = 0


def is_shown(t: Room, viewer: int, row: int, spot: int, before: int, piece: int, last: int) -> int:
    """Whether a viewer is shown a piece of a list."""
    sight = t.spots[spot + SIGHT]
    if may_see(sight, viewer, t.spots[spot + OWNER]) != 0 or (sight == TOP and last != 0):
        return 1
    if t.kinds[row + SEEN] < 0 or viewer < 0 or t.spots[spot + KEEPS] == 0:
        return 0
    return value_of(t, t.kinds[row + SEEN] + piece * t.kinds[row + WIDTH], before) >> viewer & 1


def forget_others(t: Room, viewer: int, row: int) -> None:
    """Nobody is told what others know of a pile, so they know nothing; the viewer goes on knowing what it does."""
    seen, width = t.kinds[row + SEEN], t.kinds[row + WIDTH]
    for word in range(t.kinds[row + SIZE] * width):
        t.spare[word] = 0
    first = SPOT * t.kinds[row + FIRST]
    for spot in range(first, first + SPOT * t.kinds[row + SPOTS], SPOT):
        owner = t.spots[spot + OWNER]
        if viewer >= 0 and t.spots[spot + KEEPS] != 0:
            before = as_before(t, viewer, owner)
            told = 1 << viewer
            if t.spots[spot + SIGHT] == OTHERS and owner >= 0:  # all who see it were there
                told = told | 1 << owner
            slot = t.spots[spot + SLOT]
            for place in range(t.length(t.known, slot)):
                at = t.piece(t.known, slot, place) * width
                t.spare[at] = value_of(t, seen + at, before) & 1 << viewer
                for word in range(at + 1, at + width):
                    t.spare[word] = value_of(t, seen + word, before) & told
    for word in range(t.kinds[row + SIZE] * width):
        t.set_number(t.known, seen + word, t.spare[word])


def known_first(t: Room, viewer: int, row: int) -> None:
    """A hand has no places for others: where in it lies what they know is not known to them, nor what they were told of the rest."""
    first = SPOT * t.kinds[row + FIRST]
    for spot in range(first, first + SPOT * t.kinds[row + SPOTS], SPOT):
        if t.spots[spot + HAND] != 0 and t.spots[spot + OWNER] != viewer:
            slot = t.spots[spot + SLOT]
            for place in range(1, t.length(t.known, slot)):
                piece = t.piece(t.known, slot, place)
                other = place - 1
                while other >= 0 and goes_before(t, row, piece, t.piece(t.known, slot, other)) != 0:
                    t.set_piece(t.known, slot, other + 1, t.piece(t.known, slot, other))
                    other -= 1
                t.set_piece(t.known, slot, other + 1, piece)


def goes_before(t: Room, row: int, piece: int, other: int) -> int:
    """Whether a piece comes before another in a hand of somebody else's: known ones in order, then those of which less was told."""
    if t.among[piece] == 0 or t.among[other] == 0:
        return t.among[piece] == 0 and (t.among[other] != 0 or piece < other)
    if t.kinds[row + SORTS] > 0:
        width = t.kinds[row + WIDTH]
        for word in range(1, width):
            mine = t.number(t.known, t.kinds[row + SEEN] + piece * width + word)
            others = t.number(t.known, t.kinds[row + SEEN] + other * width + word)
            if mine != others:
                return mine < others
    return 0


def stocks_of(t: Room, row: int, at: int) -> int:
    """Hidden pieces by their backs; `starts` says by back where its stock lies, as a distance from the first one."""
    first = at
    ranks = t.kinds[row + RANKS]
    t.stocks = 0
    for back in range(t.kinds[row + BACKS]):
        t.starts[back] = 0
    for piece in range(t.kinds[row + SIZE]):
        t.starts[t.facts[ranks + piece]] += t.among[piece]
    for back in range(t.kinds[row + BACKS]):
        count = t.starts[back]
        t.starts[back] = at - first
        if count > 0:
            t.stocks += 1
            t.plan[at] = count
            t.plan[at + 1] = 0
            at += 2 + count
    for piece in range(t.kinds[row + SIZE]):
        for _ in range(t.among[piece]):
            stock = first + t.starts[t.facts[ranks + piece]]
            t.plan[stock + 2 + t.plan[stock + 1]] = piece
            t.plan[stock + 1] += 1
    return at


def told_of(t: Room, viewer: int, row: int, head: int, at: int) -> int:
    """What is known of pieces without knowing them: which sorts may lie at which place."""
    sorts, size = t.kinds[row + SORTS], t.kinds[row + SIZE]
    t.plan[head + 7] = 0
    if sorts == 0 or t.stocks == 0:
        return at
    seen, width = t.kinds[row + SEEN], t.kinds[row + WIDTH]
    t.plan[head + 7] = sorts
    t.plan[at] = seen
    t.plan[at + 1] = width
    at += 2
    for piece in range(size):
        t.plan[at + piece] = t.facts[t.kinds[row + RANKS] + size + piece]
    at += size
    places = 0
    first = SPOT * t.kinds[row + FIRST]
    for spot in range(first, first + SPOT * t.kinds[row + SPOTS], SPOT):
        slot = t.spots[spot + SLOT]
        for place in range(t.length(t.known, slot)):
            piece = t.piece(t.known, slot, place)
            if t.among[piece] != 0:
                words = seen + piece * width
                for sort in range(sorts):
                    t.plan[at] = may_be(t, viewer, row, words, sort)
                    at += 1
                for word in range(1, width):
                    t.plan[at] = t.number(t.known, words + word)
                    at += 1
                places += 1
    for place in range(2 * places):
        t.plan[at + place] = 0
    return at + 2 * places


def may_be(t: Room, viewer: int, row: int, words: int, sort: int) -> int:
    """Whether a piece with these words may be of a sort, for all a viewer was told."""
    if viewer >= 0:
        first = t.kinds[row + WAYS] + sort * t.kinds[row + APART]
        for way in range(first, first + t.kinds[row + APART]):
            if t.number(t.known, words + t.facts[way]) >> viewer & 1 != 0:
                return 0
    return 1


def lists_of(t: Room, row: int, head: int, at: int) -> int:
    """The lists with hidden pieces: where these lie, and the stocks they come from."""
    ranks, lists = t.kinds[row + RANKS], 0
    first = SPOT * t.kinds[row + FIRST]
    for spot in range(first, first + SPOT * t.kinds[row + SPOTS], SPOT):
        slot = t.spots[spot + SLOT]
        count = 0
        for place in range(t.length(t.known, slot)):
            if t.among[t.piece(t.known, slot, place)] != 0:
                t.plan[at + 3 + count] = place
                count += 1
        if count > 0:
            lists += 1
            backs = at + 3 + count
            for one in range(count):
                piece = t.piece(t.known, slot, t.plan[at + 3 + one])
                back = t.starts[t.facts[ranks + piece]]
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
    t.plan[head + 6] = lists
    return at


# -- values and amounts ------------------------------------------------------------------------------------------------


def hidden_values(t: Room, viewer: int, at: int) -> int:
    """Values that are hidden: where each lies, the least it can be, and how many values it can have."""
    first = at
    at += 1
    for row in range(0, VALUE * t.valued, VALUE):
        if t.values_of[row + 3] != viewer:
            for one in range(3):
                t.plan[at + one] = t.values_of[row + one]
            at += 3
    t.plan[first] = (at - first - 1) // 3
    return at


def hidden_amounts(t: Room, viewer: int, at: int) -> int:
    """Hidden amounts, within their bounds; without any, as many as twice the own ones and some. Never from the true ones."""
    first = at
    at += 1
    for row in range(0, AMOUNT * t.held, AMOUNT):
        sight = t.amounts_of[row]
        if may_see(sight, viewer, t.amounts_of[row + 1]) == 0:
            for one in range(5):
                t.plan[at + one] = t.amounts_of[row + 2 + one]
            if t.plan[at + 4] < 0:
                t.plan[at + 4] = UNKNOWN_AMOUNT
                if viewer >= 0 and may_see(sight, viewer, viewer) != 0:
                    own = t.number(t.known, t.amounts_of[row + 7] + viewer * t.amounts_of[row + 8])
                    t.plan[at + 4] = 2 * min(own, MOST_OWN) + 5
            at += 5
    t.plan[first] = (at - first - 1) // 5
    return at
