"""Scenarios run and games checked by playing at random, with what came of it."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import tell_problems
from ruleset_core.cli.printed.streams import beneath, echo_painted
from ruleset_core.shown import as_json, clean

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.testing.conformance import Report
    from ruleset_core.testing.scenarios import Result

__all__ = ["run_conformance", "run_scenarios"]

_AGAIN = "for the same reason as above\n\n"


def run_scenarios(targets: Sequence[str], filter_text: str, data: Sequence[Path], output: str) -> int:
    """Run the scenarios of some files and games, or all, and tell what failed; the exit code.

    Raises:
        GameNotFoundError: a target is no file and no game.
        click.UsageError: there are none.
    """
    from ruleset_core.testing.scenarios import Scenarios, scenario_files

    began = perf_counter()
    if not targets:
        tell_problems(data)
    scenarios = Scenarios(scenario_files(targets, data), data, filter_text)
    results = list(scenarios.broken)
    with _progress(len(scenarios.cases)) as advance:
        for case in scenarios.cases:
            results.append(scenarios.run(case))
            advance(1)
    if not results:
        about = f" with `{filter_text}` in them" if filter_text else ""
        raise click.UsageError(f"There are no scenarios{about} in {', '.join(targets) or 'any game'}.")
    if output == "json":
        click.echo(as_json([result.to_json() for result in results]))
    else:
        echo_painted(_shown(results, output), nl=False)
        echo_painted(_summary(results, perf_counter() - began))
    return int(not all(result.ok for result in results))


def _shown(results: Iterable["Result"], output: str) -> str:
    """The failures, under the name of their scenario in the full form."""
    from ruleset_core.check.render import render
    from ruleset_core.check.render_text import shown_path

    parts = []
    color = sys.stdout.isatty()
    told: set[tuple[int, ...]] = set()
    for result in results:
        if result.ok:
            continue
        same = tuple(id(each) for each in result.failures)
        again = same in told
        told.add(same)
        if output == "full":
            place = f"{clean(shown_path(result.span.file))}:{result.span.line}"
            parts.append(f"{click.style('FAILED', fg='red', bold=True)} {clean(result.name)} ({place})\n")
        if again:  # the game cannot be loaded: that is told once, not for each of its scenarios
            parts.append(_AGAIN * (output == "full"))
            continue
        parts.append(render(result.failures, "full" if output == "full" else "concise", color=color))
        parts.append("\n" * (output == "full"))
    return "".join(parts)


def _summary(results: Sequence["Result"], seconds: float) -> str:
    failed = sum(not result.ok for result in results)
    count = f"{len(results)} scenario{'s' * (len(results) != 1)}"
    outcome = click.style(f"{failed} failed", fg="red") if failed else click.style("all passed", fg="green")
    return f"{count}: {outcome} in {seconds:.1f} s"


def run_conformance(
    game: "Game",
    name: str,
    games: int,
    seed: int,
    players: int | None,
    expansion: Sequence[str],
    data: Sequence[Path],
    output: str,
    seconds: float,
) -> int:
    """Play a game at random, check every promise on the way, and tell what was broken; the exit code.

    Raises:
        click.UsageError: it is not for so many players.
    """
    from ruleset_core.testing.conformance import check_game

    low, high = game.players
    if players is not None and not low <= players <= high:
        raise click.UsageError(f"{game.title('en')} is for {low} to {high} players, not {players}.")
    began = perf_counter()
    with _progress(games) as advance:
        roots = tuple(map(str, data))
        report = check_game(
            game, games, seed, players, source=name, roots=roots, expansions=tuple(expansion), progress=advance,
            seconds=seconds,
        )  # fmt: skip
    if output == "json":
        click.echo(as_json(report.to_json()))
    else:
        click.echo("\n".join(_report(report, output)))
        click.echo(f"{'all promises kept' if report.ok else 'promises broken'} in {perf_counter() - began:.1f} s")
    return int(not report.ok)


def _report(report: "Report", output: str) -> Iterator[str]:
    if output == "full":
        yield from report.lines()
        return
    for check in report.checks.values():
        yield from (f"{report.game}: {check.name}: {finding}" for finding in check.findings)


@contextmanager
def _progress(length: int) -> Iterator[Callable[[int], object]]:
    """A progress bar on a terminal, nothing elsewhere; gives the function to call with the steps done."""
    if not sys.stderr.isatty() or length < 2:
        yield lambda _: None
        return
    with click.progressbar(length=length, file=beneath(sys.stderr)) as bar:
        yield bar.update
