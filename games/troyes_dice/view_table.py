"""All sheets of Troyes Dice in a table, one line a player: for many players and narrow terminals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import set_cell_size
from rich.text import Text

from games.troyes_dice.view_model import POSITIONS, District, Sheet, Town, Wheel, mark
from games.troyes_dice.view_words import word

_TRACK: Final = 3
_ROW: Final = POSITIONS + 1
_GAPS: Final = ("  ", " ")
"""A wider gap before each district, so that its two rows stand together in eighty columns."""
_ROOMY: Final = 20


def table_lines(sheets: Sequence[tuple[str, Sheet]], wheel: Wheel, town: Town, width: int) -> list[Text]:
    """A heading, then a line for each sheet: goods left, citizens, and six rows with the number of the character.

    Args:
        sheets: short name of the player and the sheet.
        wheel: where buildings stand and how columns are numbered.
        town: names and colours.
        width: columns there are; wider columns show more of the rows' names.

    """
    size = max((len(name) for name, _ in sheets), default=0)
    used = size + 2 * (3 * _TRACK + 1) + 3 * (2 * _ROW + 3)
    row = _ROW + max(min((width - used) // 6, _ROOMY - _ROW), 0)
    return [*_heads(wheel, town, size, row), *(_line(name.ljust(size), one, wheel, town, row) for name, one in sheets)]


def _heads(wheel: Wheel, town: Town, size: int, room: int) -> list[Text]:
    districts = list(town.districts.values())
    first = Text(" " * size)
    for key in ("goods", "citizens"):
        first.append("  " + set_cell_size(word(key, town.lang), 3 * _TRACK - 1), "dim")
    second = Text(" " * size)
    for _ in range(2):
        second.append(" ")
        for one in districts:
            second.append(one.letter.rjust(_TRACK), one.style)
    numbers = "".join(str(wheel.number.get(str(at)) or "-") for at in range(1, POSITIONS + 1))
    for one in districts:
        for gap, row in zip(_GAPS, one.rows, strict=True):
            first.append(gap + set_cell_size(f"{one.letter} {town.names.of('row', row)}", room), one.style)
            second.append(gap + set_cell_size(numbers, room), "dim")
    return [first, second]


def _line(name: str, sheet: Sheet, wheel: Wheel, town: Town, room: int) -> Text:
    districts = list(town.districts.values())
    line = Text.assemble((name, "bold"), " ", *(_amount(sheet, one.goods) for one in districts))
    line.append(" ").append_text(Text.assemble(*(_amount(sheet, one.citizen) for one in districts)))
    for one in districts:
        for gap, row in zip(_GAPS, one.rows, strict=True):
            line.append(gap).append_text(_row(sheet, wheel, one, row)).append(" " * (room - _ROW))
    return line


def _amount(sheet: Sheet, track: str) -> str:
    held = sheet.held.get(track)
    return ("?" if held is None else str(held)).rjust(_TRACK)


def _row(sheet: Sheet, wheel: Wheel, district: District, row: str) -> Text:
    line = Text()
    for at in range(1, POSITIONS + 1):
        here = mark(sheet, wheel, district, row, at)
        line.append(here, district.style if here == "■" else "dim" if here == "✗" else "")
    return line.append(str(sheet.weight.get(row) or " "), "bold")
