"""Counts sequences of decisions. One number over all that can happen in so many steps proves the rules as no example can."""

from __future__ import annotations

from ruleset_core import State


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` decisions from a state; it is left as it was.

    Chance is not a decision: each sequence meets the outcomes that its own random streams draw.
    """
    if depth == 0:
        return 1
    if depth == 1 or state.over:
        return len(state.options)
    total = 0
    for option in state.options:
        after = state.clone()
        after.apply(option)
        total += perft(after, depth - 1)
    return total
