"""Expressions of the IR."""

from __future__ import annotations

from dataclasses import dataclass

WORD = (-(2**31), 2**31 - 1)
"""The numbers that may be kept."""
LONG = (-(2**63), 2**63 - 1)
"""The numbers that may stand between."""


@dataclass(slots=True, eq=False)
class IrTable:
    """Numbers known when the game is loaded: `rows` of ints, or of lists of ints. `number` tells tables apart."""

    number: int
    rows: tuple[int, ...] | tuple[tuple[int, ...], ...]
    low: int
    high: int


@dataclass(slots=True, eq=False)
class IrNode:
    """Any expression that is not a known number."""

    low: int
    high: int
    size: int
    depth: int


@dataclass(slots=True, eq=False)
class IrBinary(IrNode):
    """An operation of two."""

    left: IrExpr
    right: IrExpr


@dataclass(slots=True, eq=False)
class IrLocal(IrNode):
    """A local: a parameter, a loop variable, a value kept."""

    name: str


@dataclass(slots=True, eq=False)
class IrStateValue(IrNode):
    """`v[place]`."""

    place: IrExpr


@dataclass(slots=True, eq=False)
class IrTableEntry(IrNode):
    """`table[place]` of a table of ints; the place is known to lie in it."""

    table: IrTable
    place: IrExpr


@dataclass(slots=True, eq=False)
class IrRowLength(IrNode):
    """The length of a row of a table of lists."""

    table: IrTable
    row: IrExpr


@dataclass(slots=True, eq=False)
class IrRowEntry(IrNode):
    """A number of a row of a table of lists; the place is known to lie in it."""

    table: IrTable
    row: IrExpr
    place: IrExpr


@dataclass(slots=True, eq=False)
class IrPlayerCount(IrNode):
    """Number of players."""


@dataclass(slots=True, eq=False)
class IrSetting(IrNode):
    """A choice made before the game."""

    place: int


@dataclass(slots=True, eq=False)
class IrAnswer(IrNode):
    """The number of the option that was taken last."""


@dataclass(slots=True, eq=False)
class IrZoneLength(IrNode):
    """How many pieces lie in a zone."""

    zone: IrExpr


@dataclass(slots=True, eq=False)
class IrZoneEntry(IrNode):
    """The piece at a place of a zone; the place is known to lie in it."""

    zone: IrExpr
    place: IrExpr


@dataclass(slots=True, eq=False)
class IrListLength(IrNode):
    """How long a gathered list is."""

    held: str


@dataclass(slots=True, eq=False)
class IrListEntry(IrNode):
    """A number of a gathered list; the place is known to lie in it."""

    held: str
    place: IrExpr


@dataclass(slots=True, eq=False)
class IrAdd(IrBinary):
    """A sum of two."""


@dataclass(slots=True, eq=False)
class IrSubtract(IrBinary):
    """A difference."""


@dataclass(slots=True, eq=False)
class IrMultiply(IrBinary):
    """A product of two."""


@dataclass(slots=True, eq=False)
class IrDivide(IrBinary):
    """A quotient, rounded down. The divisor is known to be above 0."""


@dataclass(slots=True, eq=False)
class IrModulo(IrBinary):
    """What a division leaves, never below 0. The divisor is known to be above 0."""


@dataclass(slots=True, eq=False)
class IrMin(IrBinary):
    """The lesser of two."""


@dataclass(slots=True, eq=False)
class IrMax(IrBinary):
    """The greater of two."""


@dataclass(slots=True, eq=False)
class IrCompare(IrNode):
    """`sign` is one of == != < <= > >=."""

    sign: str
    left: IrExpr
    right: IrExpr


@dataclass(slots=True, eq=False)
class IrIsOneOf(IrNode):
    """Whether a number is one of several known ones (ascending, at least two; often without a gap)."""

    of: IrExpr
    values: tuple[int, ...]


@dataclass(slots=True, eq=False)
class IrNot(IrNode):
    """1 where the part is 0."""

    part: IrExpr


@dataclass(slots=True, eq=False)
class IrAnd(IrNode):
    """1 where no part is 0. Every part is 0 or 1; they are looked at in order, and none after the first that is 0."""

    parts: tuple[IrNode, ...]


@dataclass(slots=True, eq=False)
class IrOr(IrNode):
    """1 where some part is 1. Every part is 0 or 1; they are looked at in order, and none after the first that is 1."""

    parts: tuple[IrNode, ...]


@dataclass(slots=True, eq=False)
class IrConditional(IrNode):
    """`then` where the condition holds, else `otherwise`; the other one is not looked at."""

    condition: IrNode
    then: IrExpr
    otherwise: IrExpr


@dataclass(slots=True, eq=False)
class IrRangeCheck(IrNode):
    """The value of `part`, which must lie from `low` to `high`; else the rule is broken. A known part lies outside: it always is.

    Where the part's own range leaves 64 bits, its outermost operation is what may overflow.
    """

    part: IrExpr


@dataclass(slots=True, eq=False)
class IrCall(IrNode):
    """What a function gives."""

    function: str
    args: tuple[IrExpr, ...]


@dataclass(slots=True, eq=False)
class IrReaches(IrCall):
    """Whether a function that searches, one that ends with `IrReturnFound` and finds no way, finds a number.

    `kept`: since the last `IrForgetSearch` of the function all searches of it had these arguments, and nothing they read has changed. So the
    second one need not run; it spends as many steps as the first.
    """

    of: IrExpr
    kept: bool = False


@dataclass(slots=True, eq=False)
class IrHookQuery(IrNode):
    """What a query of the game's plugin gives; the acting seat comes first."""

    hook: str
    args: tuple[IrExpr, ...]


@dataclass(slots=True, eq=False)
class IrRandom(IrNode):
    """A random number from 0 to `sides` - 1 out of a stream."""

    stream: int
    sides: IrExpr


@dataclass(slots=True, eq=False)
class IrQueueLength(IrNode):
    """How many triggers wait in the queue."""


@dataclass(slots=True, eq=False)
class IrOfferedCount(IrNode):
    """How many options have been offered so far for the question in the making."""


@dataclass(slots=True, eq=False)
class IrGameEnded(IrNode):
    """1 once `IrSetEnded` has run, else 0."""


@dataclass(slots=True, eq=False)
class IrStackDepth(IrNode):
    """How many frames lie on the stack."""


@dataclass(slots=True, eq=False)
class IrFoundCount(IrNode):
    """How many the search has found so far."""


@dataclass(slots=True, eq=False)
class IrIsFound(IrNode):
    """Whether the search has found a number, which is at least 0 and below its size."""

    of: IrExpr


IrExpr = int | IrNode
