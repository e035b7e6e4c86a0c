"""Cards, dice and tables: pieces as lists, rows and piles; columns as wide as their content, the least important dropped first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import labelled, message, message_template
from ruleset_core.view.terminal import span_text
from ruleset_core.view.terminal.span_text import (
    TextPen,
    cut_line,
    has_options,
    merge_blocks,
    pack_parts,
    pad_line,
    point_at,
    widest_line,
    wrap_text,
)

# Tables: columns as wide as what stands in them; where there is too little room, the least important go.

NARROWEST_TEXT: Final = 24
"""The least columns in which a long text stands beside a row; else it stands below."""
BELOW: Final = 4
HIGH: Final = 8
"""Tables with more rows than this stand in several columns of rows where these fit."""
NOTHING: Final = frozenset({"", "0", span_text.EMPTY})
SHORT_HEAD: Final = 5


def draw_table(node: scenes.SceneTable, pen: TextPen, width: int) -> list[Text]:
    """The rows under their heads."""
    rows, left_out = _informative_rows(node.rows, pen)
    places = [at for at, head in enumerate(node.heads) if head.rank <= pen.rank]
    long = next((at for at in places if node.heads[at].wide), None)
    places = [at for at in places if at != long]
    seats = any(row.marked or row.own or row.stand.family == "seat" for row in rows)
    lead = [_lead(row, pen, seats=seats) for row in rows]
    told = {at: _says_colours(rows, at) for at in places}
    cells = [[_cell(row, at, node.heads[at], pen, by_row=told[at]) for at in places] for row in rows]
    texts = [point_at(pen.spans(row.cells[long]), row.stand) for row in rows] if long is not None else []
    heads = [node.heads[at] for at in places]
    heads, cells = _narrowed(heads, cells, widest_line(lead), width)
    lines: list[Text] = []
    for part in _parts(lead, heads, cells, width):
        shown = [[row[at] for at in part] for row in cells]
        head, body = _columns(lead, [_head(heads[at]) for at in part], shown, width)
        body = [point_at(line, row.stand) for line, row in zip(body, rows, strict=True)]
        if texts and not lines:
            body = _explained(body, texts, width)
        elif len(body) > HIGH and widest_line(body) * 2 + 3 <= width and not (left_out or node.sums):
            return _newspaper(head, body, width)
        if 0 < node.sums < len(body) and not left_out:
            body.insert(-node.sums, Text("─" * min(widest_line(body), width), "dim"))
        lines += [*([Text()] if lines else []), *([head] if head.plain.strip() else []), *body]
    if left_out:
        key = "terminal.rows_more" if not rows else "terminal.empty_rows"
        lines.append(Text(message(key, pen.lang, count=left_out), "dim"))
    return [cut_line(line, width) for line in lines]


def standings_line(node: scenes.SceneTable, pen: TextPen, width: int) -> str:
    """How the players stand, in so many columns: their names, then each column that says something of them, in the same order.

    Of other tables those with one column are told so. Empty where a table has more, or nothing of it fits. What has no room is
    skipped for what has.
    """
    of_seats = bool(node.rows) and all(row.stand.family == "seat" for row in node.rows)
    if not (of_seats or (len(node.rows) > 1 and len(node.heads) == 1 and not (node.heads[0].wide or node.sums))):
        return ""
    said = labelled(", ".join(pen.spans(row.name).plain for row in node.rows), "", pen.lang)
    none, between = len(said), " "
    for at, head in enumerate(node.heads):
        cells = [pen.spans(row.cells[at]).plain.strip() for row in node.rows]
        if head.rank > 1 or all(cell in {"", span_text.EMPTY} for cell in cells):
            continue
        values = (", " if any(" " in cell for cell in cells) else " ").join(cell or span_text.EMPTY for cell in cells)
        part = f"{between}{head.title} {values}"
        if cell_len(said + part) <= width:
            said, between = said + part, " · "
    return said if len(said) > none else ""


def row_parts(node: scenes.SceneTable, row: scenes.SceneRow, pen: TextPen) -> list[Text]:
    """A row of a player as parts: its name, then each column that says something of it; the lesser ones are left out."""
    cells = zip(node.heads, row.cells, strict=True)
    told = [(head, _cell(row, at, head, pen, by_row=False)) for at, (head, _) in enumerate(cells) if head.rank <= 1]
    parts = [
        point_at(Text.assemble((f"{head.title} " if head.title else "", "dim"), cell), row.stand)
        for head, cell in told
        if cell.plain.strip() not in {"", span_text.EMPTY}
    ]
    return [point_at(_lead(row, pen, seats=False), row.stand), *parts]


def _informative_rows(rows: Sequence[scenes.SceneRow], pen: TextPen) -> tuple[list[scenes.SceneRow], int]:
    """The rows that say something, where there is little room, and how many do not."""
    if not pen.tight or len(rows) <= HIGH // 2:
        return [*rows], 0
    found = [
        row
        for row in rows
        if row.marked or row.stand.options or any(pen.spans(cell).plain.strip() not in NOTHING for cell in row.cells)
    ]
    return found, len(rows) - len(found)


def _lead(row: scenes.SceneRow, pen: TextPen, *, seats: bool) -> Text:
    """What stands before a row: whose turn it is, what to type, its name, whether it is of who looks."""
    mark = ("▸ " if row.marked else "  ") if seats else ""
    named = any(span.stand == row.stand for span in row.name)
    you = f" ({message('terminal.you', pen.lang)})" if row.own else ""
    name = pen.spans(row.name)
    if row.own:
        name.stylize("bold")
    return Text.assemble((mark, "bold"), Text() if named else pen.keyed(row.stand), name, (you, "bold"))


def _says_colours(rows: Sequence[scenes.SceneRow], at: int) -> bool:
    """Whether rows say the colours of what stands in a column. A seat does if all there is of its seat: it may have blue cards, too."""
    return all(
        span.colour in {"", *(name.colour for name in row.name)}
        for row in rows
        if row.stand.family == "seat"
        for span in row.cells[at]
    )


def _cell(row: scenes.SceneRow, at: int, head: scenes.ColumnHead, pen: TextPen, *, by_row: bool) -> Text:
    """A cell. Colours that the head says, or the row, are not said again."""
    said = frozenset((head.colour, *(span.colour for span in row.name if by_row)))
    return pen.with_(said=said).spans(row.cells[at])


def _head(head: scenes.ColumnHead) -> Text:
    return Text(
        head.title, span_text.style_of(head.colour, "dim") if not head.colour else span_text.style_of(head.colour)
    )


def _narrowed(
    heads: list[scenes.ColumnHead], cells: list[list[Text]], lead: int, width: int
) -> tuple[list[scenes.ColumnHead], list[list[Text]]]:
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
    lead: Sequence[Text], heads: Sequence[scenes.ColumnHead], cells: Sequence[Sequence[Text]], width: int
) -> list[list[int]]:
    """Which columns stand together: all of them, unless what stands in them has no room; then the others come below."""
    sizes = [widest_line([row[at] for row in cells]) for at in range(len(heads))]
    first = widest_line(lead)
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
    inner = [widest_line([row[at] for row in cells]) for at in range(len(heads))]
    sizes = [max(size, head.cell_len) for size, head in zip(inner, heads, strict=True)]
    first, gap = widest_line(lead), 2
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
        made = pad_line(before, first)
        for part, size, on_right in zip(parts, sizes, right, strict=True):
            made.append(" " * gap).append_text(pad_line(_truncated(part, size), size, right=on_right))
        made.rstrip()
        return made

    return line(Text(), heads), [line(name, row) for name, row in zip(lead, cells, strict=True)]


def _truncated(part: Text, size: int) -> Text:
    if part.cell_len <= size:
        return part
    short = part.copy()
    short.truncate(max(size, 1))
    return short


def _is_numbers(cells: Sequence[Text]) -> bool:
    return all(cell.plain.strip("−-?·").isdecimal() or cell.plain in {"?", "·", ""} for cell in cells)


def _explained(body: Sequence[Text], texts: Sequence[Text], width: int) -> list[Text]:
    """Rows with texts behind them, or below where there is too little room."""
    used = widest_line(body) + 2
    below = width - used < NARROWEST_TEXT
    found: list[Text] = []
    for line, text in zip(body, texts, strict=True):
        parts = wrap_text(text, max(width - (BELOW if below else used), 8)) if text else []
        if below or not parts:
            found.append(line)
        else:
            found.append(pad_line(line, used).append_text(parts.pop(0)))
        found += [Text(" " * (BELOW if below else used)).append_text(part) for part in parts]
    return found


def _newspaper(head: Text, body: Sequence[Text], width: int) -> list[Text]:
    """Narrow rows in several columns."""
    size = max(widest_line(body), head.cell_len)
    many = min((width + 3) // (size + 3), -(-len(body) // HIGH))
    high = -(-len(body) // max(many, 1))
    top = [head] if head.plain.strip() else []
    strips = [[*top, *body[at : at + high]] for at in range(0, len(body), high)]
    return [cut_line(line, width) for line in merge_blocks(strips, sizes=[size] * len(strips))]


# Cards, dice and other pieces: as lists with all they say, in rows, as piles, as large dice.

BACK: Final = span_text.SIGNS["back"]
MANY_BACKS: Final = 6
DIE: Final = 9
"""Columns of a large die."""
MOST_DICE: Final = 8

SINGLE: Final = ("╭", "╮", "╰", "╯", "─", "│")
DOUBLE: Final = ("╔", "╗", "╚", "╝", "═", "║")
"""Corners and sides of a die; black ones have double lines, so that they are told without colours."""
PIPS: Final = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}


def draw_cards(node: scenes.SceneCards, pen: TextPen, width: int) -> list[Text]:
    """Pieces as they lie."""
    known = [card for card in node.cards if not card.back]
    if node.lies == "pile":
        return pack_parts([_pile(node, pen)], width)
    if pen.airy and _are_dice(node.cards) and (len(node.cards) * (DIE + 3)) <= width + 3:
        return _dice(node.cards, pen)
    listed = node.lies == "list" or (node.lies == "market" and pen.airy)
    told = pen.texts and any(card.text for card in known)
    in_order = any(one.back and not other.back for one, other in pairwise(node.cards))
    if known and not in_order and (told or (listed and not pen.tight)):
        return _listed(node, pen, width)
    return pack_parts([*_counted(node, pen)], width)


def _counted(node: scenes.SceneCards, pen: TextPen) -> Iterator[Text]:
    """The cards in a few words; of those that lie side by side and look the same the first one, with their number."""
    numbered = node.lies == "market"
    said = ((_short_name(card, pen, numbered=numbered), card) for card in _gathered(node, pen))
    for (_, own), run in groupby(said, key=lambda one: (one[0].plain, isinstance(one[1], Text) or has_options(one[1]))):
        several = [line for line, _ in run]
        if own or len(several) == 1:
            yield from several
        else:
            yield several[0].copy().append(f" ×{len(several)}", "dim")


def _gathered(node: scenes.SceneCards, pen: TextPen) -> list[scenes.SceneCard | Text]:
    """The cards, many backs together, and the empty places behind them."""
    shown: list[scenes.SceneCard | Text] = []
    for alike, run in groupby(node.cards, lambda card: card.back and not _is_own(card)):
        several = [*run]
        many = len(several)
        shown += [Text(f"{BACK}×{many}" if many > MANY_BACKS else BACK * many, "dim")] if alike else several
    if node.backs:
        shown.append(Text(f"({node.backs})", "dim"))
    missing = node.room - len(node.cards)
    if missing > 0 and not pen.tight:
        shown.append(Text(span_text.EMPTY * min(missing, 12), "dim"))
    return shown


def _is_own(card: scenes.SceneCard) -> bool:
    """Whether a back is told apart from others: it stands for an option, or something was told of it."""
    return bool(card.all_facts) or has_options(card)


def _short_name(card: scenes.SceneCard | Text, pen: TextPen, *, numbered: bool = False) -> Text:
    """A card in a few words: its name and what its facts say."""
    if isinstance(card, Text):
        return card
    line = Text.assemble(pen.keyed(card.stand))
    if numbered:
        line.append(f"{card.place + 1} ", "dim")
    line.append_text(_named(card, pen))
    facts = (
        []
        if pen.tight and pen.rank < 2
        else [pen.spans(_bare(fact)) for fact in card.all_facts if not _says(card, fact)]
    )
    told = Text(" ").join(fact for fact in facts if fact.plain.strip() not in {"", span_text.EMPTY})
    if told:
        line.append(" ").append_text(told)
    if card.under:
        line.append(" ").append_text(pen.spans(card.under))
    return point_at(line, card.stand)


def _says(card: scenes.SceneCard, fact: scenes.TextSpans) -> bool:
    """Whether a fact is the colour that is said already."""
    return any(span.stand is not None and span.colour and span.colour == card.colour for span in fact)


def _named(card: scenes.SceneCard, pen: TextPen) -> Text:
    """The name of a card in its colour, with the letter of it; a die by what it shows."""
    style, said = span_text.style_of(card.colour), span_text.colour_letter(card.colour, pen.lang)
    if card.back:
        return Text(BACK, "dim")
    if card.corner:
        return pen.spans(card.corner)
    if card.halves:
        return Text(f"[{'|'.join(map(str, card.halves))}]", style or "bold")
    if card.pips is not None:
        return Text(f"{said} {card.pips}".strip(), style or "bold")
    return Text(f"{said} {card.name}".strip(), style)


def _bare(fact: scenes.TextSpans) -> scenes.TextSpans:
    """A fact without its label where a column has that for a head."""
    return fact[1:] if len(fact) > 1 and _is_label(fact[0]) else fact


def _is_label(span: scenes.TextSpan) -> bool:
    return span.style == "dim" and not span.sign and span.text.endswith(" ")


def _listed(node: scenes.SceneCards, pen: TextPen, width: int) -> list[Text]:
    """One below the other: facts in columns, texts behind them."""
    shown = [card for card in node.cards if not card.back]
    many = max(len(card.all_facts) for card in shown)
    even = all(len(card.all_facts) == many for card in shown)
    heads, rows = [], []
    for at in range(many if even else 0):
        labels = {card.all_facts[at][0].text.strip() for card in shown if _is_label(card.all_facts[at][0])}
        heads.append(scenes.ColumnHead(labels.pop() if len(labels) == 1 else "", rank=1 + (at > 2)))
    wanted = [at for at in range(len(heads)) if not all(_says(card, card.all_facts[at]) for card in shown)]
    under = any(card.under for card in shown)
    text = pen.texts and any(card.text for card in shown)
    for card in shown:
        cells = [_bare(card.all_facts[at]) if heads[at].title else card.all_facts[at] for at in wanted]
        if not even:
            cells = [tuple(span for fact in card.all_facts for span in (*fact, scenes.TextSpan(" ")))]
        cells += [card.under] if under else []
        cells += [(scenes.TextSpan(card.text, style="dim"),)] if text else []
        rows.append(scenes.SceneRow(card.stand, _name_spans(card, node, pen), tuple(cells)))
    titles = [heads[at] for at in wanted] if even else [scenes.ColumnHead("")]
    titles += [scenes.ColumnHead("")] if under else []
    titles += [scenes.ColumnHead("", wide=True)] if text else []
    lines = draw_table(scenes.SceneTable(tuple(titles), tuple(rows)), pen.with_(tight=False), width)
    rest = [each for each in _gathered(node, pen) if isinstance(each, Text) or each.back]
    return lines + pack_parts([_short_name(each, pen) for each in rest], width)


def _name_spans(card: scenes.SceneCard, node: scenes.SceneCards, pen: TextPen) -> scenes.TextSpans:
    place = (scenes.TextSpan(f"{card.place + 1} ", style="dim"),) if node.lies == "market" else ()
    return (*place, scenes.TextSpan(_named(card, pen).plain, card.colour))


def _pile(node: scenes.SceneCards, pen: TextPen) -> Text:
    """How many lie there, what lies on top, and what is known of the rest."""
    line = pen.keyed(node.stand).append(str(len(node.cards)), "bold")
    known = [place for place, card in enumerate(node.cards) if not card.back]
    line.append(f" {BACK}" if len(known) < len(node.cards) else "", "dim")
    line.append(f" ({node.backs})" if node.backs else "", "dim")
    if not known:
        return line if node.cards else pen.keyed(node.stand).append(span_text.EMPTY, "dim")
    top = node.cards[-1]
    if len(known) == len(node.cards):
        shown = _short_name(top, pen.with_(rank=1, tight=True))
        return (
            line.append("  ")
            .append_text(Text(message_template("terminal.on_top", pen.lang).partition("{what}")[0], "dim"))
            .append_text(shown)
        )
    ends = [*reversed(node.cards[known[0] :])]
    told = [Text("?") if card.back else _short_name(card, pen.with_(rank=1, tight=True)) for card in ends]
    line.append("  " + message("terminal.from_top", pen.lang, what=""), "dim")
    return line.append_text(Text(", ").join(told))


# -- dice ---------------------------------------------------------------------------------------------------------------


def _are_dice(shown: Sequence[scenes.SceneCard]) -> bool:
    return 0 < len(shown) <= MOST_DICE and all(card.pips in PIPS and card.sign == "die" for card in shown)


def _dice(shown: Sequence[scenes.SceneCard], pen: TextPen) -> list[Text]:
    """Large dice side by side; what is said of each stands below it."""
    return merge_blocks([_die(card, pen) for card in shown])


def _die(card: scenes.SceneCard, pen: TextPen) -> list[Text]:
    style = span_text.style_of(card.colour)
    nw, ne, sw, se, bar, side = DOUBLE if card.colour == "black" else SINGLE
    key = f" {pen.key(card.stand)} " if pen.key(card.stand) else ""
    lines = [Text(nw + key.center(DIE - 2, bar) + ne, style)]
    lines += [Text(f"{side}{row}{side}", style) for row in PIPS[card.pips or 1]]
    lines.append(Text(sw + bar * (DIE - 2) + se, style))
    below = [_named(card, pen)]
    below += [
        row
        for spans in (*card.all_facts, card.under)
        if not _says(card, spans)
        for row in wrap_text(pen.spans(spans), DIE + 2)
    ]
    lines += [pad_line(Text(" " * max((DIE - each.cell_len) // 2, 0)).append_text(each), DIE) for each in below if each]
    return [point_at(line, card.stand) for line in lines]
