"""Where a game is shown and moves are typed: a terminal with colours, or plain text for pipes and files.

`rich` is imported only when colours are wanted or a view is drawn.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.printed.streams import beneath, echo_painted
from ruleset_core.cli.printed.wrapping import wrapped
from ruleset_core.shown import scrub

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    from ruleset_core.cli.printed.asked import Pointed, Question

__all__ = ["Screen"]

MAX_LINE: Final = 4096
"""Characters read of a typed line that comes from a pipe."""


class Screen:
    """Output and input of a game. `interactive` says that a person sits at a terminal."""

    _wraps = False
    linear = False
    """Views are to be read from top to bottom, without anything drawn."""
    hint = "hint"
    """The text that says how to answer."""
    stopped_by = "Ctrl-C"
    """The keys that stop what is being worked out."""
    follows = False
    """What bots do is shown as they do it, rather than before the next question."""

    def __init__(self, *, plain: bool = False) -> None:
        terminal = sys.stdout.isatty()
        self.linear = plain
        self._wraps = terminal
        self.interactive = terminal and sys.stdin.isatty()
        forced = bool(os.environ.get("FORCE_COLOR"))
        self._console: Console | None = None
        if not plain and (forced or (terminal and os.environ.get("TERM") != "dumb")):
            from rich.console import Console

            self._console = Console(file=beneath(sys.stdout), highlight=False, markup=False, emoji=False)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        """Columns there are to draw in."""
        return self._console.width if self._console else max(20, shutil.get_terminal_size((100, 24)).columns)

    @property
    def height(self) -> int | None:
        """Lines there are to draw in; None where nobody sees them at once, as in a file."""
        if not self._wraps or self.linear:
            return None
        return self._console.height if self._console else shutil.get_terminal_size((100, 24)).lines

    def rows(self, text: str) -> int:
        """How many lines a text takes."""
        return len([*wrapped(scrub(text), self.width)]) if self._wraps else 1 + text.count("\n")

    def line(self, text: str = "", style: str = "") -> None:
        """Print a text; `style` counts only where there are colours. In a terminal it is broken between words.

        Commands to copy and names of files stay whole, on a row of their own where they are long.
        """
        for row in wrapped(scrub(text), self.width) if self._wraps else (text,):
            self._whole(row, style)

    def error(self, text: str) -> None:
        """Print what went wrong with what was typed; play goes on."""
        self.line(text, "red")

    def note(self, text: str) -> None:
        """Print something about the game rather than in it."""
        self.line(text, "dim")

    def _whole(self, text: str, style: str) -> None:
        if self._console is None:
            click.echo(text)
            return
        from rich.text import Text

        self._console.print(Text(scrub(text), style=style), soft_wrap=True)

    def draw(self, renderable: RenderableType) -> None:
        """Draw what a view made."""
        if self._console is not None:
            self._console.print(_Harmless(renderable))
            return
        from ruleset_core.cli.printed.plain import to_plain

        click.echo(to_plain(renderable, self.width))

    def question(self, question: Question) -> None:
        """Print a question with its menu."""
        for line, style in question.lines:
            self.line(line, style)

    def clear(self) -> None:
        """Empty a terminal, so that the next player does not read what the last one saw."""
        if self.interactive:
            echo_painted("\x1b[2J\x1b[3J\x1b[1;1H", nl=False)  # the last of them empties what one could scroll back to

    def pause(self, prompt: str) -> None:
        """Wait for Enter; what was typed before the prompt was shown is thrown away. Raises EOFError at the end of input."""
        if self.interactive:
            with contextlib.suppress(ImportError, OSError):  # no such terminals here; no terminal that could be emptied
                import termios

                termios.tcflush(sys.stdin, termios.TCIFLUSH)
        self.ask(prompt)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A typed line without blanks around it; the tab key completes `words`. Raises EOFError at the end of input."""
        if self.interactive:
            _complete(words)
            *above, last = wrapped(prompt.rstrip(), self.width)
            for row in above:
                click.echo(row)
            return input(last + prompt[len(prompt.rstrip()) :]).strip()
        click.echo(prompt, nl=False)
        typed = sys.stdin.readline(MAX_LINE)
        if not typed:
            click.echo()
            raise EOFError
        click.echo(typed.rstrip("\n"))  # without an echo a transcript would lack the answers
        return typed.strip()

    def point(self, prompt: str, words: Sequence[str] = ()) -> str | Pointed:
        """What was typed, or pointed at where that can be done."""
        return self.ask(prompt, words)

    def working(self, text: str) -> AbstractContextManager[Callable[[int, int], object]]:
        """Say that something is being worked out, and how far that is; Ctrl-C stops it with a KeyboardInterrupt."""
        from ruleset_core.cli.printed.working import working

        return working(text)

    def follow(self) -> None:
        """Let what a bot did be followed, where `follows` says that it is shown at once."""


class _Harmless:
    """What a view drew, without anything that steers the terminal but its colours."""

    def __init__(self, drawn: RenderableType) -> None:
        self._drawn = drawn

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        from rich.segment import Segment

        for part in console.render(self._drawn, options):
            if not part.control:
                yield Segment(scrub(part.text), part.style.update_link(None) if part.style else None)


def _complete(words: Sequence[str]) -> None:
    """Let the tab key complete the line to one of the words, where the system can."""
    with contextlib.suppress(ImportError):
        import readline

        def completion(_text: str, number: int) -> str | None:
            fitting = [word for word in words if word.startswith(readline.get_line_buffer())]
            return fitting[number] if number < len(fitting) else None

        readline.set_completer_delims("")
        readline.set_completer(completion)
        readline.parse_and_bind("tab: complete")
