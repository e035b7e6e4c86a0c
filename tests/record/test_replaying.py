"""Replaying: the identical game, or the line where it would go another way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.records import (
    Record,
    RecordedMove,
    RecordError,
    Session,
    changes_since,
    parse_record,
    read_record,
    record_bytes,
    replay,
)
from tests.record.fake import FakeGame

Play = Callable[..., Session]
MOVES = ("take 1", "finish dice", "take 3", "finish dice", "take 2")


def refused(game: Any, record: Record, *, force: bool = False) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(game, record, force=force)
    return caught.value


@pytest.fixture
def record(play: Play) -> Record:
    return parse_record(record_bytes(play(*MOVES).record()), "g.ruleset")


def test_a_replayed_game_is_identical(play: Play, game: Any, record: Record) -> None:
    session = play(*MOVES)
    again = replay(game, record)
    assert [state.to_json() for state in again.states] == [state.to_json() for state in session.states]
    assert again.steps == session.steps
    assert again.header == session.header


def test_a_record_of_other_data_replays_while_it_fits(record: Record) -> None:
    other: Any = FakeGame(data="fedcba")
    session = replay(other, record)
    assert len(session.steps) == 5
    assert session.misfit is None
    session.adopt_data()
    assert (session.header.hash, session.header.entries) == (other.hash, other.entries)


def test_a_record_that_no_longer_fits_says_how_far_it_does_and_what_has_changed(record: Record) -> None:
    other: Any = FakeGame(data="fedcba")
    worse = replace(record, moves=(*record.moves[:3], RecordedMove(1, "finish dice", (("die", 9),)), *record.moves[4:]))
    error = refused(other, worse)
    assert str(error) == (
        "g.ruleset:5: 3 of 5 moves fit, then `finish dice` brings other dice or cards; changed since: rule `heap`"
    )
    session = replay(other, worse, force=True)
    assert [step.move for step in session.steps] == list(worse.moves[:3])
    assert str(session.misfit) == str(error)
    session.apply("finish plain")
    assert replay(other, session.record()).live.to_json() == session.live.to_json()


def test_what_has_changed_is_said_as_far_as_it_is_known(game: Any, record: Record) -> None:
    worse = replace(record, moves=(replace(record.moves[0], seat=1),))
    assert "no rule or card has changed, but ruleset plays it another way" in str(refused(game, worse))
    nameless = replace(worse, header=replace(worse.header, entries={}))
    assert "it is not known which rule or card has changed" in str(refused(FakeGame(data="fedcba"), nameless))
    other: Any = FakeGame(data="fedcba")
    other.entries = {"card": dict.fromkeys("abcde", "1"), "rule": {"turn": "00000000"}}
    assert str(changes_since(other, record.header)) == "changed since: card `a`, card `b`, card `c` and 3 more"
    near = str(changes_since(other, record.header, [("rule", "heap"), ("card", "d")]))
    assert near == "changed since: card `d`, rule `heap`, card `a` and 3 more"


def test_another_game_is_refused(game: Any, record: Record) -> None:
    error = refused(game, replace(record, header=replace(record.header, game="pig")), force=True)
    assert error.key == "other_game"


@pytest.mark.parametrize(
    ("place", "move", "key"),
    [
        (0, RecordedMove(1, "take 1"), "other_seat"),
        (0, RecordedMove(0, "take 9"), "other_move"),
        (0, RecordedMove(0, "finish plain"), "other_move"),
        (0, RecordedMove(0, "take 1", (4,)), "other_draws"),
        (1, RecordedMove(0, "finish plain", ()), "other_seat"),
    ],
)
def test_every_difference_names_its_line(game: Any, record: Record, place: int, move: RecordedMove, key: str) -> None:
    moves = list(record.moves)
    moves[place] = move
    if key == "other_seat" and place == 1:
        moves.insert(2, RecordedMove(0, "take 1"))
    error = refused(game, replace(record, moves=tuple(moves), lines=()))
    assert error.key == key
    assert str(error).startswith(f"g.ruleset:{place + 2 + (place == 1)}: ")
    assert f"{place + (place == 1)} of {len(moves)} moves fit" in str(error)


def test_a_reason_is_there_in_both_languages(game: Any, record: Record) -> None:
    for notation, english, spanish in (("finish plain", "not now", "ahora no"), ("take 9", "`take 9`", "`take 9`")):
        moves = (RecordedMove(0, notation), *record.moves[1:])
        error = refused(game, replace(record, moves=moves, lines=()))
        assert english in str(error.values["detail"])
        assert spanish in error.values_in("es")["detail"]


def test_the_start_and_the_end_are_compared(game: Any, play: Play) -> None:
    over = play(*["take 3", "finish plain"] * 7).record()
    assert refused(game, replace(over, over=(1, 2))).key == "other_scores"
    content = record_bytes(over)
    kept = replace(parse_record(content, "g.ruleset"), over=(1, 2))
    assert refused(game, kept).values["line"] == str(len(content.splitlines())), "its last line tells the scores"
    assert over.outcomes
    assert refused(game, replace(over, outcomes=tuple(-each for each in over.outcomes))).key == "other_outcomes"
    longer = replace(over, moves=(*over.moves, RecordedMove(0, "take 1")), over=None)
    assert refused(game, longer).key == "ends_early"
    assert refused(game, replace(over, moves=over.moves[:4])).key == "goes_on"
    header = over.header
    assert refused(game, replace(over, header=replace(header, draws=(1,)))).key == "other_start"
    assert refused(game, replace(over, header=replace(header, options={"size": 3}))).key == "bad_start"


KILLED = """
import os, signal, sys
from pathlib import Path
from ruleset_core.play.records import Journal, Seat, Session
from tests.record.fake import FakeGame
session = Session.start(FakeGame(), (Seat("Ana", "human"), Seat("Bo", "random")), seed=5)
session.journal = Journal.create(Path(sys.argv[1]), session.record())
for move in ("take 1", "finish dice", "take 3"):
    session.apply(move)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_a_killed_game_goes_on_where_it_was(tmp_path: Path, game: Any) -> None:
    path = tmp_path / "killed.ruleset"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert done.returncode == -9
    record = read_record(path)
    session = replay(game, record)
    assert [step.move.notation for step in session.steps] == ["take 1", "finish dice", "take 3"]
