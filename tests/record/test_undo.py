"""Several answers of a turn are taken back at once, as far as nothing was drawn or revealed and nobody else decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import load
from ruleset_core.play.records import Journal, RecordError, Seat, Session, read_record, replay


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Troyes, as far as two answers in a row may be taken back."""
    made = Session.start(load("troyes"), (Seat("Ana", "human"), Seat("Bo", "human")), seed=5)
    made.journal = Journal.create(tmp_path / "game.ruleset", made.record())
    for _ in range(60):
        if made.undo_limit <= len(made.steps) - 2:
            return made
        options = made.live.options
        made.apply(options[len(made.steps) % len(options)])
    raise AssertionError("no turn of two answers in sixty")


def test_the_limit_is_where_taking_back_one_by_one_ends(session: Session) -> None:
    limit = session.undo_limit
    while session.undo_problem() is None:
        session.undo()
    assert len(session.steps) == limit


def test_several_answers_are_taken_back_at_once(session: Session, tmp_path: Path) -> None:
    limit, wanted = session.undo_limit, session.steps[session.undo_limit]
    assert session.undo(to=limit) is wanted
    assert len(session.steps) == limit
    again = replay(session.game, read_record(tmp_path / "game.ruleset"))
    assert again.live.observe(0) == session.live.observe(0)
    assert len(again.steps) == limit


@pytest.mark.parametrize("beyond", [-1, 1])
def test_no_move_is_taken_back_where_one_of_them_may_not_be(session: Session, beyond: int) -> None:
    count = len(session.steps)
    to = session.undo_limit - 1 if beyond < 0 else count
    with pytest.raises(RecordError):
        session.undo(to=to)
    assert len(session.steps) == count
