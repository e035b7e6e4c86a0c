"""Changes functions of `ruleset_core`, one at a time, and runs the recorded tests that call them; prints the changes that no test notices.

    python -m tests.mutation.functions lab web cli view story print --count 200     200 changes of these packages, drawn by --seed
    python -m tests.mutation.functions lab --results lab.jsonl                     goes on where an earlier run was stopped
    python -m tests.mutation.functions --survivors lab.jsonl                       those of `lab.jsonl` that no test noticed
    python -m tests.mutation.functions --near --count 50 --seconds 300             does what `dev.py near` picks notice what all of them notice?

    ruleset_core/statistics.py:40 Sums.add: `self.count += 1` -> `pass`
        noticed by tests/sim/test_figures.py::test_a_mean_and_its_margin

Tests are collected once. Each change is made in a process that is forked from there, in memory (`mutants`). `tests/recorded.json` tells which
tests call a function: the quick ones come first, and the first that fails is the last. `equivalent.yaml` lists changes that make no difference.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import select
import signal
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from time import time
from typing import Final

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import SITE, Mutant, apply, mutants_of, tree_of
from tests.near import Change, pick
from tests.quick_yaml import read_yaml
from tests.recorder import PACKAGE, ROOT
from tests.recording import Part, Recording, load_recording

EQUIVALENT: Final = Path(__file__).parent / "equivalent.yaml"
SECONDS: Final = 40.0
"""CPU seconds, as recorded, of the tests that a change is tried with; the quick ones first."""
LEFT_OUT: Final = "left out: "
"""In results of `--near`, before what noticed a change that `dev.py near` would not have run."""
PATIENCE: Final = 3
"""How many times as long as recorded tests may take, and ten CPU seconds more: who goes on for ever has noticed it as well."""
IDLE: Final = 120
"""Seconds without work after which tests wait for something that never comes."""


class Trial:
    """The plugin of pytest: instead of running the tests once it runs those of each change in a process of its own.

    Args:
        tasks: changes, each with its tests in order.
        cores: as many at a time.
        tell: is told of each change what noticed it, or nothing.
    """

    def __init__(
        self,
        tasks: Sequence[tuple[Mutant, Sequence[Part]]],
        cores: int,
        tell: Callable[[Mutant, str], None] = lambda _mutant, _noticed: None,
    ) -> None:
        self.tasks, self.cores, self.tell = tasks, cores, tell
        self.survivors: list[Mutant] = []

    def run(self) -> list[Mutant]:
        """Collect the tests and try the changes; those that none noticed."""
        files = sorted({part.file for _, parts in self.tasks for part in parts})
        if not files:
            for mutant, _ in self.tasks:
                self._told(mutant, "")
        else:
            options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not packaging"]
            pytest.main([*options, *files], plugins=[self])
        return self.survivors

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the changes, as many at a time as there are cores."""
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            name = item.nodeid.partition("[")[0]
            for key in (name, name.partition("::")[0]):
                items.setdefault(key, []).append(item)
        with tempfile.TemporaryDirectory() as made:
            site = Path(made)
            (site / "sitecustomize.py").write_text(SITE, encoding="utf-8")
            running: dict[int, tuple[int, Mutant]] = {}
            worked: dict[int, int] = {}
            for mutant, parts in [*self.tasks, (None, ())]:
                while running and (len(running) >= self.cores or mutant is None):
                    ended = select.select(list(running), [], [], IDLE)[0]
                    for end in ended:
                        self._judge(end, *running.pop(end))
                    if not ended:
                        working = {process: work_of(process) for process, _ in running.values()}
                        for process, ticks in working.items():
                            if ticks == worked.get(process):
                                os.killpg(process, signal.SIGKILL)
                        worked = working
                if mutant is not None:
                    wanted = [item for part in parts for item in items.get(part.name, ())]
                    end, process = _forked(mutant, wanted, sum(part.seconds for part in parts), site)
                    running[end] = process, mutant
        return True

    def _judge(self, end: int, process: int, mutant: Mutant) -> None:
        with os.fdopen(end) as lines:
            said = lines.read()
        _, status = os.waitpid(process, 0)
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)  # programs that it has started
        noticed = said or ("its time" if os.WIFSIGNALED(status) else "")
        self._told(mutant, noticed)

    def _told(self, mutant: Mutant, noticed: str) -> None:
        print(mutant, f"    {f'noticed by {noticed}' if noticed else 'SURVIVES'}", sep="\n", file=sys.__stderr__)
        self.tell(mutant, noticed)
        if not noticed:
            self.survivors.append(mutant)


def _forked(mutant: Mutant, items: Sequence[pytest.Item], seconds: float, site: Path) -> tuple[int, int]:
    """Start trying a change; where the name of the test that notices it is written to, and the process."""
    tree = tree_of(mutant)
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return reading, process
    try:
        os.setpgid(0, 0)
        limit = int(seconds * PATIENCE) + 10
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        signal.alarm(limit * 20)  # the machine may be busy
        apply(mutant, tree, site)
        for item, following in zip_longest(items, items[1:]):
            if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
                os.write(writing, item.nodeid.encode())
                break
    except BaseException as problem:  # noqa: BLE001 - a change may break anything, and then it is noticed
        os.write(writing, repr(problem)[:200].encode())
    finally:
        os._exit(0)


def work_of(group: int) -> int:
    """The processor time, in ticks, of a group of processes; where there is no `/proc` it grows with the clock."""
    if not Path("/proc/self/stat").exists():
        return int(time())
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12]) if int(fields[2]) == group else 0
    return ticks


def keep(results: Path | None, mutant: Mutant, noticed: str) -> None:
    """Add a line to the file of results: the change, and what noticed it."""
    if results is not None:
        with results.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"change": mutant.key, "noticed": noticed}) + "\n")


def read_results(results: Path | None) -> dict[str, str]:
    """The changes of a file of results by their keys, each with what noticed it; empty if nothing did."""
    if results is None or not results.exists():
        return {}
    lines = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    return {line["change"]: line["noticed"] for line in lines}


def read_equivalents() -> dict[str, str]:
    """The keys of changes that make no difference, each with the reason."""
    said: dict[str, str] = read_yaml(EQUIVALENT)
    return said


def named_mutants(keys: Collection[str]) -> list[Mutant]:
    """The changes with these keys, as far as the functions still are what they were."""
    functions: dict[str, set[str]] = {}
    for key in keys:
        file, function = key.partition(": `")[0].split(" ", 1)
        functions.setdefault(file, set()).add(function)
    found = [
        each for file, names in sorted(functions.items()) if (ROOT / file).is_file() for each in mutants_of(file, names)
    ]
    return [each for each in found if each.key in keys]


def drawn_mutants(packages: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """So many changes of all of these packages or modules. Raises `ValueError` for one that does not exist."""
    found = set[str]()
    for name in packages or [""]:
        home = ROOT / PACKAGE / name
        files = [file for file in (*home.rglob("*.py"), home.with_suffix(".py")) if file.is_file()]
        if not files:
            raise ValueError(f"there is no package or module {name} of {PACKAGE}")
        found |= {str(file.relative_to(ROOT)) for file in files}
    every = [each for file in sorted(found) for each in mutants_of(file)]
    return random.Random(seed).sample(every, min(count, len(every)))


def tests_for(mutant: Mutant, recording: Recording, seconds: float) -> list[Part]:
    """The tests that call the function, quick ones first, as many as there is time for.

    Behind them come the others of their files: what tests of a file keep for each other is recorded of the first alone.
    """
    calling = {part for parts in recording.parts.values() for part in parts if mutant.thing in part.things}
    files = {part.file for part in calling}
    beside = (part for file in files for part in recording.parts[file] if part not in calling)
    chosen, spent = list[Part](), 0.0
    for part in (*sorted(calling, key=_cost), *sorted(beside, key=_cost)):
        if not chosen or spent + part.seconds <= seconds:
            chosen.append(part)
            spent += part.seconds
    return chosen


def _cost(part: Part) -> tuple[float, str]:
    return part.seconds, part.name


def near_tests(mutant: Mutant, recording: Recording) -> list[Part]:
    """The tests that `dev.py near` picks when this function has changed."""
    return pick(Change({mutant.thing}, set()), recording)[0]


def noticed_near(
    mutants: Sequence[Mutant], recording: Recording, cores: int, seconds: float, tell: Callable[[Mutant, str], None]
) -> None:
    """Try changes with what `dev.py near` picks, then those that it did not notice with what it leaves out."""
    picked = {each: near_tests(each, recording) for each in mutants}
    missed = Trial(
        list(picked.items()), cores, lambda mutant, noticed: tell(mutant, noticed) if noticed else None
    ).run()
    others = {
        each: [part for part in tests_for(each, recording, seconds) if part not in picked[each]] for each in missed
    }
    Trial(list(others.items()), cores, lambda mutant, noticed: tell(mutant, noticed and LEFT_OUT + noticed)).run()


def main(words: Sequence[str]) -> int:
    """Draw changes, try them, and list those that survive; the exit code is 1 if more than 15 % do, or `near` misses 10 %."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation.functions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("packages", nargs="*", help="packages of ruleset_core; all without one")
    parser.add_argument("--count", type=int, default=200, help="as many changes")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument(
        "--survivors", type=Path, metavar="FILE", help="those that this file of results lists as not noticed"
    )
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="add results to this file; what it has is not tried again"
    )
    parser.add_argument("--cores", type=int, default=2, help="as many at a time")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds of tests for a change")
    parser.add_argument(
        "--near",
        action="store_true",
        help="first with the tests that `dev.py near` picks for the change, then with others",
    )
    wanted = parser.parse_args(words)
    if wanted.survivors:
        listed = read_results(wanted.survivors)
        drawn = named_mutants({key for key, noticed in listed.items() if not noticed})
    else:
        try:
            drawn = drawn_mutants(wanted.packages, wanted.count, wanted.seed)
        except ValueError as error:
            parser.error(str(error))
    equivalent, results = read_equivalents(), read_results(wanted.results)
    tried = [each for each in drawn if each.key not in equivalent]
    recording = load_recording()
    known = {thing for parts in recording.parts.values() for part in parts for thing in part.things}
    called = [each for each in tried if each.thing in known]
    left = [each for each in called if each.key not in results]

    def tell(mutant: Mutant, noticed: str) -> None:
        results[mutant.key] = noticed
        keep(wanted.results, mutant, noticed)

    if wanted.near:
        noticed_near(left, recording, wanted.cores, wanted.seconds, tell)
    else:
        Trial([(each, tests_for(each, recording, wanted.seconds)) for each in left], wanted.cores, tell).run()
    lost = [each for each in tried if not results.get(each.key)]
    noticed = len(tried) - len(lost)
    sys.stdout.write(
        f"{noticed} of {len(tried)} changes were noticed; {len(drawn) - len(tried)} more make no difference. Not noticed:\n"
    )
    for mutant in lost:
        sys.stdout.write(f"  {mutant}{'' if mutant in called else ' (no recorded test calls the function)'}\n")
    missed = [each for each in tried if results.get(each.key, "").startswith(LEFT_OUT)]
    if wanted.near:
        sys.stdout.write(
            f"`near` picks what notices {noticed - len(missed)} of these {noticed}. Not among its tests:\n"
        )
        for mutant in missed:
            sys.stdout.write(f"  {mutant}\n    {results[mutant.key]}\n")
    return int(len(missed) > 0.1 * noticed if wanted.near else len(lost) > 0.15 * len(tried))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
