"""Files read ahead: while this process is still getting ready, another one reads the YAML of what will be checked.

Getting ready takes about as long as reading a game. What was not read by then is read as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate
from mmap import mmap
from pathlib import Path

from ruleset_core.check.aside import Hands
from ruleset_core.check.targets import Target
from ruleset_core.files import is_file, names_in, read_ordinary
from ruleset_core.model.effort import much_that_stays
from ruleset_core.model.reading.quick import Read
from ruleset_core.model.reading.yamlpos import read_apart
from ruleset_core.model.source_files import MAX_BYTES
from ruleset_core.model.stages import stage, watched

__all__ = ["Ahead", "hands_for"]

SMALL = 60_000
"""Bytes of YAML from which on it pays to share work out: to fork takes as long as to check some thousands."""

_FOLDERS = ("", "boards", "cards", "scenarios")


def hands_for(targets: Iterable[Target], jobs: int) -> Hands:
    """As many processes as may work at once; one, where there is little to do."""
    sizes = (path.stat().st_size for target in targets for path in _files(target) if is_file(path))
    return Hands(jobs if jobs > 1 and any(size >= SMALL for size in accumulate(sizes)) else 1)


class Ahead:
    """Reading that goes on beside this process until it is wanted."""

    def __init__(self, targets: Iterable[Target], hands: Hands) -> None:
        self._stop = mmap(-1, 1)  # a byte that both processes see
        self._targets = {target.whole: target for target in targets}
        self._result = hands.aside(self._read, "the files") if hands.free else None

    def found(self) -> tuple[Read, list[dict[str, float]]]:
        """What was read so far, for `model/reading/quick`, and the seconds that it took for each game. Raises LostError."""
        self._stop[0] = 1
        return self._result() if self._result is not None else ({}, [])

    def _read(self) -> tuple[Read, list[dict[str, float]]]:
        found: Read = {}
        timings = []
        with much_that_stays():
            for target in self._targets.values():
                with watched() as seconds, stage("reading"):
                    for path in _files(target):
                        if self._stop[0]:
                            break
                        found.update(_one(path))
                timings.append(seconds)
        return found, timings


def _one(path: Path) -> Read:
    try:
        return read_apart(read_ordinary(path, MAX_BYTES + 1))
    except OSError:  # told by those who need it
        return {}


def _files(target: Target) -> Iterator[Path]:
    """The files of a target and its expansions."""
    lineage = target.made_of
    laid = [path for path, _ in lineage.layers]
    for directory in dict.fromkeys((lineage.game, *laid, *target.expansions.values())):
        for folder in _FOLDERS:
            try:
                yield from [directory / folder / name for name in names_in(directory / folder, ".yaml")]
            except OSError:
                continue
