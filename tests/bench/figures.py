"""What is measured of each game for `tests.bench.compare`, and how much is wanted of it.

All speeds are decisions a second of CPU time in random play, forced decisions not counted. What is compared plays in
turns in this process; a ratio is the median of the ratios of each run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from time import perf_counter, process_time
from typing import Any, Final, cast

from ruleset_core import Core, Game, Playouts, State, core_of, load
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.lab.bench import (
    InterleavedTimings,
    Pig,
    Play,
    midgame,
    play_engine_game,
    play_yardstick,
    seconds_per_call,
    time_interleaved,
)
from tests.bench.baseline.game import COMMIT
from tests.bench.baseline.game import Game as Then

RUNS: Final = 9
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Target:
    """How many play, and what is wanted: times the speed of the commit, and of Pig written by hand for `by_pig`."""

    players: int
    core: float
    by_pig: float | None = None
    single: float = 1.0


TARGETS: Final = {
    "pig": Target(2, 40, 5.0),
    "tic_tac_toe": Target(2, 20),
    "troyes_dice": Target(4, 30, 1.8),
    "troyes": Target(4, 30, 0.5, single=5.0),
    "tournay": Target(4, 30, 0.9, single=5.0),
    "carcassonne_masons": Target(2, 30, 1.2, single=5.0),
}
ROLLOUTS: Final = 30.0
"""Times as many play-outs by the core as by the interpreter."""


class Compiled:
    """What is measured of the core of a game."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def play(self, players: int, games: int, seed: int) -> int:
        """Play whole games inside; gives the number of decisions."""
        return sum(self._core.play(players, games, seed).decisions)

    def results(self, players: int, games: int, seed: int, threads: int) -> bytes:
        """The same on several threads; gives all that is told of the games."""
        found = self._core.play(players, games, seed, threads=threads)
        return b"".join(map(bytes, (found.scores, found.winners, found.decisions, found.options_taken)))

    def new(self, players: int, seed: int) -> State:
        """A compiled state that Python may drive."""
        return self._core.new(players, seed)

    def rollouts(self, state: State, seat: int, number: int, seed: int) -> Playouts:
        """Play so many worlds that a seat may imagine to the end."""
        return self._core.rollouts(state, seat, number, seed)


def compiled_of(game: Game) -> Compiled | None:
    """The core of a game, fitted to what is measured; None if it has none."""
    core = core_of(game)
    return Compiled(core) if core.executor == "core" else None


@dataclass(frozen=True, slots=True)
class Figure:
    """What was found, and what is wanted; nothing if that is not said."""

    found: str
    wanted: str = ""


def player_of(game: object, players: int) -> Play:
    """Whatever makes states with `new` as something that plays at random."""
    return lambda games, seed: play_engine_game(cast("Any", game), players, games, seed)


def _inside(core: Compiled, players: int) -> Play:
    return lambda games, seed: core.play(players, games, seed)


def single_beside_commit(name: str, seconds: float, runs: int = RUNS) -> InterleavedTimings:
    """The commit, then single games of today, of which Python takes every decision, about so many CPU seconds together."""
    players = TARGETS[name].players
    return time_interleaved(
        [player_of(Then(name), players), player_of(load(name), players)], seconds / (2 * runs), runs
    )


def core_beside_commit(name: str, core: Compiled, seconds: float, runs: int = RUNS) -> InterleavedTimings:
    """The commit, then the core."""
    players = TARGETS[name].players
    return time_interleaved([player_of(Then(name), players), _inside(core, players)], seconds / (2 * runs), runs)


def single_games(name: str, seconds: float) -> Figure:
    """How fast single games are played."""
    return _ratio(single_beside_commit(name, seconds), TARGETS[name].single)


def core_play(name: str, core: Compiled, seconds: float) -> Figure:
    """Random play wholly inside."""
    return _ratio(core_beside_commit(name, core, seconds), TARGETS[name].core)


def core_beside_pig(name: str, core: Compiled, seconds: float) -> Figure:
    """Random play wholly inside, beside Pig written by hand."""
    players = TARGETS[name].players
    turns = time_interleaved([partial(play_yardstick, Pig), _inside(core, players)], seconds / (2 * RUNS), RUNS)
    return _ratio(turns, TARGETS[name].by_pig, beside="Pig")


def rollouts(name: str, core: Compiled, seconds: float) -> Figure:
    """Play-outs from mid-game, a world drawn for each, beside the same worlds and choices by the interpreter."""
    game, players = load(name), TARGETS[name].players
    state = _middle(game, players)
    plain, inside = partial(_plain_rollouts, game, state), partial(core.rollouts, state, state.seat)
    who: list[Play] = [
        lambda number, seed: sum(plain(number, seed).decisions),
        lambda number, seed: sum(inside(number, seed).decisions),
    ]
    turns = time_interleaved(who, seconds / (2 * RUNS), RUNS)
    same = _sums(plain(5, _SEED)) == _sums(inside(5, _SEED))
    told = "the same sums" if same else "NOT THE SAME SUMS"
    found = f"{turns.speed(1).games:,.0f} a second, {turns.ratio(1, 0):.1f} x the interpreter, {told}"
    return Figure(found, f"{ROLLOUTS:.0f} x")


def clone(name: str, core: Compiled, seconds: float) -> Figure:
    """A copy of a compiled state in the middle of a game."""
    state = _middle(core, TARGETS[name].players)
    return Figure(f"{1e6 * seconds_per_call(state.clone, seconds):.2f} us", "under 1 us")


def threads(name: str, core: Compiled, seconds: float) -> Figure:
    """The same games on one thread and on two: CPU time used by the second of the clock, and whether they agree."""
    players = TARGETS[name].players
    games = 64
    clock, used = _seconds(lambda: core.results(players, games, _SEED, 2))
    while clock < seconds / 4:
        games *= 2
        clock, used = _seconds(partial(core.results, players, games, _SEED, 2))
    same = core.results(players, games, _SEED, 1) == core.results(players, games, _SEED, 2)
    told = "the same bytes" if same else "NOT THE SAME BYTES"
    return Figure(f"CPU time {used / clock:.2f} x the clock's, {told}", "2 x, where two cores are free")


CORE: Final[Mapping[str, Callable[[str, Compiled, float], Figure]]] = {
    "core, random play": core_play,
    "core, beside Pig written by hand": core_beside_pig,
    "core, play-outs from mid-game": rollouts,
    "core, clone in mid-game": clone,
    "core, two threads": threads,
}


def core_figure(title: str, name: str, core: Compiled | None, seconds: float) -> Figure:
    """One of the figures of a core, or that it is not there."""
    if core is not None:
        return CORE[title](name, core, seconds)
    return Figure("not there")


def _ratio(turns: InterleavedTimings, wanted: float | None, beside: str = COMMIT) -> Figure:
    before, after = (f"{turns.speed(place).decisions:,.0f}" for place in (0, 1))
    found = f"{after:>12}/s, {beside} {before}/s: {turns.ratio(1, 0):.2f} x"
    return Figure(found, "" if wanted is None else f"{wanted:g} x")


def _plain_rollouts(game: Game, state: State, number: int, seed: int) -> Playouts:
    """What the core plays, by the interpreter."""
    found = Playouts.blank(number, (), state.n)
    InterpretedRunner(game).playouts(found, state, state.seat, seed)
    return found


def _sums(found: Playouts) -> list[bytes]:
    return [bytes(part) for part in (found.scores, found.wins, found.decisions)]


def _middle(game: object, players: int) -> State:
    made = cast("Any", game)
    return midgame(made, players, play_engine_game(made, players, 1, _SEED), _SEED)


def _seconds(call: Callable[[], object]) -> tuple[float, float]:
    """Seconds of the clock and of the CPU that a call takes."""
    clock, used = perf_counter(), process_time()
    call()
    return perf_counter() - clock, process_time() - used
