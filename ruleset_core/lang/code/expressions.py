"""Expressions of the intermediate program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

WORD = (-(2**31), 2**31 - 1)
"""The numbers that may be kept."""
LONG = (-(2**63), 2**63 - 1)
"""The numbers that may stand between."""


@dataclass(slots=True, eq=False)
class Table:
    """Numbers known when the game is loaded: `rows` of ints, or of lists of ints. `number` tells tables apart."""

    number: int
    rows: tuple[int, ...] | tuple[tuple[int, ...], ...]
    low: int
    high: int


@dataclass(slots=True, eq=False)
class Node:
    """Any expression that is not a known number."""

    low: int
    high: int
    size: int
    depth: int
    flag: ClassVar[bool] = False


@dataclass(slots=True, eq=False)
class Local(Node):
    """A local: a parameter, a loop variable, a value kept."""

    name: str


@dataclass(slots=True, eq=False)
class Value(Node):
    """`v[place]`."""

    place: Expr


@dataclass(slots=True, eq=False)
class Entry(Node):
    """`table[place]` of a table of ints; the place is known to lie in it."""

    table: Table
    place: Expr


@dataclass(slots=True, eq=False)
class RowLength(Node):
    """The length of a row of a table of lists."""

    table: Table
    row: Expr


@dataclass(slots=True, eq=False)
class RowAt(Node):
    """A number of a row of a table of lists; the place is known to lie in it."""

    table: Table
    row: Expr
    place: Expr


@dataclass(slots=True, eq=False)
class Players(Node):
    """Number of players."""


@dataclass(slots=True, eq=False)
class Setting(Node):
    """A choice made before the game."""

    place: int


@dataclass(slots=True, eq=False)
class Answer(Node):
    """The number of the option that was taken last."""


@dataclass(slots=True, eq=False)
class ZoneLength(Node):
    """How many pieces lie in a zone."""

    zone: Expr


@dataclass(slots=True, eq=False)
class ZoneAt(Node):
    """The piece at a place of a zone; the place is known to lie in it."""

    zone: Expr
    place: Expr


@dataclass(slots=True, eq=False)
class ListLength(Node):
    """How long a gathered list is."""

    held: str


@dataclass(slots=True, eq=False)
class ListAt(Node):
    """A number of a gathered list; the place is known to lie in it."""

    held: str
    place: Expr


@dataclass(slots=True, eq=False)
class Plus(Node):
    """A sum of two."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Minus(Node):
    """A difference."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Times(Node):
    """A product of two."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Per(Node):
    """A quotient, rounded down. The divisor is known to be above 0."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Mod(Node):
    """What a division leaves, never below 0. The divisor is known to be above 0."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Least(Node):
    """The lesser of two."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Most(Node):
    """The greater of two."""

    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Compare(Node):
    """`sign` is one of == != < <= > >=."""

    sign: str
    left: Expr
    right: Expr
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Among(Node):
    """Whether a number is one of several known ones (ascending, at least two; often without a gap)."""

    of: Expr
    values: tuple[int, ...]
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Not(Node):
    """1 where the part is 0."""

    part: Expr
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class All(Node):
    """1 where no part is 0. Every part is 0 or 1; they are looked at in order, and none after the first that is 0."""

    parts: tuple[Node, ...]
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Any(Node):
    """1 where some part is 1. Every part is 0 or 1; they are looked at in order, and none after the first that is 1."""

    parts: tuple[Node, ...]
    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Choice(Node):
    """`then` where the condition holds, else `otherwise`; the other one is not looked at."""

    condition: Node
    then: Expr
    otherwise: Expr


@dataclass(slots=True, eq=False)
class Checked(Node):
    """The value of `part`, which must lie from `low` to `high`; else the rule is broken. A known part lies outside: it always is.

    Where the part's own range leaves 64 bits, its outermost operation is what may overflow.
    """

    part: Expr


@dataclass(slots=True, eq=False)
class Called(Node):
    """What a function gives."""

    function: str
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Hooked(Node):
    """What a query of the game's plugin gives; the acting seat comes first."""

    hook: str
    args: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Drawn(Node):
    """A random number from 0 to `sides` - 1 out of a stream."""

    stream: int
    sides: Expr


@dataclass(slots=True, eq=False)
class Queued(Node):
    """How many triggers wait in the queue."""


@dataclass(slots=True, eq=False)
class Offered(Node):
    """How many options have been offered so far for the question in the making."""


@dataclass(slots=True, eq=False)
class Ended(Node):
    """1 once `SetEnded` has run, else 0."""

    flag: ClassVar[bool] = True


@dataclass(slots=True, eq=False)
class Frames(Node):
    """How many frames lie on the stack."""


@dataclass(slots=True, eq=False)
class FoundSoFar(Node):
    """How many the search has found so far."""


@dataclass(slots=True, eq=False)
class IsFound(Node):
    """Whether the search has found a number, which is at least 0 and below its size."""

    of: Expr
    flag: ClassVar[bool] = True


Expr = int | Node
