"""What happened in a game as JSON: the parts of a story, in the words of the game."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from ruleset_core.model.outward.formats_base import Format, SeatNumber

__all__ = [
    "Amount", "AtOnce", "Because", "Choice", "Count", "End", "Event", "Move", "Order", "Phase", "Place", "Plain", "Reason", "Result", "Show",
    "StoryFormat", "StoryPart", "Turn", "Value", "WonBy",
]  # fmt: skip

Plain = bool | int | str | None
"""A value as observations hold it."""


How = Literal["gain", "lose", "pay", "put", "roll", "flip", "hook"]
"""By what a value changed."""
Reordered = Literal["shuffle", "sort", "hook"]
"""By what the order of a list changed."""
WonBy = Literal["points", "tie_breaks", "condition"]
"""What made the difference between who won and who did not."""


class Because(Format):
    """A line of the data behind something."""

    section: str = Field(description="The kind of entry it belongs to, such as `cards` or `flow`.")
    name: str = Field(description="The entry, such as the id of a card; empty for a part of none.")
    key: str = Field(description="Where in the entry, such as `when[0].do`.")
    file: str = Field(description="Within the game; of an expansion its name goes before it.")
    line: int = Field(ge=1)
    column: int = Field(ge=1)


class Place(Format):
    """A list of pieces."""

    zone: str
    of: SeatNumber | None = Field(None, description="Whose it is; null where all share it.")
    at: tuple[Plain, ...] = Field((), description="Which of several.")


class Part(Format):
    """What all parts of a story have."""

    step: int = Field(ge=-1, description="The move during which it happened, the first being 0; -1 is the setup.")
    seat: SeatNumber | None = Field(None, description="Who acted, if anybody did.")
    because: tuple[Because, ...] = Field(
        (), description="What did it: the innermost line first, then what called it; one of each entry."
    )


class Reason(Format):
    """Why an option was not offered, as the data says it to the seat."""

    en: str
    es: str


class Choice(Part):
    """A seat took an option."""

    kind: Literal["choice"] = "choice"
    decision: str
    option: str | None = Field(description="Its notation; null where that is secret.")
    forced: bool = Field(False, description="Whether the seat had no other.")
    refused: int = Field(
        0, ge=0, description="Of a forced one: how many candidates there were besides, which were not offered."
    )
    reasons: tuple[Reason, ...] = Field(
        (), description="Why they were not, if the data says it in one or two texts; told to the seat alone."
    )


class Amount(Part):
    """How much a seat holds of a resource changed."""

    kind: Literal["amount"] = "amount"
    how: How
    of: SeatNumber
    resource: str
    before: int
    after: int


class Value(Part):
    """A field changed."""

    kind: Literal["value"] = "value"
    how: How
    name: str
    of: SeatNumber | None = Field(None, description="Whose it is; null where all share it.")
    at: tuple[Plain, ...] = Field((), description="Which of several.")
    before: Plain
    after: Plain


class Count(Part):
    """A field changed that nobody sees, or that counts beside an amount: spaces filled on a track, who knows a piece."""

    kind: Literal["count"] = "count"
    name: str
    of: SeatNumber | None = None
    at: tuple[Plain, ...] = ()
    before: Plain
    after: Plain


class Move(Part):
    """A piece went from one list of pieces to the end of another."""

    kind: Literal["move"] = "move"
    family: str = Field(description="What kind of piece.")
    piece: str | None = Field(description="Which; null where that is not known.")
    source: Place | None = Field(description="Null: it lay nowhere.")
    place: int | None = Field(description="Where in the source it lay, from 0; null where that is not known.")
    target: Place


class Show(Part):
    """A seat was shown a piece, or what it is not."""

    kind: Literal["show"] = "show"
    family: str = Field(description="What kind of piece.")
    piece: str | None = Field(description="Which; null where that is not known.")
    place: Place | None = Field(description="Where it lay; null: nowhere.")
    nth: int | None = Field(
        None, description="Where in the list it lay, from 0; null in a hand, or where it lay nowhere."
    )
    to: SeatNumber = Field(description="Who knows it from now on.")
    fact: str | None = Field(None, description="Where not the piece was shown: the fact of which values were excluded.")
    excluded: tuple[Plain, ...] = Field((), description="The values that the piece does not have.")


class Order(Part):
    """A list of pieces was put into another order, or changed by a plugin."""

    kind: Literal["order"] = "order"
    how: Reordered
    place: Place
    before: tuple[str, ...] | None = Field(description="Null where it is not known.")
    after: tuple[str, ...] | None = Field(description="Null where it is not known.")


class Event(Part):
    """Something that the data names happened."""

    kind: Literal["event"] = "event"
    event: str
    args: dict[str, Plain] | None = Field(description="Its fields; null where they are not known.")


class Phase(Part):
    """A phase began."""

    kind: Literal["phase"] = "phase"
    phase: str


class Turn(Part):
    """A seat is given a turn: one of a phase with `turns`."""

    kind: Literal["turn"] = "turn"


class AtOnce(Part):
    """Seats begin to choose at the same time, or are done with it."""

    kind: Literal["at_once"] = "at_once"
    on: bool


class End(Part):
    """The game is over."""

    kind: Literal["end"] = "end"


class Result(Part):
    """What has come of the game."""

    kind: Literal["result"] = "result"
    outcomes: tuple[Annotated[int, Field(ge=-1, le=1)], ...] = Field(
        description="For every seat: 1 won, 0 drawn, -1 lost."
    )
    winners: tuple[SeatNumber, ...] = Field(description="The seats that win, or share the victory.")
    scores: tuple[int, ...] = Field(description="The points of every seat; of a team, of all of it.")
    teams: tuple[int, ...] = Field(description="The team of every seat; without teams each is its own.")
    by: WonBy = Field(description="What made the difference.")


StoryPart = Annotated[
    Choice | Amount | Value | Count | Move | Show | Order | Event | Phase | Turn | AtOnce | End | Result,
    Field(discriminator="kind"),
]
"""One thing that happened."""


class StoryFormat(RootModel[list[StoryPart]]):
    """What happened in a stretch of a game, in order: `Story.to_json()`."""
