"""The screen as the loop of a game knows it, with panes behind it. The loop runs in a thread of its own.

Whatever is said goes to the panes as messages and is not waited for; only a question waits, for its answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.cli.printed.asked import Choice, Pointed, Question
from ruleset_core.cli.printed.screen import Screen
from ruleset_core.cli.said.messages import say
from ruleset_core.terminal.drawing import Drawing

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ruleset_core.cli.full.app import FullApp

__all__ = ["FullScreen"]

PAUSE: Final = 0.7
"""Seconds there are to follow what a bot did."""
LAST: Final = 12
"""Lines that stay in the terminal when the panes are gone: where the game is kept, and how it ended."""

Answer = str | Pointed | None
"""What was typed or pointed at; None: somebody leaves."""


class FullScreen(Screen):
    """A screen of panes. `waits`: bots are slow enough to be followed."""

    hint = "hint_full"
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
    def height(self) -> int | None:
        """Lines there are to draw in."""
        return 24 if self._app is None else max(self._app.board.room.height, 8)

    def rows(self, text: str) -> int:
        """How many lines a text takes; nobody counts them here."""
        return 1 + text.count("\n")

    def line(self, text: str = "", style: str = "") -> None:
        """Tell a line in the story."""
        self.last.append((text, style))
        self._do(lambda app: app.tell(text, style))

    def draw(self, renderable: RenderableType) -> None:
        """Draw a scene on the table, or something else below it."""
        if isinstance(renderable, Drawing):
            self._do(lambda app: app.board.show(renderable))
        else:
            self._do(lambda app: app.board.add(renderable))
        if not isinstance(renderable, Drawing) or renderable.whole:  # sheets and the like
            self.last.append(renderable)

    def question(self, question: Question) -> None:
        """Ask in the pane of the question."""
        self._do(lambda app: app.ask(question))

    def clear(self) -> None:
        """Leave nothing of what was seen on any pane."""
        self.last.clear()
        self._do(lambda app: app.clear())

    def follow(self) -> None:
        """Let what a bot did be followed: a moment to look at it. Raises KeyboardInterrupt where somebody leaves."""
        self._leaves.wait(PAUSE)
        self._do(lambda app: app.story.begin())
        self._leave()

    @contextmanager
    def working(self, text: str) -> Iterator[Callable[[int, int], object]]:
        """Say that something is being worked out; leaving stops it with a KeyboardInterrupt, and not the game."""
        self._stops.clear()
        self._thinks.set()
        self._do(lambda app: app.tell(f"{text} ...", "dim"))

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
        enter = Choice("", "", say("enter", self._lang), "", ())
        self.question(Question([(prompt, "bold")], (), [enter]))
        self._answered("", ())

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """What was typed. Raises KeyboardInterrupt where somebody leaves."""
        given = self.point(prompt, words)
        return given if isinstance(given, str) else ""

    def point(self, prompt: str, words: Sequence[str] = ()) -> str | Pointed:
        """What was typed or pointed at. Raises KeyboardInterrupt where somebody leaves."""
        given = self._answered(prompt, words)
        self.last.clear()
        return given

    def _answered(self, prompt: str, words: Sequence[str]) -> str | Pointed:
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
