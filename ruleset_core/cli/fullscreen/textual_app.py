"""The full-screen application and the screen that the game loop writes to.

The loop runs in a thread of its own. What it says goes to the panes as messages; only a question waits for an answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, Static

from ruleset_core.cli.console.screen import MenuChoice, MenuQuestion, PointedOptions, Screen
from ruleset_core.cli.fullscreen.panes import MenuPane, Pane, ScenePane
from ruleset_core.cli.output import wrap_lines
from ruleset_core.messages import message
from ruleset_core.safe_text import clean_lines
from ruleset_core.view.terminal.drawing import DeferredDrawing

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.timer import Timer

    from ruleset_core.formats.scene_format import SceneTarget


# The panes of a game, and what keys and the mouse do on them.

KEPT: Final = 1000
"""Lines one can scroll back to."""


class LinesPane(Pane):
    """Lines of text, each with its style, broken between words."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._lines: deque[tuple[str, str]] = deque(maxlen=KEPT)
        self._fresh = 0
        """How many of the last lines are new: one begins to read with the first of them."""

    def add_lines(self, *lines: tuple[str, str]) -> None:
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
        return [
            Text("\n").join(Text(row, style) for row in wrap_lines(clean_lines(line), width))
            for line, style in self._lines
        ]


# -- The panes of a game -----------------------------------------------------------------------------------------------


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
        self._question: MenuQuestion | None = None
        self._asks = False
        self._leaving = False
        self._soon: Timer | None = None
        self.code = 0
        self.problem: BaseException | None = None
        self.thread = Thread(target=self._run, daemon=True)
        self.board, self.menu = ScenePane(), MenuPane()
        self.about, self.story = LinesPane("about"), LinesPane("story")
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
        self.menu.entitle(message("cli.full.pane_question", self._lang))
        self.about.entitle(message("cli.full.pane_about", self._lang))
        self.story.entitle(message("cli.full.pane_story", self._lang))
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

    def add_story_line(self, text: str, style: str) -> None:
        """A line of the story."""
        self._show_about(())
        self.story.add_lines(*((line, style) for line in text.split("\n")))

    def ask(self, question: MenuQuestion | None) -> None:
        """Show a question; None when there is none."""
        self._question = question
        self._show_about(())
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

    def _answer(self, given: str | PointedOptions) -> None:
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
            self.story.add_lines((f"> {typed}", "dim"))
        if typed or choice is None:
            self._answer(typed)
        else:
            self._take(choice.options, choice.notation)

    def on_input_changed(self, event: Input.Changed) -> None:
        """While a key of the menu is typed, its line is looked at."""
        if event.value.strip():
            self.menu.look_at(event.value.strip().casefold())

    def on_menu_pane_taken(self, event: MenuPane.Taken) -> None:
        """A line of the menu was clicked on."""
        self._take(event.choice.options, event.choice.notation)

    def on_scene_pane_chosen(self, event: ScenePane.Chosen) -> None:
        """A thing was clicked on: it is the answer, or what can be answered with it is left, or it is told of."""
        every = {option for choice in self.menu.choices for option in choice.options}
        if (event.options and set(event.options) != every) or len(event.options) == 1:
            self._answer(PointedOptions(event.options))
        else:
            self._describe(event.stand)

    def _take(self, options: tuple[int, ...], notation: str) -> None:
        self._answer(PointedOptions(options) if options else notation)

    def on_menu_pane_looked(self, event: MenuPane.Looked) -> None:
        """A line of the menu is looked at: its things are marked, and it is told of."""
        choice = event.choice
        self._mark(choice)
        self._describe_later(choice if choice is not None and choice.options else None)

    def on_scene_pane_aimed(self, event: ScenePane.Aimed) -> None:
        """The mouse is on a thing: what it would cover as an answer is marked, and it is told of."""
        stands = (*event.stand.options, *event.stand.goals) if event.stand is not None else ()
        answers = [each for each in self.menu.choices if each.covers and each.options[0] in stands]
        if len(answers) == 1:
            self._mark(answers[0])
        self._describe_later(event.stand)

    def _mark(self, choice: MenuChoice | None) -> None:
        self.board.mark(*((choice.options, choice.covers) if choice is not None else ((),)))

    def _describe_later(self, what: SceneTarget | MenuChoice | None) -> None:
        if self._soon is not None:
            self._soon.stop()
        self._soon = self.set_timer(SOON, lambda: self._describe(what))

    def _describe(self, what: SceneTarget | MenuChoice | None) -> None:
        """Tell of a thing or an answer. The loop waits meanwhile: nothing changes while it is looked up."""
        if self._question is not None and self._asks and what:
            self._show_about(self._question.about(what))
        else:
            self._show_about(())

    def _show_about(self, lines: Sequence[str]) -> None:
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
        elif self._question is not None and self._question.keys.narrowed:
            self._answer(PointedOptions(()))
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


# The screen as the loop of a game knows it, with panes behind it. The loop runs in a thread of its own.
#
# Whatever is said goes to the panes as messages and is not waited for; only a question waits, for its answer.

BOT_PAUSE: Final = 0.7
"""Seconds there are to follow what a bot did."""
LAST: Final = 12
"""Lines that stay in the terminal when the panes are gone: where the game is kept, and how it ended."""

Answer = str | PointedOptions | None
"""What was typed or pointed at; None: somebody leaves."""


class FullScreen(Screen):
    """A screen of panes. `waits`: bots are slow enough to be followed."""

    hint = "cli.full.hint_full"
    stopped_by = "Esc, Ctrl-C"

    def __init__(self, lang: str, *, waits: bool = True) -> None:  # the terminal belongs to the panes, not to a console
        self.interactive = True
        self.linear = False
        self._lang = lang
        self.follows = waits
        self._app: FullApp | None = None
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._leaves = Event()
        self._thinks = Event()
        """Something is being worked out, which may be stopped."""
        self._stops = Event()
        self._left = False
        self.last: deque[tuple[str, str] | RenderableType] = deque(maxlen=LAST)

    # -- what the panes tell ----------------------------------------------------------------------------------------

    def connect(self, app: FullApp) -> None:
        """The panes are there."""
        self._app = app

    def answer(self, given: Answer) -> None:
        """Somebody has answered the question, or leaves."""
        if given is None:
            self._leaves.set()
        self._answers.put(given)

    # -- what the loop says -----------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Columns there are to draw in."""
        return 80 if self._app is None else max(self._app.board.room.width, 20)

    @property
    def text_width(self) -> int:
        """Columns of the pane in which lines are told."""
        return self.width if self._app is None else max(self._app.story.room.width, 20)

    @property
    def height(self) -> int | None:
        """Lines there are to draw in."""
        return 24 if self._app is None else max(self._app.board.room.height, 8)

    def rows(self, text: str) -> int:
        """How many lines a text takes; nobody counts them here."""
        return 1 + text.count("\n")

    def line(self, text: str = "", style: str = "") -> None:
        """Tell a line in the story."""
        self.last.append((text, style))
        self._do(lambda app: app.add_story_line(text, style))

    def draw(self, renderable: RenderableType) -> None:
        """Draw a scene on the table, or something else below it."""
        if isinstance(renderable, DeferredDrawing):
            self._do(lambda app: app.board.show(renderable))
        else:
            self._do(lambda app: app.board.add(renderable))
        if not isinstance(renderable, DeferredDrawing) or renderable.whole:  # sheets and the like
            self.last.append(renderable)

    def question(self, question: MenuQuestion) -> None:
        """Ask in the pane of the question."""
        self._do(lambda app: app.ask(question))

    def clear(self) -> None:
        """Leave nothing of what was seen on any pane."""
        self.last.clear()
        self._do(lambda app: app.clear())

    def follow(self) -> None:
        """Let what a bot did be followed: a moment to look at it. Raises KeyboardInterrupt where somebody leaves."""
        self._leaves.wait(BOT_PAUSE)
        self._do(lambda app: app.story.begin())
        self._leave()

    @contextmanager
    def working(self, text: str) -> Iterator[Callable[[int, int], object]]:
        """Say that something is being worked out; leaving stops it with a KeyboardInterrupt, and not the game."""
        self._stops.clear()
        self._thinks.set()
        self._do(lambda app: app.add_story_line(f"{text} ...", "dim"))

        def tell(_done: int, _of: int) -> None:
            if self._stops.is_set():
                raise KeyboardInterrupt

        try:
            yield tell
        finally:
            self._thinks.clear()

    def stop_working(self) -> bool:
        """Stop what is being worked out; whether anything was."""
        if self._thinks.is_set():
            self._stops.set()
        return self._thinks.is_set()

    def pause(self, prompt: str) -> None:
        """Wait for Enter or a click."""
        enter = MenuChoice("", "", message("play.enter", self._lang), "", ())
        self.question(MenuQuestion([(prompt, "bold")], (), [enter]))
        self._answered("", ())

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """What was typed. Raises KeyboardInterrupt where somebody leaves."""
        given = self.point(prompt, words)
        return given if isinstance(given, str) else ""

    def point(self, prompt: str, words: Sequence[str] = ()) -> str | PointedOptions:
        """What was typed or pointed at. Raises KeyboardInterrupt where somebody leaves."""
        given = self._answered(prompt, words)
        self.last.clear()
        return given

    def _answered(self, prompt: str, words: Sequence[str]) -> str | PointedOptions:
        self._leave()
        self._do(lambda app: app.wait(prompt, words))
        given = self._answers.get()
        if given is None:
            self._leave()
            raise EOFError
        return given

    def _leave(self) -> None:
        if self._leaves.is_set() and not self._left:
            self._left = True
            self.last.clear()
            raise KeyboardInterrupt

    def _do(self, what: Callable[[FullApp], Any]) -> None:
        app = self._app
        if app is not None:
            app.call_later(what, app)
