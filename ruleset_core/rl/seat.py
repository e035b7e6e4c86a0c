"""Gymnasium's environment: one seat learns, bots play the others; or a game for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium

from ruleset_core.bots import check_thinking, make_bot

from .table import Observation, Reward, Table

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.bots import Bot

__all__ = ["SeatEnv"]


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
        self._table = Table(game, 1 + len(others), options, reward)
        check_thinking(others, self._table.game)
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
