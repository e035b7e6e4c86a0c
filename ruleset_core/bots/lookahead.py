"""What lies within a seat's own turn: its decisions followed through clones, widest first, as far as nothing is left to chance."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["LEAST", "WIN", "Step", "explore", "value"]

WIN: Final = 10**9
"""Worth more than any score: a game won is not won by points alone."""

LEAST: Final = -(10**12)
"""Less than anything is worth, also where several worlds are added up."""


@dataclass(slots=True, eq=False)
class Step:
    """A state on the way, and the option that led to it from the one before."""

    state: State
    before: Step | None = None
    option: int = -1
    root: int = -1
    """The option of the first state by which this one is reached."""


def explore(state: State, budget: int) -> tuple[dict[int, int], list[Step]]:
    """For options the best value reached behind them for certain, and all steps that something random ends though the turn goes on.

    It goes on until another seat decides, the phase changes, something is drawn or the budget of states is used up; every
    option of the first state is tried, whatever the budget. An option behind which all is left to chance has no value here.
    """
    seat = state.seat
    best: dict[int, int] = {}
    chances: list[Step] = []
    queue = deque([Step(state)])
    spent = 0
    while queue and (spent < budget or not spent):
        step = queue.popleft()
        before, phase = step.state, step.state.phase
        for option in before.options:
            after = before.clone()
            after.apply(option)
            root = option if step.root < 0 else step.root
            if after.over or after.seat != seat or after.phase != phase:
                best[root] = max(best.get(root, LEAST), value(after, seat))
            else:
                (chances if after.draws else queue).append(Step(after, step, option, root))
        spent += len(before.options)
    for step in queue:  # not looked behind: worth what they are worth now
        best[step.root] = max(best.get(step.root, LEAST), value(step.state, seat))
    return best, chances


def value(state: State, seat: int) -> int:
    """What a state is worth to a seat: its standing less the best of the others, and a won game above all."""
    standings = state.standings()
    team, own = standings[seat]
    worth = own - max((each for other, each in standings if other != team), default=0)
    return worth + WIN if state.over and seat in state.winners() else worth
