"""Models of cards: pieces with names, facts and behaviours."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from ruleset_core.model.shapes.behaviour import Behaviours
from ruleset_core.model.shapes.common import L10N, Cond, Effect, Expr, FactEntry, Model, Name, Opt, Provenance


class Face(FactEntry, Behaviours):
    """What a card, or one side of it, says. Further keys are facts."""

    model_config = ConfigDict(extra="allow")

    name: Opt[L10N] = Field(None, description="The name players read.")
    text: Opt[L10N] = Field(
        None,
        description="What it says, in words of your own; without it, a text is made from what it does.",
        examples=["{en: This die is free., es: Este dado es gratis.}"],
    )
    requires: Opt[Cond] = Field(
        None, description="What must hold to use it; read by `card.requires`.", examples=["coin >= 2"]
    )
    cost: Opt[Effect] = Field(None, description="What is paid for it.", examples=["pay 2 deniers"])
    effect: Opt[Effect] = Field(None, description="What it does; run by `do card.effect`.", examples=["gain 1 fame"])
    score: Opt[Expr] = Field(None, description="What it is worth to `me`; read by `card.score`.", examples=["3"])


class Card(Face):
    """A card. Further keys are facts of its kind."""

    # narrower than the base: cards must say where they come from
    provenance: Provenance = Field(
        description="Where the figures come from: the published rules, inferred from play, or our own choice.",
        examples=["published"],
    )
    copies: int = Field(1, ge=1, le=1000, description="How many of this card there are.")
    sides: dict[Name, Face] = Field(default_factory=dict, description="The sides of the card, with their facts.")


class CardsFile(Model):
    """A file in `cards/`: cards of one kind."""

    kind: Name = Field(description="The kind of piece, defined under `pieces`.", examples=["card"])
    cards: dict[Name, Card] = Field(description="The cards by name.", examples=["{potter: {provenance: published}}"])
