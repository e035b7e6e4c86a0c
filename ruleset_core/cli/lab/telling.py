"""Figures of many games as lines of text."""

from __future__ import annotations

from itertools import islice
from textwrap import shorten
from typing import TYPE_CHECKING

from ruleset_core.cli.common import table
from ruleset_core.cli.lab.cards import cards
from ruleset_core.cli.said.messages import say
from ruleset_core.sim.figures import quarters
from ruleset_core.texts.figures import figure, grouped, percent, share, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruleset_core import Game
    from ruleset_core.sim import Plan, Summary
    from ruleset_core.sim.summary import Player

__all__ = ["lines"]

CAUSES, WIDE = 12, 52
"""Causes of points that are told, and most letters of one."""


def lines(game: Game, plan: Plan, summary: Summary, lang: str, *, every_card: bool = False) -> Iterator[str]:
    """All that is told of a simulation; of the cards all, or the first and last."""
    yield say("sim_heading", lang, game=game.title(lang), games=_games(summary.games, lang), seed=plan.seed)
    alone, scored = len(plan.seats) == 1, bool(game.score_names(lang))
    if len(set(plan.seats)) > 1:
        yield ""
        yield from _players("sim_bot", summary.bots, lang, alone=alone, scored=scored)
    yield ""
    seats = {str(seat): each for seat, each in enumerate(summary.seats, 1)}
    yield from _players("sim_seat", seats, lang, alone=alone, scored=scored)
    if not alone:
        yield from _fairness(summary, lang)
    yield ""
    low, high = quarters(summary.lengths)
    yield say("sim_decisions", lang, mean=figure(summary.decisions, lang), low=low, high=high)
    if scored:
        low, high = quarters(summary.scores)
        least, most = min(summary.scores), max(summary.scores)
        yield say("sim_points", lang, low=low, high=high, least=least, most=most)
    if not alone:
        for key, count in (("sim_shared", summary.shared), ("sim_none", summary.none)):
            if count:
                yield say(key, lang, count=grouped(count, lang))
    if summary.categories:
        yield ""
        yield from _categories(game, summary, lang)
    if summary.causes:
        yield ""
        yield from _causes(summary, lang)
    if summary.cards:
        yield ""
        yield from cards(game, summary, lang, every=every_card)
    yield ""
    yield say("sim_margin", lang)


def _players(heading: str, players: Mapping[str, Player], lang: str, *, alone: bool, scored: bool) -> Iterator[str]:
    """A row for each bot or seat: alone there are no others to win against, without a score there are no points."""
    wanted = {"sim_won": not alone or not scored, "sim_score": scored, "sim_rest": scored and not alone}
    heads = [head for head, is_wanted in wanted.items() if is_wanted]
    rows = [[say(head, lang) for head in (heading, *heads)]]
    for name, player in players.items():
        told = {
            "sim_won": share(player.won, lang),
            "sim_score": figure(player.score, lang),
            "sim_rest": signed(player.rest, lang),
        }
        rows.append([name, *(told[head] for head in heads)])
    yield from table(rows).splitlines()


def _fairness(summary: Summary, lang: str) -> Iterator[str]:
    unlike = summary.unlike_seats()
    if not unlike:
        yield say("sim_fair_seats", lang)
    for seat, won in unlike:
        key = "sim_unfair_seat" if won.mean > summary.fair else "sim_poor_seat"
        yield say(key, lang, seat=seat + 1, won=share(won, lang), share=percent(summary.fair, lang))


def _categories(game: Game, summary: Summary, lang: str) -> Iterator[str]:
    names = game.score_names(lang)
    total = sum(each.mean for each in summary.categories.values())
    rows = [[say(key, lang) for key in ("sim_category", "sim_a_seat", "sim_share")]]
    for name, found in sorted(summary.categories.items(), key=lambda each: -each[1].mean):
        part = percent(found.mean / total, lang) if total > 0 else ""
        rows.append([names.get(name, name), figure(found, lang), part])
    yield from table(rows).splitlines()
    yield say("sim_sheets", lang, games=_games(summary.sheets, lang))


def _causes(summary: Summary, lang: str) -> Iterator[str]:
    """The greatest of what gave points or took them."""
    rows = [[say(key, lang) for key in ("sim_cause", "sim_a_seat")]]
    for cause, found in islice(summary.causes.items(), CAUSES):
        rows.append([shorten(cause.words(lang), WIDE, placeholder="…"), signed(found, lang)])
    yield from table(rows).splitlines()
    rest = len(summary.causes) - CAUSES
    key = "sim_stories_more" if rest > 0 else "sim_stories"
    yield say(key, lang, games=_games(summary.stories, lang), rest=rest)


def _games(count: int, lang: str) -> str:
    return say("sim_game", lang) if count == 1 else say("sim_games", lang, count=grouped(count, lang))
