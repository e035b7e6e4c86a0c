"""The report of many games of one plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from .findings import findings
from .page import page
from .sections.cards import cards
from .sections.going import going
from .sections.length import length
from .sections.played import meanings, played
from .sections.points import points
from .sections.sources import sources
from .sections.winning import winning
from .told import Told

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.sim import Plan, Summary

__all__ = ["seated", "simulation"]

SECTIONS: Final[tuple[tuple[str, Callable[[Told], Iterable[ET.Element]]], ...]] = (
    ("winning", winning),
    ("points", points),
    ("from", sources),
    ("course", going),
    ("cards", cards),
    ("length", length),
)


WORDS: Final = ("margin", "chance", "half", "fair", "decision", "bot", "seed", "hash")
"""What is told the meaning of."""


def simulation(game: Game, plan: Plan, summary: Summary, command: str, lang: str) -> str:
    """The page of many games, as HTML.

    Args:
        game: what was played.
        plan: how.
        summary: what came out, of one game at the least.
        command: what is typed to play the same games again and write the same page.
        lang: `en` or `es`.
    """
    told = Told(lang, game, plan, summary)
    title = told.say("title", game=game.title(lang), games=told.grouped(summary.games))
    lead = told.say("lead_alone" if told.alone else "lead", bots=seated(plan))
    drawn = [(name, list(section(told))) for name, section in SECTIONS]
    drawn += [("played", played(told, command)), ("words", [meanings(told, WORDS)])]
    return page(
        title, lead, findings(told), [(name, told.say(f"s_{name}"), parts) for name, parts in drawn if parts], told
    )


def seated(plan: Plan) -> str:
    """The bots, counted: `3 × easy, strong`."""
    return ", ".join(f"{count} × {bot}" if count > 1 else bot for bot, count in Counter(plan.seats).items())
