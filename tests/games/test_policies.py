"""Those who think choose the same in the core and in Python: in whole games, alone and with expansions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ruleset_core import Game, core_of, load
from ruleset_core.engine.core.interpreted_runner import InterpretedRunner
from ruleset_core.engine.core.many_games import Core
from tests.campaign.run import boxes
from tests.sampled import LONG

GLANCE: dict[str, Any] = {"wide": 8, "far": 12}
"""Greedy that Python plays in little time."""
SEARCHES: tuple[dict[str, Any], ...] = (
    {"wide": 6, "far": 8, "nodes": 64, "policy": "greedy", "budget": 3, "ahead": 4, "keep": 3, "cut": 4},
    {"wide": 6, "far": 8, "nodes": 64, "policy": "light", "sample": 3, "keep": 3, "cut": 2},
)
"""Searches likewise."""
SAMPLES = 4 if LONG else 2
"""Positions of a game in which searches are compared."""


LONGEST = {
    "backgammon", "ditches", "draughts", "go", "hurdles", "patios", "reversi", "tournay", "troyes+bonus_2011", "carcassonne_masons"
}  # fmt: skip
"""Games that Python plays for a quarter of a minute, and those of which there is a shorter one: with RULESET_LONG=1."""
TAKE_LONG = {"carcassonne_masons", "ditches", "hex", "tournay", "troyes"}
"""Games that Python plays for long; `tests/engine/test_thinking.py` compares some of their positions always."""


@pytest.fixture(
    params=[
        pytest.param(each, marks=pytest.mark.slow) if each.partition("+")[0] in TAKE_LONG else each
        for each in boxes()
        if LONG or each not in LONGEST
    ]
)
def both(request: pytest.FixtureRequest) -> Iterator[tuple[Core, Core]]:
    """A game in the core and in Python, whose `easy` sees little."""
    name, *expansions = str(request.param).split("+")
    game = load(name, expansions=expansions)
    core, python = core_of(game), Core(game, InterpretedRunner(game), "interpreter", "asked for")
    if core.executor != "core":
        pytest.skip("there is no core here: the tests of `native` say why")
    kept = core.levels
    core.levels = python.levels = {**kept, "easy": GLANCE}
    yield core, python
    core.levels = kept  # the core of a game is kept for others


def seats(game: Game) -> int:
    return max(game.players[0], min(2, game.players[1]))


@pytest.mark.slow
def test_whole_games_and_searches_within_them(both: tuple[Core, Core]) -> None:
    core, python = both
    policies = ["easy"] * seats(core.game)
    found, same = (each.play(len(policies), 1, 7, policies=policies, moves=True) for each in both)
    assert found.moves is not None
    assert same.moves is not None
    moves = found.moves[0].tolist()
    assert moves == same.moves[0].tolist()
    assert found.scores.tolist() == same.scores.tolist()
    state = core.game.new(len(policies), 7, game=0)
    compared = 0
    for number, option in enumerate(moves):
        if number >= compared * len(moves) // SAMPLES and len(state.options) > 1:
            for figures in SEARCHES:
                assert core.search(state, state.seat, 6, number, **figures) == python.search(
                    state, state.seat, 6, number, **figures
                )
            compared += 1
        state.apply(option)
    assert state.over
    assert compared > 1
