"""`ruleset show GAME --look`: what a seat sees of a position, drawn in the terminal or as a picture, again at every save."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from time import sleep
from typing import TYPE_CHECKING, Final

import click

from ruleset_core.cli.common import load_game
from ruleset_core.cli.said.messages import say
from ruleset_core.errors import RulesetError

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.scenes.nodes import Scene
    from ruleset_core.testing.scenarios import Case

PAUSE: Final = 0.3
"""Seconds between two looks at the files."""
_MOST: Final = 10_000
"""So many files are looked at."""
_KINDS: Final = frozenset({".yaml", ".csv", ".svg"})

Stamp = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be shown: the options of the command. `seat` counts from 1; 0 is somebody who watches."""

    game: str
    expansions: tuple[str, ...]
    data: tuple[Path, ...]
    in_order: bool
    lang: str
    look: bool
    svg: str | None
    watch: bool
    scenario: str | None
    seed: int | None
    moves: int
    seat: int | None
    players: int | None


def show_look(wanted: Wanted) -> None:
    """Show it once, or at every save until Ctrl-C. Raises `click.ClickException` and what loading raises."""
    if wanted.watch and wanted.svg is not None:
        raise click.UsageError(say("watch_or_svg", wanted.lang))
    if wanted.scenario is not None and (wanted.expansions or wanted.players or wanted.seed is not None):
        raise click.UsageError(say("look_scenario_knows", wanted.lang))
    if wanted.watch:
        _watch(wanted)
        return
    state, shown = _scene(wanted)
    if wanted.svg is None:
        _draw(shown)
        return
    from ruleset_core.cli.showing.board import write_picture
    from ruleset_core.drawing.draw import draw
    from ruleset_core.looks import pictures

    click.echo(
        say("picture", wanted.lang, file=write_picture(wanted.svg, draw(shown, art=pictures(state.game)), wanted.lang))
    )


def _scene(wanted: Wanted) -> tuple[State, Scene]:
    """A position, and what the seat that was asked for sees of it, or the one that decides."""
    from ruleset_core.scenes.build import scene

    state = _of_scenario(wanted, wanted.scenario) if wanted.scenario is not None else _at_random(wanted)
    if wanted.seat is not None and wanted.seat > state.n:
        raise click.BadParameter(say("no_seat", wanted.lang, count=state.n))
    seat = max(state.seat, 0) if wanted.seat is None else wanted.seat - 1
    options = state.options if seat == state.seat else []
    return state, scene(state.game, state.observe(seat), wanted.lang, options=options)


def _at_random(wanted: Wanted) -> State:
    game = load_game(wanted.game, wanted.expansions, wanted.data, in_order=wanted.in_order)
    seed = 1 if wanted.seed is None else wanted.seed
    state = game.new(players=wanted.players or max(game.players[0], min(2, game.players[1])), seed=seed)
    chance = Random(seed)
    for _ in range(wanted.moves):
        if state.over:
            break
        state.apply(chance.choice(state.options))
    return state


def _of_scenario(wanted: Wanted, name: str) -> State:
    from ruleset_core import State
    from ruleset_core.testing.scenarios import Scenarios, scenario_files

    scenarios = Scenarios(scenario_files([wanted.game], wanted.data), wanted.data)
    found = scenarios.position(_case(scenarios.cases, wanted, name), wanted.moves)
    if not isinstance(found, State):
        raise click.ClickException(f"{found.span.file}:{found.span.line}: {found.message}")
    return found


def _case(cases: list[Case], wanted: Wanted, name: str) -> Case:
    """The scenario of that name, or the only one that has it in its name."""
    close = [case for case in cases if name.casefold() in case.name.casefold()]
    exact = [case for case in close if case.name == name]
    if not close:
        raise click.ClickException(say("no_scenario", wanted.lang, game=wanted.game, name=name))
    if len(close) > 1 and not exact:
        known = "; ".join(case.name for case in close[:5]) + (" ..." if len(close) > 5 else "")
        raise click.ClickException(say("many_scenarios", wanted.lang, name=name, known=known))
    return (exact or close)[0]


def _draw(shown: Scene, *, below: int = 1) -> None:
    """Draw a scene: into a terminal, leaving so many lines; elsewhere as high as it is."""
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.terminal.draw import draw

    columns, lines = shutil.get_terminal_size((100, 40))
    Screen().draw(draw(shown, columns, lines - below if sys.stdout.isatty() else None))


# -- watching -----------------------------------------------------------------------------------------------------


def _watch(wanted: Wanted) -> None:
    """Draw whenever a file is other than before; what is wrong is told in its place, and watching goes on."""
    before: Stamp | None = None
    try:
        for now in _stamps(wanted):
            if now != before:
                before = now
                _again(wanted)
    except KeyboardInterrupt:
        click.echo()


def _again(wanted: Wanted) -> None:
    from ruleset_core.cli.errors import report
    from ruleset_core.cli.printed.screen import Screen

    Screen().clear()
    try:
        _draw(_scene(wanted)[1], below=2)
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
