"""A pane: lines made for the room it has, that scroll where there are more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ruleset_core.shown import scrub

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.events import Resize

__all__ = ["Pane"]

MORE: Final = " ▼"


class Pane(ScrollView):
    """Lines in a frame. What is drawn comes from `made`, again whenever the room is another one."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.can_focus = False  # what is typed goes to one place, whatever was clicked on
        self._made: list[list[Segment]] = []
        self._strips: list[Strip] = []
        self._stale = False
        self._stays = False
        self._title = ""
        self.starts: list[int] = []

    def made(self, width: int, height: int) -> Sequence[RenderableType]:
        """What is seen in a room of so many columns and lines, one thing below the other."""
        raise NotImplementedError

    def dressed(self, style: Style, row: int) -> Style:
        """The style of a stretch of a row, with what shows that it can be pointed at."""
        del row
        return style

    def entitle(self, title: str) -> None:
        """Say what the pane holds, in its frame; the text is shown as it is."""
        self._title = scrub(title)
        self._say_more()

    def _say_more(self) -> None:
        """Say in the frame whether there is more below."""
        if self._title:
            more = MORE if self.scroll_offset.y < self.max_scroll_y else ""
            self.border_title = Content(self._title + more)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Somebody scrolls."""
        super().watch_scroll_y(old_value, new_value)
        self._say_more()

    @property
    def room(self) -> Size:
        """Columns and lines there are for its lines."""
        return self.scrollable_content_region.size

    def begins(self) -> int:
        """The number of the row to look at first; those of things one below the other begin at `starts`."""
        return 0

    def renew(self, *, stay: bool = False) -> None:
        """Draw it again soon, once for all that has changed by then; `stay`: one looks where one has looked."""
        self._stays = stay and (self._stays or not self._stale)
        if not self._stale:
            self._stale = True
            self.call_later(self._make)

    def dress(self) -> None:
        """Show anew what can be pointed at; everything else is as it was."""
        self._strips = [
            Strip(Segment(part.text, self.dressed(part.style or Style.null(), number)) for part in row)
            for number, row in enumerate(self._made)
        ]
        self.refresh()

    def _make(self) -> None:
        self._stale = False
        width, height = self.room
        if width < 1 or height < 1:
            return
        self._made, self.starts = [], []
        for each in self.made(width, height):
            self.starts.append(len(self._made))
            self._made += self._rows(each, width)
        self.virtual_size = Size(width, len(self._made))
        self.dress()
        if not self._stays:
            self.scroll_to(y=self.begins(), animate=False)
        self._say_more()

    def _rows(self, drawn: RenderableType, width: int) -> list[list[Segment]]:
        """The rows of something drawn, without anything that steers the terminal but its colours."""
        console = self.app.console
        rows = console.render_lines(drawn, console.options.update(width=width, height=None), pad=False)
        return [
            [
                Segment(scrub(part.text), part.style.update_link(None) if part.style else None)
                for part in row
                if not part.control
            ]
            for row in rows
        ]

    def on_resize(self, _event: Resize) -> None:
        """The room is another one."""
        self.renew(stay=True)

    def render_line(self, y: int) -> Strip:
        """A line of what is seen now."""
        row = y + self.scroll_offset.y
        width = self.size.width
        strip = self._strips[row] if row < len(self._strips) else Strip.blank(width)
        return strip.crop_extend(0, width, self.rich_style).apply_style(self.rich_style)

    def row_at(self, y: int) -> int:
        """The number of the row at a line of the pane."""
        top: int = self.scroll_offset.y
        return y + top

    def meta_at(self, x: int, y: int) -> dict[str, Any]:
        """What was said of what is drawn at a place of the pane."""
        row, column = self.row_at(y), 0
        for part in self._strips[row] if 0 <= row < len(self._strips) else ():
            column += part.cell_length
            if x < column:
                return part.style.meta if part.style else {}
        return {}
