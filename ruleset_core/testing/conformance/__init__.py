"""The conformance suite: what every game must keep, looked at by playing it at random.

It ships, so that the author of a game tests it as the included ones are tested:

    from ruleset_core import load
    from ruleset_core.testing import check_game

    report = check_game(load("my_game"), games=200)
    assert report.ok, list(report.lines())

Its checks run over many random games, each check as often as its cost allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, Final

from ruleset_core import BrokenRuleError, Game, State, core_of, group_after, group_at_start
from ruleset_core.testing.conformance import game_checks, position_checks, secrecy_checks
from ruleset_core.testing.conformance.check_results import (
    DEFAULT,
    BrokenProperty,
    ConformanceGame,
    ConformanceReport,
    TimeBudget,
)

__all__ = ["ConformanceGame", "ConformanceReport", "check_game"]


#: A random game that takes more choices than this is taken for one that never ends.
LIMIT: Final = 50_000
#: The first games are looked at closely at every decision, up to so many; of a game for one or more that is one for
#: one and one for two.
_FIRST: Final = 2
_FIRST_LOOKS: Final = 100
#: Positions looked at closely in each of the others (on average), and at most in the whole run.
_LOOKS: Final = 2.0
_ALL_LOOKS: Final = 500
#: Games that are played again for the properties of whole games: about so many, but not more than each fourth.
_REPLAYED: Final = 24
_REPLAYED_OF: Final = 4
#: Games that are played again in new processes.
_ELSEWHERE: Final = 3

SECRETS: Final = {
    "declared": position_checks.declared_visibility,
    "hidden": secrecy_checks.hidden,
    "worlds": secrecy_checks.worlds,
    "simultaneous": secrecy_checks.simultaneous,
    "stories": secrecy_checks.stories,
    "foresight": secrecy_checks.foresight,
    "scenes": position_checks.shown_scenes,
}
_LOOKED_AT: Final = {**position_checks.CHECKS, **SECRETS}


def check_game(
    game: Game,
    games: int = 1000,
    seed: int = 1,
    players: int | Sequence[int] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    source: str | None = None,
    roots: Sequence[str] = (),
    expansions: Sequence[str] | None = None,
    closely: float = 1.0,
    seconds: float = DEFAULT,
    progress: Callable[[int], object] = lambda _: None,
) -> ConformanceReport:
    """Check that a game keeps the contract of the engine.

    Args:
        game: the game, with its expansions.
        games: random games to play. Cheap properties are looked at in all of them at every decision; costly ones in
            a sample that grows with the number.
        seed: of the first game; game number n has `seed + n`.
        players: number of players, or several to take in turns; all the game allows when left out.
        options: options of the game; all their combinations in turns when left out.
        source: name or directory to load the game from in another process; its own name when left out.
        roots: further directories with games, as for `load`.
        expansions: names or paths to load its expansions from in another process; their own names when left out.
        closely: of the decisions of the first games that are all looked at closely, the share that is, drawn by lot; most of the time goes there.
        seconds: processor time that the checks of one game may take. What there is no time for is left out, and the report says how often; each
            property is looked at once at least, however long that takes.
        progress: called with the number of games done since the last call.

    Returns:
        The report. Nothing raises: what goes wrong inside the game is a finding.
    """
    counts = _counts(game, players)
    choices = {count: _all_options(game, count) if options is None else [dict(options)] for count in counts}
    run = _Run(game, ConformanceReport(game.id, seconds=seconds), games, closely)
    run.report.check("vocabulary", _about(position_checks.vocabulary)).collect(position_checks.vocabulary(game))
    for number in range(games):
        count = counts[number % len(counts)]
        settings = choices[count][number // len(counts) % len(choices[count])]
        run.play(ConformanceGame(count, seed + number, settings), number)
        progress(1)
    result = run.report.check("processes", _about(game_checks.processes))
    if run.finished:
        result.collect(
            game_checks.processes(run.finished, game_checks.loading_arguments(game, source, roots, expansions))
        )
    else:
        result.skipped = "no game was finished"
    return run.report


class _Run:
    """One run: the report it fills, and how long games of this kind are."""

    def __init__(self, game: Game, report: ConformanceReport, games: int, closely: float) -> None:
        self.game = game
        self.report = report
        self.closely = closely
        self.replayed = min(1 / _REPLAYED_OF, _REPLAYED / games)
        self.looks = min(_LOOKS, _ALL_LOOKS / games)
        self.length = 0.0
        self.budget = TimeBudget(report.seconds, 1)
        self.finished: list[game_checks.PlayedTestGame] = []
        for name, about in (("ends", "Random play comes to an end."), ("options", _about(position_checks.options))):
            report.check(name, about)
        for name, check in _LOOKED_AT.items():
            report.check(name, _about(check))
        for name, again in {**game_checks.AT_END, **game_checks.AGAIN}.items():
            report.check(name, _about(again))
        core = core_of(game)
        self.again = {
            name: check
            for name, check in game_checks.AGAIN.items()
            if core.reason == "" or name not in game_checks.IN_CORE
        }
        for name in game_checks.AGAIN.keys() - self.again.keys():
            report.checks[name].skipped = f"there is no core: {core.reason}"

    def play(self, table: ConformanceGame, number: int) -> None:
        """Play one game, looking at its positions on the way and at the whole of it when it has ended."""
        checks, taken, drawn = self.report.checks, list[int](), list[int]()
        ends = checks["ends"]
        self.budget = TimeBudget(self.report.seconds, int(self.length) or self._how_long(table))
        ends.runs += 1
        self.report.rules.runs += 1
        try:
            state = self._walk(table, taken, drawn, number)
        except BrokenRuleError as error:
            ends.runs -= 1  # nobody knows whether it would have ended
            self.report.rules.broke(error, table, len(taken))
            return
        except Exception as error:  # noqa: BLE001  a crash of the game under test is what we are here to report
            ends.add(BrokenProperty(f"raised {type(error).__name__}: {error}", table, len(taken)))
            return
        self.report.games += 1
        self.report.decisions += len(taken)
        self.length += (len(taken) - self.length) / self.report.games
        if not taken or not state.over:
            what = "over before anybody was asked" if state.over else f"not over after {len(taken)} choices"
            ends.add(BrokenProperty(what, table, len(taken)))
            return
        played = game_checks.PlayedTestGame(self.game, table, taken, state, drawn)
        # By lot: every so many-th game would always meet the same number of players.
        again = self.again if number < _FIRST or Random(f"again {table.seed}").random() < self.replayed else {}
        for name, check in {**game_checks.AT_END, **again}.items():
            if self.budget.is_left() or not checks[name].runs:
                checks[name].collect(check(played), table, len(taken))
            else:
                checks[name].left_out += 1
        if len(self.finished) < _ELSEWHERE:
            self.finished.append(played)

    def _how_long(self, table: ConformanceGame) -> int:
        """How many choices a game of this kind takes: one that is played at random and not looked at."""
        try:
            return len(position_checks.play_randomly(table.new(self.game), Random(f"choose {table.seed}"), LIMIT))
        except Exception:  # noqa: BLE001  it is met again, and told, where the game is looked at
            return 1

    def _walk(self, table: ConformanceGame, taken: list[int], drawn: list[int], number: int) -> State:
        """Play at random, noting the options taken and what was drawn; gives the state at the end.

        Checks have random choices of their own, so that looking closely does not change the game.
        """
        game = self.game
        choose, look = Random(f"choose {table.seed}"), Random(f"look {table.seed}")
        often = self.looks / max(self.length, 1.0)
        state = table.new(game)
        start, group = state.clone(), group_at_start(state)
        drawn += state.draws
        while not state.over and len(taken) < LIMIT:
            here = position_checks.CheckedPosition(game, start, state, look, len(taken), group)
            near = len(taken) < _FIRST_LOOKS if number < _FIRST else look.random() < often
            if near and number < _FIRST and self.closely < 1:
                near = look.random() < self.closely
            self._look(here, table, len(taken), near=near)
            option = choose.choice(state.options)
            before = state.clone() if group >= 0 else state
            state.apply(option)
            group = group_after(len(taken), group, before, state)
            taken.append(option)
            drawn += state.draws
        return state

    def _look(self, here: position_checks.CheckedPosition, table: ConformanceGame, choices: int, *, near: bool) -> None:
        checks = self.report.checks
        checks["options"].collect(position_checks.options(here), table, choices)
        if near:
            for name, check in _LOOKED_AT.items():
                if self.budget.allows(choices) or not checks[name].runs:
                    checks[name].collect(check(here), table, choices)
                else:
                    checks[name].left_out += 1


def _counts(game: Game, players: int | Sequence[int] | None) -> list[int]:
    if players is None:
        low, high = game.players
        return list(range(low, high + 1))
    return [players] if isinstance(players, int) else list(players)


def _all_options(game: Game, players: int) -> list[dict[str, Any]]:
    """Every combination of the options so many can begin with, in an order that tries many values of each early."""
    offered = game.options_for(players)
    found = [dict(zip(offered, values, strict=True)) for values in product(*offered.values())]
    Random(len(found)).shuffle(found)
    return found


def _about(check: Callable[..., Iterator[str]]) -> str:
    """The first sentence of a check's docstring is what the report says of it."""
    return (check.__doc__ or "").strip().splitlines()[0]
