"""The positions of a recorded game at which somebody stops who may not know all of it."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ruleset_core import told
from ruleset_core.record import RecordError

if TYPE_CHECKING:
    from ruleset_core.record import Session

__all__ = ["Stops"]


class Stops:
    """Where a viewer is told something new, numbered by how much it was told until then.

    To who may know all (None) that is every position by its own number. To others the number of moves would tell how many
    questions were answered in secret.
    """

    def __init__(self, session: Session, viewer: int | None) -> None:
        self._session = session
        self._positions = [0]
        self._numbers = [0]
        start = known = 0  # moves before `start` are told for good, so much of them
        for position, move in enumerate(session.taken, 1):
            now = known + sum(1 for _ in told(session.taken, move.then, viewer, range(start, position)))
            if now > self._numbers[-1]:
                self._positions.append(position)
                self._numbers.append(now)
            if move.then < 0 or move.then != move.group:
                start, known = position, now

    @property
    def last(self) -> int:
        """The greatest number."""
        return self._numbers[-1]

    @property
    def here(self) -> int:
        """The number of the stop at, or before, the position that is looked at."""
        return self.number(self._session.position)

    def number(self, position: int) -> int:
        """The number of the stop at, or before, a position."""
        return self._numbers[bisect_right(self._positions, position) - 1]

    def step(self, by: int) -> bool:
        """Go so many stops on or back; False if there are none."""
        place = self._place() + by
        if not 0 <= place < len(self._positions):
            return False
        self._session.to(self._positions[place])
        return True

    def go(self, number: int) -> None:
        """Go to the last stop with at most this number. Raises `RecordError` when it is beyond the end."""
        if not 0 <= number <= self.last:
            raise RecordError("no_position", number=number, last=self.last)
        self._session.to(self._positions[bisect_right(self._numbers, number) - 1])

    def _place(self) -> int:
        return bisect_right(self._positions, self._session.position) - 1
