"""Models of behaviours: the keys under which effects react to what happens."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from ruleset_core.model.common import MOMENT_PATTERN, Cond, Effect, Expr, Model, Name, OneOrMany, Opt, problem

Moment = Annotated[str, StringConstraints(pattern=MOMENT_PATTERN)]


class When(Model):
    """What happens after an event."""

    event: Moment = Field(
        description="An event, `begin PHASE`, `end PHASE`, or one of `gain`, `lose`, `reach`.", examples=["built"]
    )
    where: Opt[Cond] = Field(None, description="Only when this holds.", examples=["building == house"])
    do: Effect = Field(description="The effect.", examples=["gain 1 fortune"])


class Instead(Model):
    """What happens in the place of an event."""

    event: Moment = Field(description="The event that is replaced.", examples=["gain"])
    where: Opt[Cond] = Field(None, description="Only when this holds.")
    do: Effect = Field(description="The effect that takes its place.", examples=["gain 1 fortune"])


class Modifier(Model):
    """A change of a defined amount or condition for as long as the piece is in play."""

    modify: Name = Field(description="The definition whose value changes.", examples=["price"])
    where: Opt[Cond] = Field(None, description="Only when this holds; parameters of the definition are known.")
    add: Opt[Expr] = Field(None, description="Added to the value.", examples=["1"])
    set: Opt[Expr] = Field(None, description="Takes the place of the value.", examples=["0"])

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        if self.add is None and self.set is None:
            raise problem("E102", "a modifier needs `add` or `set`", advice="for example: `add: 1`")
        if self.add is not None and self.set is not None:
            raise problem("E107", "a modifier has either `add` or `set`", at=("set",), advice="delete one of them")
        return self


class Behaviours(Model):
    """The moments at which something acts by itself. Each key takes a list, or a single mapping."""

    when: OneOrMany[When] = Field(
        (), description="Effects that follow an event.", examples=["{event: built, do: gain 1 point}"]
    )
    instead: OneOrMany[Instead] = Field(
        (), description="Effects that replace an event.", examples=["{event: gain, do: gain 1 fortune}"]
    )
    while_in_play: OneOrMany[Modifier] = Field(
        (), description="Changes of amounts and conditions while in play.", examples=["{modify: price, add: -1}"]
    )
