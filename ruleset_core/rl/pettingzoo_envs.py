"""PettingZoo environments: agents that act one after the other (AEC) and agents that act in parallel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ruleset_core.rl.gymnasium_env import EnvironmentTable, Observation, Reward

if TYPE_CHECKING:
    from gymnasium.spaces import Space

    from ruleset_core import Game

__all__ = ["Agents", "ParallelTableEnv", "TableEnv", "aec_env"]


# What both environments of PettingZoo have alike: an agent on each seat of a table.


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
        self._table = EnvironmentTable(game, players, options, reward, waits=self.waits)
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


# PettingZoo's agent environment cycle: the seats decide one after the other, as the rules ask them.


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


# PettingZoo's parallel environment: in each step every seat acts, those that are not asked by waiting.


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
