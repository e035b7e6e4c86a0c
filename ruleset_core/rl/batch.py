"""Many games side by side as arrays, played by the core: what fast learners want."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ruleset_core import Game, core_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Batch"]


class Batch:
    """`n` games; one that ends is begun anew at once. The arrays are the memory of the core itself: a step writes over them.

    Attributes:
        game: the game played. players: number of seats.
        seats: by game, who decides. masks: by game and option, 1 where it is offered.
        finished: by game, 1 where one ended in the last step. final, outcomes: by game and seat, the scores of the game that
            ended there last, and 1 won, 0 drawn, -1 lost.
    """

    def __init__(
        self, game: Game, n: int, players: int | None = None, seed: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:  # fmt: skip
        self._states = core_of(game).states(n, players, seed, options)
        self.game, self.players = game, self._states.players
        self.seats: NDArray[np.int32] = np.asarray(self._states.seats)
        self.masks: NDArray[np.uint8] = np.asarray(self._states.masks)
        self.finished: NDArray[np.uint8] = np.asarray(self._states.finished)
        self.final: NDArray[np.int64] = np.asarray(self._states.final)
        self.outcomes: NDArray[np.int8] = np.asarray(self._states.outcomes)

    def __len__(self) -> int:
        return len(self._states)

    def observe(self) -> NDArray[np.int32]:
        """By game, what the seat that decides there may know, as `State.numbers`."""
        return np.asarray(self._states.numbers())

    def step(self, options: ArrayLike) -> None:
        """Take an option in each game. Raises IllegalOption; nothing has changed then."""
        self._states.step(np.ascontiguousarray(options, np.int32).data)

    def at_random(self, chance: Any) -> NDArray[np.int64]:
        """An option for each game, each that is offered equally likely; `chance` is a generator of numpy."""
        counts = self.masks.sum(axis=1, dtype=np.int64)
        wanted = (chance.random(len(self)) * counts).astype(np.int64) + 1
        found: NDArray[np.int64] = (np.cumsum(self.masks, axis=1, dtype=np.int64) >= wanted[:, None]).argmax(axis=1)
        return found
