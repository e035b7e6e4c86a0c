"""What generated code of commit 1f605c6 calls, as it was: draws, moves of pieces, and areas that a wall closes.

It is a copy on purpose: today's functions may change, and what they are measured against may not.
"""

from __future__ import annotations

from collections import deque
from typing import Any

MASK = (1 << 64) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
TOP, SEEN, ALL = -2, -3, -1


def draw(s: Any, stream: int, size: int) -> int:
    """A random number from 0 to `size` - 1."""
    old = s.streams[stream]
    s.streams[stream] = (old * MULTIPLIER + INCREMENT) & MASK
    if s.script is not None and s.script.get(stream):
        outcome: int = s.script[stream].pop(0)
        if not 0 <= outcome < size:
            raise ValueError(outcome)
    else:
        word = ((old >> 18) ^ old) >> 27 & 0xFFFFFFFF
        turn = old >> 59
        outcome = ((word >> turn | word << (-turn & 31)) & 0xFFFFFFFF) * size >> 32
    s.draws += (stream, size, outcome)
    return outcome


def shuffle(s: Any, stream: int, pieces: list[int]) -> None:
    """Put a list in random order, in place."""
    for place in range(len(pieces) - 1, 0, -1):
        other = draw(s, stream, place + 1)
        pieces[place], pieces[other] = pieces[other], pieces[place]


def move(s: Any, at: int, piece: int, zone: int) -> None:
    """Take a piece out of where it lies and put it at the end of a zone."""
    old = s.v[at]
    if old >= 0:
        s.z[old].remove(piece)
    s.z[zone].append(piece)
    s.v[at] = zone


def put_seen(s: Any, at: int, piece: int, zone: int, bits: int, sight: tuple[int, ...]) -> None:
    """Move a piece into a zone where it is known to those who saw it before."""
    old = s.v[at]
    seen = sight[old] if old >= 0 else 0
    if seen == TOP:
        seen = ALL if s.z[old][-1] == piece else 0
    if seen == ALL:
        seen = (1 << s.n) - 1
    if seen != SEEN:
        s.v[bits] = seen
    move(s, at, piece, zone)


def forget(s: Any, bits: int, pieces: list[int]) -> None:
    """Nobody knows any longer where these pieces lie."""
    for piece in pieces:
        s.v[bits + piece] = 0


def enclosed(shape: Any, v: list[int], at: int, line: int) -> tuple[int, ...]:
    """The spaces of the area that a line closes, nearest first; none if it closes nothing."""
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


def _step(shape: Any, v: list[int], at: int, queue: deque[int], seen: dict[int, None]) -> bool:
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


def _joined(shape: Any, v: list[int], at: int, line: int, one: int, other: int) -> bool:
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
