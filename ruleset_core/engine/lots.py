"""What somebody who chooses draws from: numbers that depend on a seed, a name and how often was chosen, on nothing of the game."""

from __future__ import annotations

from ruleset_core.lang.seeds import first, numbered

__all__ = ["Lots"]


class Lots:
    """Two numbers for each decision: in which worlds to think about it, and which of equal options to take. See `lang.search.games`.

    Attributes:
        seed: the seed of the worlds, the same in all games.
        drawn: how often was chosen.
    """

    __slots__ = ("_word", "drawn", "seed")

    def __init__(self, seed: int, name: str, drawn: int = 0, game: int | None = None) -> None:
        """Those of one name, in the game of a seed, or in one of its many games; so many decisions were made before."""
        self.seed, self.drawn = first(seed, name), drawn
        self._word = self.seed if game is None else numbered(self.seed, game)

    @property
    def first(self) -> int:
        """The number of the first world to think in."""
        return numbered(self._word, 2 * self.drawn) >> 2

    def pick(self, size: int) -> int:
        """A number from 0 to `size` - 1; the decision is made."""
        found = (numbered(self._word, 2 * self.drawn + 1) >> 32) * size >> 32
        self.drawn += 1
        return found
