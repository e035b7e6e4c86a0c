"""A table of the seats: resources and single values, over as many tables as the width needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from ruleset_core.cli.view_board import grid
from ruleset_core.cli.view_kit import Observation, player_name, say, seat_mark
from ruleset_core.cli.view_names import Names


def seat_tables(names: Names, seen: Observation, width: int, *, marks: bool) -> list[list[Text]]:
    """Seats down, resources and single values across; a new table where the width ends.

    Args:
        names: gives the names.
        seen: the observation.
        width: columns of the terminal there are.
        marks: add the sign each player has on the board.

    """
    seats = seen["seats"]
    columns = [
        name
        for name in (seats[0] if seats else ())
        if not names.is_zone(name) and not any(isinstance(seat.get(name), (Mapping, list)) for seat in seats)
    ]
    wanted = [name for name in names.columns() if name in columns]
    columns = wanted or columns
    left = [_label(names, seen, seat, marks=marks) for seat in range(len(seats))]
    tables: list[list[Text]] = []
    start = 0
    while start < len(columns) or not tables:
        end = len(columns)
        while (drawn := _table(names, seen, left, columns[start:end], width)) is None and end > start + 1:
            end -= 1
        tables.append(drawn or [])
        start = max(end, start + 1)
    return tables


def _table(
    names: Names, seen: Observation, left: Sequence[str], columns: Sequence[str], width: int
) -> list[Text] | None:
    rows = [
        (label, [names.amount(name, seat.get(name)) for name in columns])
        for label, seat in zip(left, seen["seats"], strict=True)
    ]
    return grid("", rows, [names.track(name) for name in columns], width)


def _label(names: Names, seen: Observation, seat: int, *, marks: bool) -> str:
    label = ("▸ " if seen.get("to_act") == seat else "  ") + player_name(seen, seat, names.lang)
    if marks:
        label += f" {seat_mark(seat, len(seen['seats']))}"
    return label + (f" ({say('you', names.lang)})" if seen.get("seat") == seat else "")
