"""A bot that looks to the end of its own turn, beyond its next die too, and takes what scores best there.

It follows its own decisions through clones, and compares the scores it finds: its own less the best of the others. Where
something is drawn and its turn goes on, it imagines several worlds, looks in each how far the turn could go from there
with what was drawn, and counts the mean. Every option meets the same dice, so that none is luckier than another.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Final

from .base import Stream
from .lookahead import LEAST, Step, explore, value

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["GreedyBot"]

BUDGET: Final = 400
"""States looked at for one decision before anything random."""

BEYOND: Final = 800
"""States looked at behind what is random, in all imagined worlds together."""

SHARE: Final = 30
"""As many of them behind one draw in one world, if there is enough for the fewest worlds."""

WORLDS: Final = (4, 32)
"""The fewest and the most worlds imagined for one decision."""


class GreedyBot:
    """Takes the option that leads to the best score at the end of its turn; chance decides between equal ones."""

    def __init__(self, stream: Stream, budget: int = BUDGET, beyond: int = BEYOND) -> None:
        self._stream = stream
        self._budget = budget
        self._beyond = beyond

    def choose(self, state: State) -> int:
        """The best option as far as the budgets see."""
        options = state.options
        if len(options) > 1:
            best = self.worths(state)
            top = max(best.values())
            options = [option for option in options if best[option] == top]
        # One number is drawn for every decision, needed or not (see `Stream` on resuming).
        return self._stream.pick(options)

    def worths(self, state: State) -> dict[int, int]:
        """What every option leads to: the sum over as many worlds for each, so that whole numbers say which mean is best."""
        seed, seat = self._stream.aside, state.seat
        # It plays in worlds it cannot tell from the real one, so it never sees a card or die before its time.
        first = state.imagine(seat, seed)
        best, chances = explore(first, self._budget)
        if not chances:
            return best
        fewest, most = WORLDS
        count = max(fewest, min(most, self._beyond // (len(chances) * SHARE)))
        share = self._beyond // (len(chances) * count)
        # What is hidden differs from world to world, and so does what everybody has there: what counts is what a turn adds to it.
        now = value(first, seat)
        best = {option: (worth - now) * count for option, worth in best.items()}
        sums = [_beyond(step.state, seat, share) - now for step in chances]
        for number in range(1, count):
            world: dict[Step, State] = {}
            start = state.imagine(seat, seed, number)
            now = value(start, seat)
            for at, step in enumerate(chances):
                sums[at] += _beyond(_replayed(step, start, world), seat, share) - now
        for step, total in zip(chances, sums, strict=True):
            # Somewhat less than the mean, the more so the fewer worlds: of many means the best one is best by luck too, and
            # what a throw costs is often not in the score. It is half a point with four worlds, a fifth with thirty.
            best[step.root] = max(best.get(step.root, LEAST), total - isqrt(count))
        return best


def _replayed(step: Step, start: State, world: dict[Step, State]) -> State:
    """The state of the same decisions in another world; those made there already are kept in `world`.

    What turns up may be hidden as well as random, so a decision may not be there: what follows it is left out.
    """
    if step.before is None:
        return start
    found = world.get(step)
    if found is None:
        found = _replayed(step.before, start, world)
        if found.seat == start.seat and step.option in found.options:
            found = found.clone()
            found.apply(step.option)
        world[step] = found
    return found


def _beyond(state: State, seat: int, budget: int) -> int:
    """What the turn can still come to after something was drawn. What is drawn next counts as it falls in this world."""
    if state.over or state.seat != seat or len(state.options) > budget:
        return value(state, seat)
    best, chances = explore(state, budget)
    return max([*best.values(), *(value(step.state, seat) for step in chances)])
