"""What both environments of PettingZoo have alike: an agent on each seat of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .table import Reward, Table

if TYPE_CHECKING:
    from gymnasium.spaces import Space

    from ruleset_core import Game

__all__ = ["Agents"]


class Agents:
    """A game with an agent on each seat, `seat_0`, `seat_1`...

    What an agent observes is a dictionary: `observation` is `State.numbers` (`game.numbers(players).meanings` says what they
    mean), `action_mask` has a 1 for each option offered.

    Args:
        game: from `ruleset_core.load`.
        players: number of seats, the least possible if left out.
        options: values of the game's options by name.
        reward: what is given at the end: `outcome` (1, 0, -1) or `score`.
        render_mode: `ansi`, or nothing.
        max_decisions: after so many the game is cut short (a truncation), whoever may lead.
    """

    waits = False
    """Whether agents that are not asked act as well, by waiting."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        reward: Reward = "outcome",
        render_mode: str | None = None,
        max_decisions: int | None = None,
    ) -> None:
        super().__init__()
        self._table = Table(game, players, options, reward, waits=self.waits)
        self.metadata = {"name": f"ruleset_{game.id}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode, self._most, self._taken = render_mode, max_decisions, 0
        self.possible_agents = [f"seat_{seat}" for seat in range(self._table.players)]
        self.observation_spaces: dict[str, Space[Any]] = dict.fromkeys(
            self.possible_agents, self._table.observation_space
        )
        self.action_spaces: dict[str, Space[Any]] = dict.fromkeys(self.possible_agents, self._table.action_space)

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent observes; the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The options of the game; where agents wait, to wait as well."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The table as the agent that decides sees it; at the end, the first."""
        return self._table.drawn(max(0, self._table.state.seat)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
