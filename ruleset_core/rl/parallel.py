"""PettingZoo's parallel environment: in each step every seat acts, those that are not asked by waiting."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv

from .agents import Agents
from .table import Observation

__all__ = ["ParallelTableEnv"]


class ParallelTableEnv(Agents, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """Agents that all act in every step. Arguments are those of `Agents`.

    Its last action, `game.vocabulary_size`, is to wait: the only one that the mask of a seat has which is not asked. What
    such a seat does has no effect. A seat that is asked and takes what is not offered has lost, and the game is over.
    """

    waits = True

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
