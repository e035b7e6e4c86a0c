"""`ruleset show GAME --look`: what a seat sees of a position, drawn in the terminal or as a picture, again at every save."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.said.messages import say
from ruleset_core.cli.showing.position import Wanted, position
from ruleset_core.errors import RulesetError

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.scenes.nodes import Scene

PAUSE: Final = 0.3
"""Seconds between two looks at the files."""
_MOST: Final = 10_000
"""So many files are looked at."""
_KINDS: Final = frozenset({".yaml", ".csv", ".svg"})

Stamp = tuple[tuple[str, int, int], ...]


def show_look(wanted: Wanted, seat: int | None, svg: str | None, *, watch: bool) -> None:
    """Show it once, or at every save until Ctrl-C. Raises `click.ClickException` and what loading raises.

    `seat`: who looks, from 1 on; 0 is somebody beside the table, None whoever decides.
    """
    if watch and svg is not None:
        raise click.UsageError(say("watch_or_svg", wanted.lang))
    if watch:
        _watch(wanted, seat)
        return
    state, shown = _scene(wanted, seat)
    if svg is None:
        _draw(shown)
        return
    from ruleset_core.cli.showing.board import write_picture
    from ruleset_core.drawing.draw import draw
    from ruleset_core.looks import pictures

    drawn = draw(shown, art=pictures(state.game))
    click.echo(say("picture", wanted.lang, file=write_picture(svg, drawn, wanted.lang)))


def _scene(wanted: Wanted, seat: int | None) -> tuple[State, Scene]:
    """A position, and what the seat that was asked for sees of it, or the one that decides."""
    from ruleset_core.scenes.build import scene

    found = position(wanted)
    state = found.state
    if seat is not None and seat > state.n:
        raise click.BadParameter(say("no_seat", wanted.lang, count=state.n))
    viewer = max(state.seat, 0) if seat is None else seat - 1
    options = state.options if viewer == state.seat else []
    return state, scene(
        state.game, state.observe(viewer), wanted.lang, found.names, options, scores=state.told_scores(viewer)
    )


def _draw(shown: Scene, *, below: int = 1) -> None:
    """Draw a scene: into a terminal, leaving so many lines; elsewhere as high as it is."""
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.terminal.draw import draw

    columns, lines = shutil.get_terminal_size((100, 40))
    Screen().draw(draw(shown, columns, lines - below if sys.stdout.isatty() else None))


# -- watching -----------------------------------------------------------------------------------------------------


def _watch(wanted: Wanted, seat: int | None) -> None:
    """Draw whenever a file is other than before; what is wrong is told in its place, and watching goes on."""
    before: Stamp | None = None
    try:
        for now in _stamps(wanted):
            if now != before:
                before = now
                _again(wanted, seat)
    except KeyboardInterrupt:
        click.echo()


def _again(wanted: Wanted, seat: int | None) -> None:
    from ruleset_core.cli.errors import report
    from ruleset_core.cli.printed.screen import Screen

    Screen().clear()
    try:
        _draw(_scene(wanted, seat)[1], below=2)
    except click.ClickException as problem:
        problem.show()
    except (RulesetError, OSError) as problem:
        report(problem)
    click.echo(say("watching", wanted.lang, game=wanted.game))


def _stamps(wanted: Wanted) -> Iterator[Stamp]:
    """Which files there are and when they were written, again and again."""
    places = _places(wanted)
    while True:
        found = []
        for path in islice((path for place in places for path in place.rglob("*")), _MOST):
            if path.suffix in _KINDS:
                try:
                    now = path.stat()
                except OSError:  # gone meanwhile
                    continue
                found.append((str(path), now.st_mtime_ns, now.st_size))
        yield tuple(sorted(found))
        sleep(PAUSE)


def _places(wanted: Wanted) -> list[Path]:
    """The directories of the game, of what it is like, and of its expansions. Raises what finding them raises."""
    from ruleset_core.header import read_header
    from ruleset_core.paths import GAME_FILE, expansions_of, find_game

    directory = find_game(wanted.game, wanted.data)
    try:
        known = expansions_of(read_header(directory / GAME_FILE).id, directory, wanted.data)
    except (RulesetError, OSError):  # its first file is being written; it is read again at every save
        known = {}
    paths = [Path(each) for each in wanted.expansions if Path(each).is_dir()]
    return list(dict.fromkeys([directory, *paths, *known.values()]))
