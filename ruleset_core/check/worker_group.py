"""Forked worker processes for a check, and a worker that reads files ahead of time."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from mmap import mmap
from pathlib import Path
from typing import Generic, NoReturn, Self, TypeVar

from ruleset_core.budgets import add_stage_times, measured_stages, stage, without_garbage_collection
from ruleset_core.check.targets import CheckTarget
from ruleset_core.errors import RulesetError
from ruleset_core.files import is_file, names_in, read_regular_file
from ruleset_core.model.sources import MAX_BYTES
from ruleset_core.model.yaml_documents import preload_document
from ruleset_core.model.yaml_nodes import Read

# Work for other processes, forked from this one: they know all it knows, and what they find comes back as if it were
# found here.
#
# Where forking is not safe, or one process shall do everything, work is done here as soon as its result is wanted.
# Results are the same.

T = TypeVar("T")
MOST_JOBS = 16
"""More processes are never forked, whatever is asked for: no game has so many parts."""
TICKETS = 250
"""Most parts that work is shared out in: a part is a byte."""


class WorkerLostError(RulesetError):
    """A process that helped has ended before it was done."""


def default_jobs() -> int:
    """How many processes work at once if nobody says so: one more than processors, since each waits at times.

    One where there is one processor, or where twice as many processes want to run already: sharing out takes time too.
    """
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return 1 if there == 1 or busy >= 2 * there else min(there + 1, MOST_JOBS)


def _may_fork() -> bool:
    """Forking is safe where no thread holds a lock, and where the system's own libraries bear it."""
    return sys.platform == "linux" and threading.active_count() == 1


@dataclass(slots=True)
class _Worker(Generic[T]):
    """A process at work, and where its result will come out."""

    pid: int
    pipe: int
    what: str

    def read(self) -> bytes:
        """All that it has sent, once it is done."""
        with open(self.pipe, "rb", closefd=False) as pipe:
            return pipe.read()

    def read_result(self, raw: bytes) -> T:
        """The result that it has sent."""
        status = self.end()
        if status:
            how = f"signal {-status}" if status < 0 else f"exit code {status}"
            message = f"a process that helped to check {self.what} has ended before it was done ({how})"
            raise WorkerLostError(f"{message}; `--jobs 1` does everything in one")
        seconds, found, problem = pickle.loads(raw)  # noqa: S301 - written by a process of ours, through a pipe of our own
        add_stage_times(seconds)
        if problem is not None:
            raise problem
        return found  # type: ignore[no-any-return]

    def end(self) -> int:
        """Wait for its end: its exit code, or minus the signal that ended it."""
        os.close(self.pipe)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class WorkerGroup:
    """At most so many processes that work at once, this one among them. When the context is left, none of the others is."""

    def __init__(self, jobs: int = 1) -> None:
        self.free = min(jobs, MOST_JOBS) - 1 if jobs > 1 and _may_fork() else 0
        self._busy: list[_Worker[object]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for child in self._busy:
            os.kill(child.pid, signal.SIGKILL)
        while self._busy:
            self._busy.pop().end()

    def aside(self, work: Callable[[], T], what: str) -> Callable[[], T]:
        """Begin some work in another process if one is free. What comes back waits for the result.

        Args:
            work: its result can be pickled.
            what: what it is about, for the message if the process is lost.

        Raises:
            WorkerLostError: the process has ended before it was done (raised when the result is asked for).
        """
        if not self.free:
            return work
        try:
            child = self._fork(work, what)
        except OSError:  # the system gives no more processes or pipes
            self.free = 0
            return work
        self.free -= 1

        def result() -> T:
            raw = child.read()
            self._busy.remove(child)  # type: ignore[arg-type]
            self.free += 1
            return child.read_result(raw)

        return result

    def _fork(self, work: Callable[[], T], what: str) -> _Worker[T]:
        """A process that is known to be busy before an interrupt can come between."""
        out, into = os.pipe()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        try:
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # one that came before is raised here
            try:
                pid = os.fork()
            except OSError:
                os.close(out)
                os.close(into)
                raise
            if pid == 0:
                _child(work, into, mask)
            child: _Worker[T] = _Worker(pid, out, what)
            self._busy.append(child)  # type: ignore[arg-type]
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        os.close(into)
        return child

    def share(self, works: Sequence[Callable[[], T]], what: str, *, leaving: int = 0) -> Callable[[], list[T]]:
        """Share out work among free processes, `leaving` some free; what they have not begun is done here when the results are wanted.

        Raises:
            WorkerLostError: as for `aside`.
        """
        parts = [range(first, len(works), TICKETS) for first in range(min(len(works), TICKETS))]
        tickets, counter = os.pipe()
        os.write(counter, bytes(range(len(parts))))
        os.close(counter)

        def pull() -> list[tuple[int, T]]:
            """Take a part, and the next, until none is left."""
            done = []
            while ticket := os.read(tickets, 1):
                done += [(place, works[place]()) for place in parts[ticket[0]]]
            return done

        others = [self.aside(pull, what) for _ in range(min(self.free - leaving, len(parts)))]

        def results() -> list[T]:
            done = pull()
            os.close(tickets)
            for other in others:
                done += other()
            return [found for _, found in sorted(done, key=lambda each: each[0])]

        return results


def _child(work: Callable[[], object], into: int, mask: Iterable[int]) -> NoReturn:
    """All that a forked process does. It never goes back to what its parent was about, and prints nothing."""
    code = 1
    try:
        for each in (signal.SIGINT, signal.SIGTERM):  # an interrupt ends it at once; its parent says so
            signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        found, problem = None, None
        with measured_stages() as seconds:
            try:
                found = work()
            except Exception as raised:  # noqa: BLE001 - raised again where the result is asked for
                problem = raised
        with open(into, "wb") as pipe:
            pickle.dump((seconds, found, problem), pipe, pickle.HIGHEST_PROTOCOL)
        code = 0
    finally:
        os._exit(code)


# Files read ahead: while this process is still getting ready, another one reads the YAML of what will be checked.
#
# Getting ready takes about as long as reading a game. What was not read by then is read as ever.

SMALL = 60_000
"""Bytes of YAML from which on it pays to share work out: to fork takes as long as to check some thousands."""

_FOLDERS = ("", "boards", "cards", "scenarios", "lessons")


def workers_for(targets: Iterable[CheckTarget], jobs: int) -> WorkerGroup:
    """As many processes as may work at once; one, where there is little to do."""
    sizes = (path.stat().st_size for target in targets for path in _files(target) if is_file(path))
    return WorkerGroup(jobs if jobs > 1 and any(size >= SMALL for size in accumulate(sizes)) else 1)


class FilePrefetch:
    """Reading that goes on beside this process until it is wanted."""

    def __init__(self, targets: Iterable[CheckTarget], hands: WorkerGroup) -> None:
        self._stop = mmap(-1, 1)  # a byte that both processes see
        self._targets = {target.whole: target for target in targets}
        self._result = hands.aside(self._read, "the files") if hands.free else None

    def result(self) -> tuple[Read, list[dict[str, float]]]:
        """What was read so far, for `model/yaml_nodes`, and the seconds that it took for each game. Raises WorkerLostError."""
        self._stop[0] = 1
        return self._result() if self._result is not None else ({}, [])

    def _read(self) -> tuple[Read, list[dict[str, float]]]:
        found: Read = {}
        timings = []
        with without_garbage_collection():
            for target in self._targets.values():
                with measured_stages() as seconds, stage("reading"):
                    for path in _files(target):
                        if self._stop[0]:
                            break
                        found.update(_one(path))
                timings.append(seconds)
        return found, timings


def _one(path: Path) -> Read:
    try:
        return preload_document(read_regular_file(path, MAX_BYTES + 1))
    except OSError:  # told by those who need it
        return {}


def _files(target: CheckTarget) -> Iterator[Path]:
    """The files of a target and its expansions."""
    lineage = target.made_of
    laid = [path for path, _ in lineage.layers]
    for directory in dict.fromkeys((lineage.game, *laid, *target.expansions.values())):
        for folder in _FOLDERS:
            try:
                yield from [directory / folder / name for name in names_in(directory / folder, ".yaml")]
            except OSError:
                continue
