"""What was looked at, and what could not be shown to be safe there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ruleset_core.lang.types import Type


@dataclass(frozen=True, slots=True)
class Doubt:
    """A node that may be refused: because of `of`, which may not be a `wanted`. `none`: it may be none."""

    node: Any
    of: Any
    wanted: Type | None
    none: bool


@dataclass(slots=True)
class Marks:
    """Nodes by what was found of them. One that stands in several places is safe only if it is so in each."""

    looked_at: dict[int, Any] = field(default_factory=dict)
    doubts: dict[int, Doubt] = field(default_factory=dict)

    def safe(self, node: Any) -> None:
        """A node that is not refused here."""
        self.looked_at[id(node)] = node

    def doubt(self, node: Any, of: Any, wanted: Type | None, *, none: bool) -> None:
        """A node that may be refused here."""
        self.looked_at[id(node)] = node
        self.doubts.setdefault(id(node), Doubt(node, of, wanted, none))

    def write(self) -> None:
        """Set the flags. Until then nothing is changed, so that what is shared is judged by all its places."""
        for number, node in self.looked_at.items():
            if number not in self.doubts:
                object.__setattr__(node, "sure", True)
