"""Areas of planar boards: what a new wall closes. Both executors use this."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core.lang.board_shape import BoardShape


def enclosed(shape: BoardShape, v: list[int], at: int, line: int) -> tuple[int, ...]:
    """The spaces of the area that a line closes, nearest first; none if it closes nothing.

    `v[at + n]` says whether line `n` is walled; `line` itself is. The time grows with the area, or with the walls that
    hang on the line, not with the board: first it is asked whether the ends were joined by walls before, then both sides
    are searched in turns, and the first that comes to an end is the area.
    """
    one, other = shape.ends[line]
    if not _joined(shape, v, at, line, one, other):
        return ()
    searches = [deque([side]) for side in shape.sides[line] if side >= 0]
    seen = [{each[0]: None} for each in searches]
    while searches:
        for place, queue in enumerate(searches):
            if not queue:
                return tuple(seen[place])
            if not _step(shape, v, at, queue, seen[place]):
                del searches[place], seen[place]
                break
    return ()


def _step(shape: BoardShape, v: list[int], at: int, queue: deque[int], seen: dict[int, None]) -> bool:
    """Go on from one space; false when the area is open to the outside."""
    space = queue.popleft()
    for line in shape.around[space]:
        if not v[at + line]:
            first, second = shape.sides[line]
            beyond = second if first == space else first
            if beyond < 0:
                return False
            if beyond not in seen:
                seen[beyond] = None
                queue.append(beyond)
    return True


def _joined(shape: BoardShape, v: list[int], at: int, line: int, one: int, other: int) -> bool:
    """Whether walls other than `line` lead from one crossing to another; searched from both ends in turns."""
    near, far = {one}, {other}
    here, there = deque([one]), deque([other])
    while here and there:
        crossing = here.popleft()
        for each in shape.meeting[crossing]:
            if each != line and v[at + each]:
                ends = shape.ends[each]
                beyond = ends[1] if ends[0] == crossing else ends[0]
                if beyond in far:
                    return True
                if beyond not in near:
                    near.add(beyond)
                    here.append(beyond)
        near, far, here, there = far, near, there, here
    return False
