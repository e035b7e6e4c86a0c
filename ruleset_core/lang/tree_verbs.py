"""The parts of typed trees that verbs are: what is gained and lost, rolled and moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang.tree_placed import Placed
from ruleset_core.model.unchanging import unchanging

if TYPE_CHECKING:
    from ruleset_core.lang.tree import Expr, Load, ZoneRef


@unchanging
class Gain(Placed):
    """Resources, unit by unit where a track, an overflow or a listener can tell.

    `plain`: listeners are seen to. `replacing`: it stands for another gain, and is not replaced itself.
    """

    amount: Expr
    resource: Expr
    plain: bool = False
    replacing: bool = False
    sure: bool = False


@unchanging
class Lose(Placed):
    """Resources, as far as there are any. `plain` and `replacing` as for `Gain`."""

    amount: Expr
    resource: Expr
    plain: bool = False
    replacing: bool = False
    sure: bool = False


@unchanging
class Roll(Placed):
    """A random value for a field, each of its values equally likely."""

    target: Load


@unchanging
class Shuffle(Placed):
    """A zone in random order."""

    zone: ZoneRef


@unchanging
class Sort(Placed):
    """A zone in ascending order of a key over `it`; equal keys keep their order."""

    zone: ZoneRef
    key: Expr


@unchanging
class Move(Placed):
    """A piece to the end of a zone."""

    piece: Expr
    zone: ZoneRef


@unchanging
class Flip(Placed):
    """A piece to its next side."""

    side: Load
    sides: int


@unchanging
class Show(Placed):
    """A seat gets to know a piece of a kind; with a `column` only that it is not of one value of a fact (`knowledge.column`)."""

    piece: Expr
    seat: Expr
    kind: str
    column: Expr | None = None


@unchanging
class EndGame(Placed):
    """The game ends when the effect in progress is over; nothing else is resolved."""


@unchanging
class Again(Placed):
    """The seat takes another turn at once."""


@unchanging
class PassTurn(Placed):
    """The seat leaves the round in progress (turns: until_all_pass)."""

    sure: bool = False
