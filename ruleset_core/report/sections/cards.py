"""What the cards do: what taking one goes with, and how often each is offered and taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from ruleset_core.report.elements import Figure, Table, h
from ruleset_core.report.plots.rows import Interval, Line, Row, Signs, rows
from ruleset_core.report.told import Told, finite
from ruleset_core.sim.impact import LEAST

if TYPE_CHECKING:
    from ruleset_core.sim import Card, Estimate

__all__ = ["Named", "cards", "named_cards"]

Named = tuple[str, "Card"]
HUNDRED: Final = 100.0


def named_cards(told: Told) -> list[Named]:
    """The cards by name; none where they were not counted."""
    game, found = told.game, told.summary.cards
    return [(game.card(card).name(told.lang), each) for card, each in zip(game.card_ids(), found, strict=bool(found))]


def cards(told: Told) -> Iterator[ET.Element]:
    """What taking cards goes with, and how often they are met."""
    named = named_cards(told)
    if not named:
        return
    points = [(name, card, card.score, card.sure) for name, card in named if card.score is not None]
    wins = [(name, card, card.won.times(HUNDRED), card.sure_won) for name, card in named if card.won is not None]
    if points:
        yield _impact(told, "score", points)
        if not told.alone:
            yield _impact(told, "won", wins)
    else:
        yield h("p", told.say("cards_unsure", least=LEAST))
    if any(card.got for _, card in named):
        yield _met(told, named)


def _impact(told: Told, kind: str, found: Sequence[tuple[str, Card, Estimate, bool]]) -> ET.Element:
    """A row for each card, those that go with the most first."""
    found = sorted(found, key=lambda each: (-each[2].mean, each[0]))
    drawn = [
        Row(name, Interval(each.mean, finite(each.margin), sure), told.signed(each)) for name, _, each, sure in found
    ]
    heads = [told.say(key) for key in ("h_card", f"h_more_{kind}", "h_margin", "h_beyond", "h_got", "h_not")]
    table = [
        [
            name, told.signed_number(each.mean, 2), told.number(finite(each.margin), 2), told.say("yes") if sure else "",
            told.grouped(card.got), told.grouped(card.might - card.got),
        ]
        for name, card, each, sure in found
    ]  # fmt: skip
    line = Line(0.0, told.say("no_difference"))
    return Figure(
        told.say(f"impact_{kind}"),
        lambda width: rows(drawn, width, told.say(f"a_more_{kind}"), told.grouped, line=line),
        told.say(f"impact_{kind}_text", least=LEAST),
        Table(heads, table),
    ).drawn(told.lang)


def _met(told: Told, named: Sequence[Named]) -> ET.Element:
    """How often each card might be got, and how often it is."""
    seats = told.summary.games * len(told.plan.seats)
    named = sorted(named, key=lambda each: (-each[1].got, -each[1].might, each[0]))
    drawn = [
        Row(
            name, Signs(None if card.by_having else HUNDRED * card.might / seats, HUNDRED * card.got / seats),
            told.say("v_dealt", count=told.number(card.dealt / told.summary.games)),
        )
        for name, card in named
        if card.got or not card.by_having
    ]  # fmt: skip
    heads = [told.say(f"h_{key}") for key in ("card", "dealt", "offered", "taken", "had", "might", "got_of")]
    table = [
        [
            name, *(told.number(count / told.summary.games, 2) for count in (card.dealt, card.offered, card.taken, card.had)),
            told.number(HUNDRED * card.might / seats), told.number(HUNDRED * card.got / seats),
        ]
        for name, card in named
    ]  # fmt: skip
    legend = [told.say("g_might"), told.say("g_got")]
    return Figure(
        told.say("met"),
        lambda width: rows(drawn, width, told.say("a_players"), told.grouped, legend=legend, low=0),
        told.say("met_text"),
        Table(heads, table),
    ).drawn(told.lang)
