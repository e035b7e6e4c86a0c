"""Answers are counted as a game grows, whatever is taken back meanwhile."""

from __future__ import annotations

from random import Random

from ruleset_core import load
from ruleset_core.record import Seat, Session
from ruleset_core.table.answers import Answers


def test_answers_are_counted_as_they_stand() -> None:
    session, chance = Session.start(load("pig"), [Seat("Ana", "human"), Seat("Bo", "human")], 2), Random(2)
    answers = Answers(session)
    for _ in range(200):
        for _ in range(chance.randrange(4)):
            if session.steps:
                session.drop()
        for _ in range(chance.randrange(5)):
            if not session.live.over:
                session.apply(chance.choice(session.live.options))
        assert [answers.of(seat) for seat in (0, 1)] == [
            sum(step.move.seat == seat for step in session.steps) for seat in (0, 1)
        ]
