"""A player's sheet of Troyes Dice in full: thirty-six buildings, resource tracks and citizen tracks."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from games.troyes_dice.view_model import POSITIONS, District, Sheet, Town, Wheel, mark
from games.troyes_dice.view_words import word
from ruleset_core.cli.view_board import beside
from ruleset_core.cli.view_kit import linear

# As printed on the sheet: where the tracks are divided, and which citizens bring a bonus alone or three together.
_GOODS_GROUPS: Final = (6, 6, 6)
_CITIZEN_GROUPS: Final = (3, 3, 5, 4, 5)
_ALONE: Final = (15, 20)
_TOGETHER: Final = (3, 6, 11)


def sheet_lines(sheet: Sheet, wheel: Wheel, town: Town, width: int) -> list[Text]:
    """Buildings and tracks, side by side where there is room, and what the signs mean."""
    blocks = beside([building_lines(sheet, wheel, town), track_lines(sheet, town)], width)
    if linear():
        return blocks
    return [*blocks, Text(word("legend", town.lang), "dim")]


def building_lines(sheet: Sheet, wheel: Wheel, town: Town) -> list[Text]:
    """The six rows; columns carry their number, rows end with `buildings x number of the character`."""
    names = {row: town.names.of("row", row) for one in town.districts.values() for row in one.rows}
    size = max(len(name) for name in [*names.values(), word("number", town.lang)])
    numbers = [str(wheel.number.get(str(at)) or "-") for at in range(1, POSITIONS + 1)]
    if linear():
        districts = town.districts.values()
        return [_told(sheet, town, each, row, numbers) for each in districts for row in each.rows]
    lines = [Text.assemble((f"  {word('number', town.lang):<{size}}  ", "dim"), ("     ".join(numbers), "bold"))]
    for district in town.districts.values():
        for row in district.rows:
            line = Text.assemble((f"{district.letter} {names[row]:<{size}}  ", district.style))
            lines.append(line.append_text(_row(sheet, town, district, row)))
    return lines


def _row(sheet: Sheet, town: Town, district: District, row: str) -> Text:
    marks = [mark(sheet, town, district, row, at) for at in range(1, POSITIONS + 1)]
    line = Text()
    for at, here in enumerate(marks):
        line.append(here, district.style if here == "■" else "dim" if here == "✗" else "")
        if at + 1 < POSITIONS:
            line.append(_link(marks[at : at + 2]) if (row, at + 1) in town.links else " " * 5, "dim")
    weight = sheet.weight.get(row)
    line.append(f"  {marks.count('■')}")
    return line.append(f" ×{weight}" if weight else "   ", "bold")


def _told(sheet: Sheet, town: Town, district: District, row: str, numbers: list[str]) -> Text:
    """A row to be read alone: which numbers are built, open and lost, and the links between neighbours."""
    called = dict(part.split(" ", 1) for part in word("legend", town.lang).split("  ") if " " in part)
    marks = [mark(sheet, town, district, row, at) for at in range(1, POSITIONS + 1)]
    found: dict[str, list[str]] = {sign: [] for sign in ("■", "□", "✗", "◆", "◇")}
    for at, here in enumerate(marks):
        found.setdefault(here, []).append(numbers[at])
        link = _link(marks[at : at + 2]).strip(" ─") if (row, at + 1) in town.links else ""
        if link:
            found[link].append(f"{numbers[at]}-{numbers[at + 1]}")
    weight = sheet.weight.get(row)
    parts = [f"{called.get(sign, sign)} {' '.join(places)}" for sign, places in found.items() if places]
    parts += [f"×{weight}"] if weight else []
    return Text(f"{district.letter} {town.names.of('row', row)}: {', '.join(parts)}")


def _link(pair: list[str]) -> str:
    """Between two neighbours: won, still possible, or impossible since one of them is lost."""
    if pair == ["■", "■"]:
        return "──◆──"
    return "     " if "✗" in pair else "  ◇  "


def track_lines(sheet: Sheet, town: Town) -> list[Text]:
    """Three tracks of resources, three of citizens, and what three citizens in a column bring together."""
    districts = list(town.districts.values())
    names = [town.names.of("resource", one) for each in districts for one in (each.goods, each.citizen)]
    size = max(len(name) for name in [*names, word("all_three", town.lang)])
    lines = [_label(one, one.goods, town, size).append_text(_goods(sheet, one, town)) for one in districts]
    lines += [_label(one, one.citizen, town, size).append_text(_citizens(sheet, one, town)) for one in districts]
    held = [sheet.held.get(one.citizen) for one in districts]
    least = min((count for count in held if count is not None), default=0) if None not in held else 0
    return [*lines, Text.assemble((f"  {word('all_three', town.lang):<{size}}  ", "dim"), _together(least))]


def _together(least: int) -> str:
    """The bonuses of three citizens in a column, each under the citizen that brings it."""
    line, spaces = "", 0
    for number, group in enumerate(_CITIZEN_GROUPS):
        spaces += group
        stop = f"{spaces}{'✓' if least >= spaces else '·'}" if spaces in _TOGETHER else ""
        line += stop.rjust(group + (1 if number else 0))
    return line.rstrip()


def _label(district: District, track: str, town: Town, size: int) -> Text:
    return Text.assemble((f"{district.letter} {town.names.of('resource', track):<{size}}  ", district.style))


def _goods(sheet: Sheet, district: District, town: Town) -> Text:
    """Spent spaces first (they are crossed out left to right), then what is left, then what may still be filled."""
    left, filled = sheet.held.get(district.goods), sheet.filled.get(district.goods)
    if left is None:
        return Text("?")
    if filled is None:
        return Text(word("left", town.lang).format(left), "bold")
    spaces = sum(_GOODS_GROUPS)
    track = "×" * (filled - left) + "●" * left + "·" * (spaces - filled)
    line = Text() if linear() else _grouped(track, _GOODS_GROUPS, district.style)
    line.append("" if linear() else " " * (sum(_CITIZEN_GROUPS) + len(_CITIZEN_GROUPS) - 1 - line.cell_len))
    line.append(f"  {filled:>2}/{spaces}  ", "dim")
    return line.append(word("left", town.lang).format(left), "bold")


def _citizens(sheet: Sheet, district: District, town: Town) -> Text:
    held = sheet.held.get(district.citizen)
    if held is None:
        return Text("?")
    spaces = sum(_CITIZEN_GROUPS)
    track = "●" * held + "·" * (spaces - held)
    line = Text() if linear() else _grouped(track, _CITIZEN_GROUPS, district.style)
    coming = next((stop for stop in _ALONE if stop > held), None)
    line.append(f"  {held:>2}", "bold").append(f"/{spaces}  ", "dim")
    return line.append(word("next", town.lang).format(coming) if coming else word("full", town.lang), "dim")


def _grouped(track: str, groups: tuple[int, ...], style: str) -> Text:
    """The track with a blank after each group, so that it can be counted at a glance."""
    line, start = Text(), 0
    for number, group in enumerate(groups):
        part = track[start : start + group]
        line.append(" " if number else "")
        for sign in part:
            line.append(sign, style if sign == "●" else "dim")
        start += group
    return line
