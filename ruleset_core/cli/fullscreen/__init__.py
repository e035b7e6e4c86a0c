"""A game on the whole screen: panes, keys and the mouse. Needs the extra `full` and says so; imported only with `--full`.

Lines (`console`) are the front end that everybody has. This one is another `Screen` for the same loop and knows no rule, no question
and no command of its own: what a person can do here, a person, a screen reader and a script can do there.

The game loop of `console` runs in a thread of its own and writes to a screen that posts messages to the panes. It waits
only for answers, which are typed or clicked: the styles of a drawn scene hold the options under the mouse.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.console.screen import Screen
from ruleset_core.messages import message

if TYPE_CHECKING:
    from ruleset_core.cli.fullscreen.textual_app import FullScreen


PLAYING: Final = (
    ("f1", "help", "cli.full.key_help"),
    ("f2", "?", "cli.full.key_options"),
    ("f3", "why ", "cli.full.key_why"),
    ("f4", "undo", "cli.full.key_undo"),
    ("f5", "scores", "cli.full.key_scores"),
    ("f6", "", "cli.full.key_table"),
    ("f7", "hint", "cli.full.key_hint"),
    ("f10", "quit", "cli.full.key_quit"),
)
"""Keys, the commands they stand for, and the texts that name them."""
REPLAYING: Final = (
    ("f2", "p", "cli.full.key_previous"),
    ("f3", "n", "cli.full.key_next"),
    ("f4", "end", "cli.full.key_end"),
    ("f5", "log", "cli.full.key_log"),
    ("f6", "", "cli.full.key_table"),
    ("f10", "quit", "cli.full.key_quit"),
)
"""The same where a game is looked at."""

Keys = Sequence[tuple[str, str, str]]

INTERRUPTED: Final = 130


def need_full(lang: str, *, plain: bool) -> None:
    """See that there can be panes here. Raises `click.ClickException`, with what to do."""
    if plain:
        raise click.UsageError(message("cli.full.full_plain", lang))
    if not _terminal():
        raise click.ClickException(message("cli.full.full_terminal", lang))
    try:
        import textual  # noqa: F401
    except ImportError:
        raise click.ClickException(message("cli.full.full_missing", lang)) from None


def _terminal() -> bool:
    """Whether a person sits before a terminal that can be drawn on anywhere, with all letters."""
    import os

    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    if os.environ.get("TERM") == "dumb" or any(stream is None or not stream.isatty() for stream in streams):
        return False
    return sys.__stderr__ is not None and sys.__stderr__.encoding.lower().replace("-", "") == "utf8"


def play_full(play: Callable[[FullScreen], int], lang: str, *, waits: bool, keys: Keys = PLAYING) -> int:
    """Play on the whole screen until it is left; what was said last stays in the terminal. The exit code."""
    from ruleset_core.cli.fullscreen.textual_app import FullApp, FullScreen

    table = FullScreen(lang, waits=waits)
    app = FullApp(table, play, lang, [(key, typed, message(name, lang)) for key, typed, name in keys])
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
