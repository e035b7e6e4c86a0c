"""Commands that look for mistakes: `check` reads games and files, `lsp` does so for editors, `test` runs scenarios, the conformance suite and goldens."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast, get_args

import click

from ruleset_core.cli.output import echo_painted, unguarded_stream
from ruleset_core.cli.parameters import (
    EXIT_INTERRUPTED,
    complete_game,
    data_option,
    examples,
    expansion_option,
    load_game,
    order_option,
    print_problems,
    text_table,
    watch_option,
)
from ruleset_core.discovery import GameNotFoundError
from ruleset_core.files import read_regular_file
from ruleset_core.messages import message
from ruleset_core.safe_text import clean_line, safe_json

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.check.checker import CheckReport
    from ruleset_core.testing.conformance import ConformanceReport
    from ruleset_core.testing.scenarios import ScenarioResult


# `ruleset check`: what is wrong with games, expansions and single files.

_FORMATS = ("full", "concise", "json", "github", "sarif")
_CODE = re.compile(r"[EW][0-9]{0,3}")


def _codes(_ctx: click.Context, parameter: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """Codes or beginnings of codes, repeated or separated by commas."""
    codes = tuple(code.strip().upper() for text in given for code in text.split(",") if code.strip())
    for code in codes:
        if not _CODE.fullmatch(code):
            raise click.BadParameter(f"`{code}` is not a code such as E302, E3 or W", param=parameter)
    return codes


@click.command(
    epilog=examples(
        "ruleset check",
        "ruleset check ./my_game",
        "ruleset check troyes_dice --format concise",
        "ruleset check my_game/cards/market.yaml --ignore W510",
        "ruleset check ./my_game --fix",
        "ruleset check ./my_game --watch      # again after each save",
        "ruleset check --house troyes_dice",
        "ruleset check ./my_game --play 200   # cards that nobody takes, seats with an advantage...",
        "ruleset explain E302",
    )
)
@click.argument("paths", nargs=-1, metavar="[PATH...]")
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="full",
    show_default=True,
    help="How to print what is found.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    callback=_codes,
    help="Only these codes, or beginnings of codes: E3,W501.",
)
@click.option("--ignore", multiple=True, metavar="CODES", callback=_codes, help="None of these codes.")
@click.option("--house", is_flag=True, help="List house values (W503) and what is inferred (W519) too.")
@click.option("--strict", is_flag=True, help="Warnings count as findings: exit with 1 for them too.")
@click.option("--fix", "fixing", is_flag=True, help="Apply suggestions that correct what is found.")
@click.option("--timings", is_flag=True, help="Report processor time by game and stage, in ms.")
@click.option(
    "--play",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play N games as well, and warn of what looks wrong in them.",
)
@click.option("--players", type=click.IntRange(min=1), metavar="P", help="With --play: how many seats.")
@click.option(
    "--bot", type=click.Choice(["easy", "random"]), default="easy", show_default=True, help="With --play: who plays."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Worker processes; the default suits the machine.",
)
@watch_option
@order_option
@data_option
def check_command(
    paths: tuple[str, ...], form: str, select: tuple[str, ...], ignore: tuple[str, ...],
    house: bool, strict: bool, fixing: bool, timings: bool, play: int | None, players: int | None, bot: str,
    jobs: int | None, watch: bool, in_order: bool, data: tuple[Path, ...],
) -> int:  # fmt: skip
    """Check games and expansions for mistakes.

    PATH is a directory with a game, an expansion or several of them, a single file (its whole game is read,
    but only findings in this file are reported), or the name of a game. Without PATH: all games that can be found, and the one in this directory.
    Every game is checked alone, with each of its expansions, and with all of them.

    The exit code is 0 when there is no error (with --strict: and no warning), 1 when there is, 2 for wrong usage.

    If the intention is clear, the change is shown in lines that begin with - and +. --fix makes it if there
    is no alternative and no new error comes; all other characters stay.

    With --play, games without errors are played, an expansion on its game, and warnings tell of cards that nobody gets or that
    do nothing, of options that are never better than another, of games that do not end, of ties and of seats with an advantage.
    Ctrl-C reports on the games so far.

    A warning is silenced by a comment on its line, or on the line above: `# ruleset: ignore[W501] the reason`.
    """
    if play is None and players is not None:
        raise click.UsageError("--players is for --play")
    from ruleset_core.check.targets import find_targets
    from ruleset_core.check.worker_group import FilePrefetch, default_jobs, workers_for

    if watch:
        if fixing or play:
            raise click.UsageError("--watch checks again and again: leave out --fix and --play")
        return _watch_checks(paths, data, form, {"select": select, "ignore": ignore, "house": house}, in_order=in_order)
    jobs = jobs or default_jobs()
    try:
        if fixing:
            apply_fixes(paths, select, ignore, data, jobs, in_order=in_order, quiet=form not in {"full", "concise"})
        targets = find_targets(paths, data, in_order=in_order)
    except GameNotFoundError as problem:
        raise click.UsageError(str(problem)) from problem
    with workers_for(targets, jobs) as hands:
        ahead = FilePrefetch(targets, hands)
        from ruleset_core.check.checker import check_targets  # takes its time, in which files are read

        report = check_targets(targets, hands, ahead, select=select, ignore=ignore, house=house)
    stopped = False
    if play is not None:
        from ruleset_core.cli.experiments import trial_report

        asked = trial_report.TrialRequest(
            play=play, players=players, bot=bot, jobs=jobs, in_order=in_order, data=data, select=select, ignore=ignore
        )
        try:
            report = trial_report.play_trials(report, targets, asked)
        except trial_report.TrialsInterrupted as interrupted:
            report, stopped = interrupted.report, True
    print_check_report(report, form, timings=timings)
    if stopped:
        return EXIT_INTERRUPTED
    left_out = not paths and print_problems(data)
    return int(bool(report.errors or left_out or (strict and report.warnings)))


def _watch_checks(
    paths: Sequence[str], data: Sequence[Path], form: str, asked: dict[str, Any], *, in_order: bool
) -> int:
    """Check now and after each save, with what earlier checks have found (`check.workspace`)."""
    from ruleset_core.check.targets import find_targets
    from ruleset_core.check.workspace import Workspace
    from ruleset_core.cli.watching import check_watchfiles, run_again

    check_watchfiles()
    try:
        meant = paths or [str(target.game) for target in find_targets([], data)]
        spaces = [Workspace(path, data, in_order=in_order) for path in meant]
        directories = [path for space in spaces for path in space.directories]
    except GameNotFoundError as problem:
        raise click.UsageError(str(problem)) from problem

    def check(_: Sequence[Path]) -> None:
        for space in spaces:
            print_check_report(space.check(**asked), form, timings=False)

    return run_again(directories, check)


# `ruleset lsp`: the same findings, and more, in an editor.


@click.command(epilog=examples("ruleset lsp", "ruleset lsp --data ./shelf"))
@data_option
def lsp_command(data: tuple[Path, ...]) -> None:
    """Run the language server for editors, on standard input and output.

    An editor starts it. While you type it shows what `check` finds, completes keys, names and words of the language, says what a
    name is and where it is used, renames it, makes the changes of `check --fix`, and formats.
    """
    try:
        from ruleset_core.language_server.features import make_server
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        raise click.ClickException(message("cli.lsp.missing", "en")) from None
    make_server(data).start_io(sys.stdin.buffer, unguarded_stream(sys.stdout).buffer)


# What a check has found, what it mended and where its time went.


def apply_fixes(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    data: tuple[Path, ...],
    jobs: int,
    *,
    in_order: bool,
    quiet: bool,
) -> None:
    """Make the changes that are sure, and say which."""
    from ruleset_core.check.checker import check_paths, is_wanted
    from ruleset_core.check.fixes import apply_fixes
    from ruleset_core.check.rendering import render_diagnostics

    made = apply_fixes(
        lambda: check_paths(paths, roots=data, jobs=jobs, in_order=in_order),
        lambda item: is_wanted(item.code, select, ignore),
    )
    for item, changes in made if not quiet else ():
        more = f" (in {len(changes)} places)" if len(changes) > 1 else ""
        click.echo(f"fixed {render_diagnostics([item], 'concise').rstrip()}{more}")


def print_check_report(report: "CheckReport", form: str, *, timings: bool) -> None:
    """The findings, and for people a line that sums them up; then where the time went, if that was asked."""
    from ruleset_core.check.rendering import Format, render_diagnostics

    assert form in get_args(Format)
    color = sys.stdout.isatty() and click.get_current_context().color is not False
    text = render_diagnostics(
        report.diagnostics, cast("Format", form), color=color, timings=report.timings if timings else None
    )
    if form not in {"full", "concise"}:
        click.echo(text, nl=False)
    else:
        echo_painted(text, nl=False, color=color or None)
        if report.diagnostics and form == "full":
            click.echo()
        click.echo(_summary(report))
    if timings and form != "json":
        from ruleset_core.check.rendering import timings_table

        click.echo(timings_table(report.timings, report.start), nl=False, err=form not in {"full", "concise"})


def _summary(report: "CheckReport") -> str:
    from ruleset_core.check.lints import PROVENANCE_CODES
    from ruleset_core.check.rendering import findings_summary

    counted = [item for item in report.diagnostics if item.code not in PROVENANCE_CODES]
    house = sum(item.code == "W503" for item in report.diagnostics)
    inferred = len(report.diagnostics) - len(counted) - house
    listed = f" {house} house value{'' if house == 1 else 's'}." if house else ""
    listed += f" {inferred} inferred." if inferred else ""
    games, files = len(report.games), report.files
    read = f"{games} game{'' if games == 1 else 's'}, {files} file{'' if files == 1 else 's'}"
    found = findings_summary(counted)
    return f"{found[0].upper()}{found[1:]} in {read} ({report.seconds:.2f} s).{listed}"


# `ruleset test`: runs scenarios, the conformance suite and goldens, and prints what failed.

# `ruleset test`: scenarios, the conformance suite, goldens.

FORMATS = ("full", "concise", "json")
LARGEST_SCENARIOS = 1 << 22
"""Most bytes of a file of scenarios in which answers are asked for."""


@click.command(
    epilog=examples(
        "ruleset test                                all scenarios of all games",
        "ruleset test troyes_dice                    those of one game and its expansions",
        "ruleset test data/my_game/scenarios/a.yaml  those of one file",
        "ruleset test --filter E13                   those that cover E13, or have it in their name",
        "ruleset test a.yaml --answers 12            what is asked at line 12 of a scenario, and how its answers are written",
        "ruleset test --conformance my_game          play 1000 random games and check every promise",
        "ruleset test --conformance my_game --games 50 --players 4",
    )
)
@click.argument("targets", nargs=-1, metavar="[PATH|GAME]...", shell_complete=complete_game)
@click.option("--filter", "filter_text", default="", metavar="TEXT", help="Only scenarios that have this text in them.")
@click.option(
    "--answers",
    type=click.IntRange(min=1),
    metavar="LINE",
    help="Print what could be answered at this line of a file of scenarios.",
)
@click.option("--format", "output", type=click.Choice(FORMATS), default="full", show_default=True, help="How to print.")
@click.option("--conformance", metavar="GAME", shell_complete=complete_game, help="Check a game by playing at random.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="Random games to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first random game.")
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), default=20.0, show_default=True, metavar="S",
    help="Processor time for the checks of one random game; what there is no time for is left out, and listed.",
)  # fmt: skip
@click.option("--players", type=click.IntRange(min=1), help="How many play; default every number in turn.")
@expansion_option
@order_option
@data_option
@watch_option
@click.option(
    "--update-goldens", is_flag=True, help="Write playthroughs, counts and scenes of the included games again."
)
def test_command(
    targets: tuple[str, ...],
    filter_text: str,
    answers: int | None,
    output: str,
    conformance: str | None,
    games: int,
    seed: int,
    seconds: float,
    players: int | None,
    expansion: tuple[str, ...],
    in_order: bool,
    data: tuple[Path, ...],
    watch: bool,
    update_goldens: bool,
) -> int:
    """Run scenarios: rules as tests.

    A scenario says in YAML which state is given, which options are taken, and what must result. They stand in
    `scenarios/` of a game or an expansion. PATH is a file or a directory; without one, all games are tested.

    With --conformance, a game is played at random instead, and everything the engine promises is checked on the way:
    copies, saves, replays, notation, hidden information, the reference interpreter, the final score.

    With --watch, all scenarios are run after each save: first those that failed before, stand in a saved file, or name a card, phase or
    decision that was changed.

    The exit code is 0 when all is as expected, 1 when something is not, 2 for wrong usage.
    """
    if update_goldens:
        return _update_goldens()
    if conformance is not None and targets:
        raise click.UsageError("--conformance takes its game itself; leave out the other names.")
    if watch and conformance is not None:
        raise click.UsageError("--watch runs scenarios: leave out --conformance.")
    if conformance is None and (expansion or players):
        raise click.UsageError("A scenario says itself for how many players and with what it is played.")

    try:
        if conformance is not None:
            game = load_game(conformance, expansion, data, in_order=in_order)
            return run_conformance(game, conformance, games, seed, players, expansion, data, output, seconds)
        if answers is not None:
            return print_answers(targets, answers, data, output)
        if watch:
            return _watch_scenarios(targets, filter_text, data, output)
        return run_scenarios(targets, filter_text, data, output)
    except GameNotFoundError as error:  # not 1: that says that something was tested and failed
        raise click.UsageError(str(error)) from None


def _update_goldens() -> int:
    from ruleset_core.testing.goldens import DIRECTORY, write_goldens

    if not DIRECTORY.is_dir():
        raise click.UsageError(f"There is no {DIRECTORY} here; goldens are kept in a checkout of ruleset.")
    changed = write_goldens()
    click.echo("\n".join(map(str, changed)) or "nothing changed")
    return 0


# Scenarios run and games checked by playing at random, with what came of it.

_AGAIN = "for the same reason as above\n\n"


def run_scenarios(targets: Sequence[str], filter_text: str, data: Sequence[Path], output: str) -> int:
    """Run the scenarios of some files and games, or all, and tell what failed; the exit code.

    Raises:
        GameNotFoundError: a target is no file and no game.
        click.UsageError: there are none.
    """
    from ruleset_core.testing.scenarios import ScenarioSuite, scenario_files

    began = perf_counter()
    if not targets:
        print_problems(data)
    scenarios = ScenarioSuite(scenario_files(targets, data), data, filter_text)
    results = list(scenarios.broken)
    with _progress(len(scenarios.cases)) as advance:
        for case in scenarios.cases:
            results.append(scenarios.run(case))
            advance(1)
    if not results:
        about = f" with `{filter_text}` in them" if filter_text else ""
        raise click.UsageError(f"There are no scenarios{about} in {', '.join(targets) or 'any game'}.")
    if output == "json":
        click.echo(safe_json([result.to_json() for result in results]))
    else:
        echo_painted(_failures_text(results, output), nl=False)
        echo_painted(_test_summary(results, perf_counter() - began))
    return int(not all(result.ok for result in results))


def print_answers(targets: Sequence[str], line: int, data: Sequence[Path], output: str) -> int:
    """Print what is asked at a line of a file of scenarios, and its options in notation and words; the exit code.

    Raises:
        click.UsageError: it is not one file, or no scenario stands above the line.
        RulesetError: the game cannot be loaded, or a rule breaks.
    """
    from ruleset_core.check.rendering import render_diagnostics
    from ruleset_core.diagnostics import Diagnostic
    from ruleset_core.testing.scenarios.answers import answers_at

    if len(targets) != 1 or not Path(targets[0]).is_file():
        raise click.UsageError("--answers takes one file of scenarios.")
    file = Path(targets[0])
    text = read_regular_file(file, LARGEST_SCENARIOS).decode("utf-8", "replace")
    found = answers_at(text, line, file, roots=data)
    if found is None:
        raise click.UsageError(f"No scenario that can be read stands above line {line} of {clean_line(str(file))}.")
    problem = found if isinstance(found, Diagnostic) else found.problem
    if output == "json":
        click.echo(
            safe_json({"answers": [], "problem": found.message} if isinstance(found, Diagnostic) else found.to_json())
        )
        return int(problem is not None)
    if problem is not None:
        echo_painted(render_diagnostics([problem], "full" if output == "full" else "concise"))
    if not isinstance(found, Diagnostic):
        heading = f"seat {found.seat}, `{found.decision}`: {found.question}" if found.answers else "the game is over"
        click.echo(clean_line(f"{found.scenario}: {heading}"))
        rows = [(each.notation, each.words) for each in found.answers]
        click.echo(text_table(rows) if rows else "", nl=bool(rows))
    return int(problem is not None)


def _watch_scenarios(targets: Sequence[str], filter_text: str, data: Sequence[Path], output: str) -> int:
    """Run scenarios now and after each save, those that a change concerns first; failures are printed as they come."""
    from ruleset_core.check.targets import find_targets
    from ruleset_core.check.workspace import Workspace
    from ruleset_core.cli.watching import check_watchfiles, run_again
    from ruleset_core.play.records.data_changes import different_entries
    from ruleset_core.testing.scenarios import ScenarioSuite, scenario_files

    check_watchfiles()
    meant = targets or [str(target.game) for target in find_targets([], data)]
    directories = [path for target in meant for path in Workspace(target, data).directories]
    failed: set[str] = set()
    entries: dict[tuple[object, ...], Any] = {}

    def run(paths: Sequence[Path]) -> None:
        began = perf_counter()
        suite = ScenarioSuite(scenario_files(targets, data), data, filter_text)
        found = {key: game.entries for key, game in suite.games().items()}
        names = {
            name for key in found.keys() & entries.keys() for _, name in different_entries(entries[key], found[key])
        }
        entries.update(found)
        results = list(suite.broken)
        cases = suite.sorted_for(names, {str(path) for path in paths}, failed)
        echo_painted(_failures_text(results, output), nl=False)
        for case in cases:
            results.append(suite.run(case))
            echo_painted(_failures_text(results[-1:], output), nl=False)
        failed.clear()
        failed.update(result.name for result in results if not result.ok)
        echo_painted(_test_summary(results, perf_counter() - began))

    return run_again(directories, run)


def _failures_text(results: Iterable["ScenarioResult"], output: str) -> str:
    """The failures, under the name of their scenario in the full form."""
    from ruleset_core.check.rendering import display_path, render_diagnostics

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
            place = f"{clean_line(display_path(result.span.file))}:{result.span.line}"
            parts.append(f"{click.style('FAILED', fg='red', bold=True)} {clean_line(result.name)} ({place})\n")
        if again:  # the game cannot be loaded: that is told once, not for each of its scenarios
            parts.append(_AGAIN * (output == "full"))
            continue
        parts.append(render_diagnostics(result.failures, "full" if output == "full" else "concise", color=color))
        parts.append("\n" * (output == "full"))
    return "".join(parts)


def _test_summary(results: Sequence["ScenarioResult"], seconds: float) -> str:
    failed = sum(not result.ok for result in results)
    from ruleset_core.diagnostics import counted

    lessons = sum(result.is_lesson for result in results)
    scenarios = len(results) - lessons
    counts = [counted(scenarios, "scenario")] if scenarios or not lessons else []
    count = " and ".join([*counts, *([counted(lessons, "lesson")] if lessons else [])])
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
        click.echo(safe_json(report.to_json()))
    else:
        click.echo("\n".join(_report(report, output)))
        click.echo(f"{'all promises kept' if report.ok else 'promises broken'} in {perf_counter() - began:.1f} s")
    return int(not report.ok)


def _report(report: "ConformanceReport", output: str) -> Iterator[str]:
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
    with click.progressbar(length=length, file=unguarded_stream(sys.stderr)) as bar:
        yield bar.update
