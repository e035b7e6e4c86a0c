"""Where an amount came from as JSON: what was gained and lost in a game, added up by what did it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ruleset_core.model.outward.formats_base import Count, Format, SeatNumber
from ruleset_core.model.outward.story import Because, Plain

__all__ = ["AccountFormat", "AccountRow", "ReasonKind"]

ReasonKind = Literal["card", "rule", "choice", "phase", "score", "start", "hidden"]
"""What stands behind an amount: a card, a rule or definition, what a seat chose, a phase, a line of the score sheet, what was
there at first, or what may not be known."""


class Behind(Format):
    """What stands behind an amount."""

    kind: ReasonKind
    name: str = Field(
        description="The card, rule, decision, phase or category of the score; empty where there is none."
    )
    item: str | None = Field(description="The notation of the option chosen, or the item of the score.")
    by: SeatNumber | None = Field(description="Who chose, if that was somebody else.")


class AccountRow(Behind):
    """All that one thing gave, or all that it took."""

    category: str | None = Field(description="Of the score: the category it counts for.")
    amount: int | None = Field(description="Null where that may not be known yet.")
    times: Count | None = Field(description="How often; null where it is worked out at once, or may not be known.")
    because: tuple[Because, ...] = Field(description="The lines of the data that did it.")


class AccountChange(Behind):
    """One change."""

    step: int = Field(ge=-1, description="The move during which it happened, the first being 0; -1 is the setup.")
    before: int
    after: int
    because: Because | None = Field(description="The line of the data that did it; null where that may not be known.")


class AccountFormat(Format):
    """Where an amount came from, as somebody may be told it: `Account.to_json()`."""

    name: str | None = Field(description="The resource or field; null for the score.")
    of: SeatNumber | None = Field(description="Whose it is; null where all share it.")
    at: tuple[Plain, ...] = Field(description="Which of several; empty for all of them together.")
    before: int | None = Field(description="What it was before the setup; null where that may not be known.")
    after: int | None = Field(description="What it is; null where that may not be known.")
    outcome: int | None = Field(
        None, ge=-1, le=1, description="Of the score of a game that is over: 1 won, 0 drawn, -1 lost; else null."
    )
    rows: tuple[AccountRow, ...] = Field(description="They add up to the difference; the largest first.")
    changes: tuple[AccountChange, ...] = Field(description="One after the other, as far as they may be told.")
