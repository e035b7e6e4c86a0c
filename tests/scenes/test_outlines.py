"""Boards of grids whose cells have sides or corners: lines and crossings lie where the facts of the game say."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path

import pytest

from ruleset_core import Game, load
from ruleset_core.check.checker import check_paths
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.look.game_looks import outlines_of
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw as picture
from ruleset_core.view.terminal.drawing import draw

GAME = """\
game: land
name: {{en: Land, es: Tierra}}
version: "1.0"
players: 2
provenance: house
sets:
  field: {{name: {{en: field, es: campo}}, grid: {{{grid}}}}}
state:
  road: {{by: [{of}], is: "seat?", name: {{en: road, es: camino}}}}
decisions:
  build: {{of: {of}, ask: {{en: Where?, es: ¿Dónde?}}}}
flow:
  - phase: play
    turns: once
    do: choose build x where road[x] == none; set road[x] = me
score:
  roads: {{name: {{en: roads, es: caminos}}, amount: "count x in {of} where road[x] == me"}}
look:
  keep: []
  panels:
    land:
      title: {{en: Land, es: Tierra}}
      show:
        - board: {{of: field, {key}: {{sign: {sign}, colour: "road[it]", when: "road[it] != none"}}}}
"""
GRIDS = {
    "hexes": ("hexes: [3, 2], sides: side, corners: corner", "side", "line"),
    "hexagon": ("hexagon: 3, sides: side, corners: corner", "corner", "crossing"),
    "squares": ("squares: [3, 4], sides: side, corners: corner", "side", "line"),
    "sides alone": ("squares: [3, 3], sides: side", "side", "line"),
    "corners alone": ("hexes: [2, 2], corners: corner", "corner", "crossing"),
}


def game_of(directory: Path, grid: str, of: str, key: str) -> Game:
    text = GAME.format(grid=grid, of=of, key=key, sign="road" if key == "line" else "house")
    (directory / "game.yaml").write_text(text)
    assert [each for each in check_paths([directory]).diagnostics if each.severity == "error"] == []
    return load(directory)


@pytest.mark.parametrize("name", GRIDS)
def test_lines_and_crossings_lie_where_the_facts_say(tmp_path: Path, name: str) -> None:
    game = game_of(tmp_path, *GRIDS[name])
    domains, outlines = game.program.vocabulary.domains, outlines_of(game, "field")
    assert outlines is not None
    around = [set(each) for each in outlines.places]
    for family, points in (("side", outlines.lines), ("corner", [(each,) for each in outlines.crossings])):
        if family not in domains:
            assert not points
            continue
        assert len(set(map(frozenset, points))) == domains[family].size
        for place, cells in enumerate(domains[family].facts["cells"].values):
            beside = {cell for cell, corners in enumerate(around) if set(points[place]) <= corners}
            assert isinstance(cells, tuple)
            assert beside == set(cells)  # those cells and no others
    assert len({round(dist(*ends), 6) for ends in outlines.lines}) <= 1
    if "side" in domains and "corner" in domains:
        for place, ends in enumerate(domains["side"].facts["ends"].values):
            assert isinstance(ends, tuple)
            assert {outlines.crossings[end] for end in ends} == set(outlines.lines[place])


@pytest.mark.parametrize("name", GRIDS)
def test_what_lies_there_is_drawn_with_its_owner(tmp_path: Path, name: str) -> None:
    state = game_of(tmp_path, *GRIDS[name]).new(2, seed=1)
    state.apply(state.options[3])
    shown = scene(state.game, state.masked(1), options=state.options)
    (board,) = shown.panels[0].show
    assert isinstance(board, scenes.SceneBoard)
    assert board.shape == "plan"
    lying: list[scenes.SceneEdge | scenes.ScenePlace] = [*board.edges, *board.crossings]
    built = [each for each in lying if each.what]
    assert [each.what[0].colour for each in built] == ["blue"]
    there = [each for each in lying if each.stand.options]
    assert sorted(option for each in there for option in each.stand.options) == sorted(state.options)
    for width in (30, 80, 120):
        assert "B" in draw(shown, width).plain
    text = picture(shown)
    assert f'data-id="{built[0].stand.id}"' in text
    assert "nan" not in text
    high = re.search(r'<svg[^>]* height="([0-9.]+)"', text)
    assert high is not None
    assert 200 < float(high[1]) < 2_000


def test_a_grid_without_sides_or_corners_has_no_lines(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        GAME.format(grid="squares: [3, 3], sides: side", of="side", key="crossing", sign="house")
    )
    (told,) = [each for each in check_paths([tmp_path]).diagnostics if each.severity == "error"]
    assert (told.code, told.message) == ("E107", "nothing reads `crossing`: `field` has no `corners`")
    assert "corners: NAME" in told.help


@pytest.mark.parametrize(("grid", "codes"), [("squares: [3, 3]", []), ("hexes: [3, 3]", ["E107"])])
def test_lines_cross_on_the_squares_of_a_grid_alone(tmp_path: Path, grid: str, codes: list[str]) -> None:
    text = GAME.format(grid=grid, of="field", key="place", sign="house")
    (tmp_path / "game.yaml").write_text(text.replace("of: field, place:", "of: field, points: true, place:"))
    told = [each for each in check_paths([tmp_path]).diagnostics if each.severity == "error"]
    assert [each.code for each in told] == codes
    assert all(each.message == "nothing reads `points`: `field` is no grid of squares" for each in told)
    if not told:
        state = load(str(tmp_path)).new(2, seed=1)
        (board,) = scene(state.game, state.masked(0), options=state.options).panels[0].show
        assert isinstance(board, scenes.SceneBoard)
        assert (board.shape, board.points) == ("squares", True)
