"""What of the log a seat may read: no secret choice of others, none of theirs while all choose at the same time."""

from __future__ import annotations

from .session import Session, Step

__all__ = ["hidden_now", "may_see"]


def may_see(session: Session, step: Step, viewer: int | None) -> bool:
    """True when `viewer` may know which option was taken, as things stand at the position looked at.

    `viewer` is a seat, or None for somebody outside the game to whom all is open.
    """
    if viewer is None or step.move.seat == viewer:
        return True
    return not step.secret and not hidden_now(session, step, viewer)


def hidden_now(session: Session, step: Step, viewer: int | None) -> bool:
    """True while the step is hidden only because the simultaneous phase it was taken in is still on."""
    if viewer is None or step.move.seat == viewer or step.group < 0:
        return False
    return step.group == session.group(session.position)
