"""Shapes in scenes, and in all that is drawn from them: their squares, the forms that can be picked, and what an answer would cover."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.cli.console.menu_levels import MenuLevels
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import walk_scene
from ruleset_core.play.wording.game_messages import plain_offers
from ruleset_core.view.look.laid_shapes import cells_covered, form_picture, form_squares, picture_in_dots, picture_of
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.svg.drawing import draw as as_svg
from ruleset_core.view.terminal.drawing import draw
from tests.boards.test_shapes import HEXES, write

LOOK = """\
look:
  panels:
    all:
      show:
        - board: {of: cell, place: "owner[it]"}
        - line: [{show: [s], each: s in tile}]
"""


def seen(path: Path, *, page: bool = True, asked: bool = True) -> scenes.Scene:
    game = load(path)
    state = game.new(2, 1)
    return scene(game, state.masked(state.seat), "en", options=state.options if asked else (), page=page)


def spans(node: object) -> dict[str, scenes.TextSpan]:
    """What is drawn by its squares, by what it is."""
    found = [each for each in walk_scene(node) if isinstance(each, scenes.TextSpan) and each.squares]
    return {each.stand.identity: each for each in found if each.stand is not None}


def test_shapes_and_forms_can_be_picked_on_a_page(tmp_path: Path) -> None:
    path = write(tmp_path / "laying")
    (panel,) = [each for each in seen(path).panels if each.id == "forms"]
    assert (panel.title, panel.area) == ("Shapes", "tray")
    drawn = spans(panel)
    assert {each.partition(":")[0] for each in drawn} == {"tile", "form"}
    assert drawn["form:zed_90"].squares == ((0, 0), (0, 1), (-1, 1), (-1, 2))
    assert drawn["tile:zed"].squares == ((0, 0), (1, 0), (1, 1), (2, 1))
    tile, form = drawn["tile:zed"].stand, drawn["form:zed_90"].stand
    assert tile is not None
    assert form is not None
    assert {*form.goals} < {*tile.options}
    assert not any(each.id == "forms" for each in seen(path, page=False).panels)
    assert not any(each.id == "forms" for each in seen(path, asked=False).panels)


def test_what_a_look_shows_is_not_shown_twice(tmp_path: Path) -> None:
    path = write(tmp_path / "laying")
    (path / "look.yaml").write_text(LOOK, encoding="utf-8")
    own, panel = seen(path).panels
    assert {each.partition(":")[0] for each in spans(own)} == {"tile"}
    assert {each.partition(":")[0] for each in spans(panel)} == {"form"}


def test_hexes_lean(tmp_path: Path) -> None:
    game = load(write(tmp_path / "laying", HEXES, "{hexes: [4, 5]}"))
    assert form_squares(game, "tile", 0) == (((0, 0), (-0.5, 1), (0.5, 1)), True)
    assert form_squares(game, "cell", 0) == ((), False)
    assert picture_of(game, "tile", "bend") == "⠊⠂"
    assert picture_of(game, "cell", "a1") == ""


@pytest.mark.parametrize(
    ("points", "picture"),
    [
        (((0, 0),), "⠁"),
        (((0, 0), (1, 0), (1, 1), (2, 1)), "⠙⠂"),
        (((0, 0), (0, 1), (0, 2), (0, 3)), "⡇"),
        (((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)), ""),
        ((), ""),
    ],
)
def test_a_picture_in_dots_has_four_rows(points: tuple[tuple[float, float], ...], picture: str) -> None:
    assert picture_in_dots(points) == picture


def test_pictures_and_terminals_draw_squares(tmp_path: Path) -> None:
    path = write(tmp_path / "laying")
    (path / "look.yaml").write_text(LOOK, encoding="utf-8")
    made = seen(path, page=False)
    assert "⠙⠂ zed" in draw(made, 80).plain
    picture = as_svg(made)
    assert picture.count('opacity="0.6"') == 3
    hexes = write(tmp_path / "laying", HEXES, "{hexes: [4, 5]}")
    assert as_svg(seen(hexes, page=False)).count("<circle") >= 6


@pytest.mark.parametrize(("lang", "said"), [("en", "covers b3 c3 c2 d2"), ("es", "cubre b3 c3 c2 d2")])
def test_menus_tell_what_an_answer_would_cover(lang: str, said: str, tmp_path: Path) -> None:
    game = load(write(tmp_path / "laying"))
    state = game.new(2, 1)
    option = game.parse("lay zed zed_0 b3")
    assert option in state.options
    family, cells = cells_covered(game, option)
    assert [game.program.vocabulary.domains[family].ids[cell] for cell in cells] == ["b3", "c3", "c2", "d2"]
    menu = plain_offers(game, state, lang)
    assert next(each.outcome for each in menu if each.option == option) == said
    levels = MenuLevels(state, menu, lang, ())
    assert [each.label for each in levels.choices()] == ["⠋ bend", "⠉⠁ rod", "⠙⠂ zed"]
    assert levels.step("3")
    assert levels.step("1")
    (choice,) = [each for each in levels.choices() if each.options == (option,)]
    assert choice.outcome == said
    assert choice.covers == ("cell:b3", "cell:c3", "cell:c2", "cell:d2")


@pytest.mark.parametrize(
    ("form", "picture"),
    [
        ("zed_0", ["▣ □", "  □ □"]),
        ("zed_90", ["  ▣", "□ □", "□"]),
        ("bend_270", ["□", "▣ □"]),
        ("rod_90", ["▣", "□", "□"]),
    ],
)
def test_forms_are_drawn_with_the_square_that_lays_them_down(form: str, picture: list[str], tmp_path: Path) -> None:
    game = load(write(tmp_path / "laying"))
    assert form_picture(game, "form", form) == picture
    assert form_picture(game, "tile", "zed") == form_picture(game, "cell", "a1") == []
    assert form_picture(load(write(tmp_path / "laying", HEXES, "{hexes: [4, 5]}")), "form", "bend_0") == [" ▣", "□ □"]


def test_other_games_cover_nothing() -> None:
    game = load("tic_tac_toe")
    state = game.new(2, 1)
    assert cells_covered(game, state.options[0]) == ("", [])
    assert not any(each.outcome for each in plain_offers(game, state, "en"))
