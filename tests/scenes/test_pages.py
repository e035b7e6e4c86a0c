"""Scenes for pages: whatever can be answered on the table of a terminal can be answered on the table of a page, too."""

from __future__ import annotations

import pytest

from ruleset_core import Game
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import targets_in, walk_scene
from ruleset_core.view.scene.scene_builder import scene
from tests.scenes.conftest import Load, Play
from tests.terminal.positions import GAMES, positions

SHARE = 0.04


def stood_for(node: object) -> set[int]:
    """The options that things stand for."""
    return {option for each in targets_in(node) for option in (*each.options, *each.goals)}


def asked(game: Game, seed: int, share: float = SHARE) -> list[tuple[scenes.Scene, scenes.Scene]]:
    """What who decides sees in a terminal and on a page, at some positions."""
    found = []
    for state in positions(game, seed, share):
        if not state.over:
            seen = state.masked(max(state.seat, 0))
            found.append(
                (scene(game, seen, options=state.options), scene(game, seen, options=state.options, page=True))
            )
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_page_has_something_for_each_option_that_a_terminal_has(loaded: Load, name: str) -> None:
    for there, page in asked(loaded(name), 5):
        assert stood_for(there) <= stood_for((page.panels, page.strips))


@pytest.mark.parametrize("name", GAMES)
def test_layouts_name_panels_that_there_are(loaded: Load, name: str) -> None:
    game = loaded(name)
    look = game.source.look
    for rows in look.layout.values():
        assert {each for row in rows for each in row.split()} <= {*look.panels}
    state = game.new(seed=1)
    state.apply(state.options[0])  # there may be nothing to count before
    strips = scene(game, state.masked(0), page=True).strips
    assert any(each.parts for each in strips) or not look.strip


def test_a_board_for_cards_is_one_before_any_lies_there(loaded: Load, played: Play) -> None:
    game = loaded("larders")
    for moves in (None, 0, 4):
        state = played(game, 2, moves)
        shown = scene(game, state.masked(0), options=state.options, page=True)
        shapes = [each.shape for each in walk_scene(shown) if isinstance(each, scenes.SceneBoard)]
        assert shapes == ["cards", "cards"]
