"""That a hint was asked for stands in the record, and changes nothing of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ruleset_core.play.records import (
    HintRequest,
    Journal,
    RecordError,
    Session,
    parse_record,
    read_record,
    record_bytes,
    replay,
    save,
)

Play = Callable[..., Session]


def test_it_is_in_the_file_at_once_and_after_a_replay(session: Session, tmp_path: Path) -> None:
    session.note_hint(0)
    session.apply("take 1")
    session.note_hint(0)
    record = read_record(tmp_path / "game.ruleset")
    assert record.hints == (HintRequest(0, 0), HintRequest(0, 1))
    again = replay(session.game, record)
    assert again.hints == session.hints
    assert again.live.observe(0) == session.live.observe(0)
    assert again.record().moves == session.record().moves


def test_it_is_noted_once_for_a_question(session: Session, tmp_path: Path) -> None:
    for _ in range(3):
        session.note_hint(0)
    assert len(read_record(tmp_path / "game.ruleset").hints) == 1


def test_taking_back_does_not_take_it_back(session: Session, tmp_path: Path) -> None:
    session.apply("take 1")
    session.note_hint(0)
    session.undo()
    assert session.hints == [HintRequest(0, 0)]
    assert read_record(tmp_path / "game.ruleset").hints == (HintRequest(0, 0),)


def test_it_is_saved_whole_where_it_was_asked(session: Session, tmp_path: Path) -> None:
    for move in ("take 1", "finish plain", "take 2"):
        session.note_hint(session.live.seat)
        session.apply(move)
    file = save(session.record(), tmp_path / "copy.ruleset")
    assert read_record(file).hints == (HintRequest(0, 0), HintRequest(0, 1), HintRequest(1, 2))
    assert record_bytes(read_record(file)) == file.read_bytes()


def test_a_game_goes_on_behind_one(session: Session, tmp_path: Path) -> None:
    session.apply("take 1")
    session.note_hint(0)
    assert session.journal is not None
    session.journal.close()
    record = read_record(tmp_path / "game.ruleset")
    again = replay(session.game, record)
    again.journal = Journal.reopen(record)
    again.apply("finish plain")
    found = read_record(tmp_path / "game.ruleset")
    assert (len(found.moves), found.hints) == (2, (HintRequest(0, 1),))


@pytest.mark.parametrize("line", ['{"hint":7}', '{"hint":"Ana"}', '{"hint":0,"seat":1}'])
def test_one_that_is_none_is_refused_with_its_line(play: Play, line: str) -> None:
    content = record_bytes(play("take 1").record()) + line.encode() + b"\n"
    with pytest.raises(RecordError) as caught:
        parse_record(content)
    assert caught.value.values["line"] == "3"


def test_a_table_without_hints_says_so_in_its_record(play: Play) -> None:
    session = play()
    assert "hints" not in session.header.to_json()
    session.header = replace(session.header, hints=False)
    assert not parse_record(record_bytes(session.record())).header.hints
