"""What tests of the engine share."""

from __future__ import annotations

import pytest

from ruleset_core import Game
from tests.engine import games


@pytest.fixture(scope="session")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game of hidden hands, with a simultaneous choice."""
    return games.cards(tmp_path_factory.mktemp("games") / "cards")
