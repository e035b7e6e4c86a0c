"""Models of behaviours, definitions, phases, scoring, rules and cards."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from ruleset_core.model.schema.base import (
    BECAUSE,
    CALLED,
    MOMENT_PATTERN,
    Cond,
    Effect,
    Expr,
    ExtensibleEntry,
    FactEntry,
    FileModel,
    LocalizedText,
    Many,
    Name,
    OneOrMany,
    Opt,
    Provenance,
    SectionEntry,
    Text,
    TypeText,
    shape_error,
)

# Models of behaviours: the keys under which effects react to what happens.

Moment = Annotated[str, StringConstraints(pattern=MOMENT_PATTERN)]


class WhenModel(FileModel):
    """What happens after an event."""

    event: Moment = Field(
        description="An event, `begin PHASE`, `end PHASE`, `gain`, `lose` or `reach`.", examples=["built"]
    )
    where: Opt[Cond] = Field(None, description="Only when this holds.", examples=["building == house"])
    do: Effect = Field(description="The effect.", examples=["gain 1 fortune"])


class InsteadModel(FileModel):
    """What happens in the place of an event."""

    event: Moment = Field(description="The event to replace.", examples=["gain"])
    where: Opt[Cond] = Field(None, description="Only when this holds.")
    do: Effect = Field(description="The effect in its place.", examples=["gain 1 fortune"])


CHANGES = ("add", "set", "before", "after", "instead")
"""What a modifier does to a definition: the first two to amounts, conditions and values, the others to effects."""


class ModifierModel(FileModel):
    """A change of a definition for as long as the piece is in play: of its value, or of what is done."""

    modify: Name = Field(description="The definition to change.", examples=["price"])
    where: Opt[Cond] = Field(None, description="Only when this holds; it may use the definition's parameters.")
    add: Opt[Expr] = Field(None, description="Added to the value.", examples=["1"])
    set: Opt[Expr] = Field(None, description="Replaces the value.", examples=["0"])
    before: Opt[Effect] = Field(None, description="Done before the effect.", examples=["lose 1 coin"])
    after: Opt[Effect] = Field(None, description="Done after the effect.", examples=["gain 1 coin"])
    instead: Opt[Effect] = Field(None, description="Replaces the effect; `do` of the effect within runs the old one.")

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        given = [key for key in CHANGES if getattr(self, key) is not None]
        if not given:
            message = "a modifier needs `add` or `set`, or, for an effect, `before`, `after` or `instead`"
            raise shape_error("E102", message, advice="for example: `add: 1`")
        if len(given) > 1:
            message = f"a modifier makes one change, and this has `{given[0]}` and `{given[1]}`"
            raise shape_error("E107", message, at=(given[1],), advice="make two modifiers")
        return self


class BehaviourSections(FileModel):
    """The moments at which something acts by itself. Each key takes a list, or a single mapping."""

    when: OneOrMany[WhenModel] = Field(
        (), description="Effects that follow an event.", examples=["{event: built, do: gain 1 point}"]
    )
    instead: OneOrMany[InsteadModel] = Field(
        (), description="Effects that replace an event.", examples=["{event: gain, do: gain 1 fortune}"]
    )
    while_in_play: OneOrMany[ModifierModel] = Field(
        (), description="Changes to definitions while in play.", examples=["{modify: price, add: -1}"]
    )


# Models of definitions: amounts, conditions, values of any other type and effects that have a name.

_CHANGED = "Sentence {}"

BODIES: Final = ("amount", "condition", "value", "effect")
"""The keys of a definition that say what it is; each has one of them."""


class ModifierTexts(FileModel):
    """What is said of a definition that cards modify, where its name would make a clumsy sentence."""

    set: Opt[LocalizedText] = Field(
        None,
        description=_CHANGED.format("for the value."),
        examples=["{en: 'changing the colour costs {value}', es: 'cambiar el color cuesta {value}'}"],
    )
    add: Opt[LocalizedText] = Field(None, description=_CHANGED.format("for so much more."))
    less: Opt[LocalizedText] = Field(None, description=_CHANGED.format("for so much less."))
    times: Opt[LocalizedText] = Field(None, description=_CHANGED.format("for so many times its own value."))
    no: Opt[LocalizedText] = Field(None, description=_CHANGED.format("if the condition does not hold."))


class DefinitionModel(ExtensibleEntry):
    """A named amount, condition, value of any other type, or procedure."""

    params: dict[Name, TypeText] = Field(default_factory=dict, description="Parameters, in order.")
    amount: Opt[Expr] = Field(None, description="The value.")
    condition: Opt[Cond] = Field(None, description="What must hold.")
    is_: Opt[TypeText] = Field(
        None,
        alias="is",
        description="The type of `value`, or of what `effect` returns.",
        examples=["seat"],
    )
    value: Opt[Expr] = Field(
        None,
        description="A value of the type `is`.",
        examples=["most p in seat by p.strength ties first"],
    )
    effect: Opt[Effect] = Field(None, description="What is done.")
    name: Opt[LocalizedText] = CALLED
    because: Opt[LocalizedText] = BECAUSE
    one: Opt[LocalizedText] = Field(
        None,
        description="Name of one thing that an amount counts; parameters in braces.",
        examples=["{en: 'open {c} gate', es: 'puerta {c} abierta'}"],
    )
    changed: Opt[ModifierTexts] = Field(None, description="What cards that modify it say.")

    @model_validator(mode="after")
    def _one_body(self) -> Self:
        given = [key for key in BODIES if getattr(self, key) is not None]
        if not given:
            message = "a definition needs `amount`, `condition`, `value` or `effect`"
            raise shape_error("E102", message, advice="for example: `amount: 3`")
        if len(given) > 1:
            message = "a definition has only one of `amount`, `condition`, `value` and `effect`"
            raise shape_error("E107", message, at=(given[1],), advice="make two definitions")
        if self.value is not None and self.is_ is None:
            raise shape_error("E102", "`value` needs `is`", at=("value",), advice="its type, for example: `is: seat`")
        if self.is_ is not None and self.value is None and self.effect is None:
            message = f"only a `value` and an `effect` have a type of their own, no `{given[0]}`"
            raise shape_error("E107", message, at=("is",), advice=f"write `value:` for `{given[0]}:`, or delete `is`")
        return self


# Models of the course of a game and its end: phases, score, ranks, achievements, rules.

MAX_PHASES = 1000
"""Most phases of a game, those within others counted; each takes a millisecond and 100 kB to load."""
Turns = Literal["once", "forever", "simultaneous", "until_all_pass", "snake"]


class PhaseModel(ExtensibleEntry):
    """A phase: something done (`do`), or further phases (`steps`), possibly once for each value of a field."""

    phase: Name = Field(description="The name of the phase.", examples=["setup"])
    name: Opt[LocalizedText] = Field(None, description="The name for players.")
    when: Opt[Cond] = Field(
        None,
        description="The phase takes place only if this holds when it would begin.",
        examples=["option.long"],
    )
    for_: Opt[Name] = Field(None, alias="for", description="A field that counts rounds, once for every value of `in`.")
    in_: Opt[Text] = Field(
        None,
        alias="in",
        description="The values it takes: a set, or numbers known before play.",
        examples=["1 to option.rounds"],
    )
    while_: Opt[Cond] = Field(
        None,
        alias="while",
        description="Repeated while this holds before a round; with `for`, at most once for each value.",
        examples=["stack > 0"],
    )
    most: Opt[Expr] = Field(
        None,
        description="With `while` alone: the most rounds; more is a broken rule.",
        examples=["20 * players"],
    )
    beyond: Opt[Effect] = Field(
        None,
        description="What happens instead if `while` still holds then, also with `for`.",
        examples=["end_game"],
    )
    steps: Many[PhaseModel] = Field((), description="The phases within this one, in order.")
    turns: Opt[Turns] = Field(None, description="Seats take turns, in this way; without it nobody acts.")
    first: Opt[Expr] = Field(None, description="The first seat, by default the field `starter`, else seat 0.")
    by: Opt[Expr] = Field(
        None,
        description="Order by this amount of `me` when the phase begins, least first; then from `first`.",
        examples=["-bid"],
    )
    skip: Opt[Cond] = Field(
        None,
        description="A seat `me` for which this holds gets no turn; if all are skipped, the phase ends.",
        examples=["out"],
    )
    next_: Opt[Expr] = Field(
        None,
        alias="next",
        description="With `forever` and `until_all_pass`: the seat after `me`; `none` ends the phase.",
        examples=["first p in others where p.coin > 0"],
    )
    until: Opt[Cond] = Field(None, description="Ends the phase; checked after every turn.")
    do: Opt[Effect] = Field(None, description="What happens.", examples=["roll face"])

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.do is None and not self.steps:
            raise shape_error("E102", "a phase needs `do` or `steps`", advice="for example: `do: gain 1 point`")
        if self.do is not None and self.steps:
            raise shape_error("E107", "a phase has either `do` or `steps`", at=("do",), advice="make it the first step")
        if (self.for_ is None) != (self.in_ is None):
            have, lack = ("for", "in") if self.in_ is None else ("in", "for")
            advice = "for example: `for: day` and `in: 1 to 8`"
            raise shape_error("E102", f"`{have}` needs `{lack}`", at=(have,), advice=advice)
        if self.until is not None and self.steps and self.turns is None:
            message, advice = "`until` looks at turns, and a phase of `steps` has none", "write `while: not (...)`"
            raise shape_error("E107", message, at=("until",), advice=advice)
        for key, value in (("most", self.most), ("beyond", self.beyond)):
            if value is not None and self.while_ is None:
                raise shape_error("E102", f"`{key}` needs `while`", at=(key,), advice="for example: `while: stack > 0`")
        if self.most is not None and self.for_ is not None:
            advice = "the values of `for` say it"
            raise shape_error(
                "E107", "either `most` or `for` says how many rounds there are", at=("most",), advice=advice
            )
        if self.beyond is not None and self.most is None and self.for_ is None:
            raise shape_error(
                "E102", "`beyond` needs `most` or `for`", at=("beyond",), advice="for example: `most: 20`"
            )
        return self


class ScoreRowModel(SectionEntry):
    """A line of the final sheet, or one line for each member of a set."""

    name: LocalizedText = Field(description="The name for players.", examples=["{en: Houses, es: Casas}"])
    each: Opt[TypeText] = Field(None, description="One line for each; `it` in the amount.")
    where: Opt[Cond] = Field(None, description="With `each`: which are listed.", examples=["owned[it] == me"])
    amount: Expr = Field(description="The points of the seat `me`.", examples=["2 * houses"])
    text: Opt[LocalizedText] = Field(
        None,
        description="How points are made, instead of the text made of the amount; figures in braces.",
        examples=["{en: '{per_house} for each house', es: '{per_house} por cada casa'}"],
    )


class OutcomeModel(FileModel):
    """Who wins. What is left out: every seat plays for itself, and the highest score wins."""

    best: Literal["highest", "lowest"] = Field("highest", description="Which score wins.")
    wins: Opt[Cond] = Field(
        None,
        description="Only a seat `me` for which this holds can win, or whose team has one.",
        examples=["harbour == home[me]"],
    )
    team: Opt[Expr] = Field(
        None,
        description="The number of the team of `me`; a team adds up its scores and wins together.",
        examples=["side"],
    )


class AchievementModel(SectionEntry):
    """Something to be proud of, looked at when the game is over."""

    name: LocalizedText = Field(description="The name for players.", examples=["{en: Forty, es: Cuarenta}"])
    when: Cond = Field(description="What the seat `me` must have reached.", examples=["points >= 40"])
    players: Literal["solo", "several", "any"] = Field("any", description="For how many players.")
    boxes: int = Field(1, ge=1, description="Boxes to tick.")


class RankModel(SectionEntry):
    """A band of the score of a game for one."""

    at: int = Field(description="From so many points.", examples=[45])
    name: LocalizedText = Field(description="The name for players.", examples=["{en: Master, es: Maestro}"])


class RuleModel(SectionEntry, BehaviourSections):
    """Behaviours that belong to no piece."""

    id: Name = Field(description="The id of the rule.", examples=["market_day"])
    because: Opt[LocalizedText] = BECAUSE
    text: Opt[LocalizedText] = Field(None, description="Its text, by default generated from what it does.")

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        if not (self.when or self.instead or self.while_in_play):
            advice = "for example: `when: {event: begin income, do: roll face}`"
            raise shape_error("E102", "a rule needs `when`, `instead` or `while_in_play`", advice=advice)
        return self


# Models of cards: pieces with names, facts and behaviours.


class CardFaceModel(FactEntry, BehaviourSections):
    """What a card, or one side of it, says. Further keys are facts."""

    model_config = ConfigDict(extra="allow")

    name: Opt[LocalizedText] = Field(None, description="The name for players.")
    text: Opt[LocalizedText] = Field(
        None,
        description="Its text, by default generated from what it does.",
        examples=["{en: This die is free., es: Este dado es gratis.}"],
    )
    requires: Opt[Cond] = Field(None, description="What must hold to use it: `card.requires`.", examples=["coin >= 2"])
    effect: Opt[Effect] = Field(None, description="What it does: `do card.effect`.", examples=["gain 1 fame"])
    score: Opt[Expr] = Field(None, description="Its worth to `me`: `card.score`.", examples=["3"])


class CardModel(CardFaceModel):
    """A card. Further keys are facts of its kind."""

    # narrower than the base: cards must say where they come from
    provenance: Provenance = Field(
        description="Where figures come from, unless an entry says otherwise: published rules, play, or your own choice.",
        examples=["published"],
    )
    copies: int = Field(1, ge=1, le=1000, description="Number of this card.")
    sides: dict[Name, CardFaceModel] = Field(default_factory=dict, description="Its sides, with their facts.")


class CardsFile(FileModel):
    """A file in `cards/`: cards of one kind."""

    kind: Name = Field(description="The kind, from `pieces`.", examples=["card"])
    cards: dict[Name, CardModel] = Field(description="The cards.", examples=["{potter: {provenance: published}}"])
