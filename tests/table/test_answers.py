"""Answers are counted as a game grows, whatever is taken back meanwhile."""

from __future__ import annotations

from random import Random

from ruleset_core import load
from ruleset_core.play.match.controller import MoveCounter
from ruleset_core.play.records import Seat, Session


def test_answers_are_counted_as_they_stand() -> None:
    session, chance = Session.start(load("pig"), [Seat("Ana", "human"), Seat("Bo", "human")], 2), Random(2)
    answers = MoveCounter(session)
    for _ in range(200):
        for _ in range(chance.randrange(4)):
            if session.steps:
                session.drop()
        for _ in range(chance.randrange(5)):
            if not session.live.over:
                session.apply(chance.choice(session.live.options))
        assert [answers.count(seat) for seat in (0, 1)] == [
            sum(step.move.seat == seat for step in session.steps) for seat in (0, 1)
        ]
