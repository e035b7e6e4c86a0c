"""Models of the files that a game is made of; scenarios, which check it, have theirs. `validate` turns a document into one."""

from __future__ import annotations

from typing import Any, TypeAlias

from pydantic import Field

from ruleset_core.model.shapes.behaviour import Behaviours, Instead, Modifier, When
from ruleset_core.model.shapes.boards import Board, BoardFile
from ruleset_core.model.shapes.cards import Card, CardsFile, Face
from ruleset_core.model.shapes.common import (
    L10N,
    Entry,
    Expr,
    FactEntry,
    Many,
    Model,
    Name,
    Opt,
    Place,
    Players,
    Provenance,
    Range,
    Text,
)
from ruleset_core.model.shapes.definitions import Define
from ruleset_core.model.shapes.extend import Extend, FurtherPhase, Remove
from ruleset_core.model.shapes.flow import Achievement, Outcome, Phase, Rank, Rule, ScoreRow
from ruleset_core.model.shapes.look import Look
from ruleset_core.model.shapes.sections import (
    Decision,
    Event,
    Member,
    Option,
    PieceKind,
    Position,
    Resource,
    Resources,
    SetDef,
    StateField,
    Why,
    Zone,
)


class View(Model):
    """Hints for showing a game that has no look of its own."""

    columns: Many[Name] = Field((), description="What the table of the seats shows, in order; all if left out.")
    told: Many[Name] = Field((), description="The shared fields whose changes the log tells; all if left out.")
    amounts: Many[Name] = Field(
        (),
        description="Amounts of `define` that observations hold, worked out for the seat that looks.",
        examples=["[price]"],
    )


class Sections(Model):
    """Sections any part of a game or an expansion may have."""

    options: dict[Name, Option] = Field(default_factory=dict, description="Choices made before the game begins.")
    sets: dict[Name, SetDef] = Field(default_factory=dict, description="Closed families of names.")
    resources: Resources = Field(default_factory=Resources, description="What seats own in amounts.")
    boards: dict[Name, Board] = Field(default_factory=dict, description="Planar boards; one at most.")
    pieces: dict[Name, PieceKind] = Field(default_factory=dict, description="Kinds of pieces.")
    state: dict[Name, StateField] = Field(default_factory=dict, description="Fields of the state of the game.")
    zones: dict[Name, Zone] = Field(default_factory=dict, description="Ordered lists of pieces.")
    positions: dict[Name, Position] = Field(
        default_factory=dict, description="Positions that are remembered, to know whether they come again."
    )
    events: dict[Name, Event] = Field(default_factory=dict, description="What can happen.")
    decisions: dict[Name, Decision] = Field(default_factory=dict, description="Every question players are asked.")
    define: dict[Name, Define] = Field(
        default_factory=dict, description="Named amounts, conditions, values of other types, procedures."
    )
    score: dict[Name, ScoreRow] = Field(default_factory=dict, description="The final sheet, in order.")
    tie_breaks: Many[Expr] = Field((), description="What decides between equal scores, in order; higher wins.")
    outcome: Outcome = Field(Outcome.model_validate({}), description="Who wins.")
    achievements: dict[Name, Achievement] = Field(default_factory=dict, description="Looked at when the game is over.")
    ranks: Many[Rank] = Field((), description="Bands of the score of a game for one.")
    rules: Many[Rule] = Field((), description="Behaviours that belong to no piece.")
    view: View = Field(View.model_validate({}), description="Hints for showing the game.")
    look: Look = Field(Look.model_validate({}), description="How the game is shown.")


class PartFile(Sections):
    """A further part of a game: any sections."""

    flow: Many[Phase] = Field((), description="The course of the game: its phases in order.")


class Header(Model):
    """What games and expansions say about themselves."""

    name: L10N = Field(description="The name players read.", examples=["{en: Pig, es: Cerdo}"])
    about: Opt[L10N] = Field(None, description="The game in a sentence or two.")
    version: Opt[Text] = Field(None, description="The version of the data.", examples=['"1.0"'])
    authors: Many[Text] = Field((), description="Who wrote the data.")
    provenance: Opt[Provenance] = Field(None, description="Where the figures come from unless said otherwise.")


class GameFile(PartFile, Header):
    """`game.yaml`: the header of a game, and any sections."""

    game: Name = Field(description="The id of the game.", examples=["pig"])
    players: Players = Field(description="Number of players.", examples=["1..4"])


class ExpansionPart(Sections):
    """A further part of an expansion: any sections except `flow`, and what it changes of what is there."""

    override: dict[Name, Any] = Field(
        default_factory=dict,
        description="Values that take the place of those that are there: sections of the game, entries and keys by name.",
        examples=["{cards: {weaver: {hire: 2}}}"],
    )
    remove: Remove = Field(Remove.model_validate({}), description="What is taken out of the game.")
    extend: Extend = Field(Extend.model_validate({}), description="What is added to things that hold several.")

    @property
    def changes_anything(self) -> bool:
        """Whether this changes what is there, besides adding to it."""
        return bool(self.override or self.remove.cards or self.extend.model_fields_set)


class ExpansionFile(ExpansionPart, Header):
    """`expansion.yaml`: the header of an expansion, and what any part of it may have."""

    expansion: Name = Field(description="The id of the expansion.", examples=["winter"])
    of: Name = Field(description="The id of the game it belongs to.", examples=["pig"])
    requires: Many[Name] = Field((), description="Other expansions that come into play with it, and before it.")
    after: Many[Name] = Field(
        (),
        description="Other expansions that come before it where they are in play: of what both change, it has the last word.",
    )


class VariantFile(ExpansionPart, Header):
    """`game.yaml` of a variant: a game like another one, except for what stands here."""

    game: Name = Field(description="The id of the game.", examples=["rich_pig"])
    like: Place = Field(
        description="The game it is like: its id, or the path of its directory as seen from this file.",
        examples=["pig"],
    )
    with_: Many[Place] = Field(
        (),
        alias="with",
        description="Expansions of that game which it always has, in the order in which they are laid on: ids, or paths.",
        examples=["[winter]"],
    )
    players: Opt[Players] = Field(None, description="Number of players, if it is another one.", examples=["2..3"])

    @property
    def expansion(self) -> str:
        """Its id: it is laid on the other game as an expansion is."""
        return self.game

    @property
    def requires(self) -> tuple[str, ...]:
        """What it always has comes before it anyway."""
        return ()

    @property
    def after(self) -> tuple[str, ...]:
        """As for `requires`."""
        return ()


Laid: TypeAlias = ExpansionFile | VariantFile
"""The header of what is laid on a game."""


__all__ = [
    "L10N",
    "Achievement",
    "Behaviours",
    "Board",
    "BoardFile",
    "Card",
    "CardsFile",
    "Decision",
    "Define",
    "Entry",
    "Event",
    "ExpansionFile",
    "ExpansionPart",
    "Extend",
    "Face",
    "FactEntry",
    "FurtherPhase",
    "GameFile",
    "Header",
    "Instead",
    "Laid",
    "Member",
    "Modifier",
    "Option",
    "PartFile",
    "Phase",
    "PieceKind",
    "Range",
    "Rank",
    "Remove",
    "Resource",
    "Resources",
    "Rule",
    "ScoreRow",
    "Sections",
    "SetDef",
    "StateField",
    "VariantFile",
    "When",
    "Why",
    "Zone",
]  # fmt: skip
