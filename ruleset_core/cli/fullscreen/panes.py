"""The panes of the full screen: a scrolling pane, the scene with its clickable options, and the menu of the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ruleset_core.cli.console.screen import MenuChoice, MenuQuestion
from ruleset_core.cli.output import wrap_lines
from ruleset_core.formats.scene_format import SceneTarget, targets_in
from ruleset_core.safe_text import clean_lines
from ruleset_core.view.scene.scene_items import OF_SEAT
from ruleset_core.view.terminal.answer_keys import NO_KEYS, AnswerKeys
from ruleset_core.view.terminal.drawing import DeferredDrawing, few_keys

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.events import Click, Leave, MouseMove, Resize


# A pane: lines made for the room it has, that scroll where there are more.

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
        self._title = clean_lines(title)
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
                Segment(clean_lines(part.text), part.style.update_link(None) if part.style else None)
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


# The pane of the table: the scene in the room of the pane, in which what can be chosen glows and can be pointed at.

NARROWEST: Final = 20


class ScenePane(Pane):
    """What lies on the table, as the viewer sees it. `meant`: the options somebody looks at now, which are marked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"board--offered", "board--meant"}

    class Aimed(Message):
        """Somebody looks at a thing, or at none."""

        def __init__(self, stand: SceneTarget | None) -> None:
            super().__init__()
            self.stand = stand

    class Chosen(Message):
        """Somebody clicked on a thing that stands for these options, none if it stands for none."""

        def __init__(self, stand: SceneTarget, options: tuple[int, ...]) -> None:
            super().__init__()
            self.stand, self.options = stand, options

    def __init__(self) -> None:
        super().__init__("board")
        self._drawing: DeferredDrawing | None = None
        self._usual: DeferredDrawing | None = None
        """What is drawn if nobody has asked for all of it, or for a part."""
        self._large = False
        self._besides: list[RenderableType] = []
        self._keys: AnswerKeys = NO_KEYS
        self._several = False
        self._meant: frozenset[int] = frozenset()
        self._covered: frozenset[str] = frozenset()
        self._stands: dict[str, SceneTarget] = {}
        self._aimed: SceneTarget | None = None

    # -- what is seen -----------------------------------------------------------------------------------------------

    def show(self, drawing: DeferredDrawing) -> None:
        """Draw another scene; what was drawn besides it goes."""
        self._drawing, self._besides = drawing, []
        if not drawing.whole:
            self._usual = drawing
        self._stands = {stand.identity: stand for stand in targets_in(drawing.scene.panels)}
        self._aimed = None
        self.renew()

    def back(self) -> None:
        """Draw the scene again in place of all of it, of a part, or of what was drawn besides it."""
        if self._usual is not None and (self._drawing is not self._usual or self._besides):
            self.show(self._usual)

    def enlarge(self, *, large: bool) -> None:
        """Draw all of the scene, however many lines it takes; or as much as there is room for."""
        self._large = large
        self.renew()

    def add(self, drawn: RenderableType) -> None:
        """Draw something below the scene, and look at that."""
        self._besides.append(drawn)
        self.renew()

    def clear(self) -> None:
        """Leave nothing to be seen."""
        self._drawing, self._usual, self._besides = None, None, []
        self._stands, self._keys = {}, NO_KEYS
        self._meant, self._covered, self._aimed = frozenset(), frozenset(), None
        self.renew()

    def ask(self, question: MenuQuestion | None) -> None:
        """Let what a question can be answered with glow; None when nothing is asked."""
        choices = question.choices if question is not None else ()
        self._keys = question.keys if question is not None else NO_KEYS
        self._several = any(len(choice.options) > 1 for choice in choices)
        self._meant, self._covered = frozenset(), frozenset()
        self.renew(stay=True)

    def mark(self, options: Sequence[int], covered: Sequence[str] = ()) -> None:
        """Mark what stands for these options, and what they would cover."""
        if (self._meant, self._covered) != (frozenset(options), frozenset(covered)):
            self._meant, self._covered = frozenset(options), frozenset(covered)
            self.dress()

    def begins(self) -> int:
        """The scene, or what was drawn last besides it."""
        return self.starts[-1] if self._besides else 0

    def made(self, width: int, height: int) -> Sequence[RenderableType]:
        """The scene, and what was drawn besides."""
        drawing = self._drawing
        if drawing is None:
            return self._besides
        high = None if self._large or drawing.whole else height
        return [drawing.drawn(max(width, NARROWEST), high, few_keys(self._keys)), *self._besides]

    def dressed(self, style: Style, row: int) -> Style:
        """What stands for an option glows; what stands for those that are meant stands out, as does what was picked."""
        del row
        options, goals = style.meta.get("options", ()), style.meta.get("goals", ())
        if str(style.meta.get("thing")).partition(OF_SEAT)[0] in self._covered:
            covered: Style = self.get_component_rich_style("board--meant", partial=True)
            return style + covered
        if not options and not goals:
            return style
        # a click on what stands for all would say nothing
        whole = len(self._keys.options) > 1 and self._keys.are_all((*options, *goals))
        if whole and not self._keys.narrowed:
            return style
        if whole or (self._meant and not self._meant.isdisjoint((*options, *goals))):
            meant: Style = self.get_component_rich_style("board--meant", partial=True)
            return style + meant
        lit = goals if self._keys.later else options if self._several else (*options, *goals)
        if self._keys.isdisjoint(lit):
            return style
        glow: Style = self.get_component_rich_style("board--offered", partial=True)
        return style + glow

    # -- the mouse --------------------------------------------------------------------------------------------------

    def on_mouse_move(self, event: MouseMove) -> None:
        """Tell what is looked at."""
        stand = self._stands.get(self.meta_at(event.x, event.y).get("thing", ""))
        if stand is not self._aimed:
            self._aimed = stand
            self.post_message(self.Aimed(stand))

    def on_leave(self, _event: Leave) -> None:
        """Nothing is looked at any more."""
        if self._aimed is not None:
            self._aimed = None
            self.post_message(self.Aimed(None))

    def on_click(self, event: Click) -> None:
        """Tell what was clicked on, and which of the options that are offered it stands for."""
        meta = self.meta_at(event.x, event.y)
        options = dict.fromkeys((*meta.get("options", ()), *meta.get("goals", ())))
        stand = self._stands.get(meta.get("identity" if options else "thing", ""))
        if stand is not None:
            self.post_message(self.Chosen(stand, tuple(option for option in options if option in self._keys.options)))


# The pane of the question: its words, and its menu, of which one line can be looked at and taken.

NOWHERE: Final = -1


class MenuPane(Pane):
    """The question and its answers. `at`: the number of the line that is looked at."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"menu--meant", "menu--key"}

    class Looked(Message):
        """Another line of the menu is looked at, or none."""

        def __init__(self, choice: MenuChoice | None) -> None:
            super().__init__()
            self.choice = choice

    class Taken(Message):
        """Somebody clicked on a line of the menu."""

        def __init__(self, choice: MenuChoice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self) -> None:
        super().__init__("menu")
        self._head: Sequence[tuple[str, str]] = ()
        self._choices: Sequence[MenuChoice] = ()
        self._of_row: list[int] = []
        self._at = NOWHERE

    @property
    def choice(self) -> MenuChoice | None:
        """The line that is looked at."""
        return self._choices[self._at] if 0 <= self._at < len(self._choices) else None

    @property
    def choices(self) -> Sequence[MenuChoice]:
        """All lines that can be taken."""
        return self._choices

    def ask(self, question: MenuQuestion | None) -> None:
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
        rows = [Text(row, style) for line, style in self._head for row in wrap_lines(clean_lines(line), width)]
        self._of_row = [NOWHERE] * len(rows)
        size = max((len(choice.key) for choice in self._choices), default=0)
        for number, choice in enumerate(self._choices):
            lines = [*wrap_lines(clean_lines(_menu_line(choice, size)), width)]
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


def _menu_line(choice: MenuChoice, size: int) -> str:
    """A line of the menu: its key, what it says, what comes of it."""
    outcome = "  ".join(part for part in (f"→ {choice.outcome}" if choice.outcome else "", choice.signs) if part)
    return f" {choice.key:>{size}}  {choice.label or choice.notation}  {outcome}".rstrip()
