"""The slips as they stand in the YAML beside this file, and how they are put into a copy of the data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.quick_yaml import read_yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LISTS = {"own games": ("shape", "names", "language", "figures", "files"), "orchard": ("orchard",)}
"""The lists of slips, each with its families."""
FAMILIES = tuple(family for families in LISTS.values() for family in families)
GAMES = ("data", "examples", "tests/check/slips/games")
"""The directories of the games that slips are put into."""


@dataclass(frozen=True)
class Slip:
    """One slip: a changed place of a file, a file that was moved, or one that was added."""

    family: str
    number: int
    file: str
    """The file that is wrong afterwards, from the root of the project."""
    right: str
    """What the file says without the slip; of an added file, what was meant."""
    wrong: str
    lines: frozenset[int]
    """Where in the wrong file a finding may stand; empty: anywhere in it."""
    also: tuple[str, int] | None = None
    """A line of another file where it may stand as well."""
    origin: str = ""
    """Where a moved file should lie."""
    encoding: str = "utf-8"

    @property
    def name(self) -> str:
        """Its family and place there."""
        return f"{self.family} {self.number}"

    @property
    def game(self) -> Path:
        """The directory of its game, from the root of the project."""
        home = next(each for each in GAMES if self.file.startswith(f"{each}/"))
        return Path(home, Path(self.file).relative_to(home).parts[0])


def slips() -> list[Slip]:
    """All whose place is still there: the games go on changing."""
    return [slip for slip, _ in _all() if slip is not None]


def outdated() -> list[str]:
    """The slips whose place is gone, for whoever wants to find them another one."""
    return [name for slip, name in _all() if slip is None]


@cache
def _all() -> list[tuple[Slip | None, str]]:
    made = []
    for family in FAMILIES:
        listed = read_yaml(HERE / f"{family}.yaml")["slips"]
        for number, entry in enumerate(listed, 1):
            name = f"{family} {number}: {entry.get('old')!r} is not in {entry.get('in')}"
            made.append((_slip(family, number, entry), name))
    return made


def _slip(family: str, number: int, entry: dict[str, Any]) -> Slip | None:
    if "add" in entry:
        wrong = entry["text"]
        return Slip(family, number, entry["add"], entry.get("right", ""), wrong, _lines_with(wrong, entry.get("at")))
    if not (ROOT / entry["in"]).is_file():
        return None
    right = (ROOT / entry["in"]).read_bytes().decode("utf-8")
    if "move" in entry:
        return Slip(family, number, entry["move"], right, right, frozenset(), origin=entry["in"])
    begin = right.find(entry.get("after", ""))
    at = right.find(entry["old"], begin)
    if min(begin, at) < 0:
        return None
    wrong = right[:at] + entry["new"] + right[at + len(entry["old"]) :]
    assert wrong != right, (family, number)
    lines = _changed(right, wrong) | _lines_with(wrong, entry.get("at"), begin)
    encoding = "latin-1" if entry.get("latin") else "utf-8"
    return Slip(family, number, entry["in"], right, wrong, lines, _also(entry.get("also")), encoding=encoding)


def _also(given: dict[str, str] | None) -> tuple[str, int] | None:
    if given is None:
        return None
    (line,) = _lines_with((ROOT / given["in"]).read_text(encoding="utf-8"), given["at"])
    return given["in"], line


def _changed(right: str, wrong: str) -> frozenset[int]:
    """The lines of the wrong text that differ, from the first to the last; of a deletion the line in its place."""
    old, new = right.split("\n"), wrong.split("\n")
    same = next(n for n, (a, b) in enumerate(zip([*old, None], [*new, None], strict=False)) if a != b)
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return frozenset(range(same + 1, max(same + 1, len(new) - tail) + 1))


def _lines_with(text: str, wanted: str | None, begin: int = 0) -> frozenset[int]:
    return frozenset() if wanted is None else frozenset({text.count("\n", 0, text.index(wanted, begin)) + 1})


@contextmanager
def put(slip: Slip, data: Path) -> Iterator[None]:
    """A slip in a copy of the data, taken out again afterwards."""
    file = data / slip.file
    origin = data / slip.origin if slip.origin else None
    kept = file.read_bytes() if file.exists() else None
    new = not file.parent.exists()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(slip.wrong.encode(slip.encoding, "replace"))
    if origin is not None:
        origin.unlink()
    try:
        yield
    finally:
        if kept is None:
            file.unlink()
        else:
            file.write_bytes(kept)
        if new:
            file.parent.rmdir()
        if origin is not None:
            origin.write_bytes(slip.right.encode("utf-8"))
