"""What players and their kinds are called, in the language of the one who looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from .saying import LANGS
from .shared import say

if TYPE_CHECKING:
    from ruleset_core.record import Header

__all__ = ["kind_of", "kind_word", "player_names", "seats_line"]


def player_names(header: Header, lang: str) -> list[str]:
    """The names by seat. Who has none is `Player 2` in the viewer's language, whatever the game was begun in."""
    return [
        say("seat", lang, number=number) if _nameless(seat.name, number) else seat.name
        for number, seat in enumerate(header.seats, start=1)
    ]


def _nameless(name: str, number: int) -> bool:
    return name in {say("seat", lang, number=number) for lang in LANGS}


_KINDS = ("human", "random", "greedy", "first", "easy", "strong")


def kind_word(kind: str, lang: str) -> str:
    """Who sits there, as a word (`strong@2s`: `fuerte@2s`); a bot that somebody else brings is called what it is called there."""
    name, at, rest = kind.partition("@")
    return say(f"kind_{name}", lang) + at + rest if name in _KINDS else kind


def kind_of(word: str) -> str:
    """The kind that a word names, in whatever language: `fuerte` and `strong@2s`; a word that names none stays as it is."""
    name, at, rest = word.partition("@")
    plain = _plain(name)
    return (
        next((kind for kind in _KINDS if plain in {_plain(kind_word(kind, lang)) for lang in LANGS}), name) + at + rest
    )


def _plain(word: str) -> str:
    """Without accents and capitals."""
    return "".join(each for each in normalize("NFD", word.casefold()) if not combining(each))


def seats_line(header: Header, lang: str, kinds: Sequence[str] = ()) -> str:
    """All players with their kinds: `Players: Ana (human), Player 2 (greedy)`; `kinds` are those of now, if not those of the header."""
    named = zip(player_names(header, lang), kinds or [seat.kind for seat in header.seats], strict=True)
    return say("seats", lang, seats=", ".join(f"{name} ({kind_word(kind, lang)})" for name, kind in named))
