"""Models of definitions: amounts, conditions, values of any other type and effects that have a name."""

from __future__ import annotations

from typing import Final, Self

from pydantic import Field, model_validator

from ruleset_core.model.shapes.common import (
    BECAUSE,
    CALLED,
    L10N,
    Cond,
    Effect,
    Expr,
    Model,
    Name,
    Opened,
    Opt,
    TypeText,
    problem,
)

_CHANGED = "The sentence for it; `{{value}}` and the parameters in braces are put in. {}"

BODIES: Final = ("amount", "condition", "value", "effect")
"""The keys of a definition that say what it is; each has one of them."""


class Changes(Model):
    """What is said of a definition that cards modify, where its name would make a clumsy sentence."""

    set: Opt[L10N] = Field(
        None,
        description=_CHANGED.format("It counts so much."),
        examples=["{en: 'changing the colour costs {value}', es: 'cambiar el color cuesta {value}'}"],
    )
    add: Opt[L10N] = Field(None, description=_CHANGED.format("It counts so much more."))
    less: Opt[L10N] = Field(None, description=_CHANGED.format("It counts so much less."))
    times: Opt[L10N] = Field(
        None, description=_CHANGED.format("It counts so many times what it is by itself: what is added is that again.")
    )
    no: Opt[L10N] = Field(None, description=_CHANGED.format("The condition does not hold."))


class Define(Opened):
    """A named amount, condition, value of any other type, or procedure."""

    params: dict[Name, TypeText] = Field(default_factory=dict, description="Parameters with their types, in order.")
    amount: Opt[Expr] = Field(None, description="The value.")
    condition: Opt[Cond] = Field(None, description="What must hold.")
    is_: Opt[TypeText] = Field(
        None, alias="is", description="The type of `value`: a seat, a kind of piece, a set, a range.", examples=["seat"]
    )
    value: Opt[Expr] = Field(
        None,
        description="Which one it is, of the type under `is`.",
        examples=["most p in seat by p.strength ties first"],
    )
    effect: Opt[Effect] = Field(None, description="What is done.")
    name: Opt[L10N] = CALLED
    because: Opt[L10N] = BECAUSE
    one: Opt[L10N] = Field(
        None,
        description="What one of what an amount counts is called, parameters in braces: texts say `2 coins for each …`.",
        examples=["{en: 'open {c} gate', es: 'puerta {c} abierta'}"],
    )
    changed: Opt[Changes] = Field(
        None, description="What cards that modify it say, where the name makes no good sentence."
    )

    @model_validator(mode="after")
    def _one_body(self) -> Self:
        given = [key for key in BODIES if getattr(self, key) is not None]
        if not given:
            message = "a definition needs `amount`, `condition`, `value` or `effect`"
            raise problem("E102", message, advice="for example: `amount: 3`")
        if len(given) > 1:
            message = "a definition has only one of `amount`, `condition`, `value` and `effect`"
            raise problem("E107", message, at=(given[1],), advice="make two definitions")
        if self.value is not None and self.is_ is None:
            raise problem("E102", "`value` needs `is`", at=("value",), advice="its type, for example: `is: seat`")
        if self.is_ is not None and self.value is None:
            message = f"only a `value` has a type of its own, no `{given[0]}`"
            raise problem("E107", message, at=("is",), advice=f"write `value:` for `{given[0]}:`, or delete `is`")
        return self
