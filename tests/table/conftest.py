"""Tables without anybody who shows them: what a server would do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, load
from ruleset_core.play.match import HUMAN, AcceptedAnswer, Match, Question
from ruleset_core.play.records import Seat, Session
from tests.conftest import INCLUDED

GAMES = sorted(path.parent.name for root in INCLUDED for path in root.glob("*/game.yaml"))
SIMULTANEOUS = ["oars", "sheaves", "tournay", "troyes_dice"]

Answer = Callable[[Question], int]


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


def laid(name: str | Game, *kinds: str, seed: int = 3) -> Match:
    """A table at which a game begins; without kinds persons sit at it, as few as can play together."""
    game = load(name) if isinstance(name, str) else name
    kinds = kinds or (HUMAN,) * max(2, game.players[0])
    return Match(Session.start(game, [Seat(f"P{seat}", kind) for seat, kind in enumerate(kinds)], seed))


def by_number(seed: int) -> Answer:
    """Persons whose answers depend on nothing but their seat, how often they have answered, and what is offered."""

    def answer(question: Question) -> int:
        return Random(f"{seed}/{question.seat}/{question.number}").choice(question.decision.options)

    return answer


def in_order(table: Match, answer: Answer) -> None:
    """Play as before one screen: one asked after the other."""
    while not table.over:
        question = table.question(table.live.seat)
        assert question is not None
        done = table.answer(question.seat, answer(question), question.number)
        assert isinstance(done, AcceptedAnswer)
