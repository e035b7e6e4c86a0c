"""Time at tables that last for days: what a clock is, how long a server has run, how long a player has left.

A player's time runs only while the server runs. So a turn notes how long servers had run when it began, not the date:

    served before                     86,400 s    a file says so (`ServedTime`), written once a minute
    Ana is asked                      at 86,400
    the server runs an hour           90,000
    it is off for a week, and begins  90,000      at most a minute is lost, in favour of the players
    of two days Ana has left          172,800 - 3,600 s
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, Final, Protocol

from ruleset_core.files import private_directory, read_regular_file
from ruleset_core.play.records import state_directory, write_atomically
from ruleset_core.web.persistence import ClockRule

HOUR: Final = 3600.0
DAYS: Final = (1, 2, 3, 7, 14)
"""How many days a move may take."""
END: Final = "end"
"""What happens when the time is over, where no bot takes the seat."""
REMINDED: Final = 0.25
"""What part of the time is left when a player is reminded."""
NOTED: Final = 60.0
"""Seconds after which it is written down again how long servers have run."""


class Clock(Protocol):
    """What tells the time; tests have one of their own."""

    def now(self) -> float:
        """Seconds since 1970."""

    def running(self) -> float:
        """Seconds on a clock that only runs while this machine does."""


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def running(self) -> float:
        """Seconds on a clock that nobody sets."""
        return time.monotonic()


class ServedTime:
    """How long servers of this directory have run in all. Several processes may write it: the longest counts."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._before, self._began = _read_served(), clock.running()
        self._noted = self._before

    @property
    def seconds(self) -> float:
        """So long until now."""
        return self._before + self._clock.running() - self._began

    def date_of(self, served: float) -> float:
        """When servers will have run so long, if this one goes on; or when they had."""
        return self._clock.now() + served - self.seconds

    def note(self, *, at_once: bool = False) -> None:
        """Write it down, if that is due. Where it cannot be written the players have more time."""
        now = self.seconds
        if now - self._noted < NOTED and not at_once:
            return
        try:
            if _read_served() < now:
                private_directory(state_directory())
                write_atomically(state_directory() / "served.json", json.dumps({"seconds": now}).encode(), mode=0o600)
        except OSError:
            return
        self._noted = now


def _read_served() -> float:
    try:
        return float(json.loads(read_regular_file(state_directory() / "served.json", 1000))["seconds"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0.0


def requested_clock(given: Any, bots: frozenset[str]) -> ClockRule | None:
    """The clock that a page or a file asks for, such as `{"hours": 48, "late": "easy"}`; None for none. `bots`: who may take a seat. Raises ValueError."""
    if given is None:
        return None
    hours, late = (given.get("hours"), given.get("late")) if isinstance(given, Mapping) else (None, None)
    if hours not in [24 * days for days in DAYS] or not isinstance(late, str) or late not in {END, *bots}:
        raise ValueError("clock")
    return ClockRule(float(hours or 0), late)
