"""Puts slips into what decides and what prints games, one at a time, and runs the tests that should fail with each.

    python -m tests.mutation.printers                   all slips; prints what caught each, and after how long
    python -m tests.mutation.printers wasm/loops        those in files whose path has one of these in it

The slips stand in `printer_slips.py`. A copy of the project is changed, never the project itself. That the tests pass without
a slip is tried first.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic

from tests.mutation.printer_slips import SLIPS, Slip

ROOT = Path(__file__).parents[2]
COPIED = ("ruleset_core", "tests", "games", "data", "examples", "pyproject.toml")
MOST = 600
"""Seconds after which tests that go on for ever have noticed a slip as well."""


class Copy:
    """A copy of the project in which slips are tried."""

    def __init__(self, directory: Path) -> None:
        self.root = directory
        ignored = shutil.ignore_patterns(".*")  # bytecode goes with the files it was compiled from
        for title in COPIED:
            source, target = ROOT / title, directory / title
            shutil.copytree(source, target, ignore=ignored) if source.is_dir() else shutil.copy2(source, target)

    def noticed(self, slip: Slip) -> str:
        """The test that fails with a slip; empty if none does."""
        path = self.root / "ruleset_core" / slip.file
        text, times = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(slipped(text, slip), encoding="utf-8")
        try:
            return self.failing(slip.tests)
        finally:
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def failing(self, tests: Iterable[str], *, keep: bool = False) -> str:
        """The first test that fails; empty if none does. `keep`: compiled modules, which are those without a slip."""
        shutil.rmtree(self.root / "cache", ignore_errors=True)
        command = [
            sys.executable,
            *([] if keep else ["-B"]),
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            *tests,
        ]
        environment = os.environ | {"RULESET_CACHE": str(self.root / "cache")}
        try:
            run = subprocess.run(
                command, cwd=self.root, env=environment, capture_output=True, text=True, check=False, timeout=MOST
            )
        except subprocess.TimeoutExpired:
            return f"no end within {MOST} seconds"
        if run.returncode == 0:
            return ""
        found = re.search(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE)
        return found[1] if found else run.stdout[-300:] + run.stderr[-300:]


def slipped(text: str, slip: Slip) -> str:
    """The text of a file with a slip in it.

    Raises:
        ValueError: the file no longer has the text that is to be changed, or has it more than once.
    """
    if text.count(slip.old) != 1:
        raise ValueError(f"`{slip.old}` stands {text.count(slip.old)} times in {slip.file}, not once")
    return text.replace(slip.old, slip.new)


def tried(slips: Iterable[Slip]) -> Iterator[tuple[Slip, str, float]]:
    """Each slip, the test that fails with it ("" if none does), and the seconds until then."""
    with tempfile.TemporaryDirectory() as directory:
        copy = Copy(Path(directory))
        slips = list(slips)
        if sound := copy.failing(sorted({test for slip in slips for test in slip.tests}), keep=True):
            raise SystemExit(f"without any slip this fails already: {sound}")
        for slip in slips:
            begun = monotonic()
            found = copy.noticed(slip)
            yield slip, found, monotonic() - begun


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation.printers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", default=[""], help="of paths below ruleset_core")
    wanted = parser.parse_args(arguments).parts
    chosen = [slip for slip in SLIPS if any(part in slip.file for part in wanted)]
    missed = 0
    for slip, found, seconds in tried(chosen):
        missed += not found
        sys.stdout.write(f"{slip.file}: {slip.what}: {found or 'NOT NOTICED'} ({seconds:.0f} s)\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(chosen)} slips, {missed} not noticed\n")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
