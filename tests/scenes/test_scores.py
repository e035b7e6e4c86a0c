"""Score sheets of any game, in the middle and at the end, drawn and read aloud."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.text import Text

from ruleset_core import Game, secret_scores
from ruleset_core.messages import LANGUAGES
from ruleset_core.view.scene.score_scenes import FinishedGame, result_scene, score_scene
from ruleset_core.view.svg.drawing import draw as picture
from ruleset_core.view.terminal.drawing import draw as drawn
from tests.scenes.conftest import Draw, Load, Play


def render_scores(game: Game, state: FinishedGame, lang: str, width: int, names: Sequence[str] = ()) -> Text:
    return drawn(result_scene(game, state, lang, names), width)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", [1, 4, 10])
def test_every_line_and_total_is_on_the_sheet(players: int, lang: str, loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = played(game, players)
    for width in (40, 80, 100, 120):
        text = draw(render_scores(game, state, lang, width), width)
        for row in ("fortress", "bishopric"):
            assert game.name_of("row", row, lang) in text
        assert all(str(score) in text for score in state.scores())


def test_lines_add_up_to_their_category(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = played(game, 2)
    rows = {}
    for line in draw(render_scores(game, state, "en", 80), 80).splitlines():
        words = line.strip("│ ").split()
        if len(words) >= 3 and words[-1].isdigit() and words[-2].isdigit():
            rows[" ".join(words[:-2])] = [int(words[-2]), int(words[-1])]
    for seat in range(2):
        goods = sum(line.amount for line in state.score_sheet(seat) if line.category == "resources")
        assert rows["resources"][seat] == goods
        assert rows["characters"][seat] + goods + rows["citizens"][seat] == rows["total"][seat] == state.scores()[seat]


def test_the_winner_is_named(loaded: Load, draw: Draw) -> None:
    game = loaded("tic_tac_toe")
    state = game.new(players=2, seed=1)
    for cell in ("a1", "a2", "b1", "b2", "c1"):
        state.apply(f"mark {cell}")
    assert "Winner: Player 1" in draw(render_scores(game, state, "en", 80), 80)
    assert "Gana: Jugador 1" in draw(render_scores(game, state, "es", 80), 80)
    named = draw(render_scores(game, state, "en", 80, ["Ana", "Bo"]), 80)
    assert "Winner: Ana" in named
    assert "Bo" in named
    assert "Player" not in named


def test_long_names_leave_room_for_the_numbers(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = played(game, 4)
    names = [f"{letter * 39}{letter}" for letter in "abcd"]
    text = draw(render_scores(game, state, "en", 80, names), 80)
    assert all(letter * 13 in text for letter in "abcd")
    assert all(str(score) in text for score in state.scores())
    assert any(f"Winner: {name}" in text.replace("\n", " ") for name in names)


def test_equals_share_the_victory(loaded: Load, draw: Draw) -> None:
    game = loaded("tic_tac_toe")
    state = game.new(players=2, seed=1)
    for cell in ("a1", "b1", "c1", "a2", "c2", "b2", "a3", "c3"):
        state.apply(f"mark {cell}")
    assert state.over  # the last cell leaves no choice
    assert "Drawn: Player 1, Player 2" in draw(render_scores(game, state, "en", 80), 80)


@pytest.mark.parametrize(("lang", "word"), [("en", "team"), ("es", "equipo")])
def test_partners_see_what_they_have_together(lang: str, word: str, loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("oars")
    state = played(game, 4)
    lines = [line.strip("│ ").split() for line in draw(render_scores(game, state, lang, 80), 80).splitlines()]
    (sums,) = [[int(each) for each in line[1:]] for line in lines if line[:1] == [word]]
    scores = state.scores()
    assert sums == [scores[0] + scores[2], scores[1] + scores[3]] * 2


def test_who_plays_alone_has_no_team(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    assert "team" not in draw(render_scores(game, played(game, 3), "en", 80), 80)


def test_what_is_still_hidden_is_a_question_mark_and_so_is_the_total(loaded: Load, played: Play) -> None:
    game = loaded("troyes")
    state = played(game, 2, 30)
    secret = secret_scores(state, "en")
    assert secret
    shown = score_scene(state, [0], 0, "en", ["Ana"])
    lines = drawn(shown, 80).plain.splitlines()
    for title in (*secret.values(), "total"):
        assert any(line.strip("│ ").split() == [*title.split(), "?"] for line in lines), title
    told = drawn(shown, 80, plain=True, only=shown.panels).plain
    assert "total: Ana ?" in told


def test_a_sheet_in_the_middle_of_a_game_adds_up(loaded: Load, played: Play) -> None:
    game = loaded("troyes_dice")
    state = played(game, 3, 60)
    shown = score_scene(state, [1], 1, "es", ["Ana", "Bo", "Eva"])
    (table,) = shown.panels[0].show
    assert [head.title for head in table.heads] == ["Bo"]
    assert table.rows[-1].cells[0][0].text == str(state.scores()[1])
    assert table.sums == 1


def test_many_players_stand_in_parts_below_each_other(loaded: Load, played: Play, draw: Draw) -> None:
    game = loaded("troyes_dice")
    state = played(game, 10)
    text = draw(render_scores(game, state, "en", 40), 40)
    heads = [
        word
        for line in text.splitlines()
        for word in line.strip("│ ").split()
        if word[:1] == "P" and word[1:].isdigit()
    ]
    assert heads == [f"P{seat + 1}" for seat in range(10)]


def test_a_result_is_a_picture_too(loaded: Load, played: Play) -> None:
    game = loaded("oars")
    state = played(game, 4)
    shown = picture(result_scene(game, state, "en", ["Ana", "Bo", "Eva", "Leo"]))
    assert all(f">{said}<" in shown for said in ("Ana", "Leo", "total", "team", str(state.scores()[0])))
    assert "Winner" in shown
