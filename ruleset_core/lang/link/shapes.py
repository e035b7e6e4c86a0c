"""Shapes of grids: which cells there are, what they are called, and where their directions lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core.model.shapes.grids import Grid


@dataclass(frozen=True, slots=True)
class Way:
    """A direction: its id, its names, and how far it leads along files and ranks."""

    name: str
    en: str
    es: str
    x: int
    y: int


SQUARE_WAYS = (
    Way("n", "north", "norte", 0, 1), Way("ne", "north-east", "nordeste", 1, 1), Way("e", "east", "este", 1, 0),
    Way("se", "south-east", "sudeste", 1, -1), Way("s", "south", "sur", 0, -1),
    Way("sw", "south-west", "sudoeste", -1, -1), Way("w", "west", "oeste", -1, 0),
    Way("nw", "north-west", "noroeste", -1, 1),
)  # fmt: skip
HEX_WAYS = (
    Way("ne", "north-east", "nordeste", 0, 1), Way("e", "east", "este", 1, 0), Way("se", "south-east", "sudeste", 1, -1),
    Way("sw", "south-west", "sudoeste", 0, -1), Way("w", "west", "oeste", -1, 0),
    Way("nw", "north-west", "noroeste", -1, 1),
)  # fmt: skip
Cell = tuple[int, int]


def cells_of(grid: Grid) -> list[Cell]:
    """The cells as file and rank, both from 1, rank by rank. Hexes lean: the file above `a1` in a straight line is `a2`."""
    if grid.hexagon is not None:
        side, across = grid.hexagon, 2 * grid.hexagon - 1
        return [(x, y) for y in range(1, across + 1) for x in range(1, across + 1) if side + 1 <= x + y <= 3 * side - 1]
    files, ranks = grid.squares or grid.hexes or (0, 0)
    return [(x, y) for y in range(1, ranks + 1) for x in range(1, files + 1)]


def cell_name(cell: Cell) -> str:
    """A letter for the file, a number for the rank."""
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def ways_of(grid: Grid) -> tuple[Way, ...]:
    """Its directions, clockwise."""
    return SQUARE_WAYS if grid.squares is not None else HEX_WAYS
