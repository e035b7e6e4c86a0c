"""The journal of a running game: one synced line per decision, failures never stop play nor damage the file."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.records import (
    Journal,
    RecordError,
    Session,
    autosave,
    journal,
    read_record,
    record_lines,
    replay,
    save,
    unfinished_games,
)
from ruleset_core.play.records.journal import saved_files, state_directory

Play = Callable[..., Session]


def fail(code: int) -> Callable[..., Any]:
    def raising(*_: Any, **__: Any) -> Any:
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


def test_what_is_kept_is_synced_when_it_is_said_and_at_the_end(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    session.apply("take 1")
    assert synced == []
    session.sync()
    assert len(synced) == 1
    session.apply("finish plain")
    for move in ["take 3", "finish plain"] * 7:
        session.apply(move)
    assert session.live.over
    assert len(synced) == 2


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


def test_a_full_disk_leaves_whole_lines_and_play_goes_on(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.ruleset"
    session.apply("take 1")
    whole = path.read_bytes()
    journal = session.journal
    assert journal is not None
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fail(errno.ENOSPC))
        session.apply("finish dice")
        session.apply("take 3")
        assert str(journal.trouble) == f"{path}: cannot be written: No space left on device"
        assert journal.waiting == 2
        assert path.read_bytes() == whole
    session.apply("finish plain")
    assert journal.trouble is None
    assert len(read_record(path).moves) == 4


def test_no_record_becomes_larger_than_its_reader_reads(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.ruleset"
    limit = path.stat().st_size + record_lines.END_BYTES + 1000
    for module in (journal, record_lines, record_lines):
        monkeypatch.setattr(module, "MAX_BYTES", limit)

    def grow() -> None:
        for _ in range(100):
            session.apply("take 1")
            session.undo()

    with pytest.raises(RecordError, match=f"reached the limit of a saved game \\({limit} bytes"):
        grow()
    assert len(session.steps) < 2
    assert path.stat().st_size <= limit - record_lines.END_BYTES
    assert [each.notation for each in read_record(path).moves] == [each.move.notation for each in session.steps]
    with contextlib.suppress(RecordError):  # a line so short may have room
        session.note_hint(0)
    with pytest.raises(RecordError, match="reached the limit of a saved game"):
        session.note_hint(1)
    assert session.hints == list(read_record(path).hints)
    for module in (journal, record_lines, record_lines):
        monkeypatch.setattr(module, "MAX_BYTES", 100)
    with pytest.raises(RecordError, match="reached the limit of a saved game"):
        save(session.record(), tmp_path / "other.ruleset")
    assert not (tmp_path / "other.ruleset").exists()


def test_a_strict_journal_raises_and_all_is_as_before(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.ruleset"
    assert session.journal is not None
    session.journal.strict = True
    session.apply("take 1")
    whole, live = path.read_bytes(), session.live.to_json()
    for change in (lambda: session.apply("finish dice"), session.undo, lambda: session.note_hint(0)):
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", fail(errno.ENOSPC))
            with pytest.raises(RecordError, match="No space left"):
                change()
        assert (path.read_bytes(), session.live.to_json(), len(session.steps), session.hints) == (whole, live, 1, [])
    session.undo()
    assert read_record(path).moves == ()


def test_a_disk_that_fails_to_sync_is_said(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = session.journal
    assert journal is not None
    session.apply("take 1")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail(errno.EIO))
        session.sync()
        assert "cannot be written" in str(journal.trouble)
    session.sync()
    assert journal.trouble is None


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


def others_hand(path: Path, what: str) -> None:
    """Somebody else meddles with the file of a running game."""
    if what == "deleted":
        path.unlink()
    elif what == "replaced":
        path.rename(path.with_suffix(".old"))
        path.write_text("mine now")
    elif what == "written to":
        with path.open("a") as stream:
            stream.write("more\n")
    else:
        path.write_bytes(path.read_bytes()[:20])


@pytest.mark.parametrize("what", ["deleted", "replaced", "written to", "cut"])
def test_a_file_that_is_not_ours_any_more_is_left_alone(session: Session, tmp_path: Path, what: str) -> None:
    path = tmp_path / "game.ruleset"
    session.apply("take 1")
    others_hand(path, what)
    theirs = path.read_bytes() if path.exists() else b""
    session.apply("finish plain")
    session.apply("take 2")
    journal = session.journal
    assert journal is not None
    assert journal.trouble is None
    assert len(read_record(journal.path).moves) == 3
    if what == "deleted":
        assert journal.path == path
    else:
        assert journal.path == tmp_path / "game-2.ruleset"
        assert path.read_bytes() == theirs
    if what == "written to":
        save(session.record(), path)  # nobody plays in it any more, so it may be written
        assert len(read_record(path).moves) == 3


def test_a_file_that_is_gone_with_its_directory_is_told_until_there_is_room(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = session.journal
    assert journal is not None
    journal.path.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", fail(errno.EACCES))
        session.apply("take 1")
        assert "Permission denied" in str(journal.trouble)
        assert not journal.holds
    session.apply("finish plain")
    assert session.journal is not journal
    assert len(read_record(tmp_path / "game.ruleset").moves) == 2


def test_nobody_saves_onto_the_file_of_a_running_game(session: Session, play: Play, tmp_path: Path) -> None:
    path = tmp_path / "game.ruleset"
    link = tmp_path / "link.ruleset"
    link.symlink_to(path)
    twin = tmp_path / "twin.ruleset"
    twin.hardlink_to(path)
    session.apply("take 1")
    for target in (path, link, twin):
        assert session.journal is not None
        assert session.journal.is_at(target)
        with pytest.raises(RecordError, match=r"^\S+game.ruleset: is being played|^\S+twin.ruleset: is being played"):
            save(play("take 2").record(), target)
    session.apply("finish plain")
    assert len(read_record(path).moves) == 2
    session.journal.close()
    save(play("take 2").record(), path)
    assert [move.notation for move in read_record(path).moves] == ["take 2"]


def test_a_file_with_nothing_in_it_does_not_stay(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fail(errno.ENOSPC))
        journal = Journal.create(tmp_path / "game.ruleset", play("take 1").record())
        assert not journal.holds
        journal.close()
    assert list(tmp_path.glob("*.ruleset")) == []


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
    found = list(unfinished_games("fake"))
    assert [getattr(record, "file", None) for record in found] == [str(path) for path in reversed(paths)]
    paths[1].write_bytes(b"junk")
    assert [type(record).__name__ for record in unfinished_games()] == ["RecordError", "Record"]


def test_a_directory_that_cannot_be_made(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "file" / "state"))
    with pytest.raises(RecordError, match="cannot be written"):
        autosave(play().record())
    assert list(unfinished_games()) == []
