"""Models of planar boards: crossings, lines between them, spaces bounded by lines, regions of spaces."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from ruleset_core.model.common import L10N, Entry, FactEntry, FactTypes, Many, Model, Name, Opt, Provenance


class Board(Entry):
    """A planar board of the game: which facts its parts have. The plan itself is a file in `boards/`."""

    name: Opt[L10N] = Field(None, description="The name players read.")
    crossing_facts: FactTypes = Field(default_factory=dict, description="Facts of crossings, with their types.")
    line_facts: FactTypes = Field(default_factory=dict, description="Facts of lines, with their types.")
    space_facts: FactTypes = Field(default_factory=dict, description="Facts of spaces, with their types.")
    region_facts: FactTypes = Field(default_factory=dict, description="Facts of regions, with their types.")


class _Part(FactEntry):
    model_config = ConfigDict(extra="allow")

    name: Opt[L10N] = Field(None, description="The name players read.")


class Region(_Part):
    """A region: all spaces that name it. Further keys are facts."""


class Crossing(_Part):
    """A point where lines meet. Further keys are facts."""

    x: int = Field(description="How far east, in any unit.", examples=[150])
    y: int = Field(description="How far south, in the same unit.", examples=[87])


class Line(_Part):
    """A line between two crossings. Further keys are facts."""

    ends: Many[Name] = Field(description="The two crossings.", min_length=2, max_length=2, examples=["[a1, a2]"])


class Space(_Part):
    """A space: the area within its corners. Further keys are facts."""

    corners: Many[Name] = Field(
        description="The crossings around it, in order.", min_length=3, examples=["[a1, a2, b1]"]
    )
    region: Opt[Name] = Field(None, description="The region it belongs to.")


class BoardFile(Model):
    """A file in `boards/`: the plan of a planar board. One of an expansion takes the place of the game's."""

    board: Name = Field(description="The board, defined under `boards`.", examples=["map"])
    name: Opt[L10N] = Field(None, description="The name players read.")
    # a plan must say where it comes from, as cards do
    provenance: Provenance = Field(
        description="Where the plan comes from: the published game, inferred, or our own choice.", examples=["house"]
    )
    regions: dict[Name, Region] = Field(default_factory=dict, description="The regions by name.")
    crossings: dict[Name, Crossing] = Field(
        description="The crossings by name.", examples=["{a1: {x: 0, y: 0}, a2: {x: 100, y: 0}}"]
    )
    lines: dict[Name, Line] = Field(
        default_factory=dict,
        description="The lines by name; if left out, the sides of the spaces, named after their ends (`a1_a2`).",
    )
    spaces: dict[Name, Space] = Field(description="The spaces by name.", examples=["{l1: {corners: [a1, a2, b1]}}"])
