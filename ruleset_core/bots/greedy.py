"""A bot that looks to the end of its own turn and takes what scores best there.

It follows its own decisions through clones, widest first, until another seat decides, something random happens, the
phase changes or its budget is used up, and compares the scores it finds there: its own less the best of the others.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from .base import Stream

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["GreedyBot"]

BUDGET: Final = 400
"""States looked at for one decision."""

WIN: Final = 10**9
"""Worth more than any score: a game won is not won by points alone."""


class GreedyBot:
    """Takes the option that leads to the best score at the end of its turn; chance decides between equal ones."""

    def __init__(self, stream: Stream, budget: int = BUDGET) -> None:
        self._stream = stream
        self._budget = budget

    def choose(self, state: State) -> int:
        """The best option as far as the budget sees."""
        # It plays in a world it cannot tell from the real one, so it never sees a card or die before its time.
        state = state.imagine(state.seat, self._stream.aside)
        best = explore(state, self._budget) if len(state.options) > 1 else dict.fromkeys(state.options, 0)
        top = max(best.values())
        # One number is drawn for every decision, needed or not (see `Stream` on resuming).
        return self._stream.pick([option for option in state.options if best[option] == top])


def explore(state: State, budget: int) -> dict[int, int]:
    """For every option the best value reached behind it. Every option is tried once, whatever the budget."""
    seat = state.seat
    best: dict[int, int] = {}
    queue: deque[tuple[int, State]] = deque()
    for option in state.options:
        _visit(state, option, option, seat, best, queue)
    spent = len(state.options)
    while queue and spent < budget:
        root, node = queue.popleft()
        for option in node.options:
            _visit(node, option, root, seat, best, queue)
        spent += len(node.options)
    for root, node in queue:  # not looked behind: worth what they are worth now
        best[root] = max(best.get(root, -WIN * 2), value(node, seat))
    return best


def _visit(
    before: State, option: int, root: int, seat: int, best: dict[int, int], queue: deque[tuple[int, State]]
) -> None:
    after = before.clone()
    after.apply(option)
    drawn = bool(after.draws)
    if not (drawn or after.over or after.seat != seat or after.phase != before.phase):
        queue.append((root, after))
        return
    # Its own die or card is not known beforehand: what comes of it is not counted while the turn goes on.
    guess = drawn and not after.over and after.seat == seat and after.phase == before.phase
    best[root] = max(best.get(root, -WIN * 2), value(before if guess else after, seat))


def value(state: State, seat: int) -> int:
    """What a state is worth to a seat: its score less the best of the others, and a won game above all."""
    scores = state.scores()
    others = [score for other, score in enumerate(scores) if other != seat]
    worth = scores[seat] - max(others, default=0)
    return worth + WIN if state.over and seat in state.winners() else worth
