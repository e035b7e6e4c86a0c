"""What the Tournay view reads: what is declared, and the table and the players as observed; a hidden value is None.

The names of the attributes of `Table` and `Player` are those of fields, resources and zones in the game's data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rich.text import Text

from games.tournay.view_words import STYLES
from ruleset_core.cli.view_frame import Colour, colours_of
from ruleset_core.cli.view_kit import Observation, read_as
from ruleset_core.cli.view_names import Names

CARD: Final = "activity"
EVENT: Final = "event"
SIDE: Final = 3
"""Rows and columns of a full district."""

Numbers = Mapping[str, int | None]
Zone = Sequence[str] | Mapping[str, Any]
"""Pieces, or how many there are and what is known of them."""


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table."""

    starter: int | None = None
    ending: bool | None = None
    supply: Numbers = field(default_factory=dict)
    site: Mapping[str, str | None] = field(default_factory=dict)
    covered: Mapping[str, bool | None] = field(default_factory=dict)
    token: Mapping[str, str | None] = field(default_factory=dict)
    coins: Numbers = field(default_factory=dict)
    deck: Mapping[str, Mapping[str, Zone | None]] = field(default_factory=dict)
    top: Mapping[str, Mapping[str, Zone | None]] = field(default_factory=dict)
    criers: Zone = ()
    event_deck: Zone = ()
    queue: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """What is known of a player."""

    denier: int | None = None
    standing: Numbers = field(default_factory=dict)
    lying: Numbers = field(default_factory=dict)
    district: Sequence[str] = ()
    hand: Zone = ()
    looked: Zone = ()
    chosen: Zone = ()
    chosen_space: str | None = None
    returned: Zone = ()
    ramparts: Zone = ()
    wall: Zone = ()


@dataclass(slots=True)
class Stack:
    """The cards on a space: the visible one and how many it covers."""

    top: str | None = None
    below: int = 0


class Town:
    """What does not change during a game: colours, facts and names of cards, where spaces lie."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lang = names.lang
        self.colours = colours_of(names, "colour", STYLES)
        self.place: dict[str, tuple[int, int]] = {
            each: (names.fact("space", each, "y"), names.fact("space", each, "x")) for each in names.members("space")
        }
        self.space = {place: each for each, place in self.place.items()}

    def called(self, kind: str, card: str) -> str:
        """The name, with a star behind that of a house card and a ring where only some figures are of the house."""
        mark = "*" if self.names.provenance(card) == "house" else "°" if self.names.house_facts(card) else ""
        return self.names.of(kind, card) + mark

    def fact(self, card: str, name: str) -> Any:
        """A fact of an activity card."""
        return self.names.fact(CARD, card, name)

    def colour(self, kind: str, card: str) -> Colour:
        """The colour of a card or event."""
        return self.colours[self.names.fact(kind, card, "colour")]

    def level(self, card: str) -> str:
        """`Y II`: letter of the colour and level of a card."""
        return self.deck(self.fact(card, "colour"), self.fact(card, "level"))

    def deck(self, colour: str, level: int) -> str:
        """`Y II`: a deck, or the back of a card."""
        return f"{self.colours[colour].letter} {'I' * level}"

    def letters(self, numbers: Numbers) -> Text:
        """`Y 3  W 2  R 1`: how many of each colour."""
        line = Text()
        for each in self.colours.values():
            many = numbers.get(each.id)
            line.append("  " if line else "").append(f"{each.letter} {'?' if many is None else many}", each.style)
        return line

    def free(self, taken: set[str]) -> set[str]:
        """The empty spaces on which a card may lie: beside another, in three rows and columns at most."""
        if not taken:
            middle = (max(row for row, _ in self.space) + 1) // 2
            return {self.space[middle, middle]}
        places = [self.place[each] for each in taken]
        found = set()
        for row, column in self.space.keys() - set(places):
            near = any(abs(row - r) + abs(column - c) == 1 for r, c in places)
            rows, columns = zip(*places, (row, column), strict=True)
            if near and max(max(rows) - min(rows), max(columns) - min(columns)) < SIDE:
                found.add(self.space[row, column])
        return found


def stacks(table: Table, player: Player) -> dict[str, Stack]:
    """What lies on every space of a district that is taken."""
    found: dict[str, Stack] = {}
    for card in player.district:
        space = table.site.get(card)
        if space is not None:
            stack = found.setdefault(space, Stack())
            if table.covered.get(card):
                stack.below += 1
            else:
                stack.top = card
    return found


def on_buildings(table: Table, player: Player, town: Town) -> dict[str, int]:
    """How many citizens of each colour work in buildings of a district."""
    found = dict.fromkeys(town.colours, 0)
    for card in player.district:
        if table.token.get(card) == "citizen":
            found[town.fact(card, "colour")] += 1
    return found


def shown(zone: Zone) -> Sequence[str]:
    """The pieces of a zone that may be seen; none where only their number is known."""
    return () if isinstance(zone, Mapping) else zone


def read_table(observation: Observation) -> Table:
    """The shared part of an observation."""
    return read_as(Table, {**observation["fields"], **observation["zones"]})


def read_players(observation: Observation) -> list[Player]:
    """What is known of every player, by seat."""
    return [read_as(Player, seat) for seat in observation["seats"]]
