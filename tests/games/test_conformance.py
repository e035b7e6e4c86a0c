"""The included games keep every promise of the engine, in a sample small enough for every change.

`ruleset test --conformance GAME` plays the long form: 1000 games.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ruleset_core import Game, load
from ruleset_core.testing import check_game
from ruleset_core.testing.goldens import Subject, subjects
from tests.sampled import CLOSELY, LONG

GAMES = 24
TAKE_LONG = {"carcassonne_masons", "tournay", "troyes"}
DECISIONS = 1_000
"""As many games as have so many decisions are enough, if they are six."""


def _games(game: Game) -> int:
    """How many games are played: fewer of a game that is long."""
    state, pick = game.new(game.players[1], 1), Random(1)
    length = 0
    while not state.over:
        state.apply(pick.choice(state.options))
        length += 1
    return GAMES if LONG else max(6, min(GAMES, DECISIONS // length))


def _subjects() -> list[Any]:
    """The included games; those that take long are for the step of CI that has the time."""
    return [
        pytest.param(each, id=each.name, marks=pytest.mark.slow if each.game in TAKE_LONG else ())
        for each in subjects()
    ]


@pytest.mark.parametrize("subject", _subjects())
def test_conformance(subject: Subject) -> None:
    game = load(subject.game, expansions=subject.expansions)
    low, high = game.players
    players = sorted({low, *(min(max(count, low), high) for count in (2, 3, 4)), high})
    games = _games(game)
    report = check_game(game, games=games, players=players, closely=CLOSELY if subject.game in TAKE_LONG else 1)
    assert report.ok, "\n" + "\n".join(report.lines())
    assert report.games == games
