"""What the interpreter raises where data asks for something that has no meaning, and how it learns where that stands."""

from __future__ import annotations

from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.origin import Origin


class BrokenRule(BrokenRuleError):
    """Data asked for something that has no meaning, such as a field of `none`.

    Attributes:
        origin: where what asked for it stands: the innermost statement, definition, change or condition in progress.
    """

    origin: Origin | None = None

    def note(self, origin: Origin | None, instead_of: Origin | None = None) -> None:
        """Keep an origin, on the way from the innermost to the outermost: the first one stays.

        `instead_of`: one that says less, which it replaces.
        """
        if origin is not None and (self.origin is None or self.origin is instead_of):
            self.origin = origin
            self.place, self.owner, self.span = origin.text, origin.said(), origin.span
