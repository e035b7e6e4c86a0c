"""A game for OpenSpiel, so that its algorithms can be run on it: `pyspiel.load_game("ruleset(game=pig,players=2)")`.

OpenSpiel wants chance to be told beforehand. Here it is one throw at the beginning: which of `deals` seeds the game has. What
is thrown and shuffled later comes from that seed, as everywhere in `ruleset`. Importing this module makes the game known.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from ruleset_core import State, load

__all__ = ["SpielGame", "openspiel_game"]

NAME, JOINED = "ruleset", "+"
SEATS, LONGEST, DEALS = 16, 10_000, 1024
"""Most seats of any game; more decisions than any game takes; how many beginnings there are if nothing is said."""

KIND = pyspiel.GameType(
    short_name=NAME,
    long_name="A game of ruleset",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "pig", "expansions": "", "players": 0, "deals": DEALS},
)


def openspiel_game(game: str, expansions: Sequence[str] = (), players: int = 0, deals: int = DEALS) -> pyspiel.Game:
    """A game as OpenSpiel knows games.

    Args:
        game: its name, or the path of its directory.
        expansions: which it is played with.
        players: number of seats, the least possible for 0.
        deals: how many beginnings there are, each as likely as any other.

    Raises:
        LoadError: there is no such game, or its data have mistakes.
        OptionError: it is not for so many players.
    """
    given = {"game": game, "expansions": JOINED.join(expansions), "players": players, "deals": deals}
    return SpielGame(given)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game, with what OpenSpiel asks of one. Its parameters are those of `openspiel_game`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {"game": "pig", "expansions": "", "players": 0, "deals": DEALS, **(params or {})}
        expansions = tuple(each for each in given["expansions"].split(JOINED) if each)
        self.rules, self.deals = _loaded(given["game"], expansions=expansions), given["deals"]
        self.seats = given["players"] or self.rules.players[0]
        self.rules.new(self.seats, 0)  # says what is wrong with the number of players
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.vocabulary_size,
            max_chance_outcomes=self.deals,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(KIND, info, given)

    def new_initial_state(self) -> SpielState:
        """Before the throw that says which game it is."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What shows a state to a seat."""
        del iig_obs_type, params
        return SpielObserver(self)


class PickledState:
    """A state where OpenSpiel copies, pickles and restores it. Its game is loaded once for all of a process."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> PickledState:
        return PickledState(self.state.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.state.game
        return _unpickled, (str(game.directory), game.expansions, self.state.to_json())


_loaded = cache(load)


def _unpickled(game: str, expansions: tuple[str, ...], data: dict[str, Any]) -> PickledState:
    return PickledState(_loaded(game, expansions=expansions).from_json(data))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self._lying: PickledState | None = None

    @property
    def table(self) -> State | None:
        """The state of the game; None before the throw."""
        return self._lying.state if self._lying is not None else None

    def current_player(self) -> int:
        """Who decides."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.table.options) if self.table is not None and player == self.table.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The beginnings."""
        return [(deal, 1.0 / self._game.deals) for deal in range(self._game.deals)]

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self._lying = PickledState(self._game.rules.new(self._game.seats, int(action)))
        else:
            self.table.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self._game.rules.notation(int(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and self.table.over

    def returns(self) -> list[float]:
        """1 won, 0 drawn or not over, -1 lost."""
        if not self.is_terminal() or self.table is None:
            return [0.0] * self._game.seats
        return [float(each) for each in self.table.outcomes()]

    def __str__(self) -> str:
        return "; ".join(f"{each.player}: {each.action}" for each in self.full_history())


class SpielObserver:
    """Shows a state to a seat: `State.numbers`, scaled to lie between 0 and 1."""

    def __init__(self, game: SpielGame) -> None:
        meanings = game.rules.numbers(game.seats).meanings
        self._low = np.array([each.low for each in meanings], np.float64)
        self._span = np.maximum(1.0, np.array([each.high for each in meanings], np.float64) - self._low)
        self.tensor = np.zeros(len(meanings), np.float32)
        self.dict = {"numbers": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Show a state to a seat."""
        self.tensor.fill(0)
        if state.table is not None:
            self.tensor[:] = (np.array(state.table.numbers(player), np.float64) - self._low) / self._span

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        return "" if state.table is None else " ".join(map(str, state.table.numbers(player)))


pyspiel.register_game(KIND, SpielGame)
