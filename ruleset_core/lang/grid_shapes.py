"""Shapes of grids: which cells there are, what they are called, and where their directions lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
