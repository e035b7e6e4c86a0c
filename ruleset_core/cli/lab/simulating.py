"""From the command line to games played, kept, told and written down."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from ruleset_core import RulesetError
from ruleset_core.bots import rules_of
from ruleset_core.cli.common import EXIT_INTERRUPTED
from ruleset_core.cli.lab.keeping import crew_of, kept_until_told, place_of, went_wrong
from ruleset_core.cli.lab.progress import Progress
from ruleset_core.cli.lab.reporting import COURSES, again, check_report, write_report
from ruleset_core.cli.lab.sitting import check_sitting, sitting
from ruleset_core.cli.playing.seats import check_number, parse_options
from ruleset_core.cli.said.messages import say
from ruleset_core.files import written_beside
from ruleset_core.sim import GameRow, Kept, KeptError, Plan, Summary, Summing, run, summarise

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["simulate"]

Write: TypeAlias = "Callable[[Path, Iterable[dict[str, Any]]], None]"
TABLES: Final = ("out", "out_cards")
"""What asks for a table of all games, and for one of their cards."""


def simulate(game: Game, given: Mapping[str, Any]) -> int:
    """Do what the command line asks for; the exit code."""
    lang = given["lang"]
    plan = _plan(game, given)
    writes = [_write_of(given[name], "--" + name.replace("_", "-"), lang) for name in TABLES]
    if given["out_cards"] and not game.card_ids():
        raise click.UsageError(say("sim_no_cards", lang, game=game.title(lang)))
    if given["report"] is not None:
        check_report(given["report"], lang)
    path = place_of(given, f"sims/{game.id}-{plan.key(rules_of(game))}.games")
    rows, summary, stopped = _played(game, plan, path, given)
    if stopped:
        _tell(game, plan, rows, summary, given, writes)
        return EXIT_INTERRUPTED
    with kept_until_told([path], given):
        _tell(game, plan, rows, summary, given, writes)
    return 0


def _tell(
    game: Game,
    plan: Plan,
    rows: list[GameRow],
    summary: Summary | None,
    given: Mapping[str, Any],
    writes: list[Write | None],
) -> None:
    """Print what was found, and write the report and the tables that are wanted."""
    lang = given["lang"]
    if summary is not None:
        if given["output"] == "json":
            from ruleset_core.cli.lab.as_data import as_data

            click.echo(json.dumps(as_data(game, plan, summary), indent=2, ensure_ascii=False))
        else:
            from ruleset_core.cli.lab.telling import lines

            click.echo("\n".join(lines(game, plan, summary, lang, every_card=given["cards"] == "all")))
        if given["report"] is not None:
            from ruleset_core.report import simulation

            write_report(given["report"], simulation(game, plan, summary, again(lang), lang), lang)
    if rows:
        _write_tables(game, plan, rows, given, writes)


def _plan(game: Game, given: Mapping[str, Any]) -> Plan:
    lang = given["lang"]
    seats = sitting(*game.players, given)
    check_number(game, len(seats), lang)
    check_sitting(seats, game, lang)
    options = parse_options(given["option"], lang)
    game.new(len(seats), 0, options)  # says what is wrong with the options
    return Plan(
        given["game"],
        seats,
        given["games"],
        given["seed"],
        given["expansion"],
        given["in_order"],
        tuple(str(root) for root in given["data"]),
        options,
        given["sheets"],
        given["stories"],
        COURSES if given["report"] is not None else 0,
        counts=True,
    )


def _played(game: Game, plan: Plan, path: Path, given: Mapping[str, Any]) -> tuple[list[GameRow], Summary | None, bool]:
    """The games, in their order, what they say together, if there are any, and whether somebody stopped them."""
    lang, (workers, backend) = given["lang"], crew_of(given)
    kept = _kept(path, plan, game)
    progress = Progress(plan.games, len(kept.rows), lang)
    by_having, stopped = game.core().by_having(len(plan.seats)), False
    found = Summing(plan, by_having)
    try:
        found.add(kept.rows[: plan.games])
        for rows in run(plan, game, len(kept.rows), workers, progress.tell, backend):
            kept.add(rows)
            found.add(rows)  # while others are played
    except KeyboardInterrupt:
        stopped = True
    except RulesetError as error:
        raise went_wrong(error, len(kept.rows), path, lang) from error
    finally:
        progress.done()
        kept.close()
    if stopped:
        click.echo(say("sim_stopped", lang, done=len(kept.rows), games=plan.games), err=True)
        click.echo(say("sim_go_on", lang, file=path), err=True)
    games = kept.rows[: plan.games]
    if stopped:  # perhaps within a game that was being added
        return games, summarise(plan, games, by_having) if games else None, True
    return games, found.told() if games else None, False


def _kept(path: Path, plan: Plan, game: Game) -> Kept:
    try:
        return Kept(path, plan, rules_of(game))
    except KeptError as error:
        raise click.ClickException(str(error)) from None


def _write_of(path: Path | None, option: str, lang: str) -> Write | None:
    """What writes a table into a file of that name; None where nothing is to be written."""
    if path is None:
        return None
    from ruleset_core.sim import writing

    write = writing.BY_SUFFIX.get(path.suffix)
    if write is None:
        raise click.BadParameter(say("sim_kind", lang), param_hint=option)
    try:
        writing.ready(path.suffix)
    except ImportError as error:
        raise click.UsageError(say("sim_needs", lang, option=option, file=path.name, package=error.name)) from None
    return write


def _write_tables(
    game: Game, plan: Plan, rows: list[GameRow], given: Mapping[str, Any], writes: list[Write | None]
) -> None:
    """Write the tables that are wanted."""
    from ruleset_core.sim.writing import cards_told, games_told

    makers: tuple[Callable[[], Iterable[dict[str, Any]]], ...] = (
        lambda: games_told(plan, rows),
        lambda: cards_told(plan, rows, game.card_ids()),
    )
    for option, write, make in zip(TABLES, writes, makers, strict=True):
        if write is None:
            continue
        path = given[option]
        try:
            with written_beside(path) as beside:
                write(beside, make())
        except OSError as error:
            raise click.ClickException(f"{path}: {error.strerror or error}") from None
        click.echo(say("sim_written" if option == "out" else "sim_cards_written", given["lang"], file=path), err=True)
