"""Working out beforehand what is the same in every position: there is no state to read, and no steps are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang.evaluate.access import Access

if TYPE_CHECKING:
    from ruleset_core.lang.runtime import Memory


class NoConstant(Exception):
    """The value asked for does not exist: looking for it breaks a rule."""


class ConstantFolding(Access):
    """For expressions over facts and locals alone, which are run without a state. Raises `NoConstant` where one has no meaning."""

    counts = False

    def beyond(self, s: Memory) -> None:
        """See `Access.beyond`: whoever folds says how much work is worth it."""

    def broken(self, reason: str, what: str = "", **values: object) -> Exception:
        """See `Access.broken`."""
        _ = reason, what, values
        return NoConstant()
