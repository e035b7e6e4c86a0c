"""Two games written by hand in plain Python: what the engine's speed is measured against.

They are what a careful programmer would write for one game and nothing else: a slotted object, `legal()` that gives
the options and `apply()` that takes one. They record nothing, explain nothing and cannot be saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias

#: Gives numbers from 0 to below 1, as `random.Random().random` does.
Chance: TypeAlias = Callable[[], float]

ROLL: Final = 0
HOLD: Final = 1
_TURN: Final = (ROLL, HOLD)
_GOAL: Final = 100

_LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_LINES_OF: Final = tuple(tuple(line for line in _LINES if cell in line) for cell in range(9))


class Yardstick(Protocol):
    """A game in play: options while it is not over, and the one way to take them."""

    over: bool

    def legal(self) -> Sequence[int]:
        """Give the options of the player to move."""
        ...

    def apply(self, option: int) -> None:
        """Take one of the legal options."""
        ...


class Pig:
    """Pig to 100 points for two: roll as often as you dare, a one loses what the turn gathered."""

    __slots__ = ("chance", "over", "player", "pot", "scores")

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.scores = [0, 0]
        self.player = 0
        self.pot = 0
        self.over = False

    def legal(self) -> Sequence[int]:
        """Both options, always."""
        return _TURN

    def apply(self, option: int) -> None:
        """Roll the die, or bank the pot and pass it on."""
        if option == ROLL:
            face = int(self.chance() * 6) + 1
            if face != 1:
                self.pot += face
                return
        else:
            self.scores[self.player] += self.pot
            if self.scores[self.player] >= _GOAL:
                self.over = True
                return
        self.pot = 0
        self.player = 1 - self.player


class TicTacToe:
    """Tic-tac-toe on nine cells, numbered by rows; 0 is an empty cell."""

    __slots__ = ("board", "left", "over", "player", "winner")

    def __init__(self, chance: Chance) -> None:
        del chance  # nothing is random here
        self.board = [0] * 9
        self.left = 9
        self.player = 1
        self.winner = 0
        self.over = False

    def legal(self) -> Sequence[int]:
        """The empty cells."""
        return [cell for cell, mark in enumerate(self.board) if not mark]

    def apply(self, option: int) -> None:
        """Mark a cell and see whether that ends the game."""
        board, player = self.board, self.player
        board[option] = player
        self.left -= 1
        for a, b, c in _LINES_OF[option]:
            if board[a] == board[b] == board[c]:
                self.winner = player
                self.over = True
                return
        if not self.left:
            self.over = True
        self.player = 3 - player


#: The yardsticks by the name of the example that plays the same rules.
YARDSTICKS: Final[dict[str, Callable[[Chance], Yardstick]]] = {"pig": Pig, "tic_tac_toe": TicTacToe}
#: The yardstick of every game that has none of its own.
DEFAULT: Final = "pig"
