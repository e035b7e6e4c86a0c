"""Drawing what somebody cannot see, as told by a plan: a list of whole numbers, used up by the drawing.

A plan is made by `engine.imagine` for one state and one viewer, and copied for each world that is drawn from it:

    kinds, then for each kind of pieces that may be hidden
        where in `v` it stands where each piece lies, and its side (-1: has none), least side, number of sides
        pieces of the kind, stocks, lists
        for each piece the one that takes its place (itself at first)
        for each stock (hidden pieces with one back): its size, twice, and the pieces
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

HEAD = 7
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
    stocks, lists, instead = plan[at + 5], plan[at + 6], at + HEAD
    at = instead + plan[at + 4]
    first = at
    for _ in range(stocks):
        _mix(plan, at + 2, plan[at], pick)
        at += 2 + plan[at]
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
        at += 3 + 2 * places
    hidden = plan[at]
    if side >= 0:
        for one in range(at + 1, at + 1 + hidden):
            v[side + plan[one]] = low + pick(sides)
    return at + 1 + hidden


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
