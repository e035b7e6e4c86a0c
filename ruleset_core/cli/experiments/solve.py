"""`ruleset solve`: best play of small games of two, hidden cards and all, by OpenSpiel's algorithms."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from ruleset_core import Game
from ruleset_core.cli.experiments.runs import PROGRESS_SECONDS, Progress, check_bots
from ruleset_core.cli.openings import parse_bots, parse_options
from ruleset_core.cli.output import StatusLine, write_result
from ruleset_core.cli.parameters import EXIT_INTERRUPTED
from ruleset_core.messages import message
from ruleset_core.play.bots import make_bot
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
    bot: tuple[str, ...]
    times: int
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
    names = parse_bots(",".join(asked.bot), lang, "--bot") if asked.bot else []
    check_bots(names, game, lang)
    tree = _counted_tree(game, asked)
    click.echo(_size_line(tree, lang))
    click.echo()
    solver, rounds, stopped = _solved(tree, asked)
    click.echo(_value_lines(rounds[-1], lang))
    if stopped:
        click.echo(message("cli.solve.stopped", lang, done=solver.iteration, iterations=asked.iterations), err=True)
    bots: dict[str, SolverFigures] = {}
    if names and not stopped:
        stopped = _asked_bots(tree, names, asked, bots)
    if asked.json is not None:
        write_result(asked.json, safe_json(_record(tree, solver, rounds, bots, asked)) + "\n")
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
    widths = _head(message("cli.solve.iteration", lang), lang)
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
    click.echo(_row([str(found.iteration), *_figures_of(found, lang)], widths))
    rounds.append(found)


def _head(first: str, lang: str) -> list[int]:
    """Print the heading of a table of figures; the widths of its columns."""
    names = [message("play.seat", lang, number=number).upper() for number in (1, 2)]
    heading = [first, message("cli.solve.exploitability", lang), *names]
    widths = [*map(len, heading[:-1]), 0]
    click.echo(_row(heading, widths))
    return widths


def _figures_of(found: SolverFigures, lang: str) -> list[str]:
    return [_number(each, lang) for each in (found.exploitability, *found.values)]


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


def _asked_bots(tree: GameTree, names: Sequence[str], asked: SolveRequest, found: dict[str, SolverFigures]) -> bool:
    """Print how exploitable bots are, and keep it in `found`; whether somebody stopped it."""
    lang, heading = asked.lang, message("cli.simulate.bot", asked.lang)
    click.echo()
    widths = _head(heading.ljust(max(map(len, (heading, *names)))), lang)
    try:
        for name in names:
            found[name] = _figures_of_bot(tree, name, asked)
            click.echo(_row([name, *_figures_of(found[name], lang)], widths))
    except KeyboardInterrupt:
        return True
    return False


def _figures_of_bot(tree: GameTree, name: str, asked: SolveRequest) -> SolverFigures:
    from ruleset_core.rl.solving import figures_of_play

    seated = [make_bot(name, asked.seed, seat) for seat in (0, 1)]
    progress = Progress(sum(map(len, tree.known)), 0, asked.lang, "cli.solve.asking")
    try:
        return figures_of_play(
            tree,
            lambda state: seated[state.seat].choose(state),
            asked.times,
            lambda done: progress.report(done, bot=name),
        )
    finally:
        progress.done()


def _record(
    tree: GameTree, solver: Solver, rounds: list[SolverFigures], bots: dict[str, SolverFigures], asked: SolveRequest
) -> dict[str, Any]:
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
        "bots": {name: {"times": asked.times, **asdict(each)} for name, each in bots.items()},
        "strategy": solver.strategy(),
    }
