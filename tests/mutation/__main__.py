"""Puts slips into the data of a game, one at a time, and asks its scenarios; prints those that no scenario notices.

    python -m tests.mutation troyes_dice --count 150                 the first 150 slips that load
    python -m tests.mutation troyes_dice --only survivors.txt        those listed there, as it printed them
    python -m tests.mutation data/troyes_dice --file 'cards/*' --seed 2 --cores 2

A slip is a figure by one, a comparison or operator turned, a condition removed or negated, a name for another of its type,
a statement or an item of a list removed. The same seed makes the same slips, on any number of cores.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from multiprocessing import get_context
from os import getpid
from pathlib import Path

from ruleset_core.discovery import find_game
from tests.mutation.subject import CRASHES, NOTICED, SURVIVES, Placed, Subject, chosen, in_turn

_subject: Subject
"""That of a process of its own."""


def judged(game: Path, subject: Subject, slips: list[Placed], cores: int) -> Iterator[tuple[Placed, str]]:
    """Slips in their order, each with what becomes of it."""
    if cores <= 1:
        yield from ((each, subject.judge(each)) for each in slips)
        return
    context = get_context("spawn")
    with context.Pool(cores, _begin, (game, subject.directory.parent)) as pool:
        yield from zip(slips, pool.imap(_judge, slips), strict=True)


def _begin(game: Path, scratch: Path) -> None:
    global _subject  # noqa: PLW0603 - a process of a pool has nowhere else to keep what it works on
    _subject = Subject(game, scratch / str(getpid()) / game.name)


def _judge(slip: Placed) -> str:
    return _subject.judge(slip)


def main(arguments: list[str]) -> None:
    """Do what the arguments ask for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="the name of a game, or its directory")
    parser.add_argument("--count", type=int, default=sys.maxsize, help="as many slips that load and change something")
    parser.add_argument("--seed", type=int, default=1, help="the order of the slips")
    parser.add_argument("--cores", type=int, default=1, help="as many processes")
    parser.add_argument("--file", default="*", help="only in files of this name; * stands for anything")
    parser.add_argument("--only", type=Path, help="only the slips listed in this file")
    wanted = parser.parse_args(arguments)
    game = find_game(wanted.game)
    with tempfile.TemporaryDirectory(prefix="slips") as scratch:
        subject = Subject(game, Path(scratch) / game.name)
        slips = in_turn((each for each in subject.slips() if fnmatch(each.file, wanted.file)), wanted.seed)
        if wanted.only:
            slips = chosen(slips, wanted.only.read_text(encoding="utf-8"))
        told: Counter[str] = Counter()
        for each, verdict in judged(game, subject, slips, wanted.cores):
            told[verdict] += 1
            if verdict in {SURVIVES, CRASHES}:
                print(each if verdict == SURVIVES else f"{verdict}: {each}", flush=True)  # noqa: T201 - speaks to a person
            if told[NOTICED] + told[SURVIVES] == wanted.count:
                break
    sys.stdout.write("; ".join(f"{count} {verdict}" for verdict, count in sorted(told.items())) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
