"""Where random streams begin: a word of 64 bits out of a seed, the name of the stream, and the number of a game.

A game of its own begins each stream with `first(seed, name)`. Of many games played with one seed, game `i` begins it with
`numbered(first(seed, name), i)`; that is arithmetic alone, so that the core can begin a million games by itself and Python
any one of them.
"""

from __future__ import annotations

from hashlib import blake2b

from ruleset_core.lang.runtime import INCREMENT, MASK, MULTIPLIER

GOLDEN = 0x9E3779B97F4A7C15
"""What lies between the games of a seed: 2**64 by the golden ratio, made odd."""
ASIDE = ":aside"
"""The stream of those who choose and of what is imagined; no stream of a game can have this name."""


def first(seed: int, name: str) -> int:
    """Where a stream begins in the one game of a seed."""
    return int.from_bytes(blake2b(f"{seed}:{name}".encode(), digest_size=8).digest(), "big")


def numbered(word: int, game: int) -> int:
    """Where a stream begins in one of many games (0 and above) of a seed, `word` being `first` (the finish of splitmix64)."""
    z = (word + (game + 1) * GOLDEN) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


class Aside:
    """Random numbers beside a game: PCG32, as the streams of states are (see `runtime.draw`)."""

    __slots__ = ("word",)

    def __init__(self, word: int) -> None:
        self.word = word

    def pick(self, size: int) -> int:
        """A number from 0 to `size` - 1."""
        old = self.word
        self.word = (old * MULTIPLIER + INCREMENT) & MASK
        word = ((old >> 18) ^ old) >> 27 & 0xFFFFFFFF
        turn = old >> 59
        return ((word >> turn | word << (-turn & 31)) & 0xFFFFFFFF) * size >> 32
