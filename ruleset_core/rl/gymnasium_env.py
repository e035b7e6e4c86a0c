"""A Gymnasium environment for one seat, with bots on the others; and the table in numbers that all environments use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from ruleset_core.play.bots import Bot, make_bot, require_search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ruleset_core import Game, State

__all__ = ["EnvironmentTable", "Observation", "Reward", "SeatEnv"]


# What all environments are made of: a game at one table, in numbers.

Reward: TypeAlias = Literal["outcome", "score"]
"""What is learned from, given at the end: `outcome` 1 won, 0 drawn, -1 lost; `score` the final score."""
Observation: TypeAlias = "dict[str, NDArray[Any]]"


class EnvironmentTable:
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

        from ruleset_core.view.scene.scene_builder import scene
        from ruleset_core.view.terminal.drawing import draw

        options = self.state.options if self.state.seat == seat else ()
        seen = scene(self.game, self.state.masked(seat), "en", (), options)
        sink = StringIO()
        Console(file=sink, width=width, color_system=None, legacy_windows=False).print(draw(seen, width))
        return sink.getvalue()


# Gymnasium's environment: one seat learns, bots play the others; or a game for one.


class SeatEnv(gymnasium.Env[Observation, int]):
    """A game from one seat.

    Args:
        game: from `ruleset_core.load`.
        others: the bots of the other seats, by name, in order; none for a game alone.
        seat: the seat that learns; -1 for one drawn anew for each game.
        options: values of the game's options by name.
        reward: what is given at the end: `outcome` (1, 0, -1) or `score`.
        render_mode: `ansi`, or nothing.

    Taking what is not offered ends the game with a reward of -1.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 - as the library declares it

    def __init__(
        self,
        game: Game,
        others: Sequence[str] = (),
        seat: int = 0,
        options: Mapping[str, object] | None = None,
        reward: Reward = "outcome",
        render_mode: str | None = None,
    ) -> None:
        self._table = EnvironmentTable(game, 1 + len(others), options, reward)
        require_search(others, self._table.game)
        if not -1 <= seat <= len(others):
            raise ValueError(f"there is no seat {seat} in a game of {1 + len(others)}")
        self._others, self._fixed, self.seat = tuple(others), seat, max(0, seat)
        self._bots: dict[int, Bot] = {}
        self.render_mode = render_mode
        self.observation_space = self._table.observation_space  # type: ignore[assignment]
        self.action_space = self._table.action_space  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and play it up to the first decision of the seat; the same seed begins the same game."""
        super().reset(seed=seed, options=options)
        number = int(self.np_random.integers(1 << 62))
        if self._fixed < 0:
            self.seat = int(self.np_random.integers(self._table.players))
        self._table.begin(number)
        names = iter(self._others)
        seats = [seat for seat in range(self._table.players) if seat != self.seat]
        self._bots = {seat: make_bot(next(names), number, seat) for seat in seats}
        self._others_play()
        return self._table.observe(self.seat), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an option, and let the others play up to the next decision of the seat."""
        state = self._table.state
        if int(action) not in state.options:
            return self._table.observe(self.seat), -1.0, True, False, {"illegal": True}
        state.apply(int(action))
        self._others_play()
        return self._table.observe(self.seat), self._table.rewards()[self.seat], state.over, False, {}

    def _others_play(self) -> None:
        state = self._table.state
        while not state.over and state.seat != self.seat:
            state.apply(self._bots[state.seat].choose(state.clone()))

    def render(self) -> str | None:
        """The table as the seat sees it."""
        return self._table.drawn(self.seat) if self.render_mode == "ansi" else None
