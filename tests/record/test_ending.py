"""That somebody gave up, or that all agreed to end a game, stands in the record, and changes nothing of the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleset_core.play.match import Match
from ruleset_core.play.records import (
    RecordError,
    Resignation,
    Session,
    parse_record,
    read_record,
    record_bytes,
    replay,
    unfinished_games,
)

Play = Callable[..., Session]


def test_a_game_that_was_given_up_is_replayed_as_it_was(session: Session, tmp_path: Path) -> None:
    session.apply("take 1")
    Match(session).resign(0)
    record = read_record(tmp_path / "game.ruleset")
    assert (record.resigned, record.finished, record.over) == ((Resignation(0, 1),), True, None)
    again = replay(session.game, record)
    assert (again.resigned, again.early_end, again.over) == (session.resigned, "resigned", True)
    assert again.live.observe(0) == session.live.observe(0)
    assert not again.live.over, "no state knows of it"
    assert record_bytes(again.record()) == record_bytes(parse_record(record_bytes(record)))
    with pytest.raises(RecordError, match="over"):
        session.undo()
    with pytest.raises(RecordError, match="over"):
        Match(again).resign(1)


def test_a_game_that_all_ended_is_over(session: Session, tmp_path: Path) -> None:
    table = Match(session)
    table.sit(1, "human")
    assert not table.agree({0})
    assert table.agree({1, 0})
    record = read_record(tmp_path / "game.ruleset")
    assert (record.agreed, record.finished) == ((0, 1), True)
    assert replay(session.game, record).early_end == "agreed"
    assert table.question(0) is None
    assert table.task is None


def test_such_games_are_not_offered_to_go_on_with(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESET_STATE", str(tmp_path))
    (tmp_path / "game.ruleset").rename(tmp_path / f"{session.game.id}-1.ruleset")
    assert len([*unfinished_games()]) == 1
    file = tmp_path / f"{session.game.id}-1.ruleset"
    file.write_bytes(file.read_bytes() + b'{"resign":1}\n')
    assert [*unfinished_games()] == []


@pytest.mark.parametrize(
    "line",
    [
        b'{"resign":2}', b'{"resign":-1}', b'{"resign":true}', b'{"resign":"0"}', b'{"resign":0,"why":""}', b'{"agreed":[]}',
        b'{"agreed":[0,0]}', b'{"agreed":[5]}', b'{"agreed":0}', b'{"agreed":{"0":1}}', b'{"resign":0}\n{"undo":1}', b'{"agreed":[0]}\n{"hint":0}',
    ],
)  # fmt: skip
def test_lines_that_make_no_sense_are_named(session: Session, tmp_path: Path, line: bytes) -> None:
    session.apply("take 1")
    file = tmp_path / "game.ruleset"
    file.write_bytes(file.read_bytes() + line + b"\n")
    with pytest.raises(RecordError) as raised:
        read_record(file)
    assert raised.value.key == "line"
