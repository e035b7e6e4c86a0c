"""Our game and OpenSpiel's, played side by side with the same random answers: after each of them both offer the same, and both end alike.

A module of `tests/lockstep/games` is named after our game and holds its `PAIR`, for tic-tac-toe:

    PAIR = Pair("tic_tac_toe", action=lambda state, words: "a1 b1 c1 a2 b2 c2 a3 b3 c3".split().index(words[1]))

    ours                          words                theirs
    option 4, `mark b2`           ["mark", "b2"]       action 4

What our game draws is given to theirs: `chance` looks into our state, or takes the next of what was drawn. Neither game is asked
what leaves no choice: theirs takes it here, ours by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from ruleset_core import Game, State, load

GAMES = Path(__file__).parent / "games"

Draws = list[tuple[str, int]]
"""What our game has drawn and theirs was not told yet: names of fields or zones with outcomes, the earliest first."""


def _no_chance(_state: State, _theirs: Any, _draws: Draws) -> int:
    raise AssertionError("their game draws, and the pair does not say what")


@dataclass(frozen=True)
class Pair:
    """How a game of ours and one of OpenSpiel belong together.

    Attributes:
        theirs: their game with its parameters, as `pyspiel.load_game` takes it.
        action: their action for the words of an option of ours, `["mark", "b2"]`, in our state before it is taken.
        chance: the outcome of their chance node, by our state, theirs, and what we drew; it takes off `draws` what it uses.
        returns: what each seat has at the end of our game, by default 1 won, 0 drawn, -1 lost.
        players: number of seats.
        options: the options that our game is played with.
    """

    theirs: str
    action: Callable[[State, list[str]], int]
    chance: Callable[[State, Any, Draws], int] = _no_chance
    returns: Callable[[State], Iterable[float]] = State.outcomes
    players: int = 2
    options: tuple[tuple[str, object], ...] = ()


class GamesDifferError(AssertionError):
    """The two games are not the same; the message says where."""


def pair_names() -> list[str]:
    """Our games that have a pair."""
    return sorted(path.stem for path in GAMES.glob("*.py"))


def pair_of(name: str) -> Pair:
    """The pair of a game of ours."""
    found: Pair = import_module(f"tests.lockstep.games.{name}").PAIR
    return found


def play_side_by_side(name: str, games: int, seed: int = 0) -> int:
    """Play so many games side by side, the first with a seed, the others with those after it. Gives the number of answers in all.

    Raises:
        GamesDifferError: they differ.
    """
    import pyspiel

    pair = pair_of(name)
    ours, theirs = load(name), pyspiel.load_game(pair.theirs)
    return sum(_SideBySide(pair, ours, theirs, each).play() for each in range(seed, seed + games))


class _SideBySide:
    """One game of each."""

    def __init__(self, pair: Pair, game: Game, theirs: Any, seed: int) -> None:
        self._pair, self._game, self._seed = pair, game, seed
        self._ours = game.new(pair.players, seed, dict(pair.options))
        self._theirs = theirs.new_initial_state()
        self._draws: Draws = []
        self._taken: list[str] = []

    def play(self) -> int:
        """Play to the end with random answers, and give their number."""
        random, ours, theirs = Random(self._seed), self._ours, self._theirs
        self._catch_up()
        while not ours.over:
            self._same("who decides", ours.seat, theirs.current_player())
            options = {self._action(option): option for option in ours.options}
            self._same("what is offered", sorted(options), theirs.legal_actions())
            action = random.choice(sorted(options))
            self._taken.append(self._game.notation(options[action]))
            ours.apply(options[action])
            theirs.apply_action(action)
            self._catch_up()
        self._same("whether the game is over", True, theirs.is_terminal())
        self._same("what it brings", [float(each) for each in self._pair.returns(ours)], theirs.returns())
        return len(self._taken)

    def _action(self, option: int) -> int:
        return self._pair.action(self._ours, self._game.notation(option).split())

    def _catch_up(self) -> None:
        """Their game goes on until it asks what ours asks."""
        ours, theirs = self._ours, self._theirs
        drawn, names = iter(ours.draws), self._game.program.streams
        self._draws = [(names[stream], outcome) for stream, _, outcome in zip(drawn, drawn, drawn, strict=True)]
        forced = len(ours.forced) // 2
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(self._pair.chance(ours, theirs, self._draws))
            elif len(theirs.legal_actions()) == 1 and (forced > 0 if ours.over else len(ours.options) > 1):
                theirs.apply_action(theirs.legal_actions()[0])
                forced -= 1
            else:
                return

    def _same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise GamesDifferError(
                f"{self._game.name}, seed {self._seed}: {what} differs after {self._taken}: ours {ours}, theirs {theirs}\n"
                f"{self._theirs}"
            )
