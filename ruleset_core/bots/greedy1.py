"""The earlier `greedy`, kept to measure others against. It counts nothing of a move by which it draws while its turn goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .base import Stream
from .lookahead import LEAST, explore, value

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["Greedy1Bot"]

BUDGET: Final = 400
"""States looked at for one decision."""


class Greedy1Bot:
    """Takes the option that leads to the best score at the end of its turn or before its next die; chance decides between equal ones."""

    def __init__(self, stream: Stream, budget: int = BUDGET) -> None:
        self._stream = stream
        self._budget = budget

    def choose(self, state: State) -> int:
        """The best option as far as the budget sees."""
        # It plays in a world it cannot tell from the real one, so it never sees a card or die before its time.
        state = state.imagine(state.seat, self._stream.aside)
        best = self.worths(state) if len(state.options) > 1 else dict.fromkeys(state.options, 0)
        top = max(best.values())
        # One number is drawn for every decision, needed or not (see `Stream` on resuming).
        return self._stream.pick([option for option in state.options if best[option] == top])

    def worths(self, state: State) -> dict[int, int]:
        """What every option leads to."""
        best, chances = explore(state, self._budget)
        for step in chances:
            assert step.before is not None
            best[step.root] = max(best.get(step.root, LEAST), value(step.before.state, state.seat))
        return best
