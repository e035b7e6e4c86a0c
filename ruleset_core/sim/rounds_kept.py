"""Rounds of learning in a file, so that a run that was stopped goes on with the next one."""

from __future__ import annotations

from array import array
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any

from .fitting import Grid
from .learning import Course, Learned
from .lines import Lines, pressed, unpressed
from .promising import Heard, Passed, Schooling

__all__ = ["KeptCourse", "KeptRounds", "course_key", "key_of"]

FORMAT = "ruleset rounds 2"
COURSE_FORMAT = "ruleset odds 1"
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


class KeptCourse(Lines[Learned]):
    """A file of the tables after each round of a course; the last one is what the next round begins with."""

    def __init__(self, path: Path, course: Course, rules: str) -> None:
        """Open the file, or begin it. Raises `KeptError`."""
        super().__init__(path, {"format": COURSE_FORMAT, "key": course_key(course, rules)}, _table, asdict)


def course_key(course: Course, rules: str) -> str:
    """A digest of the course and of the rules of its game (`rules_of`); other courses have other tables."""
    return blake2b(f"{rules} {course}".encode(), digest_size=8).hexdigest()


def _table(told: Any, number: int) -> Learned | None:
    try:
        grid = Grid(**{name: int(value) for name, value in told["grid"].items()})
        chances = tuple(map(float, told["chances"]))
        fits = told["rounds"] == number + 1 and grid.step > 0 and len(chances) == grid.size**2
        return Learned(number + 1, grid, chances, float(told["changed"])) if fits else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


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
