"""Signs and marks: what stands for a name or before an amount, and can be told from its like; elements side by side, one for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw

GAME = """\
game: goods
name: {en: Goods, es: Bienes}
version: "1.0"
players: 2
provenance: house
sets:
  good:
    members:
      wood: {name: {en: wood, es: madera}}
      wool: {name: {en: wool, es: lana}}
      corn: {name: {en: corn, es: trigo}}
resources:
  members:
    coin: {start: 3, name: {en: coin, es: moneda}}
pieces:
  jar: {name: {en: jar, es: tarro}, product: {good: good}}
zones:
  shelf: {of: jar, start: all, name: {en: shelf, es: estante}}
state:
  store: {is: good, start: wool, name: {en: store, es: tienda}}
  supply: {by: [resource], is: 0..9, start: 7, name: {en: supply, es: reserva}}
flow:
  - phase: play
    turns: once
    do: set store = corn
score:
  coins: {name: {en: Coins, es: Monedas}, amount: coin}
"""
LOOK = """\
look:
  colours: {good: {wood: blue, wool: red, corn: gold}}
  signs: {coin: coin}
  keep: []
  panels:
    all:
      title: {en: All, es: Todo}
      show:
        - line:
            - {value: coin, mark: true}
            - {pieces: s in shelf, of: 4}
            - {pieces: s in shelf, of: 1}
            - {each: r in resource, show: [{value: "supply[r]", mark: true}, {value: r, mark: true}]}
            - {each: g in good, show: [{value: g, mark: true}], between: " "}
        - table:
            each: p in seat
            columns:
              - {title: {en: goods, es: bienes}, cell: {each: g in good, show: [{sign: box, colour: g}]}}
              - {title: {en: mark, es: marca}, cell: {value: p, mark: true}}
              - {title: {en: own, es: propio}, cell: {sign: box, colour: p}}
        - beside:
            - {title: "{g}", line: number(g)}
          each: g in good
"""


@pytest.fixture
def shown(tmp_path: Path) -> scenes.Scene:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "look.yaml").write_text(LOOK)
    state = load(tmp_path).new(2, seed=1)
    return scene(state.game, state.masked(0))


def test_the_sign_of_a_resource_stands_before_its_amount_and_for_its_name(shown: scenes.Scene) -> None:
    (line,) = (each for each in shown.panels[0].show if isinstance(each, scenes.SceneLine))
    assert [(span.text, span.sign) for span in line.parts[0]] == [("coin", "coin"), ("3", "")]
    assert [(span.text, span.sign) for span in line.parts[3]] == [("coin", "coin"), ("7", ""), ("coin", "coin")]
    assert line.parts[0][1].close


def test_of_pieces_the_places_that_are_left_are_empty(shown: scenes.Scene) -> None:
    (line,) = (each for each in shown.panels[0].show if isinstance(each, scenes.SceneLine))
    assert [(span.sign, span.times, span.of) for span in line.parts[1]][-1] == ("card", 0, 1)
    assert len(line.parts[1]) == 4
    assert len(line.parts[2]) == 3  # no more than there is room for, and nobody counts below nothing


def test_marks_have_as_many_letters_as_tell_them_apart(shown: scenes.Scene) -> None:
    (line,) = (each for each in shown.panels[0].show if isinstance(each, scenes.SceneLine))
    assert [span.text for span in line.parts[4] if span.text.strip()] == ["Wood", "Wool", "C"]


def test_the_mark_of_a_player_says_that_it_is_one_and_no_number(shown: scenes.Scene) -> None:
    (table,) = (each for each in shown.panels[0].show if isinstance(each, scenes.SceneTable))
    assert [(row.cells[1][0].text, row.cells[1][0].style) for row in table.rows] == [("1", "seat"), ("2", "seat")]


def test_elements_side_by_side_one_for_each(shown: scenes.Scene) -> None:
    beside = [each for each in shown.panels[0].show if isinstance(each, scenes.SceneGroup) and each.beside]
    assert [[each.title for each in group.items if isinstance(each, scenes.SceneGroup)] for group in beside] == [
        ["wood", "wool", "corn"]
    ]


def test_letters_of_colours_are_left_out_only_where_the_row_says_them_all(shown: scenes.Scene) -> None:
    text = draw(shown, 80).plain
    (row,) = [line for line in text.split("\n") if "Player 1" in line and "│" in line and "you" in line]
    assert "B□R□D□" in row.replace(" ", "")  # the first is blue as the seat is, and of another thing
    assert row.replace(" ", "").rstrip("│").endswith("D□1□")


def test_the_usual_look_shows_the_signs_that_a_game_gives(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "look.yaml").write_text("look:\n  signs: {coin: coin}\n")
    state = load(tmp_path).new(2, seed=1)
    cells = [
        span
        for panel in scene(state.game, state.masked(0)).panels
        for table in panel.show
        if isinstance(table, scenes.SceneTable)
        for row in table.rows
        for cell in row.cells
        for span in cell
    ]
    assert [span.sign for span in cells if span.sign] == ["coin", "coin"]
