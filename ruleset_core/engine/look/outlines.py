"""Where the corners of places lie, and the lines between them: of a planar board, and of grids whose cells have sides or corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ruleset_core.lang.link.shapes import HEX_WAYS, SQUARE_WAYS

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.vocabulary import Domain

Point = tuple[float, float]
SIDE: Final = 12.0
"""How long the side of a cell is. y grows to the south."""
HEX_WIDE: Final = 3**0.5 * SIDE
HEX_STEP: Final = 1.5 * SIDE
"""The width of a hex, and how far the next rank lies."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """What bounds the places of a board.

    Attributes:
        places: the corners of each place, one after the other around it.
        line: the family of what lies between two corners; empty where nothing can lie there.
        lines: the ends of each.
        crossing: the family of what stands on corners; empty where nothing can stand there.
        crossings: where each is.
    """

    places: tuple[tuple[Point, ...], ...]
    line: str
    lines: tuple[tuple[Point, Point], ...]
    crossing: str
    crossings: tuple[Point, ...]


def outlines_of(game: Game, family: str) -> Outlines | None:
    """The outlines of the places of a board; None for a set whose members lie without any. They are made once."""
    known = game.source.outlines
    if family not in known:
        known[family] = _outlines(game, family)
    return known[family]


def _outlines(game: Game, family: str) -> Outlines | None:
    plan = game.glossary.board()
    if plan is not None and family == "space":
        points = {name: (float(x), float(y)) for name, (x, y) in plan.crossings.items()}
        return Outlines(
            tuple(tuple(points[each] for each in around) for around in plan.spaces.values()),
            "line",
            tuple((points[first], points[second]) for first, second in plan.lines.values()),
            "crossing",
            tuple(points.values()),
        )
    return _of_grid(game.program.vocabulary.domains[family])


def _of_grid(domain: Domain) -> Outlines | None:
    """Each side has the corner before it and the one behind, as the facts of cells name them."""
    sides, corners = (
        fact if (fact := domain.facts.get(name)) is not None and fact.made else None for name in ("sides", "corners")
    )
    if (sides is None and corners is None) or not {"x", "y"} <= domain.facts.keys():  # corners have sides, too
        return None
    places = tuple(map(tuple, _corners(domain)))
    lines: dict[int, tuple[Point, Point]] = {}
    crossings: dict[int, Point] = {}
    for cell, around in enumerate(places):
        for place, side in enumerate(_listed(sides.values[cell]) if sides is not None else ()):
            lines.setdefault(side, (around[place - 1], around[place]))
        for place, corner in enumerate(_listed(corners.values[cell]) if corners is not None else ()):
            crossings.setdefault(corner, around[place])
    return Outlines(
        places,
        "" if sides is None or sides.type.element is None else sides.type.element.domain,
        tuple(lines[each] for each in sorted(lines)),
        "" if corners is None or corners.type.element is None else corners.type.element.domain,
        tuple(crossings[each] for each in sorted(crossings)),
    )


def _listed(value: object) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else ()


def _corners(domain: Domain) -> list[list[Point]]:
    """The corners of each cell, clockwise; that between the same cells is the same point, whichever cell it is seen from."""
    hexes = "around" not in domain.facts
    ring = HEX_WAYS if hexes else [way for way in SQUARE_WAYS if way.x == 0 or way.y == 0]
    parts = 3 if hexes else 2
    found = []
    for x, y in zip(domain.facts["x"].values, domain.facts["y"].values, strict=True):
        assert isinstance(x, int)
        assert isinstance(y, int)
        around = []
        for one, next_ in zip(ring, (*ring[1:], ring[0]), strict=True):
            east, north = parts * x + one.x + next_.x, parts * y + one.y + next_.y
            around.append(
                ((east + north / 2) * HEX_WIDE / parts, -north * HEX_STEP / parts)
                if hexes
                else (east * SIDE / parts, -north * SIDE / parts)
            )
        found.append(around)
    return found
