"""The parts of typed trees that no text says: lowering makes them where a loop, a cost or a phase is cut into blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang.tree_placed import Placed
from ruleset_core.lang.types import Type
from ruleset_core.model.unchanging import unchanging

if TYPE_CHECKING:
    from ruleset_core.lang.tree import Expr, Selection


@unchanging
class Halt(Placed):
    """An effect is over: if it ended the game, nothing follows (made by lowering)."""


@unchanging
class Enqueue(Placed):
    """A procedure that will run when the effect in progress is over (made by the linker from queued listeners)."""

    procedure: str
    args: tuple[Expr, ...]


@unchanging
class Take(Placed):
    """Costs that are known to be payable leave the acting seat (made by lowering)."""

    costs: tuple[tuple[Expr, Expr], ...]
    sure: bool = False


@unchanging
class EnterPhase(Placed):
    """The phase that is named to players from now on."""

    number: int


@unchanging
class Refuse(Placed):
    """Whoever comes here has broken a rule: the reason, a name of the data, and how many."""

    reason: str
    what: str
    number: Expr


@unchanging
class Simultaneous(Placed):
    """From here (`on`) until it is switched off, seats see each other's sheets as they are now."""

    on: bool


@unchanging
class Gather:
    """A selection as a list held in a local (made by lowering, for loops that may be interrupted)."""

    type: Type
    selection: Selection


@unchanging
class Pick:
    """An element of a gathered or fixed list."""

    type: Type
    values: tuple[int, ...]
    held: str
    place: Expr


@unchanging
class Size:
    """The length of a gathered list."""

    type: Type
    held: str
