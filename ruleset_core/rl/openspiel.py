"""A game for OpenSpiel, so that its algorithms can be run on it: `pyspiel.load_game("ruleset(game=pig,players=2)")`.

OpenSpiel wants chance to be told beforehand. With `chance=seed` it is one throw at the beginning: which of `deals` seeds the game has. What
is thrown and shuffled later comes from that seed, as everywhere in `ruleset`. With `chance=explicit` each draw is a node, and each seat has an information
state, as algorithms for small games want it. Importing this module makes the game known.

    ruleset(game=kuhn_poker)                                     1024 deals, then questions
    ruleset(game=kuhn_poker,chance=explicit,reward=score)        3 cards, then 2 cards, then questions: the tree of the game, 58 nodes
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from ruleset_core import ChanceProfile, OptionError, State, chance_profile
from ruleset_core.rl.chance_positions import ChancePosition, loaded_game

__all__ = ["SpielGame", "openspiel_game"]

NAME, JOINED = "ruleset", "+"
SEATS, LONGEST, DEALS, MOST = 16, 10_000, 1024, 1_000_000
"""Most seats of any game; more decisions than any game takes; how many beginnings there are if nothing is said; more points than in any game."""
SEED, EXPLICIT = "seed", "explicit"
OUTCOME, SCORE = "outcome", "score"
CHOICES = {"chance": (SEED, EXPLICIT), "reward": (OUTCOME, SCORE)}
PARAMETERS = {"game": "pig", "expansions": "", "players": 0, "deals": DEALS, "chance": SEED, "reward": OUTCOME}


def _kind(profile: ChanceProfile | None = None, *, zero_sum: bool = False) -> pyspiel.GameType:
    """The type of games; without a profile, of those that begin with a seed."""
    drawn = profile is None or profile.most_outcomes > 0
    chances, sums, knowledge = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name="A game of ruleset",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chances.EXPLICIT_STOCHASTIC if drawn else chances.DETERMINISTIC,
        information=knowledge.IMPERFECT_INFORMATION
        if profile is None or profile.hides
        else knowledge.PERFECT_INFORMATION,
        utility=sums.ZERO_SUM if zero_sum else sums.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=1,
        provides_information_state_string=profile is not None,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def openspiel_game(
    game: str,
    expansions: Sequence[str] = (),
    players: int = 0,
    deals: int = DEALS,
    chance: str = SEED,
    reward: str = OUTCOME,
) -> pyspiel.Game:
    """A game as OpenSpiel knows games.

    Args:
        game: its name, or the path of its directory.
        expansions: which it is played with.
        players: number of seats, the least possible for 0.
        deals: how many beginnings there are, each as likely as any other.
        chance: `seed` draws one of these at the beginning, `explicit` makes a node of each draw.
        reward: `outcome` is 1 won, 0 drawn, -1 lost; `score` is by how much the score of a seat (of its team) is better than the mean of all.

    Raises:
        LoadError: there is no such game, or its data have mistakes.
        OptionError: it is not for so many players, or its draws cannot be told one by one; or a word is none of these.
    """
    given = {"game": game, "expansions": JOINED.join(expansions), "players": players, "deals": deals}
    return SpielGame({**given, "chance": chance, "reward": reward})


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game, with what OpenSpiel asks of one. Its parameters are those of `openspiel_game`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        for name, known in CHOICES.items():
            if given[name] not in known:
                raise OptionError(f"`{name}` is one of: {', '.join(known)}; not `{given[name]}`", (name,))
        expansions = tuple(each for each in given["expansions"].split(JOINED) if each)
        self.rules, self.deals = loaded_game(given["game"], expansions=expansions), given["deals"]
        self.seats = given["players"] or self.rules.players[0]
        self.explicit, self.scored = given["chance"] == EXPLICIT, given["reward"] == SCORE
        profile = chance_profile(self.rules) if self.explicit else None
        if profile is None:
            self.rules.new(self.seats, 0)  # says what is wrong with the number of players
        else:
            ChancePosition.begin(self.rules, self.seats)
        duel = self.seats == 2 and not self.rules.winning.teams
        zero_sum = profile is not None and (self.seats > 1 if self.scored else duel)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.vocabulary_size,
            max_chance_outcomes=self.deals if profile is None else profile.most_outcomes,
            num_players=self.seats,
            min_utility=float(-MOST) if self.scored else -1.0,
            max_utility=float(MOST) if self.scored else 1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST,
        )
        super().__init__(_kind(profile, zero_sum=zero_sum), info, given)

    def __deepcopy__(self, memo: object) -> SpielGame:
        return self  # it never changes; a copy made by C++ would lack what was made of its parameters

    def new_initial_state(self) -> SpielState:
        """Before anything is drawn."""
        return ExplicitState(self) if self.explicit else SeededState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What shows a state to a seat."""
        del params
        return SpielObserver(self, remembers=iig_obs_type is not None and iig_obs_type.perfect_recall)


class PickledState:
    """A state where OpenSpiel copies, pickles and restores it. Its game is loaded once for all of a process."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> PickledState:
        return PickledState(self.state.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.state.game
        return _unpickled, (str(game.directory), game.expansions, self.state.to_json())


def _unpickled(game: str, expansions: tuple[str, ...], data: dict[str, Any]) -> PickledState:
    return PickledState(loaded_game(game, expansions=expansions).from_json(data))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game

    @property
    @abstractmethod
    def table(self) -> State | None:
        """The state of the game; None before the first question."""

    @property
    @abstractmethod
    def drawing(self) -> bool:
        """Whether something is to be drawn."""

    def current_player(self) -> int:
        """Who decides."""
        if self.table is None or self.drawing:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def _legal_actions(self, player: int) -> list[int]:
        asked = self.table is not None and not self.drawing and player == self.table.seat
        return list(self.table.options) if asked and self.table is not None else []

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and not self.drawing and self.table.over

    def returns(self) -> list[float]:
        """What each seat has of the game, 0 as long as it is not over; see `openspiel_game`."""
        if not self.is_terminal() or self.table is None:
            return [0.0] * self._game.seats
        return rewards(self.table, scored=self._game.scored)

    def __str__(self) -> str:
        return "; ".join(f"{each.player}: {each.action}" for each in self.full_history())


def rewards(state: State, *, scored: bool) -> list[float]:
    """What each seat has at the end: won, drawn or lost; or `scored`, its points (those of its team) less the mean of all, where several play."""
    if not scored:
        return [float(each) for each in state.outcomes()]
    points = [points for _, points in state.standings()]
    mean = sum(points) / len(points) if len(points) > 1 else 0
    return [each - mean for each in points]


class SeededState(SpielState):
    """A game in progress whose draws come from a seed, which is drawn first."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._lying: PickledState | None = None

    @property
    def table(self) -> State | None:
        """The state of the game; None before the throw."""
        return self._lying.state if self._lying is not None else None

    @property
    def drawing(self) -> bool:
        """Whether the seed is to be drawn."""
        return self._lying is None

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


class ExplicitState(SpielState):
    """A game in progress whose draws are nodes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = ChancePosition.begin(game.rules, game.seats)

    @property
    def table(self) -> State | None:
        """The state of the game at the last question; None before the first one."""
        return self.position.state

    @property
    def drawing(self) -> bool:
        """Whether something is to be drawn."""
        return self.position.draw is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn."""
        outcomes = self.position.draw.outcomes if self.position.draw is not None else ()
        return [(each, 1.0 / len(outcomes)) for each in outcomes]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._game.rules.notation(int(action))
        draw = self.position.draw
        if draw is None or action not in draw.outcomes:
            return f"draw {action}"
        return f"{draw.name} {draw.names[draw.outcomes.index(action)]}"


class SpielObserver:
    """Shows a state to a seat: `State.numbers`, scaled to lie between 0 and 1; as text also all that it has seen and done (`remembers`)."""

    def __init__(self, game: SpielGame, *, remembers: bool = False) -> None:
        meanings = game.rules.numbers(game.seats).meanings
        self._low = np.array([each.low for each in meanings], np.float64)
        self._span = np.maximum(1.0, np.array([each.high for each in meanings], np.float64) - self._low)
        self._remembers = remembers
        self.tensor = np.zeros(len(meanings), np.float32)
        self.dict = {"numbers": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Show a state to a seat."""
        self.tensor.fill(0)
        if state.table is not None:
            self.tensor[:] = (np.array(state.table.numbers(player), np.float64) - self._low) / self._span

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        if self._remembers and isinstance(state, ExplicitState):
            return state.position.information(player)
        return "" if state.table is None else " ".join(map(str, state.table.numbers(player)))


pyspiel.register_game(_kind(), SpielGame)
