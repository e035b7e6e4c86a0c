"""`levels.json` is data that people write: what is wrong in it is told with its place and how to mend it."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, get_args, get_type_hints

import pytest
from jsonschema import Draft202012Validator

from ruleset_core import RulesetError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.check.fixes import apply_fixes
from ruleset_core.engine.core.seat_policies import SearchSettings, levels
from ruleset_core.engine.core.value_features import WinProbabilities
from ruleset_core.model.json_schemas import json_schemas
from ruleset_core.model.schema.levels_file import OddsTable, SearchLevelModel
from ruleset_core.values import LEVELS_FILE, SEARCH_LIMITS, SEARCH_POLICIES
from tests.campaign.run import boxes

ROOT = Path(__file__).parents[2]
WRONG: list[tuple[str, tuple[str, int, int, str, str]]] = [
    ('{"strong": {"polcy": "light"}}', ("E101", 1, 13, "unknown key `polcy`", "did you mean `policy`?")),
    ('{"stronk": {"sims": 2}}', ("E101", 1, 2, "unknown key `stronk`", "did you mean `strong`?")),
    ('{"easy": {"sims": 2}}', ("E101", 1, 11, "unknown key `sims`", "keys here: far, wide")),
    (
        '{"normal":\n  {"policy": "gredy"}}',
        ("E104", 2, 14, "expected `random`, `light`, `greedy` or `average`, found `gredy`", "did you mean `greedy`?"),
    ),
    ('{"normal": {"win": 257}}', ("E106", 1, 20, "expected at most 256, found 257", "")),
    ('{"normal": {"sims": 0}}', ("E106", 1, 21, "expected at least 1, found 0", "")),
    ('{"normal": {"sims": "2"}}', ("E103", 1, 21, "expected a whole number, found the text `2`", "")),
    ('{"normal": 3}', ("E103", 1, 12, "expected a mapping of keys to values, found the number 3", "")),
    (
        '{"odds": {"step": 5, "table": [[5, 1], [9]]}}',
        ("E106", 1, 40, "there are 2 rows, and this one has 1 numbers", "as many"),
    ),
    ('{"odds": {"step": 5, "table": [[5, 1], [9, 1001]]}}', ("E106", 1, 44, "expected at most 1000, found 1001", "")),
    ('{"odds": {"step": 0, "table": [[5, 1], [9, 1]]}}', ("E106", 1, 19, "expected at least 1, found 0", "")),
    ('{"odds": {"table": [[5, 1], [9, 1]]}}', ("E102", 1, 2, "missing key `step` in `odds`", "")),
    ('{"odds": {"step": 5, "table": [[5]]}}', ("E106", 1, 31, "expected 2 to 32 rows, found 1", "")),
    ('{"odds": {"step": 5, "table": 3}}', ("E103", 1, 31, "expected a list, found the number 3", "")),
    ('{"odds": 3}', ("E103", 1, 10, "expected a mapping of keys to values, found the number 3", "")),
    ('{"strong": {"odds": {"step": 5, "table": [[5, 1], [9, 1]]}}}', ("E101", 1, 13, "unknown key `odds`", "")),
    ('{"normal": {"sims": 2} "x"}', ("E020", 1, 24, "this is not valid JSON", "names and texts in double quotes")),
    ("{normal: {sims: 2}}", ("E020", 1, 2, "this is not valid JSON", "names and texts in double quotes")),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_what_is_wrong_is_told_where_it_stands(checked: Any, text: str, told: tuple[str, int, int, str, str]) -> None:
    (item,) = checked({LEVELS_FILE: text}).diagnostics
    assert (item.code, item.span.line, item.span.column, item.message) == told[:4]
    assert told[4] in item.help


@pytest.mark.slow
def test_names_of_prospects_are_those_of_the_game(tmp_path: Path) -> None:
    box = tmp_path / "box"
    copytree(load("carcassonne_masons").directory, box, ignore=ignore_patterns("expansions"))
    worth = {"hand.count": [1], "hand.wild_wals": [1], "towers_left[grey]": [1], "decides": [1]}
    told = {"prospects": {"clock": ["wals_left"], "base": [1], "worth": worth}}
    (box / LEVELS_FILE).write_text(json.dumps(told))
    found = [
        (item.code, item.message, item.help)
        for item in check_paths([str(box)]).diagnostics
        if item.span.file.endswith(LEVELS_FILE)
    ]
    assert found == [
        ("E104", "there is no shared value `wals_left` that all see", "did you mean `walls_left`?"),
        ("E101", "unknown key `hand.wild_wals`", "did you mean `hand.wild_walls`?"),
    ]


def test_what_is_right_has_no_findings_and_is_played(checked: Any) -> None:
    figures = {
        "easy": {"wide": 30},
        "strong": {"sims": 9, "policy": "light", "keep": 4},
        "odds": {"first": -10, "step": 10, "table": [[500, 0], [1000, 500]]},
    }
    assert checked({LEVELS_FILE: json.dumps(figures)}).diagnostics == ()


@pytest.mark.parametrize("text", [text for text, _ in WRONG])
def test_what_check_refuses_is_refused_in_play_too(tmp_path: Path, text: str) -> None:
    (tmp_path / LEVELS_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError, match=r"levels\.json"):
        levels(tmp_path)


def test_a_slip_is_mended_and_it_is_json_still(checked: Any) -> None:
    slips = '{"normal": {"polcy": "light"}, "strong": {"policy": "lihgt"}}'
    (path,) = {Path(item.span.file) for item in checked({LEVELS_FILE: slips}).diagnostics}
    apply_fixes(lambda: check_paths([path.parent]))
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "normal": {"policy": "light"},
        "strong": {"policy": "light"},
    }


def test_an_expansion_has_no_levels(checked: Any) -> None:
    files = {
        "expansions/winter/expansion.yaml": 'expansion: winter\nof: fair\nname: {en: Winter, es: Invierno}\nversion: "1.0"\n'
        "provenance: house\nrules: [{id: bonus, when: {event: bought, do: gain 1 fame}}]\n",
        f"expansions/winter/{LEVELS_FILE}": "{}",
    }
    assert [(item.code, Path(item.span.file).name) for item in checked(files).diagnostics] == [("W520", LEVELS_FILE)]


@cache
def schema() -> Draft202012Validator:
    return Draft202012Validator(json_schemas()["levels"])


@pytest.mark.parametrize("name", [box for box in boxes() if "+" not in box])
def test_levels_of_included_games_are_sound(name: str) -> None:
    for directory in ("data", "examples"):
        path = ROOT / directory / name / LEVELS_FILE
        if path.is_file():
            figures = json.loads(path.read_text(encoding="utf-8"))
            assert schema().is_valid(figures)
            found = levels(path.parent)
            assert found["strong"]["sims"] > found["normal"]["sims"]
            if "prospects" in found["strong"]:
                assert found["strong"]["prospects"].laid(load(name))


def test_models_and_searches_know_the_same_figures() -> None:
    fields = {field for field in get_type_hints(SearchSettings) if not field.startswith("_")}
    assert set(SearchLevelModel.model_fields) == fields - {"odds", "prospects"} | {"sims", "learned", "note"} == {
        *SEARCH_LIMITS, "policy", "sims", "learned", "note",
    }  # fmt: skip
    assert set(OddsTable.model_fields) == {field.name for field in dataclasses.fields(WinProbabilities)}
    assert get_args(get_args(SearchLevelModel.model_fields["policy"].annotation)[0]) == SEARCH_POLICIES


@pytest.mark.parametrize(
    ("prospects", "says"),
    [({"base": [1, 2], "worth": {"a": [1]}}, "there are 2 times, and this row has 1 numbers"),
     ({"base": [1], "worth": {"a": [1]}, "units": {"bias": [], "out": [], "of": {}}}, "these are other numbers than those in `worth`"),
     ({"base": [1], "worth": {"a": [1]}, "units": {"bias": [1], "out": [2], "of": {"a": [3, 4]}}}, "there are 1 units, of 64 at most, and this has 2 numbers")],
)  # fmt: skip
def test_prospects_whose_rows_do_not_fit_are_told(checked: Any, prospects: dict[str, Any], says: str) -> None:
    (found,) = checked({LEVELS_FILE: json.dumps({"prospects": prospects})}).diagnostics
    assert (found.code, found.message) == ("E106", says)


def test_a_level_may_leave_what_was_learned_aside(tmp_path: Path) -> None:
    promised = {"base": [1], "worth": {"a": [2]}}
    (tmp_path / LEVELS_FILE).write_text(json.dumps({"normal": {"learned": False, "sims": 7}, "prospects": promised}))
    found = levels(tmp_path)
    assert found["normal"] == {"sims": 7}
    assert found["strong"]["cut"] == 0
    assert found["strong"]["prospects"].worth == (("a", (2,)),)
    assert "prospects" not in found["easy"]
    (tmp_path / LEVELS_FILE).write_text('{"normal": {"learned": 1}}')
    with pytest.raises(RulesetError, match="`learned` is true or false"):
        levels(tmp_path)
