"""The panes of text: the story, with what was typed and answered, and what there is to say of a thing."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from ruleset_core.cli.full.pane import Pane
from ruleset_core.cli.printed.wrapping import wrapped
from ruleset_core.shown import scrub

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Lines"]

KEPT: Final = 1000
"""Lines one can scroll back to."""


class Lines(Pane):
    """Lines of text, each with its style, broken between words."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._lines: deque[tuple[str, str]] = deque(maxlen=KEPT)
        self._fresh = 0
        """How many of the last lines are new: one begins to read with the first of them."""

    def tell(self, *lines: tuple[str, str]) -> None:
        """Add lines, and look at the new ones: at the first of them where not all have room."""
        self._lines.extend(lines)
        self._fresh += len(lines)
        self.renew()

    def begin(self) -> None:
        """What was told so far has been read."""
        self._fresh = 0

    def begins(self) -> int:
        """The first of the new lines."""
        first = len(self._lines) - self._fresh
        return self.starts[first] if 0 <= first < len(self.starts) else len(self.starts)

    def show(self, lines: Sequence[str]) -> None:
        """Show these lines alone, the first of them as a head."""
        self._lines.clear()
        self._fresh = len(lines)
        self._lines.extend((line, "" if number else "bold") for number, line in enumerate(lines))
        self.renew()

    def clear(self) -> None:
        """Leave nothing to be seen."""
        self.show(())

    def made(self, width: int, height: int) -> Sequence[RenderableType]:
        """The rows of all lines."""
        del height
        return [Text("\n").join(Text(row, style) for row in wrapped(scrub(line), width)) for line, style in self._lines]
