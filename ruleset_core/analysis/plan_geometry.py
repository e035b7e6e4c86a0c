"""Geometry of plans, in whole numbers: lines that cross, areas, and how lines lie around a crossing.

    a (0, 0), b (4, 4), c (0, 4), d (4, 0); lines a-b and c-d

    clashes             LineClash(line=0, other=1): they cross at (2, 2), where no crossing of the plan lies
    where_crossed       0.5: half way along a-b
    signed_area         of a, c, b: twice the area of the triangle, -16: its corners are named clockwise

The plane is swept from west to east (Shamos and Hoey), in n log n steps. Of a line that may pass over others its own crossings
are found one by one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from math import atan2
from typing import NamedTuple

Point = tuple[int, int]
Pair = tuple[int, int]


class LineClash(NamedTuple):
    """A line that another crosses, or on which a crossing lies between its ends; -1 for what it is not."""

    line: int
    other: int = -1
    crossing: int = -1


def orientation(start: Point, end: Point, point: Point) -> int:
    """Above 0 if a point lies to the left of the way from one point to another, 0 if straight on."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def signed_area(points: Sequence[Point]) -> int:
    """Twice the area within corners, below 0 if they are named the other way round."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, [*points[1:], *points[:1]], strict=True))


def where_crossed(points: Sequence[Point], line: Pair, other: Pair) -> float | None:
    """How far along a line another crosses it between its ends, from 0 to 1; None if it does not."""
    (a, b), (c, d) = ([points[each] for each in ends] for ends in (line, other))
    first, second = orientation(a, b, c), orientation(a, b, d)
    third, fourth = orientation(c, d, a), orientation(c, d, b)
    if (first < 0 < second or second < 0 < first) and (third < 0 < fourth or fourth < 0 < third):
        return third / (third - fourth)
    return None


def lies_on(points: Sequence[Point], line: Pair, crossing: int) -> bool:
    """Whether a crossing lies on a line between its ends."""
    start, end, at = (points[each] for each in (*line, crossing))
    within = all(min(one, other) <= each <= max(one, other) for one, other, each in zip(start, end, at, strict=True))
    return crossing not in line and within and orientation(start, end, at) == 0


class PlaneSweep:
    """Finds what no plan may have; at least one clash if there is any."""

    def __init__(self, points: Sequence[Point], ends: Sequence[Pair]) -> None:
        self.points = points
        self.spans = [(one, other) if points[one] < points[other] else (other, one) for one, other in ends]
        self.starts: list[list[int]] = [[] for _ in points]
        for line, (start, _) in enumerate(self.spans):
            self.starts[start].append(line)
        for lines in self.starts:
            lines.sort(key=self._slope)
        self.active: list[int] = []
        self.at = (0, 0)

    def clashes(self) -> Iterator[LineClash]:
        """All that are found on the way; of two lines that cross one is followed no further."""
        active = self.active
        for crossing in sorted(range(len(self.points)), key=self.points.__getitem__):
            self.at = self.points[crossing]
            low = bisect_left(active, 0, key=self._side)
            high = bisect_right(active, 0, lo=low, key=self._side)
            for line in active[low:high]:
                if self.spans[line][1] != crossing:
                    yield LineClash(line, crossing=crossing)
            active[low:high] = self.starts[crossing]
            yield from self._neighbours(low + len(self.starts[crossing]))
            yield from self._neighbours(low)

    def _neighbours(self, place: int) -> Iterator[LineClash]:
        while 0 < place < len(self.active) and self._cross(self.active[place - 1], self.active[place]):
            yield LineClash(*sorted((self.active[place - 1], self.active.pop(place))))

    def _cross(self, line: int, other: int) -> bool:
        return where_crossed(self.points, self.spans[line], self.spans[other]) is not None

    def _side(self, line: int) -> int:
        start, end = self.spans[line]
        return -orientation(self.points[start], self.points[end], self.at)

    def _slope(self, line: int) -> float:
        (x, y), (to_x, to_y) = (self.points[each] for each in self.spans[line])
        return atan2(to_y - y, to_x - x)


def order_around(
    points: Sequence[Point], meeting: Sequence[Sequence[int]], ends: Sequence[Pair]
) -> list[dict[int, int]]:
    """For every crossing: which neighbour comes before another, as one turns.

    Who walks around a space that lies to the left and comes from `a` to `b` goes on to `order_around[b][a]`.
    """
    result = []
    for crossing, lines in enumerate(meeting):
        x, y = points[crossing]
        beyond = [ends[line][1] if ends[line][0] == crossing else ends[line][0] for line in lines]
        beyond.sort(key=lambda each, x=x, y=y: atan2(points[each][1] - y, points[each][0] - x))  # type: ignore[misc]
        result.append(dict(zip(beyond, [*beyond[-1:], *beyond[:-1]], strict=True)))
    return result


def unclaimed_areas(points: Sequence[Point], before: Sequence[dict[int, int]], taken: set[Pair]) -> Iterator[list[int]]:
    """The crossings around every area between lines that none of the spaces takes; `taken` are the sides of spaces."""
    left = dict.fromkeys((at, to) for at, around in enumerate(before) for to in around if (at, to) not in taken)
    while left:
        (start, to), _ = left.popitem()
        walk, step = [start], (to, before[to][start])
        while step in left:
            del left[step]
            walk.append(step[0])
            step = step[1], before[step[1]][step[0]]
        if signed_area([points[each] for each in walk]) > 0:
            yield walk
