"""`ruleset check`: what is wrong with games, expansions and single files."""

import re
from collections.abc import Sequence
from pathlib import Path

import click

from ruleset_core.cli.common import EXIT_INTERRUPTED, data_option, examples, order_option, tell_problems

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
@click.option("--fix", "fixing", is_flag=True, help="Put suggestions into the files where they mend what is found.")
@click.option("--timings", is_flag=True, help="Tell where the time went: processor time by game and stage, in ms.")
@click.option(
    "--play",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play so many games besides, and tell what they cast doubt on.",
)
@click.option("--players", type=click.IntRange(min=1), metavar="P", help="With --play: how many seats.")
@click.option(
    "--bot", type=click.Choice(["easy", "random"]), default="easy", show_default=True, help="With --play: who plays."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many processes work at once; 1 does everything in one. The default suits the machine.",
)
@order_option
@data_option
def command(
    paths: tuple[str, ...], form: str, select: tuple[str, ...], ignore: tuple[str, ...],
    house: bool, strict: bool, fixing: bool, timings: bool, play: int | None, players: int | None, bot: str,
    jobs: int | None, in_order: bool, data: tuple[Path, ...],
) -> int:  # fmt: skip
    """Check games and expansions for mistakes.

    PATH is a directory with a game, an expansion or several of them, a single file (its game is read, only what is wrong
    in the file is told), or the name of a game. Without PATH: all games that can be found, and the one in this directory.
    Every game is checked alone, with each of its expansions, and with all of them.

    The exit code is 0 when there is no error (with --strict: and no warning), 1 when there is, 2 for wrong usage.

    Where it is known what was meant, the change is shown in lines that begin with - and +. With --fix it is made, if it
    is the only one that comes into question and nothing else is wrong afterwards; all other characters stay.

    With --play, games without errors are played, an expansion on its game, and warnings tell of cards that nobody gets or that
    do nothing, of options that are never better than another, of games that do not end, of ties and of seats with an advantage.
    Ctrl-C tells what the games so far say.

    A warning is silenced by a comment on its line, or on the line above: `# ruleset: ignore[W501] the reason`.
    """
    if play is None and players is not None:
        raise click.UsageError("--players is for --play")
    from ruleset_core.check.ahead import Ahead, hands_for
    from ruleset_core.check.aside import usual_jobs
    from ruleset_core.check.targets import targets_of
    from ruleset_core.cli.reporting.checked import mend, print_report
    from ruleset_core.paths import GameNotFoundError

    jobs = jobs or usual_jobs()
    try:
        if fixing:
            mend(paths, select, ignore, data, jobs, in_order=in_order, quiet=form not in {"full", "concise"})
        targets = targets_of(paths, data, in_order=in_order)
    except GameNotFoundError as problem:
        raise click.UsageError(str(problem)) from problem
    with hands_for(targets, jobs) as hands:
        ahead = Ahead(targets, hands)
        from ruleset_core.check.run import check_targets  # takes its time, in which files are read

        report = check_targets(targets, hands, ahead, select=select, ignore=ignore, house=house)
    stopped = False
    if play is not None:
        from ruleset_core.cli.reporting import played

        given = {"play": play, "players": players, "bot": bot, "jobs": jobs, "in_order": in_order, "data": data}
        try:
            report = played.play(report, targets, given | {"select": select, "ignore": ignore})
        except played.Interrupted as interrupted:
            report, stopped = interrupted.report, True
    print_report(report, form, timings=timings)
    if stopped:
        return EXIT_INTERRUPTED
    left_out = not paths and tell_problems(data)
    return int(bool(report.errors or left_out or (strict and report.warnings)))
