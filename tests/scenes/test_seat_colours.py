"""Colours of seats: what players want, never twice the same, wherever something of theirs is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from ruleset_core import load
from ruleset_core.formats.scene_format import scene_as_json
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.scene.scene_items import SEATS, seat_colours
from ruleset_core.view.scene.score_scenes import score_scene


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        (["", "", ""], SEATS[:3]),
        (["", "pink", ""], ("blue", "pink", "green")),
        (["red", "", ""], ("red", "blue", "green")),
        (["red", "red", ""], ("red", "blue", "green")),
        (["no colour", ""], ("blue", "red")),
    ],
)
def test_everybody_has_a_colour_and_no_two_the_same(wanted: Sequence[str], given: Sequence[str]) -> None:
    assert seat_colours(load("troyes"), wanted) == tuple(given)


@pytest.mark.parametrize("game", ["troyes", "tournay", "carcassonne_masons", "troyes_dice"])
def test_what_belongs_to_a_seat_has_its_colour(game: str) -> None:
    state = load(game).new(players=2, seed=1)
    given = ("pink", "brown")
    usual, own = (
        json.dumps(scene_as_json(scene(state.game, state.masked(0), names=["Ana", "Bo"], colours=colours)))
        for colours in ((), given)
    )
    assert own != usual
    assert '"pink"' in own
    assert usual.count('"pink"') < own.count('"pink"')
    heads = next(
        node for node in score_scene(state, (0, 1), 0, colours=given).panels[0].show if node.kind == "table"
    ).heads
    assert [head.colour for head in heads] == [*given]
