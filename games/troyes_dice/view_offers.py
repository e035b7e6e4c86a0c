"""What the dice of this half-day would build on a sheet as they lie, with the text of the building."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from games.troyes_dice.view_model import District, Sheet, Town, Wheel, mark


def offers_table(sheet: Sheet, wheel: Wheel, town: Town) -> Table | None:
    """A line for each building that is open to a die of the wheel; nothing when no die builds anything."""
    table = Table.grid(padding=(0, 1))
    for slots, district, pips in _dice(wheel, town):
        label = f"[{slots}] {district.name.upper()} {pips}"
        column = next((int(at) for at, number in wheel.number.items() if number == pips), 0)
        for row in district.rows:
            building = town.sites.get((row, column))
            if building and mark(sheet, town, district, row, column) == "□":
                table.add_row(
                    Text(label, district.style),
                    Text(town.names.of("row", row), district.style),
                    Text(town.names.card_text(building)),
                )
                label = ""
    return table if table.row_count else None


def _dice(wheel: Wheel, town: Town) -> Iterator[tuple[str, District, int]]:
    """The dice that may be chosen: slots, colour and value, equal dice together."""
    found: dict[tuple[str, int], list[str]] = {}
    for slot, die in enumerate(wheel.order):
        colour, pips = wheel.hue.get(str(slot)), wheel.pips.get(die)
        if colour is not None and colour in town.districts and pips and wheel.attacked.get(str(slot)) is False:
            found.setdefault((colour, pips), []).append(str(slot))
    for (colour, pips), slots in found.items():
        yield ",".join(slots), town.districts[colour], pips
