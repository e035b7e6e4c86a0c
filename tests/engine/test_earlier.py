"""What a game is made of, entry by entry, and what it was made of earlier."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.discovery import EXAMPLES_ROOT
from ruleset_core.engine.game_source import FILE, earlier_entries

PIG = (EXAMPLES_ROOT / "pig" / "game.yaml").read_text(encoding="utf-8")


def entries(directory: Path, text: str) -> dict[str, dict[str, str]]:
    directory.mkdir(exist_ok=True)
    (directory / "game.yaml").write_text(text, encoding="utf-8")
    return {kind: dict(named) for kind, named in load(directory).entries.items()}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# gathered this turn, not yet safe", "# what is at stake"),
        ("gain pot points;", "gain pot points;    # safe now"),
        ("roll face;", "roll   face ;"),
        ("en: Roll again, or hold what you have?", "en: On?") if "en: Roll again" in PIG else ("en: die", "en: cube"),
        ("say: {en: There is nothing to hold yet.", "say: {en: Nothing."),
        ("name: {en: hold, es: plantarse}", "name: {en: stop, es: parar}"),
    ],
)
def test_words_remarks_and_blanks_are_no_change(tmp_path: Path, old: str, new: str) -> None:
    assert old in PIG
    assert entries(tmp_path / "pig", PIG.replace(old, new)) == entries(tmp_path / "pig", PIG)


@pytest.mark.parametrize(
    ("old", "new", "kind", "name"),
    [
        ("points >= 100", "points >= 50", "phase", "play"),
        ("face: {is: 1..6", "face: {is: 1..8", "field", "face"),
        ("word: play", "word: do", "decision", "decide"),
        ("players: 2..10", "players: 2..4", "players", "players"),
        ("amount: points}", "amount: 2 * points}", "score", "points"),
    ],
)
def test_a_change_is_found_where_it_is(tmp_path: Path, old: str, new: str, kind: str, name: str) -> None:
    assert old in PIG
    before, after = entries(tmp_path / "pig", PIG), entries(tmp_path / "pig", PIG.replace(old, new))
    assert before[kind].pop(name) != after[kind].pop(name)
    assert before == after


def test_a_card_is_an_entry_whatever_file_it_stands_in() -> None:
    one, both = load("troyes").entries, load("troyes", expansions=["bonus_2011"]).entries
    assert len(one["card"]) > 40
    assert {name: both["card"][name] for name in one["card"]} == one["card"]
    assert len(both["card"]) > len(one["card"])


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"a": 1}', '{"a": {"card": 1}}', '{"a": {"card\u001b": {}}}', "[" * 100_000, "9" * 9999]
)
def test_a_damaged_file_of_earlier_versions_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, encoding="utf-8")
    assert earlier_entries(tmp_path, "a") is None


def test_earlier_versions_are_found_by_their_hash(tmp_path: Path) -> None:
    assert earlier_entries(tmp_path, "a") is None
    (tmp_path / FILE).write_text(json.dumps({"a": {"card": {"x": "1"}}}), encoding="utf-8")
    assert earlier_entries(tmp_path, "a") == {"card": {"x": "1"}}
    assert earlier_entries(tmp_path, "b") is None
