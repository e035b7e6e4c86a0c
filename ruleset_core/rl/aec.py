"""PettingZoo's agent environment cycle: the seats decide one after the other, as the rules ask them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .agents import Agents
from .table import Observation

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["TableEnv", "aec_env"]


def aec_env(game: Game, players: int | None = None, **given: Any) -> AECEnv[str, Observation, int]:
    """`TableEnv` with PettingZoo's usual guards: whoever takes what is not offered loses, calls come in their order."""
    env: Any = TableEnv(game, players, **given)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class TableEnv(Agents, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """Agents that decide one after the other. Arguments are those of `Agents`."""

    def __init__(self, game: Game, players: int | None = None, **given: Any) -> None:
        super().__init__(game, players, **given)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed begins the same one. `options` are not used: those of a game are given once."""
        del options
        self._table.begin(seed)
        self._taken = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> Observation:
        """What an agent may know now."""
        return self._table.observe(self._seats[agent])

    def step(self, action: int | None) -> None:
        """Take an option for the agent that decides. Raises IllegalOption for one that is not offered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        self._table.state.apply(int(action))
        self._taken += 1
        over, cut = self._table.state.over, self._taken == self._most
        self.rewards = dict(zip(self.possible_agents, self._table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut and not over)
        self._next()
        self._accumulate_rewards()

    def _next(self) -> None:
        seat = self._table.state.seat
        self.agent_selection = self.possible_agents[seat] if seat >= 0 else self.agents[0]
