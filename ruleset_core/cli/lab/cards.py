"""What becomes of the cards in many games, as lines of text."""

from __future__ import annotations

from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Final

from ruleset_core.cli.common import table
from ruleset_core.cli.said.messages import say
from ruleset_core.sim.impact import LEAST
from ruleset_core.texts.figures import grouped, number, signed, signed_share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruleset_core import Game
    from ruleset_core.sim import Card, Summary

__all__ = ["cards"]

ENDS, WIDE, LINE = 6, 18, 80
"""Cards that are told of each end of the list, most letters of a name, and of a line below."""

NOTHING: Final = "–"
"""Stands where there is nothing to count."""

HEADS: Final = (
    "sim_card_name",
    "sim_card_dealt",
    "sim_card_offered",
    "sim_card_taken",
    "sim_card_had",
)


def cards(game: Game, summary: Summary, lang: str, *, every: bool = False) -> Iterator[str]:
    """The cards that it does most and least for to be taken, or `every` one."""
    named = [(game.card(card).name(lang), found) for card, found in zip(game.card_ids(), summary.cards, strict=True)]
    effects = [
        head
        for head, is_there in (
            ("sim_card_score", bool(game.score_names(lang))),
            ("sim_card_won", len(summary.seats) > 1),
        )
        if is_there
    ]
    known = sorted((each for each in named if each[1].score is not None), key=_impact)
    if not known and not every:
        yield say("sim_cards_unsure", lang, count=grouped(len(named), lang))
        return
    heads = (*HEADS, *effects)
    rows = [[say(head, lang) for head in heads]]
    shown = known if every or len(known) <= 2 * ENDS else [*known[:ENDS], None, *known[-ENDS:]]
    shown += [each for each in named if each[1].score is None] if every else []
    rows += [
        ["…", *[""] * (len(heads) - 1)] if each is None else _row(*each, summary.games, effects, lang) for each in shown
    ]
    yield from table(rows).splitlines()
    figures = ", ".join(say(head, lang) for head in effects)
    yield from wrap(say("sim_cards", lang, figures=figures, least=LEAST), LINE)
    left = len(named) - len(rows) + 1 + (None in shown)
    if left:
        yield say("sim_cards_more", lang, count=grouped(left, lang))


def _impact(named: tuple[str, Card]) -> tuple[float, float, str]:
    """What does most for a seat first: by points, and by games won where there are none."""
    score, won = named[1].score, named[1].won
    assert score is not None
    assert won is not None
    return -score.mean, -won.mean, named[0]


def _row(name: str, card: Card, games: int, effects: Sequence[str], lang: str) -> list[str]:
    """A card. Of one that no option picks it is not told how often it was offered and taken: nobody chooses it."""
    counts = [number(count / games, lang, 2) for count in (card.dealt, card.offered, card.taken, card.had)]
    if card.by_having and not card.offered:
        counts[1:3] = [NOTHING, NOTHING]
    told = {
        "sim_card_score": "" if card.score is None else signed(card.score, lang) + "*" * card.sure,
        "sim_card_won": "" if card.won is None else signed_share(card.won, lang) + "*" * card.sure_won,
    }
    return [shorten(name, WIDE, placeholder="…"), *counts, *(told[head] for head in effects)]
