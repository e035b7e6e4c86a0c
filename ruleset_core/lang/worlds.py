"""Drawing what somebody cannot see, as told by a plan: a list of whole numbers, used up by the drawing.

A plan is made by `search.known` for one state and one viewer, and copied for each world that is drawn from it:

    kinds, then for each kind of pieces that may be hidden
        where in `v` it stands where each piece lies, and its side (-1: has none), least side, number of sides
        pieces of the kind, stocks, lists, sorts (0: nothing is known of a piece without knowing it)
        for each piece the one that takes its place (itself at first)
        for each stock (hidden pieces with one back): its size, twice, and the pieces
        if there are sorts, and so one stock: where the words of the kind begin in `v`, and how many each piece has; for each
        piece its sort; for each hidden place, in the order of the lists, whether a piece of each sort may lie there, and all
        words but the first of what does; room for two numbers a place
        for each list with hidden pieces: its zone, how many are hidden, whether their backs differ, their places, and
        for each the stock it comes from, as a distance from the first stock
        how many pieces are hidden, and which
    values, then for each: its place in `v`, the least it can be, how many it can be
    amounts, then for each: its place in `v`, the place of what was ever gained of it; the least and how many numbers
        it may have reached on its track (0: it has none, or is not on one); the most that can be held

Everything is plain enough for both executors: whole numbers, lists and loops.
"""

from __future__ import annotations

from collections.abc import Callable

WORLDS = 10_000
"""How many worlds are drawn at most until one is found that fits what somebody is asked."""
HEAD = 8
"""Numbers before the pieces of a kind."""


def draw_world(v: list[int], z: list[list[int]], plan: list[int], pick: Callable[[int], int]) -> None:
    """Put a world into `v` and `z`; afterwards the plan says which piece took whose place. `pick` draws below a number."""
    at = 1
    for _ in range(plan[0]):
        at = _deal(v, z, plan, at, pick)
    at = _values(v, plan, at, pick)
    _amounts(v, plan, at, pick)


def _deal(v: list[int], z: list[list[int]], plan: list[int], at: int, pick: Callable[[int], int]) -> int:
    """Deal the hidden pieces of a kind into their places, wherever one with the same back may lie."""
    lies, side, low, sides = plan[at], plan[at + 1], plan[at + 2], plan[at + 3]
    size, stocks, lists, sorts, instead = plan[at + 4], plan[at + 5], plan[at + 6], plan[at + 7], at + HEAD
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
    hidden = plan[at]
    if side >= 0:
        for one in range(at + 1, at + 1 + hidden):
            v[side + plan[one]] = low + pick(sides)
    return at + 1 + hidden


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
