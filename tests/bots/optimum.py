"""The best play of Pig for two, worked out here: the chance to win at every position if both play their best.

Todd Neller's and Clifton Presser's paper "Optimal Play of the Dice Game Pig" (2004) tells the equations; they are solved pair of scores by pair,
from high scores down, since points never go down.
"""

from __future__ import annotations

GOAL = 100
CLOSE = 1e-6
"""When a chance changes by less than this, it is known well enough."""
BEYOND = [1.0] * 6
"""Behind the chances of each row: whoever rolls so much has won."""


class Optimum:
    """Chances by own points, points of the other, and pot, for the one who is to decide."""

    def __init__(self) -> None:
        self.chances = [[[0.5] * (GOAL - mine) + BEYOND for _ in range(GOAL)] for mine in range(GOAL)]
        for total in range(2 * GOAL - 2, -1, -1):
            for mine in range(max(0, total - GOAL + 1), min(total, GOAL - 1) + 1):
                if mine <= total - mine:
                    self._solve(mine, total - mine)

    def _solve(self, one: int, other: int) -> None:
        """Two scores, whoever of both decides: they hang on each other by a one being rolled."""
        change = 1.0
        while change > CLOSE:
            change = max(self._improve(one, other), self._improve(other, one))

    def _improve(self, mine: int, theirs: int) -> float:
        row, bust, change = self.chances[mine][theirs], 1 - self.chances[theirs][mine][0], 0.0
        others = self.chances[theirs]
        for pot in range(GOAL - mine - 1, -1, -1):
            best = (bust + row[pot + 2] + row[pot + 3] + row[pot + 4] + row[pot + 5] + row[pot + 6]) / 6
            if pot and (held := 1 - others[mine + pot][0]) > best:
                best = held
            change = max(change, abs(best - row[pot]))
            row[pot] = best
        return change

    @staticmethod
    def _rolled(row: list[float], pot: int, bust: float) -> float:
        return (bust + sum(row[pot + 2 : pot + 7])) / 6

    def _held(self, mine: int, theirs: int, pot: int) -> float:
        return 1 - self.chances[theirs][mine + pot][0]

    def rolls(self, mine: int, theirs: int, pot: int) -> bool:
        """Whether to roll again."""
        if mine + pot >= GOAL:
            return False
        row = self.chances[mine][theirs]
        return pot == 0 or self._rolled(row, pot, 1 - self.chances[theirs][mine][0]) > self._held(mine, theirs, pot)

    def lost(self, mine: int, theirs: int, pot: int, *, rolled: bool) -> float:
        """What a decision takes from the chance to win, all others being the best: 0 where it is the best itself."""
        if mine + pot >= GOAL:
            return (
                1 - self._rolled(self.chances[mine][theirs], pot, 1 - self.chances[theirs][mine][0]) if rolled else 0.0
            )
        roll = self._rolled(self.chances[mine][theirs], pot, 1 - self.chances[theirs][mine][0])
        hold = self._held(mine, theirs, pot)
        return max(roll, hold) - (roll if rolled else hold)
