"""`ruleset solve`: best play of small games of two, hidden cards and all, by OpenSpiel's algorithms."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from ruleset_core import Game
from ruleset_core.cli.experiments.runs import PROGRESS_SECONDS, Progress
from ruleset_core.cli.openings import parse_options
from ruleset_core.cli.output import StatusLine
from ruleset_core.cli.parameters import EXIT_INTERRUPTED
from ruleset_core.messages import message
from ruleset_core.play.records import write_atomically
from ruleset_core.play.wording.names_and_numbers import format_number
from ruleset_core.safe_text import safe_json

if TYPE_CHECKING:
    from ruleset_core.rl.solving import GameTree, Solver, SolverFigures

PLACES = 4


@dataclass(frozen=True, kw_only=True)
class SolveRequest:
    """What the command line of `ruleset solve` asks for, as its options say."""

    game: str
    expansion: tuple[str, ...]
    in_order: bool
    iterations: int
    method: str
    most: int
    seed: int
    option: tuple[str, ...]
    json: Path | None
    data: tuple[Path, ...]
    lang: str


def solve(game: Game, asked: SolveRequest) -> int:
    """Do what the command line asks for; the exit code."""
    lang, low, high = asked.lang, *game.players
    if find_spec("pyspiel") is None:
        raise click.ClickException(message("cli.solve.missing", lang))
    if not low <= 2 <= high:
        raise click.ClickException(message("cli.solve.two", lang, game=game.title(lang)))
    if asked.json is not None and not os.access(asked.json if asked.json.exists() else asked.json.parent, os.W_OK):
        raise click.ClickException(f"{asked.json}: {os.strerror(13 if asked.json.parent.is_dir() else 2)}")
    tree = _counted_tree(game, asked)
    click.echo(_size_line(tree, lang))
    click.echo()
    solver, rounds, stopped = _solved(tree, asked)
    click.echo(_value_lines(rounds[-1], lang))
    if stopped:
        click.echo(message("cli.solve.stopped", lang, done=solver.iteration, iterations=asked.iterations), err=True)
    if asked.json is not None:
        _write(asked.json, safe_json(_record(tree, solver, rounds, asked)) + "\n")
        click.echo(message("cli.solve.written", lang, file=asked.json), err=True)
    return EXIT_INTERRUPTED if stopped else 0


def _counted_tree(game: Game, asked: SolveRequest) -> GameTree:
    """The tree, with a line that tells how many nodes it has by now. Raises ClickException where it is too large."""
    from ruleset_core.rl.solving import DEEPEST, TooLargeError, game_tree

    lang, line, last = asked.lang, StatusLine(), monotonic()

    def report(nodes: int) -> None:
        nonlocal last
        if line.shown and monotonic() - last >= PROGRESS_SECONDS:
            last = monotonic()
            line.show(message("cli.solve.counting", lang, count=nodes))

    try:
        return game_tree(game, parse_options(asked.option, lang), asked.most, report)
    except TooLargeError as error:
        words = {"game": game.title(lang), "nodes": format_number(error.nodes, lang, 0), "deepest": DEEPEST}
        raise click.ClickException(
            message("cli.solve.deep" if error.deep else "cli.solve.large", lang, **words)
        ) from None
    finally:
        line.clear()


def _size_line(tree: GameTree, lang: str) -> str:
    words = {"nodes": tree.nodes, "draws": tree.draws, "questions": tree.questions, "endings": tree.endings}
    known = sum(map(len, tree.known))
    numbers = {name: format_number(number, lang, 0) for name, number in {**words, "known": known}.items()}
    return message("cli.solve.size", lang, game=tree.game.title(lang), **numbers)


def _reported(iterations: int) -> Iterator[int]:
    """After which iterations figures are printed: 0, 1, 2, 5, 10, 20, 50 and so on, and the last one."""
    yield 0
    for power in count():
        for each in (1, 2, 5):
            if each * 10**power >= iterations:
                yield iterations
                return
            yield each * 10**power


def _solved(tree: GameTree, asked: SolveRequest) -> tuple[Solver, list[SolverFigures], bool]:
    """What was found, its figures as they were printed, and whether somebody stopped it."""
    from ruleset_core.rl.solving import Solver

    lang, solver = asked.lang, Solver(tree, asked.method, asked.seed)
    rounds: list[SolverFigures] = []
    names = [message("play.seat", lang, number=number) for number in (1, 2)]
    heading = [message("cli.solve.iteration", lang), message("cli.solve.exploitability", lang), *map(str.upper, names)]
    widths = [*map(len, heading[:-1]), 0]
    click.echo(_row(heading, widths))
    progress, stopped = Progress(asked.iterations, 0, lang, "cli.solve.progress"), False
    try:
        for target in _reported(asked.iterations):
            while solver.iteration < target:
                solver.step()
                progress.report(solver.iteration)
            _report(rounds, solver, widths, progress, lang)
    except KeyboardInterrupt:
        stopped = True
        if not rounds or rounds[-1].iteration < solver.iteration:
            _report(rounds, solver, widths, progress, lang)
    finally:
        progress.done()
    return solver, rounds, stopped


def _report(rounds: list[SolverFigures], solver: Solver, widths: list[int], progress: Progress, lang: str) -> None:
    found = solver.figures()
    progress.done()
    click.echo(
        _row([str(found.iteration), *(_number(each, lang) for each in (found.exploitability, *found.values))], widths)
    )
    rounds.append(found)


def _row(cells: list[str], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))


def _number(value: float, lang: str) -> str:
    return format_number(round(value, PLACES) + 0.0, lang, PLACES)  # never -0


def _value_lines(found: SolverFigures, lang: str) -> str:
    """Between what a value lies: who plays what was found has at least the one, and nobody can have more than the other against it."""
    lines = [""]
    for seat, most in enumerate(found.best):
        name, least = message("play.seat", lang, number=seat + 1), -found.best[1 - seat]
        lines.append(
            message("cli.solve.value", lang, player=name, least=_number(least, lang), most=_number(most, lang))
        )
    return "\n".join(lines)


def _record(tree: GameTree, solver: Solver, rounds: list[SolverFigures], asked: SolveRequest) -> dict[str, Any]:
    return {
        "game": tree.game.name,
        "expansions": [*tree.game.expansions],
        "hash": tree.game.hash,
        "options": [*asked.option],
        "method": asked.method,
        "seed": asked.seed,
        "nodes": {"draws": tree.draws, "questions": tree.questions, "endings": tree.endings},
        "information_states": [*map(len, tree.known)],
        "iterations": [asdict(each) for each in rounds],
        "strategy": solver.strategy(),
    }


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror or error}") from None
