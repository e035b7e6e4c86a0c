"""The included games keep every promise of the engine, in a sample small enough for every change.

`ruleset test --conformance GAME` plays the long form: 1000 games.
"""

from __future__ import annotations

from typing import Any

import pytest

from ruleset_core import Game, core_of, load
from ruleset_core.testing import check_game
from ruleset_core.testing.goldens import GoldenGame, golden_games
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS, LONG

GAMES = 24 if LONG else 6
LIKE_OTHERS = {"backgammon", "breakthrough", "ditches", "go", "hurdles", "oware", "reversi"}
"""Games on open boards that take long; draughts, hex, burrow and tic-tac-toe stand for them."""
DECISIONS = 400
"""As many games as have so many decisions are enough, one at least."""


def _games(game: Game) -> int:
    """How many games are played: fewer of a game that is long."""
    length = int(core_of(game).play(game.players[1], seed=1).decisions[0])
    return GAMES if LONG else max(1, min(GAMES, DECISIONS // length))


def _subjects() -> list[Any]:
    """The included games; those that have an expansion are looked at with it. With RULESET_LONG=1 also alone, and those like others."""
    expanded = {each.game for each in golden_games() if each.expansions}
    return [
        pytest.param(each, id=each.name)
        for each in golden_games()
        if LONG or each.expansions or each.game not in {*expanded, *LIKE_OTHERS}
    ]


@pytest.mark.slow
@pytest.mark.parametrize("subject", _subjects())
def test_conformance(subject: GoldenGame) -> None:
    game = load(subject.game, expansions=subject.expansions)
    low, high = game.players
    players = sorted({low, *(min(max(count, low), high) for count in (2, 3, 4)), high})
    games = _games(game)
    report = check_game(game, games=games, players=players, closely=CLOSELY, seconds=CONFORMANCE_SECONDS)
    assert report.ok, "\n" + "\n".join(report.lines())
    assert report.games == games
