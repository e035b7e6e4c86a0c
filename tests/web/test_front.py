"""The process that people reach: whatever the process of a table does, a page gets an answer that it understands."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from ruleset_core.web.middleware import BODY
from ruleset_core.web.shards import Shard, ShardFront

DONE: Final = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"


def hasty(asked: socket.socket) -> None:
    """Answers as soon as it has heard anything, and is gone."""
    asked.recv(1 << 16)
    asked.sendall(DONE)


def mute(asked: socket.socket) -> None:
    """Goes without a word."""
    asked.recv(1 << 16)


def deaf(asked: socket.socket) -> None:
    """Goes and has read nothing."""


@contextmanager
def process(path: Path, does: Callable[[socket.socket], None]) -> Iterator[None]:
    """A process of tables that does this with all that is asked."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()

        def serve() -> None:
            while True:
                asked, _ = listening.accept()
                with asked:
                    does(asked)

        threading.Thread(target=serve, daemon=True).start()
        yield


def told(front: ShardFront, body: bytes, length: int | None = None) -> tuple[int, Any]:
    """What is answered to a page that sends this: the status, and what it says."""
    length = len(body) if length is None else length
    headers = [(b"host", b"here"), (b"content-length", str(length).encode())]
    scope: Any = {
        "type": "http", "method": "POST", "path": "/api/t/x/analyse", "raw_path": b"/api/t/x/analyse",
        "query_string": b"", "headers": headers,
    }  # fmt: skip
    sent: list[Any] = []

    async def ask() -> None:
        given = iter([{"type": "http.request", "body": body}])

        async def receive() -> Any:
            return next(given, None) or await asyncio.Future()

        async def send(message: Any) -> None:
            sent.append(message)

        await front(scope, receive, send)

    asyncio.run(asyncio.wait_for(ask(), 20))
    return sent[0]["status"], json.loads(b"".join(each.get("body", b"") for each in sent[1:]))


@pytest.fixture
def front(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ShardFront]:
    """One with the place of a process at `tmp_path / "s"`."""
    monkeypatch.setattr(Shard, "begin", lambda _: None)
    front = ShardFront(1, (), "secret", 0)
    front._shards[0].socket = str(tmp_path / "s")
    yield front
    front.close()


@pytest.mark.slow
def test_who_answers_before_it_has_heard_all_is_understood(front: ShardFront, tmp_path: Path) -> None:
    with process(tmp_path / "s", hasty):
        assert {told(front, b"{}")[0] for _ in range(300)} == {200}


@pytest.mark.parametrize("does", [mute, deaf])
def test_a_process_that_dies_is_told_in_a_sentence(
    front: ShardFront, tmp_path: Path, does: Callable[[socket.socket], None]
) -> None:
    with process(tmp_path / "s", does):
        status, why = told(front, b"{}")
    assert (status, sorted(why)) == (503, ["refused"])


def test_a_process_that_does_not_begin_is_told_in_a_sentence(
    front: ShardFront, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ruleset_core.web.shards.TRIES", 1)
    assert told(front, b"{}")[0] == 503


def test_what_is_too_much_goes_to_no_process(front: ShardFront) -> None:  # nobody listens
    assert told(front, b"x" * (BODY + 1))[0] == 413
    assert told(front, b"x" * BODY, 9 * BODY)[0] == 413


def test_ctrl_c_before_a_process_began_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    front = ShardFront(2, (), "secret", 0)

    def interrupted(_process: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        front.begin()
    front.close()
