"""A status line on a terminal, written over until the work is done."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from ruleset_core.cli.printed.streams import echo_painted
from ruleset_core.shown import clean

__all__ = ["StatusLine", "working"]

OFTEN: Final = 0.1
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
            line = clean(text)[: max(1, shutil.get_terminal_size((80, 24)).columns - 1)]
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
        if monotonic() - last >= OFTEN:
            last, turns = monotonic(), turns + 1
            line.show(f"{TURNS[turns % len(TURNS)]} {text} {100 * done // max(of, 1)} %")

    try:
        line.show(f"{TURNS[0]} {text}")
        yield tell
    finally:
        line.clear()
