"""Measures the speed of games: one by one, many at once in the core, and hand-written games as a yardstick, interleaved
in the same run so that a busy machine slows all of them.
"""

from __future__ import annotations

import copy
import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, Protocol, TypeAlias

from ruleset_core import Game, State, core_of
from ruleset_core.formats.scene_format import scene_as_json
from ruleset_core.view.scene.scene_builder import scene

# Times several players of games in turns, so that a busy machine slows all of them, and compares them run by run.

#: Plays so many games at random from a seed on; gives the number of decisions.
Play: TypeAlias = Callable[[int, int], int]

#: Runs of each player unless more are asked for.
RUNS: Final = 5
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast something was played, per second of CPU time."""

    games: float
    decisions: float


@dataclass(frozen=True, slots=True)
class InterleavedTimings:
    """What was measured in turns: by player, the speed of each run."""

    runs: tuple[tuple[Speed, ...], ...]

    def speed(self, player: int) -> Speed:
        """The run of a player that was neither fast nor slow."""
        found = sorted(self.runs[player], key=lambda speed: speed.decisions)
        return found[len(found) // 2]

    def ratio(self, one: int, other: int) -> float:
        """Decisions a second of one player by another's: the median of the runs, each compared with its neighbour."""
        pairs = zip(self.runs[one], self.runs[other], strict=True)
        return median(ours.decisions / theirs.decisions for ours, theirs in pairs)


def time_interleaved(players: Sequence[Play], seconds: float, runs: int = RUNS) -> InterleavedTimings:
    """Let players play in turns, each run about so many seconds of CPU time long."""
    sizes = [_size(play, seconds) for play in players]
    found: list[list[Speed]] = [[] for _ in players]
    for run in range(runs):
        for play, size, speeds in zip(players, sizes, found, strict=True):
            speeds.append(time_games(play, size, _SEED + run * size))
    return InterleavedTimings(tuple(map(tuple, found)))


def _size(play: Play, seconds: float) -> int:
    """How many games fill so many seconds; finding out warms up the code. The first game is not timed: much is made for it alone."""
    play(1, _SEED)
    games = 1
    while (spent := games / time_games(play, games, _SEED).games) < seconds / 8:
        games *= 2
    return max(1, round(games * seconds / spent))


def time_games(play: Play, games: int, seed: int) -> Speed:
    """Play so many games and look at the clock."""
    start = process_time()
    decisions = play(games, seed)
    spent = max(process_time() - start, 1e-9)
    return Speed(games / spent, decisions / spent)


# The one place where `bench` asks for the compiled core of a game.


def core_play(game: Game, players: int) -> Play | str:
    """Random play of many games by the core of a game, or why it has none, as half a sentence."""
    core = core_of(game)
    if core.executor != "core":
        return core.reason or "the interpreter plays it"
    return lambda games, seed: sum(core.play(players, games, seed).decisions)


# Two games written by hand in plain Python: what the engine's speed is measured against.
#
# They are what a careful programmer would write for one game and nothing else: a slotted object, `legal()` that gives
# the options and `apply()` that takes one. They record nothing, explain nothing and cannot be saved.

#: Gives numbers from 0 to below 1, as `random.Random().random` does.
Chance: TypeAlias = Callable[[], float]

ROLL: Final = 0
HOLD: Final = 1
_TURN: Final = (ROLL, HOLD)
_GOAL: Final = 100

_LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
_LINES_OF: Final = tuple(tuple(line for line in _LINES if cell in line) for cell in range(9))


class Yardstick(Protocol):
    """A game in play: options while it is not over, and the one way to take them."""

    over: bool

    def legal(self) -> Sequence[int]:
        """Give the options of the player to move."""

    def apply(self, option: int) -> None:
        """Take one of the legal options."""


class Pig:
    """Pig to 100 points for two: roll as often as you dare, a one loses what the turn gathered."""

    __slots__ = ("chance", "over", "player", "pot", "scores")

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.scores = [0, 0]
        self.player = 0
        self.pot = 0
        self.over = False

    def legal(self) -> Sequence[int]:
        """Both options, always."""
        return _TURN

    def apply(self, option: int) -> None:
        """Roll the die, or bank the pot and pass it on."""
        if option == ROLL:
            face = int(self.chance() * 6) + 1
            if face != 1:
                self.pot += face
                return
        else:
            self.scores[self.player] += self.pot
            if self.scores[self.player] >= _GOAL:
                self.over = True
                return
        self.pot = 0
        self.player = 1 - self.player


class TicTacToe:
    """Tic-tac-toe on nine cells, numbered by rows; 0 is an empty cell."""

    __slots__ = ("board", "left", "over", "player", "winner")

    def __init__(self, chance: Chance) -> None:
        del chance  # nothing is random here
        self.board = [0] * 9
        self.left = 9
        self.player = 1
        self.winner = 0
        self.over = False

    def legal(self) -> Sequence[int]:
        """The empty cells."""
        return [cell for cell, mark in enumerate(self.board) if not mark]

    def apply(self, option: int) -> None:
        """Mark a cell and see whether that ends the game."""
        board, player = self.board, self.player
        board[option] = player
        self.left -= 1
        for a, b, c in _LINES_OF[option]:
            if board[a] == board[b] == board[c]:
                self.winner = player
                self.over = True
                return
        if not self.left:
            self.over = True
        self.player = 3 - player


#: The yardsticks by the name of the example that plays the same rules.
YARDSTICKS: Final[dict[str, Callable[[Chance], Yardstick]]] = {"pig": Pig, "tic_tac_toe": TicTacToe}
#: The yardstick of every game that has none of its own.
DEFAULT: Final = "pig"


# Measures games: one by one and many at once, beside a game written by hand, in turns in the same run.


def play_yardstick(make: Callable[[Chance], Yardstick], games: int, seed: int) -> int:
    """Play complete games of a yardstick; gives the number of decisions."""
    chance = Random(seed).random
    decisions = 0
    for _ in range(games):
        state = make(chance)
        while not state.over:
            options = state.legal()
            state.apply(options[int(chance() * len(options))])
            decisions += 1
    return decisions


def play_engine_game(game: Game, players: int, games: int, seed: int) -> int:
    """Play complete games of the engine; gives the number of decisions, without the forced ones it takes itself."""
    chance = Random(seed).random
    decisions = 0
    for number in range(games):
        state = game.new(players=players, seed=seed + number)
        while not state.over:
            options = state.options
            state.apply(options[int(chance() * len(options))])
            decisions += 1
    return decisions


def midgame(game: Game, players: int, decisions: int, seed: int) -> State:
    """Play half of a game of about so many decisions; gives the state reached."""
    chance = Random(seed).random
    state = game.new(players=players, seed=seed)
    for _ in range(decisions // 2):
        before, options = state.clone(), state.options
        state.apply(options[int(chance() * len(options))])
        if state.over:
            return before
    return state


def cpu_seconds(call: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = process_time()
    call()
    return process_time() - start


def seconds_per_call(call: Callable[[], object], seconds: float) -> float:
    """CPU seconds of one call out of many: as many as fill about so many seconds, at least three."""
    once = max(cpu_seconds(call), 1e-7)
    count = max(3, int(seconds / once))
    start = process_time()
    for _ in range(count):
        call()
    return (process_time() - start) / count


def deep_copy(state: State, game: Game) -> Callable[[], Any]:
    """Copy what a state holds in the general way; what all its clones share, the game above all, is not copied along."""
    state, twin = state.plain(), state.plain()
    slots = (name for each in type(state).__mro__ for name in getattr(each, "__slots__", ()))
    held = {name: getattr(state, name) for name in slots if hasattr(state, name)}
    shared = {id(game): game, **{id(value): value for name, value in held.items() if value is getattr(twin, name)}}

    def call() -> Any:
        return copy.deepcopy(held, dict(shared))

    return call


# -- Measures games: one by one and many at once, beside a game written by hand, in turns in the same run ------------


_MEASURE_SEED: Final = 1
#: The places of those who play in turns.
_YARDSTICK, _SINGLE, _CORE = range(3)


@dataclass(frozen=True, slots=True)
class CoreSpeed:
    """What the core of a game made of many games at once.

    Attributes:
        speed: games and decisions a second.
        ratio: decisions a second, the core's by the yardstick's.
        gain: decisions a second, the core's by those of single games.
    """

    speed: Speed
    ratio: float
    gain: float


@dataclass(frozen=True, slots=True)
class GameSpeed:
    """What was measured of one game; times are CPU times, ratios medians of those of each run.

    Attributes:
        game: the game's name, with its expansions.
        players: how many took part.
        speed: games and decisions a second; forced decisions are not counted, the engine takes them itself.
        core: the same of many games at once, by the core; None if there is none.
        no_core: why there is none; empty if there is one.
        yardstick: the hand-written game it is compared with.
        own_yardstick: whether that is the same game; if not, the ratios compare unlike things.
        yardstick_speed: what that made in the same run; all its decisions are counted.
        ratio: decisions a second, ours by the yardstick's.
        clone_us: microseconds to clone a state from the middle of a game.
        deepcopy_us: microseconds to copy the same state with `copy.deepcopy`.
        load_ms: milliseconds to load the game.
        scene_ms: milliseconds to make a scene of the same state, as who decides sees it, with its question, once texts are made.
        scene_json_ms: milliseconds to make JSON of that.
    """

    game: str
    players: int
    speed: Speed
    core: CoreSpeed | None
    no_core: str
    yardstick: str
    own_yardstick: bool
    yardstick_speed: Speed
    ratio: float
    clone_us: float
    deepcopy_us: float
    load_ms: float
    scene_ms: float
    scene_json_ms: float

    @property
    def clone_gain(self) -> float:
        """How many times faster `clone` is than `copy.deepcopy`."""
        return self.deepcopy_us / self.clone_us


@dataclass(frozen=True, slots=True)
class BenchRun:
    """A whole run."""

    rows: tuple[GameSpeed, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data for machines."""
        return {
            "python": platform.python_version(),
            "games": [{**asdict(row), "clone_gain": row.clone_gain} for row in self.rows],
        }


def run_bench(
    names: Sequence[str],
    load: Callable[[str], Game],
    *,
    seconds: float = 3.0,
    players: int | None = None,
    progress: Callable[[str], object] = lambda _: None,
) -> BenchRun:
    """Measure games.

    Args:
        names: games to load.
        load: loads a game by name; it is timed.
        seconds: CPU seconds to spend on each game, about.
        players: number of players; the fewest each game allows when left out.
        progress: called with the name of each game when its measurement begins.

    Raises:
        LoadError: a game cannot be loaded.
        OptionError: a game cannot be played by so many.
    """
    rows = []
    for name in names:
        progress(name)
        rows.append(_measure(name, load, seconds, players))
    return BenchRun(tuple(rows))


def _measure(name: str, load: Callable[[str], Game], seconds: float, players: int | None) -> GameSpeed:
    game = load(name)
    loading = median(cpu_seconds(lambda: load(name)) for _ in range(3))
    count = players or game.players[0]
    yardstick = game.id if game.id in YARDSTICKS else DEFAULT
    compiled = core_play(game, count)
    turns = time_interleaved(_who(game, count, yardstick, compiled), 0.8 * seconds / (3 * RUNS))
    speed = turns.speed(_SINGLE)
    state = midgame(game, count, round(speed.decisions / speed.games), _MEASURE_SEED)
    seen = state.masked(state.seat)
    shown = scene(game, seen, "en", (), state.options)
    return GameSpeed(
        game="+".join((game.id, *game.expansions)),
        players=count,
        speed=speed,
        core=None if isinstance(compiled, str) else _core_speed(turns),
        no_core=compiled if isinstance(compiled, str) else "",
        yardstick=yardstick,
        own_yardstick=game.id in YARDSTICKS,
        yardstick_speed=turns.speed(_YARDSTICK),
        ratio=turns.ratio(_SINGLE, _YARDSTICK),
        clone_us=1e6 * seconds_per_call(state.clone, 0.1 * seconds),
        deepcopy_us=1e6 * seconds_per_call(deep_copy(state, game), 0.1 * seconds),
        load_ms=1e3 * loading,
        scene_ms=1e3 * seconds_per_call(lambda: scene(game, seen, "en", (), state.options), 0.1 * seconds),
        scene_json_ms=1e3
        * seconds_per_call(lambda: json.dumps(scene_as_json(shown), ensure_ascii=False), 0.1 * seconds),
    )


def _who(game: Game, players: int, yardstick: str, compiled: Play | str) -> list[Play]:
    """Who plays in turns: the yardstick, single games, and many at once if there is a core."""
    found: list[Play] = [
        lambda games, seed: play_yardstick(YARDSTICKS[yardstick], games, seed),
        lambda games, seed: play_engine_game(game, players, games, seed),
    ]
    return found if isinstance(compiled, str) else [*found, compiled]


def _core_speed(turns: InterleavedTimings) -> CoreSpeed:
    return CoreSpeed(turns.speed(_CORE), turns.ratio(_CORE, _YARDSTICK), turns.ratio(_CORE, _SINGLE))
