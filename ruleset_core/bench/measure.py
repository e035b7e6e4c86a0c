"""Measures games: as Python and as compiled core, beside a game written by hand, in turns in the same run."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, Final

from ruleset_core import Game
from ruleset_core.scenes.build import scene
from ruleset_core.scenes.nodes import as_data

from .core import core_play
from .play import cpu, deep_copy, each, midgame, play_game, play_yardstick
from .turns import RUNS, Play, Speed, Turns, in_turns
from .yardstick import DEFAULT, YARDSTICKS

_SEED: Final = 1
#: The places of those who play in turns.
_YARDSTICK, _PYTHON, _CORE = range(3)


@dataclass(frozen=True, slots=True)
class CoreSpeed:
    """What the compiled core of a game made.

    Attributes:
        speed: games and decisions a second.
        ratio: decisions a second, the core's by the yardstick's.
        gain: decisions a second, the core's by those of the same game as Python.
    """

    speed: Speed
    ratio: float
    gain: float


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one game; times are CPU times, ratios medians of those of each run.

    Attributes:
        game: the game's name, with its expansions.
        players: how many took part.
        speed: games and decisions a second; forced decisions are not counted, the engine takes them itself.
        core: the same for the compiled core; None if there is none.
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
    game = load(name).write_out()  # what is measured is the game that goes on and on
    loading = median(cpu(lambda: load(name)) for _ in range(3))
    count = players or game.players[0]
    yardstick = game.id if game.id in YARDSTICKS else DEFAULT
    compiled = core_play(game, count)
    turns = in_turns(_who(game, count, yardstick, compiled), 0.8 * seconds / (3 * RUNS))
    speed = turns.speed(_PYTHON)
    state = midgame(game, count, round(speed.decisions / speed.games), _SEED)
    seen = state.observe(state.seat)
    shown = scene(game, seen, "en", (), state.options)
    return Row(
        game="+".join((game.id, *game.expansions)),
        players=count,
        speed=speed,
        core=None if isinstance(compiled, str) else _core_speed(turns),
        no_core=compiled if isinstance(compiled, str) else "",
        yardstick=yardstick,
        own_yardstick=game.id in YARDSTICKS,
        yardstick_speed=turns.speed(_YARDSTICK),
        ratio=turns.ratio(_PYTHON, _YARDSTICK),
        clone_us=1e6 * each(state.clone, 0.1 * seconds),
        deepcopy_us=1e6 * each(deep_copy(state, game), 0.1 * seconds),
        load_ms=1e3 * loading,
        scene_ms=1e3 * each(lambda: scene(game, seen, "en", (), state.options), 0.1 * seconds),
        scene_json_ms=1e3 * each(lambda: json.dumps(as_data(shown), ensure_ascii=False), 0.1 * seconds),
    )


def _who(game: Game, players: int, yardstick: str, compiled: Play | str) -> list[Play]:
    """Who plays in turns: the yardstick, Python, and the core if there is one."""
    found: list[Play] = [
        lambda games, seed: play_yardstick(YARDSTICKS[yardstick], games, seed),
        lambda games, seed: play_game(game, players, games, seed),
    ]
    return found if isinstance(compiled, str) else [*found, compiled]


def _core_speed(turns: Turns) -> CoreSpeed:
    return CoreSpeed(turns.speed(_CORE), turns.ratio(_CORE, _YARDSTICK), turns.ratio(_CORE, _PYTHON))
