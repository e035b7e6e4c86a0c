"""Times several players of games in turns, so that a busy machine slows all of them, and compares them run by run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Final, TypeAlias

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
class Turns:
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


def in_turns(players: Sequence[Play], seconds: float, runs: int = RUNS) -> Turns:
    """Let players play in turns, each run about so many seconds of CPU time long."""
    sizes = [_size(play, seconds) for play in players]
    found: list[list[Speed]] = [[] for _ in players]
    for run in range(runs):
        for play, size, speeds in zip(players, sizes, found, strict=True):
            speeds.append(timed(play, size, _SEED + run * size))
    return Turns(tuple(map(tuple, found)))


def _size(play: Play, seconds: float) -> int:
    """How many games fill so many seconds; finding out warms up the code. The first game is not timed: much is made for it alone."""
    play(1, _SEED)
    games = 1
    while (spent := games / timed(play, games, _SEED).games) < seconds / 8:
        games *= 2
    return max(1, round(games * seconds / spent))


def timed(play: Play, games: int, seed: int) -> Speed:
    """Play so many games and look at the clock."""
    start = process_time()
    decisions = play(games, seed)
    spent = max(process_time() - start, 1e-9)
    return Speed(games / spent, decisions / spent)
