"""Sessions of the tiny game for the tests of records."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.records import Journal, Seat, Session
from tests.record.fake import FakeGame
from tests.standin import ask_stand_ins

SEATS = (Seat("Ana", "human"), Seat("Bo", "random"))


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_stand_ins(monkeypatch)


@pytest.fixture
def game() -> Any:
    return FakeGame()


@pytest.fixture
def play(game: Any) -> Callable[..., Session]:
    """Start a game and take these options."""

    def start(*moves: str, players: tuple[Seat, ...] = SEATS, on: Any = None) -> Session:
        session = Session.start(on or game, players, seed=5)
        for move in moves:
            session.apply(move)
        return session

    return start


@pytest.fixture
def session(play: Callable[..., Session], tmp_path: Path) -> Session:
    """A game that has begun and is written down in `game.ruleset`."""
    session = play()
    session.journal = Journal.create(tmp_path / "game.ruleset", session.record())
    return session


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    return tmp_path / "state"
