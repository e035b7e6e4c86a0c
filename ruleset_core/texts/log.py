"""The log: what happened, in sentences, and nothing a seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ruleset_core.table import BEGINNING
from ruleset_core.table.stops import Stops
from ruleset_core.texts.names import player_names

if TYPE_CHECKING:
    from ruleset_core.record import Session
    from ruleset_core.table import TakenBack

__all__ = ["log_lines", "story_lines", "taken_back_words", "told_lines"]


def taken_back_words(session: Session, taken: TakenBack, lang: str) -> str:
    """An answer that was taken back in words, its notation behind them when that differs."""
    game, names = session.game, player_names(session.header, lang)
    label, notation = game.label(taken.before, taken.option, lang, names=names), game.notation(taken.option)
    return label if label == notation else f"{label}  [{notation}]"


def story_lines(session: Session, start: int, end: int, viewer: int | None, lang: str) -> list[str]:
    """What happened from one position to another, in sentences, as `viewer` may be told it at the latter."""
    return session.story(start, end, viewer).sentences(lang, player_names(session.header, lang))


def log_lines(session: Session, viewer: int | None, lang: str, last: int | None = None) -> Iterator[str]:
    """All that `viewer` may be told of what happened up to the position looked at, or the `last` so many sentences, numbered.

    The numbers count what is told, not the moves: how many of those were made in secret is a secret too.
    """
    story = session.story(BEGINNING, session.position, viewer).from_first_turn
    known = story.sentences(lang, player_names(session.header, lang))
    width = len(str(len(known)))
    first = 0 if last is None else max(0, len(known) - last)
    for number, line in enumerate(known[first:], first + 1):
        yield f"{number:>{width}}  {line}"


def told_lines(session: Session, viewer: int | None, lang: str) -> Iterator[str]:
    """What happened up to the position looked at, before each sentence the number of the position it leads to, as in a replay."""
    stops = Stops(session, viewer)
    lines = session.story(BEGINNING, session.position, viewer).lines(lang, player_names(session.header, lang))
    width = len(str(stops.last))
    for step, line in lines:
        yield f"{stops.number(step + 1):>{width}}  {line}"
