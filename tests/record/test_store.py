"""The saved games of a directory."""

import os
from pathlib import Path

import pytest

from ruleset_core.play.records import saved_files


@pytest.mark.parametrize("target", ["nothing.ruleset", "pig-2.ruleset"])
def test_a_link_that_leads_nowhere_hides_no_saved_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    for name, written in (("pig-1", 1), ("pig-3", 3)):
        (tmp_path / f"{name}.ruleset").write_text("")
        os.utime(tmp_path / f"{name}.ruleset", (written, written))
    (tmp_path / "pig-2.ruleset").symlink_to(target)
    assert [path.stem for path in saved_files()] == ["pig-3", "pig-1"]
