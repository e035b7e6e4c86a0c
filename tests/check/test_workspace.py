"""A workspace finds what a fresh check finds, whatever was changed before, and answers soon."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleset_core.check.checker import check_paths
from ruleset_core.check.workspace import Workspace
from ruleset_core.diagnostics import Diagnostic
from tests.check.slips.corpus import ROOT, Slip, put, slips
from tests.sampled import LONG

GAMES = ROOT / "tests/check/slips/games"
ORCHARD = [each for each in slips() if each.family == "orchard"]


def fresh(game: Path) -> tuple[Diagnostic, ...]:
    return check_paths([game], roots=[game.parent]).diagnostics


@pytest.mark.slow
def test_after_each_slip_a_workspace_finds_what_a_fresh_check_finds(tmp_path: Path) -> None:
    shutil.copytree(GAMES, tmp_path / "tests/check/slips/games")
    spaces: dict[Path, Workspace] = {}
    for slip in ORCHARD if LONG else ORCHARD[::4]:
        game = tmp_path / slip.game
        space = spaces.setdefault(game, Workspace(game, [game.parent]))
        before = space.check().diagnostics
        with put(slip, tmp_path):
            space.check_file(tmp_path / slip.file)
            assert space.check().diagnostics == fresh(game), slip.name
        assert space.check().diagnostics == before, slip.name


def typed(slip: Slip, root: Path, space: Workspace) -> tuple[Diagnostic, ...]:
    """What is found when an editor has the slip, and no file has it."""
    space.set_text(root / slip.file, slip.wrong)
    found = space.check().diagnostics
    space.set_text(root / slip.file, None)
    return found


def test_unsaved_texts_take_the_place_of_files(tmp_path: Path) -> None:
    shutil.copytree(GAMES, tmp_path / "tests/check/slips/games")
    some = [each for each in ORCHARD if not each.origin and each.encoding == "utf-8"][1::30]
    for slip in some:
        game = tmp_path / slip.game
        found = typed(slip, tmp_path, Workspace(game, [game.parent]))
        with put(slip, tmp_path):
            assert found == fresh(game), slip.name
        assert found
    assert len(some) > 1


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A workspace of a small game with an expansion, checked once."""
    root = tmp_path_factory.mktemp("games")
    shutil.copytree(GAMES, root, dirs_exist_ok=True)
    space = Workspace(root / "orchard", [root])
    assert space.check().diagnostics == ()
    return space


def test_a_file_alone_is_told_of_its_own_mistakes(orchard: Workspace) -> None:
    game = Path(orchard.target)
    for path in sorted(game.rglob("*.yaml")):
        assert orchard.check_file(path) == ()
    path = game / "game.yaml"
    text = path.read_text(encoding="utf-8")
    orchard.set_text(path, text.replace("\nscore:", "\nscroe:"))
    assert text.count("\nscore:") == 1
    assert [each.code for each in orchard.check_file(path)] == ["E101"]
    assert orchard.check_file(game / "look.yaml") == ()
    orchard.set_text(path, None)
    assert orchard.check_file(path) == ()


def test_warnings_of_lints_move_with_their_lines_until_the_next_check(tmp_path: Path) -> None:
    shutil.copytree(GAMES / "orchard", tmp_path / "orchard")
    path = tmp_path / "orchard" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count("\nversion: ") == 1
    space = Workspace(tmp_path / "orchard", [tmp_path])
    less = "\n".join(line for line in text.split("\n") if not line.startswith("version: "))
    space.set_text(path, less)
    (found,) = space.check().diagnostics
    assert (found.code, found.span.line) == ("W512", 2)
    space.set_text(path, f"# a comment\n{less}")
    assert [(each.code, each.span.line) for each in space.check_file(path)] == [("W512", 3)]
    space.set_text(path, less.replace("game: orchard", "game:  orchard"))
    assert space.check_file(path) == ()
    assert [each.code for each in space.check().diagnostics] == ["W512"]


def test_a_new_file_that_is_not_saved_is_read(orchard: Workspace) -> None:
    path = Path(orchard.target) / "more.yaml"
    orchard.set_text(path, "define:\n  twice: {amount: two_of_them}\n")
    assert {each.code for each in orchard.check_file(path)} == {"E301", "W501"}
    assert path.name in {Path(each.span.file).name for each in orchard.check().diagnostics}
    orchard.set_text(path, None)
    assert orchard.check().diagnostics == ()
