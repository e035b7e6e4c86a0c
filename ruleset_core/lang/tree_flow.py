"""The parts of typed trees that a game's course is made of: phases, turns, and what was queued on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang.tree_placed import Placed
from ruleset_core.model.unchanging import unchanging

if TYPE_CHECKING:
    from ruleset_core.lang.tree import Block, Expr, Load, Selection


@unchanging
class Phase(Placed):
    """A phase of the flow: begin event, body, queued triggers, end event."""

    name: str
    number: int
    body: Block


@unchanging
class ForField(Placed):
    """A body for each value of a selection, held in a field; as long as `going` holds before it, if it is given."""

    target: Load
    selection: Selection
    body: Block
    going: Expr | None = None
    otherwise: Block | None = None
    sure: bool = False


@unchanging
class Rounds(Placed):
    """A body again and again, as long as a condition holds before it; at most `most` times, counted by `count`.

    If it holds still after these, `otherwise` is done, here and in `ForField`.
    """

    going: Expr
    body: Block
    count: Load | None = None
    most: Expr | None = None
    otherwise: Block | None = None


@unchanging
class Turns(Placed):
    """A body for each seat as `me`: once, simultaneous, snake, forever, until_all_pass.

    Seats for which `skip` holds are left out; `following` is the seat that follows `me`, none ends it. `by` orders them, the
    least first, as it is for each when it begins; without it they play as they sit.
    """

    how: str
    first: Expr
    until: Expr | None
    body: Block
    skip: Expr | None = None
    following: Expr | None = None
    by: Expr | None = None
    sure: bool = False


@unchanging
class Drain(Placed):
    """Queued triggers, first in first out, until none is left."""
