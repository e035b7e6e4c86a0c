"""Models of behaviours: the keys under which effects react to what happens."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from ruleset_core.model.shapes.common import MOMENT_PATTERN, Cond, Effect, Expr, Model, Name, OneOrMany, Opt, problem

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


CHANGES = ("add", "set", "before", "after", "instead")
"""What a modifier does to a definition: the first two to amounts, conditions and values, the others to effects."""


class Modifier(Model):
    """A change of a definition for as long as the piece is in play: of its value, or of what is done."""

    modify: Name = Field(description="The definition that changes.", examples=["price"])
    where: Opt[Cond] = Field(None, description="Only when this holds; parameters of the definition are known.")
    add: Opt[Expr] = Field(None, description="Added to the value.", examples=["1"])
    set: Opt[Expr] = Field(None, description="Takes the place of the value.", examples=["0"])
    before: Opt[Effect] = Field(None, description="Done before the effect.", examples=["lose 1 coin"])
    after: Opt[Effect] = Field(None, description="Done after the effect.", examples=["gain 1 coin"])
    instead: Opt[Effect] = Field(
        None, description="Done in the place of the effect; `do` of the effect itself means it without this change."
    )

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        given = [key for key in CHANGES if getattr(self, key) is not None]
        if not given:
            message = "a modifier needs `add` or `set`, or, for an effect, `before`, `after` or `instead`"
            raise problem("E102", message, advice="for example: `add: 1`")
        if len(given) > 1:
            message = f"a modifier makes one change, and this has `{given[0]}` and `{given[1]}`"
            raise problem("E107", message, at=(given[1],), advice="make two modifiers")
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
        (), description="Changes of definitions while in play.", examples=["{modify: price, add: -1}"]
    )
