"""Tables, in columns as wide as they need; what is too wide for the picture goes on below, its rows named again."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from math import ceil
from typing import Final

from ruleset_core.drawing.box import Box, at, flow, stack
from ruleset_core.drawing.inline import inline, prose
from ruleset_core.drawing.lines import longest
from ruleset_core.drawing.pen import SIZE, Pen
from ruleset_core.drawing.svg import add, node
from ruleset_core.scenes import nodes as n

GAP: Final = 14.0
HEAD: Final = 12.0
HIGH: Final = 12
"""A table of more rows may go on beside itself."""
_NAME: Final = 240.0
"""The widest name of a row, unless there are no other columns."""

_NUMBER: Final = re.compile(r"[-−+]?\d+|[?·]|")

Columns = Sequence[int]


def table(given: n.Table, pen: Pen, width: float) -> Box:
    """A table, in as many parts as it needs."""
    name = max((_indent(row) + inline(_name(row), pen).width for row in given.rows), default=0)
    name = min(name, _NAME if given.heads else width)
    natural = [_natural(given, place, pen) for place in range(len(given.heads))]
    least = [_least(given, place) for place in range(len(given.heads))]
    parts = [*_parts(least, natural, width - name)]
    widths = [_widths(part, least, natural, width - name) for part in parts]
    return stack((_part(given, pen, part, name, wide, width) for part, wide in zip(parts, widths, strict=True)), 12)


def _name(row: n.Row) -> n.Spans:
    return (n.Span("", "", "", "arrow"), *row.name) if row.marked else row.name


def _indent(row: n.Row) -> float:
    """How far a name is moved in: blanks before it say that it belongs to a row above."""
    text = row.name[0].text if row.name else ""
    return (len(text) - len(text.lstrip())) * SIZE / 2


def _is_numbers(given: n.Table, place: int) -> bool:
    """Whether a column holds nothing but numbers: they stand below each other by their last figures."""
    cells = [row.cells[place] for row in given.rows]
    said = ["".join(span.text for span in cell) for cell in cells]
    return any(said) and all(map(_NUMBER.fullmatch, said)) and not any(span.sign for cell in cells for span in cell)


def _head(head: n.Head) -> n.Spans:
    return (n.Span(head.title, head.colour, "" if head.colour else "dim"),)


def _natural(given: n.Table, place: int, pen: Pen) -> float:
    cells = max((inline(row.cells[place], pen).width for row in given.rows), default=0)
    return max(cells, min(inline(_head(given.heads[place]), pen, size=HEAD).width, 110), 12.0)


def _least(given: n.Table, place: int) -> float:
    cells = max((longest(row.cells[place]) for row in given.rows), default=0)
    return max(cells, longest(_head(given.heads[place]), HEAD) * 1.17, 12.0)


def _parts(least: Sequence[float], natural: Sequence[float], room: float) -> Iterator[Columns]:
    """Which columns stand together: as many as there is room for, text of some length broken into lines."""
    part: list[int] = []
    x = 0.0
    for place, width in enumerate(least):
        wanted = min(natural[place], max(width, 90.0)) + GAP
        if part and x + wanted > room:
            yield part
            part, x = [], 0.0
        part.append(place)
        x += wanted
    yield part


def _widths(part: Columns, least: Sequence[float], natural: Sequence[float], room: float) -> dict[int, float]:
    """How wide columns are: as wide as they want where there is room, else the widest ones give way."""
    found = {place: natural[place] for place in part}
    over = sum(found.values()) + GAP * len(part) - room
    for place in sorted(part, key=lambda each: least[each] - natural[each]):
        if over <= 0:
            break
        give = min(found[place] - min(max(least[place], 60.0), found[place]), over)
        found[place] -= give
        over -= give
    return found


def _part(given: n.Table, pen: Pen, part: Columns, name: float, widths: dict[int, float], room: float) -> Box:
    """Some columns; a table much higher than wide goes on beside itself."""
    wide = name + sum(widths.values()) + GAP * len(part)
    long = len(given.rows) > HIGH and not given.sums
    beside = max(int((room + 2 * GAP) // (wide + 2 * GAP)), 1) if long else 1
    each = ceil(len(given.rows) / min(beside, ceil(len(given.rows) / (HIGH / 2))))
    blocks = [given.rows[start : start + each] for start in range(0, len(given.rows), each)]
    return flow([_block(given, rows, pen, part, name, widths) for rows in blocks], room + 1, 2 * GAP)


def _block(
    given: n.Table, rows: Sequence[n.Row], pen: Pen, part: Columns, name: float, widths: dict[int, float]
) -> Box:
    element = node("g")
    heads = {place: inline(_head(given.heads[place]), pen, widths[place], HEAD) for place in part}
    high = max((box.height for box in heads.values()), default=0)
    wide = name + sum(widths.values()) + GAP * len(part)
    right = {place for place in part if _is_numbers(given, place)}
    y = 0.0
    if any(given.heads[place].title for place in part):
        x = name + GAP
        for place, box in heads.items():
            element.append(at(box, x + (widths[place] - box.width if place in right else 0), high - box.height))
            x += widths[place] + GAP
        y = high + 3
        add(element, "path", d=f"M0 {y:.1f}H{wide:.1f}", class_="rule")
        y += 3
    for place, row in enumerate(rows):
        if given.sums and place == len(rows) - given.sums:
            add(element, "path", d=f"M0 {y + 1:.1f}H{wide:.1f}", class_="rule")
            y += 4
        line = _row(row, pen, part, name, widths, right)
        element.append(at(line, 0, y))
        y += line.height
    return Box(wide, y, element)


def _row(row: n.Row, pen: Pen, part: Columns, name: float, widths: dict[int, float], right: Container[int]) -> Box:
    wide = name + sum(widths.values()) + GAP * len(part)
    boxes = {place: inline(row.cells[place], pen, widths[place]) for place in part}
    indent = _indent(row)
    head = inline(_name(row), pen, name - indent)
    high = max([head.height, *(box.height for box in boxes.values())]) + 4
    element = node("g")
    add(element, "rect", width=wide, height=high - 1, rx=3, class_="hold")
    element.append(at(head, indent, 2))
    x = name + GAP
    for place, box in boxes.items():
        element.append(at(box, x + (widths[place] - box.width if place in right else 0), 2))
        x += widths[place] + GAP
    if row.stand.identity and not any(span.stand == row.stand for span in row.name):
        pen.thing(element, row.stand)
    return Box(wide, high, element)


def heading(text: str, pen: Pen, width: float) -> Box:
    """The title of a group."""
    return prose(text, pen, width, SIZE, "dim", bold=True)
