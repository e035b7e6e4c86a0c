"""What the Troyes Dice view reads: the town as declared, the wheel and the sheets as observed.

The names of the attributes of `Wheel` and `Sheet` are those of the state fields in the game's data, and nothing is
filled in that the observation does not hold: a hidden value is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.troyes_dice.view_words import STYLES
from ruleset_core.cli.view_kit import Observation, read_as
from ruleset_core.cli.view_names import Names

SLOTS: Final = 4
POSITIONS: Final = 6
_OF_A_COLOUR: Final = ("goods", "citizen", "prestige", "administration")


@dataclass(frozen=True, slots=True)
class District:
    """A colour of the town: what it is called and what belongs to it."""

    id: str
    name: str
    style: str
    goods: str
    citizen: str
    rows: tuple[str, str]

    @property
    def letter(self) -> str:
        """The initial that stands for the colour where there is no room for its name."""
        return self.name[0].upper()


@dataclass(frozen=True, slots=True)
class Town:
    """What does not change during a game. `sites`: buildings by row and position; `links`: neighbours by that of the left one."""

    names: Names
    districts: Mapping[str, District]
    sites: Mapping[tuple[str, int], str]
    links: frozenset[tuple[str, int]]
    days: int | None

    @property
    def lang(self) -> str:
        """The viewer's language."""
        return self.names.lang

    def side_name(self, side: str) -> str:
        """What a side of a chip is called."""
        return self.names.of("chip.side", side)

    def faces(self, tile: str, side: str | None) -> tuple[District, ...]:
        """The colour that is up on a plaza, then that of its other side."""
        colours = self.names.fact("tile", tile, "colour")
        up = side if side in colours else next(iter(colours))
        return tuple(self.districts[colours[one]] for one in sorted(colours, key=lambda one: one != up))


def town_of(names: Names) -> Town:
    """Read the districts and the links of the sheet from what the game declares."""
    districts = {}
    for place, colour in enumerate(names.members("colour")):
        goods, citizen, *rows = (names.fact("colour", colour, fact) for fact in _OF_A_COLOUR)
        name = names.of("colour", colour)
        districts[colour] = District(colour, name, STYLES[place % len(STYLES)], goods, citizen, (rows[0], rows[1]))
    links = names.members("link")
    pairs = {(str(names.fact("link", link, "row")), int(names.fact("link", link, "left"))) for link in links}
    buildings = names.members("building")
    sites = {(str(names.fact("building", b, "row")), int(names.fact("building", b, "position"))): b for b in buildings}
    return Town(names, districts, sites, frozenset(pairs), names.last("day"))


@dataclass(frozen=True, slots=True)
class Wheel:
    """The wheel of this half-day; slots are the keys "0" to "3", clockwise from the free one.

    `order`: the dice by slot; `plazas`: the tiles by notch; `sides`: which side of a tile or chip is up.
    """

    day: int | None = None
    half: str | None = None
    pips: Mapping[str, int | None] = field(default_factory=dict)
    hue: Mapping[str, str | None] = field(default_factory=dict)
    attacked: Mapping[str, bool | None] = field(default_factory=dict)
    plaza_at: Mapping[str, str | None] = field(default_factory=dict)
    dice_of: Mapping[str, int | None] = field(default_factory=dict)
    number: Mapping[str, int | None] = field(default_factory=dict)
    beside: Mapping[str, str | None] = field(default_factory=dict)
    spot: Mapping[str, int | None] = field(default_factory=dict)
    order: Sequence[str] = ()
    plazas: Sequence[str] = ()
    sides: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's sheet: buildings by id, struck dice by colour and position, numbers of the characters by row."""

    built: Mapping[str, bool | None] = field(default_factory=dict)
    crossed: Mapping[str, Mapping[str, bool | None]] = field(default_factory=dict)
    weight: Mapping[str, int | None] = field(default_factory=dict)
    held: Mapping[str, int | None] = field(default_factory=dict)
    filled: Mapping[str, int | None] = field(default_factory=dict)


def read_wheel(observation: Observation) -> Wheel:
    """The shared part of an observation."""
    zones = {name: zone for name, zone in observation["zones"].items() if not isinstance(zone, Mapping)}
    sides = {piece: seen.get("side") for kind in observation["pieces"].values() for piece, seen in kind.items()}
    order, plazas = zones.get("wheel", ()), zones.get("plazas", ())
    return read_as(Wheel, {**observation["fields"], "order": order, "plazas": plazas, "sides": sides})


def read_sheet(observation: Observation, seat: int) -> Sheet:
    """One seat's part of an observation."""
    return read_as(Sheet, observation["seats"][seat])


def mark(sheet: Sheet, town: Town, district: District, row: str, position: int) -> str:
    """How a building stands: done, lost (its die is crossed out), open, or unknown."""
    done = sheet.built.get(town.sites.get((row, position), ""))
    struck = sheet.crossed.get(district.id, {}).get(str(position))
    if done:
        return "■"
    if done is None or struck is None:
        return "?"
    return "✗" if struck else "□"
