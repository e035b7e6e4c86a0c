"""How far long work is, on a terminal: how much is done and how long the rest will take."""

from __future__ import annotations

from time import monotonic

from ruleset_core.cli.printed.working import StatusLine
from ruleset_core.cli.said.messages import say

__all__ = ["Progress"]

OFTEN = 0.2
"""Seconds between two looks."""


class Progress:
    """A line that is written over. Nothing is told where nobody looks: in files and pipes."""

    def __init__(self, games: int, before: int, lang: str, said: str = "sim_progress") -> None:
        """Begin to tell of so many games, of which some were done before; `said` is the name of the line."""
        self._games, self._before, self._lang, self._said = games, before, lang, said
        self._line = StatusLine()
        self._begun = self._last = monotonic()

    def tell(self, done: int, **more: object) -> None:
        """So much is done now; `more` is what else the line says."""
        now = monotonic()
        if not self._line.shown or now - self._last < OFTEN:
            return
        self._last = now
        left = (now - self._begun) / max(1, done - self._before) * (self._games - done)
        self._line.show(say(self._said, self._lang, done=done, games=self._games, left=_time(left), **more))

    def done(self) -> None:
        """Take the line away."""
        self._line.clear()


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
