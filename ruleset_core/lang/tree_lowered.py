"""The parts of typed trees that no text says: lowering makes them where a loop, a cost or a phase is cut into blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleset_core.lang.tree_placed import Placed
from ruleset_core.lang.types import Type

if TYPE_CHECKING:
    from ruleset_core.lang.tree import Expr, Selection


@dataclass(frozen=True, slots=True, eq=False)
class Halt(Placed):
    """An effect is over: if it ended the game, nothing follows (made by lowering)."""


@dataclass(frozen=True, slots=True, eq=False)
class Enqueue(Placed):
    """A procedure that will run when the effect in progress is over (made by the linker from queued listeners)."""

    procedure: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Take(Placed):
    """Costs that are known to be payable leave the acting seat (made by lowering)."""

    costs: tuple[tuple[Expr, Expr], ...]
    sure: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class EnterPhase(Placed):
    """The phase that is named to players from now on."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Simultaneous(Placed):
    """From here (`on`) until it is switched off, seats see each other's sheets as they are now."""

    on: bool


@dataclass(frozen=True, slots=True, eq=False)
class Gather:
    """A selection as a list held in a local (made by lowering, for loops that may be interrupted)."""

    type: Type
    selection: Selection


@dataclass(frozen=True, slots=True, eq=False)
class Pick:
    """An element of a gathered or fixed list."""

    type: Type
    values: tuple[int, ...]
    held: str
    place: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Size:
    """The length of a gathered list."""

    type: Type
    held: str
