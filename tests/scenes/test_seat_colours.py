"""Colours of seats: what players want, never twice the same, wherever something of theirs is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from ruleset_core import load
from ruleset_core.scenes.build import scene
from ruleset_core.scenes.nodes import as_data
from ruleset_core.scenes.scores import sheet
from ruleset_core.scenes.things import SEATS, seat_colours


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
        json.dumps(as_data(scene(state.game, state.observe(0), names=["Ana", "Bo"], colours=colours)))
        for colours in ((), given)
    )
    assert own != usual
    assert '"pink"' in own
    assert usual.count('"pink"') < own.count('"pink"')
    heads = next(node for node in sheet(state, (0, 1), 0, colours=given).panels[0].show if node.kind == "table").heads
    assert [head.colour for head in heads] == [*given]
