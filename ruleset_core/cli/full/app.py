"""The panes of a game, and what keys and the mouse do on them."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Sequence
from threading import Thread
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, Static

from ruleset_core.cli.full.board import Board
from ruleset_core.cli.full.menu import Menu
from ruleset_core.cli.full.story import Lines
from ruleset_core.cli.printed.asked import Choice, Pointed, Question
from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from textual.timer import Timer

    from ruleset_core.cli.full.screen import FullScreen
    from ruleset_core.scenes.nodes import Stand

__all__ = ["FullApp"]

SOON: Final = 0.12
"""Seconds the mouse must rest on a thing before it is told of."""

WIDTHS: Final = [(0, "-narrow"), (130, "-wide")]
HEIGHTS: Final = [(0, "-low"), (34, "-high")]
"""Columns and lines of a terminal from which on the panes lie otherwise; the styles know these names."""

QUIT: Final = "quit"
"""What leaves the game, also where nothing is asked."""

Key = tuple[str, str, str]
"""A key, what is typed by it (nothing: it makes the table larger), and what it is called."""


class FullApp(App[None]):
    """Shows what a screen says and gives it what is answered; `play` is the loop, which runs beside it."""

    CSS_PATH = "styles.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "step(-1)", show=False, priority=True),
        Binding("down,tab", "step(1)", show=False, priority=True),
        Binding("pageup", "page(-1)", show=False, priority=True),
        Binding("pagedown", "page(1)", show=False, priority=True),
        Binding("ctrl+up", "read(-1)", show=False, priority=True),
        Binding("ctrl+down", "read(1)", show=False, priority=True),
        Binding("escape", "return", show=False, priority=True),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, table: FullScreen, play: Callable[[FullScreen], int], lang: str, keys: Sequence[Key]) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS = WIDTHS, HEIGHTS
        self._table = table
        self._play = play
        self._lang = lang
        self._question: Question | None = None
        self._asks = False
        self._leaving = False
        self._soon: Timer | None = None
        self.code = 0
        self.problem: BaseException | None = None
        self.thread = Thread(target=self._run, daemon=True)
        self.board, self.menu = Board(), Menu()
        self.about, self.story = Lines("about"), Lines("story")
        self.typed = Input(compact=True, id="typed")
        for key, typed, name in keys:
            self.bind(key, f"type({typed!r})" if typed else "enlarge", description=name)

    def compose(self) -> ComposeResult:
        """The panes."""
        with Container(id="main"):
            yield self.board
            with Container(id="side"):
                yield self.menu
                with Container(id="told"):
                    yield self.about
                    yield self.story
        with Horizontal(id="line"):
            yield Static("> ", markup=False)
            yield self.typed
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin to play as soon as the panes have their room."""
        self.menu.entitle(say("pane_question", self._lang))
        self.about.entitle(say("pane_about", self._lang))
        self.story.entitle(say("pane_story", self._lang))
        self.typed.focus()
        self._table.connect(self)
        with contextlib.suppress(NotImplementedError):  # systems without signals
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.action_leave)
        self.call_after_refresh(self.thread.start)

    def _run(self) -> None:
        try:
            self.code = self._play(self._table)
        except BaseException as problem:  # noqa: BLE001 - told by the thread that started this one
            self.problem = problem
        self.call_later(self.exit)

    # -- what the screen says ---------------------------------------------------------------------------------------

    def tell(self, text: str, style: str) -> None:
        """A line of the story."""
        self._tell_about(())
        self.story.tell(*((line, style) for line in text.split("\n")))

    def ask(self, question: Question | None) -> None:
        """Show a question; None when there is none."""
        self._question = question
        self._tell_about(())
        self.menu.ask(question)
        self.board.ask(question)

    def wait(self, prompt: str, words: Sequence[str]) -> None:
        """Wait for an answer to the question that is shown."""
        self._asks = True
        self.typed.suggester = SuggestFromList(words, case_sensitive=False)
        self.typed.placeholder = prompt.strip(" >")

    def clear(self) -> None:
        """Another person will sit here: nothing of the one before is left."""
        self.ask(None)
        self.board.clear()
        self.story.clear()
        self.typed.value = ""
        self.typed.suggester = None

    @property
    def asks(self) -> bool:
        """Whether an answer is waited for."""
        return self._asks

    # -- what somebody does -----------------------------------------------------------------------------------------

    def _answer(self, given: str | Pointed) -> None:
        if not self._asks:
            return
        self._asks = False
        self.typed.value = ""
        self.board.back()
        if not (given and isinstance(given, str)):  # what was typed begins what is told now
            self.story.begin()
        self._table.answer(given)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: what was typed, or else the line of the menu that is looked at."""
        choice = self.menu.choice
        typed = event.value.strip()
        if typed and self._asks:
            self.story.begin()
            self.story.tell((f"> {typed}", "dim"))
        if typed or choice is None:
            self._answer(typed)
        else:
            self._take(choice.options, choice.notation)

    def on_input_changed(self, event: Input.Changed) -> None:
        """While a key of the menu is typed, its line is looked at."""
        if event.value.strip():
            self.menu.look_at(event.value.strip().casefold())

    def on_menu_taken(self, event: Menu.Taken) -> None:
        """A line of the menu was clicked on."""
        self._take(event.choice.options, event.choice.notation)

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """A thing was clicked on: it is the answer, or what can be answered with it is left, or it is told of."""
        every = {option for choice in self.menu.choices for option in choice.options}
        if (event.options and set(event.options) != every) or len(event.options) == 1:
            self._answer(Pointed(event.options))
        else:
            self._tell_of(event.stand)

    def _take(self, options: tuple[int, ...], notation: str) -> None:
        self._answer(Pointed(options) if options else notation)

    def on_menu_looked(self, event: Menu.Looked) -> None:
        """A line of the menu is looked at: its things are marked, and it is told of."""
        choice = event.choice
        self.board.mark(choice.options if choice is not None else ())
        self._tell_soon(choice if choice is not None and choice.options else None)

    def on_board_aimed(self, event: Board.Aimed) -> None:
        """The mouse is on a thing."""
        self._tell_soon(event.stand)

    def _tell_soon(self, what: Stand | Choice | None) -> None:
        if self._soon is not None:
            self._soon.stop()
        self._soon = self.set_timer(SOON, lambda: self._tell_of(what))

    def _tell_of(self, what: Stand | Choice | None) -> None:
        """Tell of a thing or an answer. The loop waits meanwhile: nothing changes while it is looked up."""
        if self._question is not None and self._asks and what:
            self._tell_about(self._question.about(what))
        else:
            self._tell_about(())

    def _tell_about(self, lines: Sequence[str]) -> None:
        self.about.show([each for line in lines for each in line.split("\n")])
        self.set_class(bool(lines), "-about")

    # -- keys -------------------------------------------------------------------------------------------------------

    def action_type(self, typed: str) -> None:
        """A key stands for something typed; what ends in a blank is to be typed on."""
        if typed == QUIT and not self._asks:
            self.action_leave()
        if self._asks:
            self.story.begin()
        self._answer(typed.strip())
        if typed.endswith(" "):
            self.typed.value = typed
            self.typed.action_end()

    def action_enlarge(self) -> None:
        """Give the table the room of the other panes, or give it back."""
        self.board.enlarge(large=not self.has_class("-large"))
        self.toggle_class("-large")

    def action_step(self, by: int) -> None:
        """Look at the next line of the menu, or complete what was typed."""
        if self.typed.value and by > 0 and self.typed.cursor_at_end:
            self.typed.action_cursor_right()
        else:
            self.menu.step(by)

    def action_page(self, by: int) -> None:
        """Scroll the table."""
        self.board.scroll_relative(y=by * max(self.board.room.height - 1, 1), animate=False)

    def action_read(self, by: int) -> None:
        """Scroll the story."""
        self.story.scroll_relative(y=by, animate=False)

    def action_return(self) -> None:
        """Stop what is being worked out; else take back what was typed, or what was pointed at."""
        if self._table.stop_working():
            return
        if self.typed.value:
            self.typed.value = ""
        elif self._question is not None and self._question.narrowed:
            self._answer(Pointed(()))
        else:
            self.menu.look_at("")
            self.board.back()

    def action_leave(self) -> None:
        """Leave the game, which is kept; whoever is in a hurry does not wait for a bot that thinks."""
        if self._table.stop_working():
            return
        if self._leaving:
            self.exit()
        self._leaving = True
        self._table.answer(None)
