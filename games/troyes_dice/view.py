"""Troyes Dice in a terminal: the wheel, your sheet, and everybody else's."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.troyes_dice.view_model import Town, Wheel, read_sheet, read_wheel, town_of
from games.troyes_dice.view_offers import offers_table
from games.troyes_dice.view_sheet import sheet_lines
from games.troyes_dice.view_table import table_lines
from games.troyes_dice.view_wheel import chips_table, plaza_lines, wheel_lines
from games.troyes_dice.view_words import word
from ruleset_core.cli.view_frame import framed
from ruleset_core.cli.view_kit import Observation, Viewed, linear, number, player_name
from ruleset_core.cli.view_names import Names

_FRAME: Final = 4
_TWO_SHEETS: Final = 132
_FIRST_RAID: Final = 3
_NAME: Final = 10
_SETUP: Final = "setup"


def render(game: Viewed, observation: Observation, lang: str, width: int) -> RenderableType:
    """Draw what a seat sees.

    Args:
        game: gives names and facts.
        observation: what `State.observe` gave to the seat.
        lang: `en` or `es`.
        width: columns of the terminal, 80 or more to be drawn without wrapping.

    """
    table = _Table(Names(game, lang, seen=observation), observation, width)
    return Group(table.wheel_panel(), *table.sheet_panels())


class _Table:
    """Everything on the table, as panels of one width."""

    def __init__(self, names: Names, observation: Observation, width: int) -> None:
        self.seen = observation
        self.town: Town = town_of(names)
        self.wheel: Wheel = read_wheel(observation)
        self.sheets = [read_sheet(observation, seat) for seat in range(len(observation["seats"]))]
        self.own: int | None = observation.get("seat")
        self.acting: int | None = observation.get("to_act")
        self.preparing = observation.get("phase") == _SETUP
        self.over = bool(observation.get("over"))
        self.width = width

    def wheel_panel(self) -> RenderableType:
        """The wheel under the day; the reminder below comes on the days it is true."""
        wheel, town = self.wheel, self.town
        day = f"{town.names.title('fields', 'day')} {wheel.day or '?'} {word('of', town.lang)} {number(town.days)}"
        half = town.names.of("half_day", wheel.half) if wheel.half else "?"
        if self.preparing:  # the dice have not been rolled yet: what they show means nothing
            body = Text("\n").join([*plaza_lines(wheel, town), Text(word("numbering", town.lang), "italic")])
            return framed(body, town.names.game.title(town.lang), self.width)
        lines = Text("\n").join(wheel_lines(wheel, town, self.width - _FRAME))
        chips = chips_table(wheel, town)
        reminder = word("raids", town.lang) if (wheel.day or 0) >= _FIRST_RAID else None
        title = f"{town.names.game.title(town.lang)} · {word('over', town.lang) if self.over else f'{day} · {half}'}"
        return framed(Group(lines, Text(""), chips) if chips else lines, title, self.width, reminder)

    def sheet_panels(self) -> list[RenderableType]:
        """Two sheets side by side where they fit; else your own in full and the others a line each."""
        own = self.own
        seats = range(len(self.sheets))
        if len(seats) == 2 and self.width >= _TWO_SHEETS:
            pair = Table.grid()
            pair.add_row(*(self._sheet(seat, self.width // 2) for seat in sorted(seats, key=lambda seat: seat != own)))
            return [pair]
        if linear():
            return [self._sheet(seat, self.width) for seat in sorted(seats, key=lambda seat: seat != own)]
        panels: list[RenderableType] = [] if own is None else [self._sheet(own, self.width)]
        others = [(self._short(seat), self.sheets[seat]) for seat in seats if seat != own]
        if others:
            lines = Text("\n").join(table_lines(others, self.wheel, self.town, self.width - _FRAME))
            title = word("sheets" if own is None else "others", self.town.lang)
            panels.append(framed(lines, title, self.width))
        return panels

    def _sheet(self, seat: int, width: int) -> RenderableType:
        title = [player_name(self.seen, seat, self.town.lang)]
        if seat == self.own:
            title.append(word("your_sheet", self.town.lang))
        if seat == self.acting:
            title.append(word("your_turn" if seat == self.own else "decides", self.town.lang))
        sheet = self.sheets[seat]
        lines = Text("\n").join(sheet_lines(sheet, self.wheel, self.town, width - _FRAME))
        offers = offers_table(sheet, self.wheel, self.town) if seat == self.acting and not self.preparing else None
        if offers is None:
            return framed(lines, " · ".join(title), width)
        lead = Text(word("offers", self.town.lang), "bold")
        return framed(Group(lines, Text(""), lead, offers), " · ".join(title), width)

    def _short(self, seat: int) -> str:
        """The name, shortened where it is long; an arrow before who decides."""
        name = player_name(self.seen, seat, self.town.lang)
        short = name if cell_len(name) <= _NAME else set_cell_size(name, _NAME - 1).rstrip() + "…"
        return f"{'▸' if seat == self.acting else ' '}{short}"
