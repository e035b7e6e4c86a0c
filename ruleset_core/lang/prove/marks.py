"""What was looked at, and what could not be shown to be safe there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ruleset_core.lang.origin import Origin
from ruleset_core.lang.ranges import Values
from ruleset_core.lang.types import Type


@dataclass(frozen=True, slots=True)
class Doubt:
    """A node that may be refused: because of `of`, which may not be a `wanted`. `none`: it may be none.

    `origin` is that of the statement, or of the text.
    """

    node: Any
    of: Any
    wanted: Type | None
    none: bool
    origin: Origin | None


@dataclass(slots=True)
class Marks:
    """Nodes by what was found of them. One that stands in several places is safe only if it is so in each.

    `here`: where we are. `passed`: what is certainly so behind the place in progress, since it would have been refused.
    """

    looked_at: dict[int, Any] = field(default_factory=dict)
    doubts: dict[int, Doubt] = field(default_factory=dict)
    here: Origin | None = None
    passed: list[tuple[Any, Values]] = field(default_factory=list)
    sometimes: int = 0

    def begin(self, origin: Origin | None) -> None:
        """From here on we are in another text."""
        self.here = origin
        self.passed.clear()

    def safe(self, node: Any) -> None:
        """A node that is not refused here."""
        self.looked_at[id(node)] = node

    def doubt(self, node: Any, of: Any, wanted: Type | None, *, none: bool) -> None:
        """A node that may be refused here."""
        self.looked_at[id(node)] = node
        self.doubts.setdefault(id(node), Doubt(node, of, wanted, none, self.here))

    def passes(self, of: Any, allowed: Values) -> None:
        """Behind this place a value is one of those allowed, unless it is only sometimes looked at."""
        if not self.sometimes:
            self.passed.append((of, allowed))

    def write(self) -> None:
        """Set the flags. Until then nothing is changed, so that what is shared is judged by all its places."""
        for number, node in self.looked_at.items():
            if number not in self.doubts:
                object.__setattr__(node, "sure", True)
