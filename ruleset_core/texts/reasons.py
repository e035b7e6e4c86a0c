"""Why an answer cannot be taken, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .records import explain
from .shared import say

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.table import BotBroke, Refused

__all__ = ["bot_broke", "refused", "short", "why_not"]


def why_not(game: Game, state: State, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """Why an option is not offered, or that it is. `names`: of the players, by seat."""
    text = game.notation(option)
    if option in state.options:
        return say("possible", lang, text=text)
    what, why = say("not_now", lang, text=text), state.why_not(option, lang, names)
    return say("because", lang, what=what, why=why) if why else what


def refused(answer: Refused, game: Game, state: State, lang: str, names: Sequence[str] = ()) -> str:
    """Why a table has refused an answer; `state`: where it was asked."""
    if answer.broken is not None:
        return answer.broken.said(lang)
    if answer.unsaved is not None:
        return explain(answer.unsaved, lang)
    if answer.why == "not_offered" and answer.option is not None:
        return why_not(game, state, answer.option, lang, names)
    if answer.why == "unknown":
        said = say("no_notation", lang, text=short(str(answer.answer)), game=game.title(lang))
        return f"{said}; {say('meant', lang, text=answer.close[0])}" if answer.close else said
    return say(f"refused_{answer.why}", lang)


def bot_broke(error: BotBroke, game: Game, lang: str, names: Sequence[str]) -> str:
    """What a bot did when a rule broke: nobody else saw it."""
    problem = error.broken.said(lang)
    if error.option is None:
        return say("bot_tries", lang, name=names[error.seat], problem=problem)
    return say("bot_breaks", lang, name=names[error.seat], move=game.notation(error.option), problem=problem)


def short(text: str) -> str:
    """A text that somebody typed, cut where it is long."""
    return text if len(text) <= 60 else text[:57] + "..."
