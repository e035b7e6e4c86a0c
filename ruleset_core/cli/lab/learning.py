"""From the command line to a table of chances that bots play by, learned from their own games."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core import RulesetError
from ruleset_core.bots import rules_of
from ruleset_core.cli.common import EXIT_INTERRUPTED, table
from ruleset_core.cli.lab.keeping import crew_of, kept_until_told, place_of, went_wrong
from ruleset_core.cli.lab.progress import Progress
from ruleset_core.cli.playing.seats import parse_options
from ruleset_core.cli.said.messages import say
from ruleset_core.files import read_ordinary
from ruleset_core.model.thinking import LEVELS_FILE
from ruleset_core.record import write_whole
from ruleset_core.sim import KeptError
from ruleset_core.sim.learning import Course, Learned, learned, odds_of
from ruleset_core.sim.plan import Plan
from ruleset_core.sim.rounds_kept import KeptCourse, course_key
from ruleset_core.texts.figures import percent

if TYPE_CHECKING:
    from ruleset_core import Game, Odds

__all__ = ["learn", "levels_text", "prepared", "with_odds", "write", "written"]

ROUNDS: Final = 12
GAMES: Final = 100
"""How often it goes on, and how many games there are in a round, where nothing is said."""
SELF: Final = ("strong", "strong")
MOST_LEVELS: Final = 1 << 24
"""Bytes of a file of levels, at most."""


def learn(game: Game, given: Mapping[str, Any]) -> int:
    """Do what the command line asks for; the exit code."""
    lang = given["lang"]
    out, plan = prepared(game, given, GAMES)
    course = Course(plan, given["rounds"] or ROUNDS, given["sims"], given["step"])
    path = place_of(given, f"sims/learn-{course_key(course, rules_of(game))}.odds")
    found, stopped = _learned(course, game, path, out, given)
    if stopped or found is None:
        return EXIT_INTERRUPTED
    with kept_until_told([path], given, "learn_kept"):
        odds = odds_of(found)
        click.echo("\n".join(_shown(odds, lang)))
        write(out, with_odds(game.directory / LEVELS_FILE, odds), written(game, out, "learn_written", lang))
    return 0


def prepared(game: Game, given: Mapping[str, Any], games: int) -> tuple[Path, Plan]:
    """Where to write, and what to play: so many games in a round where nothing else is said. Raises ClickException."""
    lang = given["lang"]
    low, high = game.players
    if not low <= 2 <= high:
        raise click.ClickException(say("learn_two", lang, game=game.title(lang)))
    core = game.core()
    if core.executor != "core":
        raise click.ClickException(say("learn_no_core", lang))
    assert core.levels  # a file of levels that cannot be read is told before anything is played
    out: Path = given["out"] or game.directory / LEVELS_FILE
    if not os.access(out if out.exists() else out.parent, os.W_OK):
        raise click.ClickException(f"{out}: {os.strerror(13 if out.parent.is_dir() else 2)}")
    options = parse_options(given["option"], lang)
    game.new(2, 0, options)  # says what is wrong with the options
    roots = tuple(str(root) for root in given["data"])
    return out, Plan(given["game"], SELF, given["games"] or games, given["seed"], roots=roots, options=options)


def write(out: Path, text: str, said: str) -> None:
    """Write a file of levels, and say so in a sentence. Raises ClickException."""
    try:
        write_whole(out, text.encode())
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror or error}") from None
    click.echo(said, err=True)


def written(game: Game, out: Path, message: str, lang: str) -> str:
    """Say what was written. Bots read the file only where it is the game's own."""
    own = game.directory / LEVELS_FILE
    if out.resolve() == own.resolve():
        return say(message, lang, file=out)
    return say("learn_elsewhere", lang, file=out, own=own)


def _learned(
    course: Course, game: Game, path: Path, out: Path, given: Mapping[str, Any]
) -> tuple[Learned | None, bool]:
    """What was learned, and whether somebody stopped it; the rounds are kept in a file at `path`."""
    lang, crew = given["lang"], crew_of(given)
    try:
        kept = KeptCourse(path, course, rules_of(game))
    except KeptError as error:
        raise click.ClickException(str(error)) from None
    found = kept.rows[-1] if kept.rows else None
    telling, stopped = _Telling(course, found, lang), False
    try:
        for after in learned(course, game, found, crew[0], telling.tell, crew[1]):
            found = after
            telling.ended(found)
            kept.add([found])
    except KeyboardInterrupt:
        stopped = True
    except RulesetError as error:
        raise went_wrong(error, 0, path, lang) from error
    finally:
        telling.done()
        kept.close()
    if stopped:
        done = found.rounds if found else 0
        click.echo(say("learn_stopped", lang, done=done, rounds=course.rounds + 1, file=out), err=True)
        if found:
            click.echo(say("learn_kept", lang, file=path), err=True)
    return found, stopped


def _shown(odds: Odds, lang: str) -> list[str]:
    points = [odds.first + each * odds.step for each in range(len(odds.table))]
    rows = [["", *map(str, points)], *([str(own), *map(str, row)] for own, row in zip(points, odds.table, strict=True))]
    return [say("learn_table", lang), *table(rows).splitlines()]


def with_odds(path: Path, odds: Odds) -> str:
    """The text of a file of levels with other chances, one line for each level and each row."""
    first = {"first": odds.first} if odds.first else {}
    return levels_text(path, "odds", {**first, "step": odds.step, "table": [list(row) for row in odds.table]})


def levels_text(path: Path, name: str, learned: Mapping[str, Any]) -> str:
    """The text of a file of levels with something else learned: a line for each level, and for each row of tables."""
    own: dict[str, Any] = json.loads(read_ordinary(path, MOST_LEVELS)) if path.exists() else {}
    own.pop(name, None)
    return _told({**own, name: learned}) + "\n"


def _told(given: Any, before: str = "") -> str:
    """JSON in which whatever holds lists or objects has a line for each of its parts."""
    pairs = given.items() if isinstance(given, dict) else enumerate(given) if isinstance(given, list | tuple) else ()
    parts = list[tuple[object, Any]](pairs)
    if before and not any(isinstance(part, dict | list | tuple) for _, part in parts):
        return json.dumps(given)
    inner, names = before + "  ", isinstance(given, dict)
    rows = (inner + (f"{json.dumps(name)}: " if names else "") + _told(part, inner) for name, part in parts)
    opening, closing = "{}" if names else "[]"
    return f"{opening}\n" + ",\n".join(rows) + f"\n{before}{closing}"


class _Telling:
    """Tells how far it is: on a terminal game by game, and a line for each round."""

    def __init__(self, course: Course, before: Learned | None, lang: str) -> None:
        self._course, self._lang, self._round = course, lang, before.rounds if before else 0
        self._progress = self._begun()

    def _begun(self) -> Progress:
        return Progress(self._course.games_of(self._round), 0, self._lang, "learn_progress")

    def tell(self, games: int) -> None:
        """So many games of the round were played."""
        self._progress.tell(games, round=self._round + 1, rounds=self._course.rounds + 1)

    def ended(self, found: Learned) -> None:
        """A round is over."""
        self._progress.done()
        self._round = found.rounds
        self._progress = self._begun()
        changed = percent(found.changed, self._lang)
        rounds = self._course.rounds + 1
        click.echo(say("learn_round", self._lang, round=found.rounds, rounds=rounds, changed=changed), err=True)

    def done(self) -> None:
        """Take the line away."""
        self._progress.done()
