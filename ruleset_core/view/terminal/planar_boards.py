"""Planar boards: crossings by name, lines between them, and in the spaces what stands there.

Letters in a row are read for a word, so only crossings are named where they lie; a space is named where there is room. On a map, a
board without spaces, a long name stands in full beside its crossing if there is room, else as three letters that a legend explains:

    Duluth┄┄┄┄Tor           Tor Toronto
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise, permutations, product
from operator import itemgetter
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Span, Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.terminal import span_text
from ruleset_core.view.terminal.span_text import TextPen, full_mark, pack_parts, point_at, pointer_style, short_mark

_WIDEST: Final = 10
_NARROWEST: Final = 8
_LEFT: Final = 1
_RIGHT: Final = 4
_ROWS: Final = 8
"""How many lines of a space are tried for what stands on it."""
FREE_PLACE: Final = "··"
BORDER: Final = "-:"
"""A line across and a line up or down: with nothing on it, and with nothing on it between two regions."""
OFFERED: Final = "+"
BARE: Final = span_text.EMPTY
"""A crossing whose name is too long for the board; no letter, which would be taken for that of a player."""
BUILT: Final = frozenset({"wall", "road"})
HEXES: Final = 2
"""Levels of crossings that a hex spans, less one."""
SIGNS: Final = "¹²³⁴⁵⁶⁷⁸⁹"
"""A sign for each colour of spaces, which no letter on the board can be taken for."""

LETTERS: Final = 3
"""The longest name of a crossing that stands where it lies, whatever is around it."""

Cell = tuple[int, int]
"""Row and column."""
Point = tuple[float, float]
Styles = tuple[str | Style, ...]
"""One upon the other."""


def draw_plan(node: scenes.SceneBoard, pen: TextPen, width: int) -> list[Text] | None:
    """The board; None where there are too few columns for a drawing."""
    scale = _scale(node, width, _WIDEST if pen.airy else _NARROWEST)
    return None if scale < _NARROWEST else _Canvas(node, pen, scale, width).lines()


def _region_signs(node: scenes.SceneBoard) -> dict[str, str]:
    """A sign for each colour of spaces, if there are several."""
    found = [*dict.fromkeys(place.colour for place in node.places if place.colour)]
    return dict(zip(found, SIGNS, strict=False)) if len(found) > 1 else {}


def regions_line(node: scenes.SceneBoard, pen: TextPen) -> Text:
    """What the signs behind the names of spaces mean."""
    said = (
        Text.assemble((sign, span_text.style_of(colour)), f" {span_text.colour_name(colour, pen.lang)}")
        for colour, sign in _region_signs(node).items()
    )
    return Text(" · ").join(said)


def _usual(node: scenes.SceneBoard) -> float:
    """The usual length of a line, in the units of the plan."""
    pairs = [edge.ends for edge in node.edges] or [pair for each in node.corners for pair in pairwise(each)]
    sizes = sorted(math.dist(*pair) for pair in pairs)
    return max(sizes[len(sizes) // 2], 1) if sizes else 1


def _scale(node: scenes.SceneBoard, width: int, most: int) -> int:
    """Columns for a line of usual length: where rows stand close, no more than that slopes are still seen."""
    east = [x for x, _ in _points(node)] or [0.0]
    span = max(max(east) - min(east), 1)
    return min(most, int((width - _LEFT - 1 - _RIGHT) * _usual(node) // span))


def _points(node: scenes.SceneBoard) -> list[Point]:
    """All points that lines or outlines go to, whether something may stand there or not."""
    ends = (end for edge in node.edges for end in edge.ends)
    corners = (corner for around in node.corners for corner in around)
    return [*dict.fromkeys(_point(each) for each in (*(place.at for place in node.crossings), *ends, *corners))]


def _round(value: float) -> int:
    return math.floor(value + 0.5)


@dataclass
class _Canvas:
    """Signs in cells."""

    board: scenes.SceneBoard
    pen: TextPen
    scale: int
    width: int

    def __post_init__(self) -> None:
        self.cells: dict[Cell, tuple[str, Styles]] = {}
        self.beyond: list[Text] = []
        self.letters = {} if self.board.places else _abbreviations(self.board.crossings)
        for edge in sorted(self.board.edges, key=lambda each: not each.gaps):  # what passes over others comes last
            self._line(edge)
        for crossing in self.board.crossings:
            self._crossing(crossing)
        for crossing in self.board.crossings:
            if crossing.stand.name in self.letters:
                self._full_name(crossing)
        for place, corners in zip(self.board.places, self.board.corners, strict=True):
            self._space(place, corners)

    @cached_property
    def at(self) -> Mapping[Point, Cell]:
        """The cell of every crossing. A row is as high as two columns are wide; levels keep a row between them.

        Where there is hardly room they do not, if spaces have rows within nevertheless, as hexes have.
        """
        points = _points(self.board)
        step, west = _usual(self.board), min((x for x, _ in points), default=0)
        rows: dict[float, int] = {}
        row, above = 0, None
        for y in sorted({y for _, y in points}):
            high = _round((y - above) * self.scale / step / 2 * 0.95) if above is not None and self.pen.airy else 0
            row += 0 if above is None else max(high, 1 if self.close else 2)
            rows[y], above = row, y
        return {(x, y): (rows[y], _LEFT + _round((x - west) * self.scale / step)) for x, y in points}

    @cached_property
    def close(self) -> bool:
        """Whether levels of crossings follow each other without a row between them."""
        levels = sorted({y for _, y in _points(self.board)})
        spans = ([levels.index(y) for _, y in map(_point, each)] for each in self.board.corners)
        return self.pen.tight and all(max(each) - min(each) > HEXES for each in spans)

    @cached_property
    def borders(self) -> set[frozenset[Point]]:
        """The lines between spaces of different colours."""
        beside: dict[frozenset[Point], set[str]] = {}
        for place, corners in zip(self.board.places, self.board.corners, strict=True):
            for pair in pairwise((*corners, corners[0])):
                beside.setdefault(frozenset((_point(pair[0]), _point(pair[1]))), set()).add(place.colour)
        return {ends for ends, found in beside.items() if len(found) > 1}

    def lines(self) -> list[Text]:
        """The drawing, and below it what did not fit into its space."""
        rows: list[dict[int, tuple[str, Styles]]] = [
            {} for _ in range(max((row for row, _ in self.cells), default=0) + 1)
        ]
        for (row, column), cell in self.cells.items():
            rows[row][column] = cell
        return [*map(_row, rows), *pack_parts(self.beyond, self.width)]

    def _put(self, cell: Cell, text: str, *styles: str | Style) -> None:
        row, column = cell
        for place, sign in enumerate(text):
            self.cells[row, column + place] = (sign, styles)

    # -- lines ---------------------------------------------------------------------------------------------------

    def _line(self, edge: scenes.SceneEdge) -> None:
        ends = frozenset(_point(end) for end in edge.ends)
        if any(end not in self.at for end in ends):
            return
        one, other = sorted(self.at[end] for end in ends)
        across = abs(other[1] - one[1]) > 2 * abs(other[0] - one[0])
        aside = math.ceil(edge.aside)
        down, right = (aside, 0) if across else (0, 2 * aside)
        way = [((row + down, column + right), flat) for (row, column), flat in _between(one, other)]
        plain = BORDER if ends in self.borders else FREE_PLACE
        style = "" if ends in self.borders else "dim"
        said, stand = edge.what[0] if edge.what else None, pointer_style(edge.stand)
        for cell, across in way:
            if said is None:
                if not self.close and (not across or (cell[1] - one[1]) % 2 == 0):
                    self._put(cell, plain[0 if across else 1], style, stand)
            elif said.sign in BUILT:
                self._put(cell, "═" if across else _slope(one, other), span_text.style_of(said.colour) or "bold", stand)
        if not way:  # no row between its ends: what is there stands before the lower one
            way = [((other[0], other[1] - 1), False)]
        middle = way[(len(way) // 2 + (0 if across else aside)) % len(way)][0]
        if said is not None and said.sign in BUILT and said.colour:
            self._put(
                middle, span_text.colour_letter(said.colour, self.pen.lang), span_text.style_of(said.colour), stand
            )
        if said is not None and said.sign not in BUILT:
            text = point_at(short_mark(edge.what, self.pen), edge.stand)
            self._text((middle[0], middle[1] - text.cell_len // 2), text)
        elif edge.stand.options:
            self._put(middle, self.pen.key(edge.stand) or OFFERED, "bold cyan", stand)

    # -- crossings -----------------------------------------------------------------------------------------------

    def _crossing(self, crossing: scenes.ScenePlace) -> None:
        row, column = self.at[_point(crossing.at)]
        short, key = _short(crossing.stand), self.pen.key(crossing.stand) if crossing.stand.options else ""
        letters = self.letters.get(crossing.stand.name, "")
        name = (short or key or letters or BARE) if crossing.stand.options else letters or short or BARE
        left = column - cell_len(name) // 2
        what = short_mark(crossing.what, self.pen)
        if crossing.stand.options and name == BARE:
            self._text((row, left), point_at(Text(OFFERED, "bold cyan"), crossing.stand))
        elif crossing.stand.options:
            self._text((row, left - 1), point_at(Text(f"[{name}]", "bold cyan"), crossing.stand))
            left += 1
        else:
            self._text((row, left), point_at(Text(name, "bold" if what else ""), crossing.stand))
        if what:
            said = Text.assemble((":", "dim"), what)
            self._text((row, left + cell_len(name)), point_at(said, crossing.stand))

    def _full_name(self, crossing: scenes.ScenePlace) -> None:
        """The whole name in place of its letters or beside its key, where nothing else stands; else the legend has it."""
        row, column = self.at[_point(crossing.at)]
        stand, name = crossing.stand, crossing.stand.name
        keyed = bool(stand.options and (_short(stand) or self.pen.key(stand)))
        first = last = column
        while not self._is_free((row, first - 1)):
            first -= 1
        while not self._is_free((row, last + 1)):
            last += 1
        beside = [last + 2, first - 1 - len(name)]
        bare = last - first < len(self.letters[name]) and not stand.options
        for left in [column - len(name) // 2, first, last + 1 - len(name)] if bare else beside:
            over = range(first, last + 1) if bare else ()
            around = [each for each in range(left - 1, left + len(name) + 1) if each not in over]
            if 0 <= left <= self.width - len(name) and all(self._is_free((row, each)) for each in around):
                self._text((row, left), point_at(Text(name), stand))
                return
        if not keyed:  # the menu has the names behind keys
            self.beyond.append(Text.assemble((self.letters[name], "bold"), " ", point_at(Text(name), stand)))

    def _is_free(self, cell: Cell) -> bool:
        return cell not in self.cells or self.cells[cell][0] in FREE_PLACE

    # -- spaces --------------------------------------------------------------------------------------------------

    def _space(self, place: scenes.ScenePlace, corners: Sequence[Point]) -> None:
        signs = point_at(Text(" ").join(short_mark((span,), self.pen) for span in place.what), place.stand)
        words = point_at(full_mark(place.what, self.pen), place.stand)
        free, more = self._rooms(corners, empty=""), self._rooms(corners, empty=FREE_PLACE)
        for parts, rooms in product(self._ways(place, words, signs), (free, more)):
            texts = [text for text in parts if text]
            where = _fit([text.cell_len for text in texts], rooms)
            if where is not None:
                for text, (row, left, right) in zip(texts, where, strict=True):
                    self._text((row, left + (right - left + 1 - text.cell_len) // 2), text)
                return
        if signs or place.stand.options:
            self.beyond.append(_joined([self._name(place), signs]))

    def _ways(self, place: scenes.ScenePlace, words: Text, signs: Text) -> Iterator[list[Text]]:
        """What can be written into a space, the most telling first: what stands there in `words` or in `signs`."""
        name = self._name(place)
        for what in (words, signs):
            yield [name, what]
            yield [_joined([name, what])]
        if not place.stand.options:
            yield [signs]
            return
        key = self.pen.key(place.stand) or OFFERED
        for text in (f"[{key}]", key):
            said = point_at(Text(text, "bold cyan"), place.stand)
            yield from ([said, signs], [Text.assemble(said, signs)])

    def _name(self, place: scenes.ScenePlace) -> Text:
        said = place.stand.name if place.label is None else place.label
        text = said + _region_signs(self.board).get(place.colour, "")
        if not place.stand.options:
            style = f"dim {span_text.STYLES.get(place.colour, '').removeprefix('bold').strip()}".strip()
            return point_at(Text(text, style), place.stand)
        key = self.pen.key(place.stand)
        return point_at(Text(f"[{key}]{text}" if key else f"[{text}]", "bold cyan"), place.stand)

    def _text(self, cell: Cell, text: Text) -> None:
        row, column = cell
        for place, sign in enumerate(text.plain):
            styles = (span.style for span in text.spans if span.start <= place < span.end)
            self.cells[row, column + place] = (sign, (text.style, *styles))

    def _rooms(self, around: Sequence[Point], *, empty: str) -> list[tuple[int, int, int]]:
        """The free stretches within a space, (row, first and last column), the nearest to its middle first.

        What is in `empty` may be written over: lines on which nothing is, where nothing else helps.
        """
        corners = [self.at[_point(each)] for each in around]
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
                there = ((column, self.cells.get((row, column))) for column in range(left + 1, right))
                free = [column for column, cell in there if cell is None or cell[0] in empty]
                if free and free[-1] - free[0] + 1 == len(free):
                    found.append((row, free[0], free[-1]))
        return sorted(found, key=lambda room: abs(room[0] - middle))[:_ROWS]


def _point(of: Sequence[float]) -> Point:
    return float(of[0]), float(of[1])


def _row(there: Mapping[int, tuple[str, Styles]]) -> Text:
    """A row of the drawing; what stands side by side in one style goes in at once."""
    signs = (there.get(column, (" ", ())) for column in range(max(there, default=-1) + 1))
    plain, spans = "", list[Span]()
    for styles, run in groupby(signs, key=itemgetter(1)):
        text = "".join(sign for sign, _ in run)
        spans += [Span(len(plain), len(plain) + len(text), style) for style in styles if style]
        plain += text
    return Text(plain, spans=spans)


def _short(stand: scenes.SceneTarget) -> str:
    """A name of three characters at most; empty where there is none."""
    names = (each for each in (stand.name, stand.id) if cell_len(each) == len(each) <= LETTERS)
    return next(names, "")


def _abbreviations(crossings: Sequence[scenes.ScenePlace]) -> dict[str, str]:
    """Three letters for each name that is too long, no two alike: the first ones, else the first two and one further on."""
    names = dict.fromkeys(each.stand.name for each in crossings)
    found, taken = dict[str, str](), {name.lower() for name in names if len(name) <= LETTERS}
    for name in names:
        signs = [sign for sign in name if sign.isalnum() and cell_len(sign) == 1]
        ways = ("".join((*signs[:2], each)) for each in signs[2:])
        letters = next((each for each in ways if each.lower() not in taken), "")
        if letters and cell_len(name) == len(name) > LETTERS:
            found[name] = letters
            taken.add(letters.lower())
    return found


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
    return Text(" ").join(part for part in parts if part)
