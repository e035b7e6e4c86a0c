"""The tests nearest to a change: `python3 dev.py near [PACKAGE...]`, within a minute.

Without a package it looks at the lines that differ from the last commit, or, if none does, at those that the last commit changed. For a change in
`find_game` of `ruleset_core/discovery.py` it picks, of all recorded tests that run `find_game`, those that run little else and take little time,
until `BUDGET` is used. It prints what was left out; `python3 dev.py test` is what decides.

`python -m tests.near --record` records test files that were changed or added since they were recorded (`--record all`: every one, which takes about
as long as all tests), and writes `tests/recorded.json`.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time

from tests.near_limit import ALWAYS, UNTIL
from tests.recorder import PACKAGE, definitions, record
from tests.recording import Part, Recording, load_recording, test_files

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 60
START = 10
"""Seconds until workers have begun and collected."""
CORES = min(os.cpu_count() or 1, 4)
BUDGET = (SECONDS - START) * CORES * 0.8
"""CPU seconds of recorded tests; not all cores are busy to the end."""
EACH = 0.05
"""Seconds that are counted for every part besides its own: to import it, and to begin."""
SKIPPED = "not packaging and not bench"
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


@dataclass
class Change:
    """What was changed: functions and files (`things` of a recording), and test files."""

    things: set[str] = field(default_factory=set)
    tests: set[str] = field(default_factory=set)


def changed(recorded: Collection[str]) -> Change:
    """The functions and files whose lines differ from the last commit, else those that it changed.

    Args:
        recorded: all things that were recorded.
    """
    told = _git("diff", "HEAD", "--unified=0", "--no-renames", "--no-ext-diff")
    added = _git("ls-files", "--others", "--exclude-standard").splitlines()
    if not told and not added:
        told = _git("show", "HEAD", "--unified=0", "--no-renames", "--no-ext-diff", "--format=")
    lines = {name: changed_lines(part) for name, part in _by_file(told)}
    return change_of(lines | dict.fromkeys(added), recorded)


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def _by_file(diff: str) -> Iterable[tuple[str, str]]:
    for part in re.split(r"^diff --git ", diff, flags=re.MULTILINE)[1:]:
        names = re.findall(r"^(?:\+\+\+ b/|--- a/)(.*)$", part, re.MULTILINE)  # the new name is the last one
        if names:
            yield names[-1], part


def changed_lines(diff: str) -> set[int]:
    """The lines of the new file that a diff without context changed; where lines went, those around them."""
    found: set[int] = set()
    for start, length in HUNK.findall(diff):
        first, many = int(start), int(length) if length else 1
        found |= set(range(first, first + many)) if many else {first, first + 1}
    return found


def change_of(files: Mapping[str, set[int] | None], recorded: Collection[str]) -> Change:
    """The functions and files behind changed lines; all lines of a file where they are None."""
    change = Change()
    modules: dict[str, set[str]] = {}
    for thing in recorded:
        module, _, function = thing.partition(":")
        if function:
            modules.setdefault(module, set()).add(thing)
    for name, lines in files.items():
        if name.startswith("tests/") and Path(name).name.startswith("test_"):
            change.tests.add(name)
        elif name.startswith(f"{PACKAGE}/") and name.endswith(".py"):
            functions = functions_at(ROOT / name, lines)
            known = {f"{name}:{each}" for each in functions or ()} & modules.get(name, set())
            change.things |= (
                known or modules.get(name) or {name}
            )  # constants and new functions concern the whole module
        else:
            change.things.add(name)
    return change


def functions_at(file: Path, lines: set[int] | None) -> set[str] | None:
    """The innermost functions around lines of a file; None where a line stands outside all of them, or the file is no Python.

    What is imported concerns the functions that changed with it; all of them if none has.
    """
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (OSError, SyntaxError):
        return None
    if lines is None:
        return None
    spans = [
        (min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.end_lineno or node.lineno, name)
        for name, node in definitions(tree)
    ]
    text = file.read_text(encoding="utf-8").splitlines()
    imports = {
        line
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    found = set()
    for line in lines:
        around = [(start, name) for start, end, name in spans if start <= line <= end]
        if around:
            found.add(max(around)[1])
        elif line not in imports and line <= len(text) and text[line - 1].strip():
            return None
    return found if found or not lines & imports else None


def of_package(name: str, recorded: Iterable[str]) -> set[str]:
    """All recorded functions and files of a package of `ruleset_core`, of a game or of the documents."""
    homes = (
        f"{PACKAGE}/{name}/",
        f"{PACKAGE}/{name}.py",
        f"data/{name}/",
        f"examples/{name}/",
        f"games/{name}/",
        f"{name}/",
    )
    return {thing for thing in recorded if thing.startswith(homes)}


def of_same_packages(things: Collection[str], recorded: Collection[str]) -> set[str]:
    """For modules that no test is known to run, all that is known of their packages."""
    known = {thing.partition(":")[0] for thing in recorded}
    missed = {str(Path(thing).parent) for thing in things if thing.endswith(".py") and thing not in known}
    return {thing for thing in recorded if str(Path(thing.partition(":")[0]).parent) in missed}


def pick(change: Change, recording: Recording, budget: float = BUDGET) -> tuple[list[Part], list[Part]]:
    """The parts to run, in order, and those that run what was changed and are left out.

    Test files that were changed come first, however long they take. Then each changed function takes in turn, of the parts that run it,
    one that runs many of the changed functions and little else, and is quick; one waits that others have taken more parts for.
    What alone takes a tenth of the time comes last.
    """
    parts = [part for each in recording.parts.values() for part in each]
    chosen = [part for part in parts if part.file in change.tests]
    chosen += [Part(file, "", 0, frozenset()) for file in sorted(change.tests - recording.parts.keys())]
    left = budget - sum(part.seconds + EACH for part in chosen)
    things = change.things | {
        thing.partition(":")[0] for thing in change.things
    }  # what was never recorded names modules
    touched = {part: found for part in parts if part.file not in change.tests and (found := part.things & things)}
    cost = {part: (len(part.things) / len(found) * (part.seconds + EACH), part.name) for part, found in touched.items()}
    taken = Counter[str]()
    for longest in (budget / 10, budget):
        running: dict[str, list[Part]] = {}
        for part in sorted(touched, key=cost.__getitem__, reverse=True):
            if part.seconds <= longest:
                for thing in touched[part]:
                    running.setdefault(thing, []).append(part)
        in_turn = sorted(running, key=lambda thing: cost[running[thing][-1]])
        for turn in count(1):
            for thing in in_turn:
                while taken[thing] < turn and running[thing]:
                    part = running[thing].pop()
                    if part in touched and part.seconds + EACH <= left:
                        chosen.append(part)
                        left -= part.seconds + EACH
                        taken.update(touched.pop(part))
            if not any(running.values()):
                break
    return chosen, sorted(touched, key=lambda part: part.seconds)


def _cost(parts: Iterable[Part], recording: Recording) -> str:
    """How long parts took when they were recorded; nothing of those that were not."""
    known = [part.seconds for part in parts if part.file in recording.hashes]
    return f", {sum(known):.0f} CPU seconds when they were recorded" if known else ""


def told_of(parts: Collection[Part], recording: Recording, most: int = 10) -> str:
    """Some parts with their seconds, as far as they were recorded, for people."""
    shown = [
        f"  {f'{part.seconds:6.1f}' if part.file in recording.hashes else '     ?'} s  {part.name}"
        for part in list(parts)[:most]
    ]
    more = len(parts) - len(shown)
    return "\n".join([*shown, *([f"  and {more} more"] if more > 0 else [])])


def run(parts: Collection[Part], options: list[str], always: Collection[str]) -> int:
    """Run these tests on all cores; within the minute, but for the test files that are always run to their end."""
    names = [part.name for part in parts]
    environment = {**os.environ, UNTIL: str(time() + SECONDS), ALWAYS: json.dumps(sorted(always))}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.near_limit",
        "-q",
        "-m",
        SKIPPED,
        "-n",
        str(CORES),
        "--dist",
        "load",  # in their order, the nearest first
        *names,
        *options,
    ]
    code = subprocess.call(command, cwd=ROOT, env=environment)
    return 0 if code == 5 else code  # all that was picked is left out by SKIPPED


def record_all(recording: Recording, files: list[str]) -> list[str]:
    """Record test files, one on each core; those in which a test failed meanwhile."""
    failed, saved = [], time()
    with ThreadPoolExecutor(CORES) as pool, TemporaryDirectory() as marked:
        running = {pool.submit(record, file, Path(marked)): file for file in files}
        for each in as_completed(running):
            file, (code, lines) = running[each], each.result()
            sys.stderr.write(f"{file}: {sum(line[1] for line in lines):.1f} s{'' if code in (0, 5) else ', FAILED'}\n")
            recording.put(file, lines)
            if time() > saved + SECONDS:
                recording.save()
                saved = time()
            if code not in (0, 5):
                failed.append(file)
    return failed


def main(words: list[str]) -> int:
    """Run the tests near to the packages named, or to what has changed; or record."""
    recording = load_recording()
    if words[:1] == ["--record"]:
        recording.forget_missing()
        if words[1:] == ["all"]:
            recording.order = []  # numbers of things that are gone are given to others
        wanted = test_files() if words[1:] == ["all"] else words[1:] or recording.outdated()
        failed = record_all(recording, wanted)
        recording.save()
        return 1 if failed else 0
    options = [word for word in words if word.startswith("-")]
    packages = [word for word in words if not word.startswith("-")]
    if guessed := recording.guess_missing():
        sys.stderr.write(
            f"{guessed} test files were never recorded (`python -m tests.near --record`). They are picked by the modules and games that "
            "they name: those that reach a change through other modules are missed, and how long they take is not known.\n"
        )
    recorded = {thing for parts in recording.parts.values() for part in parts for thing in part.things}
    change = (
        changed(recorded) if not packages else Change(set().union(*(of_package(each, recorded) for each in packages)))
    )
    if packages and not change.things:
        sys.stderr.write(f"No recorded test runs or reads anything of {', '.join(packages)}.\n")
        return 2
    if not packages:
        change.things |= of_same_packages(change.things, recorded)
    parts, left_out = pick(change, recording)
    sys.stderr.write(
        f"{len(change.things)} functions and files and {len(change.tests)} test files changed; {len(parts)} tests or files of tests "
        f"are run{_cost(parts, recording)}.\n"
    )
    if left_out:
        sys.stderr.write(
            f"Left out, though they run what was changed{_cost(left_out, recording)}:\n{told_of(left_out, recording)}\n"
        )
    if not guessed and (outdated := recording.outdated()):
        sys.stderr.write(
            f"{len(outdated)} test files changed since they were recorded; `python -m tests.near --record` records them anew.\n"
        )
    if not parts:
        sys.stderr.write("No recorded test runs what was changed.\n")
        return 0
    return run(parts, options, change.tests)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
