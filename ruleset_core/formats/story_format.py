"""Stories and accounts as JSON: what happened in a game, and where an amount came from."""

from __future__ import annotations

from typing import Annotated, Literal

from ruleset_core.values import STRICT, DiscriminatedByKind, NonNegative, SchemaKeys, SeatNumber, frozen_keyword

# What happened in a game as JSON: the parts of a story, in the words of the game.

ObservedScalar = bool | int | str | None
"""A value as observations hold it."""


ValueChangeKind = Literal["gain", "lose", "pay", "put", "roll", "flip", "hook"]
"""By what a value changed."""
ReorderKind = Literal["shuffle", "sort", "hook"]
"""By what the order of a list changed."""
WonBy = Literal["points", "tie_breaks", "condition"]
"""What made the difference between who won and who did not."""


@frozen_keyword
class SourceReference:
    """A line of the data behind something."""

    __pydantic_config__ = STRICT

    section: Annotated[str, SchemaKeys("The kind of entry it belongs to, such as `cards` or `flow`.")]
    name: Annotated[str, SchemaKeys("The entry, such as the id of a card; empty for a part of none.")]
    key: Annotated[str, SchemaKeys("Where in the entry, such as `when[0].do`.")]
    file: Annotated[str, SchemaKeys("Within the game; of an expansion its name goes before it.")]
    line: Annotated[int, SchemaKeys(minimum=1)]
    column: Annotated[int, SchemaKeys(minimum=1)]


@frozen_keyword
class StoryPlace:
    """A list of pieces."""

    __pydantic_config__ = STRICT

    zone: str
    of: Annotated[SeatNumber | None, SchemaKeys("Whose it is; null where all share it.")] = None
    at: Annotated[tuple[ObservedScalar, ...], SchemaKeys("Which of several.")] = ()


@frozen_keyword
class BasePart:
    """What all parts of a story have."""

    __pydantic_config__ = STRICT

    step: Annotated[
        int, SchemaKeys("The move during which it happened, the first being 0; -1 is the setup.", minimum=-1)
    ]
    seat: Annotated[SeatNumber | None, SchemaKeys("Who acted, if anybody did.")] = None
    because: Annotated[
        tuple[SourceReference, ...],
        SchemaKeys("What did it: the innermost line first, then what called it; one of each entry."),
    ] = ()


@frozen_keyword
class LocalizedReason:
    """Why an option was not offered, as the data says it to the seat."""

    __pydantic_config__ = STRICT

    en: str
    es: str


@frozen_keyword
class ChoicePart(BasePart):
    """A seat took an option."""

    kind: Literal["choice"] = "choice"
    decision: str
    option: Annotated[str | None, SchemaKeys("Its notation; null where that is secret.")]
    forced: Annotated[bool, SchemaKeys("Whether the seat had no other.")] = False
    refused: Annotated[
        int, SchemaKeys("Of a forced one: how many candidates there were besides, which were not offered.", minimum=0)
    ] = 0
    reasons: Annotated[
        tuple[LocalizedReason, ...],
        SchemaKeys("Why they were not, if the data says it in one or two texts; told to the seat alone."),
    ] = ()


@frozen_keyword
class AmountPart(BasePart):
    """How much a seat holds of a resource changed."""

    kind: Literal["amount"] = "amount"
    how: ValueChangeKind
    of: SeatNumber
    resource: str
    before: int
    after: int


@frozen_keyword
class ValuePart(BasePart):
    """A field changed."""

    kind: Literal["value"] = "value"
    how: ValueChangeKind
    name: str
    of: Annotated[SeatNumber | None, SchemaKeys("Whose it is; null where all share it.")] = None
    at: Annotated[tuple[ObservedScalar, ...], SchemaKeys("Which of several.")] = ()
    before: ObservedScalar
    after: ObservedScalar


@frozen_keyword
class CountPart(BasePart):
    """A field changed that nobody sees, or that counts beside an amount: spaces filled on a track, who knows a piece."""

    kind: Literal["count"] = "count"
    name: str
    of: SeatNumber | None = None
    at: tuple[ObservedScalar, ...] = ()
    before: ObservedScalar
    after: ObservedScalar


@frozen_keyword
class MovePart(BasePart):
    """A piece went from one list of pieces to the end of another."""

    kind: Literal["move"] = "move"
    family: Annotated[str, SchemaKeys("What kind of piece.")]
    piece: Annotated[str | None, SchemaKeys("Which; null where that is not known.")]
    source: Annotated[StoryPlace | None, SchemaKeys("Null: it lay nowhere.")]
    place: Annotated[int | None, SchemaKeys("Where in the source it lay, from 0; null where that is not known.")]
    target: StoryPlace


@frozen_keyword
class ShowPart(BasePart):
    """A seat was shown a piece, or what it is not."""

    kind: Literal["show"] = "show"
    family: Annotated[str, SchemaKeys("What kind of piece.")]
    piece: Annotated[str | None, SchemaKeys("Which; null where that is not known.")]
    place: Annotated[StoryPlace | None, SchemaKeys("Where it lay; null: nowhere.")]
    nth: Annotated[
        int | None, SchemaKeys("Where in the list it lay, from 0; null in a hand, or where it lay nowhere.")
    ] = None
    to: Annotated[SeatNumber, SchemaKeys("Who knows it from now on.")]
    fact: Annotated[
        str | None, SchemaKeys("Where not the piece was shown: the fact of which values were excluded.")
    ] = None
    excluded: Annotated[tuple[ObservedScalar, ...], SchemaKeys("The values that the piece does not have.")] = ()


@frozen_keyword
class OrderPart(BasePart):
    """A list of pieces was put into another order, or changed by a plugin."""

    kind: Literal["order"] = "order"
    how: ReorderKind
    place: StoryPlace
    before: Annotated[tuple[str, ...] | None, SchemaKeys("Null where it is not known.")]
    after: Annotated[tuple[str, ...] | None, SchemaKeys("Null where it is not known.")]


@frozen_keyword
class EventPart(BasePart):
    """Something that the data names happened."""

    kind: Literal["event"] = "event"
    event: str
    args: Annotated[dict[str, ObservedScalar] | None, SchemaKeys("Its fields; null where they are not known.")]


@frozen_keyword
class PhasePart(BasePart):
    """A phase began."""

    kind: Literal["phase"] = "phase"
    phase: str


@frozen_keyword
class TurnPart(BasePart):
    """A seat is given a turn: one of a phase with `turns`."""

    kind: Literal["turn"] = "turn"


@frozen_keyword
class SimultaneousPart(BasePart):
    """Seats begin to choose at the same time, or are done with it."""

    kind: Literal["at_once"] = "at_once"
    on: bool


@frozen_keyword
class EndPart(BasePart):
    """The game is over."""

    kind: Literal["end"] = "end"


@frozen_keyword
class ResultPart(BasePart):
    """What has come of the game."""

    kind: Literal["result"] = "result"
    outcomes: Annotated[
        tuple[Annotated[int, SchemaKeys(minimum=-1, maximum=1)], ...],
        SchemaKeys("For every seat: 1 won, 0 drawn, -1 lost."),
    ]
    winners: Annotated[tuple[SeatNumber, ...], SchemaKeys("The seats that win, or share the victory.")]
    scores: Annotated[tuple[int, ...], SchemaKeys("The points of every seat; of a team, of all of it.")]
    teams: Annotated[tuple[int, ...], SchemaKeys("The team of every seat; without teams each is its own.")]
    by: Annotated[WonBy, SchemaKeys("What made the difference.")]


StoryPart = Annotated[
    ChoicePart
    | AmountPart
    | ValuePart
    | CountPart
    | MovePart
    | ShowPart
    | OrderPart
    | EventPart
    | PhasePart
    | TurnPart
    | SimultaneousPart
    | EndPart
    | ResultPart,
    DiscriminatedByKind(),
]
"""One thing that happened."""


# Where an amount came from as JSON: what was gained and lost in a game, added up by what did it.

ReasonKind = Literal["card", "rule", "choice", "phase", "score", "start", "hidden"]
"""What stands behind an amount: a card, a rule or definition, what a seat chose, a phase, a line of the score sheet, what was
there at first, or what may not be known."""


@frozen_keyword
class AccountReason:
    """What stands behind an amount."""

    __pydantic_config__ = STRICT

    kind: ReasonKind
    name: Annotated[
        str, SchemaKeys("The card, rule, decision, phase or category of the score; empty where there is none.")
    ]
    item: Annotated[str | None, SchemaKeys("The notation of the option chosen, or the item of the score.")]
    by: Annotated[SeatNumber | None, SchemaKeys("Who chose, if that was somebody else.")]


@frozen_keyword
class AccountRow(AccountReason):
    """All that one thing gave, or all that it took."""

    category: Annotated[str | None, SchemaKeys("Of the score: the category it counts for.")]
    amount: Annotated[int | None, SchemaKeys("Null where that may not be known yet.")]
    times: Annotated[
        NonNegative | None, SchemaKeys("How often; null where it is worked out at once, or may not be known.")
    ]
    because: Annotated[tuple[SourceReference, ...], SchemaKeys("The lines of the data that did it.")]


@frozen_keyword
class AccountChange(AccountReason):
    """One change."""

    step: Annotated[
        int, SchemaKeys("The move during which it happened, the first being 0; -1 is the setup.", minimum=-1)
    ]
    before: int
    after: int
    because: Annotated[
        SourceReference | None, SchemaKeys("The line of the data that did it; null where that may not be known.")
    ]


@frozen_keyword
class AccountFormat:
    """Where an amount came from, as somebody may be told it: `Account.to_json()`."""

    __pydantic_config__ = STRICT

    name: Annotated[str | None, SchemaKeys("The resource or field; null for the score.")]
    of: Annotated[SeatNumber | None, SchemaKeys("Whose it is; null where all share it.")]
    at: Annotated[tuple[ObservedScalar, ...], SchemaKeys("Which of several; empty for all of them together.")]
    before: Annotated[int | None, SchemaKeys("What it was before the setup; null where that may not be known.")]
    after: Annotated[int | None, SchemaKeys("What it is; null where that may not be known.")]
    outcome: Annotated[
        Annotated[int, SchemaKeys(minimum=-1, maximum=1)] | None,
        SchemaKeys("Of the score of a game that is over: 1 won, 0 drawn, -1 lost; else null."),
    ] = None
    rows: Annotated[tuple[AccountRow, ...], SchemaKeys("They add up to the difference; the largest first.")]
    changes: Annotated[tuple[AccountChange, ...], SchemaKeys("One after the other, as far as they may be told.")]
