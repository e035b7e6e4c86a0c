"""Measures games and yardsticks in turns, so that a busy machine slows both, and takes medians."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time
from typing import Any, Final

from ruleset_core import Game

from .play import cpu, deep_copy, each, midgame, play_game, play_yardstick
from .yardstick import DEFAULT, YARDSTICKS

#: Runs of each game and its yardstick, taken in turns; the median counts.
_RUNS: Final = 5
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast something was played, per second of CPU time."""

    games: float
    decisions: float


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one game; times are CPU times.

    Attributes:
        game: the game's name, with its expansions.
        players: how many took part.
        speed: games and decisions a second; forced decisions are not counted, the engine takes them itself.
        yardstick: the hand-written game it is compared with.
        yardstick_speed: what that made in the same run; all its decisions are counted.
        ratio: decisions a second, ours by the yardstick's.
        clone_us: microseconds to clone a state from the middle of a game.
        deepcopy_us: microseconds to copy the same state with `copy.deepcopy`.
        load_ms: milliseconds to load the game.
    """

    game: str
    players: int
    speed: Speed
    yardstick: str
    yardstick_speed: Speed
    ratio: float
    clone_us: float
    deepcopy_us: float
    load_ms: float

    @property
    def clone_gain(self) -> float:
        """How many times faster `clone` is than `copy.deepcopy`."""
        return self.deepcopy_us / self.clone_us


@dataclass(frozen=True, slots=True)
class Bench:
    """A whole run."""

    rows: tuple[Row, ...]

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
) -> Bench:
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
    return Bench(tuple(rows))


def _measure(name: str, load: Callable[[str], Game], seconds: float, players: int | None) -> Row:
    game = load(name)
    loading = median(cpu(lambda: load(name)) for _ in range(3))
    count = players or game.players[0]
    yardstick = game.id if game.id in YARDSTICKS else DEFAULT
    share = 0.8 * seconds / (2 * _RUNS)
    ours, theirs = _in_turns(
        lambda games, seed: play_game(game, count, games, seed),
        lambda games, seed: play_yardstick(YARDSTICKS[yardstick], games, seed),
        share,
    )
    state = midgame(game, count, round(ours.decisions / ours.games), _SEED)
    return Row(
        game="+".join((game.id, *game.expansions)),
        players=count,
        speed=ours,
        yardstick=yardstick,
        yardstick_speed=theirs,
        ratio=ours.decisions / theirs.decisions,
        clone_us=1e6 * each(state.clone, 0.1 * seconds),
        deepcopy_us=1e6 * each(deep_copy(state, game), 0.1 * seconds),
        load_ms=1e3 * loading,
    )


def _in_turns(one: Callable[[int, int], int], two: Callable[[int, int], int], seconds: float) -> tuple[Speed, Speed]:
    """Time two players of games in turns, each run about so many seconds long; gives the median speeds."""
    sizes = [_size(play, seconds) for play in (one, two)]
    speeds: list[list[Speed]] = [[], []]
    for run in range(_RUNS):
        for play, size, found in zip((one, two), sizes, speeds, strict=True):
            found.append(_timed(play, size, _SEED + run * size))
    middle = [sorted(found, key=lambda speed: speed.decisions)[_RUNS // 2] for found in speeds]
    return middle[0], middle[1]


def _size(play: Callable[[int, int], int], seconds: float) -> int:
    """How many games fill so many seconds; finding out warms up the code."""
    games = 1
    while (spent := games / _timed(play, games, _SEED).games) < seconds / 8:
        games *= 2
    return max(1, round(games * seconds / spent))


def _timed(play: Callable[[int, int], int], games: int, seed: int) -> Speed:
    start = process_time()
    decisions = play(games, seed)
    spent = max(process_time() - start, 1e-9)
    return Speed(games / spent, decisions / spent)
