"""One slip in the project's own data is reported, nearly always, and never ends in a traceback.

    pytest -m slow tests/check/test_mutation.py -s                      the short form, as in CI
    RULESET_MUTATIONS=2000 pytest -m slow tests/check/test_mutation.py -s   the long form; any number goes

With `-s` the slips that were not reported are listed.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from ruleset_core.check.combinations import combinations, merge_findings
from ruleset_core.check.targets import find_targets
from ruleset_core.diagnostics import Diagnostic
from tests.check.mutate import Slip, meaning, played_files, slip

ROOT = Path(__file__).parents[2]
COUNT = int(os.environ.get("RULESET_MUTATIONS", "12"))
SEED = int(os.environ.get("RULESET_MUTATION_SEED", "1"))
OF_DELETED, OF_OTHERS = (0.85, 0.97) if COUNT >= 300 else (0.65, 0.9)
"""The shares of slips that are reported; among few, chance may take many names and labels, which need not be there."""
OF_DELETED_LOOKS = 0.4
"""Hardly a line of a look needs to be there: what it says is shown otherwise, or not at all."""
LEAST = 10_000
"""Characters that a game is taken to have at least, so that small examples have their share of the slips."""


@dataclass
class Game:
    """A copy of a game to make slips in, and what is found in it without any."""

    path: Path
    files: list[Path]
    known: set[tuple[str, str]]


@dataclass(frozen=True)
class Made:
    """A slip in a game, at a place, and whether it was reported."""

    game: str
    place: str
    slip: Slip
    reported: bool


def _findings(path: Path) -> list[Diagnostic]:
    """What is found; with an error in the game alone, expansions are not looked at, which saves half of the time."""
    (target,) = find_targets([path])
    made = []
    for linked in combinations(target.game, target.expansions):
        made.append(linked)
        if not linked.sound:
            break
    return merge_findings(made)


def _keys(found: list[Diagnostic]) -> set[tuple[str, str]]:
    return {(item.code, item.message) for item in found}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Game]:
    """Copies of all games. What is found in them without a slip is found once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("RULESET_PATH", raising=False)
        return _copies(tmp_path_factory.mktemp("games"))


def _copies(directory: Path) -> list[Game]:
    games = []
    for header in sorted([*ROOT.glob("data/*/game.yaml"), *ROOT.glob("examples/*/game.yaml")]):
        path = directory / header.parent.name
        shutil.copytree(header.parent, path)
        games.append(Game(path, played_files(path), _keys(_findings(path))))
    return games


@pytest.mark.slow
def test_slips_are_reported(games: list[Game]) -> None:
    _are_reported(games, OF_DELETED)


@pytest.mark.slow
def test_slips_in_looks_are_reported(games: list[Game]) -> None:
    looks = [replace(game, files=[file for file in game.files if _is_look(file)]) for game in games]
    _are_reported([game for game in looks if game.files], OF_DELETED_LOOKS)


def _is_look(file: Path) -> bool:
    """Whether a file says how a game is shown, and nothing else."""
    return set(meaning(file.read_text(encoding="utf-8"))) == {"look"}


def _are_reported(games: list[Game], of_deleted: float) -> None:
    random = Random(SEED)
    made: list[Made] = []
    for game, file in _drawn(games, random):
        text = file.read_text(encoding="utf-8")
        change = slip(text, random)
        if meaning(change.text) == meaning(text):
            continue  # a comment, or another way to write the same
        file.write_text(change.text, encoding="utf-8")
        found = _findings(game.path)
        file.write_text(text, encoding="utf-8")
        assert not any(item.code == "E999" for item in found), (file, change)
        place = f"{file.relative_to(game.path.parent)}:{change.line}"
        made.append(Made(game.path.name, place, change, bool(_keys(found) - game.known)))
    _show(made)
    deleted = [each for each in made if each.slip.kind == "delete a line"]
    others = [each for each in made if each.slip.kind != "delete a line"]
    assert len(deleted) < 4 or _reported(deleted) >= of_deleted * len(
        deleted
    )  # few say nothing; a line less is often another game as sound as before
    assert _reported(others) >= OF_OTHERS * len(others)


def _drawn(games: list[Game], random: Random) -> list[tuple[Game, Path]]:
    """Files to make slips in: long ones more often, yet those of a small game as if it were of the least size."""
    sizes = {(at, file): file.stat().st_size for at, game in enumerate(games) for file in game.files}
    whole = [sum(size for (owner, _), size in sizes.items() if owner == at) for at in range(len(games))]
    weights = [size * max(1, LEAST / whole[at]) for (at, _), size in sizes.items()]
    return [(games[at], file) for at, file in random.choices(list(sizes), weights, k=COUNT)]


def _reported(made: list[Made]) -> int:
    return sum(each.reported for each in made)


def _show(made: list[Made]) -> None:
    """Tell how many were reported, of each kind and in each game, and which were not."""
    groups: dict[str, list[Made]] = {}
    for each in sorted(made, key=lambda each: (each.slip.kind, each.place)):
        for name in (each.slip.kind, f"in {each.game}", "in all"):
            groups.setdefault(name, []).append(each)
    lines = [_line(name, those) for name, those in sorted(groups.items())]
    lines += [
        f"  not reported: {each.slip.kind}: {each.place}: {each.slip.what}"
        for each in groups["in all"]
        if not each.reported
    ]
    sys.stdout.write("\n" + "\n".join(lines) + "\n")


def _line(name: str, made: list[Made]) -> str:
    return f"{name}: {_reported(made)} of {len(made)} reported ({_reported(made) / len(made):.1%})"
