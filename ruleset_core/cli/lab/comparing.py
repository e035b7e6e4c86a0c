"""From the command line to games of several plans played abreast, compared and told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core import BrokenRuleError, RulesetError
from ruleset_core.bots import rules_of
from ruleset_core.cli.common import EXIT_INTERRUPTED
from ruleset_core.cli.lab.compared_files import writer
from ruleset_core.cli.lab.keeping import crew_of, kept_until_told, named, remove, went_wrong
from ruleset_core.cli.lab.progress import Progress
from ruleset_core.cli.lab.questions import parse_figures
from ruleset_core.cli.lab.reporting import check_report, write_report
from ruleset_core.cli.lab.sides import Side, combinations, other_side, parse_sets, side_of
from ruleset_core.cli.lab.sitting import check_sitting, sitting
from ruleset_core.cli.playing.seats import parse_options
from ruleset_core.cli.printed.streams import echo_wrapped
from ruleset_core.cli.said.messages import say
from ruleset_core.record import state_directory
from ruleset_core.sim import GameRow, Kept, Plan, Question, compared, run_abreast, swept
from ruleset_core.texts.questions import asked

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Played", "compare"]

FIRST: Final = (Question("score"), Question("decisions"))
"""What is asked of numbers that are tried out, unless somebody says what."""


@dataclass(frozen=True, slots=True)
class Played:
    """Games that were played to be compared: of the first side, and of the others, as many of each.

    Attributes:
        sides: what was played.
        games: the game of each, loaded.
        plans: how.
        rows: the games of each in their order.
        axis: the values of numbers that are tried out, by name; empty where two games are compared.
    """

    sides: Sequence[Side]
    games: Sequence[Game]
    plans: Sequence[Plan]
    rows: Sequence[Sequence[GameRow]]
    axis: Mapping[str, Sequence[int]]

    @property
    def count(self) -> int:
        """How many games of each there are."""
        return min(map(len, self.rows))

    def asked(self, question: Question, lang: str) -> str:
        """What a question asks for, in the words of the last of the games that has such a thing."""
        having = [
            each for each in self.games if question.category in each.score_names() or question.card in each.card_ids()
        ]
        return asked(question, self.plans[0], (having or self.games)[-1], lang)


def compare(given: Mapping[str, Any]) -> int:
    """Do what the command line asks for; the exit code."""
    lang, roots = given["lang"], given["data"]
    one = side_of(given["game"], given["expansion"], roots)
    game = one.load(roots, in_order=given["in_order"])
    sides, axis = _sides(one, game, given)
    games = [game, *(each.load(roots, in_order=given["in_order"]) for each in sides[1:])]
    seats = _seats(games, sides, given)
    options = parse_options(given["option"], lang)
    for each in games:
        each.new(len(seats), 0, options)  # says what is wrong with the options
    plans = [
        Plan(each.game, seats, given["games"], given["seed"], each.expansions, given["in_order"],
             tuple(map(str, roots)), options, given["sheets"], numbers=each.numbers)
        for each in sides
    ]  # fmt: skip
    questions = parse_figures(given["figure"], plans[0], games, lang)
    if any(each.card for each in questions):
        plans = [replace(each, counts=True) for each in plans]
    out = writer(given["out"], lang, curves=bool(axis))
    if given["report"] is not None:
        check_report(given["report"], lang)
    paths = _paths(games, plans, given)
    rows, stopped = _played(games, plans, paths, given)
    played = Played(sides, games, plans, rows, axis)
    with nullcontext() if stopped else kept_until_told(paths, given):
        if played.count:
            record, draw = _told(played, questions, given)
            if out is not None:
                out(record, draw)
                click.echo(say("cmp_written", lang, file=given["out"]), err=True)
    return EXIT_INTERRUPTED if stopped else 0


def _sides(one: Side, game: Game, given: Mapping[str, Any]) -> tuple[list[Side], dict[str, tuple[int, ...]]]:
    """What is compared, and the numbers that are tried out where these have several values."""
    lang, other = given["lang"], given["other"]
    if (other is None) == (not given["set"]):
        raise click.UsageError(say("cmp_what", lang))
    if other is not None:
        return [one, other_side(other, one, given["expansion"], given["data"])], {}
    sets = parse_sets(given["set"], lang)
    several = any(len(values) > 1 for values in sets.values())
    found = combinations(game, sets, lang)
    if not found:
        raise click.UsageError(say("cmp_nothing_new", lang))
    return [one, *(replace(one, numbers=each) for each in found)], sets if several else {}


def _seats(games: Sequence[Game], sides: Sequence[Side], given: Mapping[str, Any]) -> tuple[str, ...]:
    """The bots, as many as all of the games are for."""
    lang = given["lang"]
    low, high = max(each.players[0] for each in games), min(each.players[1] for each in games)
    seats = sitting(low, high, given)
    if not low <= len(seats) <= high:
        spans = [
            say("cmp_players", lang, game=side.title(game, lang), low=game.players[0], high=game.players[1])
            for side, game in zip(sides, games, strict=True)
        ]
        raise click.UsageError(say("cmp_no_number", lang, spans="; ".join(dict.fromkeys(spans)), count=len(seats)))
    for game in games:
        check_sitting(seats, game, lang)
    return seats


def _paths(games: Sequence[Game], plans: Sequence[Plan], given: Mapping[str, Any]) -> list[Path]:
    """The file that keeps the games of each plan. Raises `click.UsageError` where there are none to go on with."""
    paths = [
        state_directory() / "sims" / f"compare-{place}-{game.id}-{plan.key(rules_of(game))}.games"
        for place, (game, plan) in enumerate(zip(games, plans, strict=True))
    ]
    if given["resume"] and not any(path.exists() for path in paths):
        raise click.UsageError(say("sim_nothing_kept", given["lang"]))
    return paths


def _played(
    games: Sequence[Game], plans: Sequence[Plan], paths: Sequence[Path], given: Mapping[str, Any]
) -> tuple[list[list[GameRow]], bool]:
    """The games of all plans, and whether somebody stopped them; what was kept is gone on with if that was asked for."""
    lang, (workers, backend) = given["lang"], crew_of(given)
    kept, stopped = list[Kept](), False
    try:
        with ExitStack() as files:
            for path, plan, game in zip(paths, plans, games, strict=True):
                kept.append(_kept(path, plan, game, resume=given["resume"]))
                files.callback(kept[-1].close)
            begun = [min(len(each.rows), plan.games) for each, plan in zip(kept, plans, strict=True)]
            progress = Progress(sum(plan.games for plan in plans), sum(begun), lang)
            files.callback(progress.done)
            try:
                for which, rows in run_abreast(plans, games, begun, workers, progress.tell, backend):
                    kept[which].add(rows)
            except KeyboardInterrupt:
                stopped = True
    except RulesetError as error:
        done = sum(len(each.rows) for each in kept)
        if isinstance(error, BrokenRuleError):  # mended, the game is another one, which cannot go on with these
            remove(paths)
            done = 0
        raise went_wrong(error, done, named(paths), lang) from error
    if stopped:
        done = min(len(each.rows) for each in kept)
        click.echo(say("cmp_stopped", lang, done=done, games=given["games"]), err=True)
    return [each.rows[: plan.games] for each, plan in zip(kept, plans, strict=True)], stopped


def _kept(path: Path, plan: Plan, game: Game, *, resume: bool) -> Kept:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not resume:
        path.unlink(missing_ok=True)
    return Kept(path, plan, rules_of(game))


def _told(
    played: Played, questions: Sequence[Question], given: Mapping[str, Any]
) -> tuple[dict[str, Any], Callable[[], str]]:
    """Print what was found; the same as data, and what draws it."""
    from ruleset_core.cli.lab.compared_data import comparison_record, curves_record
    from ruleset_core.cli.lab.compared_report import comparison_page, sweep_page

    lang, plan = given["lang"], played.plans[0]
    told: Iterator[str]
    draw: Callable[[], str] = str  # where nothing is to be drawn
    if played.axis:
        from ruleset_core.cli.lab.curves import curve_lines, drawn

        curves = swept(played.plans, played.rows, questions or FIRST, played.games[0].card_ids())
        record = curves_record(played, curves)
        report = partial(sweep_page, played, curves, lang)
        told, draw = curve_lines(played, curves, lang), partial(drawn, played, curves, lang)
    else:
        from ruleset_core.cli.lab.compared import comparison_lines

        (one, other), (first, second) = played.rows, played.games
        found = compared(plan, one, other, questions, (first.card_ids(), second.card_ids()))
        record = comparison_record(played, found)
        told = comparison_lines(played, found, lang)
        report = partial(comparison_page, played, found, lang)
    if given["output"] == "json":
        click.echo(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        echo_wrapped("\n".join(told))
    if given["report"] is not None:
        write_report(given["report"], report(), lang)
    return record, draw
