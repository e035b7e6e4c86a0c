"""What a bot is: something that picks an option. Its chance comes from a stream of its own."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol, TypeVar

from ruleset_core import Lots

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["Bot", "Stream"]

Item = TypeVar("Item")


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, state: State) -> int:
        """One of `state.options`. The state is to be read and cloned, never changed."""
        ...


class Stream:
    """Random numbers that depend on nothing but the seed, the name and how many were drawn before.

    `drawn` numbers are skipped at the start, so that a resumed game goes on as the uninterrupted one would have. `game` is the number of the game, where
    many are played with one seed.

    Attributes:
        lots: what bots draw from that think within the core.
    """

    def __init__(self, seed: int, name: str, drawn: int = 0, game: int | None = None) -> None:
        self.lots = Lots(seed, name, drawn, game)
        own = seed if game is None else _number(f"{seed}/{game}")
        self._key = f"{own}/{name}/"
        self._drawn = drawn

    @property
    def aside(self) -> int:
        """A number for whatever else is to be drawn for the next decision: it takes none out of the stream.

        It depends on the seed, the name and how often was picked, so it tells nothing about the game.
        """
        return _number(f"{self._key}{self._drawn}/aside")

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely as any other. Draws one number."""
        number = _number(f"{self._key}{self._drawn}")
        self._drawn += 1
        return items[number * len(items) >> 64]


def _number(text: str) -> int:
    """A number below 2**64 out of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
