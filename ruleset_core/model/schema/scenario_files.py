"""Models of scenario files: rules as tests, written in the words of the game."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, RootModel, WithJsonSchema
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.schema.base import FileModel, Many, Name, Opt, Scalar, Text, describe_value, shape_error

_SEATED: Final = re.compile(r"(\d+)\s*:\s+(.*)", re.DOTALL)


def _as_texts(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _as_reasons(value: Any) -> Any:
    """A list of options is a mapping that asks for no reason."""
    listed = _as_texts(value)
    return dict.fromkeys(listed, "") if isinstance(listed, list) and all(map(_is_text, listed)) else value


def _as_step(value: Any) -> Any:
    """A step is written as notation, as `SEAT: NOTATION` (which YAML reads as a mapping), or as `expect: {...}`."""
    if _is_text(value):
        match = _SEATED.fullmatch(value)
        return {"option": match[2], "seat": int(match[1])} if match else {"option": value}
    if isinstance(value, dict) and len(value) == 1:
        ((key, content),) = value.items()
        if key == "expect":
            return value
        if isinstance(key, int) and _is_text(content):
            return {"option": content, "seat": key}
    advice = "write the notation of an option, `SEAT: NOTATION`, or `expect: {...}`"
    raise shape_error("E103", f"expected an option or `expect: ...`, found {describe_value(value)}", advice=advice)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


_TEXTS_SCHEMA = {"type": ["string", "array"], "items": {"type": "string"}}
_REASONS_SCHEMA = {"type": ["string", "array", "object"], "items": {"type": "string"}}


def _by_seat(value: Any) -> Any:
    """A list from seat 0 is a mapping by seat; what is not written of a seat is not looked at."""
    return {seat: seen for seat, seen in enumerate(value) if seen is not None} if isinstance(value, list) else value


Texts = Annotated[Many[Text], BeforeValidator(_as_texts), WithJsonSchema(_TEXTS_SCHEMA)]
"""A list of texts, or a single one."""
Reasons = Annotated[dict[Text, str], BeforeValidator(_as_reasons), WithJsonSchema(_REASONS_SCHEMA)]
"""Options, with a part of the explanation why each is refused; as a list when no explanation is asked for."""


class ExpectationModel(FileModel):
    """What must be true at a point of a scenario; what is left out is not looked at."""

    that: Texts = Field(
        (),
        description="Conditions. `seat 1: points == 3` is about seat 1; without, `me` is seat 0 if alone.",
    )
    offered: Texts = Field((), description="These are offered, among others.")
    only: Opt[Texts] = Field(None, description="Exactly these are offered.")
    refused: Reasons = Field(
        default_factory=dict, description="Not offered: a list, or a mapping with a part of the reason."
    )
    decision: Opt[Name] = Field(None, description="The decision that is asked.")
    seat: Opt[int] = Field(None, description="Who decides.")
    phase: Opt[Name] = Field(None, description="The phase the game is in.")
    over: Opt[bool] = Field(None, description="Whether the game is over.")
    scores: Opt[Many[int]] = Field(None, description="The score of every seat, as if the game ended now.")
    winners: Opt[Many[int]] = Field(None, description="The seats that win.")
    sees: Annotated[dict[int, dict[str, Any]], BeforeValidator(_by_seat)] = Field(
        default_factory=dict,
        description="What each seat sees, by number or as a list.",
        examples=["{1: {seats: {0: {hand: hidden}}}}"],
        json_schema_extra={"type": ["object", "array"]},
    )
    achievements: dict[int, Many[Name]] = Field(
        default_factory=dict, description="Exactly those of each seat: `{0: [points_45]}`."
    )


class StepModel(FileModel):
    """A step of a scenario: an option taken, or something expected on the way."""

    option: Opt[Text] = None
    seat: Opt[int] = None
    expect: Opt[ExpectationModel] = Field(None, description="What must be true at this point.")

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: a text, `SEAT: NOTATION`, or `expect: {...}`."""
        made = handler.resolve_ref_schema(handler(core))
        return {
            "type": ["string", "object"],
            "properties": {"expect": made["properties"]["expect"]},
            "patternProperties": {"^[0-9]+$": {"type": "string"}},
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": False,
        }


class GivenPositionModel(FileModel):
    """A position in the words of a game: with what it is played, and what is given."""

    players: Opt[int] = Field(None, ge=1, le=99, description="Number of players, by default the fewest.")
    options: dict[Name, Scalar] = Field(default_factory=dict, description="Options of the game.")
    expansions: Many[Name] = Field((), description="Expansions in play.")
    seed: int = Field(1, description="Seed of chance that `dice` does not fix.")
    at: Opt[Name] = Field(None, description="The phase to begin with, after the setup.")
    given: dict[str, Any] = Field(default_factory=dict, description="The situation; the rest stays as it was.")
    dice: dict[Name, Many[Scalar]] = Field(
        default_factory=dict,
        description="Rolls in order, by field: `{pips: [2, 5]}`; then dice fall by the seed.",
    )


class ScenarioModel(GivenPositionModel):
    """A situation, what is done in it, and what must come of it."""

    name: Text = Field(description="What the scenario shows, in a few words.", examples=["a market costs one coin"])
    covers: Texts = Field((), description="Ids of the rulings or examples shown.")
    do: Many[Annotated[StepModel, BeforeValidator(_as_step)]] = Field(
        (), description="Options taken; `expect` may stand between."
    )
    expect: Annotated[ExpectationModel, Field(description="What is true at the end.")] = (
        ExpectationModel.model_validate({})
    )


class ScenarioFile(FileModel):
    """A file in `scenarios/`."""

    game: Opt[Text] = Field(None, description="The game, by default that of the directory.")
    scenarios: Many[ScenarioModel] = Field(description="The scenarios.", examples=["[{name: ..., do: [...]}]"])


class ExemptFile(RootModel[dict[str, Text]]):
    """`scenarios/exempt.yaml`: what needs no scenario, with the reason."""
