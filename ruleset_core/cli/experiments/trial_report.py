"""`ruleset check --play`: plays games on trial, and turns what looks wrong into warnings with file and line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

import click

from ruleset_core import BrokenRuleError, Game, LoadError, load
from ruleset_core.check.checker import CheckReport, is_wanted, without_suppressed
from ruleset_core.check.combinations import broken_by
from ruleset_core.check.rendering import read_source_text
from ruleset_core.check.targets import CheckTarget
from ruleset_core.cli.experiments.runs import Progress
from ruleset_core.cli.openings import check_number
from ruleset_core.diagnostics import Diagnostic, Span
from ruleset_core.lab.sim import SimulationPlan
from ruleset_core.lab.sim.parallel import share_out
from ruleset_core.lab.sim.trials import MOST_DECISIONS, TrialFinding, TrialGame, TrialPlayer, trial_findings
from ruleset_core.play.wording.names_and_numbers import format_percent, format_share

SEED, SHARE = 1, 4
"""What the games come from, and how many a process plays before it looks up."""
ENDLESS = 3
"""Games that do not end after which no more are played: each takes long, and no more are needed."""
UNSURE = 3
"""What was not seen in N games happens in fewer than this many of N, 95 of 100 times."""
DOMINATED, NAMED = "W534", 3
"""The warning about an answer that is never worth more than another, and how many answers to the same question are named beside it."""
BROKEN = "E430"
"""The error that a rule breaks in play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialRequest:
    """Games to be played by a check, and which of the findings are wanted."""

    play: int
    players: int | None
    bot: str
    jobs: int
    in_order: bool
    data: tuple[Path, ...]
    select: tuple[str, ...]
    ignore: tuple[str, ...]


class TrialsInterrupted(Exception):
    """Somebody stopped the games; `report` tells of those that were played."""

    def __init__(self, report: CheckReport) -> None:
        super().__init__()
        self.report = report


def play_trials(report: CheckReport, targets: Sequence[CheckTarget], asked: TrialRequest) -> CheckReport:
    """A report with what games on trial say besides. Games with errors are not played.

    Raises:
        Interrupted: by Ctrl-C.
    """
    found, began = list(report.diagnostics), perf_counter()
    for target in targets:
        if target.problems or any(
            item.severity == "error" and target.shows(item.span.file) for item in report.diagnostics
        ):
            continue
        directory = _path(target.game)
        expansions = (_path(target.expansions[target.expansion]),) if target.expansion else ()
        roots = tuple(map(str, asked.data))
        try:
            game = load(directory, expansions=expansions, roots=roots, in_order=asked.in_order)
        except LoadError as error:  # in a file that nobody asked about
            found += [each for each in error.diagnostics if each.severity == "error"]
            continue
        low, high = game.players
        players = asked.players or min(max(low, 2), high)
        check_number(game, players, "en")
        plan = SimulationPlan(directory, (asked.bot,) * players, asked.play, SEED, expansions, asked.in_order, roots)
        stopped = _played(game, plan, target, asked, found)
        if stopped:
            raise TrialsInterrupted(replace(report, diagnostics=tuple(found)))
    seconds = report.seconds + perf_counter() - began
    return replace(report, diagnostics=tuple(dict.fromkeys(found)), seconds=seconds)


def _path(path: Path) -> str:
    """A directory as a path: `harvest` alone would be the name of something that is looked for elsewhere."""
    return str(path) if path.is_absolute() else f"{os.curdir}{os.sep}{path}"


def _played(
    game: Game, plan: SimulationPlan, target: CheckTarget, asked: TrialRequest, found: list[Diagnostic]
) -> bool:
    """Play a game and add what that says; whether somebody stopped it. A broken rule is told whatever was asked for."""
    told: list[Diagnostic] = []
    tried, stopped = _games(game, plan, asked.jobs, told)
    if tried:
        stopped |= _looked_at(game, plan, tried, told)
    told = _by_question(told)
    doubted = [item for item in without_suppressed(told) if item.code != BROKEN and target.shows(item.span.file)]
    broken = [_at_cause(game, target, item, found) for item in told if item.code == BROKEN]
    found += sorted([*broken, *(item for item in doubted if is_wanted(item.code, asked.select, asked.ignore))])
    return stopped


def _games(game: Game, plan: SimulationPlan, jobs: int, told: list[Diagnostic]) -> tuple[list[TrialGame], bool]:
    """The games that were played, and whether somebody stopped them."""
    tried, stopped, progress = list[TrialGame](), False, Progress(plan.games, 0, "en")
    shares = [range(at, min(at + SHARE, plan.games)) for at in range(0, plan.games, SHARE)]
    try:
        for _, part in share_out(TrialPlayer(plan, game), shares, min(jobs, len(shares))):
            tried += part
            progress.report(len(tried))
            if sum(not each.over for each in tried) >= ENDLESS:
                break
    except KeyboardInterrupt:
        stopped = True
    except BrokenRuleError as error:
        told.append(_broken(game, error))
    finally:
        progress.done()
    if stopped:
        click.echo(f"Stopped after {len(tried)} of {plan.games} games.", err=True)
    return tried, stopped


def _looked_at(game: Game, plan: SimulationPlan, tried: list[TrialGame], told: list[Diagnostic]) -> bool:
    """Add what the games say; some are gone through again for that. Whether somebody stopped it."""
    progress, looked = Progress(2 * len(tried), 0, "en"), count(1)
    try:
        for doubt in trial_findings(game, plan, tried, lambda: progress.report(next(looked))):
            told.append(_diagnostic(game, plan, doubt))  # noqa: PERF401 - one by one, so that those before Ctrl-C are told
    except KeyboardInterrupt:
        progress.done()
        click.echo(
            "Stopped while the games were looked at again: cards that do nothing and options may be missing.", err=True
        )
        return True
    except BrokenRuleError as error:
        told.append(_broken(game, error))
    finally:
        progress.done()
    return False


def _broken(game: Game, error: BrokenRuleError) -> Diagnostic:
    span = error.span or _start(game)
    return Diagnostic(BROKEN, "error", f"a rule breaks in play: {error.reason}", span, notes=(str(error),))


def _by_question(told: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Answers to one question that are never worth more than others, such as fifty cells of a board, are one finding."""
    weak: dict[Span, list[Diagnostic]] = {}
    for item in told:
        if item.code == DOMINATED:
            weak.setdefault(item.span, []).append(item)
    kept = [item for item in told if item.code != DOMINATED]
    for first, *more in weak.values():
        names = ", ".join(each.message.split(" was never")[0] for each in more[:NAMED])
        rest = f" and {len(more) - NAMED} others" if len(more) > NAMED else ""
        note = (f"the same holds of {len(more)} more answer{'s' * (len(more) > 1)}: {names}{rest}",) if more else ()
        kept.append(replace(first, notes=(*first.notes, *note)))
    return kept


def _at_cause(game: Game, target: CheckTarget, item: Diagnostic, found: Sequence[Diagnostic]) -> Diagnostic:
    """A broken rule at the line of the expansion or variant that leads to it."""
    lines = (read_source_text(item.span.file) or "").splitlines()[item.span.line - 1 : item.span.end_line]
    return broken_by(target, item, " ".join(lines), game.replaced, found)


def _start(game: Game, *sections: str) -> Span:
    """Where the first section stands that the game has; its file else."""
    spans = (game.where(section) for section in (*sections, "game"))
    return next((span for span in spans if span is not None), Span.whole(str(game.directory / "game.yaml")))


def _diagnostic(game: Game, plan: SimulationPlan, doubt: TrialFinding) -> Diagnostic:
    code, message, help_ = _words(plan, doubt)
    notes = [f"{len(plan.seats)} `{plan.seats[0]}` player{'s' if len(plan.seats) > 1 else ''}, seed {plan.seed}"]
    if doubt.kind in {"unseen", "unoffered", "untaken", "idle"}:
        notes.append(
            f"so, 95 of 100 times, it happens in fewer than {format_percent(min(1.0, UNSURE / doubt.of), 'en')} of such games"
        )
    return Diagnostic(code, "warning", message, _place(game, doubt), notes=("; ".join(notes),), help=help_)


def _place(game: Game, doubt: TrialFinding) -> Span:
    """The card, the question, or the part of the game a doubt is about."""
    if doubt.kind in {"endless", "seat"}:
        return _start(game, "flow")
    if doubt.kind == "tied":
        return _start(game, "tie_breaks", "outcome", "score")
    card: str | None = doubt.name
    decision = ""
    if doubt.kind == "dominated":
        option = game.parse(doubt.name)
        card = game.card_of(option)
        decision = next(name for name in game.decisions if option in game.vocabulary_of(name))
    span = game.where("cards", card) if card is not None else game.where("decisions", decision)
    return span or _start(game, "cards", "decisions")


_WORDS: Final[Mapping[str, tuple[str, str, str]]] = {
    "unseen": ("W531", "the card `{name}` never came out in {of} games", "look at how it is dealt, or play more games"),
    "unoffered": ("W531", "the card `{name}` came out in {times} of {of} games, and nobody could ever take it", "look at its price and at what is asked for; or play with other bots"),
    "untaken": ("W532", "nobody got the card `{name}` in {of} games in which that was possible (offered at {times} decision{s})", "{weak}"),
    "idle": ("W533", "the card `{name}` did nothing in {of} games in which somebody got it", "look at its condition; bots may not play for it"),
    "dominated": (DOMINATED, "`{name}` was never worth more than `{other}`, at {of} decisions", "both were offered each time, `greedy` judged so, and `normal` never took it either; it may be too weak"),
    "endless": ("W535", f"{{times}} of {{of}} games did not end within {MOST_DECISIONS:,} decisions", "what ends the game?"),
    "tied": ("W536", "{times} of {of} games end with several winners ({share})", "break ties by `tie_breaks`, or silence this where sharing is meant"),
    "seat": ("W537", "seat {name} wins {share} of {of} games, where {fair} would be its share", "that is beyond chance; let who is late have something for it"),
}  # fmt: skip
"""The code, what was seen, and what may be done, by the kind of a finding."""


def _words(plan: SimulationPlan, doubt: TrialFinding) -> tuple[str, str, str]:
    """The code, what was seen, and what may be done."""
    values = {
        "name": doubt.name, "other": doubt.other, "times": f"{doubt.times:,}", "s": "s" * (doubt.times != 1), "of": f"{doubt.of:,}",
        "share": "" if doubt.share is None else format_share(doubt.share, "en"), "fair": format_percent(1 / len(plan.seats), "en"),
        "weak": _weak(plan),
    }  # fmt: skip
    code, seen, advice = _WORDS[doubt.kind]
    return code, seen.format(**values), advice.format(**values)


def _weak(plan: SimulationPlan) -> str:
    if plan.seats[0] == "random":
        return "that is unlikely by chance; look at when it is offered"
    return f"it may be too weak, or too hard to see for `{plan.seats[0]}`"
