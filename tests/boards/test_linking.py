"""What a plan brings into a game: four sets and all their facts, declared ones and those that follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from ruleset_core import load
from ruleset_core.model.game_files import gather
from tests.boards.plans import GAME, triangles, write

FACTS = """
boards:
  land:
    crossing_facts: {shore: {is: bool, only: outer}}
    line_facts: {toll: int}
    space_facts: {soil: "soil?", near: list of space}
    region_facts: {worth: 0..9}
sets: {soil: {members: [clay, sand]}}
"""
PLAN = """
board: land
provenance: house
regions:
  east: {name: {en: the East, es: el Este}, worth: 3}
  west: {worth: 1}
crossings:
  a: {x: 0, y: 0, shore: true}
  b: {x: 100, y: 0, shore: false, name: {en: Bridge, es: Puente}}
  c: {x: 100, y: 100, shore: false}
  d: {x: 0, y: 100, shore: true}
  e: {x: 50, y: 50, shore: false}
lines:
  north: {ends: [a, b], toll: 1}
  coast: {ends: [b, c], toll: 2}
  south: {ends: [c, d], toll: 3}
  dunes: {ends: [d, a], toll: 4}
  ae: {ends: [a, e], toll: 5}
  be: {ends: [b, e], toll: 6}
  ce: {ends: [c, e], toll: 7}
  de: {ends: [d, e], toll: 8}
spaces:
  top: {corners: [a, b, e], region: west, soil: clay, near: [left]}
  right: {corners: [b, c, e], region: east, near: []}
  under: {corners: [e, d, c], region: east, soil: sand, near: [top, right]}
  left: {corners: [d, a, e], near: []}
"""


def facts(directory: Path, family: str, expansions: list[Path] | None = None) -> dict[str, dict[str, Any]]:
    """The facts of all parts of a sort, by name."""
    vocabulary = load(directory, [str(each) for each in expansions or []]).program.vocabulary
    domain = vocabulary.domains[family]
    found: dict[str, dict[str, Any]] = {name: {} for name in domain.ids}
    for name, fact in domain.facts.items():
        kind = fact.type.element or fact.type
        for member, value in zip(domain.ids, fact.values, strict=True):
            found[member][name] = _plain(value, vocabulary.domains[kind.domain].ids if kind.kind == "member" else None)
    return found


def _plain(value: Any, ids: list[str] | None) -> Any:
    if isinstance(value, tuple):
        return [_plain(each, ids) for each in value]
    return value if ids is None else None if value < 0 else ids[value]


def game(tmp_path: Path) -> Path:
    rest = GAME.replace("boards: {land: {name: {en: land, es: tierra}}}\n", "")
    assert rest != GAME
    return write(tmp_path / "walls", yaml.safe_load(PLAN), game=rest + FACTS)


def test_lines(tmp_path):
    found = facts(game(tmp_path), "line")
    assert list(found) == ["north", "coast", "south", "dunes", "ae", "be", "ce", "de"]
    assert found["north"] == {"ends": ["a", "b"], "spaces": ["top"], "outer": 1, "border": 0, "toll": 1}
    assert found["be"] == {"ends": ["b", "e"], "spaces": ["top", "right"], "outer": 0, "border": 1, "toll": 6}
    assert found["ce"] == {"ends": ["c", "e"], "spaces": ["right", "under"], "outer": 0, "border": 0, "toll": 7}
    assert found["de"]["border"] == 1  # a region on one side, none on the other


def test_crossings(tmp_path):
    found = facts(game(tmp_path), "crossing")
    assert found["a"] == {"lines": ["north", "dunes", "ae"], "spaces": ["top", "left"], "outer": 1, "shore": 1}
    assert found["e"] == {
        "lines": ["ae", "be", "ce", "de"], "spaces": ["top", "right", "under", "left"], "outer": 0, "shore": 0,
    }  # fmt: skip


def test_spaces_and_regions(tmp_path):
    found = facts(game(tmp_path), "space")
    assert found["top"] == {
        "corners": ["a", "b", "e"], "lines": ["north", "be", "ae"], "next": ["right", "left"], "region": "west",
        "soil": "clay", "near": ["left"],
    }  # fmt: skip
    assert found["left"]["region"] is None
    assert found["right"]["soil"] is None
    assert found["under"]["next"] == ["left", "right"]
    assert facts(tmp_path / "walls", "region") == {"east": {"worth": 3}, "west": {"worth": 1}}


def test_names(tmp_path):
    domains = load(game(tmp_path)).program.vocabulary.domains
    assert domains["crossing"].names[1] == {"en": "Bridge", "es": "Puente", "fr": "Bridge"}
    assert domains["region"].names[0]["es"] == "el Este"


def test_lines_that_are_not_listed_are_the_sides_of_the_spaces(tmp_path):
    plan = triangles(1, 2)
    plan["crossings"]["c0_0"]["name"] = {"en": "North", "es": "Norte"}
    directory = write(tmp_path / "walls", plan)
    domain = load(directory).program.vocabulary.domains["line"]
    assert domain.ids == ["c0_0_c0_1", "c0_0_c1_0", "c0_1_c1_0", "c0_1_c1_1", "c1_0_c1_1"]
    assert domain.names[0] == {"en": "North-c0 1", "es": "Norte-c0 1", "fr": "North-c0 1"}
    assert facts(directory, "line")["c0_1_c1_0"]["spaces"] == ["s0_0", "s0_1"]


def test_an_expansion_brings_another_plan(tmp_path):
    directory = write(tmp_path / "walls", triangles(1, 2))
    header = "expansion: far\nof: walls\nname: {en: Far, es: Lejos}\n"
    far = write(tmp_path / "far", triangles(2, 3), {"expansion.yaml": header})
    (far / "game.yaml").unlink()
    assert len(facts(directory, "space")) == 2
    assert len(facts(directory, "space", [far])) == 6
    gathered, problems = gather(directory, [far])
    assert problems == []
    assert [plan.origin for plan in gathered.plans] == ["", "far"]
    assert [Path(document.file).name for document in gathered.documents] == [
        "game.yaml", "expansion.yaml", "land.yaml", "land.yaml",
    ]  # fmt: skip


def test_a_plan_belongs_to_the_data_of_a_record(tmp_path):
    first, _ = gather(write(tmp_path / "a", triangles(1, 2)))
    second, _ = gather(write(tmp_path / "b", triangles(1, 3)))
    assert first.digest != second.digest
