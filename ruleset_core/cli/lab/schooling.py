"""From the command line to what positions promise, learned from games of bots."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core import RulesetError
from ruleset_core.cli.common import EXIT_INTERRUPTED
from ruleset_core.cli.lab.keeping import crew_of
from ruleset_core.cli.lab.learning import levels_text, prepared, write
from ruleset_core.cli.lab.progress import Progress
from ruleset_core.cli.said.messages import say
from ruleset_core.model.thinking import LEVELS_FILE
from ruleset_core.texts.figures import number

if TYPE_CHECKING:
    from ruleset_core import Game, Prospects
    from ruleset_core.sim.promising import Promise, Schooling

__all__ = ["school"]

ROUNDS: Final = 18
GAMES: Final = 1200
"""How often it goes on, and how many games there are in a round, where nothing is said."""


def school(game: Game, given: Mapping[str, Any]) -> int:
    """Do what the command line asks for; the exit code. What was learned when somebody stops is written too."""
    lang = given["lang"]
    if find_spec("numpy") is None:
        raise click.ClickException(say("learn_no_numpy", lang))
    from ruleset_core.sim.promising import Schooling, promised

    out, plan = prepared(game, given, GAMES)
    schooling = Schooling(
        plan, given["rounds"] or ROUNDS, _names(given["clock"]), given["units"], _names(given["beside"]), given["far"], given["mixed"]
    )  # fmt: skip
    workers, backend = crew_of(given)
    found: Promise | None = None
    telling = _Telling(schooling, lang)
    try:
        for found in promised(schooling, game, workers, telling.tell, backend):
            telling.ended(found)
        stopped = False
    except KeyboardInterrupt:
        stopped = True
    except RulesetError as error:
        raise click.ClickException(str(error)) from error
    finally:
        telling.progress.done()
    if found is not None:
        write(
            out,
            levels_text(game.directory / LEVELS_FILE, "prospects", told(found.prospects)),
            say("learn_promised", lang, file=out),
        )
    return EXIT_INTERRUPTED if stopped else 0


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
