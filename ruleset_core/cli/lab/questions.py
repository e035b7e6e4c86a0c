"""Which figures of games are asked for, as it is typed: `score`, `score:2`, `wins:1`, `length`, `category:NAME`..."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.model.diagnostic import closest, friendly_list, shorten
from ruleset_core.sim import Question

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.sim import Plan

__all__ = ["parse_figures", "spelled"]

_WORDS: Final = {"score": "score", "wins": "won", "decisions": "decisions", "length": "length", "shared": "shared"}
_OF_SOMEBODY: Final = ("score", "wins")


def parse_figures(texts: Sequence[str], plan: Plan, games: Sequence[Game], lang: str) -> list[Question]:
    """What is asked for, of one of the games at least. Raises `click.BadParameter`."""
    return list(dict.fromkeys(_figure(text.strip(), plan, games, lang) for text in texts))


def _figure(text: str, plan: Plan, games: Sequence[Game], lang: str) -> Question:
    word, colon, of = text.partition(":")
    seats = [str(seat + 1) for seat in range(len(plan.seats))]
    bots = plan.named_bots() if len(set(plan.seats)) > 1 else []
    categories = dict.fromkeys(name for game in games for name in game.score_names())
    cards = dict.fromkeys(name for game in games for name in game.card_ids())
    if word == "category" and of in categories:
        return Question("category", category=of)
    if word == "taken" and of in cards:
        return Question("taken", card=of)
    if word in _OF_SOMEBODY and of in seats:
        return Question(_WORDS[word], seat=int(of) - 1)
    if word in _OF_SOMEBODY and of in bots:
        return Question(_WORDS[word], bot=bots.index(of))
    if word in _WORDS and not colon and word != "wins":
        return Question(_WORDS[word])
    known = [
        *(each for each in _WORDS if each != "wins"),
        *(f"{each}:{whose}" for each in _OF_SOMEBODY for whose in (*seats, *bots)),
        *(f"category:{each}" for each in categories),
        *(f"taken:{each}" for each in cards),
    ]
    close = closest(text, known)
    hint = say("meant", lang, text=friendly_list(close).strip("`")) if close else say("cmp_figures", lang)
    raise click.BadParameter(say("cmp_no_figure", lang, text=shorten(text), hint=hint), param_hint="--figure")


def spelled(question: Question, plan: Plan) -> str:
    """A question as it is typed."""
    word = next((word for word, kind in _WORDS.items() if kind == question.kind), question.kind)
    if question.seat is not None:
        return f"{word}:{question.seat + 1}"
    if question.bot is not None:
        return f"{word}:{plan.named_bots()[question.bot]}"
    name = question.category or question.card
    return f"{word}:{name}" if name else word
