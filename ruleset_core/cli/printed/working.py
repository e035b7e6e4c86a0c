"""That something is being worked out: a line that turns, on a terminal, until it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

import click

__all__ = ["working"]

OFTEN: Final = 0.1
"""Seconds between two turns."""
TURNS: Final = "|/-\\"


@contextmanager
def working(text: str) -> Iterator[Callable[[int, int], None]]:
    """Show a text with how far the work is, and take it away at its end. Nothing is shown where nobody looks: in files and pipes."""
    if not sys.stderr.isatty():
        yield lambda _done, _of: None
        return
    last, turns, width = 0.0, 0, 0

    def show(line: str) -> None:
        nonlocal width
        click.echo("\r" + line.ljust(width), nl=False, err=True)
        width = len(line)

    def tell(done: int, of: int) -> None:
        nonlocal last, turns
        if monotonic() - last >= OFTEN:
            last, turns = monotonic(), turns + 1
            show(f"{TURNS[turns % len(TURNS)]} {text} {100 * done // max(of, 1)} %")

    try:
        show(f"{TURNS[0]} {text}")
        yield tell
    finally:
        show("")
        click.echo("\r", nl=False, err=True)
