"""Every answer has the same headers and every refusal a sentence, whoever gives it and whatever was asked."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final

import pytest

from ruleset_core.messages import message
from ruleset_core.play.records import parse_record
from ruleset_core.web import middleware
from ruleset_core.web.middleware import BODY, HEADERS, SecurityMiddleware, timeout_protocol
from ruleset_core.web.shards import ShardFront

uvicorn = pytest.importorskip("uvicorn", reason="pages are an extra: `pip install 'ruleset[web]'`")

Answer = tuple[int, list[tuple[str, str]], bytes]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """A whole server on this machine: the process in front, and one with tables."""
    with pytest.MonkeyPatch.context() as patch, socket.socket() as own:
        patch.setenv("RULESET_STATE", str(tmp_path_factory.mktemp("state")))
        own.bind(("127.0.0.1", 0))
        own.listen()
        front = ShardFront(1, (), "secret", 0)
        front.begin()
        server = uvicorn.Server(uvicorn.Config(front, http=timeout_protocol(8), log_level="critical", ws="none"))
        running = threading.Thread(target=lambda: asyncio.run(server.serve([own])), daemon=True)
        running.start()
        yield own.getsockname()
        server.should_exit = True
        running.join(20)
        front.close()


def said(address: tuple[str, int], asked: bytes) -> Answer:
    """What comes back to these bytes."""
    with socket.create_connection(address, timeout=30) as connection:
        connection.sendall(asked)
        connection.settimeout(30)
        whole, end = b"", monotonic() + 30
        while monotonic() < end and not is_whole(whole, asked):
            more = connection.recv(1 << 16)
            if not more:
                break
            whole = (whole + more).removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")  # as some ask to be told first
    return parsed(whole)


def is_whole(answer: bytes, asked: bytes) -> bool:
    head, rest, body = answer.partition(b"\r\n\r\n")
    lengths = [int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
    return bool(rest) and bool(lengths) and (asked.startswith(b"HEAD") or len(body) >= lengths[0])


def parsed(answer: bytes) -> Answer:
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = [(name.lower(), value) for name, value in (line.split(": ", 1) for line in lines)]
    return int(first.split()[1]), headers, body


def is_as_all(answer: Answer, spanish: str = "") -> None:
    """The answer has the headers of all, each once; a refusal is a sentence, in Spanish if it is this one."""
    status, headers, body = answer
    names = [name for name, _ in headers]
    for name, value in HEADERS:
        assert names.count(name.decode()) == 1, (name, status)
        assert (name.decode(), value.decode()) in headers
    assert names.count("cache-control") == 1
    if status >= 400:
        assert ("cache-control", "no-store") in headers
        why = json.loads(body)["refused"]
        assert len(why) > 10
        if spanish:
            assert why == spanish


HOST: Final = b"host: here\r\n"
ES: Final = b"accept-language: es-ES,es;q=0.9\r\n"
NO_LENGTH: Final = message("page.refused.no_length", "es")


@pytest.mark.parametrize(("asked", "status", "spanish"), [
    (b"GET / HTTP/1.0\r\n\r\n", 200, ""),
    (b"GET /t/abc HTTP/1.0\r\n\r\n", 200, ""),
    (b"GET /static/page.js HTTP/1.0\r\n\r\n", 200, ""),
    (b"HEAD /static/page.js HTTP/1.1\r\n" + HOST + b"\r\n", 200, ""),
    (b"GET /api/words HTTP/1.1\r\n" + HOST + b"content-length: 5\r\n\r\nabcde", 200, ""),
    (b"GET /api/words HTTP/1.1\r\n" + HOST + ES + b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n", 411, NO_LENGTH),
    (b"POST /api/tables HTTP/1.1\r\n" + HOST + ES + b"content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411, NO_LENGTH),
    (b"POST /api/tables HTTP/1.1\r\n" + HOST + ES + b"\r\n", 411, NO_LENGTH),
    (b"POST /api/tables HTTP/1.1\r\n" + HOST + ES + b"content-length: 99999\r\n\r\n", 413, message("page.refused.too_large", "es", most=BODY)),
    (b"POST /api/tables HTTP/1.1\r\n" + HOST + ES + b"origin: http://[::1\r\ncontent-length: 2\r\n\r\n{}", 403, message("page.refused.other_page", "es")),
    (b"POST /api/tables HTTP/1.1\r\n" + HOST + ES + b"content-length: 2\r\n\r\n{}", 403, message("page.refused.no_lobby", "es")),
    (b"POST /api/tables?lang=es HTTP/1.1\r\n" + HOST + b"expect: 100-continue\r\ncontent-length: 2\r\n\r\n{}", 403, message("page.refused.no_lobby", "es")),
    (b"GET /api/t/0/words HTTP/1.1\r\n" + HOST + ES + b"\r\n", 403, message("page.refused.no_table", "es")),
    (b"GET /nowhere HTTP/1.1\r\n" + HOST + ES + b"\r\n", 404, message("page.refused.no_page", "es")),
    (b"GET /static/../app.py HTTP/1.1\r\n" + HOST + ES + b"\r\n", 404, message("page.refused.no_page", "es")),
    (b"DELETE /api/words HTTP/1.1\r\n" + HOST + ES + b"content-length: 0\r\n\r\n", 405, message("page.refused.no_method", "es")),
    (b"this is no HTTP\r\n\r\n", 400, ""),
    (b"GET / HTTP/1.1\r\n\r\n", 400, ""),
    (b"POST / HTTP/1.1\r\n" + HOST + b"content-length: 2\r\ncontent-length: 3\r\n\r\n{}", 400, ""),
])  # fmt: skip
def test_whatever_is_asked(address: tuple[str, int], asked: bytes, status: int, spanish: str) -> None:
    answer = said(address, asked)
    is_as_all(answer, spanish)
    assert answer[0] == status


def test_what_the_process_in_front_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked too often, too many pages are open, and the process of a table is gone."""
    monkeypatch.setattr(middleware, "AT_ONCE", 1)
    monkeypatch.setattr("ruleset_core.web.shards.TRIES", 0)
    front = ShardFront(1, (), "secret", 0)
    front._streams._most = 0

    def asked(client: str, path: str) -> Answer:
        scope: Any = {
            "type": "http", "path": path, "raw_path": path.encode(), "client": (client, 5), "method": "GET",
            "headers": [(b"accept-language", b"es")], "query_string": b"",
        }  # fmt: skip
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(front(scope, None, send))  # type: ignore[arg-type]
        headers = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
        return sent[0]["status"], headers, b"".join(each.get("body", b"") for each in sent[1:])

    try:
        for status, key, client, path in [
            (503, "silent", "10.0.0.1", "/api/words"),
            (429, "too_often", "10.0.0.1", "/api/words"),
            (503, "many_open", "127.0.0.1", "/api/t/0/events"),
        ]:
            answer = asked(client, path)
            is_as_all(answer, message(f"page.refused.{key}", "es"))
            assert answer[0] == status
    finally:
        front.close()


def test_what_an_application_raises(capsys: pytest.CaptureFixture[str]) -> None:
    async def app(*_: Any) -> None:
        raise RuntimeError("at /home/somebody")

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": "http", "method": "GET", "path": "/x", "headers": [], "query_string": b"lang=es"}
    asyncio.run(SecurityMiddleware(app)(scope, None, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 500
    assert json.loads(sent[1]["body"])["refused"] == message("page.refused.fault", "es")
    assert "RuntimeError" in capsys.readouterr().err


VALUES: Final = [
    7,
    -1,
    True,
    None,
    "x",
    "",
    [],
    [7],
    [[]],
    {},
    {"a": 1},
    1e300,
    10**400,
    float("nan"),
    "\ud800",
    "a/../b",
]
ASKED: Final = {
    "tables": ("game", "seats", "expansions", "options", "seed", "pause", "hints", "reveals", "file"),
    "answer": ("option", "number"), "undo": (), "hint": (), "me": ("name", "colour", "lang"), "pause": ("seconds",),
    "seat": ("seat", "kind", "link"), "rematch": ("wanted",), "analyse": (), "resign": ("sure",), "end": ("wanted",), "notes": ("text", "version"), "watching": ("who",), "standing": ("option", "number", "until", "times", "stop"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", ASKED)
def test_whatever_a_page_sends_is_understood_or_refused_in_a_sentence(site: Any, what: str) -> None:
    sound = {
        "game": "tic_tac_toe",
        "seats": [{}, {}],
        "option": 0,
        "number": 0,
        "seat": 0,
        "kind": "human",
        "text": "x",
        "version": 0,
        "who": "open",
    }
    seats = site.table()
    for key, value in [*itertools.product(ASKED[what], VALUES), ("", 7), ("", []), ("", "x")]:
        told = {**{each: sound[each] for each in ASKED[what] if each in sound}, key: value} if key else value
        for whose in ("0", "host") if what != "tables" else ("host",):
            path = f"/api/t/{seats.name}/{what}" if what != "tables" else "/api/tables"
            link = seats.links[whose] if what != "tables" else "the-secret-of-the-lobby"
            content = json.dumps(told)
            answer = site.client.post(path, content=content, headers={"authorization": f"Bearer {link}"})
            assert answer.status_code < 500, (told, answer.text)
            if answer.status_code >= 400:
                assert len(answer.json()["refused"]) > 10
            is_as_all((answer.status_code, [*answer.headers.items()], answer.content))
            if answer.status_code == 200 and "link" in answer.json():
                seats.links[whose if key != "seat" or value != "host" else value] = answer.json()["link"]


def test_no_page_is_told_a_place_on_this_machine(site: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the game, its record or its table cannot be read or written, the terminal of the server says where."""
    known = {"authorization": "Bearer the-secret-of-the-lobby"}
    game = tmp_path / "games" / "broken"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text("game: broken\nname: {en: B, es: B}\nplayers: 2\nnonsense: 1\n", encoding="utf-8")
    site.lobby.roots = (tmp_path / "games",)
    asked = {"game": "broken", "seats": [{}, {}]}
    told = [site.client.post("/api/tables", json=asked, headers=known).json()]
    assert str(game) in capsys.readouterr().err
    seats = site.table()
    record, table = Path(seats.room.kept.record), tmp_path / "tables" / f"{seats.name}.table"
    whole = record.read_bytes()
    site.lobby._rooms.pop(seats.name).leave()
    for content in (b"", b"nonsense\n", whole[:-20] + b"\n", whole.replace(b'"seed"', b'"sead"')):
        record.write_bytes(content)
        told.append(seats.ask("0", "words").json())
        told.append(site.client.post("/api/tables", json={"file": record.name}, headers=known).json())
    record.unlink()
    told.append(seats.ask("0", "words").json())
    table.write_text("{}", encoding="utf-8")
    told.append(seats.ask("0", "words").json())
    told.append(site.client.get("/api/lobby", headers=known).json())
    assert all("refused" in each for each in told[:-1])
    assert str(tmp_path) not in json.dumps(told)
    assert not any(os.sep in each.get("refused", "") for each in told)


def test_a_record_that_is_downloaded_names_no_directory(site: Any, tmp_path: Path) -> None:
    site.lobby.roots = (tmp_path,)
    seats = site.table()
    while not (table := seats.room.match).over:
        seats.room.answer(table.live.seat, table.live.options[0], None, "en")
    answer = seats.ask("0", "record")
    assert str(tmp_path) in Path(seats.room.kept.record).read_text(encoding="utf-8")
    assert str(tmp_path) not in answer.text
    assert parse_record(answer.content).over is not None
    assert answer.headers["cache-control"] == "no-store"


def test_browsers_keep_nothing_of_a_table(site: Any) -> None:
    seats = site.table()
    for what in ("words", "record", "art", "sheet", "lookup?text=x", "about?identity=x", "analysis"):
        assert seats.ask("0", what).headers["cache-control"] == "no-store", what
    assert site.client.get("/static/page.js").headers["cache-control"] == "no-cache"


@pytest.mark.slow
def test_of_others_who_choose_at_the_same_time_it_is_told_only_whether_they_have_chosen(site: Any) -> None:
    """That a player has finished is seen at every table; the rest of what is sent does not change with it."""
    told = []
    for option in (0, -1):
        seats = site.table("troyes_dice", ("human",) * 3, seed=3)
        room = seats.room
        while len(room.match.questions) < 3:
            question = room.match.questions[0]
            room.answer(question.seat, question.state.options[0], question.number, "en")
        first, _, last = (question.seat for question in room.match.questions)
        question = room.match.question(last)
        viewer = room._viewer(str(first), "en")
        viewer.news(room._room_data(str(first)))
        before = dict(viewer.whole)
        room.answer(last, question.state.options[option], question.number, "en")
        viewer.news(room._room_data(str(first)))
        after = dict(viewer.whole)
        changed = {key for key in before if before[key] != after[key]}
        assert changed <= {"asked", "version"}
        told.append({key: after[key] for key in ("asked", "acting", "log", "panels")})
    assert told[0]["acting"] == told[1]["acting"]
    assert told[0]["log"] == told[1]["log"]
