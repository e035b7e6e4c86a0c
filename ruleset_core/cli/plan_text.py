"""Any planar board in a terminal: its crossings lie where their coordinates say, lines and spaces between them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise, permutations
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from ruleset_core.cli.plan_marks import TINTS, BoardMarks, SpaceMarks, borders, region_signs, usual_length
from ruleset_core.cli.view_kit import labelled, linear, packed

if TYPE_CHECKING:
    from ruleset_core import PlanarBoard
    from ruleset_core.cli.view_names import Names

_WIDEST: Final = 10
_NARROWEST: Final = 8
_LEFT: Final = 1
_RIGHT: Final = 2
_ROWS: Final = 8
"""How many lines of a space are tried for what stands on it."""

FREE: Final = "··"
BORDER: Final = "-:"
"""A line across and a line up or down: with nothing on it, and with nothing on it between two regions."""

Cell = tuple[int, int]
"""Row and column."""


def plan_lines(names: Names, board: PlanarBoard, marks: BoardMarks, width: int) -> list[Text]:
    """The board as lines of text, or as a list of what stands on it where there are too few columns for a drawing."""
    scale = _scale(board, width)
    if scale < _NARROWEST or linear():
        return _listed(names, board, marks, width)
    return _Canvas(names, board, marks, scale).lines(width)


def region_legend(names: Names, board: PlanarBoard) -> list[Text]:
    """`¹ red arms`: the signs behind the names of spaces."""
    return [
        Text.assemble((sign, TINTS[place % len(TINTS)]), f" {names.of('region', region)}")
        for place, (region, sign) in enumerate(region_signs(board).items())
    ]


def _scale(board: PlanarBoard, width: int) -> int:
    """Columns for a line of usual length."""
    east = [x for x, _ in board.crossings.values()]
    span = max(max(east) - min(east), 1)
    return min(_WIDEST, (width - _LEFT - 1 - _RIGHT) * usual_length(board) // span)


def _round(value: float) -> int:
    return math.floor(value + 0.5)


class _Canvas:
    """Signs in cells."""

    def __init__(self, names: Names, board: PlanarBoard, marks: BoardMarks, scale: int) -> None:
        self.names, self.board, self.marks = names, board, marks
        self.cells: dict[Cell, tuple[str, str]] = {}
        self.at = _places(board, scale)
        self.beyond: list[Text] = []
        region_of = {space: region for region, spaces in board.regions.items() for space in spaces}
        self.styles = {region: TINTS[place % len(TINTS)] for place, region in enumerate(board.regions)}
        self.signs = region_signs(board)
        self.region_of: Mapping[str, str] = region_of
        self.borders = borders(board)
        for line in board.lines:
            self._line(line)
        for crossing in board.crossings:
            self._crossing(crossing)
        for space in board.spaces:
            self._space(space)

    def lines(self, width: int) -> list[Text]:
        """The drawing, and below it what did not fit into its space."""
        rows: list[dict[int, tuple[str, str]]] = [{} for _ in range(max(row for row, _ in self.cells) + 1)]
        for (row, column), cell in self.cells.items():
            rows[row][column] = cell
        found = [self._row(there) for there in rows]
        return [*found, *packed(self.beyond, width).split()] if self.beyond else found

    def _row(self, there: dict[int, tuple[str, str]]) -> Text:
        """A row of the drawing; what stands side by side in one style goes in at once."""
        line = Text()
        signs = (there.get(column, (" ", "")) for column in range(max(there, default=-1) + 1))
        for style, run in groupby(signs, key=itemgetter(1)):
            line.append("".join(sign for sign, _ in run), style)
        return line

    def _put(self, cell: Cell, text: str, style: str) -> None:
        row, column = cell
        for place, sign in enumerate(text):
            self.cells[row, column + place] = (sign, style)

    # -- lines ---------------------------------------------------------------------------------------------------

    def _line(self, line: str) -> None:
        one, other = sorted(self.at[each] for each in self.board.lines[line])
        mark = self.marks.lines.get(line)
        between = line in self.borders
        plain = BORDER if between else FREE
        for cell, across in _between(one, other):
            if mark is None:
                if not across or (cell[1] - one[1]) % 2 == 0:
                    self._put(cell, plain[0 if across else 1], "" if between else "dim")
            elif mark.text:
                self._put(cell, mark.text, "bold")
            else:
                self._put(cell, "═" if across else _slope(one, other), "bold")

    # -- crossings -----------------------------------------------------------------------------------------------

    def _crossing(self, crossing: str) -> None:
        row, column = self.at[crossing]
        name, mark, kind = self._short(crossing), self.marks.crossings.get(crossing), self.marks.kinds.get(crossing)
        left = column - cell_len(name) // 2
        self._put((row, left), name, "bold" if mark else "")
        if kind or mark:
            self._put((row, left + cell_len(name)), kind.text if kind else ":", "cyan" if kind else "dim")
        if mark:
            self._put((row, left + cell_len(name) + 1), mark.text, "bold reverse")

    def _short(self, crossing: str) -> str:
        name = self.names.of("crossing", crossing)
        return name if cell_len(name) == len(name) <= 3 else crossing[:3]

    # -- spaces --------------------------------------------------------------------------------------------------

    def _space(self, space: str) -> None:
        here = self.marks.spaces.get(space, SpaceMarks())
        name = self._name(space)
        signs = _joined([Text(mark.text, f"bold {mark.colour}".strip()) for mark in here.marks])
        rooms = self._rooms(space)
        wanted = [[signs]] if here.closed else [[name, signs], [_joined([name, signs])], [signs]]
        for parts in wanted:
            texts = [text for text in parts if text]
            where = _fit([text.cell_len for text in texts], rooms)
            if where is not None:
                for text, (row, left, right) in zip(texts, where, strict=True):
                    self._text((row, left + (right - left + 1 - text.cell_len) // 2), text)
                return
        if signs:
            self.beyond.append(_joined([name, signs]))

    def _name(self, space: str) -> Text:
        region = self.region_of.get(space, "")
        return Text(self.names.of("space", space) + self.signs.get(region, ""), f"dim {self.styles.get(region, '')}")

    def _text(self, cell: Cell, text: Text) -> None:
        row, column = cell
        for place, sign in enumerate(text.plain):
            style = next((str(span.style) for span in text.spans if span.start <= place < span.end), str(text.style))
            self.cells[row, column + place] = (sign, style)

    def _rooms(self, space: str) -> list[tuple[int, int, int]]:
        """The free stretches within a space, (row, first and last column), the nearest to its middle first."""
        corners = [self.at[each] for each in self.board.spaces[space]]
        rows = [row for row, _ in corners]
        middle = sum(rows) / len(rows)
        found = []
        for row in range(min(rows) + 1, max(rows)):
            crossed = sorted(
                _round(one[1] + (other[1] - one[1]) * (row - one[0]) / (other[0] - one[0]))
                for one, other in pairwise((*corners, corners[0]))
                if one[0] != other[0] and min(one[0], other[0]) <= row < max(one[0], other[0])
            )
            for left, right in zip(crossed[::2], crossed[1::2], strict=True):
                free = [column for column in range(left + 1, right) if (row, column) not in self.cells]
                if free and free[-1] - free[0] + 1 == len(free):
                    found.append((row, free[0], free[-1]))
        return sorted(found, key=lambda room: abs(room[0] - middle))[:_ROWS]


def _places(board: PlanarBoard, scale: int) -> dict[str, Cell]:
    """The cell of every crossing. A row is as high as two columns are wide; levels keep a row between them."""
    step, west = usual_length(board), min(x for x, _ in board.crossings.values())
    rows, row, above = {}, 0, None
    for y in sorted({y for _, y in board.crossings.values()}):
        row += 0 if above is None else max(_round((y - above) * scale / step / 2 * 0.95), 2)
        rows[y], above = row, y
    return {name: (rows[y], _LEFT + _round((x - west) * scale / step)) for name, (x, y) in board.crossings.items()}


def _between(one: Cell, other: Cell) -> Iterator[tuple[Cell, bool]]:
    """The cells between two ends, and whether the line lies flat there."""
    down, across = other[0] - one[0], other[1] - one[1]
    if abs(across) > 2 * abs(down):
        way = 1 if across > 0 else -1
        for column in range(one[1] + way, other[1], way):
            yield (_round(one[0] + down * (column - one[1]) / across), column), True
        return
    for row in range(one[0] + 1, other[0]):
        yield (row, _round(one[1] + across * (row - one[0]) / down)), False


def _slope(one: Cell, other: Cell) -> str:
    if one[1] == other[1]:
        return "║"
    return "\\" if one[1] < other[1] else "/"


def _fit(sizes: Sequence[int], rooms: Sequence[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...] | None:
    """A room for each size, as near to the middle as they can lie."""
    for chosen in permutations(rooms, len(sizes)):
        if all(size <= right - left + 1 for size, (_, left, right) in zip(sizes, chosen, strict=True)):
            return chosen
    return None


def _joined(parts: Sequence[Text]) -> Text:
    line = Text()
    for part in parts:
        if part:
            line.append(" " if line else "").append_text(part)
    return line


def _listed(names: Names, board: PlanarBoard, marks: BoardMarks, width: int) -> list[Text]:
    """What stands on the board without a drawing."""
    parts = [Text(f"{names.of('line', line)} {mark.text}".strip(), "bold") for line, mark in marks.lines.items()]
    found = [labelled(names.title("families", "line"), packed(parts, width))] if parts else []
    parts = [labelled(names.of("crossing", each), mark.text) for each, mark in marks.crossings.items()]
    found += [labelled(names.title("families", "crossing"), packed(parts, width))] if parts else []
    parts = [
        labelled(names.of("space", each), _joined([Text(mark.text) for mark in marks.spaces[each].marks]))
        for each in board.spaces
        if each in marks.spaces and marks.spaces[each].marks
    ]
    found += [labelled(names.title("families", "space"), packed(parts, width))] if parts else []
    return found
