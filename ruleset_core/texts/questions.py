"""What is asked of many games, and what came of it, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.texts.figures import figure, number, percent, share, signed, signed_share
from ruleset_core.texts.saying import Both, Texts

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.sim import Estimate, Plan, Question

__all__ = ["asked", "change_told", "is_share", "mean_told", "value_told"]

_TEXTS: Final[Both] = {
    "score": ("score a seat", "puntos por asiento"),
    "score_seat": ("score of seat {seat}", "puntos del asiento {seat}"),
    "score_bot": ("score of {bot}", "puntos de {bot}"),
    "won_seat": ("wins of seat {seat}", "gana el asiento {seat}"),
    "won_bot": ("wins of {bot}", "gana {bot}"),
    "decisions": ("decisions a game", "decisiones por partida"),
    "length": ("steps a game", "pasos por partida"),
    "shared": ("games with several winners", "partidas con varios ganadores"),
    "taken": ("{name} is taken, a game", "se toma {name}, por partida"),
    "category": ("from {name}", "de {name}"),
}
_say: Final = Texts(_TEXTS, {}).say


def asked(question: Question, plan: Plan, game: Game, lang: str) -> str:
    """What a question asks for."""
    if question.seat is not None:
        return _say(f"{question.kind}_seat", lang, seat=question.seat + 1)
    if question.bot is not None:
        return _say(f"{question.kind}_bot", lang, bot=plan.named_bots()[question.bot])
    name = game.score_names(lang).get(question.category, question.category)
    if question.card:
        name = game.card(question.card).name(lang) if question.card in game.card_ids() else question.card
    return _say(question.kind, lang, name=name)


def is_share(question: Question) -> bool:
    """Whether the answer is a share of the games."""
    return question.kind in {"won", "shared"}


def mean_told(question: Question, mean: Estimate, lang: str) -> str:
    """The answer with its margin."""
    return share(mean, lang) if is_share(question) else figure(mean, lang)


def value_told(question: Question, mean: float, lang: str) -> str:
    """The answer alone."""
    return percent(mean, lang) if is_share(question) else number(mean, lang, 2)


def change_told(question: Question, change: Estimate, lang: str) -> str:
    """How much greater an answer is, with its margin."""
    return signed_share(change, lang) if is_share(question) else signed(change, lang)
