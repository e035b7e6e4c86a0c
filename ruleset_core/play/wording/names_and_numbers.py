"""Names of players, and numbers as people of a language write them."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Final
from unicodedata import combining, normalize

from ruleset_core.messages import LANGUAGES, message

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.lab.sim import ComparedFigure, Estimate, SimulationPlan
    from ruleset_core.play.records import RecordHeader


LANGS: Final = LANGUAGES
"""The languages there are."""


# What players and their kinds are called, in the language of the one who looks.


def player_names(header: RecordHeader, lang: str) -> list[str]:
    """The names by seat. Who has none is `Player 2` in the viewer's language, whatever the game was begun in."""
    return [
        message("play.seat", lang, number=number) if _nameless(seat.name, number) else seat.name
        for number, seat in enumerate(header.seats, start=1)
    ]


def _nameless(name: str, number: int) -> bool:
    return name in {message("play.seat", lang, number=number) for lang in LANGS}


_KINDS = ("human", "random", "greedy", "first", "easy", "normal", "strong")


def kind_label(kind: str, lang: str) -> str:
    """Who sits there, as a word (`strong@2s`: `fuerte@2s`); a bot that somebody else brings is called what it is called there."""
    name, at, rest = kind.partition("@")
    return message(f"play.kind_{name}", lang) + at + rest if name in _KINDS else kind


def kind_from_label(word: str) -> str:
    """The kind that a word names, in whatever language: `fuerte` and `strong@2s`; a word that names none stays as it is."""
    name, at, rest = word.partition("@")
    plain = _plain(name)
    return (
        next((kind for kind in _KINDS if plain in {_plain(kind_label(kind, lang)) for lang in LANGS}), name) + at + rest
    )


def _plain(word: str) -> str:
    """Without accents and capitals."""
    return "".join(each for each in normalize("NFD", word.casefold()) if not combining(each))


def seats_line(header: RecordHeader, lang: str, kinds: Sequence[str] = ()) -> str:
    """All players with their kinds: `Players: Ana (human), Player 2 (greedy)`; `kinds` are those of now, if not those of the header."""
    named = zip(player_names(header, lang), kinds or [seat.kind for seat in header.seats], strict=True)
    return message("play.seats", lang, seats=", ".join(f"{name} ({kind_label(kind, lang)})" for name, kind in named))


# Numbers as people of a language write them: shares, means with their margins, differences.


def format_number(value: float, lang: str, places: int) -> str:
    """A number as people of a language write it."""
    text = f"{value:.{places}f}"
    return text.replace(".", message("play.decimal_mark", lang))


def format_grouped(value: int, lang: str) -> str:
    """A whole number with its thousands apart."""
    return f"{value:,}".replace(",", message("play.thousands_mark", lang))


def format_percent(value: float, lang: str) -> str:
    """A share of 1 in hundredths."""
    return format_number(100 * value, lang, 1) + " %"


def format_share(found: Estimate, lang: str) -> str:
    """A share with its margin."""
    return format_percent(found.mean, lang) + _margin(100 * found.margin, lang, 1)


def format_mean(found: Estimate, lang: str) -> str:
    """A mean with its margin."""
    return format_number(found.mean, lang, 2) + _margin(found.margin, lang, 2)


def format_difference(found: Estimate, lang: str) -> str:
    """A difference with its margin."""
    return _sign(found) + format_number(abs(found.mean), lang, 2) + _margin(found.margin, lang, 2)


def format_share_difference(found: Estimate, lang: str) -> str:
    """A difference of shares in hundredths, with its margin."""
    return _sign(found) + format_percent(abs(found.mean), lang) + _margin(100 * found.margin, lang, 1)


def _sign(found: Estimate) -> str:
    return "+" if found.mean > 0 else "−" if found.mean < 0 else ""


def _margin(margin: float, lang: str, places: int) -> str:
    return "" if margin == inf else f" ± {format_number(margin, lang, places)}"


# What is asked of many games, and what came of it, in words.


def question_text(question: ComparedFigure, plan: SimulationPlan, game: Game, lang: str) -> str:
    """What a question asks for."""
    if question.seat is not None:
        return message(f"figure.{question.kind}_seat", lang, seat=question.seat + 1)
    if question.bot is not None:
        return message(f"figure.{question.kind}_bot", lang, bot=plan.named_bots()[question.bot])
    name = game.score_names(lang).get(question.category, question.category)
    if question.card:
        name = game.card(question.card).name(lang) if question.card in game.card_ids() else question.card
    return message(f"figure.{question.kind}", lang, name=name)


def is_share_question(question: ComparedFigure) -> bool:
    """Whether the answer is a share of the games."""
    return question.kind in {"won", "shared"}


def mean_text(question: ComparedFigure, mean: Estimate, lang: str) -> str:
    """The answer with its margin."""
    return format_share(mean, lang) if is_share_question(question) else format_mean(mean, lang)


def value_text(question: ComparedFigure, mean: float, lang: str) -> str:
    """The answer alone."""
    return format_percent(mean, lang) if is_share_question(question) else format_number(mean, lang, 2)


def change_text(question: ComparedFigure, change: Estimate, lang: str) -> str:
    """How much greater an answer is, with its margin."""
    return format_share_difference(change, lang) if is_share_question(question) else format_difference(change, lang)
