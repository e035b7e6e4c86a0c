"""What `python -m tests.near --record` keeps in `tests/recorded.json`: for each test file what it runs, what it reads and how long it takes.

    {"things": ["ruleset_core/discovery.py:find_game", ..., "data/troyes/game.yaml", ...],
     "tests": {"tests/cli/test_list.py": {"hash": "5f0c...", "parts": {"": 0.5}, "things": "eJw..."}}}

A thing is a function (`module:qualified name`) or a file. Of a test file that takes more than `SPLIT` seconds every test function is a part
of its own, of others the file is one part, whose name is empty. Each part has its CPU seconds and its things: a row of bits, the rows of a
file compressed together. New things come last: lines of test files that were not recorded again stay as they are.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "tests" / "recorded.json"
SPLIT = 5.0
"""CPU seconds beyond which the test functions of a file are kept apart."""

GUESS = 5.0
"""CPU seconds that are reckoned for a test file that was never recorded."""

GAMES = ("data", "examples")

Line = tuple[str, float, list[tuple[str, str]], list[str]]
"""What `tests.recorder.record` gives for a test function: its name, CPU seconds, functions that ran, files that were read."""


@dataclass(frozen=True)
class Part:
    """A test file, or a test function of one that takes long."""

    file: str
    function: str
    seconds: float
    things: frozenset[str]

    @property
    def name(self) -> str:
        """What pytest calls it."""
        return f"{self.file}::{self.function}" if self.function else self.file


@dataclass
class Recording:
    """All parts, and the hash that each test file had."""

    parts: dict[str, list[Part]] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    order: list[str] = field(default_factory=list, compare=False)
    """The things by their numbers in the file that was read."""

    def put(self, test_file: str, lines: Iterable[Line]) -> None:
        """Replace what is known of a test file."""
        seconds: dict[str, float] = {}
        things: dict[str, set[str]] = {}
        for name, spent, ran, read in lines:
            function = name.partition("::")[2]
            seconds[function] = seconds.get(function, 0) + spent
            things.setdefault(function, set()).update((f"{module}:{each}" for module, each in ran), read)
        shared = things.pop("", set())  # what importing the file ran and read
        seconds.pop("", 0)
        if sum(seconds.values()) <= SPLIT:
            together = shared.union(*things.values())
            self.parts[test_file] = [Part(test_file, "", sum(seconds.values()), frozenset(together))]
        else:
            self.parts[test_file] = [
                Part(test_file, each, seconds[each], frozenset(things[each] | shared)) for each in things
            ]
        self.hashes[test_file] = hash_of(test_file)

    def forget_missing(self) -> None:
        """Forget test files that are gone."""
        for file in [file for file in self.parts if not (ROOT / file).is_file()]:
            del self.parts[file], self.hashes[file]

    def guess_missing(self) -> int:
        """Take what it names as what a test file runs that was never recorded; how many such files there are."""
        missing = [file for file in test_files() if file not in self.parts]
        games = {each.parent.name: each.parent for home in GAMES for each in (ROOT / home).glob("*/game.yaml")}
        for file in missing:
            self.parts[file] = [Part(file, "", GUESS, frozenset(named_files(ROOT / file, games)))]
        return len(missing)

    def outdated(self) -> list[str]:
        """The test files that were changed or added since they were recorded."""
        return [file for file in test_files() if self.hashes.get(file) != hash_of(file)]

    def to_json(self) -> dict[str, Any]:
        """As it stands in the file."""
        things = {thing for parts in self.parts.values() for part in parts for thing in part.things}
        order = [*self.order, *sorted(things.difference(self.order))]
        numbers = {thing: number for number, thing in enumerate(order)}
        tests: dict[str, Any] = {}
        for file, parts in sorted(self.parts.items()):
            in_order = sorted(parts, key=lambda each: each.function)
            tests[file] = {
                "hash": self.hashes[file],
                "parts": {part.function: round(part.seconds, 2) for part in in_order},
                "things": _packed([part.things for part in in_order], numbers),
            }
        return {"things": order, "tests": tests}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Recording:
        """Read it again."""
        made = cls(order=data["things"])
        for file, said in data["tests"].items():
            made.hashes[file] = said["hash"]
            rows = _unpacked(said["things"], len(said["parts"]), made.order)
            made.parts[file] = [
                Part(file, function, seconds, things)
                for (function, seconds), things in zip(said["parts"].items(), rows, strict=True)
            ]
        return made

    def save(self, file: Path = FILE) -> None:
        """Write it, one test file a line, so that changes can be read."""
        data = self.to_json()
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(said)}" for name, said in data["tests"].items())
        things = ",\n".join(map(json.dumps, data["things"]))
        file.write_text(f'{{"things": [\n{things}\n],\n"tests": {{\n{lines}\n}}}}\n', encoding="utf-8")


@cache
def imported_files(file: Path) -> frozenset[str]:
    """The files of the project that a Python file imports: `ruleset_core/discovery.py`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
    files = {f"{name.replace('.', '/')}{end}" for name in found for end in (".py", "/__init__.py")}
    return frozenset(each for each in files if each.startswith(("ruleset_core/", "tests/")) and (ROOT / each).is_file())


def named_files(test_file: Path, games: Mapping[str, Path]) -> set[str]:
    """The modules that a test file imports, itself and through helpers among the tests, and the files of the games that it names."""
    found: set[str] = set()
    waiting = {str(test_file.relative_to(ROOT))}
    while waiting:
        found |= waiting
        waiting = {
            each for file in waiting if file.startswith("tests/") for each in imported_files(ROOT / file)
        } - found
    text = test_file.read_text(encoding="utf-8")
    for name, home in games.items():
        if f'"{name}"' in text:
            found.update(str(each.relative_to(ROOT)) for each in home.rglob("*.yaml"))
    return found


def load_recording(file: Path = FILE) -> Recording:
    """What was recorded; nothing where there is no file."""
    return Recording.from_json(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else Recording()


def test_files() -> list[str]:
    """All files with tests, from the root of the project."""
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))


def hash_of(file: str) -> str:
    """A short hash of a file's content."""
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:12]


def _packed(rows: Sequence[frozenset[str]], numbers: Mapping[str, int]) -> str:
    length = max((numbers[thing] for things in rows for thing in things), default=0) // 8 + 1
    bits = bytearray(length * len(rows))
    for start, things in zip(range(0, len(bits), length), rows, strict=True):
        for number in map(numbers.__getitem__, things):
            bits[start + number // 8] |= 1 << number % 8
    return base64.b85encode(zlib.compress(bits, 9)).decode()


def _unpacked(packed: str, rows: int, order: Sequence[str]) -> list[frozenset[str]]:
    bits = zlib.decompress(base64.b85decode(packed))
    length = len(bits) // rows
    return [
        frozenset(
            order[8 * place + bit]
            for place, byte in enumerate(bits[start : start + length])
            if byte
            for bit in range(8)
            if byte >> bit & 1
        )
        for start in range(0, len(bits), length)
    ]
