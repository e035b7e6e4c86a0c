"""What a seat may know of a state, as numbers in a row: told by a plan, a list of whole numbers.

A plan is made by `engine.numbers` for one number of players and one viewer. `before` is the state as it was when all began to
choose at the same time, for what is seen of the others meanwhile; else it is the state itself.

    how many values are read from the state, then for each: its place in `v`; how many seats there are if it names one, else 0
    the same for those that are read from `before`
    how many kinds of pieces, then for each
        pieces of the kind, and where in `v` it stands which side is up (-1: they have none)
        how many lists they may lie in, then for each
            1 if it is read from `before`; its place in `z`
            1 if the viewer sees all of it, 2 if the last piece, else 0
            where in `v` it stands who knows a piece (-1: nobody is noted), how far these words lie apart
            1 if its order is told, else 0

What comes out: the values in order; then for each kind how many pieces lie in each list, and for each piece the list it lies
in as far as the viewer knows (-1: it does not), its place there from 0 (-1 where that is not told) and, if it has sides, the side (-1).
"""

from __future__ import annotations

PIECE = 2
"""Numbers told of a piece, the side apart."""


def see(
    v: list[int],
    z: list[list[int]],
    before_v: list[int],
    before_z: list[list[int]],
    plan: list[int],
    viewer: int,
    out: list[int],
) -> None:
    """Write what a viewer may know into `out`, which has room for all of it."""
    count = plan[0]
    for one in range(count):
        out[one] = _seat(v[plan[1 + 2 * one]], plan[2 + 2 * one], viewer)
    at = 1 + 2 * count
    more = plan[at]
    for one in range(more):
        out[count + one] = _seat(before_v[plan[at + 1 + 2 * one]], plan[at + 2 + 2 * one], viewer)
    at += 1 + 2 * more
    to = count + more
    kinds = plan[at]
    at += 1
    for _ in range(kinds):
        size, side, lists = plan[at], plan[at + 1], plan[at + 2]
        told = PIECE if side < 0 else PIECE + 1
        first = to + lists
        for one in range(first, first + told * size):
            out[one] = -1
        at += 3
        for number in range(lists):
            if plan[at]:
                out[to + number] = _list(before_v, before_z, plan, at, viewer, out, first, told, number, side)
            else:
                out[to + number] = _list(v, z, plan, at, viewer, out, first, told, number, side)
            at += 6
        to = first + told * size


def _seat(value: int, seats: int, viewer: int) -> int:
    """A value; a seat as how many seats after the viewer it comes."""
    if value >= 0 and value < seats and viewer >= 0:
        return (value - viewer + seats) % seats
    return value


def _list(
    v: list[int],
    z: list[list[int]],
    plan: list[int],
    at: int,
    viewer: int,
    out: list[int],
    first: int,
    told: int,
    number: int,
    side: int,
) -> int:
    """What is known of the pieces of a list, and how many there are."""
    slot, seen, known, apart, order = plan[at + 1], plan[at + 2], plan[at + 3], plan[at + 4], plan[at + 5]
    count = len(z[slot])
    for place in range(count):
        piece = z[slot][place]
        sure = seen == 1
        if seen == 2 and place == count - 1:
            sure = True
        if known >= 0 and viewer >= 0 and v[known + apart * piece] >> viewer & 1:
            sure = True
        if sure:
            to = first + told * piece
            out[to] = number
            if order:
                out[to + 1] = place
            if side >= 0:
                out[to + 2] = v[side + piece]
    return count
