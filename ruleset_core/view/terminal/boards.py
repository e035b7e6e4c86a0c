"""Boards: chooses a drawing that fits, with a legend; else lists what stands on each place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rich.text import Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.scene.scene_items import seat_mark
from ruleset_core.view.terminal import span_text
from ruleset_core.view.terminal.planar_boards import draw_plan, regions_line
from ruleset_core.view.terminal.span_text import (
    TextPen,
    cell_names,
    cut_line,
    full_mark,
    has_lines,
    mark_lines,
    pack_parts,
    pad_line,
    point_at,
    short_mark,
    widest_line,
    wrap_text,
)
from ruleset_core.view.terminal.square_grids import draw_squares

WIDEST: Final = 30
"""Columns of the widest cell."""
LINES: Final = 6
MOST_LINES: Final = 9
"""Lines of the highest cell in which something stands on lines of its own."""
EMPTY_SIZE: Final = 6
"""Columns of cells in which nothing is, beside cells with lines."""
FREE: Final = "+"
"""Stands on an empty place that can be chosen, where many can."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _BoardCells:
    """The cells of a board by place, the names of its columns and rows."""

    cells: Mapping[Spot, list[Text]]
    east: Sequence[float]
    south: Sequence[float]
    columns: Mapping[float, str]
    rows: Mapping[float, str]
    sizes: Mapping[float, int]


def draw_grid(node: scenes.SceneBoard, pen: TextPen, width: int) -> list[Text] | None:
    """The board; None where it is too wide."""
    places = _within(node.places)
    for short in (False, True):
        sheet = _sheet(places, pen, width, short=short)
        margin = max((len(each) for each in sheet.rows.values()), default=0) + 1
        if node.shape == "hexes":
            lines = _hexes(sheet, margin)
        elif (pen.airy or (pen.texts and _is_rich(places))) and margin + sum(
            size + 1 for size in sheet.sizes.values()
        ) + 1 <= width:
            lines = _ruled(sheet, margin)
        else:
            lines = _bare(sheet, margin)
        if widest_line(lines) <= width:
            return lines
    return None


def _within(places: Sequence[scenes.ScenePlace]) -> Sequence[scenes.ScenePlace]:
    """The places without outer rows and columns on which nothing is, where cells hold more than a sign."""
    if not any(_is_rich((place,)) or sum(len(span.text) for span in place.what) > 2 * LINES for place in places):
        return places
    used = [place.at for place in places if place.what or place.stand.options]
    west, east = min(x for x, _ in used), max(x for x, _ in used)
    north, south = min(y for _, y in used), max(y for _, y in used)
    return [place for place in places if west <= place.at[0] <= east and north <= place.at[1] <= south]


def _is_rich(places: Sequence[scenes.ScenePlace]) -> bool:
    """Whether cells have lines of their own: they keep their boxes where there are texts elsewhere."""
    return any(has_lines(place.what) for place in places)


def _sheet(places: Sequence[scenes.ScenePlace], pen: TextPen, width: int, *, short: bool) -> _BoardCells:
    east = sorted({place.at[0] for place in places})
    south = sorted({place.at[1] for place in places})
    many = max((sum(place.at[1] == y for place in places) for y in south), default=1)
    columns, rows = cell_names(places)
    full = {place.at[0] for place in places if has_lines(place.what)}
    free = (len(east) - len(full)) * (EMPTY_SIZE + 1)
    room = min(max((width - 3 - free) // len(full) - 1 if full else (width - 3) // many - 3, 1), WIDEST)
    cells = {
        place.at: [point_at(line, place.stand) for line in _cell(place, pen, room, named=not columns, short=short)]
        for place in places
    }
    wide = {x: max((widest_line(cell) for at, cell in cells.items() if at[0] == x), default=1) for x in east}
    if not full:
        wide = dict.fromkeys(east, max(wide.values(), default=1))
    return _BoardCells(cells, east, south, columns, rows, {x: max(size, 3) for x, size in wide.items()})


def _cell(place: scenes.ScenePlace, pen: TextPen, room: int, *, named: bool, short: bool) -> list[Text]:
    """What stands on a place; in brackets where it can be chosen."""
    key = pen.key(place.stand)
    if has_lines(place.what) and not short:
        lines = mark_lines(place.what, pen if pen.airy else pen.with_(texts=False))
        boxed = pen.airy or pen.texts
        lines[0] = Text.assemble(pen.keyed(place.stand), lines[0])
        if not boxed:
            return [Text(" ").append_text(cut_line(Text(" ").join(lines), room - 2)).append(" ")]
        return [Text(" ").append_text(part).append(" ") for line in lines for part in wrap_text(line, room - 2)][
            :MOST_LINES
        ]
    what = short_mark(place.what, pen) if short else full_mark(place.what, pen)
    if what.cell_len > room and pen.airy and not short:
        lines = wrap_text(Text.assemble(pen.keyed(place.stand), what), room)
        return [line.copy() for line in lines[:LINES]]
    if what.cell_len > room:
        what = short_mark(place.what, pen)
    if what.cell_len > room:
        what.truncate(room, overflow="ellipsis")
    if place.stand.options and (what or key):
        return [Text.assemble("[", what or (key, "bold cyan"), "]")]
    if what:
        return [Text(" ").append_text(what).append(" ")]
    if place.stand.options:
        return [Text(f" {FREE} ", "bold cyan")]
    empty = span_text.colour_letter(place.colour, pen.lang).lower() or (
        place.stand.name[:room] if named else span_text.EMPTY
    )
    return [Text(f" {empty} ", span_text.style_of(place.colour) or "dim")]


def _middle(cell: Text, size: int) -> Text:
    return pad_line(Text(" " * max((size - cell.cell_len) // 2, 0)).append_text(cell), size)


def _bare(sheet: _BoardCells, margin: int) -> list[Text]:
    """A line for each row of cells, without anything between them."""
    lines = []
    for y in sheet.south:
        line = Text(f"{sheet.rows.get(y, ''):>{margin - 1}} ", "dim")
        for x in sheet.east:
            cell = sheet.cells.get((x, y), [Text()])
            line.append_text(_middle(cell[0] if cell else Text(), sheet.sizes[x]))
        line.rstrip()
        lines.append(line)
    return [*lines, *_letters(sheet, margin, 0)]


def _letters(sheet: _BoardCells, margin: int, gap: int) -> list[Text]:
    if not sheet.columns:
        return []
    names = (" " * gap + sheet.columns.get(x, "").center(sheet.sizes[x]) for x in sheet.east)
    return [Text((" " * margin + "".join(names)).rstrip(), "dim")]


def _ruled(sheet: _BoardCells, margin: int) -> list[Text]:
    """Rows of cells with lines between them."""
    lines = [_rule(sheet, margin, "┌┬┐")]
    for place, y in enumerate(sheet.south):
        high = max(len(sheet.cells.get((x, y), ())) for x in sheet.east)
        for at in range(high):
            line = Text(f"{sheet.rows.get(y, '') if not at else '':>{margin - 1}} ", "dim")
            for x in sheet.east:
                cell = sheet.cells.get((x, y))
                size = sheet.sizes[x]
                inside = Text("░" * size, "dim") if cell is None else _at(cell, at, size)
                line.append("│", "dim").append_text(inside)
            lines.append(line.append("│", "dim"))
        lines.append(_rule(sheet, margin, "├┼┤" if place < len(sheet.south) - 1 else "└┴┘"))
    return [*lines, *_letters(sheet, margin, 1)]


def _at(cell: Sequence[Text], at: int, size: int) -> Text:
    if at >= len(cell):
        return Text(" " * size)
    return _middle(cell[at], size) if len(cell) == 1 else pad_line(cell[at], size)


def _rule(sheet: _BoardCells, margin: int, corners: str) -> Text:
    line = corners[1].join("─" * sheet.sizes[x] for x in sheet.east)
    return Text(f"{' ' * margin}{corners[0]}{line}{corners[2]}", style="dim")


def _hexes(sheet: _BoardCells, margin: int) -> list[Text]:
    """Rows that lean: each cell stands between two of the row below it."""
    size = max(sheet.sizes.values(), default=1)
    pitch = size + size % 2
    west = min(sheet.east, default=0)
    lines = []
    for y in sheet.south:
        line = Text()
        there = sorted(x for x, row in sheet.cells if row == y)
        for x in there:
            at = margin + round((x - west) * pitch)
            if x == there[0]:
                name = f"{sheet.rows.get(y, '')} "
                line.append(" " * (at - len(name)) + name, "dim")
            line.append(" " * max(at - line.cell_len, 0)).append_text(sheet.cells[x, y][0])
        line.rstrip()
        lines.append(line)
    names = Text(style="dim")
    for x, name in sorted(sheet.columns.items()):
        at = margin + round((x - west) * pitch) + 1
        names.append(" " * max(at - names.cell_len, 0) + name)
    return [*lines, *([names] if sheet.columns else [])]


# -- Boards ------------------------------------------------------------------------------------------------------------


def draw_board(node: scenes.SceneBoard, pen: TextPen, width: int) -> tuple[list[Text], list[Text]]:
    """A board, or what stands on it as a list where it is too wide; and its legend."""
    key = id(node), width, pen.airy, pen.texts, pen.tight
    of, lines, legend = pen.boards.get(key, (None, [], []))
    if of is not node:
        lines, legend = _board(node, pen, width)
        pen.boards[key] = node, lines, legend
    return [*lines], [*legend]


def _board(node: scenes.SceneBoard, pen: TextPen, width: int) -> tuple[list[Text], list[Text]]:
    regions: list[Text] = []
    if node.shape in {"spaces", "stacks", "pegs", "ring"}:
        stacks = _draw_stacks(node, pen, width) if node.shape == "stacks" else []
        drawn: list[Text] | None = stacks or [*_draw_spaces(node, pen, width)]
    elif node.shape != "plan":
        drawn = draw_grid(node, pen, width)
    elif (drawn := draw_squares(node, pen, width)) is None and (drawn := draw_plan(node, pen, width)) is not None:
        regions = [regions_line(node, pen)]
    said = [pen.spans(each) for each in node.legend]
    return drawn or list_places(node, pen, width), pack_parts([*regions, *_seats(node, pen), *said], width)


def _draw_stacks(node: scenes.SceneBoard, pen: TextPen, width: int) -> list[Text]:
    """Each row of long spaces in columns, their labels above what lies there; nothing where there is no room for that."""
    labels = [Text(place.stand.name if place.label is None else place.label, "dim") for place in node.places]
    for short in (False, True):
        cells = [point_at(_cell(place, pen, width, named=False, short=short)[0], place.stand) for place in node.places]
        size = widest_line([*labels, *cells]) + (not short)
        lines: dict[tuple[float, int], Text] = {}
        for place, *parts in zip(node.places, labels, cells, strict=True):
            for below, part in enumerate(parts):
                lines.setdefault((place.at[1], below), Text()).append_text(_middle(part, size))
        if widest_line([*lines.values()]) <= width:
            return [*lines.values()]
    return []


def _draw_spaces(node: scenes.SceneBoard, pen: TextPen, width: int) -> Iterator[Text]:
    """Each row of spaces on a line: `1 X  2 ·  3 O`."""
    rows = groupby(node.places, key=lambda place: place.at[1])
    for _, places in rows:
        told = []
        for place in places:
            what = full_mark(place.what, pen) if place.what else Text(span_text.EMPTY, "dim")
            label = place.stand.name if place.label is None else place.label
            parts = (pen.keyed(place.stand), (f"{label} " if label else "", "dim"), what)
            told.append(point_at(Text.assemble(*parts), place.stand))
        yield from pack_parts(told, width)


def list_places(node: scenes.SceneBoard, pen: TextPen, width: int) -> list[Text]:
    """What stands on a board, place by place."""
    told = [
        _place_line(place.stand, place.what, pen) for place in (*node.places, *node.crossings) if _has_content(place)
    ]
    told += [_place_line(edge.stand, edge.what, pen) for edge in node.edges if edge.what or edge.stand.options]
    return pack_parts(told, width) or [Text(span_text.EMPTY, "dim")]


def _has_content(place: scenes.ScenePlace) -> bool:
    return bool(place.what or place.stand.options)


def _place_line(stand: scenes.SceneTarget, what: scenes.TextSpans, pen: TextPen) -> Text:
    return point_at(Text.assemble(pen.keyed(stand), (stand.name, "dim"), " ", pen.spans(what)), stand)


def _seats(node: scenes.SceneBoard, pen: TextPen) -> Iterator[Text]:
    """Whose sign is whose, where seats stand on places."""
    there = (*(place.what for place in (*node.places, *node.crossings)), *(edge.what for edge in node.edges))
    spans = [span for what in there for span in what]
    if any(span.stand is not None and span.stand.family == "seat" and not span.sign for span in spans):
        for seat, name in enumerate(pen.players):
            yield Text.assemble((seat_mark(seat, len(pen.players)), "bold"), f" {name}")
