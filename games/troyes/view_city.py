"""The three buildings of Troyes with their citizens, and the cathedral with its cubes."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from games.troyes.view_model import SPACES, Building, City, Marks, Table
from games.troyes.view_words import word
from ruleset_core.cli.view_board import beside
from ruleset_core.cli.view_columns import columns, heads, joined
from ruleset_core.cli.view_kit import EMPTY, UNKNOWN, linear

_NUMBERS = [str(value) for value in range(1, SPACES + 1)]


def city_lines(table: Table, city: City, width: int) -> list[Text]:
    """Buildings and cathedral side by side: the values of dice stand above the spaces they reach."""
    return beside([building_lines(table, city), cathedral_lines(table, city)], width)


def building_lines(table: Table, city: City) -> list[Text]:
    """A line for each building: spaces between two strokes are one row, entered at its left end."""
    rows = [
        [
            Text(),
            *heads(word("salary", city.lang)),
            Text("" if linear() else " " + " ".join(_NUMBERS)),
            *heads(word("lying", city.lang)),
        ]
    ]
    for building in city.buildings:
        colour = city.colours[building.colour]
        name = Text(f"{colour.letter} {building.name}", colour.style)
        row = _spaces(building, table.stands.get(building.id, {}), city)
        rows.append([name, Text(str(building.salary)), row, _lying(table.lying.get(building.id, {}), city)])
    return columns(rows, right=(1,))


def _spaces(building: Building, stands: Marks, city: City) -> Text:
    if linear():
        return joined([Text.assemble(f"{space} ", _mark(stands, space, city)) for space in _NUMBERS], " · ")
    line = Text("│", "dim")
    for place, space in enumerate(_NUMBERS, start=1):
        line.append_text(_mark(stands, space, city))
        line.append("│" if place % building.width == 0 else " ", "dim")
    return line


def _mark(marks: Marks, space: str, city: City) -> Text:
    return city.mark(marks[space]) if space in marks else Text(UNKNOWN)


def _lying(lying: Mapping[str, bool | None], city: City) -> Text:
    """The families that have been expelled from a building in this round."""
    if any(lying.get(family) is None for family in city.families):
        return Text(UNKNOWN)
    return joined([city.mark(family) for family in city.families if lying[family]] or [Text(EMPTY, "dim")], " ")


def cathedral_lines(table: Table, city: City) -> list[Text]:
    """The levels from the highest down, a column for each value."""
    title = city.names.title("fields", "cathedral")
    rows = [[Text(title[0].upper() + title[1:], "bold"), Text("" if linear() else " ".join(_NUMBERS))]]
    for level, marks in sorted(table.cathedral.items(), reverse=True):
        told = [Text.assemble(f"{space} " if linear() else "", _mark(marks or {}, space, city)) for space in _NUMBERS]
        spaces = joined(told, " · " if linear() else " ")
        rows.append([Text(f"{word('level', city.lang)} {level}", "dim"), spaces])
    return columns(rows)
