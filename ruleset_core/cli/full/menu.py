"""The pane of the question: its words, and its menu, of which one line can be looked at and taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.message import Message

from ruleset_core.cli.full.pane import Pane
from ruleset_core.cli.printed.asked import Choice, Question
from ruleset_core.cli.printed.wrapping import wrapped
from ruleset_core.shown import scrub

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.events import Click, MouseMove

__all__ = ["Menu"]

NOWHERE: Final = -1


class Menu(Pane):
    """The question and its answers. `at`: the number of the line that is looked at."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"menu--meant", "menu--key"}

    class Looked(Message):
        """Another line of the menu is looked at, or none."""

        def __init__(self, choice: Choice | None) -> None:
            super().__init__()
            self.choice = choice

    class Taken(Message):
        """Somebody clicked on a line of the menu."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self) -> None:
        super().__init__("menu")
        self._head: Sequence[tuple[str, str]] = ()
        self._choices: Sequence[Choice] = ()
        self._of_row: list[int] = []
        self._at = NOWHERE

    @property
    def choice(self) -> Choice | None:
        """The line that is looked at."""
        return self._choices[self._at] if 0 <= self._at < len(self._choices) else None

    @property
    def choices(self) -> Sequence[Choice]:
        """All lines that can be taken."""
        return self._choices

    def ask(self, question: Question | None) -> None:
        """Ask another question; None when there is none."""
        self._head = question.head if question is not None else ()
        self._choices = question.choices if question is not None else ()
        self._at = NOWHERE
        self.renew()

    def step(self, by: int) -> None:
        """Look at a line further down or up; after the last one comes the first."""
        if self._choices:
            start = self._at if self._at != NOWHERE or by > 0 else 0
            self._look((start + by) % len(self._choices), by_key=True)

    def look_at(self, key: str) -> None:
        """Look at the line with a key, at none if there is none."""
        found = (number for number, choice in enumerate(self._choices) if choice.key == key)
        self._look(next(found, NOWHERE), by_key=True)

    def made(self, width: int, height: int) -> Sequence[RenderableType]:
        """The head, then a line for each answer, broken between words."""
        del height
        rows = [Text(row, style) for line, style in self._head for row in wrapped(scrub(line), width)]
        self._of_row = [NOWHERE] * len(rows)
        size = max((len(choice.key) for choice in self._choices), default=0)
        for number, choice in enumerate(self._choices):
            lines = [*wrapped(scrub(_told(choice, size)), width)]
            rows += [self._row(line, size if not place else 0) for place, line in enumerate(lines)]
            self._of_row += [number] * len(lines)
        return rows

    def _row(self, line: str, key: int) -> Text:
        row = Text(line)
        row.stylize(self.get_component_rich_style("menu--key", partial=True), 0, key + 1 if key else 0)
        return row

    def dressed(self, style: Style, row: int) -> Style:
        """The line that is looked at stands out."""
        meant = self._at != NOWHERE and self._of_row[row : row + 1] == [self._at]
        return style + self.get_component_rich_style("menu--meant", partial=True) if meant else style

    def on_mouse_move(self, event: MouseMove) -> None:
        """Look at the line under the mouse."""
        number = self._number_at(event.y)
        if number != NOWHERE:
            self._look(number, by_key=False)

    def on_click(self, event: Click) -> None:
        """Take the line that was clicked on."""
        number = self._number_at(event.y)
        if number != NOWHERE:
            self.post_message(self.Taken(self._choices[number]))

    def _number_at(self, y: int) -> int:
        row = self.row_at(y)
        return self._of_row[row] if 0 <= row < len(self._of_row) else NOWHERE

    def _look(self, number: int, *, by_key: bool) -> None:
        if number == self._at:
            return
        self._at = number
        self.dress()
        if by_key and number in self._of_row:
            first = self._of_row.index(number)
            last = first + self._of_row.count(number)
            top, high = self.scroll_offset.y, self.room.height
            if first < top or last > top + high:
                self.scroll_to(y=max(min(first, last - high) if first >= top else first, 0), animate=False)
        self.post_message(self.Looked(self.choice))


def _told(choice: Choice, size: int) -> str:
    """A line of the menu: its key, what it says, what comes of it."""
    outcome = "  ".join(part for part in (f"→ {choice.outcome}" if choice.outcome else "", choice.usual) if part)
    return f" {choice.key:>{size}}  {choice.label or choice.notation}  {outcome}".rstrip()
