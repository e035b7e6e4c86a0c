"""PettingZoo's agent environment cycle: the seats decide one after the other, as the rules ask them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gymnasium.spaces import Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .table import Observation, Reward, Table

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["TableEnv", "aec_env"]


def aec_env(game: Game, players: int | None = None, **given: Any) -> AECEnv[str, Observation, int]:
    """`TableEnv` with PettingZoo's usual guards: whoever takes what is not offered loses, calls come in their order."""
    env: Any = TableEnv(game, players, **given)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class TableEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
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
        self._table = Table(game, players, options, reward)
        self.metadata = {"name": f"ruleset_{game.id}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode, self._most, self._taken = render_mode, max_decisions, 0
        self.possible_agents = [f"seat_{seat}" for seat in range(self._table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, Space[Any]] = dict.fromkeys(
            self.possible_agents, self._table.observation_space
        )
        self.action_spaces: dict[str, Space[Any]] = dict.fromkeys(self.possible_agents, self._table.action_space)

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent observes; the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The options of the game."""
        return self.action_spaces[agent]

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

    def render(self) -> str | None:
        """The table as the agent that decides sees it."""
        return self._table.drawn(self._seats[self.agent_selection]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
