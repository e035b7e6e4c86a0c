"""A table as a file: taken by its host, opened by another server; and whatever else is sent in its place."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from ruleset_core.play.match.session_setup import resume_session
from ruleset_core.play.records import parse_record, read_record
from ruleset_core.web.middleware import BODY
from ruleset_core.web.table_files import LARGEST_FILE
from tests.web.test_slow_games import over

OWNER = {"authorization": "Bearer the-secret-of-the-lobby"}


def opened(site: Any, content: bytes, headers: dict[str, str] | None = None) -> Any:
    return site.client.post("/api/files", content=content, headers=OWNER if headers is None else headers)


@pytest.fixture
def elsewhere(site: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Another server with files of its own."""
    monkeypatch.setenv("RULESET_STATE", str(tmp_path / "elsewhere"))
    made = type(site)()
    yield made
    made.lobby.close()


def taken(site: Any) -> tuple[Any, bytes]:
    """A table in the middle of a game, and its file."""
    seats = site.table(kinds=("human", "easy"), reveals=False, pause=2.0)
    seats.ask("0", "me", {"name": "Ana", "colour": "green", "lang": "es"})
    seats.ask("0", "notes", {"text": "a secret note", "version": 0})
    seats.ask("host", "watching", {"who": "after"})
    seats.ask("0", "answer", {"option": 4, "number": 0})
    file = seats.ask("host", "copy", {})
    assert file.status_code == 200
    return seats, file.content


def test_another_server_goes_on_with_it(site: Any, elsewhere: Any) -> None:
    seats, content = taken(site)
    made = opened(elsewhere, content).json()
    room = elsewhere.lobby.room(made["table"])
    assert [step.option for step in room.match.session.steps] == [4]
    assert [(at.name, at.kind, at.colour, at.lang) for at in room.kept.seats] == [
        ("Ana", "human", "green", "es"), ("P1", "easy", "", "")
    ]  # fmt: skip
    assert (room.kept.reveals, room.kept.pause, room.kept.watching, room.kept.notes) == (False, 2.0, "after", {})
    assert set(made["links"].values()).isdisjoint(seats.links.values())
    assert elsewhere.lobby.link_owner(made["table"], made["links"]["0"]) == "0"
    assert elsewhere.lobby.link_owner(made["table"], seats.links["0"]) is None
    assert Path(room.kept.record).parent == Path(room.kept.record).parents[0]
    again = elsewhere.restart()
    assert [step.option for step in again.lobby.room(made["table"]).match.session.steps] == [4]


def test_it_holds_no_links_no_notes_and_no_places(site: Any, tmp_path: Path) -> None:
    seats, content = taken(site)
    for each in (
        *seats.links.values(),
        *seats.room.kept.links.values(),
        "a secret note",
        str(tmp_path),
        str(Path.home()),
    ):
        assert each.encode() not in content
    record = parse_record(content)
    assert record.table is not None
    assert len(record.moves) == 1


def test_all_are_told_before_the_end_that_somebody_has_all_that_is_hidden(site: Any) -> None:
    seats = site.table()
    for whose in ("0", "1", "watch"):
        assert seats.ask(whose, "copy", {}).status_code == 403
    assert not seats.room._room_data("1")["copied"]
    assert seats.ask("host", "copy", {}).status_code == 200
    seats.site = site.restart()
    assert seats.room._room_data("1")["copied"]
    other = over(site.table())
    assert other.ask("host", "copy", {}).status_code == 200
    assert not other.room._room_data("1")["copied"], "after the end nothing is hidden"


def test_a_game_that_is_over_is_opened_too(site: Any, elsewhere: Any) -> None:
    seats = over(site.table())
    made = opened(elsewhere, seats.ask("host", "copy", {}).content).json()
    room = elsewhere.lobby.room(made["table"])
    assert room.match.over
    assert elsewhere.restart().lobby.room(made["table"]).match.over
    given_up = site.table()
    given_up.ask("1", "resign", {"sure": True})
    made = opened(site, given_up.ask("host", "copy", {}).content).json()
    assert site.lobby.room(made["table"]).match.session.early_end == "resigned"


def test_any_saved_game_is_opened(site: Any, elsewhere: Any) -> None:
    seats = site.table("pig", kinds=("human", "human", "human"))
    seats.ask("1", "resign", {"sure": True})
    made = opened(elsewhere, Path(seats.room.kept.record).read_bytes()).json()
    assert [at.kind for at in elsewhere.lobby.room(made["table"]).kept.seats] == ["human", "normal", "human"]


def test_who_has_no_link_of_the_lobby_sends_nothing_long(site: Any) -> None:
    seats = site.table()
    for link in ("", "x", seats.links["host"]):
        headers = {"authorization": f"Bearer {link}"}
        assert opened(site, b"x" * 10, headers).status_code == 403
        assert opened(site, b"x" * (BODY + 1), headers).status_code == 413
    assert site.client.post("/api/tables", content=b"x" * (BODY + 1), headers=OWNER).status_code == 413
    assert opened(site, b"x" * (LARGEST_FILE + 1)).status_code == 413


def changed(content: bytes, **header: Any) -> bytes:
    first, _, rest = content.partition(b"\n")
    data = {key: each for key, each in json.loads(first).items() if key != "check"}
    return json.dumps({**data, **header}, separators=(",", ":")).encode() + b"\n" + rest


def told(content: bytes, table: Any) -> bytes:
    """The file with another line about the table."""
    lines = content.splitlines()
    return b"\n".join([*lines[:-1], json.dumps({"table": table}, separators=(",", ":")).encode()]) + b"\n"


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ({"game": "/etc"}, 409), ({"game": "../pig"}, 409), ({"game": "no_such_game"}, 409), ({"game": "pig"}, 409), ({"expansions": ["/etc"]}, 409),
        ({"seats": [{"name": "A", "kind": "/tmp/x.py:Bot"}, {"name": "B", "kind": "human"}]}, 200),
        ({"format": "ruleset-record 9"}, 409), ({"players": 3}, 409), ({"seed": "x"}, 409), ({"options": {"x": 1}}, 409), ({"roots": ["/etc", "/root"]}, 200),
        ({"versions": {"../../x": "../../y"}}, 200), ({"start": {"name": "x", "given": {"fields": {"mark": [1, 2]}}}}, 409), ({"hash": "other"}, 200),
    ],
)  # fmt: skip
def test_a_file_leads_nowhere_else(site: Any, header: dict[str, Any], status: int) -> None:
    _, content = taken(site)
    answer = opened(site, changed(content, **header))
    assert answer.status_code == status, answer.text
    if status == 200:
        room = site.lobby.room(answer.json()["table"])
        assert room.match.session.header.roots == ()
        assert all(at.kind in {"human", "easy"} for at in room.kept.seats)
        assert "/tmp/x.py" not in Path(room.kept.record).read_text()
    else:
        assert 10 < len(answer.json()["refused"]) < 500


@pytest.mark.parametrize(
    ("table", "status"),
    [
        ({}, 200), ([], 409), (7, 409), ({"seats": 7, "pause": "x", "watching": ["open"], "reveals": 0, "clock": {"hours": -1, "late": 7}}, 200),
        ({"seats": [{"name": "A", "kind": "os:system"}, {}]}, 409), ({"seats": [{"name": "A"}, {"name": "a"}]}, 409), ({"seats": [{}, {}, {}]}, 200),
        ({"seats": [{"name": "x" * 5000, "kind": None, "colour": "none", "lang": "xx"}, 7]}, 200), ({"seats": [{"name": "\x1b[2J"}, {}]}, 409),
        ({"x": "y" * 20_000}, 409), ({"pause": 1e300}, 200), ({"pause": True}, 200), ({"links": {"0": "mine"}, "notes": {"0": "x"}, "name": "../x"}, 200),
    ],
)  # fmt: skip
def test_what_it_says_of_the_table_is_judged(site: Any, table: Any, status: int) -> None:
    _, content = taken(site)
    answer = opened(site, told(content, table))
    assert answer.status_code == status, answer.text
    if status == 200:
        kept = site.lobby.room(answer.json()["table"]).kept
        assert 0 <= kept.pause <= 30
        assert kept.watching == "open"
        assert all(0 < len(at.name) <= 24 for at in kept.seats)
        assert kept.notes == {}
        assert kept.clock is None


def test_whatever_is_sent_is_opened_or_refused_in_a_sentence(site: Any) -> None:
    _, content = taken(site)
    chance = random.Random(7)
    tries = [
        b"",
        b"\n",
        b"{}",
        b"[]",
        b"\xff\xfe",
        b'{"format":"ruleset-record 2"}',
        b"PK\x03\x04" + b"\0" * 500,
        b"[" * 100_000,
        content[:-20],
        content * 2,
    ]
    for _ in range(150):
        raw = bytearray(content)
        for _ in range(chance.randint(1, 4)):
            raw[chance.randrange(len(raw))] = chance.choice(b'0123456789{}[]":,azAZ\n\0\xff')
        tries.append(bytes(raw))
    for each in tries:
        answer = opened(site, each)
        assert answer.status_code in {200, 409}, (answer.text, each[:200])
        assert answer.status_code == 200 or 10 < len(answer.json()["refused"]) <= 500


def test_ruleset_play_goes_on_with_it(site: Any, tmp_path: Path) -> None:
    _, content = taken(site)
    file = tmp_path / "taken.ruleset"
    file.write_bytes(content)
    session, trouble = resume_session(read_record(file), [], force=False)
    assert trouble is None
    session.apply(session.live.options[0])
    assert session.journal is not None
    session.journal.close()
    record = read_record(file)
    assert (len(record.moves), record.table is not None) == (2, True)
