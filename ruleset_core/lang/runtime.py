"""The few things both executors share at run time: random draws and moves of pieces between zones.

A state (see `ruleset_core.engine.state`) is handed in; only the attributes of `Memory` are used.
"""

from __future__ import annotations

from typing import NoReturn, Protocol

from ruleset_core.errors import BrokenRuleError

STEPS = 20_000_000
"""Most steps that one decision, or one row of the score, may take, counted as `lang.lower.steps` says.

Generated Python takes them in about a second, the core in some hundredths of one.
"""
INTERPRETED = 1_000_000
"""Most steps that the reference interpreter takes by itself, which is about a second; generated Python takes what needs more.

So a decision is refused if the interpreter counts more than `INTERPRETED` steps and generated code, which never counts less, more
than `STEPS`. Amounts that only the interpreter works out (a query, a look) may take no more than this.
"""
WRITTEN = STEPS
"""The same as it stands in generated code, which does not change where less is allowed for a while, as tests do."""
DECISIONS = 50_000
"""Most decisions of a game that is played from beginning to end without a person; beyond it the game is taken for one that never ends."""
QUEUE = 1_000
"""Most procedures that may wait in the queue at once."""
FRAMES = 256
"""Most frames there may be when a procedure is called that may lead back to itself; of others it is known how many there are."""
DEEP = 50
"""How deep procedures that never ask may stand in each other if they lead back to themselves."""
EVERY = 32
"""Decisions after which a state that is played keeps a copy of itself: to tell what broke a rule, no more are played again (`engine.history`)."""
LEAST, GREATEST = -(1 << 31), (1 << 31) - 1
"""What is kept (in a field, an amount of a resource, a local) lies between these."""
LOW, HIGH = -(1 << 63), (1 << 63) - 1
"""What is worked out on the way lies between these."""


class Trap(Exception):
    """A fast executor noticed that a rule asks for something without meaning: the interpreter will say what."""


class TooLong(Trap):
    """A fast executor counted more than `STEPS`. It may count more than the interpreter does, which looks at it again."""


MASK = (1 << 64) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
TWICE = (1 << 32) + 1
"""Times a word of 32 bits, it stands twice in a row, and a shift to the right turns it."""


class Memory(Protocol):
    """What an executor needs of a state."""

    v: list[int]
    z: list[list[int]]
    stack: list[tuple[int, ...]]
    queue: list[tuple[int, ...]]
    streams: list[int]
    draws: list[int]
    forced: list[int]
    script: dict[int, list[int]] | None
    options: list[int]
    seat: int
    point: int
    a: int
    n: int
    stage: int
    ended: int
    steps: int
    sim: tuple[list[int], list[list[int]]] | None
    settings: tuple[int, ...]


def broken() -> NoReturn:
    """A rule asks for something without meaning."""
    raise Trap


def spend(s: Memory, steps: int) -> None:
    """Steps whose number is known only in play."""
    s.steps += steps
    if s.steps > STEPS:
        raise TooLong


def too_long() -> NoReturn:
    """More steps have been taken than a decision may."""
    raise TooLong


def draw(s: Memory, stream: int, size: int) -> int:
    """A random number from 0 to `size` - 1 out of a named stream, noted in `draws` as (stream, size, outcome).

    PCG32 (XSH-RR output on a 64-bit LCG), one state word per stream. The multiply-shift reduction favours a value by at
    most `size` in 2**32.
    """
    streams = s.streams
    old = streams[stream]
    streams[stream] = (old * MULTIPLIER + INCREMENT) & MASK
    word = ((old >> 18) ^ old) >> 27 & 0xFFFFFFFF
    outcome = (word * TWICE >> (old >> 59) & 0xFFFFFFFF) * size >> 32
    if s.script is not None:
        outcome = scripted(s, stream, size, outcome)
    s.draws.extend((stream, size, outcome))
    return outcome


def scripted(s: Memory, stream: int, size: int, outcome: int) -> int:
    """The outcome that is given for this draw, or else the one that was drawn. The core has its own (`lang.wasm.native`)."""
    given = s.script.get(stream) if s.script is not None else None
    if not given:
        return outcome
    outcome = given.pop(0)
    if not 0 <= outcome < size:
        raise BrokenRuleError(f"the outcome {outcome} is given for a draw out of {size}")
    return outcome


def shuffle(s: Memory, stream: int, pieces: list[int]) -> None:
    """Put a list in random order, in place."""
    for place in range(len(pieces) - 1, 0, -1):
        other = draw(s, stream, place + 1)
        pieces[place], pieces[other] = pieces[other], pieces[place]


def move(s: Memory, at: int, piece: int, zone: int) -> None:
    """Take a piece out of where it lies (`at`: index of its location in `v`) and put it at the end of a zone."""
    old = s.v[at]
    if old >= 0:
        s.z[old].remove(piece)
    s.z[zone].append(piece)
    s.v[at] = zone
