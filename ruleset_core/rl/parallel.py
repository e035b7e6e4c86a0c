"""PettingZoo's parallel environment: in each step every seat acts, those that are not asked by waiting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gymnasium.spaces import Space
from pettingzoo import ParallelEnv

from .table import Observation, Reward, Table

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["ParallelTableEnv"]


class ParallelTableEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """A game with an agent on each seat, all of which act in every step. Arguments are those of `TableEnv`.

    Its last action, `game.vocabulary_size`, is to wait: the only one that the mask of a seat has which is not asked. What
    such a seat does has no effect. A seat that is asked and takes what is not offered has lost, and the game is over.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        reward: Reward = "outcome",
        render_mode: str | None = None,
        max_decisions: int | None = None,
    ) -> None:
        self._table = Table(game, players, options, reward, waits=True)
        self.metadata = {"name": f"ruleset_{game.id}", "render_modes": ["ansi"]}
        self.render_mode, self._most, self._taken = render_mode, max_decisions, 0
        self.possible_agents = [f"seat_{seat}" for seat in range(self._table.players)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._table.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._table.action_space)

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent observes; the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The options of the game, and to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; the same seed begins the same one."""
        del options
        self._table.begin(seed)
        self._taken = 0
        self.agents = self.possible_agents[:]
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the option of the seat that is asked; what the others do is to wait."""
        state, agents = self._table.state, self.agents
        acting = self.possible_agents[state.seat]
        action = int(actions[acting])
        legal = action in state.options
        if legal:
            state.apply(action)
        self._taken += 1
        over = state.over or not legal
        cut = self._taken == self._most and not over
        rewards = dict(zip(agents, self._table.rewards(), strict=True))
        if not legal:
            rewards[acting] = -1.0
        observed = self._observed()
        if over or cut:
            self.agents = []
        return observed, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), {each: {} for each in agents}

    def _observed(self) -> dict[str, Observation]:
        return {agent: self._table.observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> str | None:
        """The table as the seat that decides sees it."""
        return self._table.drawn(max(0, self._table.state.seat)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
