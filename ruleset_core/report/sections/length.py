"""How long a game is: decisions, and what they are for."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from ruleset_core.report.elements import Figure, Table, figure
from ruleset_core.report.plots.counts import counts
from ruleset_core.report.plots.frame import wide
from ruleset_core.report.plots.rows import Bar, Row, rows
from ruleset_core.report.scale import binned
from ruleset_core.report.told import Told, finite
from ruleset_core.sim.figures import quarters

__all__ = ["length"]

TABLE = 30
"""Rows of a table of counts, at the most."""


def length(told: Told) -> Iterator[ET.Element]:
    """How many decisions games take."""
    summary = told.summary
    least, most = min(summary.lengths), max(summary.lengths)
    between = quarters(summary.lengths)

    def draw(width: float) -> ET.Element:
        return counts(
            binned(summary.lengths, least, most, 50 if wide(width) else 30), width, told.say("a_decisions"), told.grouped,
            half=between, half_name=told.say("half_of_games"), mean=summary.decisions.mean,
            mean_name=told.say("mean_is", mean=told.mean(summary.decisions)),
        )  # fmt: skip

    bins = binned(summary.lengths, least, most, TABLE)
    rows_ = [
        [_from_to(told, bins.first + bins.width * place, bins.width), told.grouped(count)]
        for place, count in enumerate(bins.counts)
    ]
    table = Table([told.say("h_decisions"), told.say("h_games")], rows_)
    text = told.say("l_text", least=told.grouped(least), most=told.grouped(most))
    yield figure(told.say("l_title"), draw, text, table, told.lang)
    if summary.course is not None and len(summary.course.phases) > 1:
        yield _phases(told)


def _from_to(told: Told, first: int, width: int) -> str:
    if width == 1:
        return told.grouped(first)
    return told.say("to", low=told.grouped(first), high=told.grouped(first + width - 1))


def _phases(told: Told) -> ET.Element:
    course = told.summary.course
    assert course is not None  # asked before
    named = [(told.phase(name), found) for name, found in course.phases.items()]
    drawn = [Row(name, Bar(found.mean, finite(found.margin)), told.mean(found)) for name, found in named]
    heads = [told.say(key) for key in ("h_phase", "h_decisions", "h_margin")]
    table = [[name, told.number(found.mean, 2), told.number(finite(found.margin), 2)] for name, found in named]
    return Figure(
        told.say("l_phases"),
        lambda width: rows(drawn, width, told.say("a_decisions_mean"), told.grouped, low=0),
        told.say("l_phases_text", games=told.grouped(course.games)),
        Table(heads, table),
    ).drawn(told.lang)
