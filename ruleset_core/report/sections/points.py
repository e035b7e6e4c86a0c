"""How many points: scores by seat, and by bot where several kinds play, each as it is spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from ruleset_core.report.elements import Figure, Table
from ruleset_core.report.plots.frame import wide
from ruleset_core.report.plots.rows import Row, Spread, rows
from ruleset_core.report.scale import binned
from ruleset_core.report.told import Told, Words, finite
from ruleset_core.sim.figures import quarters

if TYPE_CHECKING:
    from ruleset_core.sim.summary import Player

__all__ = ["points"]


def points(told: Told) -> Iterator[ET.Element]:
    """Scores as they are spread; nothing of a game without a score."""
    if not told.scored:
        return
    if told.alone:
        yield _scores(told, "p_all", "h_bot", told.summary.bots)
        return
    if told.unlike_bots:
        yield _scores(told, "p_bots_scores", "h_bot", told.summary.bots)
    yield _scores(told, "p_seats", "h_seat", dict(zip(told.seats(), told.summary.seats, strict=True)))


def _scores(told: Told, title: str, head: str, players: Mapping[str, Player]) -> ET.Element:
    low, high = min(told.summary.scores), max(told.summary.scores)

    def draw(width: float) -> Iterator[ET.Element]:
        most = 50 if wide(width) else 30
        drawn = [
            Row(
                name,
                Spread(binned(each.scores, low, high, most), quarters(each.scores), each.score.mean),
                told.number(each.score.mean),
            )
            for name, each in players.items()
        ]
        return rows(drawn, width, told.say("a_points"), told.grouped)

    heads = [told.say(key) for key in (head, "h_score", "h_margin", "h_half", "h_least", "h_most")]
    table = [
        [
            name, told.number(each.score.mean, 2), told.number(finite(each.score.margin), 2), half(told, quarters(each.scores)),
            told.grouped(min(each.scores)), told.grouped(max(each.scores)),
        ]
        for name, each in players.items()
    ]  # fmt: skip
    return Figure(told.say(title), draw, told.say("p_text"), Table(heads, table)).drawn(told.lang)


def half(words: Words, between: tuple[int, int]) -> str:
    """Between which values the middle half lies."""
    low, high = (words.grouped(value) for value in between)
    return words.say("to", low=low, high=high)
