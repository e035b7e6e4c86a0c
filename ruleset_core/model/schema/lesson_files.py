"""Models of lesson files: a first game, step by step, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleset_core.model.schema.base import FileModel, LocalizedText, Many, Name, Opt, Text, shape_error
from ruleset_core.model.schema.scenario_files import ExpectationModel, GivenPositionModel, Texts

__all__ = ["LessonFile", "LessonModel", "LessonStepModel"]


def _as_step(value: Any) -> Any:
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
    mark: Texts = Field((), description="Names of pieces and members that are pointed out on a page.")
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
        Many[Annotated[LessonStepModel, BeforeValidator(_as_step)]],
        Field(min_length=1, description="What is said and answered.", examples=["[{say: {en: Roll.}, do: play roll}]"]),
    ]
    free: Opt[LocalizedText] = Field(None, description="Said at the end, before the game goes on freely.")


class LessonFile(FileModel):
    """A file in `lessons/`."""

    game: Opt[Text] = Field(None, description="The game; default the one in whose directory the file is.")
    lessons: Many[LessonModel] = Field(
        description="The lessons.",
        examples=["[{lesson: turn, name: {en: A turn}, steps: [{say: {en: Roll.}, do: play roll}]}]"],
    )
