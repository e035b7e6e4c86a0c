"""Models of scenario files, rules as tests, and of lesson files, a first game step by step; both in the words of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, RootModel, WithJsonSchema
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.schema.base import (
    FileModel,
    LocalizedText,
    Many,
    Name,
    Opt,
    Scalar,
    Text,
    describe_value,
    shape_error,
)

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
    refused: Reasons = Field(default_factory=dict, description="Not offered; as a mapping with a part of the reason.")
    decision: Opt[Name] = Field(None, description="The decision that is asked.")
    seat: Opt[int] = Field(None, description="Who decides.")
    phase: Opt[Name] = Field(None, description="The phase the game is in.")
    over: Opt[bool] = Field(None, description="Whether the game is over.")
    scores: Opt[Many[int]] = Field(None, description="The score of every seat if the game ended now.")
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

    name: Text = Field(description="What it shows, in a few words.", examples=["a market costs one coin"])
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


def _as_lesson_step(value: Any) -> Any:
    """`1: NOTATION` is the move of another seat: `do` with its number."""
    if not isinstance(value, Mapping):
        return value
    seats = [key for key in value if type(key) is int]
    if "of_seat" in value:
        raise shape_error("E101", "unknown key `of_seat`", at=("of_seat",), advice="write `1: NOTATION` for seat 1")
    if not seats and "say" not in value and "do" in value and value.keys() <= LessonStepModel.model_fields.keys():
        raise shape_error("E102", "a step says what to do and why", advice="write `say: {en: ..., es: ...}`")
    if len(seats) > 1 or (seats and "do" in value):
        raise shape_error(
            "E103", "a step is one answer", at=(seats[-1],), advice="write the next one as a step of its own"
        )
    rest = {key: each for key, each in value.items() if key not in seats}
    return {**rest, "do": value[seats[0]], "of_seat": seats[0]} if seats else rest


class LessonStepModel(FileModel):
    """A step of a lesson: what is said, and the answer that is looked for; or `1: NOTATION`, the move of another seat."""

    say: Opt[LocalizedText] = Field(
        None, description="What to do and why. Of another seat's move: what it did, said afterwards.",
        examples=["{en: Roll the die., es: Lanza el dado.}"],
    )  # fmt: skip
    do: Text = Field(description="The answer that is looked for, in notation.", examples=["play roll"])
    of_seat: Opt[int] = Field(None, exclude=True)
    mark: Texts = Field((), description="Pieces and members that a page marks.")
    instead: Opt[LocalizedText] = Field(None, description="Said to another answer that could be given here.")
    then: Opt[LocalizedText] = Field(None, description="What came of it.")
    expect: Opt[ExpectationModel] = Field(None, description="What must be true afterwards.")

    @property
    def seat(self) -> int | None:
        """Whose move it is, if not the learner's."""
        return self.of_seat

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """As it is written: with `do`, or with the number of a seat."""
        made = handler.resolve_ref_schema(handler(core))
        keys = {key: each for key, each in made["properties"].items() if key != "of_seat"}
        return {
            **{key: each for key, each in made.items() if key not in {"properties", "required"}},
            "properties": keys,
            "patternProperties": {"^[0-9]+$": {"type": "string"}},
        }


class LessonModel(GivenPositionModel):
    """A first game, or a part of one: a position, and answers with the reasons for them."""

    lesson: Name = Field(description="Its id: `ruleset play GAME --lesson ID`.", examples=["turn"])
    name: LocalizedText = Field(
        description="The title for players.", examples=["{en: A first turn, es: Un primer turno}"]
    )
    about: Opt[LocalizedText] = Field(None, description="In a sentence what is learnt.")
    seat: int = Field(0, ge=0, description="Who learns, from 0.")
    steps: Annotated[
        Many[Annotated[LessonStepModel, BeforeValidator(_as_lesson_step)]],
        Field(min_length=1, description="What is said and answered.", examples=["[{say: {en: Roll.}, do: play roll}]"]),
    ]
    free: Opt[LocalizedText] = Field(None, description="Said at the end, before the game goes on freely.")


class LessonFile(FileModel):
    """A file in `lessons/`."""

    game: Opt[Text] = Field(None, description="The game, by default that of the directory.")
    lessons: Many[LessonModel] = Field(
        description="The lessons.",
        examples=["[{lesson: turn, name: {en: A turn}, steps: [{say: {en: Roll.}, do: play roll}]}]"],
    )
