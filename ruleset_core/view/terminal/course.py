"""The course of a game in lines and columns, and as text to be read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ruleset_core.play.wording.analysis_messages import CourseChart, CourseLine, CourseMark


HIGH: Final = 13
"""Lines of the picture, so that with its words it fits a low terminal."""
SEVERAL: Final = "*"
"""Where several players stand at the same place."""


def course_lines(course: CourseChart, width: int) -> list[str]:
    """The course of a game in a picture of so many columns."""
    low, high = course.ticks[0], course.ticks[-1]
    labels = {_row(tick, low, high): f"{tick:g}" for tick in course.ticks}
    lead = max(map(len, labels.values())) + 1
    wide = max(width - lead - 2, 20)
    cells = [[" "] * wide for _ in range(HIGH)]
    for row in labels:
        cells[row] = ["·" if column % 4 == 0 else " " for column in range(wide)]
    marks = dict(zip(course.lines, ascii_uppercase, strict=False))
    for line, mark in marks.items():
        for column, value in enumerate(_columns(line, course.last, wide)):
            if value is not None:
                there = cells[_row(value, low, high)]
                there[column] = mark if there[column] in {" ", "·", mark} else SEVERAL
    found = [course.what]
    found += [f"{labels.get(row, ''):>{lead}}│{''.join(cells[row])}".rstrip() for row in range(HIGH)]
    found.append(" " * lead + "└" + "─" * wide)
    if course.rounds:
        found.append(" " * (lead + 1) + _placed(course.rounds, course.last, wide))
    if course.turnings:
        found.append(" " * (lead + 1) + _placed([_raised(each) for each in course.turnings], course.last, wide))
    if len(marks) > 1:
        found.append("  ".join(f"{mark} {line.name}" for line, mark in marks.items()))
    return found


def course_read(course: CourseChart) -> list[str]:
    """The same as text to be read from top to bottom: what each could expect, round by round, or ten times in all."""
    every = [each.place for each in course.rounds] or [course.last * part / 10 for part in range(10)]
    found = [course.what]
    named = [each.said for each in course.rounds] or [f"{round(place)}" for place in every]
    for text, place in zip([*named, ""], [*every, course.last], strict=True):
        told = ", ".join(f"{line.name} {_at(line, place):.0f}" for line in course.lines if line.points)
        found.append(f"{text or f'{course.last:g} {course.along}'}: {told}")
    return found


def _row(value: float, low: float, high: float) -> int:
    """The line at which a value stands, counted from above."""
    return round((high - value) / (high - low) * (HIGH - 1))


def _columns(line: CourseLine, last: float, wide: int) -> list[float | None]:
    """What a player could expect, column by column; nothing before the first decision."""
    if not line.points:
        return []
    first = line.points[0][0]
    places = [column * last / (wide - 1) for column in range(wide)]
    return [_at(line, place) if place >= first - last / wide else None for place in places]


def _at(line: CourseLine, place: float) -> float:
    """The value at a place: that of the last point up to there."""
    return next((value for at, value in reversed(line.points) if at <= place + 1e-9), line.points[0][1])


def _raised(mark: CourseMark) -> CourseMark:
    return replace(mark, text=f"▲{mark.text}")


def _placed(marks: Sequence[CourseMark], last: float, wide: int) -> str:
    """Texts at their places in a line, those left out for which there is no room."""
    line = ""
    for mark in sorted(marks, key=lambda each: each.place):
        column = min(round(mark.place / max(last, 1e-9) * (wide - 1)), wide - len(mark.text))
        if column >= len(line) + bool(line):
            line = line.ljust(column) + mark.text
    return line
