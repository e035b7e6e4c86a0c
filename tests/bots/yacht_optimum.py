"""The best play of solitaire Yacht: what a game is worth from every set of open boxes, worked out by going backwards over them.

The same method with the rules of solitaire Yahtzee without its bonuses gives 229.64, which others have found, too. Needs numpy.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float64]

Dice: TypeAlias = tuple[int, ...]
FACES = range(1, 7)
ROLLS: list[Dice] = [*combinations_with_replacement(FACES, 5)]
KEPT: list[Dice] = [each for count in range(6) for each in combinations_with_replacement(FACES, count)]
ROLL = {each: place for place, each in enumerate(ROLLS)}
KEEP = {each: place for place, each in enumerate(KEPT)}


def _chances() -> Numbers:
    """By dice that are kept and roll, how likely the one leads to the other."""
    found = np.zeros((len(KEPT), len(ROLLS)))
    for row, kept in enumerate(KEPT):
        for rest in product(FACES, repeat=5 - len(kept)):
            found[row, ROLL[tuple(sorted((*kept, *rest)))]] += 6.0 ** (len(kept) - 5)
    return found


def _ways() -> NDArray[np.int64]:
    """By roll, what may be kept of it, some of it twice."""
    found = []
    for roll in ROLLS:
        ways = sorted({KEEP[each] for count in range(6) for each in combinations(roll, count)})
        found.append([ways[place % len(ways)] for place in range(32)])
    return np.array(found)


class DiceOptimum:
    """What is best with five dice, three rolls, and boxes of which each is filled once.

    Attributes:
        boxes: how many points a roll is worth, by box.
        worth: by set of filled boxes (bit by bit) the mean of what is still to come with the best play.
    """

    def __init__(self, boxes: list[Callable[[Dice], int]]) -> None:
        self.boxes = np.array([[float(points(roll)) for roll in ROLLS] for points in boxes])
        self.chances, self._ways = _chances(), _ways()
        self.worth = np.zeros(1 << len(boxes))
        for filled in range(len(self.worth) - 2, -1, -1):
            self.worth[filled] = self.chances[0] @ self.rolled(filled, 2)

    def rolled(self, filled: int, rolls: int) -> Numbers:
        """By roll what it is worth, with so many rolls left."""
        if rolls:
            best: Numbers = self.kept(filled, rolls)[self._ways].max(1)
            return best
        left = [box for box in range(len(self.boxes)) if not filled >> box & 1]
        most: Numbers = np.max([self.boxes[box] + self.worth[filled | 1 << box] for box in left], 0)
        return most

    def kept(self, filled: int, rolls: int) -> Numbers:
        """By dice that are kept, with so many rolls left, what that is worth."""
        worth: Numbers = self.chances @ self.rolled(filled, rolls - 1)
        return worth


def _same(face: int) -> Callable[[Dice], int]:
    return lambda roll: face * roll.count(face)


def _counts(roll: Dice) -> list[int]:
    return sorted(Counter(roll).values())


SIMPLE = [_same(face) for face in FACES]
YACHT: list[Callable[[Dice], int]] = [
    *SIMPLE,
    lambda roll: sum(roll) if _counts(roll) == [2, 3] else 0,
    lambda roll: 4 * roll[1] if _counts(roll)[-1] >= 4 else 0,
    lambda roll: 30 * (roll == (1, 2, 3, 4, 5)),
    lambda roll: 30 * (roll == (2, 3, 4, 5, 6)),
    sum,
    lambda roll: 50 * (len({*roll}) == 1),
]
"""The boxes of Yacht, in the order of the game."""
YAHTZEE: list[Callable[[Dice], int]] = [
    *SIMPLE,
    lambda roll: sum(roll) if _counts(roll)[-1] >= 3 else 0,
    lambda roll: sum(roll) if _counts(roll)[-1] >= 4 else 0,
    lambda roll: 25 * (_counts(roll) == [2, 3]),
    lambda roll: 30 * any({*range(low, low + 4)} <= {*roll} for low in (1, 2, 3)),
    lambda roll: 40 * any({*range(low, low + 5)} == {*roll} for low in (1, 2)),
    lambda roll: 50 * (len({*roll}) == 1),
    sum,
]
"""Those of Yahtzee, without bonuses."""

if __name__ == "__main__":
    for title, boxes in (("Yacht", YACHT), ("Yahtzee without bonuses", YAHTZEE)):
        sys.stdout.write(f"{title}: {DiceOptimum(boxes).worth[0]:.4f}\n")
