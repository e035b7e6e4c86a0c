"""Models of planar boards: crossings, lines between them, spaces bounded by lines, regions of spaces."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, Field

from ruleset_core.model.shapes.common import (
    L10N,
    Entry,
    FactEntry,
    FactType,
    Many,
    Model,
    Name,
    Opt,
    Provenance,
    short_facts,
)

FARTHEST = 1_000_000
"""How far from the middle of the plan a crossing may lie, along each axis."""


class PartFact(FactType):
    """A fact of parts of a board."""

    only: Opt[Name] = Field(
        None,
        description="A yes-or-no fact of the same part without which this one is `false` or not given.",
        examples=["outer"],
    )


PartFacts = Annotated[dict[Name, PartFact], BeforeValidator(short_facts)]


class Board(Entry):
    """A planar board of the game: which facts its parts have. The plan itself is a file in `boards/`."""

    name: Opt[L10N] = Field(None, description="The name players read.")
    crossing_facts: PartFacts = Field(
        default_factory=dict,
        description="Facts of crossings, with their types.",
        examples=["{shore: {is: bool, only: outer}}"],
    )
    line_facts: PartFacts = Field(default_factory=dict, description="Facts of lines, with their types.")
    space_facts: PartFacts = Field(default_factory=dict, description="Facts of spaces, with their types.")
    region_facts: PartFacts = Field(default_factory=dict, description="Facts of regions, with their types.")


class BoardPart(FactEntry):
    """A crossing, line, space or region. Further keys are facts."""

    model_config = ConfigDict(extra="allow")

    name: Opt[L10N] = Field(None, description="The name players read.")


class Region(BoardPart):
    """A region: all spaces that name it. Further keys are facts."""


class Crossing(BoardPart):
    """A point where lines meet. Further keys are facts."""

    x: int = Field(description="How far east, in any unit.", ge=-FARTHEST, le=FARTHEST, examples=[150])
    y: int = Field(description="How far south, in the same unit.", ge=-FARTHEST, le=FARTHEST, examples=[87])


class Line(BoardPart):
    """A line between two crossings. Further keys are facts."""

    ends: Many[Name] = Field(description="The two crossings.", min_length=2, max_length=2, examples=["[a1, a2]"])


class Space(BoardPart):
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
