"""Models of the course of a game and its end: phases, score, ranks, achievements, rules."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from ruleset_core.model.shapes.behaviour import Behaviours
from ruleset_core.model.shapes.common import (
    BECAUSE,
    L10N,
    Cond,
    Effect,
    Entry,
    Expr,
    Many,
    Model,
    Name,
    Opened,
    Opt,
    Text,
    TypeText,
    problem,
)

MAX_PHASES = 1000
"""Most phases of a game, those within others counted; each takes a millisecond and 100 kB to load."""
Turns = Literal["once", "forever", "simultaneous", "until_all_pass", "snake"]


class Phase(Opened):
    """A phase: something done (`do`), or further phases (`steps`), possibly once for each value of a field."""

    phase: Name = Field(description="The name of the phase.", examples=["setup"])
    name: Opt[L10N] = Field(None, description="The name players read.")
    for_: Opt[Name] = Field(None, alias="for", description="A field of the state that counts.")
    in_: Opt[Text] = Field(None, alias="in", description="The values it takes.", examples=["1 to 8"])
    while_: Opt[Cond] = Field(
        None,
        alias="while",
        description="Played again and again as long as this holds, looked at before every round; with `for`, at most so often.",
        examples=["stack > 0"],
    )
    most: Opt[Expr] = Field(
        None,
        description="With `while` and without `for`: how many rounds there are at most, looked at before each.",
        examples=["20 * players"],
    )
    beyond: Opt[Effect] = Field(
        None,
        description="With `while`: what happens if it holds still after the most rounds. Without it, reaching `most` so is a broken rule, and the values of `for` are all there is.",
        examples=["end_game"],
    )
    steps: Many[Phase] = Field((), description="The phases within this one, in order.")
    turns: Opt[Turns] = Field(None, description="`do` is for seats, and in which order; without it nobody acts.")
    first: Opt[Expr] = Field(None, description="The seat that begins.")
    by: Opt[Expr] = Field(
        None,
        description="An amount of the seat `me`: who has least plays first. Looked at once, when the phase begins; equal ones as they sit, from `first`.",
        examples=["-bid"],
    )
    skip: Opt[Cond] = Field(
        None, description="A seat `me` for which this holds when its turn comes gets none.", examples=["out"]
    )
    next_: Opt[Expr] = Field(
        None,
        alias="next",
        description="With `forever` and `until_all_pass`: the seat that follows `me`; `none` ends the phase. Without it, the next one.",
        examples=["first p in others where p.coin > 0"],
    )
    until: Opt[Cond] = Field(None, description="Ends the phase; looked at after every turn.")
    do: Opt[Effect] = Field(None, description="What happens.", examples=["roll face"])

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.do is None and not self.steps:
            raise problem("E102", "a phase needs `do` or `steps`", advice="for example: `do: gain 1 point`")
        if self.do is not None and self.steps:
            raise problem("E107", "a phase has either `do` or `steps`", at=("do",), advice="make it the first step")
        if (self.for_ is None) != (self.in_ is None):
            have, lack = ("for", "in") if self.in_ is None else ("in", "for")
            advice = "for example: `for: day` and `in: 1 to 8`"
            raise problem("E102", f"`{have}` needs `{lack}`", at=(have,), advice=advice)
        for key, value in (("most", self.most), ("beyond", self.beyond)):
            if value is not None and self.while_ is None:
                raise problem("E102", f"`{key}` needs `while`", at=(key,), advice="for example: `while: stack > 0`")
        if self.most is not None and self.for_ is not None:
            advice = "the values of `for` say it"
            raise problem("E107", "either `most` or `for` says how many rounds there are", at=("most",), advice=advice)
        if self.beyond is not None and self.most is None and self.for_ is None:
            raise problem("E102", "`beyond` needs `most` or `for`", at=("beyond",), advice="for example: `most: 20`")
        return self


class ScoreRow(Entry):
    """A line of the final sheet, or one line for each member of a set."""

    name: L10N = Field(description="The name players read.", examples=["{en: Houses, es: Casas}"])
    each: Opt[TypeText] = Field(None, description="One line for each of these; `it` in the amount.")
    where: Opt[Cond] = Field(
        None, description="With `each`: only those for which this holds are listed.", examples=["owned[it] == me"]
    )
    amount: Expr = Field(description="The points of the seat `me`.", examples=["2 * houses"])


class Outcome(Model):
    """Who wins. What is left out: every seat plays for itself, and the highest score wins."""

    best: Literal["highest", "lowest"] = Field("highest", description="Which score wins.")
    wins: Opt[Cond] = Field(
        None,
        description="Only a seat `me` for which this holds can win; of a team one is enough.",
        examples=["harbour == home[me]"],
    )
    team: Opt[Expr] = Field(
        None,
        description="The team of the seat `me`, a number: seats with the same one add up their scores and win together.",
        examples=["side"],
    )


class Achievement(Entry):
    """Something to be proud of, looked at when the game is over."""

    name: L10N = Field(description="The name players read.", examples=["{en: Forty, es: Cuarenta}"])
    when: Cond = Field(description="What the seat `me` must have reached.", examples=["points >= 40"])
    players: Literal["solo", "several", "any"] = Field("any", description="For which numbers of players.")
    boxes: int = Field(1, ge=1, description="How many boxes there are to tick.")


class Rank(Entry):
    """A band of the score of a game for one."""

    at: int = Field(description="The points from which it holds.", examples=[45])
    name: L10N = Field(description="The name players read.", examples=["{en: Master, es: Maestro}"])


class Rule(Entry, Behaviours):
    """Behaviours that belong to no piece."""

    id: Name = Field(description="A name for the rule.", examples=["market_day"])
    because: Opt[L10N] = BECAUSE
    text: Opt[L10N] = Field(
        None, description="What it says, in words of your own; without it, a text is made from what it does."
    )

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        if not (self.when or self.instead or self.while_in_play):
            advice = "for example: `when: {event: begin income, do: roll face}`"
            raise problem("E102", "a rule needs `when`, `instead` or `while_in_play`", advice=advice)
        return self
