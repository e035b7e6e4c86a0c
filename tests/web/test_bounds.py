"""What is bounded ends in one clear answer, and keeps nobody else out."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from contextlib import suppress
from typing import Any

import h11
import pytest
import uvicorn
from uvicorn.server import ServerState

from ruleset_core.web import lobby, middleware, rooms, shards
from ruleset_core.web.middleware import RateLimit, StreamQuota
from ruleset_core.web.open_pages import WAITING, OpenPage
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.rooms import RoomFull
from ruleset_core.web.shards import ShardFront


@pytest.mark.slow
def test_who_opens_many_pages_keeps_nobody_else_out(site: Any) -> None:
    seats = site.table()
    pages = [seats.room.enter("0", "en") for _ in range(rooms.PAGES)]
    with pytest.raises(RoomFull):
        seats.room.enter("0", "es")
    refused = seats.ask("0", "events")
    assert (refused.status_code, refused.json()["refused"]) == (
        503,
        "too many pages look at this table with your link; close one",
    )
    watching = [seats.room.enter("watch", "en") for _ in range(rooms.WATCHERS)]
    with pytest.raises(RoomFull):
        seats.room.enter("watch", "en")
    seats.room.enter("1", "en")
    seats.room.close(pages[0])
    seats.room.close(watching[0])
    seats.room.enter("0", "en")


def test_a_page_that_does_not_read_is_sent_away_and_keeps_nothing() -> None:
    page = OpenPage("0", "en")
    for _ in range(WAITING + 5):
        page.send(b"x" * 10_000)
    assert page.ended
    assert page.news.qsize() == 1
    assert page.news.get_nowait() is None
    page.send(b"more")
    assert page.news.empty()


def test_streams_are_bounded_for_an_address_and_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "AT_AN_ADDRESS", 2)
    streams = StreamQuota(5)
    opened = [streams.one(each) for each in ("10.0.0.1", "10.0.0.1", "10.0.0.2", "127.0.0.1")]
    for each in opened:
        each.__enter__()
    with pytest.raises(Refusal, match="from your address"), streams.one("10.0.0.1"):
        pass
    with streams.one("127.0.0.1"), pytest.raises(Refusal, match="open here"), streams.one("10.0.0.3"):
        pass
    opened[0].__exit__(None, None, None)
    for _ in range(2):  # each that is closed leaves room for one, whatever else its address has open
        with streams.one("10.0.0.1"), pytest.raises(Refusal, match="from your address"), streams.one("10.0.0.1"):
            pass
    for each in opened[1:]:
        each.__exit__(None, None, None)
    assert not streams._open, "nothing is kept of an address that has left"


def test_what_is_too_much_is_said_to_the_page() -> None:
    front, sent = ShardFront(1, (), "secret", 0), list[Any]()
    front._streams = StreamQuota(0)
    scope = {
        "type": "http",
        "path": "/api/t/abc/events",
        "client": ("10.0.0.1", 5),
        "headers": [],
        "method": "GET",
        "query_string": b"",
    }

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(front(scope, None, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 503
    assert b"too many pages are open here" in sent[1]["body"]
    front.close()


def test_tables_are_bounded_and_those_at_which_nobody_looks_make_room(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "TABLES", 3)
    tables = [site.table() for _ in range(5)]
    assert len(site.lobby._rooms) == 3
    for each in tables:
        site.lobby._rooms.get(each.name) or each.room
    busy = [name for name, each in site.lobby._rooms.items() if each.enter("0", "en")]
    assert len(busy) == 3
    told = {"game": "pig", "seats": [{}, {}]}
    known = {"authorization": "Bearer the-secret-of-the-lobby"}
    answer = site.client.post("/api/tables", json=told, headers=known)
    assert (answer.status_code, answer.json()["refused"]) == (503, "there are too many tables; try again later")


def test_a_table_at_which_nobody_looks_is_put_away_and_comes_back(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    idle, other = site.table("tic_tac_toe"), site.table("tic_tac_toe")
    idle.ask("0", "answer", {"option": 4, "number": 0})
    game = idle.room.match.game
    watched = other.room
    watched.enter("0", "en")
    now = time.monotonic()
    monkeypatch.setattr(lobby, "monotonic", lambda: now + 2 * lobby.IDLE)
    assert site.lobby.room(other.name) is watched
    assert [*site.lobby._rooms] == [other.name]
    assert [step.option for step in idle.room.match.session.steps] == [4]
    assert idle.room.match.game is game  # it is not loaded again
    assert idle.ask("1", "answer", {"option": 0, "number": idle.room.match.question(1).number}).status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends such connections by itself")
def test_a_stream_that_nobody_reads_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "WRITING", 0.5)
    with socket.socket() as own, socket.socket() as silent:
        own.bind(("127.0.0.1", 0))
        middleware.drop_silent_connections(own)
        own.listen()
        silent.connect(own.getsockname())
        page, _ = own.accept()
        page.setblocking(False)
        with page, pytest.raises((TimeoutError, ConnectionError)):
            _send_for(page, 30)


def _send_for(page: socket.socket, seconds: float) -> None:
    """Send so long, whether it is read or not."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            page.send(b"x" * 65_536)
        except BlockingIOError:
            time.sleep(0.1)


def test_the_process_in_front_waits_for_no_page_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "WRITING", 0.1)
    begun = list[bytes]()

    async def answer() -> Any:
        for _ in range(3):
            yield h11.Data(data=b"news")

    async def send(message: Any) -> None:
        begun.append(message["body"])
        await asyncio.sleep(60 if message["body"] else 0)

    asyncio.run(asyncio.wait_for(shards._sent(answer(), send), 20))
    assert begun == [b"news"]


def test_an_answer_of_a_process_is_handed_on_and_silence_is_told() -> None:
    sent: list[Any] = []

    async def answer(*events: h11.Event) -> Any:
        for event in events:
            yield event

    async def send(message: Any) -> None:
        sent.append(message)

    head = h11.Response(status_code=200, headers=[("x-own", "1"), ("connection", "close")])
    asyncio.run(shards._sent(answer(head, h11.Data(data=b"some"), h11.EndOfMessage()), send))
    assert sent[0] == {"type": "http.response.start", "status": 200, "headers": [(b"x-own", b"1")]}
    assert [(each["body"], each.get("more_body", False)) for each in sent[1:]] == [(b"some", True), (b"", False)]
    with pytest.raises(Refusal):
        asyncio.run(shards._sent(answer(), send))


@pytest.mark.slow
def test_there_are_files_for_all_streams() -> None:
    code = (
        "import resource; from ruleset_core.web.middleware import stream_limit_by_files\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, 500)); print(stream_limit_by_files())\n"
        "print(*resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert told == ["200", "500", "500"]


def test_who_asks_too_often_is_told_so_and_keeps_nobody_else_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(middleware, "monotonic", lambda: now)
    pace = RateLimit()
    for _ in range(middleware.AT_ONCE):
        pace.one("2001:db8::1")
    with pytest.raises(Refusal, match="too many requests"):
        pace.one("2001:db8::2")  # of the same network
    for each in ("2001:db8:1::1", "10.0.0.1", *["127.0.0.1", "::1", ""] * middleware.AT_ONCE):
        pace.one(each)
    now += 1
    for _ in range(middleware.A_SECOND):
        pace.one("2001:db8::1")
    with pytest.raises(Refusal, match="too many requests"):
        pace.one("2001:db8::1")
    now += 1000
    pace.one("10.0.0.2")
    assert len(pace._left) == 1  # nobody is remembered who may ask as often as anybody


def test_the_process_in_front_counts_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "AT_ONCE", 0)
    front, sent = ShardFront(1, (), "secret", 0), list[Any]()
    scope = {
        "type": "http", "path": "/api/words", "client": ("10.0.0.1", 5), "headers": [], "method": "GET",
        "query_string": b"lang=es",
    }  # fmt: skip

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(front(scope, None, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 429
    assert "demasiadas peticiones" in sent[1]["body"].decode()
    front.close()


def test_connections_on_which_nothing_is_asked_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does one of which only half a request comes last; one that waits for its answer does."""
    monkeypatch.setattr(middleware, "ASKING", 0.4)
    whole = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"

    async def late(_: Any, __: Any, send: Any) -> None:
        await asyncio.sleep(1)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"news"})

    async def told() -> list[bytes]:
        server = uvicorn.Server(
            uvicorn.Config(late, http=middleware.timeout_protocol(1), lifespan="off", log_level="critical")
        )
        with socket.socket() as own:
            own.bind(("127.0.0.1", 0))
            running = asyncio.ensure_future(server.serve([own]))
            while not server.started:  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0.01)
            asked = (b"", whole[:20], b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nhalf", whole)
            said = await asyncio.wait_for(asyncio.gather(*(_said(own.getsockname(), each) for each in asked)), 60)
            server.should_exit = True
            await running
        return said

    silent, halved, half_a_body, answered = asyncio.run(told())
    assert (silent, halved) == (b"", b"")
    assert b"news" not in half_a_body
    assert answered.startswith(b"HTTP/1.1 200")
    assert b"news" in answered


async def _said(address: tuple[str, int], asked: bytes) -> bytes:
    """What comes back on a connection until it ends."""
    reader, writer = await asyncio.open_connection(*address)
    writer.write(asked)
    said = b""
    with suppress(ConnectionError):
        while (more := await reader.read(4096)) and b"news" not in said:
            said += more
    writer.close()
    return said


def test_connections_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BESIDES", 0)

    class Transport(asyncio.Transport):
        aborted = False

        def abort(self) -> None:
            self.aborted = True

        def get_extra_info(self, name: str, default: Any = None) -> Any:
            return ("10.0.0.1", 5) if name == "peername" else default

    async def opened() -> list[bool]:
        config = uvicorn.Config(lambda: None, log_level="critical")  # type: ignore[arg-type]
        config.load()
        state, kind = ServerState(), middleware.timeout_protocol(2)
        found = []
        for _ in range(3):
            protocol, transport = kind(config, state, {}, asyncio.get_running_loop()), Transport()
            protocol.connection_made(transport)
            found.append((protocol, transport))
        found[0][0].connection_lost(ConnectionError())
        protocol, transport = kind(config, state, {}, asyncio.get_running_loop()), Transport()
        protocol.connection_made(transport)
        return [each.aborted for _, each in found] + [transport.aborted]

    assert asyncio.run(opened()) == [False, False, True, False]
