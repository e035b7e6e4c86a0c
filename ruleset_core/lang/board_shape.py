"""How the parts of a planar board lie together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardShape:
    """How the parts of a planar board lie together, by number; -1 is outside.

    Attributes:
        ends: the two crossings of every line.
        sides: the two spaces beside every line.
        around: the lines of every space.
        meeting: the lines of every crossing.
        corners: the crossings of every space, in order.
        points: where every crossing lies, (x, y).
    """

    ends: tuple[tuple[int, int], ...]
    sides: tuple[tuple[int, int], ...]
    around: tuple[tuple[int, ...], ...]
    meeting: tuple[tuple[int, ...], ...]
    corners: tuple[tuple[int, ...], ...]
    points: tuple[tuple[int, int], ...]
