"""Boards and tokens on paper: found in random play, boards without what moves, as many tokens as are needed, boards on several pages."""

from __future__ import annotations

import pytest

from ruleset_core import load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.print.component_pages import MARGIN, OVERLAP, draw_boards, lay_boards, lay_tokens, token_marks
from ruleset_core.print.components import EmptyBoard, Token, components_of
from ruleset_core.print.typesetting import INK, PictureMark, RectangleMark


def test_draughts_has_its_men_and_a_board_without_them():
    found = components_of(load("examples/draughts"), "en")
    assert {token: count for token, count in found.tokens.items() if token.sign == "disc"} == {
        Token("disc", "red"): 12,
        Token("disc", "white"): 12,
    }
    (board,) = found.boards
    assert (board.count, len(board.board.places)) == (1, 64)
    assert not any(place.what or place.cards for place in board.board.places)
    dark = {place.stand.id for place in board.board.places if place.shaded}
    assert ("a1" in dark, "h8" in dark, "h1" in dark, len(dark)) == (True, True, False, 32)


def test_dice_are_found_with_their_faces_and_each_player_has_as_many_tokens():
    creels = components_of(load("examples/creels"), "en")
    assert (creels.boards, creels.tokens) == ((), {Token("", "", tuple(range(1, 7))): 24})
    counts = components_of(load("examples/tic_tac_toe"), "es").tokens
    assert len({*counts.values()}) == 1
    assert [token.name("es") for token in counts] == ["cruz, azul", "cruz, rojo"]


def test_resources_with_a_sign_are_tokens_some_of_them_worth_five():
    tournay = components_of(load("tournay"), "en")
    coins = {token: count for token, count in tournay.tokens.items() if token.sign == "coin"}
    one, five = Token("coin", ""), Token("coin", "", worth=5)
    assert {*coins} == {one, five}
    assert coins[one] == 20
    assert coins[five] > 5
    assert five.name("en") == "coin, ×5"
    assert five.name("en", tournay.signs) == "denier, ×5"


def test_boards_that_are_alike_are_drawn_once_and_printed_for_each_player():
    found = components_of(load("examples/patios"), "en")
    (drawn,) = draw_boards(found.boards, "en", found.players)
    assert drawn.count == 4
    pages = [*lay_boards([drawn], "en", "Patios", "a4")]
    assert [page.title for page in pages] == [f"Courtyards · {number} of 4 · Patios" for number in (1, 2, 3, 4)]


def test_what_is_always_there_belongs_to_the_board():
    """The holes of Cribbage have no pegs; the masks of Masquerade say what they do."""
    cribbage = components_of(load("examples/cribbage"), "en").boards[0].board
    assert not any(place.what for place in cribbage.places)
    masks = components_of(load("examples/masquerade"), "en").boards[0].board
    said = [each.text for each in scenes.walk_scene(masks) if isinstance(each, scenes.TextSpan)]
    assert "robs 2" in said


@pytest.mark.parametrize(("width", "pages"), [(0.0, 1), (200.0, 1), (300.0, 4), (390.0, 4), (391.0, 6)])
def test_a_wide_board_takes_several_pages_that_show_a_stripe_twice(width, pages):
    board = scenes.SceneBoard("squares", tuple(_place(x, y) for x in range(3) for y in range(3)))
    (drawn,) = draw_boards([EmptyBoard("Square", board, 1)], "en", ())
    laid = [*lay_boards([drawn], "en", "Game", "a4", width)]
    assert len(laid) == pages
    if pages > 1:
        lefts = sorted({round(_picture(page).x - MARGIN, 2) for page in laid}, reverse=True)
        assert lefts[0] == 0
        assert lefts[0] - lefts[1] == pytest.approx(laid[0].width - 2 * MARGIN - OVERLAP)


def _place(x, y):
    return scenes.ScenePlace(scenes.SceneTarget("cell", f"{x}{y}", ""), (x, y), label="")


def _picture(page):
    return next(mark for each in page.placed for mark in each.marks if isinstance(mark, PictureMark))


def test_a_die_has_a_square_for_each_face_and_tokens_as_many_as_there_are():
    die = Token("", "", tuple(range(1, 7)))
    (page,) = lay_tokens({die: 2, Token("disc", "red"): 3}, "en", "Game", "a4")
    assert page.cards == 15
    dots = [mark for mark in token_marks(die, 15, "en", 5) if isinstance(mark, RectangleMark) and mark.fill == INK]
    assert len(dots) == 5


def test_print_writes_boards_and_tokens_or_all(run, tmp_path):
    assert "1 page," in run("print", "tic_tac_toe", "--boards", "--out", tmp_path / "b.svg").out
    assert "use" in (tmp_path / "b.svg").read_text()
    done = run("print", "oware", "--all", "--out", tmp_path / "all")
    assert done.code == 0
    assert len([*(tmp_path / "all").iterdir()]) >= 3
    done = run("print", "draughts", "--boards", "--tokens", "--images", tmp_path / "images")
    assert "5 pictures" in done.out
    assert {"board1", "token-disc-red"} <= {each.stem for each in (tmp_path / "images").iterdir()}
    assert "no boards or tokens" in run("print", "sheaves", "--boards", "--out", tmp_path / "c.svg").err
