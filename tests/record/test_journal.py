"""The journal of a running game: one synced line per decision, failures never stop play nor damage the file."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.record import Journal, RecordError, Session, autosave, read_record, replay, save, unfinished
from ruleset_core.record.store import saved_files, state_directory

Play = Callable[..., Session]


def fail(code: int) -> Callable[..., Any]:
    def raising(*_: Any) -> Any:
        raise OSError(code, os.strerror(code))

    return raising


@pytest.fixture
def session(play: Play, tmp_path: Path) -> Session:
    session = play()
    session.journal = Journal.create(tmp_path / "game.ruleset", session.record())
    return session


def test_every_decision_is_in_the_file_at_once(session: Session, tmp_path: Path) -> None:
    for number, move in enumerate(["take 1", "finish dice", "take 3", "finish plain"], start=1):
        session.apply(move)
        assert len(read_record(tmp_path / "game.ruleset").moves) == number


def test_every_decision_is_synced(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    session.apply("take 1")
    assert len(synced) == 1


def test_undo_is_appended(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.ruleset"
    session.apply("take 1")
    before = path.read_bytes()
    session.undo()
    assert path.read_bytes().startswith(before)
    session.apply("take 2")
    assert [move.notation for move in read_record(path).moves] == ["take 2"]


def test_the_end_is_noted(session: Session, tmp_path: Path) -> None:
    for move in ["take 3", "finish plain"] * 7:
        session.apply(move)
    assert read_record(tmp_path / "game.ruleset").over == tuple(session.live.scores())


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_leaves_whole_lines_and_play_goes_on(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "game.ruleset"
    session.apply("take 1")
    whole = path.read_bytes()
    journal = session.journal
    assert journal is not None
    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail(errno.ENOSPC))
        session.apply("finish dice")
        session.apply("take 3")
        assert str(journal.trouble) == f"{path}: cannot be written: No space left on device"
        assert journal.waiting == 2
        assert path.read_bytes() == whole
    session.apply("finish plain")
    assert journal.trouble is None
    assert len(read_record(path).moves) == 4


def test_half_a_line_is_cut_off_again(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.ruleset"
    whole = path.read_bytes()
    write = os.write
    calls: list[int] = []

    def half(handle: int, data: Any) -> int:
        calls.append(1)
        return write(handle, bytes(data)[:7]) if len(calls) == 1 else fail(errno.ENOSPC)()

    monkeypatch.setattr(os, "write", half)
    session.apply("take 1")
    assert path.read_bytes() == whole


def test_a_piece_that_cannot_be_cut_off_is_overwritten(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail(errno.EIO))
        patch.setattr(os, "ftruncate", fail(errno.EIO))
        session.apply("take 1")
    session.apply("finish plain")
    assert len(read_record(tmp_path / "game.ruleset").moves) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_device(session: Session) -> None:
    journal = session.journal
    assert journal is not None
    handle = os.open("/dev/full", os.O_WRONLY)
    os.dup2(handle, journal._handle)
    os.close(handle)
    session.apply("take 1")
    session.apply("finish plain")
    assert journal.trouble is not None
    assert journal.waiting == 2
    journal.close()


def test_going_on_after_a_cut_line(session: Session, game: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.ruleset"
    for move in ("take 1", "finish dice", "take 3"):
        session.apply(move)
    assert session.journal is not None
    session.journal.close()
    content = path.read_bytes()
    for cut in (1, 5):  # only the line end is missing; half a line is missing
        path.write_bytes(content[:-cut])
        record = read_record(path)
        again = replay(game, record)
        again.journal = Journal.reopen(record)
        if cut == 5:
            again.apply("take 3")
        again.apply("finish plain")
        again.journal.close()
        assert [move.notation for move in read_record(path).moves][-2:] == ["take 3", "finish plain"]
        assert b"\n\n" not in path.read_bytes()


def test_two_terminals_cannot_play_one_file(session: Session, tmp_path: Path) -> None:
    record = read_record(tmp_path / "game.ruleset")
    with pytest.raises(RecordError, match="another terminal"):
        Journal.reopen(record)
    assert session.journal is not None
    session.apply("take 1")
    session.journal.close()
    with pytest.raises(RecordError, match="another terminal"):
        Journal.reopen(record)  # read before that move: going on from there would lose it


def test_saving_replaces_a_record_whole_or_not_at_all(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.ruleset"
    save(play("take 1").record(), path)
    old = path.read_bytes()
    for call in ("write", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, call, fail(errno.ENOSPC))
            with pytest.raises(RecordError, match="No space left"):
                save(play("take 2").record(), path)
        assert path.read_bytes() == old
        assert [file.name for file in tmp_path.iterdir()] == ["kept.ruleset"]
    save(play("take 2").record(), path)
    assert read_record(path).moves[0].notation == "take 2"


def test_saving_never_overwrites_what_is_no_record(play: Play, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    for target in (notes, tmp_path, tmp_path / "no" / "such", "a\0b", "/", "x" * 999):
        with pytest.raises(RecordError):
            save(play().record(), target)
    assert notes.read_text() == "mine"


def test_saves_of_their_own_lie_in_the_state_directory(
    play: Play, state_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first, second = autosave(play("take 1").record()), autosave(play("take 2").record())
    assert first.path.parent == state_home
    assert first.path != second.path
    monkeypatch.delenv("RULESET_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    assert state_directory() == tmp_path / "xdg" / "ruleset"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/ana")
    assert state_directory() == Path("/home/ana/.local/state/ruleset")


def test_the_newest_unfinished_game_comes_first(play: Play) -> None:
    paths = [autosave(play("take 1").record()).path, autosave(play("take 2").record()).path]
    over = autosave(play(*["take 3", "finish plain"] * 7).record()).path
    for time, path in enumerate([*paths, over], start=1_000_000_000):
        os.utime(path, (time, time))
    assert saved_files("fake")[0] == over
    assert saved_files("pig") == []
    found = list(unfinished("fake"))
    assert [getattr(record, "file", None) for record in found] == [str(path) for path in reversed(paths)]
    paths[1].write_bytes(b"junk")
    assert [type(record).__name__ for record in unfinished()] == ["RecordError", "Record"]


def test_a_directory_that_cannot_be_made(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "file" / "state"))
    with pytest.raises(RecordError, match="cannot be written"):
        autosave(play().record())
    assert list(unfinished()) == []
