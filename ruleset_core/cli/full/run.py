"""A game is begun on the whole screen, and left again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.printed.screen import Screen
from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core.cli.full.screen import FullScreen

__all__ = ["REPLAYING", "need_full", "play_full"]

PLAYING: Final = (
    ("f1", "help", "key_help"),
    ("f2", "?", "key_options"),
    ("f3", "why ", "key_why"),
    ("f4", "undo", "key_undo"),
    ("f5", "scores", "key_scores"),
    ("f6", "", "key_table"),
    ("f7", "hint", "key_hint"),
    ("f10", "quit", "key_quit"),
)
"""Keys, the commands they stand for, and the texts that name them."""
REPLAYING: Final = (
    ("f2", "p", "key_previous"),
    ("f3", "n", "key_next"),
    ("f4", "end", "key_end"),
    ("f5", "log", "key_log"),
    ("f6", "", "key_table"),
    ("f10", "quit", "key_quit"),
)
"""The same where a game is looked at."""

Keys = Sequence[tuple[str, str, str]]

INTERRUPTED: Final = 130


def need_full(lang: str, *, plain: bool) -> None:
    """See that there can be panes here. Raises `click.ClickException`, with what to do."""
    if plain:
        raise click.UsageError(say("full_plain", lang))
    if not _terminal():
        raise click.ClickException(say("full_terminal", lang))
    try:
        import textual  # noqa: F401
    except ImportError:
        raise click.ClickException(say("full_missing", lang)) from None


def _terminal() -> bool:
    """Whether a person sits before a terminal that can be drawn on anywhere, with all letters."""
    import os

    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    if os.environ.get("TERM") == "dumb" or any(stream is None or not stream.isatty() for stream in streams):
        return False
    return sys.__stderr__ is not None and sys.__stderr__.encoding.lower().replace("-", "") == "utf8"


def play_full(play: Callable[[FullScreen], int], lang: str, *, waits: bool, keys: Keys = PLAYING) -> int:
    """Play on the whole screen until it is left; what was said last stays in the terminal. The exit code."""
    from ruleset_core.cli.full.app import FullApp
    from ruleset_core.cli.full.screen import FullScreen

    table = FullScreen(lang, waits=waits)
    app = FullApp(table, play, lang, [(key, typed, say(name, lang)) for key, typed, name in keys])
    app.run()
    screen = Screen()
    for said in table.last:
        if isinstance(said, tuple):
            screen.line(*said)
        else:
            screen.draw(said)
    if app.problem is not None:
        raise app.problem
    return INTERRUPTED if app.thread.is_alive() else app.code
