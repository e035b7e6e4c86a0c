"""What somebody finds who types a name, a part of one, or a word that cards speak of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .asked import SHORTEST
from .terms import speaking_of
from .things import Thing, called, nearly

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Found", "find"]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found.

    Attributes:
        things: what is called so.
        speaking: the names of cards that have the word in what they say.
        near: names that are nearly the same, where nothing else is found.

    """

    things: tuple[Thing, ...]
    speaking: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


def find(game: Game, typed: str, lang: str) -> Found:
    """What may be meant by what somebody typed."""
    things = tuple(called(game, typed, lang))
    speaking = tuple(speaking_of(game, typed, lang)) if len(typed) >= SHORTEST else ()
    return Found(things, speaking, () if things or speaking else tuple(nearly(game, typed, lang)))
