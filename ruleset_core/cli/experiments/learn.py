"""`ruleset learn`: learns win odds or prospects from games of bots, and writes them into a file of levels."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import click

from ruleset_core import Game, RulesetError, ValueFeatures, WinProbabilities, core_of
from ruleset_core.cli.experiments.runs import (
    KeptRequest,
    Progress,
    open_results,
    results_path,
    run_error,
    temporary_results,
    worker_backend,
)
from ruleset_core.cli.openings import parse_options
from ruleset_core.cli.output import write_result
from ruleset_core.cli.parameters import EXIT_INTERRUPTED, text_table
from ruleset_core.files import read_regular_file
from ruleset_core.lab.sim.odds_learning import LearnedOdds, OddsTraining, learn_odds, rounded_odds
from ruleset_core.lab.sim.parallel import Backend
from ruleset_core.lab.sim.plans import SimulationPlan
from ruleset_core.lab.sim.prospect_learning import (
    LearnedProspects,
    OddsRoundsFile,
    ProspectsRoundsFile,
    ProspectsTraining,
    learn_prospects,
    odds_key,
    prospects_key,
)
from ruleset_core.lab.sim.search_trials import SEARCHES, try_searches
from ruleset_core.messages import message
from ruleset_core.play.bots import bot_rules_key
from ruleset_core.play.wording.names_and_numbers import format_number, format_percent
from ruleset_core.values import LEVELS_FILE

# From the command line to a table of chances that bots play by, learned from their own games.

ODDS_ROUNDS: Final = 12
ODDS_GAMES: Final = 100
SEARCH_PAIRS: Final = 40
MOST_SIMS: Final = 20_000
"""Simulations of a level that is written: more are of little use, and a page waits for them."""
"""How often it goes on, and how many games there are in a round, where nothing is said."""
SELF: Final = ("strong", "strong")
MOST_LEVELS: Final = 1 << 24
"""Bytes of a file of levels, at most."""


@dataclass(frozen=True, kw_only=True)
class LearnRequest(KeptRequest):
    """What the command line of `ruleset learn` asks for, as its options say."""

    game: str
    rounds: int | None
    games: int | None
    sims: int
    step: int | None
    prospects: bool
    search: bool
    clock: str | None
    beside: str | None
    mixed: bool
    steady: bool
    of: str | None
    far: int
    turn: int
    units: int
    out: Path | None


def run_odds_learning(game: Game, asked: LearnRequest) -> int:
    """Do what the command line asks for; the exit code."""
    lang = asked.lang
    out, plan = learning_plan(game, asked, ODDS_GAMES)
    course = OddsTraining(plan, asked.rounds or ODDS_ROUNDS, asked.sims, asked.step)
    path = results_path(asked, f"sims/learn-{odds_key(course, bot_rules_key(game))}.odds")
    found, stopped = _learned(course, game, path, out, asked)
    if stopped or found is None:
        return EXIT_INTERRUPTED
    with temporary_results([path], lang, keep=asked.keep is not None, where="cli.learn.kept"):
        odds = rounded_odds(found)
        click.echo("\n".join(_table_lines(odds, lang)))
        write_levels(
            out, with_odds(game.directory / LEVELS_FILE, odds), written_message(game, out, "cli.learn.written", lang)
        )
    return 0


def run_search_learning(game: Game, asked: LearnRequest) -> int:
    """Let searches play each other at equal CPU time, and write the best one as `strong`; the exit code."""
    lang, found, trials = asked.lang, dict[str, Any](), 0
    out, plan = learning_plan(game, asked, 2 * SEARCH_PAIRS)
    try:
        for trial in try_searches(game, max(1, plan.games // 2), asked.seed, plan.options):
            trials += 1
            low, high = trial.shares.interval()
            click.echo(
                message(
                    "cli.learn.searched.won" if trial.won else "cli.learn.searched.kept", lang,
                    challenger=trial.challenger.name, champion=trial.champion.name, share=format_percent(trial.shares.mean, lang),
                    low=format_percent(low, lang), high=format_percent(high, lang), pairs=trial.shares.pairs,
                    sims=trial.challenger.sims, others=trial.champion.sims,
                )
            )  # fmt: skip
            if trial.won:
                share = f"{trial.shares.mean:.0%} ({low:.0%} to {high:.0%}) of {trial.shares.pairs} pairs"
                note = f"`{trial.challenger.name}` beat `{trial.champion.name}` at equal CPU time: {share}"
                figures = {name: each for name, each in trial.challenger.figures.items() if isinstance(each, int | str)}
                found = {"sims": min(round(trial.challenger.sims * trial.scale), MOST_SIMS), **figures, "note": note}
    except KeyboardInterrupt:
        click.echo(message("cli.learn.searched.stopped", lang, done=trials, all=len(SEARCHES)), err=True)
    except RulesetError as error:
        raise click.ClickException(str(error)) from error
    if not found:
        click.echo(message("cli.learn.searched.nothing", lang), err=True)
        return 0
    text = levels_text(game.directory / LEVELS_FILE, "strong", found)
    write_levels(out, text, written_message(game, out, "cli.learn.searched.written", lang))
    return 0


def learning_plan(game: Game, asked: LearnRequest, games: int) -> tuple[Path, SimulationPlan]:
    """Where to write, and what to play: so many games in a round where nothing else is said. Raises ClickException."""
    lang = asked.lang
    low, high = game.players
    if not low <= 2 <= high:
        raise click.ClickException(message("cli.learn.two", lang, game=game.title(lang)))
    core = core_of(game)
    if core.executor != "core":
        raise click.ClickException(message("cli.learn.no_core", lang))
    assert core.levels  # a file of levels that cannot be read is told before anything is played
    out = asked.out or game.directory / LEVELS_FILE
    if not os.access(out if out.exists() else out.parent, os.W_OK):
        raise click.ClickException(f"{out}: {os.strerror(13 if out.parent.is_dir() else 2)}")
    options = parse_options(asked.option, lang)
    game.new(2, 0, options)  # says what is wrong with the options
    roots = tuple(str(root) for root in asked.data)
    return out, SimulationPlan(asked.game, SELF, asked.games or games, asked.seed, roots=roots, options=options)


def write_levels(out: Path, text: str, said: str) -> None:
    """Write a file of levels, and say so in a sentence. Raises ClickException."""
    write_result(out, text)
    click.echo(said, err=True)


def written_message(game: Game, out: Path, key: str, lang: str) -> str:
    """Say what was written. Bots read the file only where it is the game's own."""
    own = game.directory / LEVELS_FILE
    if out.resolve() == own.resolve():
        return message(key, lang, file=out)
    return message("cli.learn.elsewhere", lang, file=out, own=own)


def _learned(
    course: OddsTraining, game: Game, path: Path, out: Path, asked: LearnRequest
) -> tuple[LearnedOdds | None, bool]:
    """What was learned, and whether somebody stopped it; the rounds are kept in a file at `path`."""
    lang, crew = asked.lang, worker_backend(asked)
    kept = open_results(OddsRoundsFile, path, course, bot_rules_key(game))
    found = kept.rows[-1] if kept.rows else None
    telling, stopped = _OddsProgress(course, found, lang), False
    try:
        for after in learn_odds(course, game, found, crew[0], telling.report, crew[1]):
            found = after
            telling.ended(found)
            kept.add([found])
    except KeyboardInterrupt:
        stopped = True
    except RulesetError as error:
        raise run_error(error, 0, path, lang) from error
    finally:
        telling.done()
        kept.close()
    if stopped:
        done = found.rounds if found else 0
        click.echo(message("cli.learn.stopped", lang, done=done, rounds=course.rounds + 1, file=out), err=True)
        if found:
            click.echo(message("cli.learn.kept", lang, file=path), err=True)
    return found, stopped


def _table_lines(odds: WinProbabilities, lang: str) -> list[str]:
    points = [odds.first + each * odds.step for each in range(len(odds.table))]
    rows = [["", *map(str, points)], *([str(own), *map(str, row)] for own, row in zip(points, odds.table, strict=True))]
    return [message("cli.learn.table", lang), *text_table(rows).splitlines()]


def with_odds(path: Path, odds: WinProbabilities) -> str:
    """The text of a file of levels with other chances, one line for each level and each row."""
    first = {"first": odds.first} if odds.first else {}
    return levels_text(path, "odds", {**first, "step": odds.step, "table": [list(row) for row in odds.table]})


def levels_text(path: Path, name: str, learned: Mapping[str, Any]) -> str:
    """The text of a file of levels with something else learned: a line for each level, and for each row of tables."""
    own: dict[str, Any] = json.loads(read_regular_file(path, MOST_LEVELS)) if path.exists() else {}
    own.pop(name, None)
    return _indented_json({**own, name: learned}) + "\n"


def _indented_json(value: Any, before: str = "") -> str:
    """JSON in which whatever holds lists or objects has a line for each of its parts."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    parts = list[tuple[object, Any]](pairs)
    if before and not any(isinstance(part, dict | list | tuple) for _, part in parts):
        return json.dumps(value)
    inner, names = before + "  ", isinstance(value, dict)
    rows = (inner + (f"{json.dumps(name)}: " if names else "") + _indented_json(part, inner) for name, part in parts)
    opening, closing = "{}" if names else "[]"
    return f"{opening}\n" + ",\n".join(rows) + f"\n{before}{closing}"


class _OddsProgress:
    """Tells how far it is: on a terminal game by game, and a line for each round."""

    def __init__(self, course: OddsTraining, before: LearnedOdds | None, lang: str) -> None:
        self._course, self._lang, self._round = course, lang, before.rounds if before else 0
        self._progress = self._begun()

    def _begun(self) -> Progress:
        return Progress(self._course.games_of(self._round), 0, self._lang, "cli.learn.progress")

    def report(self, games: int) -> None:
        """So many games of the round were played."""
        self._progress.report(games, round=self._round + 1, rounds=self._course.rounds + 1)

    def ended(self, found: LearnedOdds) -> None:
        """A round is over."""
        self._progress.done()
        self._round = found.rounds
        self._progress = self._begun()
        changed = format_percent(found.changed, self._lang)
        rounds = self._course.rounds + 1
        click.echo(message("cli.learn.round", self._lang, round=found.rounds, rounds=rounds, changed=changed), err=True)

    def done(self) -> None:
        """Take the line away."""
        self._progress.done()


# From the command line to what positions promise, learned from games of bots.

PROSPECTS_ROUNDS: Final = 18
PROSPECTS_GAMES: Final = 1200
"""How often it goes on, and how many games there are in a round, where nothing is said."""


def run_prospects_learning(game: Game, asked: LearnRequest) -> int:
    """Do what the command line asks for; the exit code. What was learned when somebody stops is written too."""
    lang = asked.lang
    if find_spec("numpy") is None:
        raise click.ClickException(message("cli.learn.no_numpy", lang))

    out, plan = learning_plan(game, asked, PROSPECTS_GAMES)
    schooling = ProspectsTraining(
        plan, asked.rounds or PROSPECTS_ROUNDS, _names(asked.clock), asked.units, _names(asked.beside), asked.far, asked.mixed,
        asked.turn, _names(asked.of), asked.steady,
    )  # fmt: skip
    rules, crew = bot_rules_key(game), worker_backend(asked)
    path = results_path(asked, f"sims/learn-{prospects_key(schooling, rules)}.rounds")
    kept = open_results(ProspectsRoundsFile, path, schooling, rules)
    found, stopped = _promised(schooling, game, kept, crew, lang)
    if stopped and kept.rows:
        click.echo(message("cli.learn.kept", lang, file=path), err=True)
    with (
        nullcontext()
        if stopped
        else temporary_results([path], lang, keep=asked.keep is not None, where="cli.learn.kept")
    ):
        if found is not None:
            text = levels_text(game.directory / LEVELS_FILE, "prospects", prospects_record(found.prospects))
            write_levels(out, text, written_message(game, out, "cli.learn.promised", lang))
    return EXIT_INTERRUPTED if stopped else 0


def _promised(
    schooling: ProspectsTraining, game: Game, kept: ProspectsRoundsFile, crew: tuple[int, Backend | None], lang: str
) -> tuple[LearnedProspects | None, bool]:
    """What was learned, and whether somebody stopped it. Rounds that were kept are not played again."""
    found, telling = None, _ProspectsProgress(schooling, lang)
    try:
        for found in learn_prospects(schooling, game, tuple(kept.rows), crew[0], telling.report, crew[1]):
            telling.ended(found)
            if found.rounds > len(kept.rows):
                kept.add([found.heard])
    except KeyboardInterrupt:
        return found, True
    except RulesetError as error:
        raise run_error(error, 0, kept.path, lang) from error
    finally:
        telling.progress.done()
        kept.close()
    return found, False


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name for name in (text or "").split(",") if name)


def prospects_record(prospects: ValueFeatures) -> dict[str, Any]:
    """Prospects as `levels.json` has them."""
    lines = {"clock": [*prospects.clock], "base": [*prospects.base], "worth": dict(prospects.worth)}
    if not prospects.out:
        return lines
    return lines | {"units": {"bias": [*prospects.bias], "out": [*prospects.out], "of": dict(prospects.bent)}}


class _ProspectsProgress:
    """Tells how far it is: on a terminal game by game, and a line for each round."""

    def __init__(self, schooling: ProspectsTraining, lang: str) -> None:
        self._schooling, self._lang, self._done = schooling, lang, 0
        self.progress = Progress(schooling.plan.games, 0, lang, "cli.learn.progress")

    def report(self, games: int) -> None:
        """So many games of the round were played."""
        self.progress.report(games, round=self._done + 1, rounds=self._schooling.rounds)

    def ended(self, found: LearnedProspects) -> None:
        """A round is over."""
        self.progress.done()
        self._done, rounds = found.rounds, self._schooling.rounds
        points = format_number(found.points, self._lang, 1)
        click.echo(message("cli.learn.points", self._lang, round=found.rounds, rounds=rounds, points=points), err=True)
        self.progress = Progress(self._schooling.plan.games, 0, self._lang, "cli.learn.progress")
