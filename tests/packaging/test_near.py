"""The command for a quick answer names tests that exist, and every package."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import near

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("package", near.NEAR)
def test_the_tests_of_a_package_are_there(package):
    assert [path for path in near.NEAR[package] if not (ROOT / path).exists()] == []


def test_every_package_and_game_is_known():
    packages = {path.parent.name for path in (ROOT / "ruleset_core").glob("*/__init__.py")}
    games = {path.parent.name for path in (ROOT / "data").glob("*/game.yaml")}
    assert packages | games <= set(near.NEAR)


def test_files_belong_to_packages():
    files = [
        "ruleset_core/lang/walk.py",
        "data/troyes/game.yaml",
        "docs/engine.md",
        "ruleset_core/lang/tree.py",
        "x.md",
    ]
    assert near.packages_of(files) == ["lang", "troyes", "docs"]
    assert near.packages_of(["games/tournay/view.py", "tests/check/test_run.py"]) == ["tournay", "check"]


def test_a_package_that_does_not_exist(capsys):
    assert near.main(["lnag"]) == 2
    assert "There is no package `lnag`" in capsys.readouterr().err
