"""Sessions: undo stops where it must, stepping goes anywhere, the log hides what it must."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleset_core import IllegalOption, NotationError
from ruleset_core.play.records import RecordError, Seat, Session
from tests.record.fake import FakeGame

Play = Callable[..., Session]


def keys_of(session: Session) -> str:
    with pytest.raises(RecordError) as caught:
        session.undo()
    return caught.value.key


def test_undo_takes_back_a_decision_of_the_turn(play: Play) -> None:
    session = play("take 2")
    before = session.states[0]
    assert session.undo().move.notation == "take 2"
    assert session.live is before
    assert session.live.options == [0, 1, 2]


def test_undo_of_nothing(play: Play) -> None:
    assert keys_of(play()) == "undo_nothing"


def test_undo_never_passes_the_end_of_the_turn(play: Play) -> None:
    assert keys_of(play("take 2", "finish plain")) == "undo_other"


def test_undo_never_passes_a_random_event(play: Play) -> None:
    alone = (Seat("Ana", "human"),)
    assert keys_of(play("take 2", "finish dice", players=alone)) == "undo_random"
    assert play("take 2", "finish plain", players=alone).undo().move.notation == "finish plain"


def test_undo_never_passes_the_end_of_the_game(play: Play) -> None:
    session = play(*["take 3", "finish plain"] * 7)
    assert session.live.over
    assert keys_of(session) == "undo_over"


def test_a_refused_option_changes_nothing(play: Play) -> None:
    session = play("take 1")
    for text, error in (("take 1", IllegalOption), ("take one", NotationError)):
        with pytest.raises(error):
            session.apply(text)
    assert len(session.steps) == 1
    assert len(session.states) == 2


def test_stepping_reaches_every_position_without_replaying(play: Play) -> None:
    session = play("take 1", "finish dice", "take 2", "finish plain")
    heaps = [state.observe(0)["fields"]["heap"] for state in session.states]
    assert session.at_end
    while session.back():
        pass
    seen = [session.state.observe(0)["fields"]["heap"]]
    going = True
    while going:
        going = session.forward()
        seen.append(session.state.observe(0)["fields"]["heap"])
    assert seen == heaps
    assert session.to(2) is session.states[2]
    with pytest.raises(RecordError):
        session.to(5)


def test_a_branch_goes_its_own_way(play: Play) -> None:
    session = play("take 1", "finish plain", "take 2")
    session.to(2)
    branch = session.branch()
    branch.apply("take 3")
    assert [step.move.notation for step in session.steps][-1] == "take 2"
    assert [step.move.notation for step in branch.steps][-1] == "take 3"


def known(session: Session, viewer: int | None) -> list[str | None]:
    """What a viewer is told of the moves: their notation, None for what was decided in secret."""
    return [
        None if told.option is None else session.game.notation(told.option) for told in session.visible_moves(viewer)
    ]


def test_choices_of_others_are_hidden_until_the_simultaneous_phase_ends(play: Play) -> None:
    game: Any = FakeGame(simultaneous=True)
    session = play("take 1", "finish plain", "take 2", on=game)
    assert known(session, 0) == ["take 1", "finish plain"]
    assert known(session, 1) == ["take 2"]
    assert known(session, None) == ["take 1", "finish plain", "take 2"]
    assert [session.hidden_now(number, 0) for number in range(3)] == [False, False, True]
    session.apply("finish plain")  # all have decided: the first seat decides again, so another round began
    assert known(session, 0) == known(session, 1) == ["take 1", "finish plain", "take 2", "finish plain"]
    session.to(3)
    assert known(session, 0) == ["take 1", "finish plain"]


def test_secret_decisions_are_never_shown_to_others(play: Play) -> None:
    game: Any = FakeGame(secret=("take",))
    session = play("take 1", "finish plain", on=game)
    assert known(session, 1) == [None, "finish plain"]
    assert known(session, 0) == ["take 1", "finish plain"]
    assert not session.hidden_now(0, 1)


def test_the_log_does_not_tell_how_often_others_decided_in_secret(play: Play) -> None:
    game: Any = FakeGame(secret=("take", "finish"), simultaneous=True)
    session = play("take 1", "finish plain", "take 2", "finish plain", on=game)
    assert known(session, 0) == ["take 1", "finish plain", None]
    assert known(session, 1) == [None, "take 2", "finish plain"]
    assert [(told.number, told.last) for told in session.visible_moves(0)] == [(0, 0), (1, 1), (2, 3)]


def test_what_was_taken_back_is_told_no_more(play: Play) -> None:
    session = play("take 1", "finish plain", "take 2")
    session.undo()
    assert known(session, 0) == ["take 1", "finish plain"]
    session.to(1)
    assert known(session.branch(), 0) == ["take 1"]
