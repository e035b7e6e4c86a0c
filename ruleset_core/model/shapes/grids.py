"""Models of what is made: boards of squares and hexes, and all combinations of values, as members or as pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.shapes.common import L10N, FactType, FactTypes, Model, Name, Opt, found, problem

MOST_FILES = 26
"""Files are called by one letter each."""
MOST_RANKS = 99
"""Ranks are called by a number of at most two digits."""

_Extent = list[Annotated[int, Field(ge=1, le=MOST_RANKS)]]


class Parts(Model):
    """A set that is made of the sides or the corners of cells: what it is called in data, and what players call one of it."""

    set: Name = Field(description="The name of the set.", examples=["road"])
    name: Opt[L10N] = Field(None, description="The name players read.", examples=["{en: road, es: camino}"])

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a mapping, or the name of the set alone."""
        return {**handler.resolve_ref_schema(handler(core)), "type": ["object", "string"]}


def short_parts(value: Any) -> Any:
    """The short form is the name of the set."""
    return {"set": value} if isinstance(value, str) else value


PartsOf = Annotated[Parts, BeforeValidator(short_parts)]
Combinations = Literal["all", "in_order", "apart"]
COMBINE = (
    "Which combinations of a `product` there are: `all`; those whose values are `in_order`, as on dominoes (`0_1`, not `1_0`; `1_1`, "
    "too); or those that are in order and `apart`, such as each pair of towns once."
)


class Grid(Model):
    """A board whose cells are made: exactly one of the three shapes."""

    squares: Opt[_Extent] = Field(
        None, description="A board of so many files and ranks; cells are called `a1`, `b1`.", examples=["[8, 8]"]
    )
    hexes: Opt[_Extent] = Field(
        None,
        description="A rhombus of hexes, so many files and ranks: `b1` lies beside `a1`, `c1`, `a2` and `b2`.",
        examples=["[7, 7]"],
    )
    hexagon: Opt[Annotated[int, Field(ge=2, le=13)]] = Field(
        None, description="A hexagon of hexes with so many on each side.", examples=["5"]
    )
    directions: Opt[Name] = Field(
        None,
        description="The name of a set to be made of the directions (`n`, `ne`...); `c.next[d]` is then the next cell "
        "in a direction, or none.",
        examples=["direction"],
    )

    sides: Opt[PartsOf] = Field(
        None,
        description="A set to be made of the sides of the cells, such as roads or walls. Cells have `sides`; a side has `cells` (one "
        "or two), `near` (sides that meet it at a corner), `rim`, and `ends` if there are `corners`.",
        examples=["road"],
    )
    corners: Opt[PartsOf] = Field(
        None,
        description="A set to be made of the corners of the cells. Cells have `corners`; a corner has `cells`, `near` (the corners one "
        "side away), `rim`, and `sides` if there are any.",
        examples=["crossing"],
    )

    @model_validator(mode="after")
    def _one_shape(self) -> Self:
        given = [key for key in ("squares", "hexes", "hexagon") if getattr(self, key) is not None]
        if len(given) != 1:
            raise problem(
                "E107", "a grid has one of `squares`, `hexes` and `hexagon`", advice="write `squares: [8, 8]`"
            )
        extent = self.squares if self.squares is not None else self.hexes
        if extent is not None and len(extent) != 2:
            raise problem("E107", f"`{given[0]}` are files and ranks", at=(given[0],), advice="for example: `[8, 8]`")
        if extent is not None and extent[0] > MOST_FILES:
            raise problem("E106", f"a grid has {MOST_FILES} files at most", at=(given[0], 0))
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a mapping, or files and ranks alone."""
        made = handler.resolve_ref_schema(handler(core))
        return {**made, "type": ["object", "array"], "items": {"type": "integer", "minimum": 1, "maximum": MOST_RANKS}}


def short_grid(value: Any) -> Any:
    """The short form, files and ranks, is a board of squares."""
    return {"squares": value} if isinstance(value, list) else value


GridShape = Annotated[Grid, BeforeValidator(short_grid)]
Axes = FactTypes
MOST_COPIES = 1000
"""Most copies of one combination."""


def _copies(value: Any) -> int | dict[str, list[int]]:
    """So many of each, or so many for each value of some parts."""
    if _is_number(value) and value > 0:
        return int(value)
    if not isinstance(value, dict) or not value:
        raise problem("E103", f"expected a number, or numbers by part, found {found(value)}", advice="for example: `2`")
    for name, numbers in value.items():
        if not isinstance(numbers, list) or not all(_is_number(each) for each in numbers):
            what = f"expected a list of numbers up to {MOST_COPIES}, found {found(numbers)}"
            raise problem(
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


def some_combined(combine: str, product: Mapping[str, FactType]) -> None:
    """Refuse to choose among combinations where there are none."""
    if combine != "all" and not product:
        raise problem(
            "E107",
            "`combine` says which combinations of a `product` there are",
            at=("combine",),
            advice="delete `combine`",
        )


def one_source(grid: Grid | None, product: Mapping[str, FactType], *, seats: bool) -> None:
    """Refuse a set whose members are made in two ways."""
    if grid is not None and product:
        raise problem("E107", "a set is a `grid` or a `product`", at=("product",), advice="make two sets")
    if seats and (grid is not None or product):
        key = "grid" if grid is not None else "product"
        raise problem("E107", f"a `{key}` has no seats as members", at=("seats",), advice="delete `seats`")
