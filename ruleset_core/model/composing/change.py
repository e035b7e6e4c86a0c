"""What an expansion puts in the place of something that is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ruleset_core.model.diagnostic import Span
from ruleset_core.model.source import Document, Path

__all__ = ["Change"]


@dataclass(frozen=True, slots=True)
class Change:
    """One value that an expansion replaces, or a card that it takes out.

    Attributes:
        kind: what sort of entry it is: `card`, `resource`, `set`, `phase`...; for what has no name of its own the key of
            the section, such as `tie_breaks`.
        name: the entry, "" for a section that is one.
        path: where in the entry, as it is written in a file; () for a card that is taken out.
        old: what stood there; None where nothing did.
        new: what stands there now; None for a card that is taken out.
        expansion: the id of the expansion that says so.
        home: the file that says so, and where in it.
    """

    kind: str
    name: str
    path: Path
    old: Any
    new: Any
    expansion: str
    home: tuple[Document, Path] = field(repr=False, compare=False)

    @property
    def span(self) -> Span:
        """The line that says so: its key, or the item of a list. The first one asked of a file takes milliseconds."""
        document, path = self.home
        return document.key_span(path)

    @property
    def is_text(self) -> bool:
        """Whether it is only what players read."""
        return self.path[-1:] in (("en",), ("es",))

    @property
    def removed(self) -> bool:
        """Whether the entry as a whole is taken out."""
        return not self.path and self.new is None
