"""The course of a game as lines over its decisions, with all that is written on such a picture: whoever draws it knows no game."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final

from .names import player_names
from .saying import Both, Texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruleset_core.record import Session
    from ruleset_core.table import Outlook
    from ruleset_core.table.analysis import Analysis, Turning

__all__ = ["COURSES", "Course", "CourseLine", "Mark", "course_of"]

COURSES: Final[Both] = {
    "course_won": ("Games won, of 100", "Partidas ganadas, de 100"),
    "course_points": ("Points to be expected", "Puntos que se esperan"),
    "course_decisions": ("decisions", "decisiones"),
    "course_told": (
        "{what}, decision by decision: {lines}",
        "{what}, decisión a decisión: {lines}",
    ),
    "course_from_to": ("{name} from {first} to {last}", "{name} de {first} a {last}"),
}
"""What is written on the course of a game, in English and Spanish."""
LINES: Final = 5
"""So many lines across, or a few more, lie behind the course."""

say = Texts(COURSES, {}).say


@dataclass(frozen=True, slots=True)
class CourseLine:
    """What a seat could expect: by place along the decisions a value. The last one is how it ended, if it has."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something at a place along the decisions: a round that begins, or a turning point with its number, at a value.

    `text` is short; `said` says it where nothing is drawn.
    """

    place: float
    text: str
    said: str
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game.

    Attributes:
        what: what the values are.
        along: what the places are.
        told: all of it in a sentence, for who does not see it.
        last: the last place.
        ticks: values at which lines lie across, from the least to the greatest.
        lines: by seat.
        rounds: where each round begins.
        turnings: the turning points.
    """

    what: str
    along: str
    told: str
    last: float
    ticks: tuple[float, ...]
    lines: tuple[CourseLine, ...]
    rounds: tuple[Mark, ...]
    turnings: tuple[Mark, ...]


def course_of(session: Session, analysis: Analysis, lang: str) -> Course:
    """What there is to draw of an analysis, with its words."""
    names, wins = player_names(session.header, lang), analysis.wins
    seats = range(len(names)) if len(analysis.seats) > 1 else analysis.seats
    lines = tuple(CourseLine(names[seat], tuple(_points(analysis, seat))) for seat in seats)
    values = [value for line in lines for _, value in line.points] or [0.0]
    what = say("course_won" if wins else "course_points", lang)
    ends = ((line.name, line.points) for line in lines if line.points)
    told = ", ".join(
        say("course_from_to", lang, name=name, first=round(points[0][1]), last=round(points[-1][1]))
        for name, points in ends
    )
    return Course(
        what,
        say("course_decisions", lang),
        say("course_told", lang, what=what, lines=told),
        max((points[-1][0] for line in lines if (points := line.points)), default=1.0),
        (0.0, 25.0, 50.0, 75.0, 100.0) if wins else _ticks(min(values), max(values)),
        lines,
        tuple(_rounds(session, analysis, lang)),
        tuple(_turning(analysis, number, each) for number, each in enumerate(analysis.turnings, 1)),
    )


def _value(outlook: Outlook, *, wins: bool) -> float:
    return 100 * outlook.won.mean if wins else outlook.points.mean


def _points(analysis: Analysis, seat: int) -> Iterator[tuple[float, float]]:
    for place, outlook in analysis.course(seat):
        yield place, _value(outlook, wins=analysis.wins)
    if analysis.scores and len(analysis.decisions) == analysis.of:
        yield analysis.of, 50.0 * (analysis.outcomes[seat] + 1) if analysis.wins else float(analysis.scores[seat])


def _turning(analysis: Analysis, number: int, turning: Turning) -> Mark:
    decisions, place = analysis.decisions, float(turning.place)
    if turning.kind == "choice":
        return Mark(
            place + 0.5,
            str(number),
            str(number),
            _value(decisions[turning.place].after[turning.seat], wins=analysis.wins),
        )
    then = next(at for at, each in enumerate(decisions) if each.position == turning.until)
    return Mark(float(then), str(number), str(number), _value(decisions[then].before[turning.seat], wins=analysis.wins))


def _rounds(session: Session, analysis: Analysis, lang: str) -> Iterator[Mark]:
    title, before = session.game.rounds_title(lang), None
    for place, judged in enumerate(analysis.decisions):
        if judged.round is not None and judged.round != before:
            said = f"{title} {judged.round}"
            yield Mark(float(place), said if before is None else str(judged.round), said)
        before = judged.round


def _ticks(low: float, high: float) -> tuple[float, ...]:
    """Round values, a step of 1, 2 or 5 times a power of ten apart, between which all lie."""
    span = max(high - low, 1.0)
    power = 10.0 ** floor(log10(span / LINES))
    step = next(times * power for times in (1, 2, 5, 10) if span <= times * power * LINES)
    first = floor(low / step)
    return tuple(number * step for number in range(first, max(ceil(high / step), first + 1) + 1))
