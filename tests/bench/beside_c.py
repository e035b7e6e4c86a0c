"""The core beside plain C programs that play the same games by the same algorithm: `python -m tests.bench.beside_c [PAIRS]`.

For each game there is a program such as `patios.c`, which adds up decisions and scores of random games for two. Core and program play the same
games in turns, in CPU seconds; the share of a pair is how many times the program's CPU time goes into the core's. Of nine pairs the second
lowest and the second highest share hold the true median between them in 96 of 100 measurements.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from ruleset_core import Game, core_of, load
from ruleset_core.lang.runtime import ASIDE, stream_start

PAIRS: Final = 9
SEED: Final = 1
WANTED: Final = 1 / 3
"""The least share of the speed of C."""
GAMES: Final = Path(__file__).with_name("games")
"""Games that are there for measuring alone."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program in C, and the streams of the game whose beginnings it takes; a test fails where the core has less than `least` of its speed."""

    name: str
    streams: tuple[str, ...]
    games: int
    wanted: float = WANTED
    least: float = WANTED / 2


PROGRAMS: Final = (
    Program("patios", ("quarry",), 20_000),
    Program("hurdles", (), 2_000),
    Program("connect_four", (), 100_000, 1 / 1.6, 0.3),
)


def game_of(name: str) -> Game:
    """An example, or a game that is there for measuring alone."""
    return load(name, (), [GAMES])


def compiled(program: Program, directory: Path) -> Path:
    """The program as machine code. Raises CalledProcessError."""
    made, source = directory / program.name, Path(__file__).with_name(f"{program.name}.c")
    subprocess.run(["cc", "-O2", "-o", str(made), str(source)], check=True)
    return made


def by_program(program: Program, path: Path, games: int) -> list[int]:
    """Decisions and scores of both seats, added up, by the program."""
    streams = [str(stream_start(SEED, name)) for name in (*program.streams, ASIDE)]
    done = subprocess.run([str(path), str(games), *streams], capture_output=True, text=True, check=True)
    return [int(each) for each in done.stdout.split()]


def by_core(program: Program, games: int) -> list[int]:
    """The same by the core."""
    found = core_of(game_of(program.name)).play(players=2, games=games, seed=SEED)
    return [sum(found.decisions), *map(sum, zip(*found.scores.tolist(), strict=True))]


def spent_by_programs(call: Callable[[], object]) -> float:
    """CPU seconds of the programs that a call runs."""
    before = getrusage(RUSAGE_CHILDREN)
    call()
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shares(program: Program, path: Path, pairs: int, games: int) -> list[tuple[float, float]]:
    """CPU seconds of the core and of the program, by pair."""
    found = []
    for _ in range(pairs):
        start = process_time()
        by_core(program, games)
        core = process_time() - start
        found.append((core, spent_by_programs(lambda: by_program(program, path, games))))
    return found


def report(program: Program, decisions: int, measured: Sequence[tuple[float, float]]) -> str:
    """A line: both speeds, and what share of the program's the core's is."""
    ratios = sorted(plain / core for core, plain in measured)
    core, plain = (median(decisions / pair[place] for pair in measured) for place in (0, 1))
    low, high = ratios[min(1, len(ratios) - 1)], ratios[max(0, len(ratios) - 2)]
    return (
        f"{program.name}: core {core:,.0f} decisions a CPU second, C {plain:,.0f}: {median(ratios):.2f} of it "
        f"({low:.2f} to {high:.2f}; wanted {program.wanted:.2f})"
    )


def main(words: Sequence[str]) -> int:
    """Measure all programs."""
    if which("cc") is None:
        sys.stderr.write("There is no C compiler `cc` here.\n")
        return 1
    pairs = int(words[0]) if words else PAIRS
    with TemporaryDirectory() as directory:
        for program in PROGRAMS:
            path = compiled(program, Path(directory))
            totals = by_core(program, program.games)  # also warms up
            if by_program(program, path, program.games) != totals:
                sys.stderr.write(f"{program.name}.c plays other games than the core\n")
                return 1
            sys.stdout.write(report(program, totals[0], shares(program, path, pairs, program.games)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
