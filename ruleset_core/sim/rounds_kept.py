"""Rounds in which it was learned what positions promise, in a file: who stopped goes on with the next one."""

from __future__ import annotations

from array import array
from hashlib import blake2b
from pathlib import Path
from typing import Any

from .lines import Lines, pressed, unpressed
from .promising import Heard, Passed, Schooling

__all__ = ["KeptRounds", "key_of"]

FORMAT = "ruleset rounds 2"
MOST = 1 << 30
"""Bytes of what is seen in a round, at most."""


def key_of(schooling: Schooling, rules: str) -> str:
    """What tells apart what is learned, however many rounds; `rules` is what `rules_of` tells of the game."""
    of = schooling
    told = (of.plan.key(rules), of.plan.games, of.clock, of.units, of.beside, of.far, of.mixed)
    return blake2b(repr(told).encode(), digest_size=8).hexdigest()


class KeptRounds(Lines[Heard]):
    """A file of rounds, in their order."""

    def __init__(self, path: Path, schooling: Schooling, rules: str) -> None:
        """Open the file, or begin it. Raises `KeptError`."""
        super().__init__(path, {"format": FORMAT, "key": key_of(schooling, rules)}, _row, _told)


def _told(row: Heard) -> dict[str, Any]:
    width = 2 + len(row.passed[0].own) if row.passed else 0
    numbers = array("q", [part for each in row.passed for part in (each.moment, each.later, *each.own)])
    return {"width": width, "passed": pressed(numbers.tobytes()), "points": row.points}


def _row(told: Any, _: int) -> Heard | None:
    try:
        width, numbers = int(told["width"]), array("q", unpressed(told["passed"], MOST))
        rows = [numbers[at : at + width].tolist() for at in range(0, len(numbers), width)] if width else []
        passed = [Passed(moment, tuple(own), later) for moment, later, *own in rows]
        return Heard(passed, [*map(int, told["points"])])
    except (KeyError, TypeError, ValueError):
        return None
