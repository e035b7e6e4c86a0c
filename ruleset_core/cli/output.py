"""Text on its way to the terminal: guarded streams, replacements for characters a terminal lacks, line wrapping and a
status line.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final, TextIO
from unicodedata import combining, normalize

import click

from ruleset_core.files import with_file_name
from ruleset_core.safe_text import clean_line, clean_lines

# What is printed, and where: the one way of every command to the terminal.
#
# While a command runs, the standard streams are guarded: whatever is written to them, by us, by `click` or by a
# plugin, has characters that steer a terminal replaced. Colours of our own go past the guard, put on texts that are
# clean.


class _Guard:
    """A text stream that replaces what could steer a terminal. Its `buffer` leads through it, not past it."""

    def __init__(self, beneath: TextIO, name: str) -> None:
        """Args: beneath: the stream. name: what an error of writing calls it."""
        self.beneath, self._name = beneath, name
        self.buffer = _Bytes(self)

    def write(self, text: str) -> int:
        """Write a text made harmless; the length of the original."""
        with with_file_name(self._name):
            self.beneath.write(clean_lines(text))
        return len(text)

    def flush(self) -> None:
        """Write what still waits."""
        with with_file_name(self._name):
            self.beneath.flush()

    def __getattr__(self, name: str) -> Any:
        if name in {"detach", "writelines"}:
            raise AttributeError(name)
        return getattr(self.beneath, name)


class _Bytes:
    """The way to a guard for those who write bytes, as the completion of shells does."""

    closed = False

    def __init__(self, guard: _Guard) -> None:
        self._guard = guard

    def write(self, raw: bytes) -> int:
        """Write the text that the bytes are."""
        self._guard.write(raw.decode("utf-8", "replace"))
        return len(raw)

    def flush(self) -> None:
        """Pass on what was written."""
        self._guard.flush()


@contextmanager
def guard_streams() -> Iterator[None]:
    """Guard the standard streams for a while; one that is closed reads as empty and takes what is written to it."""
    before = sys.stdin, sys.stdout, sys.stderr
    try:
        for name in ("stdin", "stdout", "stderr"):  # in this order: they get the numbers that were closed
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        for name, said in (("stdout", "standard output"), ("stderr", "standard error")):
            stream = getattr(sys, name)
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors=_stand_ins(stream.encoding))
            setattr(sys, name, _Guard(stream, said))
        yield
    finally:
        sys.stdin = before[0]
        if isinstance(sys.stdout, _Guard):  # else click has put something there that lets a closed pipe be
            sys.stdout = before[1]
        if isinstance(sys.stderr, _Guard):
            sys.stderr = before[2]


def _stand_ins(encoding: str) -> str:
    """What a stream does with a character that it does not have: show another one, so that no game is stopped by it."""
    if encoding.lower().replace("-", "") == "utf8":
        return "replace"

    return STAND_INS


def unguarded_stream(stream: TextIO) -> TextIO:
    """The stream below its guard, for those who paint: they see to it themselves that what they paint is clean."""
    found: TextIO = getattr(stream, "beneath", stream)
    return found


def echo_painted(text: str, *, err: bool = False, nl: bool = True, color: bool | None = None) -> None:
    """Print a text with colours of our own; where there are none to be shown, they are left out."""
    with with_file_name("standard error" if err else "standard output"):
        click.echo(text, file=unguarded_stream(sys.stderr if err else sys.stdout), nl=nl, color=color)


def echo_wrapped(text: str) -> None:
    """Print a text, broken between words where it goes to a terminal."""
    if sys.stdout.isatty():
        width = max(20, shutil.get_terminal_size((100, 24)).columns)
        text = "\n".join(wrap_lines(clean_lines(text), width))
    click.echo(text)


# What stands for characters that a terminal does not have: one table for everything that is printed.
#
# Streams ask it for each character they cannot encode (`errors=STAND_INS`). A sign of a drawing has a sign of the
# same width that no other sign has, so that pictures stay in shape and can be read; an accent is left out.

STAND_INS: Final = "ruleset-stand-ins"
"""The name under which streams find this table."""

REPLACEMENTS: Final = {
    "■": "#", "□": "_", "▣": "Q", "✗": "X", "✓": "v", "◆": "&", "◇": "^", "●": "*", "○": "o", "×": "x", "·": ".",
    "▸": ">", "…": "~", "°": "`", "░": ":", "−": "-", "÷": "/",
    "⚄": "D", "♟": "i", "♜": "T", "⌂": "h", "♛": "P", "▬": "M", "¤": "$", "▼": "V", "▯": "n", "▒": "%", "★": "+", "⚑": "p",
    "♥": "H", "♠": "S", "♦": "d", "♣": "C", "♧": "l", "♢": "'", "ψ": "Y", "‖": '"', "▤": "b", "▲": "A", "♙": "j", "◉": "@", "♔": "K",
}  # fmt: skip
"""Signs of drawings; each has its own."""

ASCII: Final = {
    **REPLACEMENTS,
    "→": "->", "←": "<-", "±": "+-", "≠": "!=", "≤": "<=", "≥": ">=",
    "–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "¿": "", "¡": "",
    "─": "-", "│": "|", "═": "=", "║": "!",
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝", "+"),
}  # fmt: skip
"""All stand-ins; other letters lose their accents, and what is left is a question mark."""


def to_ascii(text: str) -> str:
    """The text as a terminal shows it that has ASCII alone."""
    return "".join(char if char.isascii() else _stand_in(char) for char in text)


def _stand_in(char: str) -> str:
    if char in ASCII:
        return ASCII[char]
    bare = "".join(part for part in normalize("NFKD", char) if not combining(part))
    return bare if bare.isascii() and bare else "?"


def _encoded(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(STAND_INS, _encoded)


# Lines of text broken between words, so that a terminal does not break them within.

_COLUMN: Final = re.compile(r"(?<=\S)  +(?=\S)")
"""What stands before a column of a line."""
_WORD: Final = re.compile(r"\bruleset (?:play|replay|show|check|list|schema) .*|`[^`]*`\S*|\S+")
"""What is never broken: a word, a command to copy (it ends its line), what stands between backticks."""


def wrap_lines(text: str, width: int) -> Iterator[str]:
    """The lines of a text in rows of at most `width` columns; what goes on stands below the last column within the left half.

    A word, a name of a file or a command that is wider has a row of its own, whole, to be copied.
    """
    for line in text.split("\n"):
        yield from _rows(line, width)


def _rows(line: str, width: int) -> Iterator[str]:
    from rich.cells import cell_len

    if cell_len(line) <= width:
        yield line
        return
    head, indent = _head(line, width)
    row, empty = head, True
    for word in _WORD.findall(line[len(head) :]):
        if row.strip() and cell_len(row) + (not empty) + cell_len(word) > width:
            yield row.rstrip()
            row, empty = indent if cell_len(indent) + cell_len(word) <= width else "", True
        row, empty = (row if empty else f"{row} ") + word, False
    yield row


def _head(line: str, width: int) -> tuple[str, str]:
    """What stands before the part that is broken, and the indent of what goes on."""
    columns = [found.end() for found in _COLUMN.finditer(line) if found.end() <= width // 2]
    if columns:
        return line[: columns[-1]], " " * columns[-1]
    blanks = line[: len(line) - len(line.lstrip(" "))]
    return blanks, blanks + "  "


# A status line on a terminal, written over until the work is done.

SPINNER_SECONDS: Final = 0.1
"""Seconds between two turns."""
TURNS: Final = "|/-\\"


class StatusLine:
    """One line of standard error that replaces itself; nothing is shown in files and pipes.

    It goes past the guard of the stream, which lets no carriage return through, so it cleans its text itself. A text longer than
    the terminal is cut: a line that wraps cannot be written over.
    """

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self._width = 0

    def show(self, text: str) -> None:
        """Write over what stands there."""
        if self.shown:
            line = clean_line(text)[: max(1, shutil.get_terminal_size((80, 24)).columns - 1)]
            echo_painted("\r" + line.ljust(self._width), nl=False, err=True)
            self._width = len(line)

    def clear(self) -> None:
        """Leave an empty line, with the cursor at its start."""
        if self._width:
            self.show("")
            echo_painted("\r", nl=False, err=True)


@contextmanager
def working(text: str) -> Iterator[Callable[[int, int], None]]:
    """Show a text with how far the work is, and take it away at its end. Nothing is shown where nobody looks: in files and pipes."""
    line, last, turns = StatusLine(), 0.0, 0

    def tell(done: int, of: int) -> None:
        nonlocal last, turns
        if monotonic() - last >= SPINNER_SECONDS:
            last, turns = monotonic(), turns + 1
            line.show(f"{TURNS[turns % len(TURNS)]} {text} {100 * done // max(of, 1)} %")

    try:
        line.show(f"{TURNS[0]} {text}")
        yield tell
    finally:
        line.clear()


def write_result(path: Path, text: str) -> None:
    """Write what a command found, whole or not at all. Raises `click.ClickException`."""
    from ruleset_core.play.records import write_atomically

    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror or error}") from None
