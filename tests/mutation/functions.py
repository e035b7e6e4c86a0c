"""Changes functions of `ruleset_core`, one at a time, and runs the recorded tests that call them; prints the changes that no test notices.

    python -m tests.mutation.functions lab web cli view story play --count 200     200 changes of these packages, drawn by --seed
    python -m tests.mutation.functions lab --results lab.jsonl                     goes on where an earlier run was stopped
    python -m tests.mutation.functions --survivors lab.jsonl                       those of `lab.jsonl` that no test noticed
    python -m tests.mutation.functions --near --noticed lab.jsonl                  the others, with the tests that `dev.py near` picks alone

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
from collections.abc import Collection, Sequence
from contextlib import suppress
from pathlib import Path
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
PATIENCE: Final = 3
"""How many times as long as recorded tests may take, and ten CPU seconds more: who goes on for ever has noticed it as well."""


class Trial:
    """The plugin of pytest: instead of running the tests once it runs those of each change in a process of its own.

    Args:
        tasks: changes, each with its tests in order.
        cores: as many at a time.
        results: a line of JSON is added to this file for each change.
    """

    def __init__(self, tasks: Sequence[tuple[Mutant, Sequence[Part]]], cores: int, results: Path | None = None) -> None:
        self.tasks, self.cores, self.results = tasks, cores, results
        self.survivors: list[Mutant] = []

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
            for mutant, parts in [*self.tasks, *[(None, ())] * self.cores]:
                while running and (len(running) >= self.cores or mutant is None):
                    for end in select.select(list(running), [], [])[0]:
                        self._judge(end, *running.pop(end))
                    if mutant is None:
                        break
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
        sys.__stderr__.write(f"{mutant}\n    {f'noticed by {noticed}' if noticed else 'SURVIVES'}\n")
        keep(self.results, mutant, noticed)
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
        signal.alarm(limit * 20)  # a test may wait for something that never comes; the machine may be busy
        apply(mutant, tree, site)
        for item, following in zip(items, [*items[1:], None], strict=True):
            if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
                os.write(writing, item.nodeid.encode())
                break
    except BaseException as problem:  # noqa: BLE001 - a change may break anything, and then it is noticed
        os.write(writing, repr(problem)[:200].encode())
    finally:
        os._exit(0)


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
    """So many changes of all of these packages."""
    homes = [ROOT / PACKAGE / each for each in packages] or [ROOT / PACKAGE]
    found = [file for home in homes for file in (home.rglob("*.py") if home.is_dir() else [home.with_suffix(".py")])]
    every = [each for file in sorted(str(file.relative_to(ROOT)) for file in found) for each in mutants_of(file)]
    return random.Random(seed).sample(every, min(count, len(every)))


def tests_for(mutant: Mutant, recording: Recording, seconds: float) -> list[Part]:
    """The tests that call the function, quick ones first, as many as there is time for.

    Behind them come the others of their files: what tests of a file keep for each other is recorded of the first alone.
    """
    thing = f"{mutant.file}:{mutant.function}"
    calling = {part for parts in recording.parts.values() for part in parts if thing in part.things}
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
    return pick(Change({f"{mutant.file}:{mutant.function}"}, set()), recording)[0]


def main(words: Sequence[str]) -> int:
    """Draw changes, try them, and list those that survive; the exit code is 1 if more than 15 % do."""
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
    parser.add_argument("--noticed", type=Path, metavar="FILE", help="those that it lists as noticed")
    parser.add_argument(
        "--results", type=Path, metavar="FILE", help="add results to this file; what it has is not tried again"
    )
    parser.add_argument("--cores", type=int, default=2, help="as many at a time")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds of tests for a change")
    parser.add_argument("--near", action="store_true", help="with the tests that `dev.py near` picks for the change")
    wanted = parser.parse_args(words)
    listed = read_results(wanted.survivors or wanted.noticed)
    if wanted.survivors or wanted.noticed:
        drawn = named_mutants({key for key, noticed in listed.items() if bool(noticed) == (wanted.survivors is None)})
    else:
        drawn = drawn_mutants(wanted.packages, wanted.count, wanted.seed)
    equivalent, done = read_equivalents(), read_results(wanted.results)
    tried = [each for each in drawn if each.key not in equivalent]
    recording = load_recording()
    known = {thing for parts in recording.parts.values() for part in parts for thing in part.things}
    unused = [each for each in tried if f"{each.file}:{each.function}" not in known]
    left = [each for each in tried if each not in unused and each.key not in done]
    tasks = [
        (each, near_tests(each, recording) if wanted.near else tests_for(each, recording, wanted.seconds))
        for each in left
    ]
    trial = Trial(tasks, wanted.cores, wanted.results)
    tests = sorted({part.file for _, found in tasks for part in found})
    if tasks:
        pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not packaging", *tests], plugins=[trial])
    lost = [*unused, *(each for each in tried if each in trial.survivors or done.get(each.key) == "")]
    sys.stdout.write(
        f"{len(tried) - len(lost)} of {len(tried)} changes were noticed; {len(drawn) - len(tried)} more make no difference. Not noticed:\n"
    )
    for mutant in lost:
        sys.stdout.write(f"  {mutant}{' (no recorded test calls the function)' if mutant in unused else ''}\n")
    return int(len(lost) > 0.15 * len(tried))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
