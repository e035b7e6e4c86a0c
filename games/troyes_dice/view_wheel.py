"""The wheel of Troyes Dice: the four dice of this half-day, the plazas around them and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from games.troyes_dice.view_model import SLOTS, Town, Wheel
from games.troyes_dice.view_words import word
from ruleset_core.cli.view_board import beside
from ruleset_core.cli.view_columns import joined
from ruleset_core.cli.view_kit import UNKNOWN, linear, number

_BLOCK: Final = 13
_LABEL: Final = 17
_NOTCHES: Final = 9
_HALF_DAYS_SHOWN: Final = 3

_FACES: Final = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
_UNKNOWN: Final = ("     ", "  ?  ", "     ")


def wheel_lines(wheel: Wheel, town: Town, width: int) -> list[Text]:
    """The dice, and beside or below them the plazas to come."""
    dice = beside([_die(wheel, town, slot) for slot in range(SLOTS)], width, gap=1)
    return beside([dice, [*plaza_lines(wheel, town), _available(wheel, town)]], width)


def _die(wheel: Wheel, town: Town, slot: int) -> list[Text]:
    """A die as it lies, its slot in the frame; colour and price, or what it destroyed, below."""
    key = str(slot)
    die = wheel.order[slot] if slot < len(wheel.order) else None
    black = bool(die and town.names.fact("die", die, "black"))
    attacked = bool(wheel.attacked.get(key))
    district = town.districts.get(wheel.hue.get(key) or "")
    pips = wheel.pips.get(die or "")
    style = district.style if district and not attacked else "dim"
    sides = ("╔═╗", "║", "╚═╝") if black else ("╭─╮", "│", "╰─╯")
    head = f"{sides[0][0]}{sides[0][1]} {slot} {sides[0][1] * 3}{sides[0][2]}"
    face = [f"{sides[1]} {row} {sides[1]}" for row in _FACES.get(pips or 0, _UNKNOWN)]
    foot = f"{sides[2][0]}{sides[2][1] * 7}{sides[2][2]}"
    colour = district.name if district else "?"
    name = word("black", town.lang) if black and attacked else colour
    title = Text(f"{name.upper()} {pips or '?'}", style)
    price = [Text(f"✗ {colour}", "dim")] if attacked else _price(town, slot)
    if linear():
        return [Text.assemble(f"[{slot}] ", title, ", ", joined(price, " "))]
    return [_centred(line) for line in (*(Text(line, style) for line in (head, *face, foot)), title, *price)]


def _price(town: Town, slot: int) -> list[Text]:
    """What the die costs who looks: `1 fortune`, `any 1`, `free`; a line for each resource."""
    names = town.names
    each = {goods: names.amount_of("price", slot, goods) for goods in names.members("resource")}
    chosen = names.amount_of("any_price", slot)
    parts = [f"{number(many)} {names.of('resource', goods)}" for goods, many in each.items() if many]
    parts += [word("any", town.lang).format(number(chosen))] if chosen else []
    if None in each.values() or chosen is None:
        return [Text(UNKNOWN)]
    return [Text(f"+ {part}" if at else part) for at, part in enumerate(parts or [word("free", town.lang)])]


def _centred(text: Text) -> Text:
    left = max(_BLOCK - text.cell_len, 0) // 2
    line = Text(" " * left).append_text(text)
    return line.append(" " * max(_BLOCK - line.cell_len, 0))


def half_days(wheel: Wheel, town: Town) -> Sequence[tuple[int, str, list[int]]]:
    """This half-day and those after it: day, half and the four notches in use (notch 0 is neutral on day 1)."""
    halves = list(town.names.members("half_day"))
    first = ((wheel.day or 1) - 1) * len(halves) + (halves.index(wheel.half) if wheel.half else 0)
    coming = range(first, min(first + _HALF_DAYS_SHOWN, (town.days or 0) * len(halves)))
    found = []
    for place in coming:
        day, half = place // len(halves) + 1, place % len(halves)
        found.append((day, halves[half], [(day + SLOTS * half + slot) % _NOTCHES for slot in range(SLOTS)]))
    return found


def plaza_lines(wheel: Wheel, town: Town) -> list[Text]:
    """The plazas of this half-day and the next ones, each with the other side's colour after a stroke."""
    lines = [Text(word("plazas", town.lang), "bold")]
    for place, (day, half, notches) in enumerate(half_days(wheel, town)):
        name = f"{town.names.title('fields', 'day')} {day} {town.names.of('half_day', half)}"
        line = Text.assemble((f"{name:<{_LABEL}}", "bold" if place == 0 else "dim"))
        for slot, notch in enumerate(notches):
            struck = place == 0 and bool(wheel.attacked.get(str(slot)))
            line.append_text(_plaza(wheel, town, notch)).append("✗ " if struck else "  ")
        line.rstrip()
        lines.append(line)
    neutral = ((wheel.day or 1) - 1) % _NOTCHES
    lines.append(Text.assemble((f"{word('neutral', town.lang):<{_LABEL}}", "dim"), _plaza(wheel, town, neutral)))
    return lines


def _plaza(wheel: Wheel, town: Town, notch: int) -> Text:
    tile = wheel.plazas[notch] if notch < len(wheel.plazas) else None
    if tile is None:
        return Text(" ? ")
    up, down = town.faces(tile, wheel.sides.get(tile))
    return Text.assemble((up.letter, up.style), ("/" + down.letter.lower(), "dim"))


def _available(wheel: Wheel, town: Town) -> Text:
    """How many dice of each colour may be chosen, which is what a market counts."""
    line = Text.assemble((f"{word('dice', town.lang):<{_LABEL}}", "dim"))
    for district in town.districts.values():
        count = wheel.dice_of.get(district.id)
        line.append(district.letter, district.style).append(f" {'?' if count is None else count}  ")
    line.rstrip()
    return line


def chips_table(wheel: Wheel, town: Town) -> Table | None:
    """The chips in play by slot, each with the text of the side that is up; nothing without the expansion."""
    placed = [(wheel.spot.get(chip), chip, tile) for chip, tile in wheel.beside.items() if tile]
    if not placed:
        return None
    table = Table.grid(padding=(0, 1))
    for slot, chip, tile in sorted(placed, key=lambda one: (one[0] is None, one[0] or 0)):
        side = wheel.sides.get(chip)
        colour = town.faces(tile, wheel.sides.get(tile))[0]
        name = town.names.of("chip", chip) + (f" ({town.side_name(side)})" if side else "")
        weight = "dim" if slot is None else "bold"  # off the wheel this half-day: its text is for later
        text = Text.assemble((name, weight), (f": {town.names.card_text(chip, side)}", "dim" if slot is None else ""))
        table.add_row(Text("[-]" if slot is None else f"[{slot}]", weight), Text(colour.letter, colour.style), text)
    return table
