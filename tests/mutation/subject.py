"""A game whose scenarios are asked about slips in its data."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ruleset_core import Game, RulesetError, load
from ruleset_core.testing.scenarios import ScenarioCase, ScenarioSuite, scenario_files
from ruleset_core.testing.scenarios.runner import run_case
from tests.check.mutate import Slip, meaning, played_files
from tests.mutation.kin import Kin
from tests.mutation.slips import slips_of

UNSOUND, SAME, NOTICED, SURVIVES = "does not load", "changes nothing", "noticed", "survives"
CRASHES = "ends in a traceback"
"""What can be said of a slip; one that loading cannot cope with is a bug of the core."""


_LISTED = re.compile(r"^(\S+):\d+  \w+\n  - ?(.*)\n  \+ ?(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Placed:
    """A slip in a file of a game (its path there), and the lines it changes, as they were and as they are."""

    file: str
    slip: Slip
    old: str
    new: str

    def __str__(self) -> str:
        """As it is printed, and read again for `--only`."""
        return f"{self.file}:{self.slip.line}  {self.slip.kind}\n  - {self.old}\n  + {self.new}"


class Subject:
    """A copy of a game in which slips are tried, and its scenarios by the expansions they are played with."""

    def __init__(self, game: Path, copy: Path) -> None:
        self.directory = shutil.copytree(game, copy)
        found = ScenarioSuite(scenario_files([str(copy)]))
        if found.broken:
            raise ValueError(f"a file of scenarios cannot be read: {found.broken[0].name}")
        self._cases: dict[tuple[str, ...], list[ScenarioCase]] = {(): []}
        for case in found.cases:
            self._cases.setdefault(case.expansions, []).append(case)
        self._programs: dict[tuple[str, ...], str] = {}
        self._kin: dict[tuple[str, ...], Kin] = {}
        for expansions, cases in self._cases.items():
            linked = self._load(expansions)
            self._programs[expansions] = repr(linked.program)
            self._kin[expansions] = Kin(linked)
            failing = next((case for case in cases if not run_case(case, linked).ok), None)
            if failing is not None:
                raise ValueError(f"the scenario `{failing.name}` fails without any slip")

    def slips(self) -> list[Placed]:
        """All slips of all files that are played."""
        found = []
        for path in played_files(self.directory):
            file, text = path.relative_to(self.directory).as_posix(), path.read_text(encoding="utf-8")
            found += [placed(file, text, slip) for slip in slips_of(text, self._kin[self._combinations(file)[0]])]
        return found

    def judge(self, tried: Placed) -> str:
        """What becomes of a slip: whether it loads, changes anything, and a scenario fails."""
        path = self.directory / tried.file
        text = path.read_text(encoding="utf-8")
        if meaning(tried.slip.text) == meaning(text):
            return SAME
        path.write_text(tried.slip.text, encoding="utf-8")
        try:
            return self._judged(tried)
        finally:
            path.write_text(text, encoding="utf-8")

    def _judged(self, tried: Placed) -> str:
        changed = False
        for expansions in self._combinations(tried.file):
            try:
                game = self._load(expansions)
            except (RulesetError, OSError, ImportError):
                return UNSOUND
            except Exception:  # noqa: BLE001 - bad data is told, whatever it is; that it is not is what is found here
                return CRASHES
            if repr(game.program) == self._programs[expansions]:
                continue
            changed = True
            if self._fails(expansions, game, tried):
                return NOTICED
        return SURVIVES if changed else SAME

    def _fails(self, expansions: tuple[str, ...], game: Game, tried: Placed) -> bool:
        """Whether a scenario fails; those that failed last time, and those that name the changed entry, come first."""
        named = _entry(tried)
        cases = self._cases[expansions]
        for case in sorted(cases, key=lambda case: not (named and named in case.document.source.text)):
            if not run_case(case, game).ok:
                cases.remove(case)
                cases.insert(0, case)
                return True
        return False

    def _load(self, expansions: tuple[str, ...]) -> Game:
        roots = [self.directory / "expansions"]
        return load(self.directory, expansions=expansions, roots=roots)

    def _combinations(self, file: str) -> list[tuple[str, ...]]:
        """The sets of expansions a file is played with, smallest first."""
        found = sorted(self._cases, key=len)
        if not file.startswith("expansions/"):
            return found
        return [each for each in found if any(Path(file).parts[1] in Path(name).parts for name in each)] or found


def placed(file: str, text: str, slip: Slip) -> Placed:
    """A slip with the lines it changes; what is the same at both ends is left out."""
    old, new = text.splitlines(), slip.text.splitlines()
    while old and new and old[-1] == new[-1]:
        old.pop()
        new.pop()
    same = next(
        (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )
    return Placed(file, slip, _shown(old[same:]), _shown(new[same:]))


def in_turn(slips: Iterable[Placed], seed: int) -> list[Placed]:
    """Slips in a random order that goes through all lines once before it comes to any line again."""
    random = Random(seed)
    lines: dict[tuple[str, int], list[Placed]] = {}
    for each in slips:
        lines.setdefault((each.file, each.slip.line), []).append(each)
    for line in lines.values():
        random.shuffle(line)
    order: list[Placed] = []
    for turn in range(max(map(len, lines.values()), default=0)):
        now = [line[turn] for line in lines.values() if turn < len(line)]
        random.shuffle(now)
        order += now
    return order


def chosen(slips: Iterable[Placed], listed: str) -> list[Placed]:
    """The slips that a text lists, as a campaign printed them; lines may have moved since, other text may stand between."""
    wanted = {match.groups() for match in _LISTED.finditer(listed)}
    return [each for each in slips if (each.file, each.old, each.new) in wanted]


def _shown(lines: list[str]) -> str:
    return " / ".join(line.strip() for line in lines if line.strip())


def _entry(tried: Placed) -> str:
    """The key of the entry a slip lies in: the nearest one above it that is indented by two, the level of ids."""
    lines = tried.slip.text.splitlines()[: tried.slip.line]
    return next(
        (line.strip().split(":")[0] for line in reversed(lines) if line.startswith("  ") and line[2:3].isalpha()), ""
    )
