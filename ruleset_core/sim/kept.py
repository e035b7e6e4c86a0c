"""Games that have been played, in a file: one of the machine that wrote it, as what is counted stands there in its own order of bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .causes import Cause
from .course import Track
from .lines import KeptError, Lines, pressed, unpressed
from .playing import GameRow

if TYPE_CHECKING:
    from .plan import Plan

__all__ = ["Kept", "KeptError"]

FORMAT = "ruleset games 5"
MOST = 1 << 20
"""Bytes of counts of a game, at most."""


class Kept(Lines[GameRow]):
    """A file of the games of a plan."""

    def __init__(self, path: Path, plan: Plan, rules: str) -> None:
        """Open the file of a plan, or begin it. Raises `KeptError`."""
        head = {"format": FORMAT, "key": plan.key(rules), "plan": plan.told()}
        super().__init__(path, head, _row, _told)


def _told(row: GameRow) -> dict[str, Any]:
    return row._asdict() | {"counts": _text(row.counts), "stood": _text(row.stood)}


def _text(numbers: bytes | None) -> str | None:
    return None if numbers is None else pressed(numbers)


def _numbers(text: str | None) -> bytes | None:
    return None if text is None else unpressed(text, MOST)


def _row(told: Any, number: int) -> GameRow | None:
    try:
        scores, outcomes, winners = (tuple(map(int, told[name])) for name in ("scores", "outcomes", "winners"))
        sheet = None if told["sheet"] is None else tuple(dict(each) for each in told["sheet"])
        row = GameRow(
            int(told["number"]), scores, outcomes, winners, int(told["decisions"]), int(told["length"]), sheet,
            None if told["causes"] is None else tuple(map(_points, told["causes"])),
            None if told["track"] is None else Track.of(told["track"]),
            _numbers(told["counts"]), _numbers(told["stood"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        return None
    return row if row.number == number else None


def _points(told: Any) -> tuple[tuple[Cause, int], ...]:
    return tuple((Cause.of(cause), int(points)) for cause, points in told)
