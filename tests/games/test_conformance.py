"""The included games keep every promise of the engine, in a sample small enough for every change.

`ruleset test --conformance GAME` plays the long form: 1000 games.
"""

from __future__ import annotations

import pytest

from ruleset_core import load
from ruleset_core.testing import check_game
from ruleset_core.testing.goldens import Subject, subjects

GAMES = 24


@pytest.mark.parametrize("subject", list(subjects()), ids=lambda subject: subject.name)
def test_conformance(subject: Subject) -> None:
    game = load(subject.game, expansions=subject.expansions)
    low, high = game.players
    players = sorted({low, *(min(count, high) for count in (2, 3, 4)), high})
    report = check_game(game, games=GAMES, players=players)
    assert report.ok, "\n" + "\n".join(report.lines())
    assert report.games == GAMES
