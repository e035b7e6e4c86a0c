"""All sheets of Troyes Dice in a table, one line a player: for many players and narrow terminals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
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

    What does not fit beside each other comes in tables below each other, each with the names of the players.

    Args:
        sheets: short name of the player and the sheet.
        wheel: how columns are numbered.
        town: names and colours.
        width: columns there are; wider columns show more of the rows' names.

    """
    size = max((cell_len(name) for name, _ in sheets), default=0)
    names = [Text(), Text(), *(Text(name, "bold") for name, _ in sheets)]
    for name in names:
        name.append(" " * (size - name.cell_len))
    spare = (width - size - 2 * (3 * _TRACK + 1) - 3 * (2 * _ROW + 3)) // 6
    room = _ROW + max(min(spare, _ROOMY - _ROW), 0)
    goods = _held([one for _, one in sheets], town)
    rows = [_rows(district, [one for _, one in sheets], wheel, town, room) for district in town.districts.values()]
    lines: list[Text] = []
    strip = names
    for block in (goods, *rows):
        if strip is not names and strip[0].cell_len + block[0].cell_len > width:
            lines += [*_shown(strip), Text()]
            strip = names
        strip = [Text.assemble(line, more) for line, more in zip(strip, block, strict=True)]
    return lines + _shown(strip)


def _shown(strip: Sequence[Text]) -> list[Text]:
    for line in strip:
        line.rstrip()
    return list(strip)


def _held(sheets: Sequence[Sheet], town: Town) -> list[Text]:
    """The goods left and the citizens, under two lines of headings."""
    districts = list(town.districts.values())
    first, second = Text(), Text()
    for key in ("goods", "citizens"):
        first.append("  " + set_cell_size(word(key, town.lang), 3 * _TRACK - 1), "dim")
        second.append_text(Text.assemble(" ", *((one.letter.rjust(_TRACK), one.style) for one in districts)))
    lines = [first, second]
    for sheet in sheets:
        goods = [_amount(sheet, one.goods) for one in districts]
        lines.append(Text.assemble(" ", *goods, " ", *(_amount(sheet, one.citizen) for one in districts)))
    return lines


def _rows(district: District, sheets: Sequence[Sheet], wheel: Wheel, town: Town, room: int) -> list[Text]:
    """The two rows of a district, under two lines of headings."""
    numbers = "".join(str(wheel.number.get(str(at)) or "-") for at in range(1, POSITIONS + 1))
    first, second = Text(), Text()
    for gap, row in zip(_GAPS, district.rows, strict=True):
        head = f"{district.letter} {town.names.of('row', row)}"
        first.append(gap + set_cell_size(head, room), district.style)
        second.append(gap + set_cell_size(numbers, room), "dim")
    lines = [first, second]
    for sheet in sheets:
        line = Text()
        for gap, row in zip(_GAPS, district.rows, strict=True):
            line.append(gap).append_text(_row(sheet, town, district, row)).append(" " * (room - _ROW))
        lines.append(line)
    return lines


def _amount(sheet: Sheet, track: str) -> str:
    held = sheet.held.get(track)
    return ("?" if held is None else str(held)).rjust(_TRACK)


def _row(sheet: Sheet, town: Town, district: District, row: str) -> Text:
    line = Text()
    for at in range(1, POSITIONS + 1):
        here = mark(sheet, town, district, row, at)
        line.append(here, district.style if here == "■" else "dim" if here == "✗" else "")
    return line.append(str(sheet.weight.get(row) or " "), "bold")
