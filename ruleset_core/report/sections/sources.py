"""Where points come from: by category of the score, and by the card, rule or choice that gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from ruleset_core.report.elements import Figure, Table
from ruleset_core.report.plots.rows import Bar, Row, rows
from ruleset_core.report.told import Told, finite

if TYPE_CHECKING:
    from ruleset_core.sim import Estimate

__all__ = ["categories_of", "sources"]

CAUSES = 20
"""What gives points: so many are drawn."""


def sources(told: Told) -> Iterator[ET.Element]:
    """Points by category and by cause."""
    summary = told.summary
    if len(summary.categories) > 1:
        text = told.say("from_categories_text", sheets=told.grouped(summary.sheets))
        named = categories_of(told)
        yield _bars(told, "from_categories", "h_category", text, named, len(named))
    if summary.causes:
        rest = len(summary.causes) - CAUSES
        more = told.say("from_rest", rest=rest) if rest > 0 else ""
        text = told.say("from_causes_text", stories=told.grouped(summary.stories), rest=more)
        words = [(cause.words(told.lang), found) for cause, found in summary.causes.items()]
        yield _bars(told, "from_causes", "h_cause", text, words, CAUSES)


def categories_of(told: Told) -> list[tuple[str, Estimate]]:
    """The categories by name with the points of a player, the most first."""
    names = told.game.score_names(told.lang)
    found = sorted(told.summary.categories.items(), key=lambda each: -each[1].mean)
    return [(names.get(name, name), each) for name, each in found]


def _bars(told: Told, title: str, head: str, text: str, named: Sequence[tuple[str, Estimate]], most: int) -> ET.Element:
    drawn = [Row(name, Bar(found.mean, finite(found.margin)), told.mean(found)) for name, found in islice(named, most)]
    heads = [told.say(key) for key in (head, "h_points", "h_margin")]
    table = [[name, told.number(found.mean, 2), told.number(finite(found.margin), 2)] for name, found in named]
    return Figure(
        told.say(title),
        lambda width: rows(drawn, width, told.say("a_points_seat"), told.grouped),
        text,
        Table(heads, table),
    ).drawn(told.lang)
