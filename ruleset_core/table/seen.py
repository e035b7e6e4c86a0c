"""What somebody at a table may see, whatever shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["scores_of", "seen_by"]


def seen_by(state: State, seat: int) -> dict[str, Any]:
    """What a seat may know; when the game is over, also what the others held: nothing of that is a secret any more."""
    seen = state.observe(seat)
    if state.over:
        seen["seats"] = [state.observe(each)["seats"][each] for each in range(seen["players"])]
    return seen


def scores_of(state: State, seat: int) -> list[int | None]:
    """What a seat is told of the scores; nothing where a rule of these is broken, which is told where they are asked for."""
    from ruleset_core import BrokenRuleError

    try:
        return state.told_scores(seat)
    except BrokenRuleError:
        return []
