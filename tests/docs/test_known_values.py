"""The page of known values has all rows, and says what is worked out anew: of small games always, of all with RULESET_LONG."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel")

from tests import known_values
from tests.known_values import KnownValue, ValuesDifferError, rows_of_page
from tests.sampled import LONG


@pytest.mark.slow
def test_the_page_says_what_is_found():
    rows = rows_of_page()
    values = [*known_values.known_values()]
    assert [row.split(" | ")[1] for row in rows] == [each.figure for each in values], (
        "run `python -m tests.known_values`"
    )
    for row, each in zip(rows, values, strict=True):
        if LONG or each.quick:
            assert row == each.row()


def test_another_value_is_told_and_nothing_is_written(monkeypatch, capsys, tmp_path):
    def differs():
        raise ValuesDifferError("known 4, ours 5")

    wrong = KnownValue("pig", "faces", "4", differs, "ruleset show pig")
    monkeypatch.setattr(known_values, "known_values", lambda: iter([wrong]))
    monkeypatch.setattr(known_values, "PAGE", tmp_path / "page.md")
    assert known_values.main([]) == 1
    assert capsys.readouterr().out == "pig, faces: known 4, ours 5\n"
    assert not known_values.PAGE.exists()


def test_rows_of_other_games_are_kept(monkeypatch, tmp_path):
    rows = [KnownValue(game, "faces", "4", lambda: "4", "again") for game in ("pig", "hex")]
    monkeypatch.setattr(known_values, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(known_values, "known_values", lambda: iter(rows))
    assert known_values.main([]) == 0
    before = known_values.PAGE.read_text(encoding="utf-8")
    assert "| Pig | faces | 4 | the same | `again` |" in before
    rows[:] = [KnownValue(game, "faces", "4", lambda: "4.0", "again") for game in ("pig", "hex")]
    assert known_values.main(["pig"]) == 0
    assert known_values.PAGE.read_text(encoding="utf-8") == before.replace(
        "Pig | faces | 4 | the same", "Pig | faces | 4 | 4.0"
    )
