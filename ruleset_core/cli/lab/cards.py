"""What becomes of the cards in many games, as lines of text."""

from __future__ import annotations

from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Final

from ruleset_core.cli.common import table
from ruleset_core.cli.said.messages import say
from ruleset_core.sim.impact import LEAST
from ruleset_core.texts.figures import grouped, number, signed, signed_share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruleset_core import Game
    from ruleset_core.sim import Card, Summary

__all__ = ["cards"]

ENDS, WIDE, LINE = 6, 18, 80
"""Cards that are told of each end of the list, most letters of a name, and of a line below."""


HEADS: Final = (
    "sim_card_name",
    "sim_card_dealt",
    "sim_card_offered",
    "sim_card_taken",
    "sim_card_had",
    "sim_card_score",
    "sim_card_won",
)


def cards(game: Game, summary: Summary, lang: str, *, every: bool = False) -> Iterator[str]:
    """The cards that it does most and least for to be taken, or `every` one."""
    named = [(game.card(card).name(lang), found) for card, found in zip(game.card_ids(), summary.cards, strict=True)]
    known = sorted((each for each in named if each[1].score is not None), key=_impact)
    if not known and not every:
        yield say("sim_cards_unsure", lang, count=grouped(len(named), lang))
        return
    alone = len(summary.seats) == 1
    rows = [[say(head, lang) for head in HEADS]]
    shown = known if every or len(known) <= 2 * ENDS else [*known[:ENDS], None, *known[-ENDS:]]
    rows += [["…", *[""] * 6] if each is None else _row(*each, summary.games, lang) for each in shown]
    if every:
        rows += [_row(name, found, summary.games, lang) for name, found in named if found.score is None]
    yield from table([row[:6] if alone else row for row in rows]).splitlines()
    figures = ", ".join(say(head, lang) for head in HEADS[5 : 6 if alone else 7])
    yield from wrap(say("sim_cards", lang, figures=figures, least=LEAST), LINE)
    left = len(named) - len(rows) + 1 + (None in shown)
    if left:
        yield say("sim_cards_more", lang, count=grouped(left, lang))


def _impact(named: tuple[str, Card]) -> tuple[float, str]:
    """What does most for a seat first."""
    assert named[1].score is not None
    return -named[1].score.mean, named[0]


def _row(name: str, card: Card, games: int, lang: str) -> list[str]:
    counts = [number(count / games, lang, 2) for count in (card.dealt, card.offered, card.taken, card.had)]
    score = "" if card.score is None else signed(card.score, lang) + "*" * card.sure
    won = "" if card.won is None else signed_share(card.won, lang) + "*" * card.sure_won
    return [shorten(name, WIDE, placeholder="…"), *counts, score, won]
