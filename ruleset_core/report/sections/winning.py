"""Who wins: by seat, and by bot where several kinds play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from ruleset_core.report.elements import Figure, Table
from ruleset_core.report.plots.rows import Interval, Line, Row, rows
from ruleset_core.report.told import Told, finite

if TYPE_CHECKING:
    from ruleset_core.sim.summary import Player

__all__ = ["winning"]


def winning(told: Told) -> Iterator[ET.Element]:
    """Wins with their margins."""
    if told.alone:
        return
    if told.unlike_bots:
        yield _wins(told, "w_bots", "h_bot", told.summary.bots, told.summary.unlike_bots())
    seats, unlike = told.seats(), [seat for seat, _ in told.summary.unlike_seats()]
    yield _wins(
        told, "w_seats", "h_seat", dict(zip(seats, told.summary.seats, strict=True)), {seats[seat] for seat in unlike}
    )


def _wins(told: Told, title: str, head: str, players: Mapping[str, Player], unlike: set[str]) -> ET.Element:
    fair = told.summary.fair
    drawn = [
        Row(
            name,
            Interval(100 * each.won.mean, 100 * finite(each.won.margin), name in unlike, 0, 100),
            told.hundredths(each.won),
        )
        for name, each in players.items()
    ]
    line = Line(100 * fair, told.say("fair_share", share=told.some(100 * fair)))
    heads = [told.say(key) for key in (head, "h_games", "h_wins", "h_margin")]
    table = [
        [
            name,
            told.grouped(each.won.count),
            told.number(100 * each.won.mean),
            told.number(100 * finite(each.won.margin)),
        ]
        for name, each in players.items()
    ]
    return Figure(
        told.say(title),
        lambda width: rows(drawn, width, told.say("a_wins"), told.grouped, line=line),
        told.say("w_text"),
        Table(heads, table),
    ).drawn(told.lang)
