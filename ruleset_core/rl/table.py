"""What all environments are made of: a game at one table, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ruleset_core import Game, State

Reward: TypeAlias = Literal["outcome", "score"]
"""What is learned from, given at the end: `outcome` 1 won, 0 drawn, -1 lost; `score` the final score."""
Observation: TypeAlias = "dict[str, NDArray[Any]]"


class Table:
    """A game at one table.

    Attributes:
        game: the game played.
        players: number of seats.
        state: the game in progress.
        width: options of the game, as numbers from 0; the same in every state.
    """

    def __init__(
        self,
        game: Game,
        players: int | None,
        options: Mapping[str, object] | None,
        reward: Reward,
        *,
        waits: bool = False,
    ) -> None:
        self.game, self._options, self._reward = game, options, reward
        self._chance = np.random.default_rng()
        self.width = game.vocabulary_size
        self._waits = waits
        self.state: State = game.new(players, 0, options)
        self.players = self.state.n
        meanings = game.numbers(self.players).meanings
        low, high = (np.array([getattr(each, name) for each in meanings], np.int32) for name in ("low", "high"))
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (self.width + waits,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.width + waits)

    def begin(self, seed: int | None) -> None:
        """A new game. Without a seed, its chance goes on from that of the games before."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.state = self.game.new(self.players, int(self._chance.integers(1 << 62)), self._options)

    def observe(self, seat: int) -> Observation:
        """What a seat may know, and which options it may take now: none where others decide (then it waits, if it may)."""
        mask = np.zeros(self.width + self._waits, np.int8)
        if self.state.seat == seat and not self.state.over:
            mask[self.state.options] = 1
        elif self._waits:
            mask[self.width] = 1
        return {"observation": np.array(self.state.numbers(seat), np.int32), "action_mask": mask}

    def rewards(self) -> list[float]:
        """What each seat is given: nothing before the end."""
        if not self.state.over:
            return [0.0] * self.players
        found = self.state.outcomes() if self._reward == "outcome" else self.state.scores()
        return [float(each) for each in found]

    def drawn(self, seat: int, width: int = 100) -> str:
        """The table as a seat sees it, as text."""
        from io import StringIO

        from rich.console import Console

        from ruleset_core.scenes.build import scene
        from ruleset_core.terminal.draw import draw

        options = self.state.options if self.state.seat == seat else ()
        seen = scene(self.game, self.state.observe(seat), "en", (), options)
        sink = StringIO()
        Console(file=sink, width=width, color_system=None, legacy_windows=False).print(draw(seen, width))
        return sink.getvalue()
