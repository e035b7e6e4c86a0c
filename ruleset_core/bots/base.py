"""What a bot is: something that picks an option. Its chance comes from a stream of its own."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol, TypeVar

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

    `drawn` numbers are skipped at the start, so that a resumed game goes on as the uninterrupted one would have.
    """

    def __init__(self, seed: int, name: str, drawn: int = 0) -> None:
        self._key = f"{seed}/{name}/"
        self._drawn = drawn

    @property
    def aside(self) -> int:
        """A number for whatever else is to be drawn for the next decision: it takes none out of the stream.

        It depends on the seed, the name and how often was picked, so it tells nothing about the game.
        """
        return int.from_bytes(blake2b(f"{self._key}{self._drawn}/aside".encode(), digest_size=8).digest(), "big")

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely as any other. Draws one number."""
        digest = blake2b(f"{self._key}{self._drawn}".encode(), digest_size=8).digest()
        self._drawn += 1
        return items[int.from_bytes(digest, "big") * len(items) >> 64]
