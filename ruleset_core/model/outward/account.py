"""Where an amount came from as JSON: what was gained and lost in a game, added up by what did it."""

from __future__ import annotations

from typing import Annotated, Literal

from ruleset_core.model.outward.plain import STRICT, Count, Keys, SeatNumber
from ruleset_core.model.outward.story import Because, Plain
from ruleset_core.model.unchanging import named

__all__ = ["AccountFormat", "AccountRow", "ReasonKind"]

ReasonKind = Literal["card", "rule", "choice", "phase", "score", "start", "hidden"]
"""What stands behind an amount: a card, a rule or definition, what a seat chose, a phase, a line of the score sheet, what was
there at first, or what may not be known."""


@named
class Behind:
    """What stands behind an amount."""

    __pydantic_config__ = STRICT

    kind: ReasonKind
    name: Annotated[str, Keys("The card, rule, decision, phase or category of the score; empty where there is none.")]
    item: Annotated[str | None, Keys("The notation of the option chosen, or the item of the score.")]
    by: Annotated[SeatNumber | None, Keys("Who chose, if that was somebody else.")]


@named
class AccountRow(Behind):
    """All that one thing gave, or all that it took."""

    category: Annotated[str | None, Keys("Of the score: the category it counts for.")]
    amount: Annotated[int | None, Keys("Null where that may not be known yet.")]
    times: Annotated[Count | None, Keys("How often; null where it is worked out at once, or may not be known.")]
    because: Annotated[tuple[Because, ...], Keys("The lines of the data that did it.")]


@named
class AccountChange(Behind):
    """One change."""

    step: Annotated[int, Keys("The move during which it happened, the first being 0; -1 is the setup.", minimum=-1)]
    before: int
    after: int
    because: Annotated[Because | None, Keys("The line of the data that did it; null where that may not be known.")]


@named
class AccountFormat:
    """Where an amount came from, as somebody may be told it: `Account.to_json()`."""

    __pydantic_config__ = STRICT

    name: Annotated[str | None, Keys("The resource or field; null for the score.")]
    of: Annotated[SeatNumber | None, Keys("Whose it is; null where all share it.")]
    at: Annotated[tuple[Plain, ...], Keys("Which of several; empty for all of them together.")]
    before: Annotated[int | None, Keys("What it was before the setup; null where that may not be known.")]
    after: Annotated[int | None, Keys("What it is; null where that may not be known.")]
    outcome: Annotated[
        Annotated[int, Keys(minimum=-1, maximum=1)] | None,
        Keys("Of the score of a game that is over: 1 won, 0 drawn, -1 lost; else null."),
    ] = None
    rows: Annotated[tuple[AccountRow, ...], Keys("They add up to the difference; the largest first.")]
    changes: Annotated[tuple[AccountChange, ...], Keys("One after the other, as far as they may be told.")]
