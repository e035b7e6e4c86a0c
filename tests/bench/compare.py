"""How fast games are played, beside the generated code of commit 1f605c6: `python -m tests.bench.compare`.

For each game it measures single games, then what its core makes of many: random play, play-outs, copies,
threads. `tests.bench.figures` says how, and what is wanted.
"""

from __future__ import annotations

import argparse
import sys

from ruleset_core import load
from tests.bench.figures import CORE, TARGETS, Figure, compiled_of, core_figure, single_games


def report(name: str, seconds: float) -> list[str]:
    """The lines of a game."""
    tell(f"{name}: single games")
    found = {"single games": single_games(name, seconds)}
    core = compiled_of(load(name))
    for title in CORE:
        if core is not None:
            tell(f"{name}: {title}")
        found[title] = core_figure(title, name, core, seconds)
    heading = f"{name}, {TARGETS[name].players} players"
    return [heading, *(line(title, figure) for title, figure in found.items())]


def line(title: str, figure: Figure) -> str:
    """A figure as it is printed."""
    wanted = f"  (wanted: {figure.wanted})" if figure.wanted else ""
    return f"  {title + ':':<34}{figure.found}{wanted}"


def tell(what: str) -> None:
    """Say on the terminal what is measured."""
    sys.stderr.write(f"{what} ...\n")


def main(words: list[str]) -> None:
    """Measure the games named, or all, and print a report of each as soon as it is there."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.compare", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(TARGETS)}; all if left out")
    parser.add_argument("--seconds", type=float, default=6.0, help="CPU seconds for each figure, about")
    given = parser.parse_args(words)
    unknown = [name for name in given.games if name not in TARGETS]
    if unknown:
        parser.error(f"the commit's code is kept of {', '.join(TARGETS)}, not of {unknown[0]}")
    for name in given.games or TARGETS:
        sys.stdout.write("\n".join(report(name, given.seconds)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
