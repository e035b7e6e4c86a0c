"""Sides and corners of cells as sets of their own, and products with values in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.check.checker import check_paths
from tests.boards.test_grids import facts, write
from tests.check.conftest import told

SQUARES = "cell: {grid: {squares: [2, 2], sides: wall, corners: post}}"
HEXES = "cell: {grid: {hexagon: 3, sides: {set: road, name: {en: road, es: camino}}, corners: crossing}}"


def test_walls_between_squares(tmp_path: Path) -> None:
    walls = facts(tmp_path / "grids", SQUARES, "wall")
    assert [*walls] == [
        "a1_a2", "a1_b1", "a1_s", "a1_w", "b1_b2", "b1_e", "b1_s", "a2_n", "a2_b2", "a2_w", "b2_n", "b2_e",
    ]  # fmt: skip
    assert walls["a1_b1"] == {
        "cells": ["a1", "b1"],
        "near": ["a1_a2", "b1_b2", "a2_b2", "a1_s", "b1_s"],
        "rim": 0,
        "ends": ["a1_ne", "a1_se"],
    }
    assert walls["a1_s"]["cells"] == ["a1"]
    assert walls["a1_s"]["rim"] == 1
    cells = facts(tmp_path / "grids", SQUARES)
    assert cells["b2"]["sides"] == ["b2_n", "b2_e", "b1_b2", "a2_b2"]
    assert cells["b2"]["corners"] == ["b2_ne", "b1_ne", "a1_ne", "a2_ne"]


@pytest.mark.parametrize(
    ("sets", "cells", "sides", "corners", "most"),
    [
        (SQUARES, 4, 12, 9, 4),
        (HEXES.replace("road, name: {en: road, es: camino}", "wall").replace("crossing", "post"), 19, 72, 54, 3),
        ("cell: {grid: {hexes: [3, 2], sides: wall, corners: post}}", 6, 27, 22, 3),
        ("cell: {grid: {squares: [5, 1], sides: wall, corners: post}}", 5, 16, 12, 4),
    ],
)
def test_all_lie_with_each_other(sets: str, cells: int, sides: int, corners: int, most: int, tmp_path: Path) -> None:
    """Every relation holds both ways; Euler counts them: corners - sides + cells is 1."""
    of = {family: facts(tmp_path / "grids", sets, family) for family in ("cell", "wall", "post")}
    assert [len(each) for each in of.values()] == [cells, sides, corners]
    assert corners - sides + cells == 1
    for one, fact, other, back in (
        ("cell", "sides", "wall", "cells"), ("cell", "corners", "post", "cells"), ("wall", "ends", "post", "sides"),
    ):  # fmt: skip
        pairs = {(name, each) for name, row in of[one].items() for each in row[fact]}
        assert pairs == {(each, name) for name, row in of[other].items() for each in row[back]}
    for family in ("wall", "post"):
        for name, row in of[family].items():
            assert name not in row["near"]
            assert len({*row["near"]}) == len(row["near"])
            assert all(name in of[family][each]["near"] for each in row["near"])
    assert all(len(row["ends"]) == 2 and 1 <= len(row["cells"]) <= 2 for row in of["wall"].values())
    assert all(1 <= len(row["cells"]) <= most for row in of["post"].values())
    assert all(row["rim"] == (len(row["cells"]) < 2) for row in of["wall"].values())
    for row in of["cell"].values():
        assert {each for side in row["sides"] for each in of["wall"][side]["ends"]} == {*row["corners"]}
        assert {each for side in row["sides"] for each in of["wall"][side]["cells"]} >= {*row["near"]}


def test_sides_alone(tmp_path: Path) -> None:
    made = facts(tmp_path / "grids", "cell: {grid: {squares: [2, 1], sides: wall}}", "wall")
    assert {*made["a1_b1"]} == {"cells", "near", "rim"}


def test_they_have_names(tmp_path: Path) -> None:
    domain = load(write(tmp_path / "named", HEXES)).program.vocabulary.domains["road"]
    assert domain.title == {"en": "road", "es": "camino", "fr": "road"}
    names = dict(zip(domain.ids, domain.names, strict=True))
    assert names["c1_d1"] == {"en": "c1-d1", "es": "c1-d1", "fr": "c1-d1"}
    assert names["c1_sw"] == {"en": "c1 south-west", "es": "c1 sudoeste", "fr": "c1 sud-ouest"}


def test_dominoes(tmp_path: Path) -> None:
    made = facts(
        tmp_path / "order",
        "tile: {product: {left: 0..6, right: 0..6}, combine: in_order}\n  cell: {members: [a]}",
        "tile",
    )
    assert len(made) == 28
    assert made["tile_0_6"] == {"left": 0, "right": 6}
    assert "tile_6_0" not in made
    assert "tile_3_3" in made


def test_each_pair_once(tmp_path: Path) -> None:
    sets = "town: {members: [york, bath, hull]}\n  route: {product: {one: town, other: town}, combine: apart}\n  cell: {members: [a]}"
    assert [*facts(tmp_path / "pairs", sets, "route")] == ["york_bath", "york_hull", "bath_hull"]


@pytest.mark.parametrize(
    ("sets", "right"),
    [
        ("cell: {grid: {squares: [2, 2], sides: seat}}", "E315"),
        ("cell: {grid: {squares: [2, 2], sides: wall, corners: wall}}", "E407"),
        ("cell: {grid: {squares: [2, 2], sides: {name: {en: a, es: b}}}}", "E102"),
        ("cell: {grid: [2, 2]}\n  wall: {grid: [2, 2], combine: apart}", "E107"),
        ("cell: {grid: [2, 2]}\n  wall: {product: {a: cell, b: 0..6}, combine: in_order}", "E314"),
        ("cell: {grid: [2, 2]}\n  wall: {product: {a: 0..6, b: 0..6}, combine: falling}", "E1"),
    ],
)
def test_mistakes(sets: str, right: str, tmp_path: Path) -> None:
    found = [told(item) for item in check_paths([write(tmp_path / "wrong", sets)]).diagnostics]
    assert any(each.startswith(right) for each in found), found
