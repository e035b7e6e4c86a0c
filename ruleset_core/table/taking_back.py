"""Taking back: the last answer of the seat that decides, or its whole turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core import State

__all__ = ["TakenBack"]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An answer that was taken back.

    Attributes:
        seat: whose it was.
        option: what had been taken.
        before: the state in which it was asked, and is again; for this seat alone where it was `kept`.
        kept: it had waited for others, who choose at the same time.
    """

    seat: int
    option: int
    before: State
    kept: bool = False
