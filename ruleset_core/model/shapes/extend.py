"""Models of what an expansion does to what is there: takes out, adds to; what it replaces is in `model/shapes/overriding`."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from ruleset_core.model.shapes.common import Cond, Effect, Many, Model, Name, Opt, problem
from ruleset_core.model.shapes.flow import Phase
from ruleset_core.model.shapes.sections import Member, members_of, members_schema

PLACES = ("before", "after", "first_in", "last_in")
"""Where a further phase stands, by the phase that is named."""


class Remove(Model):
    """What an expansion takes out of the game."""

    cards: Many[Name] = Field((), description="Cards that there are no more.", examples=["[mayor]"])


class MoreMembers(Model):
    """Further members of a set."""

    members: Annotated[dict[Name, Member], BeforeValidator(members_of)] = Field(
        description="A list of names, or names with their facts; they stand behind those that are there.",
        examples=["[green]"],
        json_schema_extra=members_schema,
    )


class FurtherPhase(Phase):
    """A phase that an expansion adds, and where."""

    before: Opt[Name] = Field(None, description="The phase before which it is played.", examples=["income"])
    after: Opt[Name] = Field(None, description="The phase after which it is played.", examples=["income"])
    first_in: Opt[Name] = Field(None, description="The phase of whose steps it is the first.", examples=["round"])
    last_in: Opt[Name] = Field(None, description="The phase of whose steps it is the last.", examples=["round"])

    @model_validator(mode="after")
    def _stands_somewhere(self) -> Self:
        given = [key for key in PLACES if getattr(self, key) is not None]
        if not given:
            message = "a further phase needs `before`, `after`, `first_in` or `last_in`"
            raise problem("E102", message, advice="for example: `after: income`")
        if len(given) > 1:
            message = "a phase stands in one place"
            raise problem("E107", message, at=(given[1],), advice=f"delete `{given[0]}` or `{given[1]}`")
        return self


class FurtherBranch(Model):
    """A branch that an expansion adds to the choices of a decision."""

    where: Opt[Cond] = Field(None, description="Only when this holds it is offered.", examples=["coin >= 2"])
    do: Effect = Field(description="What is done.", examples=["lose 2 coin"])


class Extend(Model):
    """What an expansion adds to things of the game that hold several."""

    sets: dict[Name, MoreMembers] = Field(default_factory=dict, description="Further members of sets.")
    flow: Many[FurtherPhase] = Field((), description="Further phases, each with its place among those there.")
    choices: dict[Name, dict[Name, FurtherBranch]] = Field(
        default_factory=dict,
        description="Further branches of `choose DECISION { ... | ... }`: the decision, the member, and what it does.",
        examples=["{action: {wait: {do: gain 1 coin}}}"],
    )
