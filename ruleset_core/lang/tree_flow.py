"""The parts of typed trees that a game's course is made of: phases, turns, and what was queued on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleset_core.lang.tree_placed import Placed

if TYPE_CHECKING:
    from ruleset_core.lang.tree import Block, Expr, Load, Selection


@dataclass(frozen=True, slots=True, eq=False)
class Phase(Placed):
    """A phase of the flow: begin event, body, queued triggers, end event."""

    name: str
    number: int
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class ForField(Placed):
    """A body for each value of a selection, held in a field of the state."""

    target: Load
    selection: Selection
    body: Block
    sure: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Turns(Placed):
    """A body for each seat as `me`: once, simultaneous, snake, forever, until_all_pass."""

    how: str
    first: Expr
    until: Expr | None
    body: Block
    sure: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Drain(Placed):
    """Queued triggers, first in first out, until none is left."""
