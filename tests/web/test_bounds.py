"""What is bounded ends in one clear answer, and keeps nobody else out."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from typing import Any

import h11
import pytest

from ruleset_core.web import bounds, house, room, shards
from ruleset_core.web.bounds import Crowd, Streams
from ruleset_core.web.room import Crowded, Page
from ruleset_core.web.shards import Front


def test_who_opens_many_pages_keeps_nobody_else_out(site: Any) -> None:
    seats = site.table()
    pages = [seats.room.enter("0", "en") for _ in range(room.PAGES)]
    with pytest.raises(Crowded):
        seats.room.enter("0", "es")
    refused = seats.ask("0", "events")
    assert (refused.status_code, refused.json()["refused"]) == (503, "too many pages look at this table")
    watching = [seats.room.enter("watch", "en") for _ in range(room.WATCHERS)]
    with pytest.raises(Crowded):
        seats.room.enter("watch", "en")
    seats.room.enter("1", "en")
    seats.room.close(pages[0])
    seats.room.close(watching[0])
    seats.room.enter("0", "en")


def test_a_page_that_does_not_read_is_sent_away_and_keeps_nothing() -> None:
    page = Page("0", "en")
    for _ in range(room.WAITING + 5):
        page.tell(b"x" * 10_000)
    assert page.ended
    assert page.news.qsize() == 1
    assert page.news.get_nowait() is None
    page.tell(b"more")
    assert page.news.empty()


def test_streams_are_bounded_for_an_address_and_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "AT_AN_ADDRESS", 2)
    streams = Streams(5)
    opened = [streams.one(each) for each in ("10.0.0.1", "10.0.0.1", "10.0.0.2", "127.0.0.1")]
    for each in opened:
        each.__enter__()
    with pytest.raises(Crowd, match="from your address"), streams.one("10.0.0.1"):
        pass
    with streams.one("127.0.0.1"), pytest.raises(Crowd, match="open here"), streams.one("10.0.0.3"):
        pass
    opened[0].__exit__(None, None, None)
    with streams.one("10.0.0.1"):
        pass


def test_what_is_too_much_is_said_to_the_page() -> None:
    front, sent = Front(1, (), "secret", 0), list[Any]()
    front._streams = Streams(0)
    scope = {"type": "http", "path": "/api/t/abc/events", "client": ("10.0.0.1", 5), "headers": [], "method": "GET"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(front(scope, None, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 503
    assert b"too many pages are open here" in sent[1]["body"]
    front.close()


def test_tables_are_bounded_and_those_at_which_nobody_looks_make_room(
    site: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "TABLES", 3)
    tables = [site.table() for _ in range(5)]
    assert len(site.house._rooms) == 3
    for each in tables:
        site.house._rooms.get(each.name) or each.room
    busy = [name for name, each in site.house._rooms.items() if each.enter("0", "en")]
    assert len(busy) == 3
    told = {"game": "pig", "seats": [{}, {}]}
    known = {"authorization": "Bearer the-secret-of-the-house"}
    answer = site.client.post("/api/tables", json=told, headers=known)
    assert (answer.status_code, answer.json()["refused"]) == (503, "there are too many tables")


def test_a_table_at_which_nobody_looks_is_put_away_and_comes_back(site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    idle, other = site.table("tic_tac_toe"), site.table("tic_tac_toe")
    idle.ask("0", "answer", {"option": 4, "number": 0})
    game = idle.room.table.game
    watched = other.room
    watched.enter("0", "en")
    now = time.monotonic()
    monkeypatch.setattr(house, "monotonic", lambda: now + 2 * house.IDLE)
    assert site.house.room(other.name) is watched
    assert [*site.house._rooms] == [other.name]
    assert [step.option for step in idle.room.table.session.steps] == [4]
    assert idle.room.table.game is game  # it is not loaded again
    assert idle.ask("1", "answer", {"option": 0, "number": idle.room.table.question(1).number}).status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends such connections by itself")
def test_a_stream_that_nobody_reads_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "WRITING", 0.5)
    with socket.socket() as own, socket.socket() as silent:
        own.bind(("127.0.0.1", 0))
        bounds.lose_the_silent(own)
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


def test_there_are_files_for_all_streams() -> None:
    code = (
        "import resource; from ruleset_core.web.bounds import files\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, 500)); print(files())\n"
        "print(*resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert told == ["200", "500", "500"]
