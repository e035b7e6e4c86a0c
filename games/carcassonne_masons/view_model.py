"""What the Masons view reads: the table and the players as observed; a hidden value is None.

The names of the attributes of `Table` and `Player` are those of fields, resources and zones in the game's data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from games.carcassonne_masons.view_words import house_colour, tower_colour
from ruleset_core.cli.plan_marks import letters
from ruleset_core.cli.view_kit import EMPTY, UNKNOWN, Observation, read_as
from ruleset_core.cli.view_names import Names

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

    starter: int | None = None
    walls_left: int | None = None
    towers_left: Numbers = field(default_factory=dict)
    houses_left: Numbers = field(default_factory=dict)
    palaces_left: Numbers = field(default_factory=dict)
    walled: Mapping[str, bool | None] = field(default_factory=dict)
    tower: Mapping[str, str | None] = field(default_factory=dict)
    houses: Mapping[str, Numbers | None] = field(default_factory=dict)
    city: Numbers = field(default_factory=dict)
    stands: Mapping[str, bool | None] = field(default_factory=dict)
    city_houses: Mapping[str, Numbers | None] = field(default_factory=dict)
    city_palaces: Mapping[str, Numbers | None] = field(default_factory=dict)
    first_die: str | None = None
    second_die: str | None = None
    tower_die: str | None = None
    deck: Sequence[str] | Mapping[str, int] = ()
    discard: Sequence[str] | Mapping[str, int] = ()

    @property
    def begun(self) -> bool:
        """Whether anything has been built, so that the dice show something."""
        return any(self.walled.values()) or any(self.stands.values())


@dataclass(frozen=True, slots=True)
class Player:
    """What is known of a player. `hand`: the cards, or how many there are."""

    point: int | None = None
    hand: Sequence[str] | Mapping[str, int] = ()


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
    """The shared part of an observation."""
    return read_as(Table, {**observation["fields"], **observation["zones"]})


def read_players(observation: Observation) -> list[Player]:
    """What is known of every player, by seat."""
    return [read_as(Player, seat) for seat in observation["seats"]]
