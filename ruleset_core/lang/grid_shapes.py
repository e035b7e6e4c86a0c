"""Shapes of grids: which cells there are, what they are called, and where their directions lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.traversal import minus, operation_node, plus, times
from ruleset_core.lang.types import listing, member_type

if TYPE_CHECKING:
    from ruleset_core.lang.domains import Domain
    from ruleset_core.model.schema.layouts import GridModel


@dataclass(frozen=True, slots=True)
class GridDirection:
    """A direction: its id, and how far it leads along files and ranks."""

    name: str
    x: int
    y: int


SQUARE_WAYS = (
    GridDirection("n", 0, 1), GridDirection("ne", 1, 1), GridDirection("e", 1, 0), GridDirection("se", 1, -1),
    GridDirection("s", 0, -1), GridDirection("sw", -1, -1), GridDirection("w", -1, 0), GridDirection("nw", -1, 1),
)  # fmt: skip
HEX_WAYS = (
    GridDirection("ne", 0, 1), GridDirection("e", 1, 0), GridDirection("se", 1, -1),
    GridDirection("sw", 0, -1), GridDirection("w", -1, 0), GridDirection("nw", -1, 1),
)  # fmt: skip
Cell = tuple[int, int]


def cells_of(grid: GridModel) -> list[Cell]:
    """The cells as file and rank, both from 1, rank by rank. Hexes lean: the file above `a1` in a straight line is `a2`."""
    if grid.hexagon is not None:
        side, across = grid.hexagon, 2 * grid.hexagon - 1
        return [(x, y) for y in range(1, across + 1) for x in range(1, across + 1) if side + 1 <= x + y <= 3 * side - 1]
    files, ranks = grid.squares or grid.hexes or (0, 0)
    return [(x, y) for y in range(1, ranks + 1) for x in range(1, files + 1)]


def cell_name(cell: Cell) -> str:
    """A letter for the file, a number for the rank."""
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def grid_directions(grid: GridModel) -> tuple[GridDirection, ...]:
    """Its directions, clockwise."""
    return SQUARE_WAYS if grid.squares is not None else HEX_WAYS


# The cell that lies so far off another one: a place in a list of all places, which is an ordinary fact.
#
# A rank of the list begins and ends with a place where no cell is, and what is further off is taken for this:
#
#     cell: {grid: [2, 2]}      none a1 b1 none  none a2 b2 none
#     b1.at[-1, 1]              place (1 - 1 + 1) * 4 + max(0, min(3, 2 - 1)) is a2


def set_plan(cells: Domain, grid: GridModel) -> None:
    """Give the cells of a grid the list in which `cell_at` looks."""
    places = {cell: place for place, cell in enumerate(cells_of(grid))}
    wide, high = (max(cell[axis] for cell in places) for axis in (0, 1))
    listed = tuple(places.get((x, y), -1) for y in range(1, high + 1) for x in range(wide + 2))
    kind = listing(member_type(cells.name).maybe())
    cells.plan = Fact(t.PLAN, cells.name, kind, [listed, *[()] * (cells.size - 1)], made=True)
    cells.across = wide + 2


def cell_at(cells: Domain, plan: Fact, of: t.Expr, across: t.Expr, up: t.Expr) -> t.Nth:
    """The cell that lies so far off another along files and ranks; none where there is none."""
    file, rank = (t.FactOf(cells.facts[name].type, cells.facts[name], of) for name in ("x", "y"))
    row = times(plus(minus(rank, 1), up), cells.across)  # `Nth.offset` finds the three again
    place = operation_node("max", operation_node("min", plus(file, across), cells.across - 1), 0)
    first = t.FactOf(plan.type, plan, t.Const(cells.type, 0))
    return t.Nth(cells.type.maybe(), first, plus(row, place))
