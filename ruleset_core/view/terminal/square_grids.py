"""Grids of squares with something on their sides or corners: a row of signs for each row of cells, and one for the sides between two.

      ┌───┬───┐        a double line: something lies on that side, X a wall of X
    2 │ O ║   │        +: may be chosen
      ├═X═╬─+─┤
    1 │   │[3]│
      └───┴───┘
        a   b

Where there is hardly room, a row of sides on which nothing lies and nothing can be chosen is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.terminal import span_text
from ruleset_core.view.terminal.planar_boards import BUILT, OFFERED
from ruleset_core.view.terminal.span_text import TextPen, cell_names, full_mark, has_lines, point_at, short_mark

LEAST: Final = 3
"""Columns of the narrowest cell."""
JOINTS: Final = " ───│┌┐┬│└┘┴│├┤┼"
"""Where lines meet, by those there are: 1 to the right, 2 to the left, 4 down, 8 up."""
BUILT_JOINTS: Final = " ═║╬"
"""Where something lies on lines that meet: 1 on one that lies flat, 2 on one that stands upright."""

Spot = tuple[int, int]
"""Column and row, from the upper left."""


@dataclass(frozen=True, slots=True)
class _SquareGrid:
    """A board as rows and columns: its cells, the lines above each cell and to its left, and the corners at their upper left."""

    columns: int
    rows: int
    cells: Mapping[Spot, scenes.ScenePlace]
    flat: Mapping[Spot, scenes.SceneEdge]
    upright: Mapping[Spot, scenes.SceneEdge]
    corners: Mapping[Spot, scenes.ScenePlace]


def draw_squares(node: scenes.SceneBoard, pen: TextPen, width: int) -> list[Text] | None:
    """The board; None where it is no grid of squares, or what stands on it has no room."""
    grid = _square_grid(node)
    if grid is None or any(has_lines(place.what) for place in node.places):
        return None
    letters, numbers = cell_names(node.places)
    margin = max((len(each) for each in numbers.values()), default=0) + 1
    room = (width - margin - 1) // grid.columns - 1
    named = {} if letters else {spot: place.stand.name for spot, place in grid.cells.items()}
    said = (*(place.what for place in node.places), *(edge.what for edge in grid.flat.values()))
    marks = [short_mark(what, pen).cell_len for what in said]
    least = max(LEAST, *marks, *map(cell_len, named.values()))
    if room < least:
        return None
    size = min(max(least, *(full_mark(place.what, pen).cell_len for place in node.places)), room)
    lines = []
    for row in range(grid.rows + 1):
        if not pen.tight or _has_content(grid, row):
            lines.append(Text(" " * margin).append_text(_side_row(grid, row, size, pen)))
        if row < grid.rows:
            number = next((numbers.get(place.at[1], "") for spot, place in grid.cells.items() if spot[1] == row), "")
            lines.append(Text(f"{number:>{margin - 1}} ", "dim").append_text(_cell_row(grid, row, size, pen, named)))
    if letters:
        by_column = {column: letters.get(place.at[0], "") for (column, _), place in grid.cells.items()}
        below = "".join(f" {by_column.get(column, '').center(size)}" for column in range(grid.columns))
        lines.append(Text(" " * margin + below, "dim"))
    for line in lines:
        line.rstrip()
    return lines


def _square_grid(node: scenes.SceneBoard) -> _SquareGrid | None:
    """A planar board as a grid, if all its places are squares between neighbouring lines."""
    points = {point for around in node.corners for point in around}
    across = {x: at for at, x in enumerate(sorted({x for x, _ in points}))}
    down = {y: at for at, y in enumerate(sorted({y for _, y in points}))}
    cells: dict[Spot, scenes.ScenePlace] = {}
    for place, around in zip(node.places, node.corners, strict=True):
        spots = {(across[x], down[y]) for x, y in around}
        column, row = min(spots, default=(0, 0))
        if len(around) != 4 or spots != {(column + right, row + low) for right in (0, 1) for low in (0, 1)}:
            return None
        cells[column, row] = place
    flat: dict[Spot, scenes.SceneEdge] = {}
    upright: dict[Spot, scenes.SceneEdge] = {}
    for edge in node.edges:
        one, other = sorted((across.get(x, -1), down.get(y, -1)) for x, y in edge.ends)
        if min(one) < 0 or (other[0] - one[0], other[1] - one[1]) not in {(1, 0), (0, 1)}:
            return None
        (flat if one[1] == other[1] else upright)[one] = edge
    corners = {(across[x], down[y]): each for each in node.crossings for x, y in [each.at] if x in across and y in down}
    if not cells or len(corners) < len(node.crossings):
        return None
    return _SquareGrid(len(across) - 1, len(down) - 1, cells, flat, upright, corners)


def _has_content(grid: _SquareGrid, row: int) -> bool:
    """Whether something lies on the sides above a row of cells or on their corners, or can be chosen there."""
    there: list[tuple[Spot, scenes.SceneEdge | scenes.ScenePlace]] = [*grid.flat.items(), *grid.corners.items()]
    return any(each.what or each.stand.options for (_, at), each in there if at == row)


def _side_row(grid: _SquareGrid, row: int, size: int, pen: TextPen) -> Text:
    """The sides above a row of cells, with the corners between them."""
    line, over = Text(), list[tuple[int, Text]]()
    for column in range(grid.columns + 1):
        corner = grid.corners.get((column, row))
        said = Text() if corner is None else _side_text(corner.stand, corner.what, LEAST if column else 1, pen)
        if said:
            over.append((line.cell_len - said.cell_len // 2, said))
        line.append_text(_joint(grid, column, row))
        if column < grid.columns:
            line.append_text(_flat_side(grid.flat.get((column, row)), size, pen))
    for at, said in over:  # wider than the corner itself: it takes a column of the sides beside it
        line = Text.assemble(line[:at], said, line[at + said.cell_len :])
    return line


def _cell_row(grid: _SquareGrid, row: int, size: int, pen: TextPen, named: Mapping[Spot, str]) -> Text:
    """A row of cells, with the sides between them."""
    line = Text()
    for column in range(grid.columns + 1):
        line.append_text(_upright_side(grid.upright.get((column, row)), pen))
        place = grid.cells.get((column, row))
        if place is not None:
            line.append_text(_cell(place, size, pen, named.get((column, row), "")))
        elif column < grid.columns:
            line.append(" " * size)
    return line


def _joint(grid: _SquareGrid, column: int, row: int) -> Text:
    flat = [grid.flat.get((column, row)), grid.flat.get((column - 1, row))]
    upright = [grid.upright.get((column, row)), grid.upright.get((column, row - 1))]
    built = sum(
        bit for bit, edges in ((1, flat), (2, upright)) if any(edge is not None and edge.what for edge in edges)
    )
    if built:
        return Text(BUILT_JOINTS[built])
    there = sum(bit for bit, edge in zip((1, 2, 4, 8), (*flat, *upright), strict=True) if edge is not None)
    return Text(JOINTS[there], "dim")


def _flat_side(edge: scenes.SceneEdge | None, size: int, pen: TextPen) -> Text:
    if edge is None:
        return Text(" " * size)
    said = _side_text(edge.stand, edge.what, size, pen)
    line, style = ("═", _style(edge)) if edge.what else ("─", "dim")
    left = (size - said.cell_len) // 2
    drawn = Text.assemble((line * left, style), said, (line * (size - left - said.cell_len), style))
    return point_at(drawn, edge.stand)


def _upright_side(edge: scenes.SceneEdge | None, pen: TextPen) -> Text:
    if edge is None:
        return Text(" ")
    said = _side_text(edge.stand, edge.what, 1, pen)
    return point_at(said or Text(*(("║", _style(edge)) if edge.what else ("│", "dim"))), edge.stand)


def _style(edge: scenes.SceneEdge) -> str:
    return span_text.style_of(edge.what[0].colour) or "bold"


def _side_text(stand: scenes.SceneTarget, what: scenes.TextSpans, size: int, pen: TextPen) -> Text:
    """What is read of a side or a corner: of a wall its colour; what to type for it, or that it may be chosen."""
    if what and what[0].sign in BUILT:
        return Text(span_text.colour_letter(what[0].colour, pen.lang), span_text.style_of(what[0].colour))
    if what:
        said = short_mark(what, pen)
        return point_at(said[:size], stand)
    if not stand.options:
        return Text()
    key = pen.key(stand)
    fitting = (text for text in (f"[{key}]", key) if key and cell_len(text) <= size)
    return point_at(Text(next(fitting, OFFERED), "bold cyan"), stand)


def _cell(place: scenes.ScenePlace, size: int, pen: TextPen, name: str) -> Text:
    """What stands on a cell, in brackets where it can be chosen."""
    full, key = full_mark(place.what, pen), pen.key(place.stand)
    what = full if full.cell_len <= size else short_mark(place.what, pen)
    if place.stand.options and (what or key):
        said = Text.assemble("[", what or (key, "bold cyan"), "]")
        shown = said if said.cell_len <= size else what or Text(OFFERED, "bold cyan")
    elif place.stand.options:
        shown = Text(OFFERED, "bold cyan")
    else:
        empty = span_text.colour_letter(place.colour, pen.lang).lower() or name
        shown = what or Text(empty, span_text.style_of(place.colour) or "dim")
    left = (size - shown.cell_len) // 2
    return point_at(Text.assemble(" " * left, shown, " " * (size - left - shown.cell_len)), place.stand)
