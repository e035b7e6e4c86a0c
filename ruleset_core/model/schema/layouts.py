"""Models of planar boards, grids and products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.schema.base import (
    FactEntry,
    FactType,
    FactTypes,
    FileModel,
    LocalizedText,
    Many,
    Name,
    Opt,
    Provenance,
    SectionEntry,
    Text,
    describe_value,
    shape_error,
    short_facts,
)

# Models of planar boards: crossings, lines between them, spaces bounded by lines, regions of spaces.

FARTHEST = 1_000_000
"""How far from the middle of the plan a crossing may lie, along each axis."""


class PartFact(FactType):
    """A fact of parts of a board."""

    only: Opt[Name] = Field(
        None,
        description="A `bool` fact that must be true for this one to be true or given.",
        examples=["outer"],
    )


PartFacts = Annotated[dict[Name, PartFact], BeforeValidator(short_facts)]


class BoardModel(SectionEntry):
    """A planar board of the game: which facts its parts have. The plan itself is a file in `boards/`."""

    name: Opt[LocalizedText] = Field(None, description="The name for players.")
    crossing_facts: PartFacts = Field(
        default_factory=dict,
        description="Facts of crossings.",
        examples=["{shore: {is: bool, only: outer}}"],
    )
    line_facts: PartFacts = Field(default_factory=dict, description="Facts of lines.")
    space_facts: PartFacts = Field(default_factory=dict, description="Facts of spaces.")
    region_facts: PartFacts = Field(default_factory=dict, description="Facts of regions.")


class BoardPart(FactEntry):
    """A crossing, line, space or region. Further keys are facts."""

    model_config = ConfigDict(extra="allow")

    name: Opt[LocalizedText] = Field(None, description="The name for players.")


class RegionModel(BoardPart):
    """A region: all spaces that name it. Further keys are facts."""


class CrossingModel(BoardPart):
    """A point where lines meet. Further keys are facts."""

    x: int = Field(description="How far east, in any unit.", ge=-FARTHEST, le=FARTHEST, examples=[150])
    y: int = Field(description="How far south, in the same unit.", ge=-FARTHEST, le=FARTHEST, examples=[87])


class LineModel(BoardPart):
    """A line between two crossings. Further keys are facts."""

    ends: Many[Name] = Field(description="The two crossings.", min_length=2, max_length=2, examples=["[a1, a2]"])
    over: Many[Name] = Field((), description="Lines of a map that it passes over.", examples=["[coast_road]"])


class SpaceModel(BoardPart):
    """A space: the area within its corners. Further keys are facts."""

    corners: Many[Name] = Field(
        description="The crossings around it, in order.", min_length=3, examples=["[a1, a2, b1]"]
    )
    region: Opt[Name] = Field(None, description="The region it belongs to.")


class BoardFile(FileModel):
    """A file in `boards/`: the plan of a planar board. One of an expansion takes the place of the game's."""

    board: Name = Field(description="The board, from `boards`.", examples=["map"])
    name: Opt[LocalizedText] = Field(None, description="The name for players.")
    # a plan must say where it comes from, as cards do
    provenance: Provenance = Field(
        description="Where figures come from, unless an entry says otherwise: published rules, play, or your own choice.",
        examples=["house"],
    )
    regions: dict[Name, RegionModel] = Field(default_factory=dict, description="The regions.")
    crossings: dict[Name, CrossingModel] = Field(
        description="The crossings.", examples=["{a1: {x: 0, y: 0}, a2: {x: 100, y: 0}}"]
    )
    lines: dict[Name, LineModel] = Field(
        default_factory=dict,
        description="The lines, by default the sides of the spaces, named after their ends (`a1_a2`).",
    )
    spaces: dict[Name, SpaceModel] = Field(
        default_factory=dict,
        description="The spaces; a map of places and roads has none.",
        examples=["{l1: {corners: [a1, a2, b1]}}"],
    )

    @model_validator(mode="after")
    def _has_parts(self) -> Self:
        if self.crossings and not self.spaces and not self.lines:
            advice = "for example: `spaces: {l1: {corners: [a1, a2, b1]}}`, or `lines: {road: {ends: [a1, a2]}}`"
            raise shape_error("E102", "a plan needs `spaces` or `lines`", advice=advice)
        return self


# Models of what is made: boards of squares and hexes, and all combinations of values, as members or as pieces.


MOST_FILES = len(ascii_lowercase)
"""Files are called by one letter each."""
MOST_RANKS = 99
"""Ranks are called by a number of at most two digits."""

_Extent = list[Annotated[int, Field(ge=1, le=MOST_RANKS)]]


class GridPartsModel(FileModel):
    """A set that is made of the sides or the corners of cells: what it is called in data, and what players call one of it."""

    set: Name = Field(description="The name of the set.", examples=["road"])
    name: Opt[LocalizedText] = Field(None, description="The name for players.", examples=["{en: road, es: camino}"])

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a mapping, or the name of the set alone."""
        return {**handler.resolve_ref_schema(handler(core)), "type": ["object", "string"]}


def short_parts(value: Any) -> Any:
    """The short form is the name of the set."""
    return {"set": value} if isinstance(value, str) else value


PartsOf = Annotated[GridPartsModel, BeforeValidator(short_parts)]
Combinations = Literal["all", "in_order", "apart"]
COMBINE = "Which combinations a `product` has: `in_order` as on dominoes (`0_1`, `1_1`, not `1_0`), `apart` without equal values."


class GridModel(FileModel):
    """A board whose cells are made: exactly one of the three shapes."""

    squares: Opt[_Extent] = Field(None, description="Files and ranks; cells are `a1`, `b1`.", examples=["[8, 8]"])
    hexes: Opt[_Extent] = Field(
        None,
        description="A rhombus: files and ranks; `b1` lies beside `a1`, `c1`, `a2` and `b2`.",
        examples=["[7, 7]"],
    )
    hexagon: Opt[Annotated[int, Field(ge=2, le=13)]] = Field(
        None, description="A hexagon with so many hexes on each side.", examples=["5"]
    )
    letters: Opt[Annotated[Text, Field(pattern="^[a-z]+$")]] = Field(
        None, description="The letters of the files, by default from `a` on.", examples=["abcdefghj"]
    )
    directions: Opt[Name] = Field(
        None,
        description="Makes a set of the directions (`n`, `ne`...); `c.next[d]` is the next cell, or none.",
        examples=["direction"],
    )

    sides: Opt[PartsOf] = Field(
        None,
        description="Makes a set of the sides of cells.",
        examples=["road"],
    )
    corners: Opt[PartsOf] = Field(
        None,
        description="Makes a set of the corners of cells.",
        examples=["crossing"],
    )

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        given = [key for key in ("squares", "hexes", "hexagon") if getattr(self, key) is not None]
        if len(given) != 1:
            raise shape_error(
                "E107", "a grid has one of `squares`, `hexes` and `hexagon`", advice="write `squares: [8, 8]`"
            )
        extent = self.squares if self.squares is not None else self.hexes
        if extent is not None and len(extent) != 2:
            raise shape_error(
                "E107", f"`{given[0]}` are files and ranks", at=(given[0],), advice="for example: `[8, 8]`"
            )
        if extent is not None and extent[0] > MOST_FILES:
            raise shape_error("E106", f"a grid has {MOST_FILES} files at most", at=(given[0], 0))
        files = extent[0] if extent is not None else 2 * (self.hexagon or 0) - 1
        if self.letters is not None and not len(self.letters) == len({*self.letters}) == files:
            what = f"a grid of {files} files needs as many letters, each once"
            raise shape_error("E107", what, at=("letters",), advice=f"for example: `{ascii_lowercase[:files]}`")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a mapping, or files and ranks alone."""
        made = handler.resolve_ref_schema(handler(core))
        return {**made, "type": ["object", "array"], "items": {"type": "integer", "minimum": 1, "maximum": MOST_RANKS}}


def short_grid(value: Any) -> Any:
    """The short form, files and ranks, is a board of squares."""
    return {"squares": value} if isinstance(value, list) else value


GridShape = Annotated[GridModel, BeforeValidator(short_grid)]


class ShapesModel(FileModel):
    """Shapes made of the cells of a grid, each drawn as it lies, and a set of all ways in which they may lie."""

    on: Name = Field(description="The grid on which they lie: a set with `grid`.", examples=["cell"])
    forms: PartsOf = Field(
        description="Makes a set of the shapes, turned and turned over.",
        examples=["form"],
    )
    turn: bool = Field(True, description="They may be turned by a quarter, on hexes by a sixth.")
    flip: bool = Field(True, description="They may be turned over.")
    pictures: dict[Name, Many[str]] = Field(
        description="The ranks of each shape, the uppermost first. `#` is a square, `.` none, a letter a square of its own kind. Hexes stand two columns apart, each rank half a hex further.",
        examples=["{boot: ['##.', '.##'], bar: ['###']}"],
    )


Axes = FactTypes
MOST_COPIES = 1000
"""Most copies of one combination."""


def _copies(value: Any) -> int | dict[str, list[int]]:
    """So many of each, or so many for each value of some parts."""
    if _is_number(value) and value > 0:
        return int(value)
    if not isinstance(value, dict) or not value:
        raise shape_error(
            "E103", f"expected a number, or numbers by part, found {describe_value(value)}", advice="for example: `2`"
        )
    for name, numbers in value.items():
        if not isinstance(numbers, list) or not all(_is_number(each) for each in numbers):
            what = f"expected a list of numbers up to {MOST_COPIES}, found {describe_value(numbers)}"
            raise shape_error(
                "E103", what, at=(name,), advice="how many of the first value, the second and so on: `[1, 2, 2]`"
            )
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COPIES


_NUMBER = {"type": "integer", "minimum": 0, "maximum": MOST_COPIES}
Copies = Annotated[
    int | dict[str, list[int]],
    PlainValidator(_copies),
    WithJsonSchema(
        {
            **_NUMBER,
            "type": ["integer", "object"],
            "minimum": 1,
            "additionalProperties": {"type": "array", "items": _NUMBER},
        }
    ),
]


def require_product(combine: str, names: object, product: Mapping[str, FactType]) -> None:
    """Refuse to choose among combinations, and to name them, where there are none."""
    for key, given, what in (
        ("combine", combine != "all", "which combinations of a `product` there are"),
        ("names", names is not None, "what the combinations of a `product` are called"),
    ):
        if given and not product:
            raise shape_error("E107", f"`{key}` says {what}", at=(key,), advice=f"delete `{key}`")


def require_subset(of: str | None, left_out: Sequence[str], product: Mapping[str, FactType], *, members: bool) -> None:
    """Refuse exceptions from nothing, and a set of some members of another that does not say which."""
    if left_out and of is None and not product:
        advice = "`of:` names a set that has these members, and others"
        raise shape_error("E107", "`except` leaves members out of nothing", at=("except",), advice=advice)
    if of is not None and members == bool(left_out):
        what = f"some members of `{of}`: say which they are, or which are left out"
        raise shape_error("E107", what, at=("of",), advice="`members: [...]` or `except: [...]`")


def require_one_source(
    grid: GridModel | None, product: Mapping[str, FactType], shapes: ShapesModel | None, *, seats: bool
) -> None:
    """Refuse a set whose members are made in two ways."""
    sources = {"grid": grid is not None, "product": bool(product), "shapes": shapes is not None}
    given = [key for key, is_given in sources.items() if is_given]
    if len(given) > 1:
        message = (
            f"a set is a `{given[0]}` or a `{given[1]}`" if shapes is None else f"a set has `{given[0]}` or `shapes`"
        )
        raise shape_error("E107", message, at=(given[1],), advice="make two sets")
    if seats and given:
        what = "a set of shapes" if shapes is not None else f"a `{given[0]}`"
        raise shape_error("E107", f"{what} has no seats as members", at=("seats",), advice="delete `seats`")
