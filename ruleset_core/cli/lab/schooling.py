"""From the command line to what positions promise, learned from games of bots."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core import RulesetError
from ruleset_core.bots import rules_of
from ruleset_core.cli.common import EXIT_INTERRUPTED
from ruleset_core.cli.lab.keeping import crew_of, kept_until_told, place_of, went_wrong
from ruleset_core.cli.lab.learning import levels_text, prepared, write, written
from ruleset_core.cli.lab.progress import Progress
from ruleset_core.cli.said.messages import say
from ruleset_core.model.thinking import LEVELS_FILE
from ruleset_core.sim import KeptError
from ruleset_core.texts.figures import number

if TYPE_CHECKING:
    from ruleset_core import Game, Prospects
    from ruleset_core.sim.promising import Promise, Schooling
    from ruleset_core.sim.rounds_kept import KeptRounds
    from ruleset_core.sim.workers import Backend

__all__ = ["school"]

ROUNDS: Final = 18
GAMES: Final = 1200
"""How often it goes on, and how many games there are in a round, where nothing is said."""


def school(game: Game, given: Mapping[str, Any]) -> int:
    """Do what the command line asks for; the exit code. What was learned when somebody stops is written too."""
    lang = given["lang"]
    if find_spec("numpy") is None:
        raise click.ClickException(say("learn_no_numpy", lang))
    from ruleset_core.sim.promising import Schooling
    from ruleset_core.sim.rounds_kept import KeptRounds, key_of

    out, plan = prepared(game, given, GAMES)
    schooling = Schooling(
        plan, given["rounds"] or ROUNDS, _names(given["clock"]), given["units"], _names(given["beside"]), given["far"], given["mixed"]
    )  # fmt: skip
    rules, crew = rules_of(game), crew_of(given)
    path = place_of(given, f"sims/learn-{key_of(schooling, rules)}.rounds")
    try:
        kept = KeptRounds(path, schooling, rules)
    except KeptError as error:
        raise click.ClickException(str(error)) from None
    found, stopped = _promised(schooling, game, kept, crew, lang)
    if stopped and kept.rows:
        click.echo(say("learn_kept", lang, file=path), err=True)
    with nullcontext() if stopped else kept_until_told([path], given, "learn_kept"):
        if found is not None:
            text = levels_text(game.directory / LEVELS_FILE, "prospects", told(found.prospects))
            write(out, text, written(game, out, "learn_promised", lang))
    return EXIT_INTERRUPTED if stopped else 0


def _promised(
    schooling: Schooling, game: Game, kept: KeptRounds, crew: tuple[int, Backend | None], lang: str
) -> tuple[Promise | None, bool]:
    """What was learned, and whether somebody stopped it. Rounds that were kept are not played again."""
    from ruleset_core.sim.promising import promised

    found, telling = None, _Telling(schooling, lang)
    try:
        for found in promised(schooling, game, tuple(kept.rows), crew[0], telling.tell, crew[1]):
            telling.ended(found)
            if found.rounds > len(kept.rows):
                kept.add([found.heard])
    except KeyboardInterrupt:
        return found, True
    except RulesetError as error:
        raise went_wrong(error, 0, kept.path, lang) from error
    finally:
        telling.progress.done()
        kept.close()
    return found, False


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name for name in (text or "").split(",") if name)


def told(prospects: Prospects) -> dict[str, Any]:
    """Prospects as `levels.json` has them."""
    lines = {"clock": [*prospects.clock], "base": [*prospects.base], "worth": dict(prospects.worth)}
    if not prospects.out:
        return lines
    return lines | {"units": {"bias": [*prospects.bias], "out": [*prospects.out], "of": dict(prospects.bent)}}


class _Telling:
    """Tells how far it is: on a terminal game by game, and a line for each round."""

    def __init__(self, schooling: Schooling, lang: str) -> None:
        self._schooling, self._lang, self._done = schooling, lang, 0
        self.progress = Progress(schooling.plan.games, 0, lang, "learn_progress")

    def tell(self, games: int) -> None:
        """So many games of the round were played."""
        self.progress.tell(games, round=self._done + 1, rounds=self._schooling.rounds)

    def ended(self, found: Promise) -> None:
        """A round is over."""
        self.progress.done()
        self._done, rounds = found.rounds, self._schooling.rounds
        points = number(found.points, self._lang, 1)
        click.echo(say("learn_points", self._lang, round=found.rounds, rounds=rounds, points=points), err=True)
        self.progress = Progress(self._schooling.plan.games, 0, self._lang, "learn_progress")
