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

from ruleset_core import Core, Game, Playouts, State, load
from ruleset_core.bench import Play, Turns, in_turns
from ruleset_core.bench.play import each, midgame, play_game, play_yardstick
from ruleset_core.bench.yardstick import Pig
from ruleset_core.engine.core.plain import PlainRunner
from tests.bench.baseline.game import COMMIT
from tests.bench.baseline.game import Game as Then

RUNS: Final = 9
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Target:
    """How many play, and what is wanted: times the speed of the commit, and of Pig written by hand for `by_pig`."""

    players: int
    python: float
    core: float
    by_pig: float | None = None
    driven: float = 1.0


TARGETS: Final = {
    "pig": Target(2, 1.0, 40, 5.0),
    "tic_tac_toe": Target(2, 1.0, 20),
    "troyes_dice": Target(4, 1.0, 30, 1.8),
    "troyes": Target(4, 1.4, 30, 0.5, driven=5.0),  # in Python 1.5 until its prices came from one definition
    "tournay": Target(4, 1.2, 30, 0.9, driven=5.0),
    "carcassonne_masons": Target(2, 1.6, 30, 1.2, driven=5.0),
}
ROLLOUTS: Final = 30.0
"""Times as many play-outs by the core as by Python."""


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
        return b"".join(map(bytes, (found.scores, found.winners, found.decisions, found.lengths)))

    def new(self, players: int, seed: int) -> State:
        """A compiled state that Python may drive."""
        return self._core.new(players, seed)

    def rollouts(self, state: State, seat: int, number: int, seed: int) -> Playouts:
        """Play so many worlds that a seat may imagine to the end."""
        return self._core.rollouts(state, seat, number, seed)


def compiled_of(game: Game) -> Compiled | None:
    """The core of a game, fitted to what is measured; None if it has none."""
    core = game.core()
    return Compiled(core) if core.executor == "core" else None


@dataclass(frozen=True, slots=True)
class Figure:
    """What was found, and what is wanted; nothing if that is not said."""

    found: str
    wanted: str = ""


def player_of(game: object, players: int) -> Play:
    """Whatever makes states with `new` as something that plays at random."""
    return lambda games, seed: play_game(cast("Any", game), players, games, seed)


def _inside(core: Compiled, players: int) -> Play:
    return lambda games, seed: core.play(players, games, seed)


def python_beside_commit(name: str, seconds: float, runs: int = RUNS) -> Turns:
    """The commit, then today's generated Python, about so many CPU seconds together."""
    players = TARGETS[name].players
    return in_turns(
        [player_of(Then(name), players), player_of(load(name).write_out(), players)], seconds / (2 * runs), runs
    )


def core_beside_commit(name: str, core: Compiled, seconds: float, runs: int = RUNS) -> Turns:
    """The commit, then the core."""
    players = TARGETS[name].players
    return in_turns([player_of(Then(name), players), _inside(core, players)], seconds / (2 * runs), runs)


def driven_beside_commit(name: str, core: Compiled, seconds: float, runs: int = RUNS) -> Turns:
    """The commit, then a compiled state of which Python takes every decision."""
    players = TARGETS[name].players
    return in_turns([player_of(Then(name), players), player_of(core, players)], seconds / (2 * runs), runs)


def generated_python(name: str, seconds: float) -> Figure:
    """How fast games are played as Python."""
    return _ratio(python_beside_commit(name, seconds), TARGETS[name].python)


def core_play(name: str, core: Compiled, seconds: float) -> Figure:
    """Random play wholly inside."""
    return _ratio(core_beside_commit(name, core, seconds), TARGETS[name].core)


def core_beside_pig(name: str, core: Compiled, seconds: float) -> Figure:
    """Random play wholly inside, beside Pig written by hand."""
    players = TARGETS[name].players
    turns = in_turns([partial(play_yardstick, Pig), _inside(core, players)], seconds / (2 * RUNS), RUNS)
    return _ratio(turns, TARGETS[name].by_pig, beside="Pig")


def driven(name: str, core: Compiled, seconds: float) -> Figure:
    """Python takes every decision of a compiled state."""
    return _ratio(driven_beside_commit(name, core, seconds), TARGETS[name].driven)


def rollouts(name: str, core: Compiled, seconds: float) -> Figure:
    """Play-outs from mid-game, a world drawn for each, beside the same worlds and choices in Python."""
    game, players = load(name).write_out(), TARGETS[name].players
    state = _middle(game, players)
    python, inside = partial(_plain_rollouts, game, state), partial(core.rollouts, state, state.seat)
    who: list[Play] = [
        lambda number, seed: sum(python(number, seed).decisions),
        lambda number, seed: sum(inside(number, seed).decisions),
    ]
    turns = in_turns(who, seconds / (2 * RUNS), RUNS)
    same = _sums(python(5, _SEED)) == _sums(inside(5, _SEED))
    told = "the same sums" if same else "NOT THE SAME SUMS"
    found = f"{turns.speed(1).games:,.0f} a second, {turns.ratio(1, 0):.1f} x Python, {told}"
    return Figure(found, f"{ROLLOUTS:.0f} x")


def clone(name: str, core: Compiled, seconds: float) -> Figure:
    """A copy of a compiled state in the middle of a game."""
    state = _middle(core, TARGETS[name].players)
    return Figure(f"{1e6 * each(state.clone, seconds):.2f} us", "under 1 us")


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
    "core, driven from Python": driven,
    "core, play-outs from mid-game": rollouts,
    "core, clone in mid-game": clone,
    "core, two threads": threads,
}


def core_figure(title: str, name: str, core: Compiled | None, seconds: float) -> Figure:
    """One of the figures of a core, or that it is not there."""
    if core is not None:
        return CORE[title](name, core, seconds)
    return Figure("not there")


def _ratio(turns: Turns, wanted: float | None, beside: str = COMMIT) -> Figure:
    before, after = (f"{turns.speed(place).decisions:,.0f}" for place in (0, 1))
    found = f"{after:>12}/s, {beside} {before}/s: {turns.ratio(1, 0):.2f} x"
    return Figure(found, "" if wanted is None else f"{wanted:g} x")


def _plain_rollouts(game: Game, state: State, number: int, seed: int) -> Playouts:
    """What the core plays, by Python."""
    found = Playouts.blank(number, (), state.n)
    PlainRunner(game).playouts(found, state, state.seat, seed)
    return found


def _sums(found: Playouts) -> list[bytes]:
    return [bytes(part) for part in (found.scores, found.wins, found.decisions)]


def _middle(game: object, players: int) -> State:
    made = cast("Any", game)
    return midgame(made, players, play_game(made, players, 1, _SEED), _SEED)


def _seconds(call: Callable[[], object]) -> tuple[float, float]:
    """Seconds of the clock and of the CPU that a call takes."""
    clock, used = perf_counter(), process_time()
    call()
    return perf_counter() - clock, process_time() - used
