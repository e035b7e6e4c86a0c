"""The sides and the corners of a grid's cells as sets of their own: roads, walls, and where they meet.

Sides and corners are found by where they lie: the middle of a side, or the point of a corner, is the same seen from each cell
around it. The first cell in order that has one gives it its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang.link.products import give_made
from ruleset_core.lang.link.shapes import Cell, cell_name, cells_of, ways_of
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, Type, listing
from ruleset_core.lang.vocabulary import Domain, Text
from ruleset_core.model.shapes.grids import Grid

if TYPE_CHECKING:
    from ruleset_core.lang.link.domains import DomainNames

Point = tuple[int, int]
CALLED = {"sides": {"en": "side", "es": "lado"}, "corners": {"en": "corner", "es": "esquina"}}
SQUARE_CORNERS = (
    ("ne", "north-east", "nordeste"),
    ("se", "south-east", "sudeste"),
    ("sw", "south-west", "sudoeste"),
    ("nw", "north-west", "noroeste"),
)
HEX_CORNERS = (
    ("ne", "north-east", "nordeste"), ("se", "south-east", "sudeste"), ("s", "south", "sur"),
    ("sw", "south-west", "sudoeste"), ("nw", "north-west", "noroeste"), ("n", "north", "norte"),
)  # fmt: skip
"""The corners of a cell, each behind the direction of the same place."""


class Outline:
    """Where the sides and corners of a grid lie, in the order of the cells."""

    def __init__(self, grid: Grid) -> None:
        self.cells = cells_of(grid)
        self.ring = [way for way in ways_of(grid) if grid.squares is None or way.x == 0 or way.y == 0]
        self.named = SQUARE_CORNERS if grid.squares is not None else HEX_CORNERS
        self.sides = dict.fromkeys(point for cell in self.cells for point in self.sides_of(cell))
        self.corners = dict.fromkeys(point for cell in self.cells for point in self.corners_of(cell))
        self.ends: dict[Point, tuple[Point, Point]] = {}
        for cell in self.cells:
            corners = self.corners_of(cell)
            for place, side in enumerate(self.sides_of(cell)):
                self.ends.setdefault(side, (corners[place - 1], corners[place]))

    def sides_of(self, cell: Cell) -> list[Point]:
        """The middles of its sides, doubled, clockwise."""
        return [(2 * cell[0] + way.x, 2 * cell[1] + way.y) for way in self.ring]

    def corners_of(self, cell: Cell) -> list[Point]:
        """Its corners, each behind the side of the same place: in the middle of the cells around it, times how many that are."""
        pairs = zip(self.ring, [*self.ring[1:], self.ring[0]], strict=True)
        times = 2 if len(self.ring) == len(SQUARE_CORNERS) else 3
        return [(times * cell[0] + one.x + next_.x, times * cell[1] + one.y + next_.y) for one, next_ in pairs]

    def points_of(self, part: str, cell: Cell) -> list[Point]:
        """The sides or corners of a cell."""
        return self.sides_of(cell) if part == "sides" else self.corners_of(cell)

    def cells_at(self, part: str) -> list[tuple[int, ...]]:
        """The cells that each side or corner is of."""
        found: dict[Point, list[int]] = {}
        for place, cell in enumerate(self.cells):
            for point in self.points_of(part, cell):
                found.setdefault(point, []).append(place)
        return [tuple(each) for each in found.values()]

    def called(self, part: str) -> list[tuple[str, Text]]:
        """The ids and names: `a1_b1` for the side between two cells, `a1_n` where there is one cell, and for corners."""
        found: dict[Point, tuple[str, Text]] = {}
        known = {*self.cells}
        for cell in self.cells:
            own = cell_name(cell)
            for place, point in enumerate(self.points_of(part, cell)):
                way = self.ring[place]
                beyond = (cell[0] + way.x, cell[1] + way.y)
                if part == "sides" and beyond in known:
                    name = cell_name(beyond)
                    found.setdefault(point, (f"{own}_{name}", {"en": f"{own}-{name}", "es": f"{own}-{name}"}))
                else:
                    short, en, es = (way.name, way.en, way.es) if part == "sides" else self.named[place]
                    found.setdefault(point, (f"{own}_{short}", {"en": f"{own} {en}", "es": f"{own} {es}"}))
        return [*found.values()]


def make_parts(linker: DomainNames, grid: Grid, site: Site) -> None:
    """The sets of sides and corners that a grid asks for."""
    for part, usual in CALLED.items():
        wanted = getattr(grid, part)
        if wanted is None:
            continue
        at = site.at("grid", part)
        if not linker.claim("sets", wanted.set, at):
            continue
        if wanted.set in linker.v.domains:
            linker.report("E315", f"the name `{wanted.set}` is already taken", at, "choose another name for it")
            continue
        called = Outline(grid).called(part)
        title = usual if wanted.name is None else {"en": wanted.name.en, "es": wanted.name.es}
        ids, names = [each for each, _ in called], [text for _, text in called]
        linker.add_domain(Domain(wanted.set, "set", ids, names, title, used=True))


def part_facts(linker: DomainNames, cells: Domain, grid: Grid, site: Site) -> None:
    """How cells, sides and corners lie with each other."""
    if grid.sides is None and grid.corners is None:
        return
    outline = Outline(grid)
    places = {part: {point: place for place, point in enumerate(getattr(outline, part))} for part in CALLED}
    made = {part: linker.v.domains.get(wanted.set) for part in CALLED if (wanted := getattr(grid, part)) is not None}
    meets: dict[Point, list[Point]] = {corner: [] for corner in outline.corners}
    for side, ends in outline.ends.items():
        for end in ends:
            meets[end].append(side)
    for part, domain in made.items():
        if domain is None or domain.size != len(places[part]):
            continue  # its name is taken, which is told
        points = [outline.points_of(part, cell) for cell in outline.cells]
        rows = [tuple(places[part][point] for point in each) for each in points]
        _list(
            linker, cells, part, domain.type, rows, {"en": part, "es": "lados" if part == "sides" else "esquinas"}, site
        )
        around = outline.cells_at(part)
        _list(linker, domain, "cells", cells.type, around, {"en": "cells", "es": "casillas"}, site)
        near = _near_sides(outline, meets) if part == "sides" else _near_corners(outline, meets)
        rows = [tuple(places[part][each] for each in row) for row in near]
        _list(
            linker,
            domain,
            "near",
            domain.type,
            rows,
            {"en": "neighbours", "es": "vecinos" if part == "sides" else "vecinas"},
            site,
        )
        whole = 2 if part == "sides" else 4 if grid.squares is not None else 3
        rim = [int(len(each) < whole) for each in around]
        give_made(linker, domain, "rim", BOOL, rim, {"en": "on the rim", "es": "en el borde"}, site)
    sides, corners = made.get("sides"), made.get("corners")
    if sides is None or corners is None or "cells" not in sides.facts or "cells" not in corners.facts:
        return
    rows = [tuple(places["corners"][end] for end in outline.ends[side]) for side in outline.sides]
    _list(linker, sides, "ends", corners.type, rows, {"en": "ends", "es": "extremos"}, site)
    rows = [tuple(places["sides"][side] for side in meets[corner]) for corner in outline.corners]
    _list(linker, corners, "sides", sides.type, rows, {"en": "sides", "es": "lados"}, site)


def _near_sides(outline: Outline, meets: dict[Point, list[Point]]) -> list[list[Point]]:
    return [
        list(dict.fromkeys(each for end in outline.ends[side] for each in meets[end] if each != side))
        for side in outline.sides
    ]


def _near_corners(outline: Outline, meets: dict[Point, list[Point]]) -> list[list[Point]]:
    return [
        [end for side in meets[corner] for end in outline.ends[side] if end != corner] for corner in outline.corners
    ]


def _list(
    linker: DomainNames, domain: Domain, name: str, kind: Type, rows: list[tuple[int, ...]], title: Text, site: Site
) -> None:
    give_made(linker, domain, name, listing(kind), rows, title, site)
