"""How a game goes: scores from the beginning to the end by place, and how often whoever is ahead wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from ruleset_core.report.elements import Table, figure
from ruleset_core.report.plots.lines import Course as Line
from ruleset_core.report.plots.lines import lines
from ruleset_core.report.told import Told, finite
from ruleset_core.sim.course import STEPS

if TYPE_CHECKING:
    from ruleset_core.sim import Estimate
    from ruleset_core.sim.course import Course, Place

__all__ = ["LEAST", "going"]

LEAST = 10
"""Games with somebody ahead that it takes to say how often they win."""
HALF = STEPS // 2


def going(told: Told) -> Iterator[ET.Element]:
    """The course of the games that were followed."""
    course = told.summary.course
    if course is None:
        return
    yield _scores(told, course)
    steps = [(step, found) for step, found in enumerate(course.leads) if found.count >= LEAST]
    if not told.alone and len(steps) > HALF:
        yield _leads(told, steps)


def _percent(told: Told, step: float) -> str:
    return told.number(step, 0) + " %"


def _scores(told: Told, course: Course) -> ET.Element:
    last = len(course.places) - 1
    banded = {0, last}
    drawn = [_line(told, place, each, banded=place in banded) for place, each in enumerate(course.places)]

    def draw(width: float) -> ET.Element:
        return lines(
            drawn,
            width,
            told.say("a_progress"),
            told.say("a_points"),
            lambda value, _: _percent(told, value),
            told.grouped,
            zero=True,
        )

    heads = [told.say("h_progress"), *(each.name for each in drawn)]
    table = [
        [_percent(told, 100 * step / STEPS), *(told.number(each[step].score.mean) for each in course.places)]
        for step in range(STEPS + 1)
    ]
    games = told.grouped(course.games)
    if told.alone:
        text = told.say("c_text_alone", games=games)
    else:
        text = told.say("c_text", games=games, which=told.say("c_which") if last > 1 else "")
    return figure(told.say("c_title"), draw, text + _late(told, course), Table(heads, table), told.lang)


def _line(told: Told, place: int, points: Sequence[Place], *, banded: bool) -> Line:
    along = [(100 * step / STEPS, each.score.mean) for step, each in enumerate(points)]
    name = told.say("alone") if told.alone else told.place(place)
    return Line(name, along, [each.half for each in points] if banded else ())


def _late(told: Told, course: Course) -> str:
    """What comes only at the very end, where that is much."""
    end, before = (sum(each[step].score.mean for each in course.places) for step in (STEPS, STEPS - 1))
    return told.say("c_late", late=told.some(100 * (end - before) / end)) if end > 0 and end - before > end / 4 else ""


def _leads(told: Told, steps: Sequence[tuple[int, Estimate]]) -> ET.Element:
    points = [(100 * step / STEPS, 100 * found.mean) for step, found in steps]
    band = [
        (max(0.0, 100 * (found.mean - finite(found.margin))), min(100.0, 100 * (found.mean + finite(found.margin))))
        for _, found in steps
    ]
    drawn = [Line(told.say("lead_name"), points, band)]

    def draw(width: float) -> ET.Element:
        return lines(
            drawn,
            width,
            told.say("a_progress"),
            told.say("h_leader_wins"),
            lambda value, _: _percent(told, value),
            told.grouped,
            zero=True,
        )

    heads = [told.say(key) for key in ("h_progress", "h_leader_wins", "h_margin", "h_games")]
    table = [
        [
            _percent(told, 100 * step / STEPS),
            told.number(100 * found.mean),
            told.number(100 * finite(found.margin)),
            told.grouped(found.count),
        ]
        for step, found in steps
    ]
    return figure(told.say("lead_title"), draw, told.say("lead_text"), Table(heads, table), told.lang)
