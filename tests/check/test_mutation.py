"""One slip in the project's own data is reported, nearly always, and never ends in a traceback.

    pytest -m slow tests/check/test_mutation.py -s                      the short form, as in CI
    RULESET_MUTATIONS=2000 pytest -m slow tests/check/test_mutation.py -s   the long form; any number goes

With `-s` the slips that were not reported are listed.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from ruleset_core.check.combine import combinations, merged
from ruleset_core.check.targets import targets_of
from ruleset_core.model.diagnostic import Diagnostic
from tests.check.mutate import Slip, meaning, slip

ROOT = Path(__file__).parents[2]
COUNT = int(os.environ.get("RULESET_MUTATIONS", "100"))
SEED = int(os.environ.get("RULESET_MUTATION_SEED", "1"))
OF_DELETED, OF_OTHERS = (0.85 if COUNT >= 300 else 0.65), 0.97
"""The shares of slips that are reported; among few, chance may take many names and labels, which need not be there."""


@dataclass
class Game:
    """A copy of a game to make slips in, and what is found in it without any."""

    path: Path
    files: list[Path]
    known: set[tuple[str, str]]


def _findings(path: Path) -> list[Diagnostic]:
    """What is found; with an error in the game alone, expansions are not looked at, which saves half of the time."""
    (target,) = targets_of([path])
    made = []
    for linked in combinations(target.game, target.expansions):
        made.append(linked)
        if not linked.sound:
            break
    return merged(made)


def _keys(found: list[Diagnostic]) -> set[tuple[str, str]]:
    return {(item.code, item.message) for item in found}


def _copies(tmp_path: Path) -> list[Game]:
    games = []
    for header in sorted([*ROOT.glob("data/*/game.yaml"), *ROOT.glob("examples/*/game.yaml")]):
        path = tmp_path / header.parent.name
        shutil.copytree(header.parent, path)
        files = sorted(file for file in path.rglob("*.yaml") if "scenarios" not in file.parts)
        games.append(Game(path, files, _keys(_findings(path))))
    return games


@pytest.mark.slow
def test_slips_are_reported(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("RULESET_PATH", raising=False)
    random = Random(SEED)
    games = _copies(tmp_path)
    weights = {(game.path, file): file.read_text(encoding="utf-8") for game in games for file in game.files}
    by_path = {game.path: game for game in games}
    made: Counter[str] = Counter()
    missed: list[tuple[str, Slip]] = []
    for path, file in random.choices(list(weights), [len(text) for text in weights.values()], k=COUNT):
        text = weights[path, file]
        change = slip(text, random)
        if meaning(change.text) == meaning(text):
            continue  # a comment, or another way to write the same
        made[change.kind] += 1
        file.write_text(change.text, encoding="utf-8")
        found = _findings(path)
        file.write_text(text, encoding="utf-8")
        assert not any(item.code == "E999" for item in found), (file, change)
        if not _keys(found) - by_path[path].known:
            missed.append((f"{file.relative_to(tmp_path)}:{change.line}", change))
    _show(made, missed)
    silent = Counter(change.kind for _, change in missed)
    deleted = made["delete a line"]  # a line less is often another game as sound as the one before
    assert silent["delete a line"] <= (1 - OF_DELETED) * deleted
    assert silent.total() - silent["delete a line"] <= (1 - OF_OTHERS) * (made.total() - deleted)


def _show(made: Counter[str], missed: list[tuple[str, Slip]]) -> None:
    silent = Counter(change.kind for _, change in missed)
    lines = [f"{kind}: {count - silent[kind]} of {count} reported" for kind, count in sorted(made.items())]
    share = 1 - len(missed) / made.total()
    lines.append(f"in all: {made.total() - len(missed)} of {made.total()} reported ({share:.1%})")
    for place, change in sorted(missed, key=lambda each: (each[1].kind, each[0])):
        lines.append(f"  not reported: {change.kind}: {place}: {change.what}")
    sys.stdout.write("\n" + "\n".join(lines) + "\n")
