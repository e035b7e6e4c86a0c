"""Shapes of grids: which cells there are, what they are called, and where their directions lead.

Polyforms: shapes made of squares or hexes, read from a picture, turned, turned over, and laid on a grid.

A shape is a row of squares, each with its mark. The first in the picture is the one by which it is laid down, wherever it is turned to:

    >>> boot = read_picture(("##.", ".##"), hexes=False)
    >>> boot
    (Square(x=0, y=0, mark='#'), Square(x=1, y=0, mark='#'), Square(x=1, y=-1, mark='#'), Square(x=2, y=-1, mark='#'))
    >>> [form.name for form in forms_of(boot, hexes=False, turn=True, flip=True)]
    ['0', '90', 'flip_0', 'flip_90']

Turned by 180 degrees it lies as before, so there is no form of its own for that. `ab` has four forms, since `a` is not `b`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Domain, Fact
from ruleset_core.lang.traversal import minus, operation_node, plus, times
from ruleset_core.lang.types import listing, member_type

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


def cell_name(cell: Cell, grid: GridModel) -> str:
    """A letter for the file, a number for the rank."""
    return f"{(grid.letters or ascii_lowercase)[cell[0] - 1]}{cell[1]}"


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


EMPTY: Final = frozenset(". ")
"""What stands in a picture where no square is."""


class Square(NamedTuple):
    """A square of a shape: how far it lies from the first one, along files and ranks, and what stands for it in the picture."""

    x: int
    y: int
    mark: str


Squares = tuple[Square, ...]


class PictureError(Exception):
    """A picture that shows no shape: what is wrong with it, and what may help."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Form:
    """A shape as it lies: its name among the forms of the shape, whether it is turned over, and by how many degrees it is turned then."""

    name: str
    flipped: bool
    degrees: int
    squares: Squares


def read_picture(ranks: Sequence[str], *, hexes: bool) -> Squares:
    """The squares of a picture, rank by rank from above. Raises PictureError."""
    marks = [
        (row, column, mark) for row, rank in enumerate(ranks) for column, mark in enumerate(rank) if mark not in EMPTY
    ]
    wrong = next((mark for *_, mark in marks if mark != "#" and not (mark.isascii() and mark.isalpha())), None)
    if wrong is not None:
        raise PictureError(f"holds `{wrong}`", "`#` or a letter is a square, `.` or a blank is none")
    if not marks:
        raise PictureError("has no square", "`#` is a square: `##.`")
    if hexes and len({(row + column) % 2 for row, column, _ in marks}) > 1:
        advice = (
            "in a rank hexes stand two columns apart, and each rank is one column further than the next: ` # #`, `# #`"
        )
        raise PictureError("has hexes that do not meet", advice)
    at = [((row + column) // 2 if hexes else column, -row) for row, column, _ in marks]
    return tuple(Square(x - at[0][0], y - at[0][1], mark) for (x, y), (_, _, mark) in zip(at, marks, strict=True))


def _turned(squares: Squares, *, hexes: bool) -> Squares:
    """Clockwise by one step."""
    return tuple(Square(x + y, -x, mark) if hexes else Square(y, -x, mark) for x, y, mark in squares)


def _flipped(squares: Squares, *, hexes: bool) -> Squares:
    """Turned over, left and right."""
    return tuple(Square(-x - y, y, mark) if hexes else Square(-x, y, mark) for x, y, mark in squares)


def _as_it_lies(squares: Squares) -> frozenset[Square]:
    """What is the same for all that lie alike, wherever that is and whichever square is the first."""
    west, south = min(each.x for each in squares), min(each.y for each in squares)
    return frozenset(Square(x - west, y - south, mark) for x, y, mark in squares)


def forms_of(squares: Squares, *, hexes: bool, turn: bool, flip: bool) -> list[Form]:
    """All ways in which a shape may lie that are not alike, as it is drawn first."""
    found: dict[frozenset[Square], Form] = {}
    steps = 6 if hexes else 4
    for over in (False, True)[: 1 + flip]:
        lying = _flipped(squares, hexes=hexes) if over else squares
        for step in range(steps if turn else 1):
            degrees = step * 360 // steps
            found.setdefault(_as_it_lies(lying), Form(f"{'flip_' * over}{degrees}", over, degrees, lying))
            lying = _turned(lying, hexes=hexes)
    return [*found.values()]


def after_turning(forms: Sequence[Form], *, hexes: bool, flip: bool) -> list[int]:
    """By form which one it is after a turn by one step, or turned over."""
    change = _flipped if flip else _turned
    places = {_as_it_lies(form.squares): place for place, form in enumerate(forms)}
    return [places[_as_it_lies(change(form.squares, hexes=hexes))] for form in forms]


# What a form covers, and what lies around that.


class FormOnGrid(NamedTuple):
    """A form that lies on a grid: the cells that it covers, those that share a side with one of them, those that touch it at a corner only."""

    cells: tuple[int, ...]
    near: tuple[int, ...]
    corners: tuple[int, ...]


NOWHERE: Final = FormOnGrid((), (), ())
"""Where a form does not lie on the grid as a whole."""


def form_on_grid(squares: Squares, first: Cell, places: Mapping[Cell, int], *, hexes: bool) -> FormOnGrid:
    """What a form covers whose first square lies on a cell; `places`: the numbers of all cells."""
    covered = [(first[0] + each.x, first[1] + each.y) for each in squares]
    if not all(each in places for each in covered):
        return NOWHERE
    straight, slanted = _ways(hexes=hexes)
    near = _around(covered, straight, {*covered})
    corners = _around(covered, slanted, {*covered, *near})
    return FormOnGrid(tuple(places[each] for each in covered), _there(near, places), _there(corners, places))


def _ways(*, hexes: bool) -> tuple[Sequence[GridDirection], Sequence[GridDirection]]:
    if hexes:
        return HEX_WAYS, ()
    return [way for way in SQUARE_WAYS if not (way.x and way.y)], [way for way in SQUARE_WAYS if way.x and way.y]


def _around(cells: Iterable[Cell], ways: Sequence[GridDirection], without: set[Cell]) -> set[Cell]:
    return {(x + way.x, y + way.y) for x, y in cells for way in ways} - without


def _there(cells: set[Cell], places: Mapping[Cell, int]) -> tuple[int, ...]:
    return tuple(sorted(places[each] for each in cells if each in places))
