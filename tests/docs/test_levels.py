"""The tables of how strong levels are say what the tournaments gave that are kept beside them."""

from __future__ import annotations

import json

import pytest

from tests.docs import benchmark, levels


def test_the_page_says_what_the_files_say():
    text = levels.PAGE.read_text(encoding="utf-8")
    assert levels.MARK.search(text)
    assert levels.filled(text) == text, "run `python -m tests.docs`"


def test_the_page_of_the_benchmark_says_what_its_file_says():
    text = benchmark.PAGE.read_text(encoding="utf-8")
    assert benchmark.MARK.search(text)
    assert benchmark.filled(text) == text, "run `python -m tests.docs`"


def test_several_files_are_joined_and_a_game_played_anew_takes_the_place_of_what_was_told(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    first, *rest = levels.results()
    row = {name: value for name, value in first.items() if name not in {"date", "version"}}
    for name, games, share in (("one", ("pig", "troyes"), 0.25), ("two", ("pig",), 0.75)):
        matches = [row | {"game": game, "share": share} for game in games]
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps({"date": "2030-01-02", "version": "9.1", "matches": matches}), encoding="utf-8")
        levels.take(file, kept)
    assert [(each["game"], each["share"]) for each in levels.results(kept)] == [("pig", 0.75), ("troyes", 0.25)]
    told = levels.tables(levels.results(kept)).splitlines()
    assert [line.split(" | ")[0] for line in told[2:]] == ["| Pig", "| Troyes"]
    assert {(each["date"], each["version"]) for each in levels.results(kept)} == {("2030-01-02", "9.1")}
    assert "75%" in told[2]
    assert rest


def test_what_is_no_result_of_a_tournament_is_refused(tmp_path):
    file = tmp_path / "other.json"
    file.write_text(json.dumps({"matches": [{"game": "pig"}]}), encoding="utf-8")
    with pytest.raises(SystemExit, match="is not what"):
        levels.take(file, tmp_path)
