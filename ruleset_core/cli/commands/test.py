"""`ruleset test`: scenarios, the conformance suite, goldens."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import (
    complete_game,
    data_option,
    examples,
    expansion_option,
    load_game,
    order_option,
    tell_problems,
)
from ruleset_core.cli.printed.streams import beneath, echo_painted
from ruleset_core.paths import GameNotFoundError
from ruleset_core.shown import as_json, clean

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.testing.conformance import Report
    from ruleset_core.testing.scenarios import Result

_AGAIN = "for the same reason as above\n\n"
FORMATS = ("full", "concise", "json")


@click.command(
    epilog=examples(
        "ruleset test                                all scenarios of all games",
        "ruleset test troyes_dice                    those of one game and its expansions",
        "ruleset test data/my_game/scenarios/a.yaml  those of one file",
        "ruleset test --filter E13                   those that cover E13, or have it in their name",
        "ruleset test --conformance my_game          play 1000 random games and check every promise",
        "ruleset test --conformance my_game --games 50 --players 4",
    )
)
@click.argument("targets", nargs=-1, metavar="[PATH|GAME]...", shell_complete=complete_game)
@click.option("--filter", "filter_text", default="", metavar="TEXT", help="Only scenarios that have this text in them.")
@click.option("--format", "output", type=click.Choice(FORMATS), default="full", show_default=True, help="How to print.")
@click.option("--conformance", metavar="GAME", shell_complete=complete_game, help="Check a game by playing at random.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="Random games to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first random game.")
@click.option("--players", type=click.IntRange(min=1), help="How many play; default every number in turn.")
@expansion_option
@order_option
@data_option
@click.option(
    "--update-goldens", is_flag=True, help="Write playthroughs, counts and scenes of the included games again."
)
def command(
    targets: tuple[str, ...],
    filter_text: str,
    output: str,
    conformance: str | None,
    games: int,
    seed: int,
    players: int | None,
    expansion: tuple[str, ...],
    in_order: bool,
    data: tuple[Path, ...],
    update_goldens: bool,
) -> int:
    """Run scenarios: rules as tests.

    A scenario says in YAML which state is given, which options are taken, and what must come of it. They stand in
    `scenarios/` of a game or an expansion. PATH is a file or a directory; without one, all games are tested.

    With --conformance, a game is played at random instead, and everything the engine promises is checked on the way:
    copies, saves, replays, notation, hidden information, the reference interpreter, the final score.

    The exit code is 0 when all is as expected, 1 when something is not, 2 for wrong usage.
    """
    if update_goldens:
        return _update_goldens()
    if conformance is not None and targets:
        raise click.UsageError("--conformance takes its game itself; leave out the other names.")
    if conformance is None and (expansion or players):
        raise click.UsageError("A scenario says itself for how many players and with what it is played.")
    try:
        if conformance is not None:
            game = load_game(conformance, expansion, data, in_order=in_order)
            return _conformance(game, conformance, games, seed, players, expansion, data, output)
        return _scenarios(targets, filter_text, data, output)
    except GameNotFoundError as error:  # not 1: that says that something was tested and failed
        raise click.UsageError(str(error)) from None


def _scenarios(targets: Sequence[str], filter_text: str, data: Sequence[Path], output: str) -> int:
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


def _conformance(
    game: "Game",
    name: str,
    games: int,
    seed: int,
    players: int | None,
    expansion: Sequence[str],
    data: Sequence[Path],
    output: str,
) -> int:
    from ruleset_core.testing.conformance import check_game

    low, high = game.players
    if players is not None and not low <= players <= high:
        raise click.UsageError(f"{game.title('en')} is for {low} to {high} players, not {players}.")
    began = perf_counter()
    with _progress(games) as advance:
        roots = tuple(map(str, data))
        report = check_game(
            game, games, seed, players, source=name, roots=roots, expansions=tuple(expansion), progress=advance
        )
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


def _update_goldens() -> int:
    from ruleset_core.testing.goldens import DIRECTORY, write_goldens

    if not DIRECTORY.is_dir():
        raise click.UsageError(f"There is no {DIRECTORY} here; goldens are kept in a checkout of ruleset.")
    changed = write_goldens()
    click.echo("\n".join(map(str, changed)) or "nothing changed")
    return 0


@contextmanager
def _progress(length: int) -> Iterator[Callable[[int], object]]:
    """A progress bar on a terminal, nothing elsewhere; gives the function to call with the steps done."""
    if not sys.stderr.isatty() or length < 2:
        yield lambda _: None
        return
    with click.progressbar(length=length, file=beneath(sys.stderr)) as bar:
        yield bar.update
