"""The included games are the same game for every executor: with each expansion, option and number of players.

With RULESET_LONG=1 more games are played, and every option with every number of players.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

import pytest

from ruleset_core import Game, load
from tests.campaign.run import MOST, boxes
from tests.lang.compare import Executors

LONG = bool(os.environ.get("RULESET_LONG"))
SEEDS = 20 if LONG else 1
SAVED = 25
"""Every how many decisions states are saved and read."""

BOXES = list(boxes())


@cache
def executors(name: str) -> Executors:
    game, *expansions = name.split("+")
    return Executors(load(game, expansions=expansions))


def tables(game: Game) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The least and the most players (with RULESET_LONG=1 every number), and every value of each option: with every number, or one it is there for."""
    low, high = game.players
    for players in range(low, high + 1) if LONG else dict.fromkeys((low, high)):
        yield players, {}
    for option, values in game.option_names.items():
        for value in values:
            fits = [players for players in range(low, high + 1) if value in game.options_for(players)[option]]
            yield from ((players, {option: value}) for players in (fits if LONG else fits[:1]))


@pytest.mark.slow
@pytest.mark.parametrize("name", BOXES)
def test_interpreter_and_core_play_the_same_games(name: str) -> None:
    all_ = executors(name)
    if all_.core is None:
        pytest.skip("there is no core here: the tests of `native` say why")
    for players, settings in tables(all_.game):
        for seed in range(1, 1 + SEEDS):
            pick = Random(f"{players} {settings} {seed}").randrange
            found = all_.disagreement(players, seed, pick, MOST, settings, SAVED)
            assert not found, f"{players} players, seed {seed}, {settings}: {found}"
