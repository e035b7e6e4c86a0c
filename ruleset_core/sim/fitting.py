"""A table of chances by points, fitted to what was seen of many turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

__all__ = ["Grid", "Turn", "fitted", "guessed"]

KNOTS: Final = 6
"""As many rows as a table has about: few, since each is known better then."""
BEND: Final = 2.0
"""As many turns as it takes to bend a table somewhere, so that it is smooth where little was seen."""
KEEP: Final = 1.0
"""As many turns as what was thought before counts, at each place of the table."""
SWEEPS: Final = 400
"""How often each number is set to what the others leave for it: by then nothing changes any more."""


class Turn(NamedTuple):
    """A turn that begins: the points of the seat, those of the other, and its chance to win, as far as one could tell."""

    mine: int
    theirs: int
    chance: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the numbers of a table lie: so many rows and columns, `step` points apart from `first` on."""

    first: int
    step: int
    size: int

    @staticmethod
    def over(points: Sequence[int], step: int | None = None) -> Grid:
        """One that reaches over all these points, in round steps unless it is said how large they are."""
        low, high = min(points), max(points)
        if step is None:
            step = next(each for each in _round_steps() if (high - low) / each <= KNOTS - 1)
        first = low // step * step
        return Grid(first, step, max(2, -(-(high - first) // step) + 1))

    def around(self, mine: int, theirs: int) -> list[tuple[int, float]]:
        """The four places of the table around some points, and what share each has in the chance there."""
        row, down = self._place(mine)
        column, along = self._place(theirs)
        at = row * self.size + column
        return [
            (at, (1 - down) * (1 - along)), (at + 1, (1 - down) * along),
            (at + self.size, down * (1 - along)), (at + self.size + 1, down * along),
        ]  # fmt: skip

    def _place(self, points: int) -> tuple[int, float]:
        apart = min(max((points - self.first) / self.step, 0.0), self.size - 1.0)
        before = min(int(apart), self.size - 2)
        return before, apart - before

    def bends(self) -> Iterator[tuple[int, int, int]]:
        """All threes of places side by side."""
        for row in range(self.size):
            for middle in range(1, self.size - 1):
                along, down = row * self.size + middle, middle * self.size + row
                yield along - 1, along, along + 1
                yield down - self.size, down, down + self.size


def _round_steps() -> Iterator[int]:
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


def guessed(grid: Grid) -> list[float]:
    """What one would think at first: even, and the more points ahead the better."""
    last = grid.size - 1
    return [0.5 + 0.4 * (row - column) / last for row in range(grid.size) for column in range(grid.size)]


def fitted(grid: Grid, turns: Iterable[Turn], before: Sequence[float]) -> list[float]:
    """The table nearest to all turns, row by row: least squares, not bent more than they ask for, where nothing was seen as it was before.

    Args:
        grid: where its numbers lie.
        turns: what was seen.
        before: the table so far.
    """
    count = grid.size**2
    pulls: list[dict[int, float]] = [{} for _ in range(count)]
    wanted = [KEEP * each for each in before]
    own = [KEEP] * count
    rows: list[tuple[Sequence[tuple[int, float]], float]] = [
        (grid.around(turn.mine, turn.theirs), turn.chance) for turn in turns
    ]
    root = BEND**0.5
    rows += [([(one, root), (two, -2 * root), (three, root)], 0.0) for one, two, three in grid.bends()]
    for parts, chance in rows:
        for place, part in parts:
            wanted[place] += part * chance
            own[place] += part * part
            for other, much in parts:
                if other != place:
                    pulls[place][other] = pulls[place].get(other, 0.0) + part * much
    found = list(before)
    for _ in range(SWEEPS):
        for place in range(count):
            left = wanted[place] - sum(much * found[other] for other, much in pulls[place].items())
            found[place] = min(max(left / own[place], 0.0), 1.0)
    return found
