"""`--plain`: what a view shows as text that is read from top to bottom, in any game."""

from __future__ import annotations

import re

import pytest

from ruleset_core.cli.console.game_view import ScreenSpace, draw_state
from ruleset_core.cli.console.screen import to_plain
from ruleset_core.messages import LANGUAGES
from ruleset_core.view.scene.score_scenes import result_scene
from ruleset_core.view.terminal.drawing import draw
from tests.scenes.conftest import Load, Play

DRAWN = re.compile(r"[\u2500-\u259f]")
GAMES = ("troyes_dice", "carcassonne_masons", "tournay", "troyes", "pig", "tic_tac_toe")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_drawn(name: str, lang: str, loaded: Load, played: Play) -> None:
    game = loaded(name)
    for decisions in (None, 40):
        state = played(game, 2, decisions)
        names = ["Ana", "Bernardo"]
        for width in (60, 100):
            drawn = draw_state(game, state.masked(max(state.seat, 0)), lang, ScreenSpace(width, linear=True), names)
            text = to_plain(drawn, width)
            assert not DRAWN.search(text)
            assert all(name in text for name in names)
            assert game.title(lang) in text
            if state.over:
                said = draw(result_scene(game, state, lang, names), width, plain=True).plain
                assert not DRAWN.search(said)
                assert f"Ana {state.scores()[0]}, Bernardo {state.scores()[1]}" in said


def test_rows_of_tables_are_told_with_their_headings(loaded: Load, played: Play) -> None:
    game = loaded("tournay")
    state = played(game, 2, 40)
    text = to_plain(draw_state(game, state.masked(0), "en", ScreenSpace(200, linear=True), ["Ana", "Bernardo"]), 200)
    deniers = [seat["denier"] for seat in state.observe(0)["seats"]]
    for name, amount in zip(("Ana", "Bernardo"), deniers, strict=True):
        assert re.search(rf"{name}.*: den\. {amount}, hand", text)


def test_a_view_is_drawn_again_after_it_was_told(loaded: Load, played: Play) -> None:
    game = loaded("tic_tac_toe")
    state = played(game, 2, 3)
    drawn = to_plain(draw_state(game, state.masked(0), "en", ScreenSpace(80)), 80)
    told = to_plain(draw_state(game, state.masked(0), "en", ScreenSpace(80, linear=True)), 80)
    assert "┼" in drawn
    assert "a1" in told
    assert to_plain(draw_state(game, state.masked(0), "en", ScreenSpace(80)), 80) == drawn
