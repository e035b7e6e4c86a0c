"""What happened in a game as JSON: the parts of a story, in the words of the game."""

from __future__ import annotations

from typing import Annotated, Literal

from ruleset_core.model.outward.plain import STRICT, ByKind, Keys, SeatNumber
from ruleset_core.model.unchanging import named

__all__ = [
    "Amount", "AtOnce", "Because", "Choice", "Count", "End", "Event", "Move", "Order", "Phase", "Place", "Plain", "Reason", "Result", "Show",
    "StoryPart", "Turn", "Value", "WonBy",
]  # fmt: skip

Plain = bool | int | str | None
"""A value as observations hold it."""


How = Literal["gain", "lose", "pay", "put", "roll", "flip", "hook"]
"""By what a value changed."""
Reordered = Literal["shuffle", "sort", "hook"]
"""By what the order of a list changed."""
WonBy = Literal["points", "tie_breaks", "condition"]
"""What made the difference between who won and who did not."""


@named
class Because:
    """A line of the data behind something."""

    __pydantic_config__ = STRICT

    section: Annotated[str, Keys("The kind of entry it belongs to, such as `cards` or `flow`.")]
    name: Annotated[str, Keys("The entry, such as the id of a card; empty for a part of none.")]
    key: Annotated[str, Keys("Where in the entry, such as `when[0].do`.")]
    file: Annotated[str, Keys("Within the game; of an expansion its name goes before it.")]
    line: Annotated[int, Keys(minimum=1)]
    column: Annotated[int, Keys(minimum=1)]


@named
class Place:
    """A list of pieces."""

    __pydantic_config__ = STRICT

    zone: str
    of: Annotated[SeatNumber | None, Keys("Whose it is; null where all share it.")] = None
    at: Annotated[tuple[Plain, ...], Keys("Which of several.")] = ()


@named
class Part:
    """What all parts of a story have."""

    __pydantic_config__ = STRICT

    step: Annotated[int, Keys("The move during which it happened, the first being 0; -1 is the setup.", minimum=-1)]
    seat: Annotated[SeatNumber | None, Keys("Who acted, if anybody did.")] = None
    because: Annotated[
        tuple[Because, ...], Keys("What did it: the innermost line first, then what called it; one of each entry.")
    ] = ()


@named
class Reason:
    """Why an option was not offered, as the data says it to the seat."""

    __pydantic_config__ = STRICT

    en: str
    es: str


@named
class Choice(Part):
    """A seat took an option."""

    kind: Literal["choice"] = "choice"
    decision: str
    option: Annotated[str | None, Keys("Its notation; null where that is secret.")]
    forced: Annotated[bool, Keys("Whether the seat had no other.")] = False
    refused: Annotated[
        int, Keys("Of a forced one: how many candidates there were besides, which were not offered.", minimum=0)
    ] = 0
    reasons: Annotated[
        tuple[Reason, ...], Keys("Why they were not, if the data says it in one or two texts; told to the seat alone.")
    ] = ()


@named
class Amount(Part):
    """How much a seat holds of a resource changed."""

    kind: Literal["amount"] = "amount"
    how: How
    of: SeatNumber
    resource: str
    before: int
    after: int


@named
class Value(Part):
    """A field changed."""

    kind: Literal["value"] = "value"
    how: How
    name: str
    of: Annotated[SeatNumber | None, Keys("Whose it is; null where all share it.")] = None
    at: Annotated[tuple[Plain, ...], Keys("Which of several.")] = ()
    before: Plain
    after: Plain


@named
class Count(Part):
    """A field changed that nobody sees, or that counts beside an amount: spaces filled on a track, who knows a piece."""

    kind: Literal["count"] = "count"
    name: str
    of: SeatNumber | None = None
    at: tuple[Plain, ...] = ()
    before: Plain
    after: Plain


@named
class Move(Part):
    """A piece went from one list of pieces to the end of another."""

    kind: Literal["move"] = "move"
    family: Annotated[str, Keys("What kind of piece.")]
    piece: Annotated[str | None, Keys("Which; null where that is not known.")]
    source: Annotated[Place | None, Keys("Null: it lay nowhere.")]
    place: Annotated[int | None, Keys("Where in the source it lay, from 0; null where that is not known.")]
    target: Place


@named
class Show(Part):
    """A seat was shown a piece, or what it is not."""

    kind: Literal["show"] = "show"
    family: Annotated[str, Keys("What kind of piece.")]
    piece: Annotated[str | None, Keys("Which; null where that is not known.")]
    place: Annotated[Place | None, Keys("Where it lay; null: nowhere.")]
    nth: Annotated[int | None, Keys("Where in the list it lay, from 0; null in a hand, or where it lay nowhere.")] = (
        None
    )
    to: Annotated[SeatNumber, Keys("Who knows it from now on.")]
    fact: Annotated[str | None, Keys("Where not the piece was shown: the fact of which values were excluded.")] = None
    excluded: Annotated[tuple[Plain, ...], Keys("The values that the piece does not have.")] = ()


@named
class Order(Part):
    """A list of pieces was put into another order, or changed by a plugin."""

    kind: Literal["order"] = "order"
    how: Reordered
    place: Place
    before: Annotated[tuple[str, ...] | None, Keys("Null where it is not known.")]
    after: Annotated[tuple[str, ...] | None, Keys("Null where it is not known.")]


@named
class Event(Part):
    """Something that the data names happened."""

    kind: Literal["event"] = "event"
    event: str
    args: Annotated[dict[str, Plain] | None, Keys("Its fields; null where they are not known.")]


@named
class Phase(Part):
    """A phase began."""

    kind: Literal["phase"] = "phase"
    phase: str


@named
class Turn(Part):
    """A seat is given a turn: one of a phase with `turns`."""

    kind: Literal["turn"] = "turn"


@named
class AtOnce(Part):
    """Seats begin to choose at the same time, or are done with it."""

    kind: Literal["at_once"] = "at_once"
    on: bool


@named
class End(Part):
    """The game is over."""

    kind: Literal["end"] = "end"


@named
class Result(Part):
    """What has come of the game."""

    kind: Literal["result"] = "result"
    outcomes: Annotated[
        tuple[Annotated[int, Keys(minimum=-1, maximum=1)], ...], Keys("For every seat: 1 won, 0 drawn, -1 lost.")
    ]
    winners: Annotated[tuple[SeatNumber, ...], Keys("The seats that win, or share the victory.")]
    scores: Annotated[tuple[int, ...], Keys("The points of every seat; of a team, of all of it.")]
    teams: Annotated[tuple[int, ...], Keys("The team of every seat; without teams each is its own.")]
    by: Annotated[WonBy, Keys("What made the difference.")]


StoryPart = Annotated[
    Choice | Amount | Value | Count | Move | Show | Order | Event | Phase | Turn | AtOnce | End | Result,
    ByKind(),
]
"""One thing that happened."""
