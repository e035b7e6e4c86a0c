"""What is printed, and where: the one way of every command to the terminal.

While a command runs, the standard streams are guarded: whatever is written to them, by us, by `click` or by a plugin,
has characters that steer a terminal replaced. Colours of our own go past the guard, put on texts that are clean.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from ruleset_core.files import naming
from ruleset_core.shown import scrub

__all__ = ["beneath", "echo_painted", "echo_wrapped", "guarded"]


class _Guard:
    """A text stream that replaces what could steer a terminal. Its `buffer` leads through it, not past it."""

    def __init__(self, beneath: TextIO, name: str) -> None:
        """Args: beneath: the stream. name: what an error of writing calls it."""
        self.beneath, self._name = beneath, name
        self.buffer = _Bytes(self)

    def write(self, text: str) -> int:
        """Write a text made harmless; the length of the original."""
        with naming(self._name):
            self.beneath.write(scrub(text))
        return len(text)

    def flush(self) -> None:
        """Write what still waits."""
        with naming(self._name):
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
def guarded() -> Iterator[None]:
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
    from ruleset_core.cli.printed.stand_ins import STAND_INS

    return STAND_INS


def beneath(stream: TextIO) -> TextIO:
    """The stream below its guard, for those who paint: they see to it themselves that what they paint is clean."""
    found: TextIO = getattr(stream, "beneath", stream)
    return found


def echo_painted(text: str, *, err: bool = False, nl: bool = True, color: bool | None = None) -> None:
    """Print a text with colours of our own; where there are none to be shown, they are left out."""
    with naming("standard error" if err else "standard output"):
        click.echo(text, file=beneath(sys.stderr if err else sys.stdout), nl=nl, color=color)


def echo_wrapped(text: str) -> None:
    """Print a text, broken between words where it goes to a terminal."""
    if sys.stdout.isatty():
        from ruleset_core.cli.printed.wrapping import wrapped

        width = max(20, shutil.get_terminal_size((100, 24)).columns)
        text = "\n".join(wrapped(scrub(text), width))
    click.echo(text)
