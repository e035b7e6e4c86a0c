"""What the Troyes view reads: the city as declared, and the table and the players as observed.

The names of the attributes of `Table` and `Player` are those of fields, resources and zones in the game's data. Nothing is
filled in that the observation does not hold: a hidden value is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rich.text import Text

from games.troyes.view_words import STYLES
from ruleset_core.cli.view_frame import colours_of, seat_style
from ruleset_core.cli.view_kit import EMPTY, UNKNOWN, Observation, read_as
from ruleset_core.cli.view_names import Names

SPACES: Final = 6
"""Values of a die, spaces of a building, spaces of a level of the cathedral."""

Marks = Mapping[str, str | None]
"""Whose citizen or cube lies on a space, by the space's number."""


@dataclass(frozen=True, slots=True)
class Building:
    """A building: a new citizen enters at the left end of a row of `width` spaces."""

    id: str
    name: str
    colour: str
    salary: int
    width: int


class City:
    """What does not change during a game, and the marks of who is who.

    Args:
        names: names and facts.
        players: number of players.

    """

    def __init__(self, names: Names, players: int) -> None:
        self.names = names
        self.lang = names.lang
        self.colours = colours_of(names, "colour", STYLES)
        self.buildings = [
            Building(each, names.of("building", each), *(names.fact("building", each, one) for one in _BUILDING))
            for each in names.members("building")
        ]
        self.families = [
            each for each in names.members("family") if (seat := names.seat("family", each)) is None or seat < players
        ]
        self._marks = {family: self._mark(family) for family in self.families}

    def _mark(self, family: str) -> Text:
        seat = self.names.seat("family", family)
        if seat is None:
            return Text(self.names.of("family", family)[0], "bold")
        return Text(str(seat + 1), seat_style(seat))

    def mark(self, family: str | None) -> Text:
        """One sign for a family: the number of the player, or the initial of nobody's; a dot for nothing."""
        if family is None:
            return Text(EMPTY, "dim")
        return self._marks[family].copy() if family in self._marks else Text(UNKNOWN)

    def letter(self, colour: str | None) -> Text:
        """One sign for a colour; a blank for none."""
        known = self.colours.get(colour or "")
        return Text(known.letter, known.style) if known else Text(" ")

    def needed(self, kind: str, card: str) -> Text:
        """`4 R`: once for every four pips of red dice; the letters of all colours where any will do."""
        dice = self.fact(kind, card, "dice")
        letters = [self.letter(each) for each in self.colours if dice in {None, each}]
        return Text.assemble(f"{self.names.figure(kind, card, 'divisor')} ", *letters)

    def fact(self, kind: str, piece: str, name: str) -> Any:
        """A fact of a card or a die."""
        return self.names.fact(kind, piece, name)


_BUILDING: Final = ("colour", "salary", "width")


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table; spaces and values of dice are the keys "1" to "6"."""

    round: int | None = None
    starter: int | None = None
    stands: Mapping[str, Marks] = field(default_factory=dict)
    lying: Mapping[str, Mapping[str, bool | None]] = field(default_factory=dict)
    grey_supply: int | None = None
    cathedral: Mapping[str, Marks] = field(default_factory=dict)
    banner: Mapping[str, Marks] = field(default_factory=dict)
    pips: Mapping[str, int | None] = field(default_factory=dict)
    home: Mapping[str, str | None] = field(default_factory=dict)
    black: Mapping[str, int | None] = field(default_factory=dict)
    square: Sequence[str] = ()
    group: Sequence[str] = ()
    market: Sequence[str] = ()
    row: Sequence[str] = ()
    event_deck: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Player:
    """What is known of a player. `secret`: the characters, or how many there are."""

    denier: int | None = None
    influence: int | None = None
    point: int | None = None
    citizen: int | None = None
    reserve: int | None = None
    purse: int | None = None
    passed: bool | None = None
    stall: Mapping[str, int | None] = field(default_factory=dict)
    cubes: Mapping[str, int | None] = field(default_factory=dict)
    won: Sequence[str] | Mapping[str, int] = ()
    secret: Sequence[str] | Mapping[str, int] = ()


def read_table(observation: Observation) -> Table:
    """The shared part of an observation."""
    return read_as(Table, {**observation["fields"], **observation["zones"]})


def read_players(observation: Observation) -> list[Player]:
    """What is known of every player, by seat."""
    return [read_as(Player, seat) for seat in observation["seats"]]
