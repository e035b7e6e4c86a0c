"""Boards of places and roads alone: checked, played by both executors, drawn; also where two roads lead the same way."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

from ruleset_core import load
from ruleset_core.check.checker import check_paths
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import walk_scene
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw
from ruleset_core.view.terminal import planar_boards
from ruleset_core.view.terminal.drawing import draw as draw_text
from tests.check.conftest import told
from tests.executors import both

GAME = """\
game: rails
name: {en: Rails, es: Vías}
about: {en: Connect towns., es: Une ciudades.}
version: "1.0"
players: 2
provenance: house
boards: {map: {name: {en: map, es: mapa}, line_facts: {length: 1..9}}}
state: {owner: {by: [line], is: "seat?", name: {en: owner, es: dueño}}}
decisions: {claim: {of: line, ask: {en: Which road?, es: ¿Qué camino?}}}
flow:
  - phase: build
    turns: forever
    until: no e in line where owner[e] == none
    do: choose claim e in line where owner[e] == none { set owner[e] = me }
score:
  way:
    name: {en: longest way, es: camino más largo}
    amount: "sum e in (longest from a in crossing by e in a.lines where owner[e] == me then b in e.ends where b != a of e.length) of e.length"
"""
PLAN = """\
board: map
provenance: house
crossings:
  ayr: {x: 0, y: 0, name: {en: Ayr, es: Ayr}}
  bonn: {x: 200, y: 0, name: {en: Bonn, es: Bonn}}
  cork: {x: 100, y: 150, name: {en: Cork, es: Cork}}
lines:
  north_a: {ends: [ayr, bonn], length: 2}
  north_b: {ends: [bonn, ayr], length: 3}
  west: {ends: [ayr, cork], length: 1}
  east: {ends: [bonn, cork], length: 4}
"""


def write(directory: Path, game: str = GAME, plan: str = PLAN) -> Path:
    (directory / "boards").mkdir(parents=True)
    (directory / "game.yaml").write_text(game, encoding="utf-8")
    (directory / "boards" / "map.yaml").write_text(plan, encoding="utf-8")
    return directory


def test_a_map_of_roads_is_a_board(tmp_path: Path) -> None:
    assert [told(each) for each in check_paths([write(tmp_path / "rails")]).diagnostics] == []


@pytest.mark.parametrize("seed", range(4))
def test_both_executors_play_it(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    real, spec = (game.new(2, seed) for game in both(load(write(tmp_path / "rails"))))
    while not real.over:
        option = random.choice(real.options)
        real.apply(option)
        spec.apply(option)
        assert json.dumps(real.to_json(), sort_keys=True) == json.dumps(spec.to_json(), sort_keys=True)
    assert real.scores() == spec.scores()
    assert sum(real.scores()) >= 5


def test_roads_with_the_same_ends_are_drawn_side_by_side(tmp_path: Path) -> None:
    state = load(write(tmp_path / "rails")).new(2, seed=1)
    shown = scene(state.game, state.masked(0), options=state.options)
    edges = {each.stand.id: each.aside for each in walk_scene(shown) if isinstance(each, scenes.SceneEdge)}
    assert edges == {"north_a": -0.5, "north_b": 0.5, "west": 0, "east": 0}
    ways = [each.get("d") for each in ET.fromstring(draw(shown)).iter("{http://www.w3.org/2000/svg}path")]
    north = {way for way in ways if way and len({part.split(" ")[1] for part in way.strip("M").split("L")}) == 1}
    assert len(north) == 2
    text = draw_text(shown, 80).plain
    assert "Ayr" in text


BRIDGE = PLAN.replace(
    "lines:",
    "  dee: {x: 100, y: -150, name: {en: Dee, es: Dee}}\nlines:\n  bridge: {ends: [dee, cork], length: 1, over: [north_a, north_b]}",
)


def test_a_road_passes_over_others_which_are_drawn_with_a_gap(tmp_path: Path) -> None:
    path = write(tmp_path / "rails", plan=BRIDGE)
    assert [told(each) for each in check_paths([path]).diagnostics] == []
    state = load(path).new(2, seed=1)
    assert state.ask("count e in line where bridge in e.over", 0) == 0
    assert state.ask("count e in bridge.over where e in [north_a, north_b]", 0) == 2
    shown = scene(state.game, state.masked(0), options=state.options)
    edges = {each.stand.id: each.gaps for each in walk_scene(shown) if isinstance(each, scenes.SceneEdge)}
    assert edges == {"north_a": (0.5,), "north_b": (0.5,), "west": (), "east": (), "bridge": ()}
    ways = [each.get("d") or "" for each in ET.fromstring(draw(shown)).iter("{http://www.w3.org/2000/svg}path")]
    assert len([way for way in ways if way.count("M") == 2]) == 4  # each with what one can click


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (BRIDGE.replace(", over: [north_a, north_b]", ""), "the line `bridge` and the line `north_b` cross"),
        (BRIDGE.replace("over: [north_a, north_b]", "over: [north_a]"), "the line `bridge` and the line `north_b` cross"),
        (BRIDGE.replace("over: [north_a, north_b]", "over: [north_a, north_b, west]"), "the line `bridge` does not cross the line `west`"),
        (BRIDGE.replace("over: [north_a, north_b]", "over: [north_a, north_c]"), "unknown line `north_c`"),
        (BRIDGE.replace("lines:", "  eye: {x: 100, y: 50}\nlines:\n  more: {ends: [eye, ayr], length: 1}"), "the crossing `eye` lies on the line `bridge`, between its ends"),
        (PLAN.replace("north_b: {ends: [bonn, ayr], length: 3}", "south: {ends: [ayr, cork], length: 3, over: [north_a]}").replace("  west: {ends: [ayr, cork], length: 1}\n", "") + "spaces: {all: {corners: [ayr, bonn, cork]}}\n", "the line `south` passes over others, on a board with spaces"),
    ],
)  # fmt: skip
def test_slips_in_what_passes_over_what(plan: str, said: str, tmp_path: Path) -> None:
    found = [each.message for each in check_paths([write(tmp_path / "rails", plan=plan)]).diagnostics]
    assert said in found, found


def test_long_names_stand_beside_their_towns_or_in_a_legend(tmp_path: Path) -> None:
    plan = (
        PLAN.replace("en: Ayr", "en: Ayrshire Harbour")
        .replace("en: Bonn", "en: Bonnington")
        .replace("en: Cork", "en: Corkwell")
    )
    plan = plan.replace(
        "lines:",
        "  coal: {x: 100, y: 0, name: {en: Coalville, es: Coalville}}\nlines:\n  mine: {ends: [coal, cork], length: 1}",
    )
    plan = plan.replace("ends: [ayr, bonn]", "ends: [ayr, coal]").replace("ends: [bonn, ayr]", "ends: [coal, bonn]")
    state = load(write(tmp_path / "rails", plan=plan)).new(2, seed=1)
    rows = draw_text(scene(state.game, state.masked(0), options=state.options), 80).plain.splitlines()
    top = next(row for row in rows if "Bonnington" in row)
    assert "Ayr" in top
    assert "Coa" in top
    assert any("Corkwell" in row for row in rows)
    (legend,) = (row for row in rows if "Ayr Ayrshire Harbour" in row)
    assert "Coa Coalville" in legend
    assert "Cor " not in legend


def test_letters_of_long_names_differ() -> None:
    found = planar_boards._abbreviations(
        [
            scenes.ScenePlace(scenes.SceneTarget("crossing", name.lower(), "", name=name), (0, 0))
            for name in ("Man", "Manly", "Mantua", "Manitou")
        ]
    )
    assert found == {"Manly": "Mal", "Mantua": "Mat", "Manitou": "Mai"}


@pytest.mark.parametrize(
    ("game", "plan", "right"),
    [
        (GAME, PLAN[: PLAN.index("lines:")], "E102"),
        (GAME, PLAN + "  loop: {ends: [cork, cork], length: 1}\n", "E413"),
        (GAME, PLAN.replace("lines:", "  dull: {x: 500, y: 500}\nlines:"), "E418"),
        (GAME, PLAN + "spaces: {all: {corners: [ayr, bonn, cork]}}\n", "E414"),
        (GAME.replace('is: "seat?"', "is: bool").replace("== none", "== false").replace("== me", "").replace("= me }", "= true; for each s in enclosed(owner, e) { end_game } }"), PLAN, "E303"),
    ],
)  # fmt: skip
def test_mistakes(game: str, plan: str, right: str, tmp_path: Path) -> None:
    assert right in {each.code for each in check_paths([write(tmp_path / "rails", game, plan)]).diagnostics}
