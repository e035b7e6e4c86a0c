"""Models of scenarios: rules as tests."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, RootModel, WithJsonSchema

from ruleset_core.model.common import Many, Model, Name, Opt, Scalar, Text, _as_text, found, problem


class Step(Model):
    """A step of a scenario: an option taken, or something expected on the way."""

    option: Opt[Text] = None
    expect: Opt[dict[str, Any]] = Field(None, description="What must be true at this point.")


def _step(value: Any) -> Any:
    if isinstance(value, str):
        return {"option": value}
    if isinstance(value, dict) and set(value) == {"expect"}:
        return value
    raise problem(
        "E103", f"expected an option or `expect: ...`, found {found(value)}",
        advice="write the notation of an option, or `{expect: {...}}`",
    )  # fmt: skip


_STEP = {
    "type": ["string", "object"],
    "properties": {"expect": {"type": "object", "description": "What must be true at this point."}},
    "required": ["expect"],
    "additionalProperties": False,
}


class Scenario(Model):
    """A situation, what is done in it, and what must come of it."""

    name: Annotated[Text, BeforeValidator(_as_text)] = Field(
        description="A name, unique in the game.", examples=["EX-1"]
    )
    covers: Many[Text] = Field((), description="Cards, rules or rulings this scenario is about.")
    players: Opt[int] = Field(None, ge=1, le=99, description="Number of players.")
    options: dict[Name, Scalar] = Field(default_factory=dict, description="Options of the game.")
    expansions: Many[Name] = Field((), description="Expansions in play.")
    seed: Opt[int] = Field(None, description="Seed of the random streams.")
    at: Opt[Name] = Field(None, description="The phase the situation is in.")
    given: dict[str, Any] = Field(default_factory=dict, description="The situation, in words of the game.")
    dice: dict[Name, Many[int]] = Field(default_factory=dict, description="What is rolled, in order, by field.")
    do: Many[Annotated[Step, BeforeValidator(_step), WithJsonSchema(_STEP)]] = Field(
        (), description="Options taken, in order; `expect` may stand between them."
    )
    expect: dict[str, Any] = Field(default_factory=dict, description="What must be true at the end.")


class ScenarioFile(Model):
    """A file in `scenarios/`."""

    scenarios: Many[Scenario] = Field(description="The scenarios.", examples=["[{name: EX-1, do: [die red]}]"])


class ExemptFile(RootModel[dict[str, Text]]):
    """`scenarios/exempt.yaml`: what needs no scenario, with the reason."""
