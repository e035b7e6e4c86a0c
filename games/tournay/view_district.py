"""Districts: the own one as cards on their spaces, those of the others in short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from games.tournay.view_cells import filled, row, wrapped
from games.tournay.view_model import CARD, SIDE, Stack, Table, Town
from games.tournay.view_words import word
from ruleset_core.cli.view_kit import UNKNOWN, linear

MARKS: Final = {"citizen": "●", "grey": "○", "damage": "✗"}

_NARROW: Final = 6
_WIDEST: Final = 60
_FRAME: Final = 4
_ROOM_FOR_TEXT: Final = 20
_LINES: Final = 5
_CORNERS: Final = 4
_SHORT: Final = 2


def district_lines(lying: Mapping[str, Stack], table: Table, town: Town, width: int) -> list[Text]:
    """The cards of a district where they lie, and between and beside them the spaces on which one can still be laid."""
    free = town.free(set(lying))
    if not lying:
        return [Text(word("nothing", town.lang).format(", ".join(sorted(free))), "dim")]
    rows, columns = ({place: any(town.place[each][axis] == place for each in lying)
                      for place in sorted({town.place[each][axis] for each in (*lying, *free)})}
                     for axis in (0, 1))  # fmt: skip
    narrow = sum(_NARROW for taken in columns.values() if not taken) + len(columns) - 1
    wide = min((width - narrow) // sum(columns.values()), _WIDEST)
    widths = [wide if taken else _NARROW for taken in columns.values()]
    lines: list[Text] = []
    for line, taken in rows.items():
        spaces = [town.space[line, column] for column in columns]
        inside = {each: _inside(lying[each], table, town, wide - _FRAME) for each in spaces if each in lying}
        height = max((len(each) for each in inside.values()), default=0) if taken else 0
        cells = []
        for space, size in zip(spaces, widths, strict=True):
            if space in inside:
                cells.append(_box(space, lying[space], inside[space], town, size, height))
            else:
                label = filled(Text(f"· {space} ·" if space in free else "", "dim"), size, centred=True)
                cells.append([*[Text()] * ((height + 1) // 2 if taken else 0), label])
        lines += row(cells, widths, 1)
    return lines


def _inside(stack: Stack, table: Table, town: Town, width: int) -> list[Text]:
    """What stands on a card: its name, what it is and does, what is on it and below it."""
    below = word("below", town.lang).format(stack.below) if stack.below else ""
    if stack.top is None:
        return wrapped(f"{UNKNOWN} {below}", width)
    card = stack.top
    lines = wrapped(town.called(CARD, card), width, town.colour(CARD, card).style)
    lines += wrapped(f"{town.names.of('card_type', town.fact(card, 'type'))}, {worth(card, town)}", width)
    if width >= _ROOM_FOR_TEXT:
        lines += wrapped(town.names.card_text(card), width, "dim", _LINES)
    token = table.token.get(card)
    if token is not None:
        lines += wrapped(f"{MARKS.get(token, UNKNOWN)} {town.names.of('occupant', token)}", width, "bold")
    return lines + wrapped(below, width, "dim")


def worth(card: str, town: Town) -> str:
    """`1 pt`: the printed points; `2/1`: what each element brings to the builder and to the others."""
    if town.fact(card, "builder") is not None:
        return "/".join(town.names.figure(CARD, card, fact) for fact in ("builder", "other"))
    return word("point", town.lang).format(town.names.figure(CARD, card, "points"))


def _box(space: str, stack: Stack, inside: list[Text], town: Town, width: int, height: int) -> list[Text]:
    """A card with the label of its space and its deck in the upper edge."""
    deck = town.level(stack.top) if stack.top else UNKNOWN
    style = town.colour(CARD, stack.top).style if stack.top else ""
    edge = "─" * (width - len(space) - len(deck) - _CORNERS - _SHORT)
    lines = [Text.assemble(("╭ ", "dim"), (space, "bold"), (f" {edge} ", "dim"), (deck, style), (" ╮", "dim"))]
    for at in range(height):
        line = inside[at] if at < len(inside) else Text()
        lines.append(Text.assemble(("│ ", "dim"), filled(line, width - _FRAME), (" │", "dim")))
    return [*lines, Text("╰" + "─" * (width - _SHORT) + "╯", "dim")]


def short_lines(lying: Mapping[str, Stack], table: Table, town: Town, width: int) -> list[Text]:
    """A district of another player: `c3 Y Market ● +1`, one card beside the other as they lie."""
    if not lying:
        return []
    rows, columns = (sorted({town.place[each][axis] for each in lying}) for axis in (0, 1))
    wide = (width - SIDE * _SHORT) // SIDE
    if linear():
        return [line for each in sorted(lying) for line in _short(each, lying[each], table, town, width)]
    lines: list[Text] = []
    for line in range(rows[0], rows[-1] + 1):
        spaces = [town.space[line, column] for column in range(columns[0], columns[-1] + 1)]
        cells = [_short(each, lying[each], table, town, wide) if each in lying else [] for each in spaces]
        lines += [Text("  ").append_text(each) for each in row(cells, [wide] * len(cells), _SHORT)]
    return lines


def _short(space: str, stack: Stack, table: Table, town: Town, width: int) -> list[Text]:
    parts = [UNKNOWN] if stack.top is None else [town.called(CARD, stack.top)]
    token = table.token.get(stack.top or "")
    parts += [MARKS.get(token, UNKNOWN)] if token else []
    parts += [f"+{stack.below}"] if stack.below else []
    colour = town.colour(CARD, stack.top) if stack.top else None
    head = f"{space} {colour.letter if colour else UNKNOWN} "
    lines = wrapped(" ".join(parts), width - len(head), colour.style if colour else "")
    return [Text.assemble((head if at == 0 else " " * len(head), "dim"), line) for at, line in enumerate(lines)]
