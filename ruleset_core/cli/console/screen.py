"""The screen of a game in the terminal: output, input, the question it is given (text, menu, default answer), the table it
shows and who looks at it.

`rich` is imported only when colours are wanted or a view is drawn.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.output import echo_painted, unguarded_stream, wrap_lines
from ruleset_core.formats.scene_format import SceneTarget
from ruleset_core.messages import message
from ruleset_core.play.wording.names_and_numbers import player_names
from ruleset_core.safe_text import clean_lines
from ruleset_core.view.terminal.answer_keys import NO_KEYS, AnswerKeys

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    from ruleset_core import Game, State
    from ruleset_core.play.match import Match
    from ruleset_core.play.records import Session


# Where a game is shown and moves are typed: a terminal with colours, or plain text for pipes and files.
#
# `rich` is imported only when colours are wanted or a view is drawn.

MAX_LINE: Final = 4096
"""Characters read of a typed line that comes from a pipe."""


class Screen:
    """Output and input of a game. `interactive` says that a person sits at a terminal."""

    _wraps = False
    linear = False
    """Views are to be read from top to bottom, without anything drawn."""
    hint = "cli.play.hint"
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

            self._console = Console(file=unguarded_stream(sys.stdout), highlight=False, markup=False, emoji=False)
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        """Columns there are to draw in."""
        return self._console.width if self._console else max(20, shutil.get_terminal_size((100, 24)).columns)

    @property
    def text_width(self) -> int:
        """Columns there are for lines of text."""
        return self.width

    @property
    def height(self) -> int | None:
        """Lines there are to draw in; None where nobody sees them at once, as in a file."""
        if not self._wraps or self.linear:
            return None
        return self._console.height if self._console else shutil.get_terminal_size((100, 24)).lines

    def rows(self, text: str) -> int:
        """How many lines a text takes."""
        return len([*wrap_lines(clean_lines(text), self.width)]) if self._wraps else 1 + text.count("\n")

    def line(self, text: str = "", style: str = "") -> None:
        """Print a text; `style` counts only where there are colours. In a terminal it is broken between words.

        Commands to copy and names of files stay whole, on a row of their own where they are long.
        """
        for row in wrap_lines(clean_lines(text), self.width) if self._wraps else (text,):
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

        self._console.print(Text(clean_lines(text), style=style), soft_wrap=True)

    def draw(self, renderable: RenderableType) -> None:
        """Draw what a view made."""
        if self._console is not None:
            self._console.print(_Harmless(renderable))
            return
        click.echo(to_plain(renderable, self.width))

    def question(self, question: MenuQuestion) -> None:
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
            *above, last = wrap_lines(prompt.rstrip(), self.width)
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

    def point(self, prompt: str, words: Sequence[str] = ()) -> str | PointedOptions:
        """What was typed, or pointed at where that can be done."""
        return self.ask(prompt, words)

    def working(self, text: str) -> AbstractContextManager[Callable[[int, int], object]]:
        """Say that something is being worked out, and how far that is; Ctrl-C stops it with a KeyboardInterrupt."""
        from ruleset_core.cli.output import working

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
                yield Segment(clean_lines(part.text), part.style.update_link(None) if part.style else None)


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


# A question as a screen is given it: its words, its menu, and what is known of things on the table.


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """A line of a menu. `key`: what to type for it; `options`: the options it leads to; `signs`: what is said behind it, as that Enter alone takes it.

    `covers`: the identities of the places that it would cover.
    """

    key: str
    notation: str
    label: str
    outcome: str
    options: tuple[int, ...]
    signs: str = ""
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PointedOptions:
    """Options that somebody pointed at in place of typing; none to see all of them again."""

    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MenuQuestion:
    """What is asked, and what can be answered.

    Attributes:
        head: the lines above the menu, each with its style.
        lines: all lines as they are printed, where nothing can be pointed at.
        choices: the menu.
        keys: what to type for what stands on the table.
        about: what there is to say of something on the table, or of a line of the menu.
    """

    head: Sequence[tuple[str, str]]
    lines: Sequence[tuple[str, str]]
    choices: Sequence[MenuChoice] = ()
    keys: AnswerKeys = NO_KEYS
    about: Callable[[SceneTarget | MenuChoice], Sequence[str]] = field(default=lambda _: ())


# A table brought to a screen.


@dataclass(frozen=True, slots=True)
class ConsoleTable:
    """A table, the screen at which it is played, and the language spoken there, `en` or `es`."""

    table: Match
    screen: Screen
    lang: str

    @property
    def session(self) -> Session:
        """The game that lies on the table."""
        return self.table.session

    @property
    def game(self) -> Game:
        """What is played."""
        return self.table.session.game

    @property
    def live(self) -> State:
        """The state after the last move. To be read, not changed."""
        return self.table.session.live

    @property
    def names(self) -> list[str]:
        """The names of all players, by seat."""
        return player_names(self.session.header, self.lang)

    def name(self, seat: int) -> str:
        """The name to show for a seat."""
        return self.names[seat]


# Who reads the screen: one of the persons at it, who may not see the same.


class ScreenViewer:
    """Whoever looks at the screen.

    Attributes:
        looking: the seat that was asked last; None before anybody was.
        apart: persons were found who may not see the same: they are told what happened one by one.
    """

    def __init__(self, place: ConsoleTable) -> None:
        self._place = place
        self.looking: int | None = None
        self.apart = False

    @property
    def viewer(self) -> int | None:
        """The seat that reads the screen: the only person, the one who was asked, or None when bots play or a script."""
        persons = self._place.table.seating.persons
        if len(persons) == 1:
            return persons[0]
        return self.looking if persons else None

    @property
    def all(self) -> list[int]:
        """The seats whose persons read what is told now."""
        return [seat for seat in self._place.table.seating.persons if not self.apart or seat == self.viewer]

    def change(self, seat: int) -> bool:
        """The person of a seat comes to the screen; whether it is another one than before."""
        before, self.looking = self.looking, seat
        if before in {None, seat}:
            return False
        at = self._place
        mine, yours = ({**at.live.observe(who), "seat": None} for who in (seat, before))
        self.apart = self.apart or mine != yours
        if self.apart and at.screen.interactive:  # nobody is shown what another may see
            at.screen.clear()
            at.screen.pause(message("cli.play.hand_over", at.lang, name=at.name(seat)))
        return True


def to_plain(renderable: RenderableType, width: int) -> str:
    """The renderable as text without colours or trailing blanks, for files, pipes and tests."""
    from rich.console import Console

    sink = io.StringIO()
    console = Console(
        file=sink, width=width, color_system=None, force_terminal=False, highlight=False, markup=False, emoji=False
    )
    console.print(renderable)
    return "\n".join(line.rstrip() for line in sink.getvalue().splitlines())
