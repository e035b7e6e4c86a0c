"""Sequences of moves, counted: "perft". One number over all that can happen in so many moves proves rules as no example can.

Both games of the numbers below have been counted by many programs: 4, 12, 56, 244, 1396 sequences of up to five moves in Reversi,
7, 49, 302, 1469, 7361 in English draughts. A move is all that a seat answers until another seat answers:

    answers of seats    0     1 1 1 (a man that jumps three times)     0 (forced)     1
    moves               1st   2nd                                      3rd            4th

`compile.wasm.core_batch` has the same for states in the core.
"""

from __future__ import annotations

from collections.abc import Callable

from ruleset_core.engine.state import State


def moves_left(after: State, depth: int, seat: int) -> int:
    """How many of the moves to come are left behind an option that a seat has just taken: each answer of another seat ends one."""
    for forced in after.forced[::2]:
        if forced != seat:
            seat = forced
            depth -= 1
            if depth == 0:
                return 0
    return depth - (after.seat != seat)


def count_moves(state: State, depth: int, count: Callable[[State, int], int]) -> int:
    """How many sequences of so many moves, at least one, there are from a state; `count` counts those behind each option in the same way."""
    total = 0
    for option in state.options:
        after = state.clone()
        after.apply(option)
        left = moves_left(after, depth, state.seat)
        if left == 0:
            total += 1
        elif not after.over:
            total += count(after, left)
    return total
