"""What the picture of the country reads: the table as observed; a hidden value is None.

The names of the attributes of `Table` are those of fields in the game's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.text import Text

from games.carcassonne_masons.view_words import house_colour, tower_colour
from ruleset_core.cli.views.kit import EMPTY, UNKNOWN, Observation, read_as
from ruleset_core.cli.views.names import Names
from ruleset_core.cli.views.plan_marks import letters

Numbers = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of houses or towers, and the letter that stands for it."""

    id: str
    name: str
    letter: str
    rgb: str


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table; the numbers of cities are keys like "1"."""

    walled: Mapping[str, bool | None] = field(default_factory=dict)
    tower: Mapping[str, str | None] = field(default_factory=dict)
    houses: Mapping[str, Numbers | None] = field(default_factory=dict)
    city: Numbers = field(default_factory=dict)
    stands: Mapping[str, bool | None] = field(default_factory=dict)
    city_houses: Mapping[str, Numbers | None] = field(default_factory=dict)
    city_palaces: Mapping[str, Numbers | None] = field(default_factory=dict)


class Palette:
    """The colours of the game with their letters: small ones for houses and palaces, capitals for towers."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lang = names.lang
        houses, towers = names.members("house_colour"), names.members("tower_colour")
        called = [names.of("house_colour", each) for each in houses]
        self.houses = [
            Colour(each, name, letter, house_colour(place))
            for place, (each, name, letter) in enumerate(zip(houses, called, letters(called), strict=True))
        ]
        called = [names.of("tower_colour", each) for each in towers]
        self.towers = {
            each: Colour(each, name, letter.upper(), tower_colour(place))
            for place, (each, name, letter) in enumerate(zip(towers, called, letters(called), strict=True))
        }

    def counted(self, numbers: Numbers | None) -> Text:
        """`2y b`: how many of which colour; a dot for none."""
        line = Text()
        for colour in self.houses:
            many = (numbers or {}).get(colour.id)
            if numbers is None or many is None:
                return Text(UNKNOWN)
            if many:
                line.append(" " if line else "").append(
                    f"{many if many > 1 else ''}{colour.letter}", f"bold {colour.rgb}"
                )
        return line or Text(EMPTY, "dim")


def read_table(observation: Observation) -> Table:
    """What stands on the board."""
    return read_as(Table, observation["fields"])
