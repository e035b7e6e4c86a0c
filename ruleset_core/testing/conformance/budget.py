"""How much processor time the checks of one game may take, spread over the whole of it."""

from __future__ import annotations

from time import process_time
from typing import Final

DEFAULT: Final = 20.0
#: What is left for the properties of whole games, which come last.
_WALKED: Final = 0.6
#: How much of the game may be looked at ahead of time: a few positions take much longer than the others.
_AHEAD: Final = 0.25


class Budget:
    """The processor time of one game.

    While the game is played, checks may take as much of it as of the game is over, so that late positions are looked at too. What is cheap
    (`options`, a few thousandths of a second) is never left out.
    """

    def __init__(self, seconds: float, length: int) -> None:
        self._end, self._seconds, self._length = process_time() + seconds, seconds, length

    def allows(self, choices: int) -> bool:
        """Whether there is time for a check after so many choices."""
        over = min(1.0, _AHEAD + (choices + 1) / max(self._length, 1))
        return self._end - process_time() > self._seconds * (1 - _WALKED * over)

    def is_left(self) -> bool:
        """Whether any time is left."""
        return process_time() < self._end
