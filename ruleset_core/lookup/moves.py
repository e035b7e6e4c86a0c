"""What can be answered about a thing and what comes of it, and why other answers cannot be given now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError
from ruleset_core.texts.menu import outcome

from .asked import answers_meant
from .said import say

if TYPE_CHECKING:
    from ruleset_core.scenes.nodes import Stand

    from .asked import Asked

__all__ = ["foreseen", "moves_about", "moves_meant", "moves_of"]

FEW: Final = 3
"""So many answers, or reasons why there are none, are told."""


def foreseen(asked: Asked, option: int) -> list[str]:
    """What is certain to come of an option, in sentences; nothing of one that is not offered."""
    try:
        offered = option in asked.state.options
        return asked.state.foresee(option).sentences(asked.lang, asked.names) if offered else []
    except BrokenRuleError:  # said when it is taken
        return []


def moves_of(asked: Asked, stand: Stand) -> list[str]:
    """What comes of choosing something on the table, or why it cannot be chosen."""
    if not asked.asking or (stand.goals and not stand.options):
        return []
    return _offered(asked, stand.options) if stand.options else [*_refused(asked, stand.id)]


def moves_about(asked: Asked, member: str) -> list[str]:
    """The same for a card or a member of a set, wherever its copies lie; `member`: its id."""
    if not asked.asking:
        return []
    return _offered(asked, (each for each in asked.state.options if _picks(asked, each, member))) or [
        *_refused(asked, member)
    ]


def moves_meant(asked: Asked, typed: str) -> list[str]:
    """Of the answers that a text may mean, what comes of them or why they cannot be given."""
    if not asked.asking:
        return []
    options = [offer.option for offer in answers_meant(typed, asked)[:FEW]]
    offered = [option for option in options if option in asked.state.options]
    return [*_offered(asked, offered), *(_why(asked, each) for each in options if each not in offered)]


def _offered(asked: Asked, options: Iterable[int]) -> list[str]:
    """The first of some answers that can be given, each with what comes of it."""
    told, game = [], asked.game
    for option in islice(options, FEW):
        label = game.label(asked.state, option, asked.lang, names=asked.names)
        comes = outcome(asked.state, option, asked.lang, asked.names)
        told.append(say("can_choose", asked.lang, label=f"{label} → {comes}" if comes else label))
    return told


def _refused(asked: Asked, member: str) -> Iterator[str]:
    """Why answers to this question that are about something cannot be given."""
    state, game = asked.state, asked.game
    options = game.vocabulary_of(state.decision.name) if state.decision is not None else ()
    about = (option for option in options if option not in state.options and _picks(asked, option, member))
    reasons = dict.fromkeys(state.why_not(option, asked.lang, asked.names, own=True) for option in about)
    for why in [why for why in reasons if why][:FEW]:
        yield say("because", asked.lang, what=say("not_now_this", asked.lang), why=why)


def _picks(asked: Asked, option: int, member: str) -> bool:
    return any(member in {each.id, each.id.partition("#")[0]} for each in asked.game.things(option))


def _why(asked: Asked, option: int) -> str:
    what = say("cannot_now", asked.lang, label=asked.game.option_name(option, asked.lang, asked.names))
    why = asked.state.why_not(option, asked.lang, asked.names)
    return say("because", asked.lang, what=what, why=why) if why else what
