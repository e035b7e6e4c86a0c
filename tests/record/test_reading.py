"""Reading records: whatever the file holds, there is a record or one clear message."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleset_core.play.records import RecordError, Session, parse_record, read_record, record_bytes
from ruleset_core.play.records.record_lines import encode_line

Play = Callable[..., Session]


@pytest.fixture
def content(play: Play) -> bytes:
    return record_bytes(play("take 1", "finish dice", "take 3", "finish plain", "take 2").record())


def key_of(content: bytes) -> str:
    with pytest.raises(RecordError) as caught:
        parse_record(content, "x")
    assert str(caught.value).startswith("x")
    assert "\n" not in str(caught.value)
    return caught.value.key


def test_a_record_reads_back(play: Play) -> None:
    session = play("take 1", "finish dice", "take 3")
    record = parse_record(record_bytes(session.record()))
    assert record.header == session.header
    assert record.moves == session.record().moves
    assert record.moves[1].draws[0][0] == "die"
    assert record.lines == (2, 3, 4)
    assert not record.cut


def test_cut_at_every_byte(content: bytes) -> None:
    """A crash may leave any beginning of the file: whole lines count, a piece is dropped, nothing else is lost."""
    ends = [i + 1 for i, byte in enumerate(content) if byte == 10]
    for size in range(len(content)):
        if size < ends[0] - 1:
            assert key_of(content[:size]) in {"empty", "cut_header", "foreign", "header"}
            continue
        record = parse_record(content[:size])
        whole = sum(end - 1 <= size for end in ends) - 1  # a line lacking only its line end is whole
        assert len(record.moves) == whole
        assert record.cut == (size not in ends and size + 1 not in ends)


def test_any_changed_byte_is_noticed(content: bytes) -> None:
    """Flip one bit anywhere: the record is refused, reads the same, or loses its last line as if cut."""
    good = parse_record(content)
    for place in range(len(content)):
        broken = bytearray(content)
        broken[place] ^= 1
        try:
            record = parse_record(bytes(broken), "x")
        except RecordError:
            continue
        assert record.header == good.header
        assert record.moves == good.moves[: len(record.moves)]
        assert len(record.moves) == len(good.moves) or record.cut


def test_a_lost_line_is_noticed(content: bytes) -> None:
    lines = content.splitlines(keepends=True)
    assert key_of(b"".join(lines[:2] + lines[3:])) == "line"
    assert key_of(b"".join([lines[0], lines[2], lines[1], *lines[3:]])) == "line"


def test_damage_names_the_line_and_the_mend(content: bytes) -> None:
    lines = content.splitlines(keepends=True)
    with pytest.raises(RecordError, match=r"^my\.ruleset:4: damaged .*head -n 3 my\.ruleset > NEW"):
        parse_record(b"".join([*lines[:3], b"{]\n", *lines[4:]]), "my.ruleset")
    assert len(parse_record(b"".join(lines[:3])).moves) == 2


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "empty"),
        (b"\n", "foreign"),
        (b"hello\n", "foreign"),
        (b"\x7fELF\x00\x01\xff\xfe" * 50, "foreign"),
        (b"\x00" * 4096, "foreign"),
        (b'{"a":1}\n', "foreign"),
        (b"[1]\n", "foreign"),
        (b"[" * 100_000, "foreign"),
        (b'{"format":' + b"9" * 10_000 + b"}", "foreign"),
        (b'{"format":"ruleset-record 4"}\n', "format"),
        (b'{"format":"ruleset-record 3"}\n', "header"),
        (b'{"format":"ruleset-record 2"}\n', "header"),
        (b'{"format":"ruleset-record 1"}\n', "header"),
        (b'{"format":"ruleset-record 1","a":NaN}\n', "header"),
        (b'{"format":"ruleset-record 1","format":"ruleset-record 1"}\n', "header"),
        (b'{"format":"ruleset-rec', "cut_header"),
    ],
)
def test_foreign_and_broken_headers(content: bytes, key: str) -> None:
    assert key_of(content) == key


@pytest.mark.parametrize(
    "change",
    [
        {"players": 3},
        {"players": True},
        {"seed": "7"},
        {"seats": [{"name": "\x1b[2J", "kind": "human"}, {"name": "b", "kind": "x"}]},
        {"seats": [{"name": "a"}, {"name": "b"}]},
        {"options": [1]},
        {"options": {"a": None}},
        {"game": ""},
        {"hash": 3},
        {"draws": {}},
        {"more": 1},
    ],
)
def test_header_fields_are_checked(play: Play, change: dict[str, object]) -> None:
    assert key_of(encode_line({**play().header.to_json(), **change})) == "header"


@pytest.mark.parametrize(
    "line",
    [
        {"n": 1, "seat": 2, "move": "take 1"},
        {"n": 1, "seat": 0, "move": "take\n1"},
        {"n": 1, "seat": 0, "move": 1},
        {"n": 2, "seat": 0, "move": "take 1"},
        {"n": 1, "seat": 0},
        {"n": 1, "seat": 0, "move": "take 1", "x": 1},
        {"n": 1, "seat": 0, "move": "take 1", "draws": 1},
        {"undo": 1},
        {"undo": 0},
        {"over": [1]},
    ],
)
def test_lines_are_checked(play: Play, line: dict[str, object]) -> None:
    assert key_of(record_bytes(play().record()) + encode_line(line)) == "line"


def test_undo_lines_take_moves_back(play: Play) -> None:
    start = record_bytes(play("take 1").record())
    record = parse_record(start + encode_line({"undo": 1}) + encode_line({"n": 1, "seat": 0, "move": "take 2"}))
    assert [move.notation for move in record.moves] == ["take 2"]
    assert record.lines == (4,)


def test_hand_written_records_need_no_checksum(play: Play) -> None:
    header = json.dumps(play().header.to_json())
    record = parse_record(f'{header}\n{{"n": 1, "seat": 0, "move": "take 1"}}'.encode())
    assert len(record.moves) == 1


def file_key(path: Path | str) -> str:
    with pytest.raises(RecordError) as caught:
        read_record(path)
    return caught.value.key


def test_files_that_are_none(tmp_path: Path) -> None:
    assert file_key(tmp_path / "none") == "missing"
    assert file_key(tmp_path) == "not_a_file"
    assert file_key("a\0b") == "unreadable"
    os.mkfifo(tmp_path / "pipe")
    assert file_key(tmp_path / "pipe") == "not_a_file"
    if Path("/dev/zero").exists():
        assert file_key("/dev/zero") == "not_a_file"


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as stream:
        stream.truncate(10**10)
    assert file_key(path) == "too_large"
