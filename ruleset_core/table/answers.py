"""How many answers each seat has given: counted on as a game grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core.record import Session, Step

__all__ = ["Answers"]


class Answers:
    """Counts the moves of each seat in a session, also after some were taken back."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._counts = [0] * session.header.players
        self._counted = 0
        self._last: Step | None = None
        """The last step that is counted: as long as it stands, all before it do."""

    def of(self, seat: int) -> int:
        """How often a seat has answered."""
        steps = self._session.steps
        if self._counted and (len(steps) < self._counted or steps[self._counted - 1] is not self._last):
            self._counts, self._counted = [0] * len(self._counts), 0
        for step in steps[self._counted :]:
            self._counts[step.move.seat] += 1
        if len(steps) > self._counted:
            self._counted, self._last = len(steps), steps[-1]
        return self._counts[seat]
