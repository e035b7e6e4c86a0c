"""Tables: columns as wide as what stands in them; where there is too little room, the least important go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from ruleset_core.scenes import nodes as n
from ruleset_core.terminal import inks
from ruleset_core.terminal.flow import cut, merged, padded, widest, wrap
from ruleset_core.terminal.pen import Pen
from ruleset_core.terminal.pointing import pointed
from ruleset_core.terminal.words import say

LEAST: Final = 24
"""The least columns in which a long text stands beside a row; else it stands below."""
BELOW: Final = 4
HIGH: Final = 8
"""Tables with more rows than this stand in several columns of rows where these fit."""
NOTHING: Final = frozenset({"", "0", inks.EMPTY})
SHORT_HEAD: Final = 5


def table(node: n.Table, pen: Pen, width: int) -> list[Text]:
    """The rows under their heads."""
    rows, left_out = _telling(node.rows, pen)
    places = [at for at, head in enumerate(node.heads) if head.rank <= pen.rank]
    long = next((at for at in places if node.heads[at].wide), None)
    places = [at for at in places if at != long]
    seats = any(row.marked or row.own or row.stand.family == "seat" for row in rows)
    lead = [_lead(row, pen, seats=seats) for row in rows]
    told = {at: _says_colours(rows, at) for at in places}
    cells = [[_cell(row, at, node.heads[at], pen, by_row=told[at]) for at in places] for row in rows]
    texts = [pointed(pen.spans(row.cells[long]), row.stand) for row in rows] if long is not None else []
    heads = [node.heads[at] for at in places]
    heads, cells = _narrowed(heads, cells, widest(lead), width)
    lines: list[Text] = []
    for part in _parts(lead, heads, cells, width):
        shown = [[row[at] for at in part] for row in cells]
        head, body = _columns(lead, [_head(heads[at]) for at in part], shown, width)
        body = [pointed(line, row.stand) for line, row in zip(body, rows, strict=True)]
        if texts and not lines:
            body = _explained(body, texts, width)
        elif len(body) > HIGH and widest(body) * 2 + 3 <= width and not (left_out or node.sums):
            return _newspaper(head, body, width)
        if 0 < node.sums < len(body) and not left_out:
            body.insert(-node.sums, Text("─" * min(widest(body), width), "dim"))
        lines += [*([Text()] if lines else []), *([head] if head.plain.strip() else []), *body]
    if left_out:
        key = "rows_more" if not rows else "empty_rows"
        lines.append(Text(say(key, pen.lang, left_out), "dim"))
    return [cut(line, width) for line in lines]


def in_line(node: n.Table, pen: Pen, width: int) -> str:
    """How the players stand, in so many columns: their names, then each column that says something of them, in the same order.

    Of other tables those with one column are told so. Empty where a table has more, or nothing of it fits. What has no room is
    skipped for what has.
    """
    of_seats = bool(node.rows) and all(row.stand.family == "seat" for row in node.rows)
    if not (of_seats or (len(node.rows) > 1 and len(node.heads) == 1 and not (node.heads[0].wide or node.sums))):
        return ""
    said = ", ".join(pen.spans(row.name).plain for row in node.rows) + ":"
    none, between = len(said), " "
    for at, head in enumerate(node.heads):
        cells = [pen.spans(row.cells[at]).plain.strip() for row in node.rows]
        if head.rank > 1 or all(cell in {"", inks.EMPTY} for cell in cells):
            continue
        values = (", " if any(" " in cell for cell in cells) else " ").join(cell or inks.EMPTY for cell in cells)
        part = f"{between}{head.title} {values}"
        if cell_len(said + part) <= width:
            said, between = said + part, " · "
    return said if len(said) > none else ""


def _telling(rows: Sequence[n.Row], pen: Pen) -> tuple[list[n.Row], int]:
    """The rows that say something, where there is little room, and how many do not."""
    if not pen.tight or len(rows) <= HIGH // 2:
        return [*rows], 0
    found = [
        row
        for row in rows
        if row.marked or row.stand.options or any(pen.spans(cell).plain.strip() not in NOTHING for cell in row.cells)
    ]
    return found, len(rows) - len(found)


def _lead(row: n.Row, pen: Pen, *, seats: bool) -> Text:
    """What stands before a row: whose turn it is, what to type, its name, whether it is of who looks."""
    mark = ("▸ " if row.marked else "  ") if seats else ""
    named = any(span.stand == row.stand for span in row.name)
    you = f" ({say('you', pen.lang)})" if row.own else ""
    name = pen.spans(row.name)
    if row.own:
        name.stylize("bold")
    return Text.assemble((mark, "bold"), Text() if named else pen.keyed(row.stand), name, (you, "bold"))


def _says_colours(rows: Sequence[n.Row], at: int) -> bool:
    """Whether rows say the colours of what stands in a column. A seat does if all there is of its seat: it may have blue cards, too."""
    return all(
        span.colour in {"", *(name.colour for name in row.name)}
        for row in rows
        if row.stand.family == "seat"
        for span in row.cells[at]
    )


def _cell(row: n.Row, at: int, head: n.Head, pen: Pen, *, by_row: bool) -> Text:
    """A cell. Colours that the head says, or the row, are not said again."""
    said = frozenset((head.colour, *(span.colour for span in row.name if by_row)))
    return pen.with_(said=said).spans(row.cells[at])


def _head(head: n.Head) -> Text:
    return Text(head.title, inks.style(head.colour, "dim") if not head.colour else inks.style(head.colour))


def _narrowed(
    heads: list[n.Head], cells: list[list[Text]], lead: int, width: int
) -> tuple[list[n.Head], list[list[Text]]]:
    """Without the columns of the highest ranks, until the rest fits."""
    while len(heads) > 1 and max(head.rank for head in heads) > 1:
        sizes = [max(SHORT_HEAD, *(row[at].cell_len for row in cells)) if cells else 0 for at in range(len(heads))]
        if lead + sum(size + 1 for size in sizes) <= width:
            break
        worst = max(head.rank for head in heads)
        at = max(place for place, head in enumerate(heads) if head.rank == worst)
        heads = heads[:at] + heads[at + 1 :]
        cells = [row[:at] + row[at + 1 :] for row in cells]
    return heads, cells


def _parts(
    lead: Sequence[Text], heads: Sequence[n.Head], cells: Sequence[Sequence[Text]], width: int
) -> list[list[int]]:
    """Which columns stand together: all of them, unless what stands in them has no room; then the others come below."""
    sizes = [widest([row[at] for row in cells]) for at in range(len(heads))]
    first = widest(lead)
    if first + sum(max(size, 1) + 1 for size in sizes) <= width:
        return [[*range(len(heads))]]
    parts: list[list[int]] = [[]]
    used = first
    for at, size in enumerate(sizes):
        wanted = max(size, min(cell_len(heads[at].title), SHORT_HEAD)) + 1
        if parts[-1] and used + wanted > width:
            parts.append([])
            used = first
        parts[-1].append(at)
        used += wanted
    return parts


def _columns(
    lead: Sequence[Text], heads: Sequence[Text], cells: Sequence[Sequence[Text]], width: int
) -> tuple[Text, list[Text]]:
    """The line of heads, and a line for each row. Where they do not fit, heads are shortened."""
    inner = [widest([row[at] for row in cells]) for at in range(len(heads))]
    sizes = [max(size, head.cell_len) for size, head in zip(inner, heads, strict=True)]
    first, gap = widest(lead), 2
    if first + sum(size + gap for size in sizes) > width:
        gap = 1
    over = first + sum(size + gap for size in sizes) - width
    while over > 0:
        at = max(range(len(sizes)), key=lambda place: sizes[place] - inner[place], default=0)
        if not sizes or sizes[at] <= max(inner[at], 1):
            break
        sizes[at] -= 1
        over -= 1
    right = [_is_numbers([row[at] for row in cells]) for at in range(len(heads))]

    def line(before: Text, parts: Sequence[Text]) -> Text:
        made = padded(before, first)
        for part, size, on_right in zip(parts, sizes, right, strict=True):
            made.append(" " * gap).append_text(padded(_short(part, size), size, right=on_right))
        made.rstrip()
        return made

    return line(Text(), heads), [line(name, row) for name, row in zip(lead, cells, strict=True)]


def _short(part: Text, size: int) -> Text:
    if part.cell_len <= size:
        return part
    short = part.copy()
    short.truncate(max(size, 1))
    return short


def _is_numbers(cells: Sequence[Text]) -> bool:
    return all(cell.plain.strip("−-?·").isdecimal() or cell.plain in {"?", "·", ""} for cell in cells)


def _explained(body: Sequence[Text], texts: Sequence[Text], width: int) -> list[Text]:
    """Rows with texts behind them, or below where there is too little room."""
    used = widest(body) + 2
    below = width - used < LEAST
    found: list[Text] = []
    for line, text in zip(body, texts, strict=True):
        parts = wrap(text, max(width - (BELOW if below else used), 8)) if text else []
        if below or not parts:
            found.append(line)
        else:
            found.append(padded(line, used).append_text(parts.pop(0)))
        found += [Text(" " * (BELOW if below else used)).append_text(part) for part in parts]
    return found


def _newspaper(head: Text, body: Sequence[Text], width: int) -> list[Text]:
    """Narrow rows in several columns."""
    size = max(widest(body), head.cell_len)
    many = min((width + 3) // (size + 3), -(-len(body) // HIGH))
    high = -(-len(body) // max(many, 1))
    top = [head] if head.plain.strip() else []
    strips = [[*top, *body[at : at + high]] for at in range(0, len(body), high)]
    return [cut(line, width) for line in merged(strips, sizes=[size] * len(strips))]
